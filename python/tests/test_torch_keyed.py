# SPDX-License-Identifier: Apache-2.0
"""PyTorch's own random functions under tali.torch.keyed: initialisers, distributions, pipelines."""

import pytest

import tali

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
D = torch.distributions


@pytest.fixture
def device(library):
    return library


def test_calls_are_the_keys_children(device):
    key = tali.torch.key(42, device=device)
    children = [tali.torch.fold_in(key, i) for i in range(5)]
    x = torch.empty(3, 4, device=device)
    with tali.torch.keyed(42):
        made = [torch.randn(5, device=device), torch.rand(5, dtype=torch.float64, device=device), x.uniform_(-1, 1).clone(),
                torch.randint(2, 9, (5,), device=device), torch.randperm(50, device=device)]
        beside = torch.randn(3, device=device, generator=torch.Generator(device).manual_seed(1))
    assert torch.equal(made[0], tali.torch.normal(children[0], 5)) and torch.equal(made[2], tali.torch.uniform(children[2], (3, 4), -1.0, 1.0))
    assert torch.equal(made[1], tali.torch.uniform(children[1], 5, dtype=torch.float64))
    assert torch.equal(made[3], tali.torch.randint(children[3], 5, 2, 9)) and torch.equal(made[4], tali.torch.randperm(children[4], 50))
    assert torch.equal(beside, torch.randn(3, device=device, generator=torch.Generator(device).manual_seed(1)))
    with tali.torch.keyed(key):
        assert torch.equal(torch.randn(5, device=device, generator=None), made[0])


def initialised(device):
    with tali.torch.keyed(tali.Key(7)):
        model = torch.nn.Sequential(torch.nn.Linear(3, 4, device=device), torch.nn.Conv2d(1, 2, 3, device=device), torch.nn.LSTM(3, 4, device=device))
        w = torch.empty(6, 6, device=device)
        made = [p.detach().clone() for p in model.parameters()]
        for name in ("uniform_", "normal_", "xavier_uniform_", "xavier_normal_", "kaiming_uniform_", "kaiming_normal_", "trunc_normal_", "orthogonal_"):
            made.append(getattr(torch.nn.init, name)(w).clone())
        return [*made, torch.nn.init.sparse_(w, 0.3)]


def test_initialisers(device):
    for a, b, other in zip(initialised(device), initialised(device), initialised("cpu")):
        assert torch.equal(a, b)
        torch.testing.assert_close(a.cpu(), other)  # orthogonal_ and trunc_normal_ compute with PyTorch's functions
    eye = initialised(device)[-2]
    torch.testing.assert_close(eye @ eye.T, torch.eye(6, device=device))


def test_distributions(device):
    a = torch.tensor([2.0, 3.0], device=device, requires_grad=True)
    laws = [D.Normal(a, 1.0), D.Gamma(a, a), D.Beta(a, a), D.Dirichlet(a), D.Exponential(a), D.Laplace(a, 1.0), D.StudentT(a), D.Cauchy(a, 1.0),
            D.Gumbel(a, 1.0), D.Weibull(a, 1.0), D.LogNormal(a, 1.0), D.Uniform(a * 0, a), D.Chi2(a), D.HalfNormal(a), D.Pareto(a, a),
            D.FisherSnedecor(a, a), D.InverseGamma(a, a), D.MultivariateNormal(a, torch.eye(2, device=device)), D.RelaxedBernoulli(a, probs=a / 5),
            D.Poisson(a), D.Bernoulli(a / 5), D.Binomial(10, a / 5), D.Categorical(a), D.Multinomial(10, a), D.Geometric(a / 5),
            D.NegativeBinomial(a, a / 5), D.VonMises(a, a)]
    for law in laws:
        draws = []
        for _ in range(2):
            with tali.torch.keyed(3):
                draws.append(law.rsample((500,)) if law.has_rsample else law.sample((500,)))
        assert torch.equal(*draws), law
        if law.has_rsample:
            gradient, = torch.autograd.grad(draws[0].sum(), a)
            assert bool(gradient.isfinite().all()), law
    with tali.torch.keyed(3):
        x = D.Gamma(a, 1.0).sample((20000,))
    assert abs(x.mean(0).cpu() - torch.tensor([2.0, 3.0])).max() < 0.05


def test_dropout_and_multinomial(device):
    with tali.torch.keyed(5):
        y = torch.nn.functional.dropout(torch.ones(10000, device=device), 0.25)
        rows = torch.multinomial(torch.ones(3, 50, device=device), 50)
    assert abs(float((y == 0).float().mean()) - 0.25) < 0.02 and set(y.tolist()) == {0.0, y.max().item()}
    assert rows.sort().values.tolist() == [list(range(50))] * 3 and not torch.equal(rows[0], rows[1])


def test_what_is_refused():
    with pytest.raises(TypeError):
        tali.torch.keyed(1.5)
    with pytest.raises(TypeError):
        tali.torch.keyed(tali.torch.split(tali.torch.key(1), 2))
    with pytest.raises(NotImplementedError), tali.torch.keyed(1):
        torch.nn.functional.rrelu(torch.ones(3), training=True)
    with tali.torch.keyed(1):
        q = torch.ones(1, 1, 4, 8)
        assert torch.nn.functional.scaled_dot_product_attention(q, q, q).shape == q.shape
