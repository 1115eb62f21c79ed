"""The JSON samples follow the schema, and the schema is one: exit 77 (skip) without python3-jsonschema."""
# SPDX-License-Identifier: MIT
import json
import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

with open("reports/schema/run.schema.json", encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
failed = False
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    for error in validator.iter_errors(report):
        failed = True
        print(f"{path}: {'/'.join(map(str, error.absolute_path))}: {error.message}")
    # A check that can fail: without its summary a report must be refused.
    report.pop("summary")
    if validator.is_valid(report):
        failed = True
        print(f"{path}: the schema accepts a report without summary")
sys.exit(1 if failed else 0)
