# SPDX-License-Identifier: Apache-2.0
"""Converts states of NumPy's bit generators, and JAX's keys, to tali engines with a state, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from tali import _core
from tali._errors import ArgumentError, ArgumentTypeError, Words

_MASK = 2**64 - 1
_WORDS = 2**128 - 1
#: NumPy's name for an engine, and the multiplier of the engine's recurrence
_PCG = {"pcg64": ("PCG64", 0x2360ED051FC65DA44385DF649FCCF645), "pcg64-dxsm": ("PCG64DXSM", 0xDA942042E4DD58B5)}


def text_of(engine: str, numbers: list[int]) -> str:
    """The engine's name with its state."""
    return f"{engine}:state={'/'.join(map(str, numbers))}"


def from_numpy(state: Any) -> str:
    """The engine that continues from the position of a NumPy bit generator."""
    if hasattr(state, "bit_generator"):
        state = state.bit_generator
    elif isinstance(state, np.random.RandomState):
        state = state.get_state(legacy=False)
    if not isinstance(state, dict):
        state = getattr(state, "state", state)
    if not isinstance(state, dict) or "bit_generator" not in state or not isinstance(state.get("state"), dict):
        raise ArgumentTypeError("state", Words(f"of type {type(state).__name__}"),
                                "numpy.random.Generator or RandomState, a bit generator of NumPy's, its state")
    kind, inner = state["bit_generator"], state["state"]
    half = int(bool(state.get("has_uint32", 0)))
    if kind == "MT19937":
        at = int(inner["pos"])
        if not 1 <= at <= 624:
            raise ArgumentError("pos", at, "1 to 624")
        return text_of("mt19937", [*_numbers(inner, "key", 624, 32), at])
    if kind == "Philox":
        key, counter = _numbers(inner, "key", 2, 64), _numbers(inner, "counter", 4, 64)
        at = int(state["buffer_pos"])
        if not 0 <= at <= 4 or (half and at == 0):
            raise ArgumentError("buffer_pos", at, f"{half} to 4")
        return _with_half(text_of("philox4x64", [*key, *counter, 2 * at - half]), state, half)
    for engine, (name, multiplier) in _PCG.items():
        if kind == name:
            at, increment = int(inner["state"]), int(inner["inc"])
            if not 0 <= at <= _WORDS or not 0 <= increment <= _WORDS or increment % 2 == 0:
                raise ArgumentError("inc", increment, "an odd number below 2**128, as is the state")
            if half:  # the upper half of the previous number is next
                at = (at - increment) * pow(multiplier, -1, 2**128) % 2**128
            return _with_half(text_of(engine, [at & _MASK, at >> 64, increment & _MASK, increment >> 64, half]), state, half)
    raise ArgumentError("bit_generator", kind, choices=("MT19937", "PCG64", "PCG64DXSM", "Philox"))


def to_numpy(engine: Any, first: int) -> dict[str, Any]:
    """The state of a NumPy bit generator that continues at word `first` of the engine's sequence."""
    if engine.name == "mt19937":
        *key, at = engine.moved(first).state
        return {"bit_generator": "MT19937", "state": {"key": np.array(key, np.uint32), "pos": at}}
    if engine.name in _PCG:
        name, multiplier = _PCG[engine.name]
        low, high, increment_low, increment_high, position = engine.state
        increment = increment_high << 64 | increment_low
        word = position + first
        count = word // 2 + word % 2
        # The sum of the multiplier's powers below count is exact if the powers are taken modulo (M - 1) 2^128.
        power = pow(multiplier, count, (multiplier - 1) << 128)
        state = ((high << 64 | low) * power + increment * ((power - 1) // (multiplier - 1))) % 2**128
        return {"bit_generator": name, "state": {"state": state, "inc": increment}, "has_uint32": word % 2,
                "uinteger": _half(engine, first) if word % 2 else 0}
    if engine.name == "philox4x64":
        numbers = engine.state
        key, counter, position = numbers[:2], numbers[2:6], numbers[6]
        word = position + first
        block, at = divmod(word // 2 + word % 2, 4)
        if at == 0:  # NumPy keeps the previous block
            block, at = block - 1, 4
        whole = (sum(x << (64 * k) for k, x in enumerate(counter)) + block) % 2**256
        counter = [whole >> (64 * k) & _MASK for k in range(4)]
        source = _core.Source(_core.Engine(text_of("philox4x64", [*key, *counter, 0])), 0)
        return {"bit_generator": "Philox",
                "state": {"counter": np.array(counter, np.uint64), "key": np.array(key, np.uint64)},
                "buffer": _bits(source, np.uint64, 4), "buffer_pos": at, "has_uint32": word % 2,
                "uinteger": _half(engine, first) if word % 2 else 0}
    raise ArgumentError("engine", engine.name, "an engine of NumPy's", ("mt19937", *_PCG, "philox4x64"))


def to_jax(engine: Any) -> np.ndarray:
    """The data of the JAX key for which jax.random.bits gives the engine's words."""
    if engine.name not in ("threefry2x32-jax", "threefry2x32-jax64"):
        raise ArgumentError("engine", engine.name, "one of JAX's engines", ("threefry2x32-jax", "threefry2x32-jax64"))
    *key, counter, position = engine.state
    if counter or position:
        raise ArgumentError("state", Words(f"at block {counter}, word {position}"), "block 0, word 0, where JAX's keys begin")
    return np.array(key, np.uint32)


def from_jax(key: Any, bits: int) -> str:
    """The engine with the words of jax.random.bits(key)."""
    if bits not in (32, 64):
        raise ArgumentError("bits", bits, "32 or 64")
    if str(getattr(key, "dtype", "")).startswith("key<"):
        if str(key.dtype) != "key<fry>":
            raise ArgumentError("key",
            Words(f"of type {key.dtype}"), "Threefry's keys, jax.random.key(seed, impl='threefry2x32')")
        import jax  # a key of this type comes from JAX, so JAX is installed

        key = jax.random.key_data(key)
    data = np.asarray(key)
    if data.shape != (2,) or data.dtype != np.uint32:
        raise ArgumentError("key", Words(f"of shape {data.shape} and type {data.dtype}"), "one key, or its two words of uint32")
    return text_of("threefry2x32-jax" if bits == 32 else "threefry2x32-jax64", [int(data[0]), int(data[1]), 0, 0])


def _with_half(text: str, state: dict[str, Any], half: int) -> str:
    """The engine's text. If NumPy has kept half of a number, it must be half of the previous number.

    If a 64-bit draw has skipped the kept half since, no sequence has that half as its next word.
    """
    if half:
        kept, next_word = int(state.get("uinteger", 0)), _half(_core.Engine(text), 0)
        if kept != next_word:
            raise ArgumentError("uinteger", kept,
                                f"{next_word}, the upper half of the last number of 64 bits, or no half at all: draw one "
                                "more number of 32 bits, such as integers(2**32, dtype='uint32')")
    return text


def _numbers(inner: dict[str, Any], name: str, count: int, bits: int) -> list[int]:
    numbers = [int(x) for x in inner[name]]
    if len(numbers) != count or not all(0 <= x < 2**bits for x in numbers):
        raise ArgumentError(name, Words(f"of {len(numbers)} numbers"), f"{count} numbers below 2**{bits}")
    return numbers


def _bits(source: Any, dtype: Any, n: int) -> np.ndarray:
    from tali._by_name import Named

    return Named().fill(source, None, "bits", n, dtype, None, {})


def _half(engine: Any, first: int) -> int:
    """The word at an index."""
    return int(_bits(_core.Source(engine, 0).at(first), np.uint32, 1)[0])
