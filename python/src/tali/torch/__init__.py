# SPDX-License-Identifier: Apache-2.0
"""tali's numbers in PyTorch tensors, on the CPU and on CUDA devices.

**In place**: `normal_(x, key=...)` and similar functions fill a tensor. `key` selects the values: a tali.Key selects a
sequence; an integer is the seed of a tali.Generator; a tali.Generator draws its next values; a tensor of two integers, as
from torch.func._random.key, contains a seed and an offset; the offset is used as the stream of tali's generator. A DTensor
gets the values that a plain tensor of its global shape would get, however it is sharded or replicated. Each process fills its
part, and processes do not communicate.

**From keys on the device**: `key`, `fold_in` and `split` make int64 tensors, with two elements per key: the words of a tali.Key.
`normal(key, shape)`, `gamma(key, shape, 2.5)` and similar functions for every distribution, and the fused operations (`dropout`, `stochastic_round`, `add_`, `add_noise_`,
`sample_logits`) read the key on its device. So they work in CUDA graphs that are replayed with other keys, under
torch.compile, and in torch.vmap. Parameters may be tensors, and have gradients.

**Code that takes no key**: within ``with keyed(key):`` PyTorch's random functions draw tali's numbers.
"""

from tali.torch._bits import bits
from tali.torch._dropout import dropout
from tali.torch._in_place import (bernoulli_, beta_, binomial_, cauchy_, exponential_, gamma_, geometric_, gumbel_, laplace_,
                                  lognormal_, normal_, poisson_, uniform_)
from tali.torch._keyed import keyed
from tali.torch._keys import fold_in, key, split
from tali.torch._laws import add_to as _add_to
from tali.torch._make import bernoulli, exponential, normal, randint, uniform, words
from tali.torch._named import dirichlet, draw
from tali.torch._noise import add_noise_
from tali.torch._orders import choice, multinomial, permuted, randperm
from tali.torch._rounding import add_, stochastic_round
from tali.torch._sampling import sample_logits

__all__ = [*_add_to(globals()), "add_", "add_noise_", "bernoulli", "bernoulli_", "beta_", "binomial_", "bits", "cauchy_", "choice", "dirichlet", "draw", "dropout", "exponential",
           "exponential_", "fold_in", "gamma_", "geometric_", "gumbel_", "key", "keyed", "laplace_", "lognormal_", "multinomial", "normal", "normal_",
           "permuted", "poisson_", "randint", "randperm", "sample_logits", "split", "stochastic_round", "uniform", "uniform_", "words"]
