# SPDX-License-Identifier: Apache-2.0
"""Fills in place: operators of torch.library, the direct path without them, and the parts of a DTensor."""

from __future__ import annotations

from typing import Any

import torch as _torch

from tali import _catalogue as c
from tali import _core
from tali._errors import ArgumentError, Words
from tali._generator import Generator
from tali._key import Key
from tali._position import taken
from tali._ranges import BlockOf
from tali._seeds import ALL_BITS, index_of
from tali._targets import _know_torch, cut_tangent
from tali.torch._arguments import _compiling, _modes, _signed, is_plain
from tali.torch._distributed import block_of, is_distributed
from tali.torch._values import _fill, _generator, _made, _sequence, _type_of, _words_of

_know_torch(_torch)  # so that the first call in a process needs no operator, whose first call takes PyTorch a second


@_torch.library.custom_op("tali::fill_", mutates_args={"tensor"})
def _fill_op(tensor: _torch.Tensor, name: str, parameters: list[float], seed: int, stream: int,
             position: int) -> None:
    _fill(tensor, name, parameters, _generator(seed, stream, position))


@_torch.library.custom_op("tali::fill_sequence_", mutates_args={"tensor"})
def _fill_sequence_op(tensor: _torch.Tensor, name: str, parameters: list[float], seed: int, stream: int) -> None:
    _fill(tensor, name, parameters, _sequence(seed, stream))


@_torch.library.custom_op("tali::fill_keyed_", mutates_args={"tensor"})
def _fill_keyed_op(tensor: _torch.Tensor, name: str, parameters: list[float], key: _torch.Tensor) -> None:
    _fill(tensor, name, parameters, _generator(*_words_of(key), 0))


for _op in (_fill_op, _fill_sequence_op, _fill_keyed_op):
    _op.register_fake(lambda *_: None)


def _fill_distributed(tensor: Any, name: str, parameters: list[float], source: Any) -> None:
    """Fills this process's part of a DTensor."""
    block = block_of(tensor)
    if block is not None:
        shape, offset = block
        _fill(tensor.to_local(), name, parameters, BlockOf(source, (tuple(tensor.shape), offset, shape), -1), in_operator=False)


def _at_once(tensor: _torch.Tensor, name: str, values: tuple[Any, ...], key: Any) -> bool:
    """Fills without the operator, which costs much more than a small fill. Returns False and does nothing if the call is
    compiled or traced, or if the memory is not a plain tensor. The operator is then needed."""
    if _modes is None or _compiling() or _modes():
        return False
    kind = type(key)
    if kind is Key:
        source = _core.Source.of_key(key.seed, key.stream)
    elif kind is int:
        if not 0 <= key <= ALL_BITS:
            return False
        source = _core.Source("philox4x32", key, 0, 0)
    elif kind is Generator:
        source = key._source
        if source.engine != "philox4x32":
            return False
    elif kind is _torch.Tensor and key.is_cpu:
        source = _generator(*_words_of(key), 0)
    else:
        return False
    if name == "uniform":
        return source.draw_between(_INDEX[name], *values, None, None, tensor) is not None
    return source.draw(_INDEX[name], values, None, None, tensor) is not None


#: One entry per distribution; its value type does not matter here
_INDEX = {name: entry.index for (name, _), entry in reversed(c.ENTRIES.items())}


def _draw(tensor: _torch.Tensor, name: str, parameters: tuple[Any, ...], key: Any) -> _torch.Tensor:
    if type(tensor) is _torch.Tensor and _at_once(tensor, name, parameters, key):
        return tensor
    values = [float(p) for p in parameters]
    if tensor.requires_grad and _torch.is_grad_enabled():
        _made(name, _type_of(tensor, name)[0], values)  # raises for invalid arguments before anything is written
        # PyTorch's own operator detaches the graph, like its normal_, and raises the same errors for leaves and views of them.
        _fill_by(tensor.zero_().detach(), name, values, key)
    else:
        _fill_by(tensor, name, values, key)
        cut_tangent(tensor)
    return tensor


def _fill_by(tensor: _torch.Tensor, name: str, values: list[float], key: Any) -> None:
    distributed = is_distributed(tensor)
    if isinstance(key, Generator) and tensor.is_cuda and _torch.cuda.is_current_stream_capturing():
        raise RuntimeError("key is a tali.Generator while a CUDA graph is captured, and replays would repeat the numbers; "
                           "use a tali.Key or a seed")
    plain = is_plain(tensor)

    def fill(operator: Any, source: Any, *words: int | _torch.Tensor) -> None:
        """By the operator only where it is needed: PyTorch's first operator in a process takes a second."""
        if distributed:
            _fill_distributed(tensor, name, values, source())
        elif plain:
            _fill(tensor, name, values, source(), in_operator=False)
        else:
            operator(tensor, name, values, *words)

    if isinstance(key, Key):
        fill(_fill_sequence_op, lambda: _sequence(key.seed, key.stream), _signed(key.seed), _signed(key.stream))
    elif isinstance(key, _torch.Tensor):
        fill(_fill_keyed_op, lambda: _generator(*_words_of(key), 0), key)
    elif isinstance(key, Generator):
        if key.engine != "philox4x32":
            raise ArgumentError("key", Words(f"a generator of {key.engine}"), "philox4x32")
        with taken(key._source, tensor.numel()) as first:
            fill(_fill_op, lambda: _generator(key.seed, key.stream, first), _signed(key.seed), _signed(key.stream), first)
    else:
        seed = index_of("key", key)
        fill(_fill_op, lambda: _generator(seed, 0, 0), _signed(seed), 0, 0)
