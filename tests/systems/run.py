#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds and tests tali in root filesystems of other releases than this machine's, by their compilers and libraries.

    tests/systems/run.py --folder build-systems [--jobs 2] [--only NAME]... [--turn N] [--all]

The folder gets a root filesystem a release, which stays for the next run, and the builds. --all runs README's second
command too, `make test`. Without root, mmdebstrap or a mirror of the release it says what is missing and ends with
exit status 0, but in CI (CI=true), where that is a failure. Nothing is written to the checkout.
"""

import argparse
import os
import pathlib
import re
import resource
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]

# What is installed in each release's root: compilers, and what README's commands install. Optional libraries (dlib,
# nanoflann, NTL, OpenSSL, NumPy, ...) are not there, so that what needs them must be left out or skip itself.
PACKAGES = {
    "trixie": "g++-13 g++-14 g++ clang-19 libc++-19-dev libc++abi-19-dev libomp-19-dev make cmake ninja-build ccache libcli11-dev "
              "libfmt-dev nlohmann-json3-dev libgtest-dev python3",
}

# What Ubuntu and Fedora compile with unless told otherwise; where nothing is optimised, the C library warns that it checks nothing.
HARDENED = "-D_FORTIFY_SOURCE=3 -Wno-cpp -fstack-protector-strong -fcf-protection -D_GLIBCXX_ASSERTIONS"

# Pinned digests, known answers and random cuts, `tali gen`: what runs on every machine, by few optimisations, and as warnings
# are errors in CI, so here.
MACHINES = ("cmake -S tests/machines -B {build} -G Ninja -DCMAKE_BUILD_TYPE=Plain -DTALI_SIMD=baseline -DTALI_WERROR=ON {flags}",
            "cmake --build {build} -j {jobs} --target machine_test machine_gen",
            "{build}/machine_test --gtest_brief=1",
            "{build}/machine_gen gen -n 5 --dist normal --format text")

# Tests of the first system's build: kernels on emulated threads, which a hardened library has aborted, and digests.
TESTS = "emulated_block_test rows_kernel_test word_source_kernel_test"

# Name: release, CMake's flags, commands. README's first command is make run.
SYSTEMS = {
    "Debian 13, g++ 14, hardened": ("trixie", f"-DTALI_SIMD=avx2 -DTALI_WERROR=ON '-DCMAKE_CXX_FLAGS={HARDENED}' "
                                              "-DCMAKE_EXE_LINKER_FLAGS=-Wl,-z,now", (
        "make run BUILD={build} JOBS={jobs} CMAKE_FLAGS=\"{flags}\"",
        f"cmake --build {{build}} -j {{jobs}} --target machine_test {TESTS}",
        f"for test in machines/machine_test {TESTS}; do {{build}}/tests/$test --gtest_brief=1 || exit 1; done")),
    "Debian 13, g++ 13": ("trixie", "-DCMAKE_CXX_COMPILER=g++-13 -DCMAKE_CXX_FLAGS=-O0", MACHINES),
    "Debian 13, clang 19, libc++": ("trixie", "-DCMAKE_CXX_COMPILER=clang++-19 '-DCMAKE_CXX_FLAGS=-O0 -stdlib=libc++'", MACHINES),
}


class Failure(Exception):
    """A system on which something does not compile, or gives something else than it must."""


class NotRun(Exception):
    """A root that cannot be made here."""


def seconds():
    """Processor time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def call(command, log, shown=None):
    shown = shown or shlex.join(map(str, command))
    with open(log, "ab") as file:
        file.write(f"+ {shown}\n".encode())
        file.flush()
        if subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=file, stderr=file, check=False).returncode == 0:
            return
    end = "\n".join(log.read_text(errors="replace").splitlines()[-40:])
    raise Failure(f"{shown}\n{end}")


