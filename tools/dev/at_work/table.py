# SPDX-License-Identifier: MIT
"""Forecast against what happened, cell by cell, each group of stubs apart."""
import dataclasses
import datetime
import json
import pathlib
import re
import subprocess

SHORT = {"attach": "attach", "registers": "reg", "write-registers": "reg=", "memory": "mem", "write-memory": "mem=", "threads": "thr",
         "step": "step", "breakpoints": "brk", "interrupt": "int", "watchpoints": "watch", "detach": "det", "kill": "kill"}
MARKS = {("works", True): "+", ("works", False): "+/-", ("breaks", False): "-", ("breaks", True): "-/+",
         ("not-offered", False): "o", ("not-offered", True): "o/+", ("not-judged", True): "?+", ("not-judged", False): "?-"}
# Who wrote the stub decides what a right cell shows.
GROUPS = {"zoo": ("Real stubs", True), "ministub": ("A small stub with switches, written elsewhere", True),
          "practice": ("Our practice stub", False), "reference": ("Our reference stub", False)}
READINGS = pathlib.Path(__file__).with_name("wrong.json")
# Why versions differ.
DIFFERENCES = pathlib.Path(__file__).with_name("versions.json")


@dataclasses.dataclass(frozen=True)
class Cell:
    stub: str
    debugger: str
    action: str
    outlook: str
    worked: bool
    why: str

    @property
    def right(self):
        """None where no forecast was made."""
        return None if self.outlook == "not-judged" else (self.outlook == "works") == self.worked

    @property
    def mark(self):
        text = MARKS[self.outlook, self.worked]
        return f"**{text}**" if self.right is False else text

    @property
    def reading(self):
        """What somebody who has read both conversations says of a wrong one; None."""
        return read_of(READINGS, self)

    def line(self):
        return f"{self.stub}, {self.debugger}, {self.action}: the forecast was \"{self.outlook}\"{': ' + self.why if self.why else ''}; it " + (
            "worked" if self.worked else "did not work")


def read_of(path, cell):
    """The first reading in the file whose patterns are the cell's; None."""
    for row in json.loads(path.read_text(encoding="utf-8")):
        if all(re.fullmatch(row.get(key, ".*"), getattr(cell, key)) for key in ("stub", "debugger", "action")):
            return row["reading"]
    return None


def group_of(stub):
    return stub.split(":")[0]


def kind_of(debugger):
    """"lldb" of "lldb 23.1.4", which is another one than that which is installed."""
    return debugger.split()[0]


def major_of(debugger):
    """0: the one that is installed."""
    return int(debugger.partition(" ")[2].partition(".")[0] or 0)


def title_of(debugger):
    kind, _, number = debugger.partition(" ")
    return f"{kind.upper()} {number}".strip()


def installed(observed):
    """What the debuggers did that are installed."""
    return {stub: {d: row for d, row in debuggers.items() if d == kind_of(d)} for stub, debuggers in observed.items()}


def outlook_of(row, debugger):
    """What the forecast says of this version: `newer` is about "21 to 23", or "22 and 23"."""
    about = [int(number) for number in re.findall(r"\d+", row.get("newer_versions", ""))]
    return row["newer"] if about and min(about) <= major_of(debugger) <= max(about) else row.get("outlook", "not-judged")


def cells(observed, predicted, group=None):
    """Every cell of a stub that a forecast was made for."""
    for stub, debuggers in observed.items():
        if group and group_of(stub) != group:
            continue
        for debugger, actions in debuggers.items():
            forecast = predicted.get(stub, {}).get(kind_of(debugger), {})
            if not forecast:
                continue
            for action, worked in actions.items():
                row = forecast.get(action, {})
                yield Cell(stub, debugger, action, outlook_of(row, debugger), worked, row.get("why", ""))


def count(observed, predicted, group=None):
    """(right, wrong, not judged)"""
    verdicts = [cell.right for cell in cells(observed, predicted, group)]
    return verdicts.count(True), verdicts.count(False), verdicts.count(None)


def wrong_cells(observed, predicted):
    return (cell for cell in cells(observed, predicted) if cell.right is False)


def score(counts):
    yes, no, unknown = counts
    return f"{yes} of {yes + no} cells are right ({100 * yes / max(1, yes + no):.1f} %), {unknown} were not judged"


