"""Builds one variant of a program and runs the program's own tests on it.

A variant is a level (O2, or F2: -O2 -D_FORTIFY_SOURCE=2) and a kind: original
(clang alone), rewritten (with the plugin) or counting (with the plugin and
the option count). Every variant is built in a copy of the sources by a
wrapper around clang that puts the variant's flags behind the program's own, so
that no program's build has to be changed.
"""

import hashlib
import json
import os
import re
import shutil

from .remarks import collect, read_counts
from .shell import run_logged, run_quiet

LEVELS = {
    "O2": ["-O2", "-U_FORTIFY_SOURCE"],
    "F2": ["-O2", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"],
}
KINDS = ("original", "rewritten", "counting")
REMARKS = ["-fsave-optimization-record", "-foptimization-record-passes=zeropass"]
LIMIT = 900  # seconds for a build or a test run

WRAPPER = """#!/bin/sh
# clang, with the flags of one variant behind the program's own.
sources=0
for word in "$@"; do case $word in -*) ;; *.c) sources=$((sources + 1));; esac; done
record=
if [ $sources = 1 ] && [ -n '{records}' ]; then
  # A name of our own: two commands may compile the same file.
  record=$(mktemp '{records}'/XXXXXXXX.opt.yaml)
fi
if [ $sources != 0 ]; then
  {{ printf '%s\\037' "$record" "$PWD" "$@"; echo; }} >> '{log}'
fi
exec '{clang}' "$@" {flags} ${{record:+-foptimization-record-file="$record"}}
"""


class Setup:
    """What all variants have in common."""

    def __init__(self, clang, plugin, cache, label, perturb=None, keep=False):
        self.clang = clang
        self.home = os.path.join(cache, label)
        self.plugin = self.keep_plugin(plugin) if plugin else None
        self.perturb = perturb
        self.keep = keep
        self.version = run_quiet([clang, "--version"])[1]

    def keep_plugin(self, plugin):
        """A copy, since the build may link the plugin anew meanwhile."""
        os.makedirs(self.home, exist_ok=True)
        copy = os.path.join(self.home, "libZeroPass.so")
        # Not over the old file: another run may have it mapped.
        shutil.copyfile(plugin, copy + ".new")
        os.replace(copy + ".new", copy)
        return copy


def variant_folder(setup, program, level, kind):
    return os.path.join(setup.home, program["name"], level + "-" + kind)


def flags_of(setup, program, level, kind):
    flags = ["-Wno-unused-command-line-argument"]
    flags += program.get("cflags", "").split() + LEVELS[level]
    if kind != "original" and setup.plugin:
        flags += ["-fpass-plugin=" + setup.plugin] + REMARKS
    return flags


def environment(setup, program, level, kind, wrapper):
    env = {k: v for k, v in os.environ.items()
           if not k.startswith(("ZEROPASS_", "MALLOC_")) and k not in (
               "CC", "CXX", "CFLAGS", "CPPFLAGS", "LDFLAGS", "MAKEFLAGS",
               "MFLAGS", "MAKELEVEL")}
    env.update(LC_ALL="C", TZ="UTC", CC=wrapper, CFLAGS="-O2")
    if kind == "counting":
        env["ZEROPASS_OPTIONS"] = "count=true"
    return env


def judge(program, status, text):
    """Counts what the tests say, by the program's own words."""
    def count(pattern):
        if not pattern:
            return 0
        total = 0
        for found in re.finditer(pattern, text, re.M):
            total += int(found.group(1)) if found.groups() else 1
        return total
    result = {"passed": count(program["passed"]),
              "failed": count(program.get("failed")), "status": status}
    if program.get("same"):
        alike = [m.group(0) for m in re.finditer(program["same"], text, re.M)]
        result["said"] = hashlib.sha256("\n".join(alike).encode()).hexdigest()
    return result


def fingerprint(setup, program, level):
    """Of all that an original's result depends on."""
    return hashlib.sha256(json.dumps(
        [program, setup.version, setup.perturb,
         flags_of(setup, program, level, "original")],
        sort_keys=True).encode()).hexdigest()


def run_variant(setup, program, sources, level, kind, fresh=False):
    """Returns the variant's result as a dict."""
    folder = variant_folder(setup, program, level, kind)
    tree = os.path.join(folder, "tree")
    memory = os.path.join(folder, "result.json")
    print_of = fingerprint(setup, program, level)
    if kind == "original" and not fresh and os.path.exists(memory):
        with open(memory, encoding="utf-8") as file:
            result = json.load(file)
        if result.get("fingerprint") == print_of:
            return result
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "records"))
    for part in program.get("parts", [""]):
        shutil.copytree(os.path.join(sources, part), os.path.join(tree, part),
                        symlinks=True)
    wrapper = os.path.join(folder, "cc")
    with open(wrapper, "w", encoding="utf-8") as file:
        file.write(WRAPPER.format(
            log=os.path.join(folder, "commands"), clang=setup.clang,
            records=os.path.join(folder, "records")
            if kind != "original" and setup.plugin else "",
            flags=" ".join("'%s'" % f for f in
                           flags_of(setup, program, level, kind))))
    os.chmod(wrapper, 0o755)
    env = environment(setup, program, level, kind, wrapper)
    root = os.path.join(tree, program.get("root", ""))
    result = {"level": level, "kind": kind, "fingerprint": print_of}

    status, result["build seconds"] = run_logged(
        program["build"], root, env, os.path.join(folder, "build.log"), LIMIT)
    result["built"] = status == 0
    if result["built"]:
        counts = os.path.join(folder, "counts")
        if setup.perturb:
            env["MALLOC_PERTURB_"] = str(setup.perturb)
        if kind == "counting":
            env["ZEROPASS_COUNT_FILE"] = counts
        log = os.path.join(folder, "test.log")
        status, result["test seconds"] = run_logged(
            program["test"], root, env, log, LIMIT)
        with open(log, encoding="utf-8", errors="replace") as file:
            result["tests"] = judge(program, status, file.read())
        result["counts"] = read_counts(counts, tree)
    if kind == "rewritten":
        result["remarks"] = collect(folder)
    with open(memory, "w", encoding="utf-8") as file:
        json.dump(result, file)
    if kind == "counting" and not setup.keep:
        shutil.rmtree(tree, ignore_errors=True)
    return result


def same_tests(a, b):
    return a.get("built") and b.get("built") and a["tests"] == b["tests"]
