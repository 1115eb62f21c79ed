"""What `capture diff -o json` and `capture replay -o json` print follows the schemas: exit 77 (skip) without
python3-jsonschema. usage: replay_schema.py STUBBORN, in the source folder."""
# SPDX-License-Identifier: MIT
import json
import subprocess
import sys

CAPTURES = "tests/cli/captures/"
LOG, CAPTURE = CAPTURES + "gdb-remotelog.txt", CAPTURES + "logged.pcap"
DIFF, REPLAY = "reports/schema/capture-diff.schema.json", "reports/schema/capture-replay.schema.json"
CASES = [
    (DIFF, ["diff", CAPTURES + "sample.pcap", CAPTURES + "sample.pcap"]),
    (DIFF, ["diff", LOG, CAPTURES + "gdb-debug.txt"]),
    (DIFF, ["diff", "--conversation", "all", CAPTURE, CAPTURES + "sample.pcap"]),
    (REPLAY, ["replay", "--stub", "reference", "--program", "hello", CAPTURES + "sample.pcap"]),
]

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)


def report_of(arguments):
    """Differences from the recording give exit status 1, with a report."""
    command = [sys.argv[1], "capture", arguments[0], "-o", "json"] + arguments[1:]
    return json.loads(subprocess.run(command, check=False, stdout=subprocess.PIPE, encoding="utf-8").stdout)


def problems_of(path, arguments):
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    report = report_of(arguments)
    yield from (f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in validator.iter_errors(report))
    # Checks that can fail: a report without one of its keys, or with one too many, must be refused.
    for key in report:
        if validator.is_valid({name: value for name, value in report.items() if name != key}):
            yield f"the schema accepts a report without {key}"
    if validator.is_valid({**report, "more": 1}):
        yield "the schema accepts a key that it does not know"


failed = 0
for path, arguments in CASES:
    for problem in problems_of(path, arguments):
        failed += 1
        print(f"{' '.join(arguments)}: {problem} ({path})")
sys.exit(failed > 0)
