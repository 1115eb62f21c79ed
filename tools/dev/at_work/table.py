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
        for row in json.loads(READINGS.read_text(encoding="utf-8")):
            if all(re.fullmatch(row.get(key, ".*"), getattr(self, key)) for key in ("stub", "debugger", "action")):
                return row["reading"]
        return None

    def line(self):
        return f"{self.stub}, {self.debugger}, {self.action}: the forecast was \"{self.outlook}\"{': ' + self.why if self.why else ''}; it " + (
            "worked" if self.worked else "did not work")


def group_of(stub):
    return stub.split(":")[0]


def cells(observed, predicted, group=None):
    """Every cell of a stub that a forecast was made for."""
    for stub, debuggers in observed.items():
        if group and group_of(stub) != group:
            continue
        for debugger, actions in debuggers.items():
            forecast = predicted.get(stub, {}).get(debugger, {})
            if not forecast:
                continue
            for action, worked in actions.items():
                row = forecast.get(action, {})
                yield Cell(stub, debugger, action, row.get("outlook", "not-judged"), worked, row.get("why", ""))


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
            places.setdefault((cell.stub, cell.debugger.upper()), []).append(cell.action)
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

GDB 18.1 and LLDB 23.1 (Debian sid in a folder of its own, by debootstrap) were put in the place of these two on 2026-11-28, by the same scripts: 1,327 cells of the
small stub and of the real ones. GDB 18.1 did in each what GDB 13.1 did. LLDB 23.1 did something else on four stubs, and the rehearsal plays both (`newer` in
JSON, "; LLDB 23: works" in the report):

| stub | LLDB 19 | LLDB 23 | why |
|---|---|---|---|
| gdbserver, gdbserver-multi | breakpoints break | they work | it offers `swbreak+`, so gdbserver's stops are at the breakpoint and not behind it |
| rv32:fifo, m68k:fifo | attach works, after 5 s | it never ends | `qSupported` gets no reply; LLDB 23 waits for it on, and asks `qC` every 5 s |
"""
LEGEND = """`+` works, `-` breaks, `o` is not offered by the stub. A wrong cell has the forecast first, then what happened. `?` was not judged; what happened
follows. An empty cell was not tried, since the program does not allow it, or no debugger here knows the architecture.
"""


def markdown(observed, predicted):
    lines = [*HEAD.splitlines(), "",
             f"{datetime.date.today()}, {version('gdb-multiarch', '--version')}, {version('lldb-19', '--version')}:", "",
             "| stubs | right | of | | not judged |", "|---|---:|---:|---:|---:|"]
    for title, counts in (*((GROUPS[g][0], count(observed, predicted, g)) for g in GROUPS),
                          ("**All that were written elsewhere**", added(observed, predicted, True)), ("All our own", added(observed, predicted, False))):
        yes, no, unknown = counts
        if yes + no:
            lines.append(f"| {title} | {yes} | {yes + no} | {100 * yes / (yes + no):.1f} % | {unknown} |")
    lines += ["", *LEGEND.splitlines(), ""]
    for group, (title, _) in GROUPS.items():
        if any(count(observed, predicted, group)):
            lines += [f"## {title}", "", *tables(observed, predicted, group)]
    wrong = list(wrong_cells(observed, predicted))
    lines += ["## Wrong cells", "", *explained(wrong)] if wrong else []
    return "\n".join(lines).rstrip() + "\n"
