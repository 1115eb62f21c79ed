# SPDX-License-Identifier: MIT
"""Source packages of Debian 12, fetched by an apt of their own: the machine's list of sources stays as it is.

apt checks the signatures.
"""
import subprocess
import sys

LIST = """Types: deb-src
URIs: http://deb.debian.org/debian
Suites: bookworm
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
"""


def fetch(into, package, parts):
    """The folder of `package`'s source, of which only what matches the globs `parts` is unpacked below `into`."""
    there = unpacked(into, package)
    if there:
        return there
    for folder in ("state/lists/partial", "cache/archives/partial"):
        (into / folder).mkdir(parents=True, exist_ok=True)
    (into / "debian.sources").write_text(LIST, encoding="ascii")
    apt = ["apt-get", "-q", "-o", f"Dir::Etc::SourceList={into}/debian.sources", "-o", "Dir::Etc::SourceParts=-",
           "-o", f"Dir::State={into}/state", "-o", f"Dir::Cache={into}/cache",
           "-o", "Dir::State::status=/var/lib/dpkg/status"]
    for step in (["update"], ["--download-only", "source", package]):
        done = subprocess.run(apt + step, cwd=into, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            sys.exit(f"{package}: apt-get {step[0]} failed:\n{done.stdout[-2000:]}")
    archive = next(into.glob(f"{package}_*.orig.tar.xz"))
    subprocess.run(["tar", "xJf", archive.name, "--wildcards", *parts], cwd=into, check=True)
    return unpacked(into, package)


def unpacked(into, package):
    """The folder, if it is there."""
    return next((path for path in sorted(into.glob(f"{package}*")) if path.is_dir()), None)
