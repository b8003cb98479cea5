# SPDX-License-Identifier: Apache-2.0
"""Arguments for each method whose parameters broadcast; several tests go through them."""

CALLS = {
    "beta": (2.0, 5.0), "binomial": (10, 0.3), "chisquare": (3.0,), "exponential": (2.0,), "f": (5.0, 7.0),
    "gamma": (2.5, 1.5), "geometric": (0.3,), "gumbel": (1.0, 2.0), "hypergeometric": (20, 30, 10),
    "laplace": (1.0, 2.0), "logistic": (1.0, 2.0), "lognormal": (0.0, 0.5), "logseries": (0.6,),
    "negative_binomial": (5, 0.3), "noncentral_chisquare": (3.0, 1.5), "noncentral_f": (5.0, 7.0, 1.5),
    "normal": (1.0, 2.0), "pareto": (3.0,), "poisson": (4.5,), "power": (3.0,), "rayleigh": (2.0,),
    "standard_gamma": (2.5,), "standard_t": (5.0,), "triangular": (0.0, 1.0, 4.0), "uniform": (-1.0, 1.0),
    "vonmises": (0.5, 4.0), "wald": (3.0, 2.0), "weibull": (2.0,), "zipf": (2.5,),
    "standard_cauchy": (), "standard_exponential": (), "standard_normal": (), "random": (),
}
