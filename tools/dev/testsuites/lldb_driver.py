# SPDX-License-Identifier: MIT
"""Runs LLDB's dotest with Debian's python3-lldb-19, and with the server that LLDB_SERVER names in place of lldb-server.

LLDB_SOURCE is the folder lldb of LLVM's source.
"""
import os
import pathlib
import sys

SOURCE = pathlib.Path(os.environ["LLDB_SOURCE"])
SUITE = SOURCE / "packages/Python"
# Debian's module has its library in another folder than its __init__.py.
DEBIAN = ("/usr/lib/llvm-19/lib/python3.11/site-packages", "/usr/lib/llvm-19/lib/python3/dist-packages/lldb")
sys.path[:0] = [str(SUITE), *DEBIAN, str(SUITE / "lldbsuite/test/tools/lldb-server")]

from lldbsuite.test import dotest  # noqa: E402
import lldbgdbserverutils  # noqa: E402

lldbgdbserverutils.get_lldb_server_exe = lambda: os.environ["LLDB_SERVER"]
dotest.run_suite()
