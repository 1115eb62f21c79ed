# SPDX-License-Identifier: MIT
"""Runs LLDB's dotest with Debian's python3-lldb-19, and with the server that LLDB_SERVER names in place of lldb-server.

LLDB_SOURCE is the folder lldb of LLVM's source. With TESTSUITE_FEATURES the server is our stub, which has a machine of its
own: a process to attach to is started there, and lives as long as its server. The features are those that it announces.
"""
import json
import os
import pathlib
import re
import sys

SOURCE = pathlib.Path(os.environ["LLDB_SOURCE"])
SUITE = SOURCE / "packages/Python"
# Debian's module has its library in another folder than its __init__.py.
DEBIAN = ("/usr/lib/llvm-19/lib/python3.11/site-packages", "/usr/lib/llvm-19/lib/python3/dist-packages/lldb")
sys.path[:0] = [str(SUITE), *DEBIAN, str(SUITE / "lldbsuite/test/tools/lldb-server")]

from lldbsuite.test import dotest  # noqa: E402
from lldbsuite.test.builders import builder  # noqa: E402
import gdbremote_testcase  # noqa: E402
import lldbgdbserverutils  # noqa: E402

GUEST_PID = 4711


class Guest:
    """A process in the stub's machine: what the suite asks of a process that it has started."""

    def __init__(self, test):
        self.test, self.pid = test, GUEST_PID

    def poll(self):
        server = getattr(self.test, "guest_server", None)
        return server.poll() if server else None


def launch_in_machine(self, inferior_args=None, sleep_seconds=3, exe_path=None):
    """In place of launch_process_for_attach: the server starts the program, and attaches where it is asked to."""
    words = [exe_path or self.getBuildArtifact("a.out"), *(inferior_args or [])]
    words += [f"sleep:{sleep_seconds}"] if sleep_seconds else []
    os.environ["TESTSUITE_GUEST"] = json.dumps(words)
    self.guest = Guest(self)
    return self.guest


def compare(asserter, actual_packet, expected_packet, plainly=lldbgdbserverutils.assert_packets_equal):
    """The suite wants lldb-server's error numbers; which one it is, says the manual, is up to the stub."""
    error = re.compile(r"\$E[0-9a-f]{2}(#..)?$")
    if not (error.match(actual_packet) and error.match(expected_packet)):
        plainly(asserter, actual_packet, expected_packet)


def use_our_stub():
    base = gdbremote_testcase.GdbRemoteTestCaseBase
    connect, running = base.connect_to_debug_monitor, lldbgdbserverutils.process_is_running

    def connect_and_tell(self, attach_pid=None):
        self.guest_server = connect(self, attach_pid=attach_pid)
        os.environ.pop("TESTSUITE_GUEST", None)
        return self.guest_server

    def is_running(pid, unknown_value=True):
        return unknown_value if pid == GUEST_PID else running(pid, unknown_value)

    base.launch_process_for_attach = launch_in_machine
    base.connect_to_debug_monitor = connect_and_tell
    base._KNOWN_QSUPPORTED_STUB_FEATURES += os.environ["TESTSUITE_FEATURES"].split()
    lldbgdbserverutils.process_is_running = is_running
    lldbgdbserverutils.assert_packets_equal = compare
    # The makefile makes -mARCH of the architecture, which no gcc for RISC-V knows. The compiler is for one anyway.
    builder.Builder.getArchSpec = lambda self, architecture: ["ARCH=", "ARCHFLAG="]


lldbgdbserverutils.get_lldb_server_exe = lambda: os.environ["LLDB_SERVER"]
gdbremote_testcase.get_lldb_server_exe = lldbgdbserverutils.get_lldb_server_exe
if "TESTSUITE_FEATURES" in os.environ:
    use_our_stub()
dotest.run_suite()
