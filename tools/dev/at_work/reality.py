# SPDX-License-Identifier: MIT
"""What debuggers did, in small files: tests hold the forecast to it where no debugger is installed.

A file for each group of stubs; a line is a stub and a debugger, a cell has the mark of docs/measurements/forecast.md.
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


def compare(folder, observed, predicted):
    """1 where a cell is wrong now that was not, or nothing was compared."""
    known = {(stub, debugger, action) for stub, debugger, marks in lines(folder) for action, mark in marks.items() if "/" in mark}
    wrong = list(table.wrong_cells(observed, predicted))
    new = [cell for cell in wrong if (cell.stub, cell.debugger, cell.action) not in known]
    for cell in new:
        print(f"wrong, and it was not: {cell.line()}")
    print(*table.scores(observed, predicted), sep="\n")
    compared = sum(table.count(observed, predicted))
    return 0 if compared and not new else 1
