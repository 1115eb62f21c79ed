#!/usr/bin/env python3
# Every reading of a real stub's failure is of a stub that tools/dev/zoo knows, and of a scenario that there is.
# usage: field.py ROOT
# A scenario that gets another name would leave its reading behind, and the failure would count as unread.
# SPDX-License-Identifier: MIT
import configparser
import pathlib
import re
import sys

sys.dont_write_bytecode = True


def names_of(root):
    """Scenarios as their files name them, without the names of cases."""
    found = set()
    for path in (root / 'scenarios').rglob('*.yaml'):
        found.update(re.findall(r'^scenario: *(\S+)', path.read_text(encoding='utf-8'), re.M))
    return found


def meets(pattern, names, matches):
    """A case stands behind a dot, which no scenario's own name has."""
    return any(matches(pattern, name) or matches(pattern.split('.')[0], name) for name in names)


def wrong_rows(rows, stubs, scenarios, readings):
    for row in rows:
        for stub in readings.as_list(row.get('stubs', '*')):
            if not meets(stub, stubs, readings.matches):
                yield f"no stub of tools/dev/zoo.ini is called '{stub}'"
        for scenario in readings.as_list(row.get('scenario', '*')):
            if not meets(scenario, scenarios, readings.matches):
                yield f"no scenario is called '{scenario}'"


def main():
    root = pathlib.Path(sys.argv[1])
    sys.path.insert(0, str(root / 'tools/dev'))
    from field import readings
    config = configparser.ConfigParser(interpolation=None, delimiters=('=',))
    config.read(root / 'tools/dev/zoo.ini', encoding='utf-8')
    rows = [reading.row for reading in readings.Readings(root / 'reports/field/read.yaml').by_hand]
    scenarios = names_of(root)
    probe = [{'stubs': 'nobody', 'scenario': 'memory/nothing-of-this-name', 'is': 'stub', 'why': 'a test'}]
    if len(list(wrong_rows(probe, config.sections(), scenarios, readings))) != 2:
        sys.exit('field: two wrong names were not noticed')
    wrong = sorted(set(wrong_rows(rows, config.sections(), scenarios, readings)))
    for line in wrong:
        print(f'reports/field/read.yaml: {line}')
    print(f'{len(rows)} readings of real stubs, each of a stub and a scenario that there are' if not wrong else f'{len(wrong)} wrong names')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
