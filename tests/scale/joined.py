#!/usr/bin/env python3
# What many jobs find is what one machine finds: captures, shards of the suite, campaigns; jobs are lost on the way.
# usage: joined.py STUBBORN [slurm]      slurm: as job arrays of the Slurm that one_node_slurm has started
# SPDX-License-Identifier: MIT
import json
import os
import stat
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CAPTURES = [os.path.join(ROOT, "tests/cli/captures", n)
            for n in ("sample.pcap", "logged.pcap", "gdb-remotelog.txt", "lldb-packets.txt")]
stubborn = os.path.abspath(sys.argv[1])
local = [] if sys.argv[2:] == ["slurm"] else ["--local", "2"]


def run(*command, ok=(0,), **environment):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env={**os.environ, "STUBBORN": stubborn, **environment}, check=False)
    if done.returncode not in ok:
        sys.exit(f"{command}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def scale(name, *arguments, **more):
    return run(os.path.join(ROOT, "tools/scale", name), *local, *arguments, **more)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def losing(folder, times):
    """A stubborn whose first calls end as a lost node does: killed, with nothing written."""
    path = os.path.join(folder, "losing")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"""#!/bin/bash
for n in $(seq {times}); do mkdir {folder}/lost-$n 2>/dev/null && kill -KILL $PPID $$; done
exec {stubborn} "$@"
""")
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def captures_join_exactly(folder):
    one = os.path.join(folder, "one.json")
    many = os.path.join(folder, "many.json")
    files = sorted(CAPTURES)
    run(stubborn, "capture", "analyze", "-o", f"json:{one}", *files)
    out = os.path.join(folder, "captures")
    scale("captures", "--out", out, "--parts", 3, *files, STUBBORN=losing(folder, 2))
    assert os.path.isdir(os.path.join(folder, "lost-2")), "no job was lost"
    scale("captures", "--out", out, "--parts", 3, "-o", f"json:{many}", *files, STUBBORN=losing(folder, 2))
    assert load(one) == load(many), "the joined report differs"
    other = scale("captures", "--out", out, "--parts", 2, *files, ok=(3,), STUBBORN=losing(folder, 2))
    assert "holds other work" in other.stderr, other.stderr


def shards_join_exactly(folder):
    out = os.path.join(folder, "suite")
    whole = os.path.join(folder, "whole.json")
    options = ["--filter", "memory/*", "--seed", "7"]
    run(stubborn, "run", *options, "-o", f"json:{whole}")
    scale("suite", "--out", out, "--shards", 3, "ours=reference", "faulty=reference", "--", *options)

    def verdicts(path):
        return sorted((r["scenario"], r.get("variant", ""), r["verdict"]) for r in load(path)["results"])
    assert verdicts(whole) == verdicts(os.path.join(out, "ours.json")), "the joined verdicts differ"


TOY = """title: Toy
programs: bash
mark: 'echo "<{mark}>"'
marked: '<{mark}>'
stopped: halted
version: echo toy 1.0
version-line: toy
actions:
  attach: { steps: [ { say: "exec 3<>/dev/tcp/{host}/{port}; printf '+$?#3f' >&3; head -c 2 <&3", wants: '+$' } ] }
  step: { steps: [ { say: echo steps, wants: steps } ] }
"""


def matrices_join_exactly(folder):
    out = os.path.join(folder, "interop")
    toy = os.path.join(folder, "toy.yaml")
    whole = os.path.join(folder, "whole.json")
    with open(toy, "w", encoding="utf-8") as file:
        file.write(TOY)
    options = ["--stub", "one=reference", "--stub", "two=reference", "--debugger", f"a=profile:{toy}", "--debugger", f"b=profile:{toy}"]
    run(stubborn, "interop", *options, "-O", os.path.join(folder, "whole"), "-o", f"json:{whole}")
    scale("interop", "--out", out, "--shards", 3, "-o", "html:" + os.path.join(folder, "m.html"), "--", *options, STUBBORN=losing(folder, 2))
    assert os.path.isdir(os.path.join(folder, "lost-2")), "no job was lost"

    def cells(path):
        return [(c["stub"], c["debugger"], c["action"], c["verdict"], c["folder"]) for c in load(path)["cells"]]
    assert cells(whole) == cells(os.path.join(out, "matrix.json")), "the joined matrix differs"
    assert all(c[3] == "works" for c in cells(whole)), cells(whole)
    for cell in cells(whole):
        assert os.path.isfile(os.path.join(out, "captures", cell[4], "capture.pcapng")), cell


def campaigns_join(folder):
    out = os.path.join(folder, "campaign")
    scale("campaign", "--out", out, "--nodes", 2, "--", "--stub", "reference", "-n", "500")
    assert os.path.isdir(os.path.join(out, "whole")), "no joined campaign"
    again = scale("campaign", "--out", out, "--nodes", 2, "--", "--stub", "reference", "-n", "500")
    assert "goes on" in again.stderr, again.stderr


def what_never_succeeds_is_named(folder):
    out = os.path.join(folder, "never")
    os.mkdir(out)
    with open(os.path.join(out, "units"), "w", encoding="utf-8") as file:
        file.write('good\techo 1 > "$OUT"\nbad\techo no such thing >&2; exit 7\n')
    done = scale("jobs", "--rounds", 1, out, ok=(1,))
    assert "  bad" in done.stderr and "  good" not in done.stderr, done.stderr
    with open(os.path.join(out, "log", "bad"), encoding="utf-8") as file:
        assert "no such thing" in file.read()


def usage_errors_are_not_tried_again(folder):
    out = os.path.join(folder, "usage")
    os.mkdir(out)
    tried = os.path.join(folder, "tried")
    with open(os.path.join(out, "units"), "w", encoding="utf-8") as file:
        file.write(f'wrong\techo wrong >> {tried}; exit 2\nbad\techo bad >> {tried}; exit 7\n')
    done = scale("jobs", "--rounds", 3, out, ok=(1,))
    assert "  wrong" in done.stderr and "  bad" in done.stderr, done.stderr
    with open(tried, encoding="utf-8") as file:
        assert sorted(file.read().split()) == ["bad"] * 3 + ["wrong"]


with tempfile.TemporaryDirectory() as temporary:
    for test in (captures_join_exactly, shards_join_exactly, matrices_join_exactly, campaigns_join, what_never_succeeds_is_named,
                 usage_errors_are_not_tried_again):
        place = os.path.join(temporary, test.__name__)
        os.mkdir(place)
        test(place)
        print(test.__name__.replace("_", " "), flush=True)
