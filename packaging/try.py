#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries the packages of `make dist` as their users would: `make test-packages`. Each part says what it did, or why it was
left out. What the build folder has compiled is taken from ccache, where that is installed and the options are the same: source,
python and conan then compile little.

    packaging/try.py --build build [--only source,debian,python,bill,conan,spack,vcpkg,conda]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

import package  # noqa: E402  python/package.py, which knows what Python a wheel is for
PARTS = ["source", "debian", "python", "bill", "conda", "vcpkg", "spack", "conan"]


# Words of PCG's own demonstration: what every package must make.
WORDS = ["--engine", "pcg32", "--seed", "42", "--stream", "54", "-n", "2", "--dist", "bits", "--dtype", "u32", "--format", "text"]
PINNED = ["2707161783", "2068313097"]


class Skipped(Exception):
    """Why a part cannot be tried here."""


def run(*command: object, **options: object) -> str:
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}")
    return done.stdout


def clean_venv(folder: pathlib.Path, *packages: str) -> pathlib.Path:
    shutil.rmtree(folder, ignore_errors=True)
    run(package.find_python(), "-m", "venv", folder)
    python = folder / "bin" / "python"
    if packages:
        try:
            run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages)
        except RuntimeError as error:
            raise Skipped(f"pip cannot install {' '.join(packages)}: {str(error).splitlines()[-1]}") from error
    return python


