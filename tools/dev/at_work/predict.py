# SPDX-License-Identifier: MIT
"""The forecast of `stubborn run` for a stub that nobody gave a profile for."""
import json
import os
import subprocess
import tempfile

from . import places

LIMIT_S = 240


def scenario_files():
    """The forecast is a rehearsal: it needs no verdicts. The handshake is over soon."""
    folder = os.environ.get("STUBBORN_SCENARIOS", os.path.join(places.ROOT, "scenarios"))
    return [os.path.join(folder, "handshake")]


def predict(stubborn, stub):
    """debugger -> action -> outlook; what `run` printed where it made no forecast."""
    with tempfile.TemporaryDirectory(prefix="forecast-") as folder, stub.turn:
        report = os.path.join(folder, "run.json")
        words = [stubborn, "run", "--no-config", "--forecast", "--stub", stub.address(), "--wait", "10s", "-o", f"json:{report}",
                 "--max-time", f"{LIMIT_S - 60}s", *scenario_files()]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT_S, cwd=folder,
                              check=False)
        if not os.path.exists(report):
            return {"trouble": done.stderr[:3000]}
        with open(report, encoding="utf-8") as file:
            run = json.load(file)
    if "forecast" not in run:
        return {"trouble": run.get("trouble", "no forecast")}
    out = {}
    for row in run["forecast"]:
        out.setdefault(row["debugger"], {})[row["action"]] = row
    return out
