# SPDX-License-Identifier: MIT
"""What happens when a debugger does each of its actions on a stub."""
import dataclasses
import os
import re
import subprocess
import tempfile

from . import gdb, lldb, talk

DEBUGGERS = {"gdb": gdb.Gdb, "lldb": lldb.Lldb}
# In the order in which they are done; the last two end a session.
ACTIONS = {
    "attach": "attach", "registers": "registers", "write-registers": "write_register", "memory": "memory",
    "write-memory": "write_memory", "threads": "threads", "step": "step", "breakpoints": "breakpoint", "interrupt": "interrupt",
    "watchpoints": "watch", "detach": "detach", "kill": "kill",
}
ENDS_SESSION = ("detach", "kill")


@dataclasses.dataclass(frozen=True)
class Debugger:
    """`name` is "gdb", "lldb", or that with the version of another one: "lldb 23.1.4", which `command` starts."""

    name: str
    command: tuple = ()

    @property
    def kind(self):
        return self.name.split()[0]

    def knows(self, stub):
        """Whether it has the architecture. A GDB for one architecture alone has no other in its place."""
        return self.kind in stub.debuggers() and not (self.command and self.kind == "gdb" and stub.places.gdb != "gdb-multiarch")


INSTALLED = [Debugger(name) for name in DEBUGGERS]


def other(command):
    """What the words start, by the name and the version that it gives itself."""
    said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
    found = re.search(r"^(?:GNU (gdb) .* |(lldb) version )(\d+\.\d+(?:\.\d+)?)$", said, re.M)
    if not found:
        raise ValueError(f"{' '.join(command)} is neither GDB nor LLDB: {(said.splitlines() or ['nothing'])[0]}")
    return Debugger(f"{found[1] or found[2]} {found[3]}", tuple(command))


def possible(action, where):
    """The program allows it: one that ends is not interrupted, one that writes nothing is not watched."""
    needs = {"memory": where.code, "write-memory": where.scratch, "write-registers": where.register, "breakpoints": where.loop,
             "watchpoints": where.counter}
    return not (action == "interrupt" and where.ends) and needs.get(action, where) is not None


class Session:
    """A fresh stub with a debugger attached."""

    def __init__(self, stub, debugger):
        self.stub, self.asked = stub, debugger

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="forecast-")
        self.running = self.stub.started(self.folder.name)
        address = self.running.__enter__()
        self.debugger = DEBUGGERS[self.asked.kind](self.stub.places, self.folder.name, self.asked.command)
        self.attached = self.tried(lambda: self.debugger.attach(address))
        self.fresh = True
        return self

    @staticmethod
    def tried(action):
        try:
            return bool(action())
        except (talk.Late, talk.Gone):
            return False

    def do(self, action):
        self.fresh = False
        return self.tried(getattr(self.debugger, ACTIONS[action]))

    def printed(self):
        return self.debugger.talk.printed

    def __exit__(self, *_):
        self.debugger.talk.end()
        self.running.__exit__(None, None, None)
        self.folder.cleanup()


def play(stub, debugger, actions, logs, results):
    """Does the actions in one session, as far as they work. Gives those that are left."""
    with Session(stub, debugger) as session:
        results["attach"] = session.attached
        todo = [a for a in actions if a != "attach"]
        while todo and session.attached:
            action, fresh = todo[0], session.fresh
            worked = session.do(action)
            if worked or fresh or action == "watchpoints":
                results[action] = worked
                todo.pop(0)
            if not worked and action != "watchpoints" or action in ENDS_SESSION:
                break
        logs.append(session.printed())
        return todo if session.attached else []


def observe(stub, debugger, actions, log_folder):
    """Each action with whether it worked. One that fails is tried once more in a session of its own: what came before may
    have been the reason."""
    results, logs = {}, []
    todo = [a for a in actions if possible(a, stub.places)]
    while todo or "attach" not in results:
        todo = play(stub, debugger, todo, logs, results)
    if not results["attach"]:
        results = {a: False for a in actions if possible(a, stub.places)}
    if log_folder:
        with open(os.path.join(log_folder, f"{stub.name.replace(':', '-')}.{debugger.name.replace(' ', '-')}.log"), "w", encoding="utf-8") as out:
            out.write("\n===== next session\n".join(logs))
    return results
