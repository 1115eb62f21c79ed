# SPDX-License-Identifier: MIT
"""A debuggee in Python that prints 20,000 numbered lines, each ending in characters of two and three bytes.

It flushes after each third line, prints one line to stderr at the end, and returns 7. A label is a comment with @NAME."""
import sys

LINES = 20000

i = 0  # @work
while i < LINES:
    print("line", i, "\u00e9\u4f60", flush=i % 3 == 2)
    i += 1
sys.stdout.flush()
print("to stderr", file=sys.stderr)
sys.exit(7)  # @last
