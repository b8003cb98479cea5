# SPDX-License-Identifier: Apache-2.0
"""How the commands of docs/papers are run in short, and the papers' figures that they must print."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Figure:
    """A figure of a paper: where a command's JSON has it, its value, and how far tali's may be. Without a path it is the words printed."""

    of: str
    path: str
    expected: object
    within: float = 0


@dataclasses.dataclass(frozen=True)
class Short:
    """The short form of a command; None where it cannot be run in short, and is parsed alone."""

    command: str | None
    figures: tuple[Figure, ...] = ()


# Table 1 of the rejection paper: the greatest efficient rho, which is printed in per cent with two decimals, and the average speed-up.
REJECTION = [(12.88, 1), (42.71, 1.01), (71.70, 1.14), (88.37, 1.39), (95.76, 1.84), (100, 2.65)]
# Table 1 of the MTGP paper, of a set that is not published: d(v) is 0 or 1 for v up to 16. Where the recursion alone decides, at 22 and from
# 25 on, another set of the exponent has the same to within 1.
MTGP_HIGH = [123, 201, 166, 134, 103, 75, 48, 23, 0]
# What pcg32-demo of O'Neill's minimal C library prints first.
DEMO = [0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e]

SHORT = {
    "tali gen --dist normal-warp --dtype f64 -n 4 --format text":
        Short("python3 tests/docs/warp_listing.py 0 1", (Figure("the listing: numbers that differ, units", "", [0, 0]),)),
    # docs/papers/gaussian.md: mean and deviation come behind the sum.
    "tali gen --dist normal-warp --dtype f64 --param mu=100 --param sigma=15 -n 128 --format text":
        Short("python3 tests/docs/warp_listing.py 100 15", (Figure("the listing, folded: numbers that differ, units", "", [43, 1]),)),
    "tali normal analyse --inverse-cdf": Short("tali normal analyse --inverse-cdf --json", (
        Figure("the post: quantiles fail at 9.1e10 outputs", "outputs_to_fail.moments", 9.1e10, 0.1e10),
        Figure("the post: by the 8th moment", "outputs_to_fail.worst_moment", 8),
    )),
    "tali normal analyse --dist normal-warp": Short("tali normal analyse --dist normal-warp --json", (
        Figure("the post: variance 1", "variance_error", 0, 1e-15),
        Figure("the post: kurtosis 3", "kurtosis_error", 0, 1e-15),
        Figure("the post: multiples of 2^-95", "quantum.one_coefficient.exponent", -95),
        Figure("the post: show after 2.2e14 outputs", "quantum.one_coefficient.outputs_to_fail", 2.2e14, 0.05e14),
    )),
    # After fewer rounds and iterations no rounded table is leptokurtic, which the command refuses.
    "tali normal train --method paper -o table.txt": Short(None),
    "tali mtgp equidist --set data/mtgp/mtgp32-23209.csv:23209:1":
        Short("tali mtgp equidist --set data/mtgp/mtgp32-23209.csv:23209:1 --json", (
            *(Figure(f"Table 1: d({v})", f"d.{v - 1}", 0, 1) for v in range(1, 17)),
            *(Figure(f"Table 1: d({v})", f"d.{v - 1}", d, 1) for v, d in zip((22, *range(25, 33)), MTGP_HIGH)),
            Figure("Table 1: a delta of 1141, less than MT19937's", "delta", 1141, 53),
        )),
    "tali mtgp search --mexp 23209 --id 1 --count 160 --keep 128 -o sets.csv":
        Short("tali mtgp search --mexp 3217 --id 3 --count 1 --keep 1 --beam 1 -o sets.csv"),
    "tali mtgp search --mexp 3217 --id 1 --count 2 -o sets.csv":
        Short("tali mtgp search --mexp 3217 --id 1 --count 2 -o sets.csv && tali mtgp verify sets.csv"),
    "tali mtgp bench-tempering --mexp 3217 --id 1 -n 5": Short("tali mtgp bench-tempering --mexp 3217 --id 1 -n 1 --beam 2 --json"),
    "tali mtgp bench-search --mexp 11213 --id 1 --count 200": Short("tali mtgp bench-search --mexp 3217 --id 20 --count 1 --beam 2 --json"),
    # Peers that pip must fetch.
    "scripts/cpu-peers.py --words": Short(None),
    "tali-testu01 --plan lab/battery/plans/bigcrush.plan --directory DIR --jobs 0": Short(None),
    # The sets are read from a CUDA toolkit.
    "tali-testu01 --battery BigCrush --tests 35,100 --engine mtgp32:curand,sets=1,from=1": Short(None),
    "tali-testu01 --battery BigCrush --engine mtgp32:sets=1 --interleave 2 --seed 1":
        Short("tali-testu01 --battery SmallCrush --tests 1 --engine mtgp32:sets=1 --interleave 2 --seed 1"),
    "tali rejection table --warp 32": Short("tali rejection table --warp 32 --json", (
        *(Figure(f"Table 1: the greatest rho of row {k}", f"regions.{k}.to", rho / 100, 5e-5) for k, (rho, _) in enumerate(REJECTION)),
        *(Figure(f"Table 1: the speed-up of row {k}", f"regions.{k}.average_speedup", gain, 5e-3)
          for k, (_, gain) in enumerate(REJECTION)),
    )),
    # Section 5: 32 threads per sample at rho = 0.99 take 1 / (1 - rho^32), some 3.6 iterations, and make 0.28 samples per iteration.
    "tali rejection plan --rho 0.9 --warp 32": Short("tali rejection plan --rho 0.99 --warp 32 --json", (
        Figure("section 5: 32 threads per sample", "group", 32),
        Figure("section 5: iterations", "groups.5.iterations", 3.6, 0.05),
        Figure("section 5: samples per iteration", "samples_per_iteration", 0.28, 0.005),
        Figure("section 5: samples per iteration with one thread per sample", "groups.0.samples_per_iteration", 0.08, 0.005),
    )),
    # The paper's algorithm with 4,096 warps instead of 65,536; it exits with 1 where counts do not fit the law.
    "tali rejection experiment --min 0.05 --max 0.95 --count 19":
        Short("tali rejection experiment --min 0.05 --max 0.95 --count 19 --warps 4096"),
    # Equation (9) at n = 1, and the mean of equation (13).
    "tali rejection law --rho 0.5 --lanes 32": Short("tali rejection law --rho 0.5 --lanes 32 --json", (
        Figure("equation (9): P(N = 1)", "pmf.0", 0.5 ** 32, 1e-24),
        Figure("equation (9): P(N = 6)", "pmf.5", (1 - 0.5 ** 6) ** 32 - (1 - 0.5 ** 5) ** 32, 1e-12),
        Figure("equation (13)", "approximations.equation_13.mean", 6.5287663729, 1e-9),
    )),
    "TALI_TEST_SAMPLES=1e8 build/tests/lab/free_gas_test": Short("TALI_TEST_SAMPLES=1e4 build/tests/lab/free_gas_test"),
    "tali bench --filter sampling-groups-cpu": Short("tali bench --filter sampling-groups-cpu --repeats 1"),
    # 48 s of a core, of which no shape can be left out.
    "tali bench --filter sobol-cpu": Short(None),
    "tali bench --filter sobol-cpu --repeats 1": Short(None),
    # It needs the Python package.
    "scripts/energy.py --filter sobol32": Short(None),
    "tali gen --engine sobol32 --dims 10000 -n 1e7 --memory 64000000 -o points.npy":
        Short("tali gen --engine sobol32 --dims 10000 -n 400 --memory 2000000 -o points.npy"),
    # The points 0, 1/2, 3/4, 1/4, 3/8 ... of equation (4) in each of the first dimensions.
    "tali gen --engine sobol32 --dims 3 -n 8 --dist uniform --dtype f64 --format text":
        Short("tali gen --engine sobol32 --dims 1 -n 8 --dist uniform --dtype f64 --format text", (
            Figure("equations (4) and (5)", "", [0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125]),
        )),
    "tali gen --engine pcg32 --seed 42 --stream 54 -n 6 --format text":
        Short("tali gen --engine pcg32 --seed 42 --stream 54 -n 6 --format text", (Figure("pcg32-demo", "", DEMO),)),
    "tali gen --engine pcg32 --seed 42 --stream 54 --offset 2 -n 4 --format text":
        Short("tali gen --engine pcg32 --seed 42 --stream 54 --offset 2 -n 4 --format text",
              (Figure("pcg32-demo from its third word on", "", DEMO[2:]),)),
}
