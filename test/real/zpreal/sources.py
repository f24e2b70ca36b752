"""Obtains the programs' sources: Debian source packages and npm packages.

Nothing outside the cache directory is written, with one exception: missing
build dependencies are installed by apt-get, where the user is root. apt gets a
private source list, made at run time from the machine's own, and a private
place for the indices, so that neither its configuration nor its lists change.
"""

import os
import re
import shutil
import subprocess
import time

from .shell import run_quiet

LISTS_FRESH_FOR = 7 * 24 * 3600


class Unavailable(Exception):
    """This program cannot be had or built on this machine; says why."""


def ours(origin):
    return origin in ("Debian", "Ubuntu")


def source_entries():
    """Yields (is_deb822, text) of a deb-src entry for each of the machine's
    own binary package entries that belong to the distribution."""
    targets = subprocess.run(
        ["apt-get", "indextargets", "--format",
         "$(IDENTIFIER)|$(ORIGIN)|$(SOURCESENTRY)"],
        capture_output=True, text=True, check=False).stdout
    seen = set()
    for line in targets.splitlines():
        kind, origin, entry = line.split("|", 2)
        if kind != "Packages" or not ours(origin) or entry in seen:
            continue
        seen.add(entry)
        path, _, number = entry.rpartition(":")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if path.endswith(".sources"):
            # The entry's number is that of the paragraph, from 1.
            paragraphs = [p for p in re.split(r"\n\s*\n", text)
                          if re.search(r"(?m)^Types:", p)]
            paragraph = paragraphs[int(number) - 1]
            yield True, re.sub(r"(?m)^Types:.*$", "Types: deb-src", paragraph)
        else:
            # The entry's number is that of the line, from 1.
            yield False, re.sub(r"^\s*deb\b", "deb-src",
                                text.splitlines()[int(number) - 1])


class Apt:
    """apt-get with a source list and indices of its own."""

    def __init__(self, cache):
        self.home = os.path.join(cache, "apt")
        self.ready = False

    def options(self):
        result = []
        for name, value in (
                ("Dir::Etc::sourcelist", "/dev/null"),
                ("Dir::Etc::sourceparts", os.path.join(self.home, "parts")),
                ("Dir::State::Lists", os.path.join(self.home, "lists")),
                ("Dir::Cache::pkgcache", ""),
                ("Dir::Cache::srcpkgcache", ""),
                ("APT::Sandbox::User", "root")):
            result += ["-o", name + "=" + value]
        return result

    def prepare(self):
        if self.ready:
            return
        if shutil.which("apt-get") is None:
            raise Unavailable("apt-get is not here: Debian's source packages "
                              "need it")
        parts = os.path.join(self.home, "parts")
        lists = os.path.join(self.home, "lists")
        shutil.rmtree(parts, ignore_errors=True)
        os.makedirs(parts)
        os.makedirs(os.path.join(lists, "partial"), exist_ok=True)
        entries = list(source_entries())
        if not entries and os.geteuid() == 0:
            run_quiet(["apt-get", "update"])
            entries = list(source_entries())
        if not entries:
            raise Unavailable("apt knows no package lists of the distribution: "
                              "run apt-get update first")
        for deb822, suffix, gap in ((True, "sources", "\n\n"),
                                    (False, "list", "\n")):
            text = gap.join(t for is822, t in entries if is822 == deb822)
            if text:
                with open(os.path.join(parts, "source." + suffix), "w",
                          encoding="utf-8") as file:
                    file.write(text + "\n")
        stamp = os.path.join(self.home, "updated")
        if (not os.path.exists(stamp)
                or time.time() - os.path.getmtime(stamp) > LISTS_FRESH_FOR):
            status, text = run_quiet(["apt-get"] + self.options() + ["update"])
            if status != 0:
                raise Unavailable("apt-get update of the source lists failed: "
                                  + last_error(text))
            with open(stamp, "w", encoding="utf-8"):
                pass
        self.ready = True

    def versions(self, package):
        _, text = run_quiet(["apt-cache"] + self.options()
                            + ["showsrc", "--only-source", package])
        return re.findall(r"(?m)^Version: (\S+)", text)

    def fetch(self, package, folder):
        """Downloads the upstream archive of the newest version that is there
        (an older point release may still be, where the newest is gone)."""
        self.prepare()
        tried = "no such source package"
        for wanted in [package] + [package + "=" + v
                                   for v in self.versions(package)]:
            status, text = run_quiet(
                ["apt-get"] + self.options()
                + ["source", "--tar-only", "--download-only", wanted], folder)
            if status == 0:
                found = [f for f in os.listdir(folder)
                         if re.search(r"(\.orig)?\.tar\.\w+$", f)
                         and not re.search(r"\.(debian|orig-\w+)\.tar", f)]
                if found:
                    return os.path.join(folder, sorted(found)[0])
            tried = last_error(text)
        raise Unavailable("no source of " + package + ": " + tried)