def added(observed, predicted, foreign):
    every = [count(observed, predicted, group) for group, (_, is_foreign) in GROUPS.items() if is_foreign == foreign]
    return [sum(column) for column in zip(*every)]


def scores(observed, predicted):
    for group in GROUPS:
        if any(count(observed, predicted, group)):
            yield f"{group:10} {score(count(observed, predicted, group))}"
    for foreign in (True, False):
        counts = added(observed, predicted, foreign)
        if any(counts):
            yield f"{'foreign' if foreign else 'own':10} {score(counts)}"


def is_good(observed, predicted, least):
    groups = [count(observed, predicted, group) for group in GROUPS]
    return any(yes + no for yes, no, _ in groups) and all(yes >= least * (yes + no) for yes, no, _ in groups)


def version(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()[0].strip()


def tables(observed, predicted, group):
    for debugger, title in (("gdb", "GDB"), ("lldb", "LLDB")):
        yield from (f"### {title}", "", "| stub | " + " | ".join(SHORT.values()) + " |", "|---|" + "---|" * len(SHORT))
        for stub, debuggers in observed.items():
            row = {c.action: c.mark for c in cells({stub: debuggers}, predicted, group) if c.debugger == debugger}
            if row:
                yield f"| {stub.removeprefix(group + ':')} | " + " | ".join(row.get(action, "") for action in SHORT) + " |"
        yield ""


def explained(wrong):
    """Wrong cells by what was read of them."""
    readings = {}
    for cell in wrong:
        readings.setdefault(cell.reading or "Nobody has read why.", []).append(cell)
    for reading, group in readings.items():
        places = {}
        for cell in group:
            places.setdefault((cell.stub, title_of(cell.debugger)), []).append(cell.action)
        yield f"- {'; '.join(f'`{stub}`, {debugger}: ' + ', '.join(actions) for (stub, debugger), actions in places.items())}. {reading}"


HEAD = """# Will my debugger work?

`stubborn run` begins its report with a forecast: which actions of GDB and LLDB work on this stub. It plays what the debuggers do
(`harness/judge/rehearsal`, [0051](../decisions/0051-the-forecast-is-a-rehearsal.md)). This page compares it with real debuggers.
`tools/dev/forecast` starts each stub afresh, lets a scripted debugger do each action, and compares. Only what the debugger printed or wrote
decides whether an action worked.

The stubs that were written elsewhere count: a stub that somebody here wrote has the faults that somebody here thought of. Each wrong cell was read, and the
rehearsal was corrected by what the debugger does. So the figures say that it follows the debuggers on these stubs. What can be expected of a new one
is nearer to the first measurements, before anything was corrected: 703 of 756 cells (93 %) of the small stub, 295 of 320 (92 %) of the real ones that
were tried first. Before the rehearsal there was a table of inferences. It was right on 776 of 796 cells of our own practice stub, and on 19 of 63 cells
(30 %) of nine stubs that nobody here had seen.
"""
LEGEND = """`+` works, `-` breaks, `o` is not offered by the stub. A wrong cell has the forecast first, then what happened. `?` was not judged; what happened
follows. An empty cell was not tried, since the program does not allow it, or no debugger here knows the architecture.
"""


VERSIONS = """Other versions did the actions by the same scripts: `tools/dev/forecast --debugger 'chroot FOLDER lldb-23'`, where FOLDER has Debian's packages
of a later suite, unpacked (GDB 16 of trixie, the others of sid). No suite of today has GDB 14 and 17, or LLDB 20: they were not observed. Each cell is compared with
what the installed debugger did. Where a newer LLDB may do something else than LLDB 19, the rehearsal plays both: `newer` and `newer_versions` in JSON,
"; LLDB 21 to 23: breaks" in the report.
"""
SENT = """What the versions send differs in more than what they do. Recorded by `stubborn proxy --record`, the same session on the small stub:

| version | other than the one before it here |
|---|---|
| GDB 16.3, after 13.1 | `vCont?` comes straight behind `qSupported`, which offers `QThreadOptions+` and `error-message+`, too |
| GDB 18.1, after 16.3 | `qExecAndArgs` in the opening; target.xml is read twice; no `Hc-1` at the attach |
| LLDB 21.1, after 19.1 | `qSupported` offers `swbreak+` and `hwbreak+`, and is sent again before `x0,0`; `jThreadsInfo` comes at the first stop |
| LLDB 22.1, after 21.1 | on RISC-V the code at pc is read at each stop, and the caller's frame (`mfffffffffffffe00,200` where fp is 0) |
| LLDB 23.1, after 22.1 | `qSupported` offers `qXfer:libraries:read+` and `qXfer:libraries-svr4:read+`, too |
"""


def differing(observed, debugger):
    """(stub, action, worked) of each cell in which this version did something else than the installed one."""
    for stub, debuggers in observed.items():
        base = debuggers.get(kind_of(debugger), {})
        for action, worked in debuggers.get(debugger, {}).items():
            if worked != base.get(action, worked):
                yield stub, action, worked


def differences(observed):
    """A row for each stub and set of actions in which versions differ: with the versions, and why."""
    found = {}
    for debugger in others(observed):
        stubs = {}
        for stub, action, worked in differing(observed, debugger):
            stubs.setdefault((stub, worked), []).append(action)
        for (stub, worked), actions in stubs.items():
            row = found.setdefault((stub, kind_of(debugger), worked, tuple(actions)), [])
            row.append(debugger)
    for (stub, kind, worked, actions), debuggers in found.items():
        cell = Cell(stub, debuggers[0], actions[0], "", worked, "")
        yield stub, kind, actions, worked, debuggers, read_of(DIFFERENCES, cell)


def others(observed):
    return sorted({d for debuggers in observed.values() for d in debuggers if major_of(d)}, key=lambda d: (kind_of(d), major_of(d)))


def unread_differences(observed):
    return [f"{stub}, {', '.join(actions)}: {', '.join(debuggers)}"
            for stub, _, actions, _, debuggers, why in differences(observed) if not why]


def versions(observed, predicted, names):
    """The section of the versions that are not installed."""
    if not others(observed):
        return
    yield from ("## Other versions", "", *VERSIONS.splitlines(), "", "| version | stubs | cells | differ | the forecast is right | of | not judged |",
                "|---|---:|---:|---:|---:|---:|---:|")
    for debugger in others(observed):
        mine = {stub: {debugger: row[debugger]} for stub, row in observed.items() if debugger in row}
        yes, no, unknown = count(mine, predicted)
        differ = len(list(differing(observed, debugger)))
        yield f"| {title_of(debugger)} | {len(mine)} | {sum(len(row[debugger]) for row in mine.values())} | {differ} | {yes} | {yes + no} | {unknown} |"
    rows = list(differences(observed))
    if rows:
        yield from ("", "| stub | actions | installed | other | why |", "|---|---|---|---|---|")
    for stub, kind, actions, worked, debuggers, why in rows:
        before, after = ("break", "work") if worked else ("work", "break")
        other = f"{', '.join(map(title_of, debuggers))}: {after}"
        yield f"| {stub.partition(':')[2] or stub} | {', '.join(actions)} | {names[kind]}: {before} | {other} | {why or 'Nobody has read why.'} |"
    yield from ("", *SENT.splitlines(), "")


def markdown(observed, predicted):
    every, observed = observed, installed(observed)
    names = {"gdb": version("gdb-multiarch", "--version"), "lldb": version("lldb-19", "--version")}
    lines = [*HEAD.splitlines(), "", f"{datetime.date.today()}, {names['gdb']}, {names['lldb']}:", "",
             "| stubs | right | of | | not judged |", "|---|---:|---:|---:|---:|"]
    for title, counts in (*((GROUPS[g][0], count(observed, predicted, g)) for g in GROUPS),
                          ("**All that were written elsewhere**", added(observed, predicted, True)), ("All our own", added(observed, predicted, False))):
        yes, no, unknown = counts
        if yes + no:
            lines.append(f"| {title} | {yes} | {yes + no} | {100 * yes / (yes + no):.1f} % | {unknown} |")
    short = {kind: f"{kind.upper()} {re.search(r'[0-9.]+$', text)[0]}" for kind, text in names.items()}
    lines += ["", *versions(every, predicted, short), *LEGEND.splitlines(), ""]
    for group, (title, _) in GROUPS.items():
        if any(count(observed, predicted, group)):
            lines += [f"## {title}", "", *tables(observed, predicted, group)]
    wrong = list(wrong_cells(every, predicted))
    lines += ["## Wrong cells", "", *explained(wrong)] if wrong else []
    return "\n".join(lines).rstrip() + "\n"
