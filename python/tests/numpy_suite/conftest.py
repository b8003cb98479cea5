# SPDX-License-Identifier: Apache-2.0
"""NumPy's own tests of its generator and its bit generators, as the installed NumPy has them, on tali's.

    ctest --test-dir build -R python_numpy_suite
    pytest -q python/tests/numpy_suite/generator.py python/tests/numpy_suite/smoke.py

What differs by design stands in differs.txt with the reason. A test under NUMBERS compares with NumPy's numbers:
shapes alone are compared, and the rest of the test must pass. Each of the others must fail, so that one that passes is a reason
to look at the list again.
"""

import fnmatch
import pathlib

import numpy as np
import pytest

HERE = pathlib.Path(__file__).parent
NUMBERS = "The test has NumPy's numbers."
COMPARE = ("assert_array_almost_equal", "assert_array_equal", "assert_equal", "assert_allclose", "assert_array_almost_equal_nulp")


def differing():
    """The reason by the name of a test, with its parameters or a pattern of names without them."""
    reasons, reason = {}, ""
    for line in (HERE / "differs.txt").read_text().splitlines():
        if line.startswith("["):
            reason = line.strip("[]")
        elif line and not line.startswith("#"):
            reasons[line] = reason
    return reasons


def reason_of(item, reasons):
    name = item.nodeid.partition("::")[2]
    short = name.partition("[")[0]
    found = [name] if name in reasons else [p for p in reasons if fnmatch.fnmatchcase(short, p)]
    return reasons[found[0]] if found else None


def pytest_collection_modifyitems(items):
    reasons = differing()
    for item in items:
        item.differs = reason_of(item, reasons)
        if item.differs and item.differs != NUMBERS:
            item.add_marker(pytest.mark.xfail(reason=item.differs, strict=True))


def same_shape(actual, desired, *_, **__):
    assert np.shape(actual) == np.shape(desired)


@pytest.fixture(autouse=True)
def without_numpys_numbers(request, monkeypatch):
    if getattr(request.node, "differs", None) == NUMBERS:
        module = __import__(request.function.__module__, fromlist=["*"])
        for name in COMPARE:
            for place in (module, np.testing):
                if hasattr(place, name):
                    monkeypatch.setattr(place, name, same_shape)
