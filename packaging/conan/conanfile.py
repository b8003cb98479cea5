# SPDX-License-Identifier: Apache-2.0
"""Conan 2: `conan create .` in this folder, beside the source package."""

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain
from conan.tools.files import copy, unzip


class Tali(ConanFile):
    name = "tali"
    version = "@VERSION@"
    author = "The tali developers"
    license = "Apache-2.0 AND BSD-3-Clause"
    description = "Random numbers for GPUs and CPUs: one seed, one sequence"
    topics = ("random", "cuda", "gpu", "monte-carlo", "simd")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"cuda": [True, False], "tools": [True, False], "fPIC": [True, False]}
    default_options = {"cuda": False, "tools": False, "fPIC": True}
    exports_sources = "tali-*.tar.gz"

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration(f"os is {self.settings.os}; allowed: Linux")

    def requirements(self):
        if self.options.tools:
            self.requires("cli11/2.3.2")
            self.requires("fmt/10.2.1")
            self.requires("nlohmann_json/3.11.3")

    def layout(self):
        self.folders.build = "build"
        self.folders.generators = "build/generators"

    def source(self):
        unzip(self, f"tali-{self.version}.tar.gz", strip_root=True)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update({
            "TALI_CUDA": bool(self.options.cuda), "TALI_SIMD": "avx512", "TALI_TOOLS": bool(self.options.tools), "TALI_BENCH": False,
            "TALI_MPI": False, "TALI_LAB": False, "TALI_TESTS": False})
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        for document in ("LICENSE", "THIRD_PARTY.md"):
            copy(self, document, self.source_folder, f"{self.package_folder}/licenses")

    def package_info(self):
        # tali's own files for CMake serve best: they know its components.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append("lib/cmake/tali")
        self.cpp_info.set_property("pkg_config_name", "none")
        self.cpp_info.libs = ["tali"]
        self.cpp_info.system_libs = ["m", "gomp"]
