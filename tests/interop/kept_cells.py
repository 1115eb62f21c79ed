"""tools/dev/interop-matrix with --action or --debugger replaces the cells that it has played, and no others of the stub's rows.

usage: kept_cells.py ROOT
"""
# SPDX-License-Identifier: MIT
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile


def cell(debugger, action, verdict, forecast="works", **more):
    return {"debugger": debugger, "action": action, "verdict": verdict, "forecast": forecast, **{"time_ns": 2e9, "tries": 1, "round_trips": 10, **more}}


def report_of(actions, *cells):
    return {"cells": list(cells), "actions": actions, "debuggers": [{"name": "gdb", "about": "GDB 13"}], "started_at": "2026-01-01"}


def check(got, wanted, what):
    if got != wanted:
        sys.exit(f"{what}: {got}, not {wanted}")


def main():
    path = pathlib.Path(sys.argv[1], "tools/dev/interop-matrix")
    sys.path.insert(0, str(path.parent))
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("interop_matrix", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("interop_matrix", loader))
    loader.exec_module(module)
    matrix = {"actions": [], "debuggers": {}, "stubs": {}, "missing": {}}
    actions = ["attach", "step", "kill"]
    with tempfile.TemporaryDirectory() as folder:
        captures = pathlib.Path(folder)
        module.add_small(matrix, "mine", "1", report_of(
            actions, cell("gdb", "attach", "works"), cell("gdb", "step", "breaks", said="no step"), cell("gdb", "kill", "breaks", said="no kill"),
            cell("lldb", "attach", "works"), cell("lldb", "step", "works"), cell("lldb", "kill", "not-tried", time_ns=0)), captures)
        check(matrix["stubs"]["mine"]["letters"], {"gdb": "+BB", "lldb": "++."}, "the first run")
        check(matrix["stubs"]["mine"]["opinions"], {"gdb": {"of": 3, "other": ["step", "kill"]}, "lldb": {"of": 2, "other": []}}, "its opinions")
        module.add_small(matrix, "mine", "1", report_of(["step"], cell("gdb", "step", "works")), captures)
    mine = matrix["stubs"]["mine"]
    check(mine["letters"], {"gdb": "++B", "lldb": "++."}, "after one cell was played again")
    check(mine["said"], {"gdb, kill": "no kill"}, "what red cells say")
    check(mine["opinions"], {"gdb": {"of": 3, "other": ["kill"]}, "lldb": {"of": 2, "other": []}}, "opinions")
    check((mine["tried"], mine["seconds"]), (5, 10), "cells and seconds")
    print("cells that were not played stay")


if __name__ == "__main__":
    main()
