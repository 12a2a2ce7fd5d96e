#!/usr/bin/env python3
"""Writes *.txt beside this script: what attentions of the transformers library compute whose models do not open here.

Run it with transformers and PyTorch installed: python3 make.py   (written with transformers 5.24.0 and PyTorch 2.15.0)

gemma2.txt: two Gemma2Attention, the first with a window, one after the other, their scores capped; the capped logits
are those of Gemma2ForCausalLM, whose decoder is replaced by the two. gpt_oss.txt: two GptOssAttention with sinks. Both
run eagerly, in float64, on weights that float32 holds. The files are those of ../torch/whole_transformer.py.
"""

from pathlib import Path
from types import SimpleNamespace

import torch
from transformers import Gemma2Config, Gemma2ForCausalLM, GptOssConfig
from transformers.models.gemma2.modeling_gemma2 import Gemma2Attention, Gemma2RotaryEmbedding
from transformers.models.gpt_oss.modeling_gpt_oss import GptOssAttention, GptOssRotaryEmbedding

HERE = Path(__file__).resolve().parent
WORDS = "the cat sat on the mat and slept".split()
WINDOW, THETA = 3, 50
SIZES = dict(hidden_size=12, num_attention_heads=4, num_key_value_heads=2, head_dim=6, num_hidden_layers=2,
             vocab_size=len(set(WORDS)), attention_bias=True, attention_dropout=0.0, sliding_window=WINDOW,
             layer_types=["sliding_attention", "full_attention"], intermediate_size=4, attn_implementation="eager",
             rope_parameters={"rope_type": "default", "rope_theta": THETA})
LETTERS = dict(q_proj="q", k_proj="k", v_proj="v", o_proj="o")


def two_decimals(*shape, scale):
    return torch.tensor([float(f"{v:.2f}") for v in (torch.randn(*shape) * scale).flatten()]).view(shape).double()


class File:
    def __init__(self, name, **config):
        self.path = HERE / f"{name}.txt"
        self.lines = [f"config {key} {str(value).lower()}" for key, value in config.items()]

    def matrix(self, kind, name, values):
        values = torch.atleast_2d(values.detach())
        numbers = " ".join(f"{v:.8g}" if kind == "expected" else f"{v:.2f}" for v in values.flatten().tolist())
        self.lines.append(f"matrix {kind} {name} {values.shape[0]} {values.shape[1]} {numbers}")

    def write(self):
        self.path.write_text("\n".join(self.lines) + "\n")


def attended(file, attention, rotary, config, x):
    """What the two layers make of x; their weights and results go to the file."""
    positions = torch.arange(len(x))
    distance = positions[:, None] - positions[None, :]
    for layer in range(config.num_hidden_layers):
        module = attention(config, layer).double().eval()
        name = f"decoder.{layer}.self"
        with torch.no_grad():
            for parameter_name, parameter in module.named_parameters():
                parameter.copy_(two_decimals(*parameter.shape, scale=0.35 if parameter.dim() > 1 else 0.6))
                part, _, kind = parameter_name.partition(".")
                if part == "sinks":
                    file.matrix("weight", f"{name}.sinks", parameter)
                else:
                    file.matrix("weight", f"{name}.{kind[0]}_{LETTERS[part]}",
                                parameter.T if kind == "weight" else parameter)
        reach = WINDOW if config.layer_types[layer] == "sliding_attention" else len(x)
        mask = torch.where((distance >= 0) & (distance < reach), 0.0, -torch.inf)[None, None].double()
        cosines = rotary(config)(x[None], positions[None])
        with torch.no_grad():
            output, weights = module(x[None], position_embeddings=cosines, attention_mask=mask)
        for head in range(config.num_attention_heads):
            file.matrix("expected", f"{name}.{head}.weights", weights[0, head])
        file.matrix("expected", f"{name}.output", output[0])
        x = output[0]
    return x


def started(name, x, **config):
    file = File(name, architecture="decoder", decoder_layers=2, d_model=12, decoder_heads=4, key_value_heads=2, d_key=6,
                d_value=6, position="rotary", rope_theta=THETA, bias="true", window=WINDOW, full_layers=2, **config)
    file.lines += [f"token {word}" for word in WORDS]
    file.lines += [f"vocabulary {word}" for word in dict.fromkeys(WORDS)]
    for word in dict.fromkeys(WORDS):
        file.matrix("embedding", word, x[WORDS.index(word)])
    return file


def sentence():
    rows = {word: two_decimals(12, scale=1.0) for word in dict.fromkeys(WORDS)}
    return torch.stack([rows[word] for word in WORDS])


def main():
    torch.manual_seed(44)
    x = sentence()
    config = Gemma2Config(**SIZES, query_pre_attn_scalar=4, attn_logit_softcapping=1.5, final_logit_softcapping=2.5)
    file = started("gemma2", x, score_scale=0.5, score_cap=1.5, logits_cap=2.5)
    output = attended(file, Gemma2Attention, Gemma2RotaryEmbedding, config, x)
    model = Gemma2ForCausalLM(config).double().eval()
    with torch.no_grad():
        model.lm_head.weight = torch.nn.Parameter(two_decimals(*model.lm_head.weight.shape, scale=0.5))
        model.model.forward = lambda **_: SimpleNamespace(last_hidden_state=output[None], cache=None,
                                                          hidden_states=None, attentions=None)
        file.matrix("expected", "logits", model(input_ids=torch.arange(len(WORDS))[None]).logits[0])
    file.matrix("weight", "output.w", model.lm_head.weight.T)
    file.write()

    x = sentence()
    config = GptOssConfig(**SIZES, num_local_experts=2, num_experts_per_tok=1)
    file = started("gpt_oss", x, attention_sinks="true")
    attended(file, GptOssAttention, GptOssRotaryEmbedding, config, x)
    file.write()


if __name__ == "__main__":
    main()
