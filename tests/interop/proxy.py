#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Real debuggers and stubs with `stubborn proxy` between them.

usage: proxy.py STUBBORN CLIENT SCRATCH gdb|lldb|accelerate|suite STUB [--rtt TIME] [--show]

CLIENT is proxy_client.c, SCRATCH the program that it debugs, linked to a fixed address.
STUB: gdbserver, lldb-server, reference.

gdb, lldb: the debugger works through two proxies in a row, of which the outer one records. It sees what it sees without them,
and the capture's counts are those that the inner one, the stub's own neighbour, took. gdbserver's own log agrees, too.
accelerate: our client works over a shaped link through a proxy with and without the accelerator: the results are the same
byte for byte, the round trips fewer.
suite: the scenarios about batches, acks, interrupts and non-stop judge the accelerator before a reference stub without batches.
STUB is then the wire form, rfc or lldb.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

LIMIT_S = 60
COUNTS = ["round_trips", "packets_to_stub", "packets_from_stub", "notifications", "bytes_to_stub", "bytes_from_stub", "acks",
          "bad_checksums"]


class Bed:
    def __init__(self, stubborn, scratch, stub, folder):
        self.stubborn, self.scratch, self.stub, self.folder = stubborn, scratch, stub, folder
        self.log = os.path.join(folder, "stub.log")

    def address(self):
        if self.stub == "gdbserver":
            return ("exec:sh -c 'exec gdbserver --once --remote-debug 127.0.0.1:\"$0\" \"$1\" > \"$2\" 2>&1' {port} "
                    f"{self.scratch} {self.log}")
        if self.stub == "lldb-server":
            return f"exec:lldb-server-19 gdbserver 127.0.0.1:{{port}} -- {self.scratch}"
        off = "--offer-multimem off --offer-multibreakpoint off --offer-jmultibreakpoint off"
        return f"exec:{self.stubborn} stub --once --listen tcp:{{port}} {off} scratch"

    def start(self, name, stub, *options):
        """A proxy; gives its process and the TCP port where it listens."""
        out = open(os.path.join(self.folder, name + ".log"), "w+")
        command = [self.stubborn, "proxy", "--listen", "tcp:0", "--once", "-o", "json:" + os.path.join(self.folder, name + ".json"),
                   "--stub", stub, *options]
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + LIMIT_S
        while time.monotonic() < deadline and child.poll() is None:
            found = re.search(r"listening on tcp:127\.0\.0\.1:(\d+)", open(out.name).read())
            if found:
                return child, int(found.group(1))
            time.sleep(0.01)
        sys.exit(f"{name} does not listen: {open(out.name).read()}")

    def finish(self, name, child):
        code = child.wait(LIMIT_S)
        text = open(os.path.join(self.folder, name + ".log")).read()
        if code != 0:
            sys.exit(f"{name} ended with {code}:\n{text}")
        return json.load(open(os.path.join(self.folder, name + ".json"))), text


def symbols(path):
    lines = subprocess.run(["nm", path], capture_output=True, text=True, check=True).stdout.split("\n")
    return {line.split()[2]: line.split()[0] for line in lines if len(line.split()) == 3}


def gdb_command(bed, port):
    script = ["set pagination off", "set debuginfod enabled off", "set sysroot /" if bed.stub != "reference" else "set sysroot",
              f"target remote 127.0.0.1:{port}", "break work", "continue", "backtrace", "info registers", "x/32xb scratch+4096",
              "stepi", "continue", "delete", "continue"]
    return ["gdb-multiarch", "-nx", "-q", "-batch", bed.scratch] + [word for line in script for word in ("-ex", line)]


def lldb_command(bed, port):
    script = ["settings set symbols.enable-external-lookup false", "settings set use-color false",
              f"gdb-remote 127.0.0.1:{port}", "breakpoint set --name work", "continue", "bt", "register read",
              "memory read scratch+4096", "thread step-inst", "breakpoint delete --force", "continue"]
    return ["lldb-19", "--no-lldbinit", "--batch"] + [word for line in script for word in ("-o", line)] + [bed.scratch]


