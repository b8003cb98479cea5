# SPDX-License-Identifier: Apache-2.0
"""The page on seeds, with the packages that it names; vLLM's base class has a replacement."""

import pathlib
import re
import sys
import types

import numpy as np
import pytest

import tali

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
PAGE = pathlib.Path(__file__).parents[2] / "docs" / "howto" / "seeds.md"
FENCES = re.findall(r"^```py\n(.*?)^```$", PAGE.read_text(), re.M | re.S)


def run(fence, names):
    exec(compile(fence, str(PAGE), "exec"), names)
    return names


def test_diffusers():
    pytest.importorskip("diffusers")
    first, again = run(FENCES[0], {}), run(FENCES[0], {})
    assert np.array_equal(first["images"], again["images"]) and first["images"].shape == (2, 8, 8, 1)
    alone = tali.torch.normal(tali.torch.fold_in(tali.torch.key(42), 8), (1, 8, 8))
    assert torch.equal(first["latents"][1], alone)


def test_lightning(tmp_path):
    pl = pytest.importorskip("lightning.pytorch")
    names = run(FENCES[1], {"torch": torch, "tali": tali})
    with tali.torch.keyed(2):
        data = torch.utils.data.TensorDataset(torch.randn(64, 4), torch.randn(64, 1))
    weights = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        model = names["Model"]()
        trainer = pl.Trainer(max_epochs=2, accelerator="cpu", logger=False, enable_checkpointing=False, enable_progress_bar=False,
                             enable_model_summary=False, default_root_dir=tmp_path)
        trainer.fit(model, torch.utils.data.DataLoader(data, 16))
        weights.append(model.layer.weight.detach().clone())
    assert torch.equal(*weights)


def test_a_replacement_of_vllm(monkeypatch):
    module = types.ModuleType("vllm.v1.sample.logits_processor")
    module.AdapterLogitsProcessor = object
    for name in ("vllm", "vllm.v1", "vllm.v1.sample"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    made = run(FENCES[2], {"torch": torch, "tali": tali})["KeyedTokens"]()
    logits = torch.linspace(-3, 3, 50)
    assert made.new_req_logits_processor(types.SimpleNamespace(seed=None)) is None
    choose = made.new_req_logits_processor(types.SimpleNamespace(seed=42, temperature=0.8))
    keys = tali.torch.fold_in(tali.torch.key(42), torch.arange(20))
    wanted = tali.torch.sample_logits(logits.expand(20, 50), keys, 0.8).tolist()
    assert [choose([0] * n, logits).argmax().item() for n in range(20)] == wanted
    assert choose([], logits).isfinite().sum() == 1
