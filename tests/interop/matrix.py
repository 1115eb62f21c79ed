"""`stubborn interop` with GDB on the reference stub: two actions work, and what stands behind them is there.

usage: matrix.py STUBBORN ROOT [dap]
With "dap" it is our own debug adapter that does them, by the Debug Adapter Protocol, and others. JSON follows its schema, captures are read by our own commands, the page leads to them, and no file is left elsewhere.
"""
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

FILES = ["capture.pcapng", "cell.json", "conversation.html", "printed.txt"]


def run(stubborn, folder, debugger, actions, *more):
    command = [stubborn, "interop", "--stub", "reference=reference", "--debugger", debugger, "--action", ",".join(actions), "-O", "out",
               "-o", "json:m.json", "-o", "html:m.html", *more]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                          stdin=subprocess.DEVNULL, env={**os.environ, "TMPDIR": folder})
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)
    return json.loads(pathlib.Path(folder, "m.json").read_text(encoding="utf-8")), done.stdout


def check_schema(root, matrix):
    try:
        import jsonschema
    except ImportError:
        return
    schema = json.loads(pathlib.Path(root, "reports/schema/interop.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(matrix)


def check_folder(stubborn, folder, cell, least):
    place = pathlib.Path(folder, "out", cell["folder"])
    assert sorted(os.listdir(place)) == FILES, os.listdir(place)
    subprocess.run([stubborn, "capture", "check", place / "capture.pcapng"], stdout=subprocess.DEVNULL, check=True)
    page = xml.etree.ElementTree.parse(place / "conversation.html")
    assert sum(1 for _ in page.iter("{http://www.w3.org/1999/xhtml}tr")) > least
    assert cell["round_trips"] > least and cell["capture_bytes"] == (place / "capture.pcapng").stat().st_size, cell


DAP = ["attach", "registers", "write-registers", "memory", "write-memory", "threads", "step", "step-over", "breakpoints", "condition",
       "interrupt", "finish", "call", "detach", "kill", "reverse"]


def check_adapter(stubborn, root):
    """Each action works, and what is printed is the messages. A second run takes the cells of the first."""
    with tempfile.TemporaryDirectory() as folder:
        matrix, _ = run(stubborn, folder, "dap=stubborn dap", DAP, "-j", "2")
        check_schema(root, matrix)
        broken = [(c["action"], c["verdict"], c.get("said")) for c in matrix["cells"] if c["verdict"] != "works"]
        assert not broken and len(matrix["cells"]) == len(DAP), broken
        for cell in matrix["cells"]:
            check_folder(stubborn, folder, cell, 2)
        printed = pathlib.Path(folder, "out/reference/dap/step/printed.txt").read_text(encoding="utf-8")
        assert '-> {"seq":' in printed and '"command":"stepIn"' in printed and '"event":"stopped"' in printed, printed
        again, _ = run(stubborn, folder, "dap=stubborn dap", DAP, "--resume")
        assert [c["time_ns"] for c in again["cells"]] == [c["time_ns"] for c in matrix["cells"]]


def main():
    stubborn, root, *dap = sys.argv[1:]
    if dap:
        check_adapter(stubborn, root)
        return
    with tempfile.TemporaryDirectory() as folder:
        matrix, shown = run(stubborn, folder, "profile:gdb", ["attach", "step"])
        check_schema(root, matrix)
        assert [(c["action"], c["verdict"], c["tries"]) for c in matrix["cells"]] == [("attach", "works", 1), ("step", "works", 1)], matrix
        assert "2 work, 0 break" in shown, shown
        for cell in matrix["cells"]:
            check_folder(stubborn, folder, cell, 10)
        links = pathlib.Path(folder, "m.html").read_text(encoding="utf-8")
        assert 'href="out/reference/gdb/step/capture.pcapng"' in links
        left = [name for name in os.listdir(folder) if name not in ("m.json", "m.html", "out")]
        assert not left, left


if __name__ == "__main__":
    main()
