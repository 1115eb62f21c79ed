#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Clients of debug adapters from npm drive `stubborn dap`: breakpoint, stack, variables, evaluate, steps, exit.

usage: dap_clients.py vscode|mcp STUBBORN PROGRAM SOURCE FOLDER     The packages are installed below FOLDER, as the lock file
says. Exit status 77 where npm cannot install them: the test is skipped.
"""
import fcntl
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent / "dap_clients"
SKIPPED = 77


def install(folder):
    """The packages, installed once for all tests of a build."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = (HERE / "package-lock.json").read_bytes()
    done = folder / "installed.json"
    with open(folder / "lock", "w", encoding="utf-8") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        if done.exists() and done.read_bytes() == lock:
            return folder / "node_modules"
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder)
        ran = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-fund", "--no-audit"], cwd=folder, check=False,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if ran.returncode != 0:
            print("skipped: npm cannot install the clients:", ran.stdout.strip()[-400:])
            sys.exit(SKIPPED)
        done.write_bytes(lock)
    return folder / "node_modules"


def with_our_adapter(package, stubborn):
    """In place of the adapter that the package brings, and which it takes before any other: ours."""
    adapter = package / "dist/vendor/codelldb/linux-x64/adapter/codelldb"
    adapter.unlink()
    adapter.write_text('#!/bin/sh\nwhile [ "$1" != --port ]; do shift; done\n'
                       f'exec "{stubborn}" dap --listen "tcp:127.0.0.1:$2"\n', encoding="utf-8")
    adapter.chmod(0o755)
    return package


def main():
    client, stubborn, program, source, folder = sys.argv[1:]
    modules = install(pathlib.Path(folder))
    if client == "mcp":
        what = [with_our_adapter(modules / "@debugmcp/mcp-debugger", stubborn), program, source]
    else:
        what = [modules, program, source, stubborn, "dap"]
    os.execvp("node", ["node", str(HERE / f"{client}.js"), *map(str, what)])


if __name__ == "__main__":
    main()
