#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries the packages of `make dist` as their users would: `make test-packages`. Each part says what it did, or why it was
left out.

    packaging/try.py --build build [--only source,debian,python,bill,conan,spack,vcpkg,conda]
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import venv

ROOT = pathlib.Path(__file__).resolve().parents[1]
PARTS = ["source", "debian", "python", "bill", "conda", "vcpkg", "spack", "conan"]


class Skipped(Exception):
    """Why a part cannot be tried here."""


def run(*command: object, **options: object) -> str:
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}")
    return done.stdout


def clean_venv(folder: pathlib.Path, *packages: str) -> pathlib.Path:
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, with_pip=True)
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

    def source(self) -> str:
        """Unpacked where no git is, built, installed, used."""
        folder = self.work / "source"
        shutil.rmtree(folder, ignore_errors=True)
        with tarfile.open(self.archive) as tar:
            tar.extractall(folder, filter="data")
        tree = next(folder.iterdir())
        environment = dict(os.environ, GIT_CEILING_DIRECTORIES=str(folder))
        run("cmake", "-S", tree, "-B", folder / "build", *(["-G", "Ninja"] if shutil.which("ninja") else []), "-DTALI_CUDA=OFF",
            "-DTALI_TESTS=OFF", "-DTALI_LAB=OFF", "-DTALI_BENCH=OFF", "-DTALI_WERROR=ON", env=environment)
        run("cmake", "--build", folder / "build", "-j", self.jobs, env=environment)
        run("cmake", "--install", folder / "build", "--prefix", folder / "prefix")
        return run(folder / "prefix/bin/tali", "--version").strip()

    def debian(self) -> str:
        """As the test `package` does, and by lintian."""
        return run(sys.executable, "-B", ROOT / "tests/package/run.py", "--build", self.build, "--work", self.work / "debian",
                   "--lintian").strip().splitlines()[-1]

    def python(self) -> str:
        """The source package and the wheel, each in a clean venv."""
        packages = self.dist / "python"
        if not packages.is_dir():
            raise Skipped("make dist made none")
        draw = "import tali; print(tali.Sequence('philox4x32', seed=2024, stream=7).random(size=3).tolist())"
        environment = dict(os.environ, CMAKE_ARGS="-DTALI_CUDA=OFF -DTALI_WERROR=ON", CXX=os.environ.get("CXX", "c++"))
        said = set()
        for pattern in ("tali-*.whl", "tali-*.tar.gz"):
            python = clean_venv(self.work / "venv")
            run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", next(packages.glob(pattern)), env=environment)
            said.add(run(python, "-c", draw, cwd=self.work))
        if len(said) != 1:
            raise RuntimeError(f"wheel and source package differ: {said}")
        return said.pop().strip()

    def bill(self) -> str:
        """The bill of materials, by the makers of its form."""
        python = clean_venv(self.work / "venv-spdx", "spdx-tools")
        bill = next((self.dist / "source").glob("*.spdx.json"))
        run(python, "-m", "spdx_tools.spdx.clitools.pyspdxtools", "--infile", bill)
        return f"{bill.name} is valid"

    def conda(self) -> str:
        """Parsed; built where rattler-build is installed."""
        recipe = self.dist / "recipes" / "conda"
        python = clean_venv(self.work / "venv-yaml", "pyyaml")
        read = "import yaml, json; print(json.dumps(yaml.safe_load(open('recipe.yaml'))))"
        content = json.loads(run(python, "-c", read, cwd=recipe))
        if content["source"]["path"].replace("${{ version }}", content["context"]["version"]) != self.archive.name:
            raise RuntimeError(f"the recipe is of {content['source']['path']}")
        builder = shutil.which("rattler-build")
        if builder is None:
            return "parsed; rattler-build is not installed, and nothing was built"
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
        environment = dict(os.environ, CONAN_HOME=str(self.work / "conan"))
        conan = python.parent / "conan"
        run(conan, "profile", "detect", "--force", env=environment)
        run(conan, "create", self.dist / "recipes" / "conan", "-s", "compiler.cppstd=20", "-c", f"tools.build:jobs={self.jobs}",
            env=environment)
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
