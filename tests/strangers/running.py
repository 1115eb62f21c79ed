"""The practice stub's run control: ?, c, s, vCont, breakpoints, detach, kill, restart."""
# SPDX-License-Identifier: MIT

import program as programs
from rv32 import PC
from words import MALFORMED, NO_MEMORY, NO_ROOM, NO_THREAD, REFUSED, crash, is_hex, number

CALL_TEXT = 0x6000
ACTIONS = ("c", "C", "s", "S")
CALLING = {"calls-host", "call-unread", "call-waits"}


def on_question(s, rest):
    if rest:
        return s.unknown()
    if s.asked and "question-once" in s.on:
        return None
    s.asked = True
    return s.stop_reply()


def resume(s, action):
    """Runs until the program stops, and tells that."""
    if not s.alive() or action == "c" and "dead-continue" in s.on:
        return s.error(REFUSED)
    if "resume-ok" in s.on:
        s.line.send("OK")
    if action == "s":
        s.program.step()
        if "step-signal-zero" in s.on:
            return s.stop_reply().replace("05", "00", 1)
    elif CALLING & s.on and not s.calling:
        s.calling = True
        s.machine.memory[CALL_TEXT:CALL_TEXT + 6] = b"hello\n"
        return "Fwrite,1,%x,6" % CALL_TEXT
    else:
        s.line.begin_run()
        s.program.run(s.line.interrupted)
    if "double-stop" in s.on:
        s.line.send(s.stop_reply())
    return s.stop_reply()


def jump(s, text):
    """Sets pc where an address is given. Whether `text` is an address or nothing."""
    if text and not is_hex(text):
        return False
    if text and s.alive():
        s.machine.registers[PC] = number(text) & 0xFFFFFFFF
    return True


def on_resume(action):
    def handler(s, rest):
        if "only-vcont" in s.on:
            return s.unknown()
        return resume(s, action) if jump(s, rest) else s.error(MALFORMED)
    return handler


def on_F(s, rest):
    """The host has served the program's call, which runs on."""
    if not s.calling:
        return s.unknown()
    reply = None if "call-waits" in s.on else resume(s, "c")
    s.calling = False
    return reply


def on_vcont_query(s, rest):
    return s.unknown() if "no-vcont" in s.on or rest else "vCont;" + ";".join(ACTIONS)


def is_action(text):
    """Of vCont, without its thread."""
    return text in ("c", "s") or text[:1] in ("C", "S") and len(text) == 3 and is_hex(text[1:])


def on_vcont(s, rest):
    if "no-vcont" in s.on:
        return s.unknown()
    actions = [item.partition(":") for item in rest[1:].split(";")]
    if "vcont-bare-crash" in s.on and "multiprocess" in s.accepted and not any(colon for _, colon, _ in actions):
        crash()
    for action, _, _ in actions:
        if not is_action(action):
            if "vcont-crash" in s.on:
                crash()
            return resume(s, "c") if "vcont-unknown-continues" in s.on else s.error(MALFORMED)
    if any(colon and s.thread(thread) is None for _, colon, thread in actions):
        return s.error(NO_THREAD)
    # One thread: the first action is its own.
    return resume(s, actions[0][0][0].lower())


# --- breakpoints ---


def point(s, rest):
    """(type, address, size). Raises ValueError."""
    kind, address, size = (number(part) for part in rest.split(","))
    return kind, address, size


def on_breakpoint(setting):
    def handler(s, rest):
        if not rest[:1].isdigit() or not s.program.takes(int(rest[0])):
            return s.unknown()
        try:
            kind, address, size = point(s, rest)
        except ValueError:
            return s.error(MALFORMED)
        if not s.alive() or not s.machine.holds(address, max(size, 1)) and "breakpoint-anywhere" not in s.on:
            return s.error(NO_MEMORY)
        if setting and not s.program.insert((kind, address, size)):
            return s.error(NO_ROOM)
        if not setting:
            s.program.remove((kind, address, size))
        return "OK"
    return handler


# --- ends ---


def on_D(s, rest):
    if not s.alive() or rest and (rest != ";%x" % s.pid or "multiprocess" not in s.accepted):
        return s.error(MALFORMED)
    s.program.release()
    if "detach-kills" in s.on:
        s.program.life = programs.KILLED
    return None if "detach-silent" in s.on else "OK"


def on_k(s, rest):
    if rest:
        return s.unknown()
    s.program.restart()
    if s.extended and "kill-resets" not in s.on:
        s.program.life = programs.NONE
    s.leave = not s.extended
    return None


def on_vkill(s, rest):
    if "multiprocess" not in s.on:
        return s.unknown()
    if not s.alive() or rest != ";%x" % s.pid:
        return s.error(MALFORMED)
    s.program.restart()
    s.program.life = programs.NONE
    return "OK"


def on_extended(s, rest):
    if not {"extended", "kill-resets"} & s.on or rest:
        return s.unknown()
    s.extended = True
    return "OK"


def on_R(s, rest):
    if not s.extended:
        return s.unknown()
    s.program.restart()
    return None


HANDLERS = {
    "?": on_question, "c": on_resume("c"), "s": on_resume("s"), "vCont?": on_vcont_query, "vCont": on_vcont,
    "Z": on_breakpoint(True), "z": on_breakpoint(False), "D": on_D, "k": on_k, "vKill": on_vkill,
    "!": on_extended, "R": on_R, "F": on_F,
}
