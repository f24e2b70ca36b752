"""The test suite: tools, substitutions and features that every test may use.

Substitutions
    %clang %clangxx %opt %FileCheck   of the configured LLVM; its other tools
                                      (llvm-dis, not, ld.lld, ...) are in PATH
    %flang                            where there is one (feature flang)
    %plugin                           the plugin under test
    %loadopt                          opt with the plugin
    %zpcc %zpcxx                      clang and clang++ -O2 with the plugin
    %jemalloc %mimalloc %tcmalloc     what to put into LD_PRELOAD
    %valgrind %python %cmake
    %llvm_major %llvm_dir             of the configured LLVM
    %other_llvms                      prefixes of other installed majors
    %project %build                   the source and the build folder

Features
    llvm-N, llvm-at-least-N           N from 16 to 22
    x86_64, aarch64                   the machine
    other-llvm flang lld valgrind jemalloc mimalloc tcmalloc cmocka gcc
    pkg-config
"""

import glob
import os
import re
import shutil
import subprocess
import sys

import lit.formats

config.name = "ZeroPass"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".c", ".cpp", ".f90", ".ll", ".test"]
config.excludes = ["Inputs", "real", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(config.zeropass_obj_root, "test")

tools = config.llvm_tools_dir
plugin = config.zeropass_plugin
major = config.llvm_major

config.environment["PATH"] = os.pathsep.join(
    [tools, config.environment.get("PATH", os.environ["PATH"])])
config.environment["LC_ALL"] = "C"
# The plugin takes orders from the environment, and so does ccache.
for name in list(config.environment):
    if name.startswith("ZEROPASS_"):
        del config.environment[name]


def tool(name):
    return os.path.join(tools, name)


def library(pattern):
    """The path of the shared library whose file name matches, or None."""
    ldconfig = shutil.which("ldconfig", path="/sbin:/usr/sbin:/usr/bin")
    if not ldconfig:
        return None
    listing = subprocess.run([ldconfig, "-p"], capture_output=True, text=True)
    found = re.findall(r"^\s*(%s) .*=> (\S+)$" % pattern, listing.stdout, re.M)
    return found[0][1] if found else None


def other_llvms():
    """Prefixes of the other majors, installed beside the configured one."""
    prefix = os.path.dirname(tools)
    found = []
    for other in glob.glob(os.path.join(os.path.dirname(prefix), "llvm-*")):
        number = other.rsplit("-", 1)[1]
        if number.isdigit() and int(number) != major:
            if os.access(os.path.join(other, "bin", "opt"), os.X_OK):
                found.append((int(number), other))
    return [other for _, other in sorted(found)]


features = config.available_features
features.add("llvm-%d" % major)
for n in range(16, major + 1):
    features.add("llvm-at-least-%d" % n)
features.add({"amd64": "x86_64", "arm64": "aarch64"}.get(
    config.host_arch.lower(), config.host_arch.lower()))

# Longest name first where one is the beginning of another.
config.substitutions += [
    ("%clangxx", tool("clang++")),
    ("%clang", tool("clang")),
    ("%opt", tool("opt")),
    ("%FileCheck", tool("FileCheck")),
    ("%loadopt", "%s -load-pass-plugin=%s" % (tool("opt"), plugin)),
    ("%zpcxx", "%s -O2 -fpass-plugin=%s" % (tool("clang++"), plugin)),
    ("%zpcc", "%s -O2 -fpass-plugin=%s" % (tool("clang"), plugin)),
    ("%plugin", plugin),
    ("%python", sys.executable),
    ("%cmake", config.cmake),
    ("%llvm_major", str(major)),
    ("%llvm_dir", config.llvm_dir),
    ("%project", config.zeropass_src_root),
    ("%build", config.zeropass_obj_root),
    ("%version", config.zeropass_version),
]

others = other_llvms()
if others:
    features.add("other-llvm")
    config.substitutions.append(("%other_llvms", " ".join(others)))

for name, pattern in (("jemalloc", r"libjemalloc\.so\.\d+"),
                      ("mimalloc", r"libmimalloc\.so\.[\d.]+"),
                      ("tcmalloc", r"libtcmalloc_minimal\.so\.\d+")):
    path = library(pattern)
    if path:
        features.add(name)
        config.substitutions.append(("%" + name, path))
if library(r"libcmocka\.so\.\d+"):
    features.add("cmocka")
if os.access(tool("ld.lld"), os.X_OK):
    features.add("lld")
for name in ("flang", "flang-new"):
    if os.access(tool(name), os.X_OK):
        features.add("flang")
        config.substitutions.append(("%flang", tool(name)))
        break
valgrind = shutil.which("valgrind")
if valgrind:
    features.add("valgrind")
    config.substitutions.append(("%valgrind", valgrind))
for name in ("gcc", "pkg-config"):
    if shutil.which(name):
        features.add(name)
