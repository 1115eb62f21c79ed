# SPDX-License-Identifier: MIT
"""What a run took: wall time, processor time of all its processes, and the packets that the stub counted.

A contender's processes start others that outlive them; this process adopts those (Linux), so that all are waited for
and their processor time is in RUSAGE_CHILDREN.
"""
import ctypes
import os
import pathlib
import resource
import shutil
import signal
import struct
import subprocess
import tempfile
import time

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "PR_SET_CHILD_SUBREAPER")


def _cpu():
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(s.ru_utime + s.ru_stime for s in spent)


def _children():
    """Direct children of this process, adopted ones too."""
    found = []
    for task in pathlib.Path("/proc/self/task").iterdir():
        found += [int(pid) for pid in (task / "children").read_text().split()]
    return found


def _reap_rest():
    """Ends and waits for whatever the contender left behind."""
    while True:
        rest = _children()
        if not rest:
            return
        for pid in rest:
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            except (ProcessLookupError, ChildProcessError):
                pass


class Run:
    """One contender's run: a folder in memory, its processes, and the counts. A context."""

    def __init__(self):
        base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = tempfile.mkdtemp(prefix="versus-", dir=base)
        self.env = dict(os.environ, PLANTED_COUNT=f"{self.folder}/counts")
        self.result = {}

    def __enter__(self):
        self.begin()
        return self

    def begin(self):
        """The clocks start here; preparation before it is not counted."""
        self._cpu, self._wall = _cpu(), time.monotonic()

    def start(self, words, env=None, **how):
        """A process in a session of its own, in the run's folder, silent unless said otherwise."""
        how = {"cwd": self.folder, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL,
               "start_new_session": True, **how}
        return subprocess.Popen(words, env=dict(self.env, **(env or {})), **how)

    def seconds(self):
        return time.monotonic() - self._wall

    def counts(self):
        path = pathlib.Path(self.folder, "counts")
        return struct.unpack("=QQ", path.read_bytes()[:16]) if path.exists() else (0, 0)

    def __exit__(self, *_):
        wall = self.seconds()
        _reap_rest()
        packets, good = self.counts()
        self.result |= {"wall": round(wall, 3), "cpu": round(_cpu() - self._cpu, 3), "packets": packets, "good": good}
        shutil.rmtree(self.folder, ignore_errors=True)


def end(process, grace=2.0):
    """Asks a process to end; after `grace` seconds its session is killed."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(grace)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
