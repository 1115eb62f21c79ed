"""Whether forecast and causes of a report say the same: one is played, the other judged, and they meet at the same stub."""
# SPDX-License-Identifier: MIT

# A broken must after which an action can not work, whichever debugger does it. Others leave a debugger a way around.
DECIDE = {"INT-001": ("interrupt",), "BRK-001": ("breakpoints",), "BRK-002": ("breakpoints",), "REG-005": ("write-registers",),
          "THR-002": ("threads",), "RUN-001": ("breakpoints", "interrupt")}


def contradictions(report):
    """A line for each: a "works" beside a must that says the opposite, a "breaks" that no cause explains. None without a forecast."""
    causes = report.get("causes", [])
    for row in report.get("forecast", []):
        where = f"{row['debugger']}, {row['action']}"
        against = [c for c in causes if c.get("level") == "must" and row["action"] in DECIDE.get(c["requirement"], ())]
        if row["outlook"] == "works" and against:
            yield f"{where}: works, though {against[0]['requirement']} is broken: {against[0]['what']}"
        # LLDB serves no calls of a program, which are legal: nothing is wrong with the stub.
        is_call = row["debugger"] == "lldb" and "-> F" in row.get("why", "")
        if row["outlook"] == "breaks" and not row.get("cause") and not is_call:
            yield f"{where}: breaks, and no cause explains it: {row.get('why', '')}"
