#!/usr/bin/env python3
"""Writes composition.json: composition scores of heads of the small checkpoints.

Run it where TransformerLens, transformers and PyTorch are installed: python3 make_composition.py
(written with TransformerLens 4.3.0). They are computed here from the tensors, in double, as whole products, and must be
those of its all_composition_scores() after enable_compatibility_mode(), which does not rotate either.
"""

import json
import os
from pathlib import Path

import torch
import transformers

os.environ["HF_HUB_OFFLINE"] = "1"
HERE = Path(__file__).resolve().parent
CHECKPOINTS = HERE.parent / "checkpoints"
transformers.logging.set_verbosity_error()
torch.set_num_threads(1)


def opened(name, dtype):
    folder = CHECKPOINTS / name
    config = transformers.AutoConfig.from_pretrained(folder)
    return getattr(transformers, config.architectures[0]).from_pretrained(
        folder, attn_implementation="eager", dtype=dtype).eval()


def heads_of(model, layer):
    """Each head's W_Q, W_K, W_V (d × width) and W_O (width × d), with the norm folded in."""
    config = model.config
    count = config.num_attention_heads
    shared = getattr(config, "num_key_value_heads", count) or count
    if config.model_type == "gpt2":
        block = model.transformer.h[layer]
        q, k, v = block.attn.c_attn.weight.split(block.attn.c_attn.weight.shape[0], 1)
        o, norm, centred = block.attn.c_proj.weight, block.ln_1.weight, True
    else:
        block = model.model.layers[layer]
        own = block.self_attn
        q, k, v, o = own.q_proj.weight.T, own.k_proj.weight.T, own.v_proj.weight.T, own.o_proj.weight.T
        norm, centred = block.input_layernorm.weight, False
    folded = []
    for w in (q, k, v):
        w = norm[:, None] * w
        folded.append(w - w.mean(0, keepdim=True) if centred else w)
    if centred:
        o = o - o.mean(1, keepdim=True)
    q, k, v = folded
    group = count // shared
    part = lambda w, head, number: w.chunk(number, 1)[head]
    return [(part(q, h, count), part(k, h // group, shared), part(v, h // group, shared), o.chunk(count, 0)[h])
            for h in range(count)]


def scores_of(name, layer, head):
    model = opened(name, torch.float64)
    said = {}
    with torch.no_grad():
        q, k, v, o = heads_of(model, layer)[head]
        for mode, b in (("Q", q @ k.T), ("K", k @ q.T), ("V", v @ o)):
            rows = []
            for before in range(layer):
                row = []
                for _, _, value, out in heads_of(model, before):
                    a = value @ out
                    row.append(((a @ b).norm() / (a.norm() * b.norm())).item())
                rows.append(row)
            said[mode] = rows
    return said


def compare_with_transformer_lens(name, layer, head, said):
    from transformer_lens.model_bridge import TransformerBridge
    folder = CHECKPOINTS / name
    bridge = TransformerBridge.boot_transformers(str(folder), hf_model=opened(name, torch.float32),
                                                 tokenizer=transformers.AutoTokenizer.from_pretrained(folder))
    bridge.cfg.default_prepend_bos = False
    bridge.enable_compatibility_mode()
    for mode, rows in said.items():
        theirs = bridge.all_composition_scores(mode).scores[:layer, :, layer, head]
        apart = (theirs.double() - torch.tensor(rows, dtype=torch.float64)).abs().max().item()
        assert apart < 1e-5, (name, mode, apart)
        print(f"{name} {layer} {head} {mode}: TransformerLens says the same, up to {apart:.0e}")


cases = []
for name in ("gpt2", "gpt2_json", "llama", "mistral", "qwen2"):
    last = opened(name, torch.float64).config.num_hidden_layers - 1
    if last < 1:
        continue
    for head in (0, 1):
        said = scores_of(name, last, head)
        compare_with_transformer_lens(name, last, head, said)
        cases.append({"folder": name, "layer": last, "head": head,
                      **{mode: [[float(f"{x:.9g}") for x in row] for row in rows] for mode, rows in said.items()}})
(HERE / "composition.json").write_text("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]\n", encoding="utf-8")
