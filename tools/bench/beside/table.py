# SPDX-License-Identifier: MIT
"""The results as Markdown: messages a second, time to each bug, and whether what is claimed of them is true.

A bug that a baseline did not find counts with the time it had, written `> N`; so does its processor time.
"""
import statistics

INFINITE = float("inf")
WAYS = {"wall": "the whole command", "confirmed": "the time until ours was confirmed and written",
        "seen": "the time until ours had seen it"}  # to take our time
FACTOR = 10  # ours: at least so many times the messages, at most one in so many of the time


def latest(rows):
    """Of several rows for the same run the last; rows with an error only where there is no other."""
    kept = {}
    for row in rows:
        key = row["contender"], row["bug"], row["seed"]
        if "error" not in row or key not in kept:
            kept[key] = row
    return list(kept.values())


def time_of(row):
    return row["seconds"] if row.get("found") else INFINITE


class Cell:
    """A contender at a bug: medians, and whether they are only what it had at least."""

    def __init__(self, rows):
        self.rows = sorted((row for row in rows if "error" not in row), key=time_of)
        self.errors = [row["error"] for row in rows if "error" in row]
        self.wall = self.cpu = self.seen = self.confirmed = None
        if self.rows:
            middle = self.rows[(len(self.rows) - 1) // 2]
            self.found = bool(middle["found"])
            self.wall = middle["seconds"] if self.found else min(r["limit"] for r in self.rows if not r["found"])
            self.cpu = statistics.median(row["cpu"] for row in self.rows if bool(row["found"]) == self.found)
            self.seen = self.middle_of("seen", time_of)
            if all("confirmed" in row or not row["found"] for row in self.rows):  # rows of older versions do not tell
                self.confirmed = self.middle_of("confirmed", time_of)

    def middle_of(self, key, otherwise):
        value = sorted(row.get(key, otherwise(row)) for row in self.rows)[(len(self.rows) - 1) // 2]
        return self.wall if value == INFINITE else value

    def text(self, with_range=False):
        if not self.rows:
            return "failed" if self.errors else "not run"
        more = "" if self.found else "> "
        span = f" ({_time(self.rows[0])} to {_time(self.rows[-1])})" if with_range and len(self.rows) > 1 else ""
        return f"{more}{self.wall:.1f}{span}; {more}{self.cpu:.1f}"


def _time(row):
    return f"{row['seconds']:.1f}" if row["found"] else "never"


def _times_as_long(value):
    return f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def cells(rows, bug):
    found = {}
    for row in rows:
        if row["bug"] == bug:
            found.setdefault(row["contender"], []).append(row)
    return {name: Cell(some) for name, some in found.items()}


def ratio(ours, others, what):
    """How many times as long the best of the others took, and whether that is only a lower bound. The others are done when
    they have seen it: `seen` compares with that, `confirmed` with the time until ours is sure and has written it, `wall` with our
    whole command."""
    others = [cell for cell in others if cell.rows]
    if not others or not ours.rows or not ours.found or getattr(ours, what) is None:
        return None, False
    theirs = "cpu" if what == "cpu" else "wall"
    best = min(others, key=lambda cell: getattr(cell, theirs))
    return getattr(best, theirs) / max(getattr(ours, what), 0.01), not best.found


def verdict(value, bound):
    """One of three words for a bug."""
    if value >= FACTOR:
        return "a tenth"
    return "undecided" if bound else "faster" if value > 1 else "slower"


def _rates(rows, about):
    table = ["| | packets/s | good packets/s | packets per CPU s | good per CPU s | ours: times packets/s | times good/s | times per CPU s | good |",
             "|---|" + "---:|" * 8]
    rates = {}
    for row in rows:
        if row["bug"] == "-" and "error" not in row:
            rates.setdefault(row["contender"], []).append(
                (row["packets"] / row["wall"], row["good"] / row["wall"], row["packets"] / row["cpu"],
                 row["good"] / row["cpu"]))
    middle = {name: [statistics.median(column) for column in zip(*some)] for name, some in rates.items()}
    for name, title in ((n, about[n].title) for n in about if n in middle):
        ours = [f"{middle['ours'][i] / max(middle[name][i], 0.01):.1f}" for i in range(4)] if "ours" in middle else [""] * 4
        table.append(f"| {title} | " + " | ".join(f"{value:,.0f}" for value in middle[name]) + " | "
                     + " | ".join(["1"] * 4 if name == "ours" else ours) + " |")
    return table, middle


def _comparison(here, has_oracle):
    """The last columns of a bug's row, and what each of WAYS says in a word, if anything."""
    others = [cell for name, cell in here.items() if name != "ours"]
    if "ours" not in here or ratio(here["ours"], others, "wall")[0] is None:
        alone = "ours" in here and here["ours"].rows and here["ours"].found and not has_oracle
        return (["ours only"] * 4, dict.fromkeys(WAYS, "alone")) if alone else ([""] * 4, {})
    pairs = {what: ratio(here["ours"], others, what) for what in (*WAYS, "cpu")}
    return (["" if value is None else f"{'> ' if bound else ''}{_times_as_long(value)}" for value, bound in pairs.values()],
            {what: verdict(*pairs[what]) for what in WAYS if pairs[what][0] is not None})


def _times(rows, kinds, about, names):
    others = [name for name in names if name != "ours"]
    table = ["| bug | kind | ours: seen | confirmed | " + " | ".join(about[name].title for name in names)
             + " | best other / ours | / ours confirmed | / ours seen | CPU |", "|---|---|" + "---:|" * (len(names) + 6)]
    words = []
    for bug, kind in kinds.items():
        here = cells(rows, bug)
        if not here:
            continue
        texts = [here[name].text(name == "ours") if name in here else
                 "not run" if about[name].has_oracle(bug, kind) else "no oracle" for name in names]
        ours = here.get("ours")
        early = [f"{value:.1f}" if value is not None and ours.found else ""
                 for value in ((ours.seen, ours.confirmed) if ours and ours.rows else (None, None))]
        columns, word = _comparison(here, any(about[name].has_oracle(bug, kind) for name in others))
        words.append(word)
        table.append(f"| {bug} | {kind.lower()} | " + " | ".join(early + texts + columns) + " |")
    return table, words


def _one_by_one(rows, kinds, about, names):
    """Ours against each other alone."""
    table = ["| | bugs tried | found | ours at most a tenth | less | longer | undecided | by when ours was confirmed: a tenth | less | "
             "longer | undecided | by when ours saw it: a tenth | less | longer | undecided |", "|---|" + "---:|" * 14]
    for name in (n for n in names if n != "ours"):
        tried, found, words = 0, 0, {what: [] for what in WAYS}
        for bug in kinds:
            here = cells(rows, bug)
            if name not in here or not here[name].rows:
                continue
            tried, found = tried + 1, found + here[name].found
            for what, said in words.items():
                value, bound = ratio(here["ours"], [here[name]], what) if "ours" in here else (None, False)
                said += [verdict(value, bound)] if value is not None else []
        counts = [said.count(word) for said in words.values() for word in ("a tenth", "faster", "slower", "undecided")]
        table.append(f"| {about[name].title} | {tried} | {found} | " + " | ".join(map(str, counts)) + " |")
    return table


def _finds(rows, about, names):
    """Whether each baseline has shown that it can find something."""
    for name in names:
        mine = [row for row in rows if row["contender"] == name and row["bug"] != "-" and "error" not in row]
        found = sorted((row for row in mine if row["found"]), key=time_of)
        bugs = {row["bug"] for row in mine}
        if found:
            yield (f"- {about[name].title}: {len({row['bug'] for row in found})} of {len(bugs)} bugs found, the quickest "
                   f"`{found[0]['bug']}` in {found[0]['seconds']:.1f} s ({found[0]['found']}). `{about[name].command}`")
        elif mine:
            yield f"- {about[name].title}: **found nothing at all in {len(mine)} runs; its harness is not shown to work.**"
    for row in rows:
        if "error" in row:
            yield f"- {row['contender']} failed at {row['bug']}: {row['error']}"


def _claims(rates, words, about):
    for kind, others in (("other program", [n for n in rates if n != "ours" and not about[n].model]),
                         ("model of our own", [n for n in rates if about[n].model])):
        for column, what in enumerate(("packets a second", "packets with a right checksum a second", "packets a processor second",
                                       "packets with a right checksum a processor second")) if "ours" in rates and others else ():
            name = max(others, key=lambda n: rates[n][column])
            times = rates["ours"][column] / max(rates[name][column], 0.01)
            yield (f"{what.capitalize()}: {times:.1f} times those of the best {kind} ({name}): "
                   + ("at least ten times." if times >= FACTOR else "**not ten times.**"))
    for way, what in WAYS.items():
        said = [word[way] for word in words if way in word]
        if not said:
            continue
        yield (f"Time, by {what}: of {len(said)} bugs ours needs at most a tenth of the best other's time for "
               f"{said.count('a tenth')}, less, but more than a tenth, for {said.count('faster')}, longer for "
               f"{said.count('slower')}; {said.count('undecided')} were not found by any other in the time it had, which was less "
               f"than ten times ours; for {said.count('alone')} no other has an oracle.")


def markdown(rows, kinds, about):
    rows = latest(rows)
    if not rows:
        return "nothing was played"
    names = [name for name in about if any(row["contender"] == name and row["bug"] != "-" for row in rows)]
    rate_table, rates = _rates(rows, about)
    time_table, words = _times(rows, kinds, about, names)
    times = ["", "Seconds by the clock (median; least to most), then processor seconds of fuzzer and stub; of ours until "
             "the finding was cut down and written again, and in front when it was first seen, and confirmed and written:", "", *time_table, "",
             *_one_by_one(rows, kinds, about, names)] if names else []
    days, loads = sorted(row["date"] for row in rows), [row["load"] for row in rows]
    return "\n".join([*rate_table, *times, "", *(f"- {claim}" for claim in _claims(rates, words, about)), "", *_finds(rows, about, names), "",
                      f"Played {days[0]} to {days[-1]}; load of the machine {min(loads)} to {max(loads)}, "
                      f"median {statistics.median(loads):.1f}."])


# --- selfcheck ---

def _row(contender, bug, seed=1, found="x", seconds=1.0, **more):
    return {"contender": contender, "bug": bug, "seed": seed, "found": found, "seconds": seconds, "limit": 50.0, "wall": seconds,
            "cpu": seconds / 2, "packets": 1000, "good": 500, "date": "2026-01-01 00:00:00", "load": 1.0, **more}


class _About:
    def __init__(self, title, oracle=True, model=False):
        self.title, self.command, self.oracle, self.model = title, "play " + title, oracle, model

    def has_oracle(self, _bug, kind):
        return self.oracle or kind != "RULE"


def selfcheck():
    """Reads made-up results and holds the table against what they say; 0 when it says the same."""
    about = {"ours": _About("we"), "a": _About("A", False), "b": _About("B", False), "c": _About("C", model=True)}
    kinds = {"one": "CRASH", "two": "CRASH", "three": "RULE", "four": "HANG", "five": "CRASH", "six": "CRASH"}
    rows = [_row("ours", "-", seconds=1), _row("a", "-", seconds=20), _row("b", "-", seconds=5), _row("c", "-", seconds=10),
            *(_row("ours", "one", seed, seconds=s, seen=s - 0.5, confirmed=s - 0.2) for seed, s in ((1, 2), (2, 1), (3, 30))),
            _row("a", "one", seconds=25), _row("b", "one", found=None, seconds=50),
            _row("ours", "two", seen=0.2, confirmed=0.4), _row("a", "two", seconds=0.5), _row("b", "two", error="broken"), _row("b", "two", seconds=4),
            _row("ours", "three"), _row("ours", "four", seen=0.5), _row("a", "four", found=None, limit=5.0),
            _row("ours", "five", found=None, limit=99.0), _row("a", "five", seconds=3),
            _row("ours", "six"), _row("a", "six", seconds=7), _row("a", "six", seconds=8)]
    text = markdown(rows, kinds, about)
    wanted = ["| A | 50 | 25 | 100 | 50 | 20.0 | 20.0 | 20.0 | 20.0 |", "of the best other program (b): **not ten times.**",
              "10.0 times those of the best model of our own (c): at least ten times.",
              "| one | crash | 1.5 | 1.8 | 2.0 (1.0 to 30.0); 1.0 | 25.0; 12.5 | > 50.0; > 25.0 | 12.5 | 13.9 | 16.7 | 12.5 |",
              "| two | crash | 0.2 | 0.4 | 1.0; 0.5 | 0.5; 0.2 | 4.0; 2.0 | 0.50 | 1.2 | 2.5 | 0.50 |",
              "| three | rule | 1.0 |  | 1.0; 0.5 | no oracle | no oracle | ours only | ours only | ours only | ours only |",
              "| four | hang | 0.5 |  | 1.0; 0.5 | > 5.0; > 0.5 | not run | > 5.0 |  | > 10.0 | > 1.0 |",
              "| five | crash |  |  | > 99.0; > 0.5 | 3.0; 1.5 | not run |  |  |  |  |",
              "| six | crash | 1.0 |  | 1.0; 0.5 | 8.0; 4.0 | not run | 8.0 |  | 8.0 | 8.0 |",
              "the whole command: of 5 bugs ours needs at most a tenth of the best other's time for 1, less, but more than a tenth, "
              "for 1, longer for 1; 1 were not found", "had seen it: of 5 bugs ours needs at most a tenth of the best other's time "
              "for 2, less", "for 1 no other", "confirmed and written: of 3 bugs ours needs at most a tenth of the best other's time for 1, "
              "less, but more than a tenth, for 1, longer for 0", "- A: 4 of 5 bugs found", "`two` in 0.5 s",
              "| A | 5 | 4 | 1 | 1 | 1 | 1 | 1 | 1 | 0 | 0 | 2 | 2 | 0 | 0 |"]
    missing = [line for line in wanted if line not in text]
    if missing:
        print(text, "\n\nmissing:", *missing, sep="\n")
        return 1
    lonely = markdown([_row("a", "one", found=None)], kinds, about)
    quick = markdown(rows[:2], kinds, about)
    if "| A | 50 |" not in quick or "bug" in quick:
        print(quick, "\n\nmessages a second alone are not alone")
        return 1
    if "found nothing at all" not in lonely:
        print(lonely, "\n\na contender that found nothing is not named")
        return 1
    print("versus: the tables say what the results say")
    return 0
