# SPDX-License-Identifier: Apache-2.0
"""Quasi-random points for SciPy."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from scipy.stats import qmc as _qmc

from tali import _core
from tali._catalogue import ENTRIES
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._generator import Generator
from tali._seeds import index_of

__all__ = ["Sobol"]

#: Held while a number of points is read, changed and written back
_lock = threading.Lock()


class Sobol(_qmc.QMCEngine):
    """Sobol points in up to 21,201 dimensions, as a scipy.stats.qmc.QMCEngine.

    The points are those of tali's engine "sobol64" or "sobol32", on every machine.

    Parameters
    ----------
    d : int
        Number of dimensions, 1 ... 21201.
    scramble : str or bool, optional
        "owen" (also True), "shift" or "none" (also False).
    bits : int, optional
        Number of bits per coordinate: 64 or 32.
    optimization : str, optional
        As in SciPy: "random-cd" or "lloyd".
    rng : None, int, tali.Generator, numpy.random.Generator, numpy.random.RandomState, optional
        The seed for the scrambling. An integer is used directly as the engine's seed.
    seed : optional
        The name of `rng` in older versions of SciPy.

    Examples
    --------
    >>> from scipy.stats import qmc
    >>> points = tali.qmc.Sobol(3, rng=1).random(256)
    >>> bool(qmc.discrepancy(points) < 1e-4)
    True
    """

    MAXDIM = 21201

    def __init__(self, d: int, *, scramble: str | bool = "owen", bits: int = 64, optimization: Any = None,
                 rng: Any = None, seed: Any = None) -> None:
        if isinstance(scramble, (bool, np.bool_)):
            scramble = "owen" if scramble else "none"
        if not isinstance(scramble, str) or scramble not in ("owen", "shift", "none"):
            raise ArgumentError("scramble", scramble, "'owen', 'shift', 'none', True or False")
        bits = index_of("bits", bits)
        if bits not in (32, 64):
            raise ArgumentError("bits", bits, "32 or 64")
        d = index_of("d", d, self.MAXDIM)
        if d == 0:
            raise ArgumentError("d", d, f"1 to {self.MAXDIM}")
        if rng is not None and seed is not None:
            raise ArgumentTypeError("seed", Words(f"{seed!r} beside rng"), "one of the two")
        rng = seed if rng is None else rng
        if isinstance(rng, (bool, np.bool_, float, complex, str)) or isinstance(rng, (int, np.integer)) and rng < 0:
            raise ArgumentTypeError("rng", rng, "None, an integer of at least 0, a generator, or what NumPy's default_rng takes")
        number = None
        if isinstance(rng, Generator):
            number = int(rng.integers(0, 1 << 64, dtype=np.uint64))
            rng = np.random.Generator(rng.bit_generator)
        elif isinstance(rng, (int, np.integer)) and int(rng) < 1 << 64:
            number = int(rng)
        if isinstance(rng, np.random.RandomState):  # SciPy accepts it only by the parameter's old name
            super().__init__(d=d, optimization=optimization, seed=rng)
        else:
            super().__init__(d=d, optimization=optimization, rng=rng)
        self.scramble, self.bits = scramble, bits
        # Replicates in qmc_quad are always scrambled: equal ones would give a standard error of 0.
        self._init_quad = {"d": d, "scramble": "owen" if scramble == "none" else scramble, "bits": bits,
                           "optimization": optimization}
        if number is None:
            draw = getattr(self.rng, "integers", None) or self.rng.randint
            number = int(draw(0, 1 << 64, dtype=np.uint64))
        self._open(0 if scramble == "none" else number)

    def _open(self, seed: int) -> None:
        self._seed = seed
        self._points = _core.Engine(f"sobol{self.bits}:dims={self.d},scramble={self.scramble}", seed, 0)
        self._uniform = _core.make(ENTRIES["uniform", "f64"].index, ())

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_points", "_uniform")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._open(self._seed)

    def _number_of(self, n: Any) -> int:
        """Checks that a number of points is at most the number of points left."""
        whole = (self._points.last_index(self._uniform) + 1) // self.d
        return index_of("n", n, whole - int(self.num_generated))

    def random(self, n: int = 1, *, workers: int = 1) -> np.ndarray:
        """Returns the next points.

        Parameters
        ----------
        n : int, optional
            Number of points.
        workers : int, optional
            No effect: tali chooses the threads.

        Returns
        -------
        ndarray
            n rows of d coordinates in [0, 1).

        Examples
        --------
        >>> tali.qmc.Sobol(2, rng=1).random(3).shape
        (3, 2)
        """
        with _lock:
            n, first = self._number_of(n), int(self.num_generated)
            self.num_generated = first + n
        try:
            points = self._points_from(first, n)
        except BaseException:
            with _lock:
                if self.num_generated == first + n:
                    self.num_generated = first
            raise
        return points if self.optimization_method is None else self.optimization_method(points)

    def _random(self, n: int = 1, *, workers: int = 1) -> np.ndarray:
        return self._points_from(int(self.num_generated), self._number_of(n))

    def _points_from(self, first: int, n: int) -> np.ndarray:
        points = np.empty((n, self.d))
        _core.Source(self._points, first * self.d).fill(self._uniform, points)
        return points

    def random_base2(self, m: int) -> np.ndarray:
        """Returns the next 2**m points; the total number must then be a power of two.

        Parameters
        ----------
        m : int
            Binary logarithm of the number of points.

        Returns
        -------
        ndarray
            2**m rows of d coordinates.

        Examples
        --------
        >>> tali.qmc.Sobol(2, rng=1).random_base2(3).shape
        (8, 2)
        """
        total = int(self.num_generated) + (1 << index_of("m", m, 64))
        if total & (total - 1):
            raise ArgumentError("m", m, f"a number for which {self.num_generated} + 2**m points are a power of two")
        return self.random(1 << m)

    def fast_forward(self, n: int) -> Sobol:
        """Skips points, in constant time.

        Parameters
        ----------
        n : int
            Number of points.

        Returns
        -------
        Sobol
            This object.

        Examples
        --------
        >>> points = tali.qmc.Sobol(2, rng=1).random(10)
        >>> bool((tali.qmc.Sobol(2, rng=1).fast_forward(4).random(6) == points[4:]).all())
        True
        """
        with _lock:
            self.num_generated += self._number_of(n)
        return self

    def reset(self) -> Sobol:
        """Returns to the first point, with the same scrambling.

        Returns
        -------
        Sobol
            This object.

        Examples
        --------
        >>> s = tali.qmc.Sobol(2, rng=1)
        >>> bool((s.random(3) == s.reset().random(3)).all())
        True
        """
        self.num_generated = 0
        return self
