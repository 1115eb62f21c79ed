# SPDX-License-Identifier: MIT
"""Tables of the real stubs: what breaks for a debugger, what was read, both ways of judging side by side."""
from .readings import FAILED, KINDS, UNREAD

SHOWN = 4  # scenarios of a cause
NOTES = {"ours": "**False.** ", "words": "**The words mislead.** "}

BEGIN, END = "<!-- zoo: begin -->", "<!-- zoo: end -->"


def cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def table(head, rows):
    return [f"| {' | '.join(head)} |", "|" + "|".join("---" if i == 0 else "---:" if name[0].islower() else "---"
                                                     for i, name in enumerate(head)) + "|",
            *(f"| {' | '.join(map(cell, row))} |" for row in rows), ""]


def outlook(report, debugger):
    """'works', or which actions break and why; '?' where nothing could be said."""
    rows = [row for row in report.get("forecast", []) if row["debugger"] == debugger]
    breaks = {}
    for row in rows:
        if row["outlook"] == "breaks":
            breaks.setdefault(row.get("why", ""), []).append(row["action"])
    if len(breaks) == 1 and all(row["outlook"] in ("breaks", "not-offered") for row in rows):
        return f"**everything**: {next(iter(breaks))}"
    if breaks:
        return "; ".join(f"**{', '.join(actions)}**: {why}" if why else f"**{', '.join(actions)}**" for why, actions in breaks.items())
    unknown = [row["action"] for row in rows if row["outlook"] == "not-judged"]
    if not any(row["outlook"] == "works" for row in rows):
        return "?"
    return f"works; not judged: {', '.join(unknown)}" if unknown else "works"


def debuggers(runs):
    """One row a stub, as a stranger; only where a profile says otherwise a second one."""
    rows = []
    for run in runs:
        rows.append([run["stub"], run["version"], outlook(run["report"], "gdb"), outlook(run["report"], "lldb")])
    return table(["stub", "Version", "GDB", "LLDB"], rows)


def judged(run):
    """How many scenarios; marked where the run met --max-time."""
    return f"{run['report']['judged']['scenarios']:,}{' (cut short)' if run['report']['interrupted'] else ''}"


def failures(run):
    return sum(result["verdict"] in FAILED for result in run["report"]["results"])


def of_kind(run, kind):
    return [read for read in run["read"] if read.kind == kind]


def read_rows(strangers, profiled):
    """Without a profile of ours, then with it and its baseline."""
    rows = []
    for run in strangers:
        mine = profiled.get(run["stub"])
        beside = [judged(mine), mine["report"]["summary"]["xfail"], failures(mine)] if mine else ["", "", ""]
        counts = [len(of_kind(run, kind)) for kind in KINDS]
        rows.append([run["stub"], judged(run), failures(run), len(run["read"]), *counts, *beside])
    return rows


def verdict(strangers):
    """Results, failures, causes, and how many of them are false, in one sentence."""
    count = {kind: sum(len(of_kind(run, kind)) for run in strangers) for kind in KINDS}
    share = f" (1 in {round(sum(count.values()) / count['ours'])})" if count["ours"] else ""
    return (f"{len(strangers)} stubs, {sum(run['report']['judged']['scenarios'] for run in strangers):,} scenarios judged, "
            f"{sum(map(failures, strangers)):,} failures without a profile, of {sum(count.values()):,} causes: {count[UNREAD]:,} unread, "
            f"{count['words']:,} in words that mislead, {count['ours']:,} false{share}.")


def false_ones(strangers):
    rows = [[run["stub"], read.cause["what"], read.reading.why] for kind in ("ours", "words") for run in strangers
            for read in of_kind(run, kind)]
    return ["Causes that are false or mislead, and are not fixed yet:", "", *table(["stub", "Cause", "Why"], rows)] if rows else []


def causes(strangers):
    """A page of its own: what each stub fails, by the causes of its report, and what was read of each."""
    lines = ["# What real stubs fail", "",
             "The causes that fail a run without a profile, as the report prints them, in its order. Behind each stands what was read "
             "of it ([read.yaml](read.yaml)).", ""]
    for run in strangers:
        lines += [f"## {run['stub']}", ""]
        for read in run["read"]:
            scenarios = list(dict.fromkeys(result["scenario"] for result in read.results))
            shown = ", ".join(scenarios[:SHOWN]) + (f" and {len(scenarios) - SHOWN} more" if len(scenarios) > SHOWN else "")
            what = cell(read.cause["what"]).replace("<", "&lt;").replace("*", "\\*")
            why = read.reading.why if read.reading else "Nobody has read it."
            lines.append(f"- **{what}** ({read.cause['requirement']}). {NOTES.get(read.kind, '')}{why} *{shown}*")
        lines.append("")
    return lines


def section(strangers, profiled, missing, commits):
    head = ["stub", "judged", "failures", "causes", "the stub's", "misleading", "false", "unread", "with profile: judged", "expected",
            "failures"]
    return [BEGIN, "", f"By `tools/dev/zoo` at commit {', '.join(sorted(commits))}. {verdict(strangers)}", "",
            "### Will my debugger work?", "", "As the report forecasts it; what real debuggers did is in [interop](../../docs/measurements/interop.md).", "",
            *debuggers(strangers),
            "### Judged without a profile, and with ours", "", *table(head, read_rows(strangers, profiled)),
            *(f"- {row['stub']} ({row['package']}) is not judged: {row['missing']}." for row in missing), *([""] if missing else []),
            *false_ones(strangers), END]


def put(path, lines):
    """Replaces what stands between the marks."""
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(before + "\n".join(lines) + after, encoding="utf-8")