def last_error(text):
    lines = [l for l in text.splitlines() if l.startswith("E: ")]
    # Names of hosts stay out of what we print.
    line = lines[0][3:] if lines else "no reason given"
    return re.sub(r"\w+://\S+", "the archive", line).split("[IP")[0].strip()


def fetch_npm(package, folder):
    if shutil.which("npm") is None:
        raise Unavailable("npm is not here: " + package + " needs it")
    status, _ = run_quiet(["npm", "pack", "--silent", package], folder)
    found = [f for f in os.listdir(folder) if f.endswith(".tgz")]
    if status != 0 or not found:
        raise Unavailable("npm has no package " + package)
    return os.path.join(folder, found[0])


def unpack(archive, target):
    """Unpacks an archive so that target is its single top folder."""
    scratch = target + ".part"
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    status, text = run_quiet(["tar", "--no-same-owner", "-xf", archive, "-C",
                              scratch])
    if status != 0:
        raise Unavailable("cannot unpack " + os.path.basename(archive) + ": "
                          + text.strip()[-200:])
    inside = os.listdir(scratch)
    top = scratch
    if len(inside) == 1 and os.path.isdir(os.path.join(scratch, inside[0])):
        top = os.path.join(scratch, inside[0])
    os.rename(top, target)
    shutil.rmtree(scratch, ignore_errors=True)


def obtain(program, cache, apt):
    """Returns (folder with the untouched sources, name of the archive)."""
    kind, package = program["source"]
    target = os.path.join(cache, "source", kind + "-" + package)
    folder = os.path.join(cache, "download", kind + "-" + package)
    os.makedirs(folder, exist_ok=True)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    note = os.path.join(folder, "archive")
    if not (os.path.isdir(target) and os.path.exists(note)):
        if kind == "debian":
            archive = apt.fetch(package, folder)
        else:
            archive = fetch_npm(package, folder)
        shutil.rmtree(target, ignore_errors=True)
        unpack(archive, target)
        with open(note, "w", encoding="utf-8") as file:
            file.write(os.path.basename(archive))
    with open(note, encoding="utf-8") as file:
        return target, file.read()


def installed(package):
    status, text = run_quiet(["dpkg-query", "-W", "-f", "${db:Status-Status}",
                              package])
    return status == 0 and text.strip() == "installed"


def install_needs(programs):
    """Installs what the programs' builds need. Returns what is missing still,
    by program."""
    def missing():
        return {n for p in programs for n in p.get("needs", ())
                if not installed(n)}

    wanted = sorted(missing())
    if wanted and os.geteuid() == 0:
        command = ["apt-get", "install", "-y", "--no-install-recommends"]
        if run_quiet(command + wanted)[0] != 0:
            run_quiet(["apt-get", "update"])
            for name in wanted:
                run_quiet(command + [name])
    left = missing() if wanted else set()
    return {p["name"]: sorted(left.intersection(p.get("needs", ())))
            for p in programs if left.intersection(p.get("needs", ()))}
