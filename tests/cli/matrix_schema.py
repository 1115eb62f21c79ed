#!/usr/bin/env python3
"""usage: matrix_schema.py MATRIX.json: it follows reports/schema/matrix.schema.json, which refuses one without stubs."""
# SPDX-License-Identifier: MIT
import json
import pathlib
import sys

import jsonschema

root = pathlib.Path(__file__).resolve().parent.parent.parent
with open(root / "reports/schema/matrix.schema.json", encoding="utf-8") as file:
    schema = json.load(file)
with open(sys.argv[1], encoding="utf-8") as file:
    matrix = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
validator.validate(matrix)
matrix.pop("stubs")
assert not validator.is_valid(matrix)
print("follows its schema")