def said(command):
    """What the debugger printed, without what differs between two runs: ids, ports, registers that hold addresses of stacks."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    text = re.sub(r"(process|Process|Thread|tid =) ?[0-9.]+", r"\1 N", done.stdout)
    text = re.sub(r":\d{4,5}\b", ":PORT", text)
    text = re.sub(r"0x[0-9a-f]*7ff[0-9a-f]{6,}", "STACK", text)
    return [line for line in text.split("\n") if not re.match(r"\s*(fs_base|gs_base|r\w+|e?flags|k\d|[cdefgs]s)\s", line)]


def compare_counts(what, ours, theirs, keys):
    wrong = [f"{key}: {ours[key]} and {theirs[key]}" for key in keys if ours[key] != theirs[key]]
    if wrong:
        sys.exit(f"{what} differ: " + ", ".join(wrong))


def through_proxies(bed, make_command, show):
    inner, inner_port = bed.start("inner", bed.address(), "--check")
    capture = os.path.join(bed.folder, "session.pcapng")
    outer, port = bed.start("outer", f"tcp:127.0.0.1:{inner_port}", "--record", capture)
    proxied = said(make_command(bed, port))
    summary, text = bed.finish("outer", outer)
    # What the stub breaks is its own affair: the counts are what is looked at.
    inner.wait(LIMIT_S)
    neighbour = json.load(open(os.path.join(bed.folder, "inner.json")))
    analysis = json.loads(subprocess.run([bed.stubborn, "capture", "analyze", "-o", "json", capture], capture_output=True,
                                         text=True, check=True).stdout)
    recorded = analysis["summary"]
    compare_counts("the recording and the proxy's own counts", recorded, summary["debugger_side"], COUNTS)
    compare_counts("the recording and the stub's neighbour", recorded, neighbour["stub_side"], COUNTS)
    kinds = {name: kind if isinstance(kind, int) else kind["count"] for name, kind in analysis.get("kinds", {}).items()}
    if kinds != neighbour["stub_side"]["kinds"]:
        sys.exit(f"packet kinds differ: {kinds} and {neighbour['stub_side']['kinds']}")
    if bed.stub == "gdbserver":
        log = open(bed.log, errors="replace").read()
        got = len(re.findall(r'^\[remote\] getpkt: \["|getpkt \("', log, re.M))
        if got != recorded["packets_to_stub"]:
            sys.exit(f"gdbserver's log has {got} packets, the recording {recorded['packets_to_stub']}")
    child, port = bed.start("single", bed.address())
    alone = said(make_command(bed, port))
    bed.finish("single", child)
    if proxied != alone:
        sys.exit("the debugger saw something else:\n" + "\n".join(proxied) + "\n--- and with one proxy\n" + "\n".join(alone))
    if show:
        print("\n".join(proxied) + "\n" + text)
    if not any("work" in line for line in proxied):
        sys.exit("the debugger did not get to its breakpoint:\n" + "\n".join(proxied))
    print(f"{recorded['round_trips']} round trips, counts agree")


def accelerated(bed, client, rtt):
    names = symbols(bed.scratch)
    sites = [names[name] for name in ["work", "tail", "loop", "main"]]
    stops, ranges = "8", "100"
    kind = "4" if bed.stub == "reference" else "1"
    results, costs = {}, {}
    for way in ["plain", "accelerated"]:
        options = ["--rtt", rtt] + (["--accelerate"] if way == "accelerated" else [])
        child, port = bed.start(way, bed.address(), *options)
        done = subprocess.run([client, f"tcp:127.0.0.1:{port}", stops, ranges, names["scratch"], kind,
                               *sites], capture_output=True, text=True, timeout=LIMIT_S, check=False)
        summary, text = bed.finish(way, child)
        if done.returncode != 0:
            sys.exit(f"the client failed: {done.stderr}\n{text}")
        results[way], costs[way] = done.stdout, json.loads(done.stderr)
        costs[way]["beside"] = summary["stub_side"]["round_trips"]
    if results["plain"] != results["accelerated"] or f"stop {int(stops) - 1} signal 5" not in results["plain"]:
        sys.exit("the results differ:\n" + results["plain"] + "\n--- accelerated\n" + results["accelerated"])
    for way, cost in costs.items():
        print(f"{bed.stub:12} {way:12} {cost['round_trips']:6} round trips {cost['packets']:6} packets {cost['seconds']:8.3f} s")
    if costs["accelerated"]["round_trips"] * 2 > costs["plain"]["round_trips"]:
        sys.exit("the accelerator saved too little")


def judged(stubborn, form, folder):
    here = os.path.dirname(os.path.abspath(__file__))
    report = os.path.join(folder, "report.json")
    groups = ["MMR-RFC", "MBP-RFC"] if form == "rfc" else ["MMR", "MBP", "acks/", "noack/", "interrupt/", "nonstop/"]
    command = [stubborn, "run", "--stub", f"profile:{here}/accelerated-{form}.yaml", "-j", "2", "-o", f"json:{report}", "-o",
               "term:-"] + [word for group in groups for word in ("--filter", group)]
    for _ in range(2):  # a port that somebody else took in between is nobody's fault
        done = subprocess.run(command, env=dict(os.environ, STUBBORN=stubborn, ACCELERATE=form), capture_output=True, text=True,
                              check=False)
        if done.returncode == 0:
            break
    passed = [r for r in json.load(open(report))["results"] if r["verdict"] == "pass"]
    batches = [r for r in passed if r["scenario"].startswith(("multimemread/", "multibreakpoint/"))]
    print(done.stdout)
    if done.returncode != 0 or len(batches) < (25 if form == "rfc" else 75):
        sys.exit(f"exit status {done.returncode}, {len(batches)} scenarios about batches passed\n{done.stderr}")


def main():
    stubborn, client, scratch, mode, stub = sys.argv[1:6]
    rest = sys.argv[6:]
    rtt = rest[rest.index("--rtt") + 1] if "--rtt" in rest else "1ms"
    with tempfile.TemporaryDirectory(prefix="stubborn-proxy-") as folder:
        if mode == "suite":
            judged(stubborn, stub, folder)
            return
        bed = Bed(stubborn, scratch, stub, folder)
        if mode == "accelerate":
            accelerated(bed, client, rtt)
        else:
            through_proxies(bed, gdb_command if mode == "gdb" else lldb_command, "--show" in rest)


if __name__ == "__main__":
    main()
