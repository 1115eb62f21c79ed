"""What `stubborn fuzz --debugger` leaves in results.json follows its schema. usage: fuzz_debugger_schema.py ROOT FILE..."""
# SPDX-License-Identifier: MIT
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(0)

SCHEMA = json.loads(pathlib.Path(sys.argv[1], "reports/schema/fuzz-debugger.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
jsonschema.Draft202012Validator.check_schema(SCHEMA)
for path in sys.argv[2:]:
    found = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    VALIDATOR.validate(found)
    assert found["findings"], path
    for change in ({"extra": 1}, {"jobs": -1}, {"findings": [{"kind": "crash"}]}, {"totals": {}}):
        assert not VALIDATOR.is_valid({**found, **change}), f"not noticed: {change}"
