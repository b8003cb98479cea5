# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of the kernels in what `nvdisasm -c` prints: python3 instructions.py < instructions.sass"""
import re
import sys

names, name = {}, None
for line in sys.stdin:
    if m := re.match(r"\.text\.(\w+):", line):
        name = m[1]
        names[name] = []
    elif m := re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\d+ )?\s*([A-Z0-9.]+)(.*);", line):
        names[name].append((m[1], m[2].strip()))
print("kernel, instructions, of which in doubles (DADD, DMUL, DFMA, DSETP)")
for name, code in sorted(names.items()):
    while code[-1][0] in ("NOP", "BRA"):  # what fills the end: a branch to itself and no operations
        code.pop()
    print(name, len(code), sum(c.split(".")[0] in ("DADD", "DMUL", "DFMA", "DSETP") for c, _ in code))
