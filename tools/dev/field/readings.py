# SPDX-License-Identifier: MIT
"""What a person found when reading the failures of real stubs: reports/field/read.yaml, and the baselines of profiles.

A failure is a result that makes `stubborn run` exit with 1. A reading says of it that it is the stub's, or ours:
the stub is right, or no debugger is harmed, and the check asks too much.
"""
import re

import yaml

FAILED = ("fail", "crash", "hang", "xpass", "error")


def matches(glob, text):
    """Whole, with '*' as in baselines; None matches everything."""
    return glob is None or re.fullmatch(".*".join(map(re.escape, str(glob).split("*"))), text, re.DOTALL) is not None


def as_list(value):
    return value if isinstance(value, list) else [value]


class Reading:
    def __init__(self, row, verdict, origin):
        self.row, self.verdict, self.origin, self.used = row, verdict, origin, False
        self.why = row.get("why") or row.get("reason", "")

    def describes(self, stub, result):
        row = self.row
        return (any(matches(name, stub) for name in as_list(row.get("stubs", "*")))
                and any(matches(name, result["scenario"]) for name in as_list(row.get("scenario")))
                and (not row.get("requirement") or row["requirement"] in result["requirements"])
                and (not row.get("variant") or row["variant"] == result.get("variant", ""))
                and any(matches(text, result.get("message", "")) for text in as_list(row.get("message"))))


class Readings:
    """The readings by hand first, then the entries of a baseline, which say why, too."""

    def __init__(self, path):
        rows = yaml.safe_load(path.read_text(encoding="utf-8")) or []
        bad = [row for row in rows if row.get("is") not in ("stub", "ours") or not row.get("why")]
        if bad:
            raise ValueError(f"{path}: 'is' is stub or ours, and 'why' is a sentence: {bad[0]}")
        self.by_hand = [Reading(row, row["is"], "read") for row in rows]

    @staticmethod
    def of_baseline(path):
        return [Reading(row, "stub", "baseline") for row in yaml.safe_load(path.read_text(encoding="utf-8")) or []]

    def find(self, stub, result, baseline):
        for reading in [*self.by_hand, *baseline]:
            if reading.describes(stub, result):
                reading.used = True
                return reading
        return None

    def unused(self):
        return [reading.row for reading in self.by_hand if not reading.used]


def judge(readings, stub, report, baseline):
    """{baseline, stub, ours, unread: lists of (result, reading)} of a report's failures."""
    found = {"baseline": [], "stub": [], "ours": [], "unread": []}
    for result in report["results"]:
        if result["verdict"] not in FAILED:
            continue
        reading = readings.find(stub, result, baseline)
        kind = "unread" if reading is None else "baseline" if reading.origin == "baseline" else reading.verdict
        found[kind].append((result, reading))
    return found
