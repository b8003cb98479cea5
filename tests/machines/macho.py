# SPDX-License-Identifier: Apache-2.0
"""What a program or library for macOS says of itself."""

import array
import re
import struct

from crossing import Failure


class Compiled:
    """A macOS program or Python module, which cannot run here: reads what its file says."""

    kind = "compiled"
    SYSTEM = ["/usr/lib/libSystem.B.dylib"]
    OLDEST = 11, 0
    PROCESSORS = {"x86_64": 0x01000007, "aarch64": 0x0100000c}

    def __init__(self, program, architecture):
        self.program, self.architecture = program, architecture

    def check(self):
        data = self.program.read_bytes()
        magic, processor, _, kind, commands = struct.unpack_from("<5I", data)
        if (magic, processor) != (0xfeedfacf, self.PROCESSORS[self.architecture]) or kind not in (2, 8):
            raise Failure(f"{self.program}: no program of macOS for {self.architecture}: {magic:x}, {processor:x}, {kind}")
        libraries, oldest, undefined, at = [], None, [], 32
        for _ in range(commands):
            command, size = struct.unpack_from("<2I", data, at)
            if command & 0x7fffffff in (0x0c, 0x18):  # LC_LOAD_DYLIB, LC_LOAD_WEAK_DYLIB
                name = at + struct.unpack_from("<I", data, at + 8)[0]
                libraries.append(data[name:at + size].split(b"\0")[0].decode())
            elif command == 0x32:  # LC_BUILD_VERSION
                version = struct.unpack_from("<I", data, at + 12)[0]
                oldest = version >> 16, version >> 8 & 255
            elif command == 0x02:  # LC_SYMTAB
                symbols, count, strings, _ = struct.unpack_from("<4I", data, at + 8)
                for k in range(count):
                    name, kind, _, _, _ = struct.unpack_from("<IBBHQ", data, symbols + 16 * k)
                    if kind & 0x0f == 0x01:  # external, and not defined here
                        undefined.append(data[strings + name:].split(b"\0", 1)[0].decode())
            at += size
        if libraries != self.SYSTEM or oldest != self.OLDEST:
            raise Failure(f"{self.program} needs {libraries} of macOS {oldest}; expected {self.SYSTEM} of {self.OLDEST}")
        strange = [name for name in undefined if re.match("_omp_|__Z|_fmaf?$", name)]
        python = sum(name.startswith("_Py") or name.startswith("__Py") for name in undefined)
        if strange or not undefined:
            raise Failure(f"{self.program} has {len(undefined)} undefined symbols, among them {strange}; expected the system's")
        what = f"macOS {oldest[0]}.{oldest[1]}, {len(undefined) - python} symbols of the system"
        if self.architecture == "aarch64":
            words = array.array("I", data[:len(data) // 4 * 4])
            fused = sum(word & 0xbfa0fc00 == 0x0e20cc00 for word in words)  # fmla of vectors
            if fused < 1000:
                raise Failure(f"{self.program} has {fused} fmla instructions; expected at least 1000")
            what += f", {fused} fmla"
        return what
