"""What `stubborn fuzz` and `stubborn fuzz merge` leave in results.json follows its schema, and a merge adds up.
Exit 77 (skip) without python3-jsonschema. usage: fuzz_schema.py STUBBORN, in the source folder."""
# SPDX-License-Identifier: MIT
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

SCHEMA = json.loads(pathlib.Path("reports/schema/fuzz.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
ADDED = ("messages", "sequences", "stubs", "probes", "refused", "unconfirmed", "differences", "messages_before", "seconds_before",
         "seconds", "seconds_starting", "seconds_following_up", "seconds_silent")


def fuzz(folder, *arguments, status=0):
    done = subprocess.run([sys.argv[1], "fuzz", *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == status, (arguments, done)


def results(folder, campaign):
    found = json.loads(pathlib.Path(folder, campaign, "results.json").read_text(encoding="utf-8"))
    VALIDATOR.validate(found)
    return found


def check_schema_bites(found):
    """Each of these is noticed."""
    for change in ({"totals": {**found["totals"], "extra": 1}}, {"extra": 1}, {"merged": []}, {"jobs": -1},
                   {"totals": {k: v for k, v in found["totals"].items() if k != "probes"}}, {"findings": [{"kind": "crash"}]}):
        assert not VALIDATOR.is_valid({**found, **change}), f"not noticed: {list(change)}"


def check_sum(both, parts):
    for name in ADDED:
        expected = sum(part["totals"][name] for part in parts)
        assert abs(both["totals"][name] - expected) < 1e-6 * max(expected, 1), (name, both["totals"][name], expected)


def states(folder, *campaigns):
    return {line for c in campaigns for file in pathlib.Path(folder, c, "journal").glob("*.states") for line in file.read_text().split()}


def check_merge(folder):
    fuzz(folder, "--fault", "frame-empty-closes", "--until-first", "-c", "a", status=1)
    fuzz(folder, "--max-messages", "500", "--seed", "2", "-c", "b")
    one, two = results(folder, "a"), results(folder, "b")
    check_schema_bites(one)
    assert "merged" not in one and one["findings"]
    fuzz(folder, "merge", "a", "b", "--campaign", "both")
    both = results(folder, "both")
    assert both["merged"] == ["a", "b"] and both["stub"] == "reference" and both["jobs"] == 2 and not both["interrupted"], both
    check_sum(both, [one, two])
    assert both["findings"] == one["findings"] + two["findings"]
    assert both["totals"]["states"] == len(states(folder, "a", "b")) == len(states(folder, "both")), both["totals"]
    assert both["totals"]["corpus"] == len(list(pathlib.Path(folder, "both", "corpus").iterdir()))
    fuzz(folder, "merge", "a", "b", "--campaign", "both")
    assert results(folder, "both") == both, "merged twice is another sum"
    check_again(folder, both)
    return both, two


def check_again(folder, both):
    """A campaign counts once, whichever way it comes: by itself, within a sum, by another name, and again when it has gone on."""
    for folders in (["a", "both"], ["both", "b"], ["b"], ["both"]):
        fuzz(folder, "merge", *folders, "--campaign", "both")
        again = results(folder, "both")
        assert again["totals"] == both["totals"] and again["parts"] == both["parts"] and len(both["parts"]) == 2, folders
    shutil.copytree(pathlib.Path(folder, "b"), pathlib.Path(folder, "elsewhere"))
    fuzz(folder, "merge", "elsewhere", "--campaign", "second")
    fuzz(folder, "merge", "a", "second", "--campaign", "third")
    assert results(folder, "third")["totals"] == both["totals"], "a copy, and the sum of a sum"

    fuzz(folder, "--resume", "-c", "elsewhere", "--max-messages", "300")
    fuzz(folder, "merge", "elsewhere", "--campaign", "third")
    grown, own = results(folder, "third")["totals"], results(folder, "elsewhere")["totals"]
    rest = results(folder, "a")["totals"]
    assert grown["messages"] + grown["messages_before"] == own["messages"] + own["messages_before"] + rest["messages"], (grown, own, rest)

    fuzz(folder, "--resume", "-c", "third", "--max-messages", "200", status=1)
    ran = results(folder, "third")
    assert "merged" not in ran and len(ran["parts"]) == 2 and ran["totals"]["messages_before"] == 0, ran["totals"]
    for _ in range(2):
        fuzz(folder, "merge", "a", "third", "--campaign", "third")
        last = results(folder, "third")["totals"]
        assert last["messages"] == grown["messages"] + ran["totals"]["messages"], (last, grown, ran["totals"])
        assert last["messages_before"] == grown["messages_before"], (last, grown)


def check_pending(folder):
    """Of the same finding the one that is cut down is kept, whichever comes first."""
    shutil.copytree(pathlib.Path(folder, "a"), pathlib.Path(folder, "p"))
    about = next(pathlib.Path(folder, "p", "findings").glob("*/finding.json"))
    about.write_text(about.read_text(encoding="utf-8").replace('"pending": false', '"pending": true'), encoding="utf-8")
    for order, into in ((["p", "a"], "pa"), (["a", "p"], "ap")):
        fuzz(folder, "merge", *order, "--campaign", into)
        assert [finding["pending"] for finding in results(folder, into)["findings"]] == [False], order
        assert [one.name for one in pathlib.Path(folder, into, "findings").iterdir()] == [about.parent.name], order


def check_killed(folder, both, two):
    """A run that never wrote its results is in its journal."""
    fuzz(folder, "--max-messages", "400", "--seed", "3", "-c", "k")
    pathlib.Path(folder, "k", "results.json").unlink()
    fuzz(folder, "merge", "both", "k", "--campaign", "both")
    more = results(folder, "both")["totals"]
    said = int(pathlib.Path(folder, "k/journal/local-0.now").read_text().split()[3])
    assert said > 0 and more["messages"] == both["totals"]["messages"], more
    assert more["messages_before"] == both["totals"]["messages_before"] + said, (more, said)
    pathlib.Path(folder, "b", "results.json").write_text('{"totals": 7}', encoding="utf-8")
    fuzz(folder, "merge", "both", "b", "--campaign", "both", status=2)
    pathlib.Path(folder, "b", "campaign.json").write_text('{"format": 1, "stub": "reference"}', encoding="utf-8")  # as before there were ids
    pathlib.Path(folder, "b", "results.json").write_text(
        json.dumps({"totals": {**two["totals"], "messages": -3, "probes": 1e300, "seconds": "x", "states": None}, "jobs": 2**62}), encoding="utf-8")
    fuzz(folder, "merge", "b", "--campaign", "odd")
    odd = results(folder, "odd")
    assert odd["totals"]["messages"] == 0 and odd["totals"]["probes"] >= 2**61 and odd["totals"]["seconds"] == 0, odd


def main():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    with tempfile.TemporaryDirectory() as folder:
        both, two = check_merge(folder)
        check_killed(folder, both, two)
        check_pending(folder)


if __name__ == "__main__":
    main()
