# SPDX-License-Identifier: MIT
"""Forecast against what happened, cell by cell."""
import datetime
import subprocess

SHORT = {"attach": "attach", "registers": "reg", "write-registers": "reg=", "memory": "mem", "write-memory": "mem=", "threads": "thr",
         "step": "step", "breakpoints": "brk", "interrupt": "int", "watchpoints": "watch", "detach": "det", "kill": "kill"}
MARKS = {("works", True): "+", ("works", False): "**+/-**", ("breaks", False): "-", ("breaks", True): "**-/+**",
         ("not-offered", False): "o", ("not-offered", True): "**o/+**", ("not-judged", True): "?+", ("not-judged", False): "?-"}


def cells(observed, predicted):
    """(stub, debugger, action, outlook, happened) of every cell of a stub that a forecast was made for."""
    for stub, debuggers in observed.items():
        for debugger, actions in debuggers.items():
            forecast = predicted.get(stub, {}).get(debugger, {})
            if not forecast:
                continue
            for action, worked in actions.items():
                yield stub, debugger, action, forecast.get(action, {}).get("outlook", "not-judged"), worked


def right(outlook, worked):
    """None where no forecast was made."""
    return None if outlook == "not-judged" else (outlook == "works") == worked


def count(observed, predicted):
    """(right, wrong, not judged)"""
    verdicts = [right(outlook, worked) for _, _, _, outlook, worked in cells(observed, predicted)]
    return verdicts.count(True), verdicts.count(False), verdicts.count(None)


def wrong_cells(observed, predicted):
    for stub, debugger, action, outlook, worked in cells(observed, predicted):
        if right(outlook, worked) is False:
            why = predicted[stub][debugger][action].get("why", "")
            yield f"{stub}, {debugger}, {action}: the forecast was \"{outlook}\"{': ' + why if why else ''}; it " + (
                "worked" if worked else "did not work")


def version(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()[0].strip()


def markdown(observed, predicted):
    yes, no, unknown = count(observed, predicted)
    lines = ["# Will my debugger work?", "",
             "`stubborn run` begins its report with a forecast: which actions of GDB and LLDB work on this stub. It plays what the debuggers do",
             "(`harness/rehearsal`). This page compares it with real debuggers. `tools/dev/forecast` starts each stub afresh, lets a",
             "scripted debugger do each action, and compares. Only what the debugger printed or wrote decides whether an action worked.", "",
             f"{datetime.date.today()}, {version('gdb-multiarch', '--version')}, {version('lldb-19', '--version')}: "
             f"**{yes} of {yes + no} cells are right ({100 * yes / max(1, yes + no):.1f} %)**, {unknown} were not judged.", "",
             "`+` works, `-` breaks, `o` is not offered by the stub. A wrong cell has the forecast first, then what happened. `?` was not judged; what happened",
             "follows. An empty cell was not tried, since the program does not allow it.", ""]
    for debugger, title in (("gdb", "GDB"), ("lldb", "LLDB")):
        lines += [f"## {title}", "", "| stub | " + " | ".join(SHORT.values()) + " |", "|---|" + "---|" * len(SHORT)]
        for stub, debuggers in observed.items():
            row = {a: MARKS[o, w] for _, d, a, o, w in cells({stub: debuggers}, predicted) if d == debugger}
            if row:
                lines.append(f"| {stub} | " + " | ".join(row.get(action, "") for action in SHORT) + " |")
        lines.append("")
    wrong = list(wrong_cells(observed, predicted))
    lines += ["## Wrong cells", "", *(f"- {line}" for line in wrong)] if wrong else []
    return "\n".join(lines).rstrip() + "\n"