class Trial:
    def __init__(self, build: pathlib.Path, jobs: str) -> None:
        self.build, self.jobs = build, jobs
        self.dist = build / "dist"
        self.work = build / "try"
        self.work.mkdir(exist_ok=True)
        self.archive = next((self.dist / "source").glob("tali-*.tar.gz"))
        cache = (build / "CMakeCache.txt").read_text()
        # What decides whether a compiled file is the same: so ccache has it.
        self.warnings = re.search(r"^TALI_WERROR:BOOL=(\w+)$", cache, re.M).group(1)
        self.compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.+)$", cache, re.M).group(1)

    def source(self) -> str:
        """Unpacked where no git is, built, installed, used."""
        folder = self.work / "source"
        shutil.rmtree(folder, ignore_errors=True)
        with tarfile.open(self.archive) as tar:
            tar.extractall(folder, filter="data")
        tree = next(folder.iterdir())
        environment = dict(os.environ, GIT_CEILING_DIRECTORIES=str(folder))
        run("cmake", "-S", tree, "-B", tree / "build", *(["-G", "Ninja"] if shutil.which("ninja") else []), "-DTALI_CUDA=OFF",
            "-DTALI_TESTS=OFF", "-DTALI_LAB=OFF", "-DTALI_BENCH=OFF", "-DTALI_MPI=OFF", f"-DTALI_WERROR={self.warnings}",
            f"-DCMAKE_CXX_COMPILER={self.compiler}", env=environment)
        run("cmake", "--build", tree / "build", "-j", self.jobs, env=environment)
        run("cmake", "--install", tree / "build", "--prefix", folder / "prefix")
        drawn = run(folder / "prefix/bin/tali", "gen", *WORDS)
        if drawn.split() != PINNED:
            raise RuntimeError(f"tali of the source package makes {drawn}")
        return run(folder / "prefix/bin/tali", "--version").strip()

    def debian(self) -> str:
        """As the test `package` does, and by lintian."""
        said = run(sys.executable, "-B", ROOT / "tests/package/run.py", "--build", self.build, "--work", self.work / "debian",
                   "--lintian").strip().splitlines()
        return said[-1] + "".join(f"; {line}" for line in said if line.startswith("lintian is not installed"))

    def python(self) -> str:
        """The source package and the wheel, each in a clean venv, against the pinned answers."""
        packages = self.dist / "python"
        if not packages.is_dir():
            raise Skipped("make dist made none")
        environment = dict(os.environ, CMAKE_ARGS=f"-DTALI_CUDA=OFF -DTALI_WERROR={self.warnings}", CXX=self.compiler,
                           CMAKE_BUILD_PARALLEL_LEVEL=self.jobs)
        for pattern in ("tali_random-*.whl", "tali_random-*.tar.gz"):
            python = clean_venv(self.work / "venv", "pytest")
            run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", next(packages.glob(pattern)), env=environment)
            said = run(python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_answers.py", cwd=ROOT / "python/tests")
        return f"wheel and source package, each in a clean venv: {said.strip().splitlines()[-1]}"

    def bill(self) -> str:
        """The bill of materials, by the makers of its form."""
        python = clean_venv(self.work / "venv-spdx", "spdx-tools")
        bill = next((self.dist / "source").glob("*.spdx.json"))
        run(python, "-m", "spdx_tools.spdx.clitools.pyspdxtools", "--infile", bill)
        return f"{bill.name} is valid"

    def conda(self) -> str:
        """Rendered by the builder's own parser; built where rattler-build is installed."""
        recipe = self.dist / "recipes" / "conda"
        python = clean_venv(self.work / "venv-conda", "py-rattler-build")
        read = ("import json, rattler_build as r; v = r.VariantConfig({'c_stdlib': ['sysroot'], 'c_stdlib_version': ['2.17']}); "
                "(o,) = r.Stage0Recipe.from_yaml(open('recipe.yaml').read()).render(v); print(json.dumps(o.recipe.to_dict()))")
        content = json.loads(run(python, "-c", read, cwd=recipe))
        sources = [(s["path"], s["sha256"]) for s in content["source"]]
        if sources != [(self.archive.name, hashlib.sha256(self.archive.read_bytes()).hexdigest())]:
            raise RuntimeError(f"the recipe is of {sources}")
        builder = shutil.which("rattler-build")
        if builder is None:
            return "rendered; rattler-build is not installed, and nothing was built"
        run(builder, "build", "--recipe", recipe / "recipe.yaml", "--output-dir", self.work / "conda")
        return "built"

    def vcpkg(self) -> str:
        """Built where vcpkg is installed."""
        manager = shutil.which("vcpkg")
        if manager is None:
            raise Skipped("vcpkg is not installed")
        ports = self.work / "ports"
        shutil.rmtree(ports, ignore_errors=True)
        shutil.copytree(self.dist / "recipes" / "vcpkg", ports / "tali")
        run(manager, "install", "tali", f"--overlay-ports={ports}", f"--x-install-root={self.work / 'vcpkg'}", "--classic")
        return "built"

    def spack(self) -> str:
        """Built where Spack is installed."""
        manager = shutil.which("spack")
        if manager is None:
            raise Skipped("spack is not installed")
        repository = self.work / "spack"
        shutil.rmtree(repository, ignore_errors=True)
        shutil.copytree(self.dist / "recipes" / "spack", repository / "packages" / "tali")
        (repository / "repo.yaml").write_text("repo:\n  namespace: local\n")
        run(manager, "repo", "add", repository)
        try:
            run(manager, "install", "tali")
        finally:
            run(manager, "repo", "remove", repository)
        return "built"

    def conan(self) -> str:
        """Built, and used by its test package, with a cache of its own."""
        python = clean_venv(self.work / "venv-conan", "conan>=2")
        # -m64, which Conan adds, changes nothing of a compiled file; and warnings are as the build folder has them.
        environment = dict(os.environ, CONAN_HOME=str(self.work / "conan"), CCACHE_IGNOREOPTIONS="-m64", CXX=self.compiler)
        conan = python.parent / "conan"
        run(conan, "profile", "detect", "--force", env=environment)
        run(conan, "create", self.dist / "recipes" / "conan", "-s", "compiler.cppstd=20", "-c", f"tools.build:jobs={self.jobs}",
            "-c", f"tools.cmake.cmaketoolchain:extra_variables={{'TALI_WERROR': '{self.warnings}'}}",
            "-c", "tools.cmake.cmaketoolchain:generator=" + ("Ninja" if shutil.which("ninja") else "Unix Makefiles"), env=environment)
        return "built and used"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="build folder, after `make dist`")
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    parser.add_argument("--only", default=",".join(PARTS), help="parts, separated by commas")
    options = parser.parse_args()
    wanted = options.only.split(",")
    if not set(wanted) <= set(PARTS):
        parser.error(f"--only is {options.only}; allowed: {','.join(PARTS)}")
    trial = Trial(options.build.resolve(), options.jobs)
    failed = False
    for part in wanted:
        try:
            print(f"{part}: {getattr(trial, part)()}", flush=True)
        except Skipped as why:
            print(f"{part}: left out, {why}", flush=True)
        except RuntimeError as error:
            print(f"{part}: FAILED: {error}", flush=True)
            failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
