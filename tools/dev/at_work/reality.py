# SPDX-License-Identifier: MIT
"""What debuggers did, in small files: tests hold the forecast to it where no debugger is installed.

A file for each group of stubs; a line is a stub and a debugger, a cell has the mark of docs/measurements/forecast.md. "gdb" and "lldb" are
GDB 13.1 and LLDB 19.1.7; others have their versions: "lldb 23.1.4".
"""
import csv

from . import table

WORKED = {mark: worked for (_, worked), mark in table.MARKS.items()}
ACTIONS = list(table.SHORT)


def write(folder, observed, predicted):
    folder.mkdir(parents=True, exist_ok=True)
    for group in table.GROUPS:
        rows = {}
        for cell in table.cells(observed, predicted, group):
            rows.setdefault((cell.stub, cell.debugger), {})[cell.action] = table.MARKS[cell.outlook, cell.worked]
        if not rows:
            continue
        with open(folder / f"{group}.csv", "w", newline="", encoding="ascii") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["stub", "debugger", *ACTIONS])
            out.writerows([*key, *(row.get(action, "") for action in ACTIONS)] for key, row in sorted(rows.items()))


def lines(folder):
    for path in sorted(folder.glob("*.csv")):
        with open(path, newline="", encoding="ascii") as file:
            for row in csv.DictReader(file):
                yield row["stub"], row["debugger"], {a: row[a] for a in ACTIONS if row[a]}


def read(folder, wants):
    """stub -> debugger -> action -> whether it worked"""
    rows = {}
    for stub, debugger, marks in lines(folder):
        if wants(stub):
            rows.setdefault(stub, {})[debugger] = {action: WORKED[mark] for action, mark in marks.items()}
    return rows


def worse(folder, observed, predicted):
    """A line for each cell that was right or not judged and is wrong now, or that is judged no more."""
    marks = {(stub, debugger, action): mark for stub, debugger, row in lines(folder) for action, mark in row.items()}
    for cell in table.cells(observed, predicted):
        was = marks[cell.stub, cell.debugger, cell.action]
        if cell.right is False and "/" not in was:
            yield f"wrong, and it was not: {cell.line()}"
        if cell.right is None and "?" not in was:
            yield f"not judged, and it was: {cell.line()}"
    yield from (f"no forecast is made of {stub}" for stub, row in predicted.items() if stub in observed and not any(row.values()))


def compare(folder, observed, predicted):
    """The exit status: 1 where something is worse, or nothing was compared."""
    found = list(worse(folder, observed, predicted))
    print(*found, *table.scores(observed, predicted), sep="\n")
    return 0 if any(table.cells(observed, predicted)) and not found else 1
