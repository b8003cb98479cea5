# SPDX-License-Identifier: Apache-2.0
"""scripts/check-device-layer.py, on a small tree of its own."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-device-layer.py"


class CheckDeviceLayer(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def check(self, **files):
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return subprocess.run([sys.executable, str(SCRIPT), "--root", str(self.root)], capture_output=True, text=True)

    def expect_fault(self, name, line, word):
        result = self.check(**{name: f"int x;\n{line}\n"})
        self.assertEqual(result.returncode, 1, line)
        self.assertTrue(result.stdout.startswith(f"{name}:2: '{word}' "), result.stdout)
        self.assertIn("1 lines", result.stderr)
        (self.root / name).unlink()

    def test_refuses_the_runtime_outside_the_device_layer(self):
        for line, word in (("#include <cuda_runtime.h>", "<cuda_runtime.h>"), ("cudaStream_t s;", "cudaStream_t"),
                           ("check(cudaGetLastError());", "cudaGetLastError"), ("cuCtxPopCurrent(&c);", "cuCtxPopCurrent"),
                           ("CUcontext c;", "CUcontext"), ("kernel<<<1, 1>>>(p);", "<<<"),
                           ('#include "gpu/runtime/runtime_check.hpp"', '"gpu/runtime/runtime_check.hpp"')):
            self.expect_fault("src/gpu/fill.cu", line, word)

    def test_refuses_intrinsics_and_ptx_outside_their_header(self):
        for name in ("src/gpu/fill_kernel.cuh", "include/tali/simd/warp.hpp", "src/gpu/runtime/runtime.hpp"):
            for line, word in (("x = __shfl_sync(m, x, 0);", "__shfl_sync"), ("__syncthreads();", "__syncthreads"),
                               ("atomicAdd(p, 1);", "atomicAdd"), ('asm("brev.b32 %0, %1;");', "asm"),
                               ("__stcs(p, v);", "__stcs"), ("#include <cuda_fp16.h>", "<cuda_fp16.h>")):
                self.expect_fault(name, line, word)

    def test_allows_what_belongs_there(self):
        result = self.check(**{
            "src/gpu/runtime/runtime.cpp": "#include <cuda_runtime.h>\ncudaError_t e;\nkernel<<<1, 1>>>(p);\n",
            "src/gpu/fill.cu": "#include <tali/cuda/fill.hpp>\ncuda_info a;  // cudaMalloc, asm\n"
                               "__global__ void __launch_bounds__(256) k(std::vector<std::vector<std::vector<int>>>& v);\n",
            "include/tali/detail/device.hpp": 'asm("bar.sync 0;");\n__syncthreads();\n',
            "include/tali/simd/gather.hpp": 'asm("vgatherdps");\n__builtin_memcpy(a, b, 1);\n',
            "include/tali/simd/lanes.hpp": "typedef int v __attribute__((vector_size(16)));\n",
        })
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_refuses_a_tree_without_sources(self):
        result = self.check(**{"README.md": "\n"})
        self.assertEqual(result.returncode, 1)
        self.assertIn("has no sources", result.stderr)


if __name__ == "__main__":
    unittest.main()
