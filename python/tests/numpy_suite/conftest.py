# SPDX-License-Identifier: Apache-2.0
"""NumPy's own tests of its generator and its bit generators, as the installed NumPy has them, on tali's.

    pytest -q python/tests/numpy_suite/generator.py python/tests/numpy_suite/smoke.py

Tests that differ by design stand in differs.txt with the reason. Each of them must fail: one that passes is a reason to look
at the list again.
"""

import pathlib

import pytest

HERE = pathlib.Path(__file__).parent


def differing():
    """The reason by the name of a test, without its parameters or with them."""
    reasons, reason = {}, ""
    for line in (HERE / "differs.txt").read_text().splitlines():
        if line.startswith("# "):
            continue
        if line.startswith("["):
            reason = line.strip("[]")
        elif line:
            reasons[line] = reason
    return reasons


def pytest_collection_modifyitems(items):
    reasons = differing()
    for item in items:
        name = item.nodeid.partition("::")[2]
        short = name.partition("[")[0]
        reason = reasons.get(name) or reasons.get(short) or reasons.get("*::" + short.rpartition("::")[2])
        if reason:
            item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
