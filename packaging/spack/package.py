# SPDX-License-Identifier: Apache-2.0
"""Spack: this folder as packages/tali of a repository, with the source package beside it."""

import os

from spack.package import *


class Tali(CMakePackage, CudaPackage):
    """Random numbers for GPUs and CPUs: one seed, one sequence, whatever the device, threads or ranks."""

    license("Apache-2.0 AND BSD-3-Clause")
    url = "file://" + os.path.join(os.path.dirname(os.path.abspath(__file__)), "tali-@VERSION@.tar.gz")

    version("@VERSION@", sha256="@SHA256@")

    variant("tools", default=True, description="The command line")
    variant("mpi", default=False, description="tali-mpi")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("cli11", when="+tools", type="build")
    depends_on("fmt", when="+tools")
    depends_on("nlohmann-json", when="+tools", type="build")
    depends_on("mpi", when="+mpi")
    depends_on("cuda@12:", when="+cuda")

    conflicts("%gcc@:11", msg="tali needs g++ 12 or newer")
    conflicts("%clang@:15", msg="tali needs clang 16 or newer")
    conflicts("platform=windows", msg="tali is for Linux")

    def cmake_args(self):
        args = [
            self.define("TALI_SIMD", "avx512"),
            self.define_from_variant("TALI_CUDA", "cuda"),
            self.define_from_variant("TALI_TOOLS", "tools"),
            self.define("TALI_BENCH", False),
            self.define_from_variant("TALI_MPI", "mpi"),
            self.define("TALI_LAB", False),
            self.define("TALI_TESTS", self.run_tests),
            self.define("TALI_CCACHE", False),
        ]
        if self.spec.satisfies("+cuda") and not self.spec.satisfies("cuda_arch=none"):
            args.append(self.define("CMAKE_CUDA_ARCHITECTURES", ";".join(self.spec.variants["cuda_arch"].value)))
        return args
