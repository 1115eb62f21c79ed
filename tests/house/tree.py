# C sources below folders, for the tests of the house.
# Paths are relative to the root and sorted, so that two runs complain alike.
# An exception of a test names a file, or a folder with a slash at its end.
# SPDX-License-Identifier: MIT
import os


def sources(root, *folders):
    """(path, text) of each .c and .h file."""
    for folder in folders:
        for base, _, files in sorted(os.walk(os.path.join(root, folder))):
            for name in sorted(f for f in files if f.endswith(('.c', '.h'))):
                path = os.path.join(base, name)
                with open(path, encoding='utf-8') as f:
                    yield os.path.relpath(path, root), f.read()


def place_of(places, path):
    """The file or folder among the places in which a path lies, or None."""
    return next((p for p in places if path == p or (p.endswith('/') and path.startswith(p))), None)


def line_of(text, at):
    return text.count('\n', 0, at) + 1