def check_machine():
    if os.geteuid() != 0:
        raise NotRun("only root enters a root filesystem")
    if not shutil.which("unshare") or subprocess.run(["unshare", "--mount", "true"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
        raise NotRun("file systems may not be mounted here")


def mirror(release):
    """Debian's mirror that this machine is set up with."""
    for program in ("mmdebstrap", "apt-get"):
        if not shutil.which(program):
            raise NotRun(f"there is no {program}; scripts/install-deps.sh systems")
    targets = subprocess.run(["apt-get", "indextargets", "--format", "$(REPO_URI)", "Identifier: Packages", "Label: Debian"],
                             stdout=subprocess.PIPE, text=True, check=False).stdout.split()
    if not targets:
        raise NotRun("apt has no mirror of Debian")
    try:
        with urllib.request.urlopen(f"{targets[0].rstrip('/')}/dists/{release}/InRelease", timeout=30):
            return targets[0]
    except (OSError, ValueError) as why:
        raise NotRun(f"the mirror of Debian has no {release}: {why}") from None


# Processes of a root see the checkout, which they cannot write to, the builds and a compiler's cache; the mounts end with them.
ENTER = """
mount --bind "$0" "$1/tali" && mount -o remount,bind,ro "$1/tali" && mount --bind "$2" "$1/build" && mount --bind "$3" "$1/ccache" &&
mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && exec chroot --userspec="$4" "$1" /usr/bin/env -i \\
  PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/build LANG=C.UTF-8 CCACHE_DIR=/ccache CCACHE_MAXSIZE=3G sh -c "cd /tali && $5"
"""
NOBODY = 65534


def enter(root, folder, command, log):
    """Runs a command in the checkout, as a user who can install nothing."""
    cache = pathlib.Path(os.environ.get("CCACHE_DIR") or pathlib.Path.home() / ".cache/ccache") / "systems"
    for path in (cache, folder / "builds", *(root / name for name in ("tali", "build", "ccache"))):
        path.mkdir(parents=True, exist_ok=True)
        os.chown(path, NOBODY, NOBODY)
    call(["unshare", "--mount", "sh", "-c", ENTER, ROOT, root, folder / "builds", cache, f"{NOBODY}:{NOBODY}", command], log, command)


def make_root(release, folder, log):
    """The release's root filesystem, made again if its list of packages has changed."""
    root, made = folder / release, folder / f"{release}.packages"
    if made.exists() and made.read_text() == PACKAGES[release]:
        return root
    source = mirror(release)
    made.unlink(missing_ok=True)
    shutil.rmtree(root, ignore_errors=True)
    call(["mmdebstrap", "--variant=apt", "--mode=root", f"--include={','.join(PACKAGES[release].split())}",
          "--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-exclude=/usr/share/man/*", release, root, source], log)
    made.write_text(PACKAGES[release])
    return root


def judge(name, options):
    release, flags, commands = SYSTEMS[name]
    word = re.sub(r"\W+", "-", name)
    log = options.folder / f"{word}.log"
    log.unlink(missing_ok=True)
    begin, used = time.monotonic(), seconds()
    try:
        check_machine()
        root = make_root(release, options.folder, log)
        built = seconds()
        if options.all and commands is not MACHINES:
            commands += ("make test BUILD={build} JOBS={jobs}",)
        for command in commands:
            enter(root, options.folder, command.format(build=f"/build/{word}", jobs=options.jobs, flags=flags), log)
    except NotRun as reason:
        print(f"{name}: not run: {reason}", flush=True)
        return "not run"
    except Failure as trouble:
        print(f"{name}: FAILED: {trouble}\nAll of it is in {log}", flush=True)
        return "failed"
    print(f"{name}: ok, {seconds() - built:.0f} s of processor time, {built - used:.0f} s for the root filesystem, "
          f"{time.monotonic() - begin:.0f} s in all", flush=True)
    return "ok"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build-systems", help="of roots and builds (build-systems)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="compilers and tests at a time")
    parser.add_argument("--only", action="append", choices=SYSTEMS, help="this system alone")
    parser.add_argument("--turn", type=int, help="one of the systems in turn, instead of all")
    parser.add_argument("--all", action="store_true", help="all tests on the first system, as README's make test")
    options = parser.parse_args()
    options.folder = options.folder.resolve()
    options.folder.mkdir(parents=True, exist_ok=True)
    in_turn = [*SYSTEMS] if options.turn is None else [[*SYSTEMS][options.turn % len(SYSTEMS)]]
    results = [judge(name, options) for name in options.only or in_turn]
    return 1 if "failed" in results or ("not run" in results and os.environ.get("CI") == "true") else 0


if __name__ == "__main__":
    sys.exit(main())
