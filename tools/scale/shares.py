"""Splits files into shares of like size: NUL-separated paths come in, one line of quoted paths a share goes out.

usage: shares.py N      The shares follow each other in the order of the paths, so that joined results do, too.
"""
# SPDX-License-Identifier: MIT
import os
import shlex
import sys


def split(paths, num):
    """Each share ends at the file that brings the bytes so far nearest to its part of all."""
    total = sum(os.path.getsize(p) for p in paths)
    shares = [[]]
    seen = 0
    for i, path in enumerate(paths):
        size = os.path.getsize(path)
        want = total * len(shares) / num
        full = shares[-1] and seen + size / 2 > want
        if (full and len(shares) < num) or (shares[-1] and len(paths) - i <= num - len(shares)):
            shares.append([])
        shares[-1].append(path)
        seen += size
    return shares


def main():
    paths = sorted(p for p in sys.stdin.buffer.read().decode(errors="surrogateescape").split("\0") if p)
    for share in split(paths, min(int(sys.argv[1]), len(paths))):
        line = " ".join(shlex.quote(p) for p in share) + "\0"
        sys.stdout.buffer.write(line.encode(errors="surrogateescape"))


main()
