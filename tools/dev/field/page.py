# SPDX-License-Identifier: MIT
"""Tables of the real stubs: what breaks for a debugger, what was read, both ways of judging side by side."""

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


def counts(run):
    return [len(run["read"][kind]) for kind in ("baseline", "stub", "ours", "unread")]


def judged(run):
    """How many scenarios; marked where the run met --max-time."""
    return f"{run['report']['judged']['scenarios']:,}{' (cut short)' if run['report']['interrupted'] else ''}"


def read_rows(strangers, profiled):
    """Without a profile of ours, then with it and its baseline."""
    rows = []
    for run in strangers:
        mine = profiled.get(run["stub"])
        beside = ["", "", "", ""]
        if mine:
            summary = mine["report"]["summary"]
            beside = [judged(mine), summary["xfail"], sum(counts(mine)), sum(counts(mine)[2:])]
        rows.append([run["stub"], judged(run), sum(counts(run)), *counts(run), *beside])
    return rows


def sums(runs):
    """failures, of them read, ours, unread"""
    columns = [sum(column) for column in zip(*(counts(run) for run in runs))] or [0, 0, 0, 0]
    return sum(columns), sum(columns[:3]), columns[2], columns[3]


def verdict(strangers):
    """Results, failures and how many of them are false, in one sentence."""
    failures, read, false, unread = sums(strangers)
    judged = sum(run["report"]["judged"]["scenarios"] for run in strangers)
    share = f" (1 in {failures // false})" if false else ""
    return (f"{len(strangers)} stubs, {judged:,} results judged, {failures:,} failures without a profile: {read:,} read, "
            f"{unread:,} unread, {false:,} false{share}.")


def false_ones(strangers):
    rows = [[run["stub"], result["scenario"], reading.why] for run in strangers for result, reading in run["read"]["ours"]]
    return ["Failures that are false, and not mended yet:", "", *table(["stub", "Scenario", "Why"], rows)] if rows else []


def failures(runs):
    """A page of its own: what each failure is, by the sentences of read.yaml and of the baselines."""
    found = {}
    for run in runs:
        for kind in ("stub", "baseline"):
            for result, reading in run["read"][kind]:
                scenarios = found.setdefault(run["stub"], {}).setdefault(reading.why, [])
                if result["scenario"] not in scenarios:
                    scenarios.append(result["scenario"])
    lines = ["# What real stubs fail", "",
             "By stub, each sentence with its scenarios: read by hand ([read.yaml](read.yaml)), or an entry of a baseline.", ""]
    for stub, sentences in found.items():
        lines += [f"## {stub}", "", *(f"- {why} *{', '.join(scenarios)}*" for why, scenarios in sentences.items()), ""]
    return lines


def section(strangers, profiled, missing, commits):
    head = ["stub", "judged", "failures", "in a baseline", "the stub's", "false", "unread", "with profile: judged", "expected",
            "failures", "of them false or unread"]
    return [BEGIN, "", f"By `tools/dev/zoo` at commit {', '.join(sorted(commits))}. {verdict(strangers)}", "",
            "### Will my debugger work?", "", *debuggers(strangers),
            "### Judged without a profile, and with ours", "", *table(head, read_rows(strangers, profiled)),
            *(f"- {row['stub']} ({row['package']}) is not judged: {row['missing']}." for row in missing), *([""] if missing else []),
            *false_ones(strangers), END]


def put(path, lines):
    """Replaces what stands between the marks."""
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(before + "\n".join(lines) + after, encoding="utf-8")
