# SPDX-License-Identifier: Apache-2.0
"""The known answers and digests that the tests of all languages share, and whether this installation reproduces them."""

from __future__ import annotations

import hashlib
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


def _examples() -> dict[str, tuple[float, ...]]:
    """The first set of parameters of each line of example_parameters.txt."""
    with open(os.path.join(FOLDER, "example_parameters.txt"), encoding="utf-8") as text:
        lines = [line.split() for line in text if line[0] not in "#R)"]  # the literal of C++ that it is
    return {name: tuple(int(v) if v.lstrip("-").isdigit() else float(v) for v in first.split(",")) for name, first, *_ in lines}


def digest(first: int, values: np.ndarray) -> int:
    """That of elements from `first` on, as C++ has it."""
    x = values.view(_BITS[values.itemsize]).astype(np.uint64)
    i = np.arange(values.size, dtype=np.uint64) + np.uint64(first)
    x ^= i * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x632BE59BD9B4E019)
    x = (x ^ (x >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    x = (x ^ (x >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    return int((x ^ (x >> np.uint64(33))).sum(dtype=np.uint64))


def digests(folder: Any = FOLDER, most: int = 20000) -> Iterator[tuple[str, int]]:
    """Each line of at most so many elements that this build can make, and the digest that it makes."""
    examples = _examples()
    with open(os.path.join(folder, "digests.txt"), encoding="utf-8") as text:
        for line in text:
            engine, _, rest = line.partition(" ")
            if engine[:1] in ("#", "") or "/" in rest.split()[2]:  # points have options
                continue
            name, type_, seed, stream, first, n, _ = rest.split()
            name, _, example = name.partition("/")
            entry = _catalogue.ENTRIES.get((name, type_))
            if entry is None or type_ == "bf16" or int(n) > most or example not in ("", "0"):
                continue
            values = next((examples[k] for k in (f"{name}/{type_}", name, ",".join(entry.parameter_names)) if k in examples), ())
            sequence = Sequence(engine, seed=int(seed), stream=int(stream))
            made = sequence.fill(name, int(first), int(n), _catalogue.DTYPES[type_], **dict(zip(entry.parameter_names, values)))
            yield line.strip(), digest(int(first), made)


def fingerprint(folder: Any = FOLDER) -> tuple[str, int, list[str]]:
    """One digest of all that `digests` makes, their number, and the lines that are not as pinned."""
    whole, count, wrong = hashlib.sha256(), 0, []
    for line, made in digests(folder):
        pinned, text = line.rpartition(" ")[0::2]
        whole.update(f"{pinned} {made:016x}\n".encode())
        count += 1
        if made != int(text, 16):
            wrong.append(line)
    return whole.hexdigest(), count, wrong
