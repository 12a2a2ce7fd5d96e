#!/usr/bin/env python3
"""Writes circuits.json: QK and OV circuits and copying scores of heads of the small checkpoints, from their tensors.

Run it where transformers and PyTorch are installed: python3 make.py
(written with transformers 5.24 and PyTorch 2.15, in double). Where TransformerLens 4.3 is installed too, its folded
weights (enable_compatibility_mode(), without subtracting the mean over the vocabulary from the unembedding) must give the
same circuits of GPT-2.
"""

import json
import math
import sys
from pathlib import Path

import torch
import transformers

HERE = Path(__file__).resolve().parent
CHECKPOINTS = HERE.parent / "checkpoints"
WORDS = (5, 17, 41, 60, 61)  # rows of the vocabulary
transformers.logging.set_verbosity_error()
torch.set_num_threads(1)


def opened(name, dtype=torch.float64):
    folder = CHECKPOINTS / name
    config = transformers.AutoConfig.from_pretrained(folder)
    return getattr(transformers, config.architectures[0]).from_pretrained(
        folder, attn_implementation="eager", dtype=dtype).eval()


class Layer:
    """What a head needs: functions of rows, and matrices that are applied from the right."""

    def __init__(self, model, layer):
        config = model.config
        self.kind = config.model_type
        self.rotated = self.kind in ("llama", "qwen2", "mistral")
        self.embedding = model.get_input_embeddings().weight
        self.unembedding = model.get_output_embeddings().weight.T  # d × words
        self.heads = config.num_attention_heads
        self.key_heads = getattr(config, "num_key_value_heads", self.heads) or self.heads
        if self.kind == "gpt2":
            block = model.transformer.h[layer]
            w, b = block.attn.c_attn.weight, block.attn.c_attn.bias
            d = w.shape[0]
            (self.wq, self.wk, self.wv) = w.split(d, 1)
            (self.bq, self.bk, self.bv) = b.split(d)
            self.wo = block.attn.c_proj.weight
            self.norm, self.final = block.ln_1, model.transformer.ln_f
        elif self.kind == "bert":
            attention = model.bert.encoder.layer[layer].attention
            own = attention.self
            self.wq, self.wk, self.wv = own.query.weight.T, own.key.weight.T, own.value.weight.T
            self.bq, self.bk, self.bv = own.query.bias, own.key.bias, own.value.bias
            self.wo = attention.output.dense.weight.T
            self.norm = model.bert.embeddings.LayerNorm if layer == 0 else model.bert.encoder.layer[layer - 1].output.LayerNorm
            self.final = None
        else:
            block = model.model.layers[layer]
            own = block.self_attn
            self.wq, self.wk, self.wv = own.q_proj.weight.T, own.k_proj.weight.T, own.v_proj.weight.T
            zero = torch.zeros(1, dtype=torch.float64)
            self.bq, self.bk, self.bv = (zero if p.bias is None else p.bias for p in (own.q_proj, own.k_proj, own.v_proj))
            self.wo = own.o_proj.weight.T
            self.norm, self.final = block.input_layernorm, model.model.norm
            self.theta = config.rope_parameters["rope_theta"]
        self.width = self.wq.shape[1] // self.heads
        self.value_width = self.wv.shape[1] // self.key_heads

    def folded(self, x, norm, bias=True):
        if norm is None:
            return x
        if hasattr(norm, "bias"):
            x = (x - x.mean(-1, keepdim=True)) * norm.weight
            return x + norm.bias if bias else x
        return x * norm.weight

    def part(self, w, b, head, width, x):
        wide = x @ w + b
        return wide[:, head * width:(head + 1) * width]

    def rotate(self, x, position):
        half = self.width // 2
        angle = position * self.theta ** (-torch.arange(half, dtype=torch.float64) / half)
        a, b = x[:, :half], x[:, half:]
        return torch.cat((a * angle.cos() - b * angle.sin(), b * angle.cos() + a * angle.sin()), 1)

    def circuits(self, head, words, distance):
        shared = head // (self.heads // self.key_heads)
        x = self.folded(self.embedding[list(words)], self.norm)
        q = self.part(self.wq, self.bq, head, self.width, x)
        k = self.part(self.wk, self.bk, shared, self.width, x)
        v = self.part(self.wv, self.bv, shared, self.value_width, x)
        if self.rotated:
            q = self.rotate(q, distance)
        wo = self.wo[head * self.value_width:(head + 1) * self.value_width]
        qk = q @ k.T / math.sqrt(self.width)
        ov = self.folded(v @ wo, self.final, False) @ self.unembedding[:, list(words)]
        wv = self.wv[:, shared * self.value_width:(shared + 1) * self.value_width]
        whole = (self.folded(self.folded(self.embedding, self.norm, False) @ wv @ wo, self.final, False)
                 @ self.unembedding)
        eigenvalues = torch.linalg.eigvals(whole)
        return qk, ov, (eigenvalues.real.sum() / eigenvalues.abs().sum()).item()


def compare_with_transformer_lens(name, layer, head, ov, qk, copying):
    try:
        from transformer_lens.model_bridge import TransformerBridge
    except ImportError:
        print("TransformerLens is not installed: not compared", file=sys.stderr)
        return
    folder = CHECKPOINTS / name
    bridge = TransformerBridge.boot_transformers(str(folder), hf_model=opened(name, torch.float32),
                                                 tokenizer=transformers.AutoTokenizer.from_pretrained(folder))
    bridge.enable_compatibility_mode(center_unembed=False)
    x = bridge.W_E.double()[list(WORDS)]
    x = x - x.mean(-1, keepdim=True)
    q = x @ bridge.W_Q[layer, head].double() + bridge.b_Q[layer, head].double()
    k = x @ bridge.W_K[layer, head].double() + bridge.b_K[layer, head].double()
    scores = q @ k.T / math.sqrt(q.shape[1])
    assert torch.allclose(scores, qk, rtol=1e-4, atol=1e-4 * qk.abs().max()), (name, scores, qk)
    all_rows = bridge.W_E.double() @ bridge.W_V[layer, head].double() @ bridge.W_O[layer, head].double() @ bridge.W_U.double()
    eigenvalues = torch.linalg.eigvals(all_rows)
    said = (eigenvalues.real.sum() / eigenvalues.abs().sum()).item()
    assert abs(said - copying) < 1e-4, (name, said, copying)
    print(f"{name} {layer} {head}: TransformerLens says the same", file=sys.stderr)


def rounded(matrix):
    return [[float(f"{number:.9g}") for number in row] for row in matrix.tolist()]


cases = []
for name in ("gpt2", "gpt2_json", "bert", "llama", "llama_bfloat16", "mistral", "qwen2"):
    model = opened(name)
    last = model.config.num_hidden_layers - 1
    for layer, head in {(0, 1): 0, (min(1, last), 0): 0}:
        for distance in ((0, 3) if name in ("llama", "qwen2") else (0,)):
            with torch.no_grad():
                qk, ov, copying = Layer(model, layer).circuits(head, WORDS, distance)
                if name == "gpt2":
                    compare_with_transformer_lens(name, layer, head, ov, qk, copying)
            cases.append({"folder": name, "layer": layer, "head": head, "words": list(WORDS), "distance": distance,
                          "qk": rounded(qk), "ov": rounded(ov), "copying": float(f"{copying:.9g}")})
(HERE / "circuits.json").write_text("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]\n", encoding="utf-8")
