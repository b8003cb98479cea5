# SPDX-License-Identifier: Apache-2.0
"""The known answers that the tests of all languages share, and whether this installation reproduces them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tali import _catalogue, _core
from tali._generator import Generator
from tali._key import Key
from tali._sequence import Sequence

#: The folder in the package that has the files
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "answers")
_BITS = {8: np.uint64, 4: np.uint32, 2: np.uint16, 1: np.uint8}


def _hex(values: np.ndarray) -> list[int]:
    return values.view(_BITS[values.itemsize]).tolist()  # type: ignore[no-any-return]


def _numbers(words: tuple[str, ...]) -> list[int]:
    return [int(w, 16) for w in words]


def _at(seed: str, stream: str, position: str = "0") -> Generator:
    made = Generator(seed=int(seed), stream=int(stream))
    made.position = int(position)
    return made


def _key(text: str) -> Key:
    return Key(bytes.fromhex(text))


def _sequence(engine: str, seed: str, stream: str, first: str, *words: str) -> bool:
    return _hex(Sequence(engine, int(seed), int(stream)).fill("bits", int(first), len(words), "uint32")) == _numbers(words)


def _tag(name: str, type_: str, tag: str) -> bool:
    return _catalogue.ENTRIES[name, type_].tag == int(tag, 16)


def _substream(seed: str, stream: str, name: str, type_: str, *words: str) -> bool:
    source = _core.Source("philox4x32", int(seed), int(stream), 0)
    return list(source.substream(_catalogue.ENTRIES[name, type_].tag)) == _numbers(words)


def _child(seed: str, stream: str, use: str, number: str, *words: str) -> bool:
    parent = _at(seed, stream).key
    child = parent.fold_in(int(number)) if use == "fold-in" else parent.split_at(int(number))
    return [child.seed, child.stream] == _numbers(words)


def _saved(seed: str, stream: str, position: str, saved: str) -> bool:
    made = _at(seed, stream, position)
    return made.save() == bytes.fromhex(saved) and Generator.load(bytes.fromhex(saved)) == made


def _values(seed: str, stream: str, position: str, name: str, type_: str, parameters: str, *values: str) -> bool:
    made = _at(seed, stream, position)
    text = name if parameters == "-" else f"{name}:{parameters}"
    drawn = made.fill(text, len(values), dtype=_catalogue.DTYPES[type_])
    return _hex(drawn) == _numbers(values) and made.position == int(position) + len(values)


def _between(seed: str, stream: str, position: str, low: str, high: str, *values: str) -> bool:
    bounds = np.array(_numbers((low, high)), np.uint64).view(np.float64)
    return _hex(_at(seed, stream, position).uniform(*bounds, size=len(values))) == _numbers(values)


def _path(seed: str, path: str, made: str) -> bool:
    a, b, c = map(int, path.split("/"))
    return Key(int(seed)).fold_in(a).fold_in(b).split_at(c) == _key(made)


#: How to check a line, by its file and its first word
_KINDS: dict[str, dict[str, Callable[..., bool]]] = {
    "known_answers.txt": {"sequence": _sequence},
    "generator_answers.txt": {"tag": _tag, "substream": _substream, "child": _child, "saved": _saved, "values": _values,
                              "between": _between},
    "key_answers.txt": {
        "seed": lambda seed, made: Key(int(seed)) == _key(made),
        "fold-in": lambda key, n, made: _key(key).fold_in(int(n)) == _key(made),
        "split": lambda key, i, made: _key(key).split_at(int(i)) == _key(made),
        "words": lambda key, *words: _hex(Sequence(seed=_key(key)).fill("bits", size=len(words), dtype="uint32")) == _numbers(words),
        "path": _path}}


def _is_available(words: list[str]) -> bool:
    """Whether this build has the distribution that a line needs, and NumPy has its type."""
    kind, at = words[0], {"tag": 1, "substream": 3, "values": 4}.get(words[0])
    if at is None:
        return True
    name, type_ = words[at:at + 2]
    return (name, type_) in _catalogue.ENTRIES and (kind != "values" or type_ != "bf16")


def answers(folder: Any = FOLDER) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it holds. A line that raises an error does not hold."""
    for file, kinds in _KINDS.items():
        with open(os.path.join(folder, file), encoding="utf-8") as text:
            for line in text:
                words = line.partition("#")[0].split()
                if not words or words[0] not in kinds or not _is_available(words):
                    continue
                try:
                    holds = kinds[words[0]](*words[1:])
                except Exception:
                    holds = False
                yield line.strip(), holds
