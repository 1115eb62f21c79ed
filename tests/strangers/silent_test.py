#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stub that is silent on all that GDB does not open with is judged as its twin is, which answers the empty reply.

usage: silent_test.py STUBBORN
Only results in which a packet that the stub does not know got no reply may differ, and what is about no other packet may be skipped.
"""
import re
import sys

from together import together
import toy

AREAS = ["acks", "breakpoints", "escapes", "interrupt", "memory", "registers", "resume", "standard", "stop"]
# Requests that toy.pl knows: a missing reply to one of these is no matter of unknown packets.
KNOWN = re.compile(r"(?:\?|g|[cs]|[mGpP].*|M(?!ulti).*|[Zz][01].*|H[gc].*|T1|D|q(?:Supported|Attached|C$|[fs]ThreadInfo).*|vCont\?|vMustReplyEmpty)$")
# About packets that the stub does not know, and nothing else: of these only the first is played.
ABOUT_UNKNOWN = "standard/batches-that-are-not-announced"
BAD = {"fail", "crash", "hang", "error"}


def unanswered(result):
    """The last request of a result that ended without a reply to it; "" where it had one."""
    around = re.match(r"(.*) gets no reply, which is told where it is judged", result.get("reason", ""))
    if around:
        return around[1]
    last = ""
    for line in result.get("window", "").splitlines():
        found = re.match(r"\s*[\d.]+ ms  (->|<-)  (.*)", line)
        if found:
            last = found[2] if found[1] == "->" else ""
    return last


def differences(plain, silent):
    twin = {r["scenario"]: r["verdict"] for r in plain["results"]}
    for r in silent["results"]:
        if r["verdict"] != twin.get(r["scenario"]):
            if r["verdict"] == "skip" and twin.get(r["scenario"]) == "pass" and not r["scenario"].startswith(ABOUT_UNKNOWN):
                yield f"{r['scenario']} is judged on the twin alone: {r['reason']}"
            request = unanswered(r)
            if not request or KNOWN.match(request):
                yield f"{r['scenario']}: {twin.get(r['scenario'])}, silent: {r['verdict']}: {r.get('message') or r.get('reason')} ({request})"


def main():
    plain, silent = together((toy.report_of, sys.argv[1], kind, AREAS) for kind in ("plain", "silent"))
    wrong = list(differences(plain, silent))
    wrong += [f"the twin fails {r['scenario']}" for r in plain["results"] if r["verdict"] in BAD]
    causes = [c for c in silent["causes"] if c["level"] == "must"]
    if [c["requirement"] for c in causes] != ["STD-001"]:
        wrong.append("causes: " + "; ".join(f"{c['requirement']} {c['what']}" for c in causes))
    print("\n".join(wrong) or "only what is about unknown packets differs, and has one cause")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
