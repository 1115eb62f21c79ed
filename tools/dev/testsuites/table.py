# SPDX-License-Identifier: MIT
"""What testsuites of debuggers said of servers: results read, counted, compared, and written as a page.

A result is (verdict, name), with DejaGnu's verdicts and LATE for a file that was ended.
"""
import collections
import fnmatch
import pathlib
import re

# Verdicts that speak against a server. KPASS, a defect of GDB's that did not show, does not.
AGAINST = ("FAIL", "UNRESOLVED", "ERROR", "LATE")
LINE = re.compile(r"(PASS|FAIL|XFAIL|XPASS|KFAIL|KPASS|UNTESTED|UNRESOLVED|UNSUPPORTED|ERROR|WARNING): (.*)")


def read_sum(path):
    """The results of a DejaGnu .sum file; an error of the run is a result, too."""
    path = pathlib.Path(path)
    if not path.exists():
        return [("ERROR", "no results were written")]
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return [(found.group(1), found.group(2)) for line in lines if (found := LINE.match(line))]


def read_list(path):
    """Names, one a line; # begins a comment."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    return [name for line in text.splitlines() if (name := line.split("#", 1)[0].strip())]


def read_reasons(path):
    """Lines `SERVER FILE TEST: WHOSE: REASON` with globs in the first three, as (server, file, test, whose, reason)."""
    rows = []
    for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = re.fullmatch(
            r"(\S+) (\S+) (.*?) *: (gdb|dejagnu|lldb|lldb-server|test|riscv|linux|ours|qemu|gdbserver): (.+)", line)
        if not found:
            raise SystemExit(f"{path}:{number}: expected SERVER FILE TEST : WHOSE: REASON")
        rows.append(found.groups())
    return rows


def reason_of(reasons, server, name, test):
    for where, files, tests, whose, why in reasons:
        if fnmatch.fnmatchcase(server, where) and fnmatch.fnmatchcase(name, files) and \
           fnmatch.fnmatchcase(test, tests if "*" in tests else f"*{tests}*"):
            return whose, why
    return None


def count(results):
    return collections.Counter(verdict for verdict, _ in results)


def failures(results):
    return [test for verdict, test in results if verdict in AGAINST]


def in_short(results):
    counts = count(results)
    return f"{counts['PASS']} passed, {len(failures(results))} failed" + \
           (f", {counts['UNSUPPORTED'] + counts['UNTESTED']} not tested" if counts["UNSUPPORTED"] + counts["UNTESTED"] else "")


def unexplained(results, names, servers, reasons):
    """(server, file, test) of our stub's failures that no line explains."""
    return [(server, name, test) for server in servers if server.startswith("stub")
            for name in names for test in failures(results.get(server, {}).get(name, []))
            if not reason_of(reasons, server, name, test)]


def totals(results, names, servers):
    yield "| server | files | passed | failed | not supported or not tested |"
    yield "|---|--:|--:|--:|--:|"
    for server in servers:
        there = [results[server][name] for name in names if name in results.get(server, {})]
        counts = sum((count(one) for one in there), collections.Counter())
        yield (f"| {server} | {len(there)} | {counts['PASS']} | {sum(counts[v] for v in AGAINST)} "
               f"| {counts['UNSUPPORTED'] + counts['UNTESTED']} |")


def worse_than(results, names, ours, other):
    """Files in which ours has more failures than the other, both having passed something, and how many both ran."""
    both = [name for name in names if name in results.get(ours, {}) and name in results.get(other, {})
            and count(results[ours][name])["PASS"] + len(failures(results[ours][name])) > 0
            and count(results[other][name])["PASS"] > 0]
    return [name for name in both if len(failures(results[ours][name])) > len(failures(results[other][name]))], len(both)


def comparisons(results, names, servers):
    for ours in (one for one in servers if one.startswith("stub")):
        for other in (one for one in servers if not one.startswith("stub")):
            worse, both = worse_than(results, names, ours, other)
            yield f"- {ours} has more failures than {other} in {len(worse)} of {both} files" + \
                  (": " + ", ".join(worse) if worse else "") + "."


def rows(results, names, servers):
    yield "| file | " + " | ".join(servers) + " |"
    yield "|---|" + "--:|" * len(servers)
    for name in names:
        cells = []
        for server in servers:
            one = results.get(server, {}).get(name)
            counts = count(one or [])
            cells.append("" if one is None else f"{counts['PASS']} / {len(failures(one))}")
        yield f"| {name} | " + " | ".join(cells) + " |"


def reasons_told(results, names, servers, reasons):
    """A line for each file and reason; what has none is told test by test."""
    for server in (one for one in servers if one.startswith("stub")):
        for name in names:
            by_reason = collections.Counter(
                reason_of(reasons, server, name, test) or test for test in failures(results.get(server, {}).get(name, [])))
            for reason, num in by_reason.items():
                yield (f"- {server}, `{reason[:150]}`: not explained yet" if isinstance(reason, str)
                       else f"- {server}, {name}, {num} failed: {reason[0]}: {reason[1]}")


def page(title, command, results, names, servers, reasons):
    """The page as Markdown: totals, comparisons, a row a file (passed / failed), the failures with their reasons."""
    parts = [f"# {title} against the reference stub", "",
             f"Written by `{command} --write`. A cell is passed / failed.", "",
             *totals(results, names, servers), "", *comparisons(results, names, servers), "",
             "## Failures of the stub", "", *reasons_told(results, names, servers, reasons), "",
             "## Files", "", *rows(results, names, servers), ""]
    return "\n".join(parts)
