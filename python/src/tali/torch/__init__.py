# SPDX-License-Identifier: Apache-2.0
"""tali's values in PyTorch's tensors, on the CPU and on CUDA devices.

**In place**: `normal_(x, key=...)` and the like fill a tensor. Their `key` says which values: a tali.Key names a sequence, whose
elements they are; an integer is a seed of a tali.Generator; a tali.Generator draws, and moves on; a tensor of two integers, as
torch.func._random.key makes it, is a seed and an offset, which is the stream of tali's generator. A DTensor gets the values that a
tensor of its whole shape gets, however it is sharded or replicated. Each process fills its own part, and nothing is sent.

**From keys on the device**: `key`, `fold_in` and `split` make tensors of int64, the two words of a tali.Key per key. `normal(key,
shape)` and the like, and the operations in which random numbers are consumed (`dropout`, `stochastic_round`, `add_`, `add_noise_`,
`sample_logits`) read the key where it lies: in a CUDA graph that is replayed with other keys, under torch.compile, in torch.vmap.
"""

from tali.torch._bits import bits
from tali.torch._continuous import (beta_, cauchy_, exponential_, gamma_, gumbel_, laplace_, lognormal_, normal_,
                                    uniform_)
from tali.torch._discrete import bernoulli_, binomial_, geometric_, poisson_
from tali.torch._dropout import dropout
from tali.torch._keys import fold_in, key, split
from tali.torch._make import bernoulli, exponential, normal, randint, uniform, words
from tali.torch._noise import add_noise_
from tali.torch._rounding import add_, stochastic_round
from tali.torch._sampling import sample_logits

__all__ = ["add_", "add_noise_", "bernoulli", "bernoulli_", "beta_", "binomial_", "bits", "cauchy_", "dropout", "exponential",
           "exponential_", "fold_in", "gamma_", "geometric_", "gumbel_", "key", "laplace_", "lognormal_", "normal", "normal_",
           "poisson_", "randint", "sample_logits", "split", "stochastic_round", "uniform", "uniform_", "words"]
