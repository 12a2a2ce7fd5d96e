#!/usr/bin/env python3
"""Writes patching.json: what rows of another pass do to the logits of two small checkpoints.

Run it where transformer_lens is installed: python3 make.py (written with TransformerLens 4.3, transformers 5.24). GPT-2
is patched by TransformerLens, by its hooks of each kind; BERT by hooks on the transformers library, in double. Both
sentences have as many tokens, which are paired place by place.
"""

import json
from pathlib import Path

import torch
import transformers
from transformers import AutoModelForCausalLM, AutoTokenizer, BertForMaskedLM

HERE = Path(__file__).resolve().parent
CHECKPOINTS = HERE.parent / "checkpoints"
transformers.logging.set_verbosity_error()
torch.set_num_threads(1)


def short(number):
    return float(f"{float(number):.9g}")


def measured(logits, position, words):
    return logits[0, position, words[0]] - logits[0, position, words[1]]


def case(name, texts, position, ids, run, grids):
    """run(ids, patch) gives the logits; grids has for each kind its rows, columns and patch(row, column)."""
    assert ids[0].shape == ids[1].shape, (name, [one.tolist() for one in ids])
    now = run(ids[0], None)
    words = now[0, position].topk(2).indices.tolist()
    result = dict(folder=name, text=texts[0], pinned=texts[1], position=position, word=words[0], other=words[1],
                  now=short(measured(now, position, words)),
                  before=short(measured(run(ids[1], None), position, words)), grids={})
    for kind, (rows, columns, patch) in grids.items():
        result["grids"][kind] = [[short(measured(run(ids[0], patch(row, column)), position, words))
                                  for column in range(columns)] for row in range(rows)]
    return result


@torch.no_grad()
def gpt2(name, texts):
    from transformer_lens.model_bridge import TransformerBridge
    path = CHECKPOINTS / name
    tokenizer = AutoTokenizer.from_pretrained(path)
    model = AutoModelForCausalLM.from_pretrained(path, attn_implementation="eager", dtype=torch.float32)
    bridge = TransformerBridge.boot_transformers(str(path), hf_model=model, tokenizer=tokenizer, device="cpu",
                                                 dtype=torch.float32)
    bridge.cfg.default_prepend_bos = False
    ids = [tokenizer(text, return_tensors="pt")["input_ids"] for text in texts]
    _, cache = bridge.run_with_cache(ids[1])
    layers, heads, tokens = bridge.cfg.n_layers, bridge.cfg.n_heads, ids[0].shape[1]

    def run(tokens_in, patch):
        return bridge.run_with_hooks(tokens_in, fwd_hooks=[patch] if patch else [])

    def of_head(hook, of_pattern=False):
        def patch(layer, head):
            def put(value, hook):
                value = value.clone()
                if of_pattern:
                    value[:, head] = cache[hook.name][:, head]
                else:
                    value[:, :, head] = cache[hook.name][:, :, head]
                return value
            return f"blocks.{layer}.{hook}", put
        return layers, heads, patch

    def of_token(hook, rows=layers):
        def patch(layer, token):
            def put(value, hook):
                value = value.clone()
                value[:, token] = cache[hook.name][:, token]
                return value
            return (f"blocks.{layer}.{hook}" if layer < layers else f"blocks.{layers - 1}.hook_resid_post"), put
        return rows, tokens, patch

    grids = {"query": of_head("attn.hook_q"), "key": of_head("attn.hook_k"), "value": of_head("attn.hook_v"),
             "pattern": of_head("attn.hook_pattern", True), "head": of_head("attn.hook_z"),
             "attention": of_token("hook_attn_out"), "feed-forward": of_token("hook_mlp_out"),
             "stream": of_token("hook_resid_pre", layers + 1)}
    return case(name, texts, tokens - 1, ids, run, grids)


@torch.no_grad()
def bert(name, texts):
    path = CHECKPOINTS / name
    tokenizer = AutoTokenizer.from_pretrained(path)
    model = BertForMaskedLM.from_pretrained(path, attn_implementation="eager", dtype=torch.float64).eval()
    ids = [tokenizer(text, return_tensors="pt")["input_ids"] for text in texts]
    encoder = model.bert.encoder.layer
    layers, heads = len(encoder), model.config.num_attention_heads
    width = model.config.hidden_size // heads
    modules = {"query": lambda layer: layer.attention.self.query, "key": lambda layer: layer.attention.self.key,
               "value": lambda layer: layer.attention.self.value, "head": lambda layer: layer.attention.self,
               "attention": lambda layer: layer.attention.output.dense, "feed-forward": lambda layer: layer.output.dense,
               "stream": lambda layer: layer}
    cache = {}

    def first(out):
        return out if torch.is_tensor(out) else out[0]

    def again(out, value):
        return value if torch.is_tensor(out) else (value,) + tuple(out[1:])

    def hooked(at, put):
        return at.register_forward_hook(lambda _, __, out: again(out, put(first(out).clone())))

    hooks = [of(layer).register_forward_hook(
        lambda _, __, out, key=(kind, index): cache.__setitem__(key, first(out).clone()))
        for index, layer in enumerate(encoder) for kind, of in modules.items()]
    hooks.append(model.bert.embeddings.register_forward_hook(
        lambda _, __, out: cache.__setitem__(("stream", -1), out.clone())))
    model(ids[1])
    for hook in hooks:
        hook.remove()

    def run(tokens_in, patch):
        hook = patch() if patch else None
        logits = model(tokens_in).logits
        if hook:
            hook.remove()
        return logits

    def grid(kind):
        of_head = kind in ("query", "key", "value", "head")

        def patch(row, column):
            index = row - 1 if kind == "stream" else row
            columns = slice(column * width, (column + 1) * width) if of_head else slice(None)
            tokens = slice(None) if of_head else column

            def put(value):
                value[:, tokens, columns] = cache[kind, index][:, tokens, columns]
                return value
            at = model.bert.embeddings if index < 0 else modules[kind](encoder[index])
            return lambda: hooked(at, put)
        return (layers + (kind == "stream"), heads if of_head else ids[0].shape[1], patch)

    return case(name, texts, 2, ids, run, {kind: grid(kind) for kind in modules})


if __name__ == "__main__":
    cases = [gpt2("gpt2_json", ("one two three, the cat sat", "one three two, the cat sat")),
             bert("bert", ("the cat sat on the rug", "the rug sat on the cat"))]
    (HERE / "patching.json").write_text("[\n" + ",\n".join(json.dumps(one) for one in cases) + "\n]\n")
