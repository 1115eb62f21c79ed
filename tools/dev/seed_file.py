#!/usr/bin/env python3
# The seeds of the fuzz targets: corpora/TARGET.seeds, a line for each, its kind and its bytes; and as files for a fuzzing engine.
# usage: tools/dev/seed_file.py unpack FILE.seeds... FOLDER     each seed as a file there
#        tools/dev/seed_file.py pack FILE.seeds FOLDER          the files of the folder are added, as inputs of a longer run
# A line is "seed BYTES" (from scenarios, captures, tests) or "grown BYTES" (from a longer run): printable ASCII as it is, the rest
# as \n, \\ or \xNN; sorted, each input once. harness/fuzzing/targets/seed_file.h reads the same.
# SPDX-License-Identifier: MIT
import pathlib
import re
import sys

KINDS = ('seed', 'grown')
BODY = re.compile(rb'(?:[ -\[\]-~]|\\n|\\\\|\\x[0-9a-f]{2})*')


def escape(data):
    return ''.join('\\n' if byte == 10 else '\\\\' if byte == 92 else chr(byte) if 32 <= byte < 127 else f'\\x{byte:02x}' for byte in data)


def unescape(text):
    def one(match):
        word = match.group(1)
        return b'\n' if word == b'n' else b'\\' if word == b'\\' else bytes([int(word[1:], 16)])
    return re.sub(rb'\\(n|\\|x[0-9a-f]{2})', one, text)


def read(path):
    """(kind, bytes) of each line; nothing if the file is not there."""
    rows = []
    for number, line in enumerate(path.read_bytes().split(b'\n')[:-1] if path.exists() else [], 1):
        kind, _, body = line.partition(b' ')
        if kind.decode('latin-1') not in KINDS or not BODY.fullmatch(body):
            sys.exit(f'{path}:{number}: not a seed: "seed BYTES" or "grown BYTES" is expected')
        rows.append((kind.decode(), unescape(body)))
    return rows


def write(path, rows):
    """Sorted, so that a change is a few lines; what is a seed is not written as grown once more."""
    kinds = {}
    for kind, data in rows:
        kinds[data] = 'seed' if 'seed' in (kind, kinds.get(data)) else kind
    lines = sorted((KINDS.index(kind), data, kind) for data, kind in kinds.items())
    path.write_text(''.join(f'{kind} {escape(data)}\n' for _, data, kind in lines), encoding='ascii')


def unpack(path, folder, kinds=KINDS):
    """The paths of the files written, in the order of the lines."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for number, (kind, data) in enumerate(read(path)):
        if kind in kinds:
            file = folder / f'{path.stem}-{kind}-{number:04}'
            file.write_bytes(data)
            written.append(file)
    return written


def main():
    words = sys.argv[1:]
    if len(words) < 3 or words[0] not in ('pack', 'unpack') or (words[0] == 'pack' and len(words) > 3):
        sys.exit('usage: tools/dev/seed_file.py unpack FILE.seeds... FOLDER | pack FILE.seeds FOLDER')
    files, folder = [pathlib.Path(word) for word in words[1:-1]], pathlib.Path(words[-1])
    for file in files:
        if words[0] == 'unpack':
            if not unpack(file, folder):
                sys.exit(f'{file}: no seeds')
        else:
            write(file, [*read(file), *(('grown', path.read_bytes()) for path in sorted(folder.iterdir()) if path.is_file())])


if __name__ == '__main__':
    main()
