# SPDX-License-Identifier: MIT
"""The debuggee of the scenarios for adapters, in Python: locals, a list, arrays, a recursion, a slow function, a loop.

usage: sample.py [loop | die | tidy | ignore]     Lines that scenarios stop at or name are labelled: a comment with @NAME. It prints "hello"
before the first label and "bye K" after the last, and returns 3. At SIGTERM it prints "tidy" and returns 5, or ignores it."""
import os
import signal
import sys
import time

DEPTH = 60
LARGE = 20000


class Node:
    def __init__(self, number, name, following):
        self.id = number
        self.name = name
        self.next = following


class Big:
    def __init__(self):
        self.a = [0] * LARGE


g = Big()
arr = [1, 2, 3, 4, 5]
text = "h\u00e9llo \u4f60"
counter = 0


def deep(n):
    global counter
    if n == 0:
        counter += 1  # @deep
        return counter - 1
    return deep(n - 1) + 1


def spin(n):
    i = 0
    while i < n * 1000000:
        i += 1
    return i


def touch(n):
    global counter
    counter = n
    return n


def tidy(*_):
    print("tidy", flush=True)
    os._exit(5)


def main(argc):
    global counter
    c = Node(3, "three", None)
    b = Node(2, "two", c)
    a = Node(1, "one", b)
    k = argc
    g.a[0] = arr[0]
    if argc > 1 and sys.argv[1] in ("tidy", "ignore"):
        signal.signal(signal.SIGTERM, tidy if sys.argv[1] == "tidy" else signal.SIG_IGN)
    print("hello", text[0], flush=True)
    k = k + a.id  # @work
    k = k + deep(DEPTH)  # @call
    k = k + arr[1]  # @after
    k = k + arr[2]  # @next
    k = k + touch(0) * deep(0)  # @two
    # @gap has no code
    if argc > 1 and sys.argv[1] == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if argc > 1:
        while True:
            counter += 1  # @loop
            time.sleep(0.001)
    print("bye", k)  # @last
    return 3


if __name__ == "__main__":
    sys.exit(main(len(sys.argv)))
