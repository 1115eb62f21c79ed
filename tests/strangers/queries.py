"""The practice stub's answers to general questions: features, threads, its description."""
# SPDX-License-Identifier: MIT

from registers import NAMES
from words import MALFORMED, NO_THREAD, REFUSED, crash, number

def features(s):
    """(name, whether it is offered)"""
    return (("QStartNoAckMode", "no-noack" not in s.on), ("qXfer:features:read", "no-target-xml" not in s.on),
            ("multiprocess", "multiprocess" in s.on), ("swbreak", "swbreak" in s.on),
            ("vContSupported", "no-vcont" not in s.on), ("binary-upload", "binary-read" in s.on),
            ("error-message", "text-errors" in s.on))


def on_supported(s, rest):
    if "no-qsupported" in s.on:
        return s.unknown()
    offered = [name for name, has in features(s) if has]
    s.accepted = frozenset(offered) & frozenset(item[:-1] for item in rest[1:].split(";") if item.endswith("+"))
    items = [] if "no-packet-size" in s.on else ["PacketSize=%x" % s.packet_size]
    items += [name + "+" for name in offered if name != "error-message"]
    return (" " if "qsupported-spaces" in s.on else ";").join(items)


def on_no_ack(s, rest):
    if "no-noack" in s.on or rest:
        return s.unknown()
    s.line.send("OK")
    s.line.no_ack = True
    return None


def on_attached(s, rest):
    if not s.alive() or rest and ("multiprocess" not in s.accepted or rest != ":%x" % s.pid):
        return s.error(REFUSED)
    return "1" if "attached" in s.on else "0"


def on_current(s, rest):
    if "no-qC" in s.on or rest:
        return s.unknown()
    if "qC-silent" in s.on:
        return None
    return "QC" + s.thread_id() if s.alive() else s.error(REFUSED)


def on_threads(s, rest):
    if "no-thread-list" in s.on or rest:
        return s.unknown()
    if "thread-list-crash" in s.on:
        crash()
    return "m" + s.thread_id() if s.alive() else "l"


def on_more_threads(s, rest):
    if "no-thread-list" in s.on or rest:
        return s.unknown()
    return "m" + s.thread_id() if "threads-endless" in s.on else "l"


def on_select(s, rest):
    if "no-H" in s.on or rest[:1] not in ("g", "c"):
        return s.unknown()
    known = s.alive() and s.thread(rest[1:]) is not None
    return "OK" if known or "wrong-thread-selected" in s.on else s.error(NO_THREAD)


def on_alive(s, rest):
    if "no-T" in s.on:
        return s.unknown()
    known = s.alive() and s.thread(rest) == s.tid
    return "OK" if known or "dead-thread-alive" in s.on else s.error(NO_THREAD)


def target_xml(s):
    rows = "".join('<reg name="%s" bitsize="32" type="int"/>' % name for name in NAMES[:-1])
    return ('<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target><architecture>riscv:rv32'
            '</architecture><feature name="org.gnu.gdb.riscv.cpu"><!-- <reg name="old" bitsize="64"/> -->%s'
            '<reg name="pc" bitsize="32" type="code_ptr"/>'
            '</feature>%s' % (rows, "" if "xml-malformed" in s.on else "</target>"))


def on_description(s, rest):
    if "no-target-xml" in s.on:
        return s.unknown()
    annex, _, span = rest.partition(":")
    try:
        at, length = (number(part) for part in span.split(","))
    except ValueError:
        return s.error(MALFORMED)
    text = target_xml(s)
    if annex != "target.xml":
        return "E00"
    if at > len(text):
        return s.error(MALFORMED)
    if "xfer-ignores-offset" in s.on:
        at = 0
    length = min(length, s.packet_size - 4)
    more = at + length < len(text) or "xfer-never-ends" in s.on
    return ("m" if more else "l") + text[at:at + length]


def on_monitor(s, rest):
    cut, drops = "monitor-cut" in s.on, "reset-drops-breakpoints" in s.on
    if not (cut or drops or "monitor" in s.on):
        return s.unknown()
    try:
        text = bytes.fromhex(rest[1:])[:64 if cut else None]
    except ValueError:
        return s.error(MALFORMED)
    word, _, argument = text.partition(b" ")
    if word == b"echo":
        return s.hex(argument[:s.packet_size // 2 - 1] + b"\n")
    if word != b"reset":
        return s.error(REFUSED)
    s.program.reset(not drops)
    return "OK"


def on_unknown(s, _):
    return s.unknown()


HANDLERS = {
    "qSupported": on_supported, "QStartNoAckMode": on_no_ack, "qAttached": on_attached, "qC": on_current,
    "qfThreadInfo": on_threads, "qsThreadInfo": on_more_threads, "H": on_select, "T": on_alive,
    "qRcmd": on_monitor, "qXfer:features:read:": on_description, "vMustReplyEmpty": on_unknown,
    # Not taken for M.
    "MultiMemRead": on_unknown, "MultiBreakpoint": on_unknown,
}
