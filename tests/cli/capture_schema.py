"""What `capture analyze --format json` prints follows its schema, CSV is what a CSV reader expects: exit 77 (skip)
without python3-jsonschema. usage: capture_schema.py STUBBORN, in the source folder."""
# SPDX-License-Identifier: MIT
import csv
import io
import json
import subprocess
import sys

SCHEMA = "reports/schema/capture.schema.json"
EXCHANGES = "reports/schema/exchanges.schema.json"
CAPTURES = "tests/cli/captures/"
CASES = {
    "capture": ["sample.pcap"],
    "several": ["sample.pcap", "logged.pcap"],
    "log without times": ["gdb-remotelog.txt"],
    "logs and captures": ["gdb-debug.txt", "logged.pcap", "gdb-remotelog.txt"],
    "partial": ["--what-if", "logged.pcap", "lldb-packets.txt"],
    "nothing for this port": ["--port", "7", "logged.pcap"],
}

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)


def analyze(form, arguments, verb="analyze"):
    command = [sys.argv[1], "capture", verb, "-o", form]
    command += [word if word.startswith("-") or "." not in word else CAPTURES + word for word in arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def breaches(report, validator, schema=SCHEMA):
    """Each once: a new key is wrong in every packet kind of every conversation."""
    places = {}
    for e in validator.iter_errors(report):
        places.setdefault(e.message, []).append("/".join(map(str, e.absolute_path)))
    for message, found in places.items():
        more = f" and {len(found) - 1} more places" if len(found) > 1 else ""
        yield f"{found[0]}{more}: {message} ({schema})"


def check_json(name, arguments, validator):
    report = json.loads(analyze("partial" if name == "partial" else "json", arguments))
    problems = list(breaches(report, validator))
    # Checks that can fail: a report without its summary, or with a number too many, must be refused.
    if validator.is_valid({key: value for key, value in report.items() if key != "summary"}):
        problems.append("the schema accepts a report without summary")
    if validator.is_valid({**report, "latency": {**report["latency"], "mean_ns": 1}}):
        problems.append("the schema accepts a number that it does not know")
    kinds = sum(kind["count"] for kind in report["kinds"].values())
    if report["summary"]["round_trips"] > kinds:
        problems.append(f"{report['summary']['round_trips']} round trips, but {kinds} answered requests")
    return report, problems


def check_csv(arguments, report, times):
    """Every kind has a row, for all and for each conversation, with the numbers of the JSON report."""
    rows = list(csv.DictReader(io.StringIO(analyze("csv", arguments)), strict=True))
    wanted = [("all", report["kinds"])] + [(str(c["number"]), c["kinds"]) for c in report["conversations"]]
    problems = []
    for who, kinds in wanted:
        got = {row["kind"]: row for row in rows if row["conversation"] == who}
        if sorted(got) != sorted(kinds):
            problems.append(f"csv: {who}: {sorted(got)} instead of {sorted(kinds)}")
            continue
        for name, kind in kinds.items():
            same = int(got[name]["count"]) == kind["count"] and all(
                got[name][key] == ("" if kind[key] is None else str(kind[key])) for key in times)
            if not same:
                problems.append(f"csv: {who}: {name}: {got[name]} instead of {kind}")
    if len(rows) != sum(len(kinds) for _, kinds in wanted):
        problems.append("csv: more rows than kinds")
    return problems


def check_exchanges(arguments, validator):
    """What `capture show` lists as JSON follows its schema, and CSV has the same rows and values."""
    report = json.loads(analyze("json", arguments, "show"))
    problems = list(breaches(report, validator, EXCHANGES))
    rows = list(csv.DictReader(io.StringIO(analyze("csv", arguments, "show")), strict=True))
    texts = [{key: "" if value is None else str(value) for key, value in x.items()} for x in report["exchanges"]]
    if rows != texts:
        problems.append(f"show: csv has {len(rows)} rows, or other values than the {len(texts)} of JSON")
    return problems


def main():
    with open(EXCHANGES, encoding="utf-8") as file:
        exchanges = jsonschema.Draft202012Validator(json.load(file))
    with open(SCHEMA, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    times = [key for key in schema["$defs"]["quantiles"]["properties"] if key.endswith("_ns")]
    failed = False
    for name, arguments in CASES.items():
        report, problems = check_json(name, arguments, validator)
        if name != "partial":
            problems += check_csv(arguments, report, times) + check_exchanges(arguments, exchanges)
        for problem in problems:
            failed = True
            print(f"{name}: {problem}")
    return 1 if failed else 0


sys.exit(main())
