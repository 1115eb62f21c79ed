"""What -o sarif of `stubborn fuzz` and `run` writes is SARIF 2.1.0: its form (sarif.schema.json) and what a form can not say. Exit 77 (skip)
without python3-jsonschema. usage: sarif_schema.py STUBBORN"""
# SPDX-License-Identifier: MIT
import copy
import datetime
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

SCHEMA = json.loads((pathlib.Path(__file__).parent / "sarif.schema.json").read_text())


def fuzz(folder, *options):
    command = [sys.argv[1], "fuzz", "-c", "c", "-o", "sarif:out.sarif", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=200)
    return done.returncode, json.loads(pathlib.Path(folder, "out.sarif").read_text())


def check_meaning(sarif, folder, status):
    """Indexes, places and times fit each other and the campaign."""
    run = sarif["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    fingerprints = [tuple(sorted(result["partialFingerprints"].items())) for result in run["results"]]
    assert len(set(fingerprints)) == len(fingerprints)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"], result
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uriBaseId"] in run["originalUriBaseIds"], result
        file = pathlib.Path(folder, "c", place["artifactLocation"]["uri"])
        assert len(file.read_text().splitlines()) >= place["region"]["startLine"], file
    assert len(run["results"]) == len(list(pathlib.Path(folder, "c", "findings").iterdir()))
    invocation = run["invocations"][0]
    assert invocation["exitCode"] == status and invocation["executionSuccessful"] is True
    begin, end = (datetime.datetime.fromisoformat(invocation[key].replace("Z", "+00:00")) for key in ("startTimeUtc", "endTimeUtc"))
    assert begin <= end <= datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=1), invocation
    assert begin > datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc), invocation


def check_schema_bites(validator, sarif):
    """Each of these is against the standard, and noticed."""
    def broken(change):
        other = copy.deepcopy(sarif)
        change(other["runs"][0])
        assert not validator.is_valid(other), "not noticed"
    broken(lambda run: run["results"][0].update(level="bad"))
    broken(lambda run: run["results"][0].update(kind="pass"))  # with level error
    broken(lambda run: run["results"][0].pop("message"))
    broken(lambda run: run["results"][0].update(extra=1))
    broken(lambda run: run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"].update(uri="/etc/passwd"))
    broken(lambda run: run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"].update(uri="a/../b"))
    broken(lambda run: run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"].update(uri="a b"))
    broken(lambda run: run["results"][0]["locations"][0]["physicalLocation"]["region"].update(startLine=0))
    broken(lambda run: run["invocations"][0].pop("executionSuccessful"))
    broken(lambda run: run["invocations"][0].update(startTimeUtc="2026-01-01T00:00:00+01:00"))
    broken(lambda run: run["tool"].pop("driver"))


def check_run(sarif):
    """What code-scanning services need of a run: rules, places, one fingerprint a result, known failures suppressed."""
    run = sarif["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert sarif["version"] == "2.1.0" and len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"], result
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] and place["region"]["startLine"] >= 1, result
    fingerprints = [result["partialFingerprints"]["stubbornSignature/v1"] for result in run["results"]]
    assert len(set(fingerprints)) == len(fingerprints)
    return [result for result in run["results"] if "suppressions" in result]


def check_runs(validator):
    here = pathlib.Path(__file__).parent
    done = subprocess.run([sys.argv[1], "run", "--no-baseline", "-o", "sarif", "suite/verdicts.yaml"], cwd=here, capture_output=True,
                          text=True, check=False, timeout=200)
    found = json.loads(done.stdout)
    validator.validate(found)
    assert done.returncode == 1 and not check_run(found)
    assert [result["level"] for result in found["runs"][0]["results"]] == ["error", "warning"]
    sample = json.loads((here.parent.parent / "reports/samples/run.sarif").read_text(encoding="utf-8"))
    validator.validate(sample)
    known = check_run(sample)
    assert known and all(result["suppressions"][0]["justification"] for result in known)


def main():
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft7Validator(SCHEMA)
    with tempfile.TemporaryDirectory() as folder:
        status, found = fuzz(folder, "--fault", "frame-empty-closes", "--until-first")
        validator.validate(found)
        check_meaning(found, folder, status)
        assert status == 1 and found["runs"][0]["results"]
        check_schema_bites(validator, found)
    with tempfile.TemporaryDirectory() as folder:
        status, nothing = fuzz(folder, "--max-messages", "200")
        validator.validate(nothing)
        check_meaning(nothing, folder, status)
        assert status == 0 and nothing["runs"][0]["results"] == []
    check_runs(validator)


if __name__ == "__main__":
    main()
