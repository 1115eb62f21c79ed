"""What the practice stub's parts share: hex numbers, the numbers of error replies, and the death that some bugs bring."""
# SPDX-License-Identifier: MIT

import os
import resource
import signal

REFUSED, NO_THREAD, NO_MEMORY, MALFORMED, NO_ROOM = 0x01, 0x03, 0x0E, 0x16, 0x1C


def is_hex(text):
    return text != "" and all(c in "0123456789abcdefABCDEF" for c in text)


def number(text):
    """A hex number of the protocol: digits only. Raises ValueError."""
    if not is_hex(text):
        raise ValueError(text)
    return int(text, 16)


def crash():
    """Dies as a program with a bug does, and leaves no core file."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.kill(os.getpid(), signal.SIGSEGV)
