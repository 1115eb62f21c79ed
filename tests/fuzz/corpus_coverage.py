"""tools/dev/corpus-coverage says what is missing: a source, all that is to be measured, or a part of it.
usage: corpus_coverage.py SOURCE_FOLDER"""
# SPDX-License-Identifier: MIT
import pathlib
import shutil
import subprocess
import sys
import tempfile


def refused(root):
    done = subprocess.run([sys.executable, root / "tools/dev/corpus-coverage", "--no-build"], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1, done
    return done.stderr


def main():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        fuzz = root / "build/cov/harness/fuzzing/targets"
        (root / "tools/dev").mkdir(parents=True)
        shutil.copy(pathlib.Path(sys.argv[1], "tools/dev/corpus-coverage"), root / "tools/dev")
        said = refused(root)
        assert "names what is not in harness/: base/codec/" in said, said
        shutil.copytree(pathlib.Path(sys.argv[1], "harness"), root / "harness", ignore=shutil.ignore_patterns("*.h"))
        said = refused(root)
        assert "build/cov has no fuzz targets" in said and "tools/build cov" in said, said
        fuzz.mkdir(parents=True)
        (fuzz / "targets.txt").write_text("escape 512\nrle 512\nhex 9\n")
        said = refused(root)
        assert "build/cov lacks fuzz-replay:" in said, said


main()
