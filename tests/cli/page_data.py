# The data in the page of a capture against what other commands say of the same capture.
# Exchanges are compared with `capture show -o json`, sums of savings per stop with `capture what-if -o json`.
# usage: page_data.py STUBBORN PAGE CAPTURE
# SPDX-License-Identifier: MIT
import json
import re
import subprocess
import sys

stubborn, path, capture = sys.argv[1:]
text = open(path, encoding="utf-8").read()
data = {name: json.loads(body) for name, body in
        re.findall(r'<script type="application/json" id="(\w+)">(.*?)</script>', text, re.S)}


def told(*arguments):
    return json.loads(subprocess.run([stubborn, "capture", *arguments, capture], check=True, capture_output=True).stdout)


def columns(name):
    return {c["key"]: [c["words"][v] if "words" in c and v >= 0 else None if "words" in c else v for v in c["values"]]
            for c in data[name]["columns"]}


rows = columns("exchanges")
listed = told("show", "-o", "json")["exchanges"]
assert data["exchanges"]["rows"] == len(listed), len(listed)
for i, row in enumerate(listed):
    for key, other in (("number", "number"), ("stop", "stop"), ("kind", "kind"), ("answer", "answer"), ("at", "at_ns"),
                       ("latency", "latency_ns"), ("frame", "frame"), ("action", "action"), ("phase", "phase"),
                       ("sent", "sent"), ("got", "got"), ("length", "length"), ("conversation", "conversation")):
        assert rows[key][i] == row.get(other), (i, key, rows[key][i], row)

actions = columns("actions")
savings = told("what-if", "--rtt", "20ms", "-o", "json")
for saving in data["session"]["savings"]:
    key, rest, c = saving["key"], saving["rest"], savings[saving["name"]]
    packets, best, worst = (sum(actions[column]) + rest[name] for column, name in
                            ((key, "packets"), (f"{key}_best", "best"), (f"{key}_worst", "worst")))
    assert (packets, packets - worst, packets - best) == (c["packets"], c["saved_least"], c["saved_most"]), (saving, c)
assert data["session"]["round_trips"] == savings["round_trips"]
print(len(listed), "exchanges as listed,", len(data["session"]["savings"]), "kinds of savings as counted")
