# SPDX-License-Identifier: MIT
"""How the stubs of zoo.ini are started: what they need is built, fetched or unpacked, and the command is filled in."""
import configparser
import os
import pathlib
import shutil
import subprocess

TOOLS = pathlib.Path(__file__).resolve().parent.parent
ROOT = TOOLS.parent.parent
# Debian's emulators of consoles are here, and root's PATH has it not.
GAMES = "/usr/games"
if GAMES not in os.environ["PATH"].split(":"):
    os.environ["PATH"] += ":" + GAMES


class Missing(Exception):
    """Why a stub can not be started here."""


def table():
    config = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    config.read(TOOLS / "zoo.ini", encoding="utf-8")
    return config


def quiet(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode != 0:
        last = "\n".join(done.stdout.splitlines()[-5:])
        raise Missing(f"{' '.join(map(str, command[:3]))} failed: {last}")
    return done.stdout


def build_firmware(folder):
    if not (folder / "game.nds").exists():
        quiet([ROOT / "corpora/firmware/build.sh", folder])
    return folder


def unpack(packages, folder):
    """Packages that can not be installed beside others: their files are enough."""
    if not folder.exists():
        fetched = folder.with_suffix(".part")
        shutil.rmtree(fetched, ignore_errors=True)
        fetched.mkdir(parents=True)
        quiet(["apt-get", "download", *packages], cwd=fetched)
        for package in fetched.glob("*.deb"):
            quiet(["dpkg", "-x", package.name, "."], cwd=fetched)
        fetched.rename(folder)


def fetch_npm(package, folder):
    if not (folder / "node_modules").exists():
        folder.mkdir(parents=True, exist_ok=True)
        quiet(["npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", folder, package])


def version_of(package, unpacked):
    """As the package manager has it."""
    name, _, wanted = package.removeprefix("npm:").partition("@")
    if package.startswith("npm:"):
        return wanted
    if unpacked:
        return quiet(["apt-cache", "policy", name]).split("Candidate: ")[1].split()[0]
    return quiet(["dpkg-query", "-W", "-f", "${Version}", name])


class Starter:
    """Keeps what it makes in `work`."""

    def __init__(self, work):
        self.work, self.firmware = work, None

    def command(self, name, entry):
        """The command that starts it, for exec:. Missing when it can not be."""
        if "not" in entry:
            raise Missing(entry["not"])
        self.firmware = self.firmware or build_firmware(self.work / "firmware")
        unpacked = self.work / "unpacked" / name
        if "unpack" in entry:
            unpack(entry["unpack"].split(), unpacked)
        for program in entry["needs"].split():
            if not shutil.which(program) and not list(unpacked.rglob(program)):
                raise Missing(f"{program} is not installed; tools/setup zoo installs it")
        if entry["package"].startswith("npm:"):
            fetch_npm(entry["package"].removeprefix("npm:"), unpacked)
        command = entry["command"]
        for key, value in {"firmware": self.firmware, "tools": TOOLS, "unpacked": unpacked, "root": ROOT}.items():
            command = command.replace("{" + key + "}", str(value))
        return command
