#!/usr/bin/env python3
# Schema and loader agree: every scenario file of the repository and every good document is valid, and documents
# with mistakes of shape are refused by the schema too. Exit status 77 (skipped) without yaml or jsonschema.
# usage: schema_test.py ROOT
# SPDX-License-Identifier: MIT
import json
import pathlib
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f'skipped: {missing}')
    sys.exit(77)

root = pathlib.Path(sys.argv[1])
schema = json.loads((root / 'scenarios/scenario.schema.json').read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)

# Mistakes that a schema can see; the loader's tests have the rest (expressions, names, unknown ids).
BAD_BY_SHAPE = ['unknown-keys', 'types', 'steps', 'missing', 'list']


def documents(path):
    for document in yaml.load_all(path.read_text(), Loader=yaml.SafeLoader):
        if document is not None:
            yield document


def complaints(path):
    return [f'{path}: {"/".join(map(str, error.absolute_path))}: {error.message[:200]}'
            for document in documents(path) for error in validator.iter_errors(document)]


LEFT_OUT = {'adapters', 'interop', 'profiles', 'baselines', 'schema', 'workloads'}
files = [path for path in sorted((root / 'scenarios').rglob('*.yaml'))
         if not LEFT_OUT & set(path.relative_to(root / 'scenarios').parts) and path.name != 'requirements.yaml']
files += sorted((root / 'tests/scenario/good').glob('*.yaml'))
wrong = [line for path in files for line in complaints(path)]
for name in BAD_BY_SHAPE:
    if not complaints(root / f'tests/scenario/bad/{name}.yaml'):
        wrong.append(f'{name}.yaml: the schema accepts what the loader refuses')
workload_schema = json.loads((root / 'scenarios/workload.schema.json').read_text())
jsonschema.Draft202012Validator.check_schema(workload_schema)
workloads = sorted((root / 'scenarios/workloads').glob('*.yaml'))
for path in workloads:
    for document in documents(path):
        wrong += [f'{path}: {error.message[:200]}'
                  for error in jsonschema.Draft202012Validator(workload_schema).iter_errors(document)]
for path in sorted((root / 'tests/scenario/workloads').glob('shape-*.yaml')):
    if not any(list(jsonschema.Draft202012Validator(workload_schema).iter_errors(d)) for d in documents(path)):
        wrong.append(f'{path}: the schema accepts what the loader refuses')
files += workloads
print('\n'.join(wrong) or f'{len(files)} files follow the schema')
sys.exit(1 if wrong else 0)
