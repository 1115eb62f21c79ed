# SPDX-License-Identifier: MIT
"""toy.pl under a run."""
import json
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def report_of(stubborn, kind, areas):
    """The report on a kind of toy.pl; ends the test where there is none."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        stub = subprocess.Popen(["perl", HERE / "toy.pl", "0", "300", kind], stdout=subprocess.PIPE, text=True)
        try:
            address = stub.stdout.readline().split()[-1]
            done = subprocess.run([stubborn, "run", *(f"scenarios/{area}" for area in areas), "--stub", address, "--allow-writes", "-o",
                                   f"json:{report}"], check=False, cwd=HERE.parents[1], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        finally:
            stub.kill()
            stub.wait()
            stub.stdout.close()
        if not report.exists():
            raise SystemExit(f"{kind}: no report: {done.stdout[-2000:]}")
        return json.loads(report.read_text(encoding="utf-8"))
