"""`stubborn interop` with GDB on the reference stub: two actions work, and what stands behind them is there.

usage: matrix.py STUBBORN ROOT
JSON follows its schema, captures are read by our own commands, the page leads to them, and no file is left elsewhere.
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


def run(stubborn, folder, *more):
    command = [stubborn, "interop", "--stub", "reference=reference", "--debugger", "profile:gdb", "--action", "attach,step", "-O", "out",
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


def check_folder(stubborn, folder, cell):
    place = pathlib.Path(folder, "out", cell["folder"])
    assert sorted(os.listdir(place)) == FILES, os.listdir(place)
    subprocess.run([stubborn, "capture", "check", place / "capture.pcapng"], stdout=subprocess.DEVNULL, check=True)
    page = xml.etree.ElementTree.parse(place / "conversation.html")
    assert sum(1 for _ in page.iter("{http://www.w3.org/1999/xhtml}tr")) > 10
    assert cell["round_trips"] > 10 and cell["capture_bytes"] == (place / "capture.pcapng").stat().st_size, cell


def main():
    stubborn, root = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        matrix, shown = run(stubborn, folder)
        check_schema(root, matrix)
        assert [(c["action"], c["verdict"], c["tries"]) for c in matrix["cells"]] == [("attach", "works", 1), ("step", "works", 1)], matrix
        assert "2 work, 0 break" in shown, shown
        for cell in matrix["cells"]:
            check_folder(stubborn, folder, cell)
        links = pathlib.Path(folder, "m.html").read_text(encoding="utf-8")
        assert 'href="out/reference/gdb/step/capture.pcapng"' in links
        left = [name for name in os.listdir(folder) if name not in ("m.json", "m.html", "out")]
        assert not left, left


if __name__ == "__main__":
    main()
