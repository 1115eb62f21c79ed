# SPDX-License-Identifier: MIT
"""Stubs that debuggers work with: the practice stub in each of its ways, the reference stub, and what is installed."""
import contextlib
import dataclasses
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

from . import places

sys.path.insert(0, os.path.join(places.ROOT, "tests", "strangers"))
import switches  # noqa: E402
import ways  # noqa: E402

LISTEN_S = 20


def free_port():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return held.getsockname()[1]


def listens(port):
    """Asks the kernel, as some stubs serve only the first who connects."""
    for name in ("/proc/net/tcp", "/proc/net/tcp6"):
        with open(name, encoding="ascii") as rows:
            for row in rows:
                words = row.split()
                if words[3] == "0A" and int(words[1].split(":")[1], 16) == port:
                    return True
    return False


def family(pid):
    """A process and all that it started, also what has a group of its own, as a debuggee of gdbserver has."""
    children = {}
    for name in os.listdir("/proc"):
        with contextlib.suppress(OSError, ValueError), open(f"/proc/{int(name)}/stat", encoding="latin-1") as file:
            children.setdefault(int(file.read().rpartition(")")[2].split()[1]), []).append(int(name))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found


def end_all(child):
    """First stopped, so that nothing is started meanwhile."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(child.pid, signal.SIGSTOP)
    for pid in reversed(family(child.pid)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    child.wait()


class Stub:
    """`words` start it; {port} is replaced. `places` says what its program has where. `alone`: its port is fixed."""

    def __init__(self, name, words, where, alone=False):
        self.name, self.words, self.places = name, words, where
        self.turn = threading.Lock() if alone else contextlib.nullcontext()

    def debuggers(self):
        """Those that know its architecture."""
        return [name for name in ("gdb", "lldb") if name != "gdb" or self.places.gdb]

    def address(self):
        """As `stubborn run --stub` takes it."""
        return "exec:" + shlex.join(self.words).replace("'{port}'", "{port}")

    @contextlib.contextmanager
    def started(self, folder):
        with self.turn, self.running(folder) as port:
            yield f"127.0.0.1:{port}"

    @contextlib.contextmanager
    def running(self, folder):
        port = free_port()
        words = [word.replace("{port}", str(port)) for word in self.words]
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder,
                                 start_new_session=True)
        try:
            end = time.monotonic() + LISTEN_S
            while not listens(port):
                if child.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"{self.name} does not listen")
                time.sleep(0.01)
            yield port
        finally:
            end_all(child)


def practice(folder):
    program = os.path.join(places.ROOT, "tests", "strangers", "stranger.py")
    start = [sys.executable, program, "--port", "{port}", "--life", "300"]
    loops, ends = places.of_practice(folder, False), places.of_practice(folder, True)
    bare = dataclasses.replace(loops, stack=0)
    yield Stub("practice", start, loops)
    for manner in switches.MANNERS:
        yield Stub(f"practice:{manner}", [*start, "--manner", manner], ends if manner == "ends" else bare if manner == "no-stack" else loops)
    for bug in switches.BUGS:
        yield Stub(f"practice:{bug}", [*start, "--bug", bug], loops)


# What ministub can do wrong, each on one or two architectures, and what it may have besides.
MINISTUB_BUGS = {"bp-high-bit": ("rv32", "rv64"), "no-thread": ("rv32",), "one-read": ("rv32", "m68k"), "short-g": ("rv32", "ppc", "armm"),
                 "g-crash": ("rv32", "armm"), "step-first": ("rv32",), "vcont-signal": ("rv32",), "xfer-offset": ("m68k", "rv64"),
                 "xml-arch": ("armm", "rv32"), "xml-name": ("m68k", "rv32"), "mask-words": ("rv32", "ppc"), "late": ("armm",),
                 "fifo": ("m68k", "rv32"), "keeps-breaks": ("ppc",)}
MINISTUB_OPTIONS = {"swbreak": ("rv32",), "fileio": ("rv32", "m68k"), "flash": ("armm",), "x-registers": ("mips",), "rtos": ("rv32",)}


def ministub(program):
    """`program` is the path of ministub.py."""
    def stub(arch, kind="", value="", harts="1"):
        words = ["env", f"{kind}={value}"] if kind else []
        words += [sys.executable, program, "--arch", arch, "--harts", harts, "--port", "{port}", "--life", "300"]
        name = f"ministub:{arch}" + (f":{value}" if value else "") + (f":{harts}-harts" if harts != "1" else "")
        return Stub(name, words, places.of_ministub(arch))

    for arch, where in places.MINISTUB.items():
        if shutil.which(where[4]):
            yield stub(arch)
    for kind, table in (("BUG", MINISTUB_BUGS), ("OPT", MINISTUB_OPTIONS)):
        for value, arches in table.items():
            yield from (stub(arch, kind, value) for arch in arches)


def other_ways(program):
    """Each right way of `program`, ways.py, on one architecture after the other in turn."""
    for i, way in enumerate(ways.ALL):
        fit = [arch for arch in places.MINISTUB if arch in ways.ONLY.get(way, (arch,)) and shutil.which(places.MINISTUB[arch][4])]
        if fit:
            arch = fit[i % len(fit)]
            words = ["env", f"WAYS={way}", sys.executable, program, "--arch", arch, "--harts", "2" if way == "list-parts" else "1", "--port", "{port}", "--life", "300"]
            yield Stub(f"ways:{way}:{arch}", words, places.of_ministub(arch))


# Faults of the reference stub that a debugger can meet, one or two for each action.
FAULTS = ["ack-never", "noack-switches-first", "brk-pc-behind", "brk-removed-on-paper", "int-ignored", "int-two-replies", "run-steps-twice",
          "reg-p-silent", "reg-p-swapped", "mem-write-blind", "mem-x-raw", "mem-aligned", "stop-question-ok", "thr-last-chunk-l",
          "det-stays-stopped", "kill-runs-on"]


def reference(stubborn, riscv, folder):
    where = places.of_spin(os.path.join(riscv, "spin"), folder)
    start = [stubborn, "stub", "--quiet", "--listen", "tcp:{port}"]
    yield Stub("reference", [*start, "spin"], where)
    for fault in FAULTS:
        yield Stub(f"reference:{fault}", [*start, "--fault", fault, "spin"], where)


def installed(riscv, folder):
    native = os.path.join(folder, "spin")
    source = os.path.join(places.ROOT, "corpora", "debuggees", "spin.c")
    subprocess.run(["cc", "-g", "-static", "-no-pie", "-o", native, source, "-lpthread"], check=True)
    host, emulated = places.of_spin(native, folder), places.of_spin(os.path.join(riscv, "spin"), folder)
    for name, words, where in (("gdbserver", ["gdbserver", "--once", "127.0.0.1:{port}", native], host),
                               ("lldb-server-19", ["lldb-server-19", "gdbserver", "127.0.0.1:{port}", "--", native], host),
                               ("qemu-riscv64", ["qemu-riscv64", "-g", "{port}", emulated.elf], emulated)):
        if shutil.which(words[0]):
            yield Stub(name, words, where)
