#!/usr/bin/env python3
# Every reading of a real stub's failures is of a stub that tools/dev/zoo knows.
# usage: field.py ROOT
# SPDX-License-Identifier: MIT
import configparser
import pathlib
import sys

sys.dont_write_bytecode = True


def wrong_rows(rows, stubs, readings):
    for row in rows:
        for stub in readings.as_list(row.get('stubs', '*')):
            if not any(readings.matches(stub, name) for name in stubs):
                yield f"no stub of tools/dev/zoo.ini is called '{stub}'"


def main():
    root = pathlib.Path(sys.argv[1])
    sys.path.insert(0, str(root / 'tools/dev'))
    from field import readings
    config = configparser.ConfigParser(interpolation=None, delimiters=('=',))
    config.read(root / 'tools/dev/zoo.ini', encoding='utf-8')
    rows = [reading.row for reading in readings.Readings(root / 'reports/field/read.yaml').by_hand]
    if len(list(wrong_rows([{'stubs': 'nobody'}], config.sections(), readings))) != 1:
        sys.exit('field: a wrong name was not noticed')
    wrong = sorted(set(wrong_rows(rows, config.sections(), readings)))
    for line in wrong:
        print(f'reports/field/read.yaml: {line}')
    print(f'{len(rows)} readings of real stubs, each of a stub that there is' if not wrong else f'{len(wrong)} wrong names')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
