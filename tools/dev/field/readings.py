# SPDX-License-Identifier: MIT
"""What a person found when reading the causes that reports of real stubs name: reports/field/read.yaml.

A cause is read where one of its results makes `stubborn run` exit with 1. A reading says that it is the stub's, as the cause says;
or ours, because the stub is right, or no debugger is harmed; or that its words send the stub's author elsewhere.
"""
import re

import yaml

FAILED = ("fail", "crash", "hang", "xpass", "error")
OPINIONS, UNREAD = ("stub", "words", "ours"), "unread"
KINDS = (*OPINIONS, UNREAD)
UNEXPLAINED = "a failure without a cause"


def matches(glob, text):
    """Whole, with '*' as in baselines; None matches everything."""
    return glob is None or re.fullmatch(".*".join(map(re.escape, str(glob).split("*"))), text, re.DOTALL) is not None


def as_list(value):
    return value if isinstance(value, list) else [value]


class Reading:
    def __init__(self, row):
        self.row, self.kind, self.why, self.used = row, row["is"], row["why"], False

    def describes(self, stub, cause):
        row = self.row
        return (any(matches(name, stub) for name in as_list(row.get("stubs", "*")))
                and any(matches(text, cause["what"]) for text in as_list(row.get("cause")))
                and any(matches(name, cause["requirement"]) for name in as_list(row.get("requirement"))))


class Readings:
    def __init__(self, path):
        rows = yaml.safe_load(path.read_text(encoding="utf-8")) or []
        bad = [row for row in rows if row.get("is") not in OPINIONS or not row.get("why") or not row.get("cause")]
        if bad:
            raise ValueError(f"{path}: 'cause' is said, 'is' is one of {', '.join(OPINIONS)}, and 'why' is a sentence: {bad[0]}")
        self.by_hand = [Reading(row) for row in rows]

    def find(self, stub, cause):
        """The first row that describes it; None where nobody has read it."""
        found = next((reading for reading in self.by_hand if reading.describes(stub, cause)), None)
        if found:
            found.used = True
        return found

    def unused(self):
        return [reading.row for reading in self.by_hand if not reading.used]


class Read:
    """A cause, its failures, and what was read of it; `reading` is None where it is unread."""

    def __init__(self, cause, results, reading):
        self.cause, self.results, self.reading = cause, results, reading
        self.kind = reading.kind if reading else UNREAD


def judge(readings, stub, report):
    """The causes of a report's failures, in its order."""
    nothing = {"what": UNEXPLAINED, "requirement": ""}
    failures = {}
    for result in report["results"]:
        if result["verdict"] in FAILED:
            failures.setdefault(result.get("cause", 0), []).append(result)
    causes = {number: report["causes"][number - 1] if number else nothing for number in sorted(failures)}
    return [Read(cause, failures[number], readings.find(stub, cause)) for number, cause in causes.items()]
