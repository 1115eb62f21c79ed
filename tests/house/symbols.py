# Global names of objects and archives, for the tests of the house.
# By readelf, which takes a tenth of nm's time where there is debug information.
# SPDX-License-Identifier: MIT
import collections
import re
import subprocess

# path: of the object or archive; member: "x.c.o" of an archive, or ''. A weak name may be defined or not.
Symbol = collections.namedtuple('Symbol', 'path member name defined function weak')
FILE = re.compile(r'File: (.*?)(?:\((.*)\))?$')


def read(*paths):
    """Each global name once for each place where it is defined or wanted."""
    out = subprocess.run(['readelf', '--syms', '--wide', *paths], capture_output=True, text=True, check=True).stdout
    path, member, found = paths[0], '', {}
    for line in out.splitlines():
        fields = line.split()
        if len(fields) >= 8 and fields[4] in ('GLOBAL', 'WEAK'):
            symbol = Symbol(path, member, fields[7], fields[6] != 'UND', fields[3] in ('FUNC', 'IFUNC'), fields[4] == 'WEAK')
            found[symbol] = True
        elif line.startswith('File: '):
            path, member = (part or '' for part in FILE.match(line).groups())
    return list(found)


def defined(*paths):
    return [s for s in read(*paths) if s.defined]


def wanted(*paths):
    """What these objects want of others, or of one another."""
    return [s for s in read(*paths) if not s.defined]
