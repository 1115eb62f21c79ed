#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the whole suite against `stubborn stub` over a real link: what passes in process passes there.

usage: links.py STUBBORN SCENARIOS IN_PROCESS.JSON FOLDER LINK

IN_PROCESS.JSON is the report of the whole suite in process, as `stubborn run -o json:` writes it.
LINK is tcp, unix or stdio (a stub of its own for each scenario, started by the runner), or server-tcp or server-unix
(one server for all of them, so scenarios that need another program are skipped). tcp plays the whole suite; unix and
stdio play the areas in which the link has a part: what a packet means is the same on each of them.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

PLACES = {"tcp": "tcp:{port}", "unix": "unix:{socket}", "stdio": "stdio"}
# Of what passes in process. The rest needs options, or programs, that a stub behind a link is not started with.
LEAST_SHARE = {"tcp": 0.75, "unix": 0.75, "stdio": 0.75, "server-tcp": 0.2, "server-unix": 0.2}
LINK_AREAS = ["acks", "clients", "detach", "extended", "framing", "handshake", "interrupt", "kill", "noack", "nonstop",
              "qsupported", "resume", "robustness", "runlength", "transcripts"]
LIMIT_S = 900


def suite(scenarios, link):
    """The folders that are played over this link."""
    return [os.path.join(scenarios, area) for area in LINK_AREAS] if link in ("unix", "stdio") else [scenarios]


def verdicts(report):
    """The results of a report by scenario."""
    with open(report, encoding="utf-8") as file:
        return {r["scenario"]: r["verdict"] for r in json.load(file)["results"]}


def run(stubborn, folders, report, *options):
    """The results by scenario, and whether nothing unexpected was found."""
    done = subprocess.run([stubborn, "run", "--no-baseline", "-o", f"json:{report}", "-o", "term:-", *options,
                           *folders], check=False, timeout=LIMIT_S)
    return verdicts(report), done.returncode == 0


def profile(stubborn, scenarios, folder, link):
    """The reference stub's own profile, but started over the link."""
    command = f"exec:{stubborn} stub --quiet --dir {{debuggees}} --listen {PLACES[link]}"
    with open(os.path.join(scenarios, "profiles", "reference.yaml"), encoding="utf-8") as file:
        text, replaced = re.subn(r"(?m)^address: .*$",
                                 f"address: {command} {{program}} {{args}}\naddress-no-program: {command}",
                                 file.read())
    assert replaced == 1, "the reference profile has one address"
    # Programs are files of this computer here, and start others in their folder.
    text = re.sub(r"(?m)^program-path: .*$", "program-path: '{debuggees}/{program}'", text)
    path = os.path.join(folder, f"reference-{link}.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def start_server(stubborn, folder, link):
    """The server, and the address that it says it listens on."""
    place = "tcp:127.0.0.1:0" if link == "server-tcp" else f"unix:{folder}/stub"
    server = subprocess.Popen([stubborn, "stub", "--listen", place, "scratch"], stdout=subprocess.PIPE, text=True)
    said = server.stdout.readline()
    address = re.match(r"listening on (\S+), program", said)
    if not address:
        server.kill()
        sys.exit(f"the stub does not listen: {said}")
    return server, address.group(1)


def main():
    stubborn, scenarios, in_process, folder, link = sys.argv[1:6]
    os.makedirs(folder, exist_ok=True)
    folders = suite(scenarios, link)
    with tempfile.TemporaryDirectory(prefix="stubborn-") as place:
        if link in PLACES:
            stub = "profile:" + profile(os.path.abspath(stubborn), scenarios, place, link)
            results, fine = run(stubborn, folders, f"{folder}/{link}.json", "--stub", stub, "--jobs", "2")
        else:
            server, address = start_server(stubborn, place, link)
            try:
                results, fine = run(stubborn, folders, f"{folder}/{link}.json", "--stub", address)
            finally:
                server.terminate()
                server.wait()
    areas = tuple(f"{os.path.basename(area)}/" for area in folders) if folders != [scenarios] else ""
    expected = {name for name, verdict in verdicts(in_process).items() if verdict == "pass" and name.startswith(areas)}
    passed = {name for name, verdict in results.items() if verdict == "pass"}
    other = sorted(name for name in expected if results.get(name) not in ("pass", "skip"))
    print(f"{link}: {len(passed)} of {len(expected)} scenarios that pass in process pass, {len(other)} do otherwise")
    for name in other:
        print(f"  {name}: {results.get(name)}")
    if len(passed) < LEAST_SHARE[link] * len(expected):
        sys.exit(f"too few scenarios were judged over {link}")
    return 0 if fine and not other else 1


if __name__ == "__main__":
    sys.exit(main())
