"""What `condition -o json` prints follows its schema: exit 77 (skip) without python3-jsonschema.
usage: condition_schema.py STUBBORN, in the source folder."""
# SPDX-License-Identifier: MIT
import json
import subprocess
import sys

SCHEMA = "reports/schema/condition.schema.json"
CASES = [
    ["--program", "recursion", "--at", "factorial", "--if", "n == 4 && depth == 0"],
    ["--program", "recursion", "--at", "factorial", "--if", "n < 8", "--stops", "3", "--way", "host"],
    ["--program", "recursion", "--at", "factorial", "--if", "n > 100"],
    ["--program", "recursion", "--at", "factorial", "--if", "1 / (n - 9) > 5", "--at", "deepest"],
]

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)


def problems_of(validator, arguments):
    done = subprocess.run([sys.argv[1], "condition", "-o", "json"] + arguments, check=False, stdout=subprocess.PIPE, encoding="utf-8")
    report = json.loads(done.stdout)
    yield from (f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in validator.iter_errors(report))
    # Checks that can fail: a report without a key that it must have, or with one too many, must be refused.
    for key in validator.schema["required"]:
        if validator.is_valid({name: value for name, value in report.items() if name != key}):
            yield f"a report without {key} is accepted"
    if validator.is_valid(report | {"surprise": 1}):
        yield "a report with another key is accepted"


def main():
    with open(SCHEMA, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    problems = [f"{' '.join(case)}: {p}" for case in CASES for p in problems_of(validator, case)]
    print("\n".join(problems) or f"{len(CASES)} reports follow {SCHEMA}")
    return 1 if problems else 0


sys.exit(main())
