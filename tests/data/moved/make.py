#!/usr/bin/env python3
"""Writes NAME.safetensors beside this script: what each head of the small checkpoints moves, and all heads of a layer
together (Kobayashi et al. 2020, Attention is Not Only a Weight, equation 4).

Run it where transformers, tokenizers and PyTorch are installed: python3 make.py (written with transformers 5.24.0 and
PyTorch 2.15.0). The vectors α (x W_V + b_V) W_O are written out one by one in float64, from the attentions that the
library gives, what a hook sees of its value projections, and the output projection's rows; that they sum to what the
output projection gives is checked here. The files have the form of ../checkpoints: `0.encoder.0.self.moved` is heads ×
n × m, `0.encoder.0.self.together` n × m, of the first text of the expected numbers there.
"""

import json
import shutil
import struct
import tempfile
from pathlib import Path

import torch
import transformers
from safetensors.torch import load_file, save_file
from transformers import AutoTokenizer

HERE = Path(__file__).resolve().parent
DATA = HERE.parent
transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()
torch.set_num_threads(1)


def header(path):
    with path.open("rb") as file:
        return json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))


def split(heads, part, parts):
    """q, k and v side by side, each of all heads."""
    return lambda out: out.chunk(parts, -1)[part].unflatten(-1, (heads, -1))


def by_head(heads):
    """q, k and v side by side in each head."""
    return lambda out: out.unflatten(-1, (heads, 3, -1))[..., 2, :]


def parts_of(module, heads, key_heads, size):
    """Of an attention: what projects values, how to take these of each key head, and the output projection."""
    def plain(out):
        return out.unflatten(-1, (-1, size))
    has = lambda *names: all(hasattr(module, name) for name in names)  # noqa: E731
    if has("self", "output") and hasattr(module.self, "value"):
        return module.self.value, plain, module.output.dense
    if has("attn", "LayerNorm") and hasattr(module.attn, "v"):
        return module.attn.v, plain, module.attn.o
    if has("v_lin", "out_lin"):
        return module.v_lin, plain, module.out_lin
    if has("query", "value", "dense"):
        return module.value, plain, module.dense
    if has("c_attn", "c_proj"):
        return module.c_attn, split(heads, 2, 3), module.c_proj
    if has("query_key_value", "dense"):
        return module.query_key_value, by_head(heads), module.dense
    if has("qkv_proj", "o_proj"):
        return module.qkv_proj, lambda out: out[..., -key_heads * size:].unflatten(-1, (key_heads, size)), module.o_proj
    for output in ("o_proj", "out_proj", "dense"):
        if has("v_proj", output):
            return module.v_proj, plain, getattr(module, output)
    return None


def rows_of(linear):
    """Inputs × outputs, and the bias."""
    weight = linear.weight if type(linear).__name__ == "Conv1D" else linear.weight.T
    return weight, linear.bias


def write(name, path, expected):
    about = json.loads(header(expected)["__metadata__"]["cases"])[0]
    blocks = [key[2:-len(".weights")] for key in header(expected) if key.startswith("0.") and key.endswith(".weights")]
    config = transformers.AutoConfig.from_pretrained(path)
    kind = getattr(transformers, config.architectures[0])
    model = kind.from_pretrained(path, attn_implementation="eager", dtype=torch.float64).eval()
    tokenizer = AutoTokenizer.from_pretrained(path)
    texts = [about["text"]] + ([about["pair"]] if "pair" in about else [])
    inputs = {key: torch.tensor([value]) for key, value in tokenizer(*texts).items()}
    if "target" in about:
        inputs["decoder_input_ids"] = torch.tensor([tokenizer(text_target=about["target"])["input_ids"]])

    heads = next(getattr(config, key) for key in ("num_attention_heads", "n_head", "num_heads", "n_heads",
                                                  "encoder_attention_heads") if hasattr(config, key))
    key_heads = getattr(config, "num_key_value_heads", None) or heads
    width = next(getattr(config, key) for key in ("hidden_size", "n_embd", "d_model", "dim") if hasattr(config, key))
    size = getattr(config, "head_dim", None) or width // heads
    calls, found = [], []  # every call of an attention in order: its module, values and output

    def begin(place, parts):
        return lambda _module, _inputs, output: calls.append([place, parts, output[0].detach(), None])

    def end(place):
        def hook(_module, _inputs, output):
            next(call for call in reversed(calls) if call[0] == place)[3] = output[0].detach()
        return hook

    for place, module in model.named_modules():
        parts = parts_of(module, heads, key_heads, size)
        if parts is None or any(parts[2] is each for each in found):
            continue
        found.append(parts[2])
        parts[0].register_forward_hook(begin(place, parts))
        parts[2].register_forward_hook(end(place))
    with torch.no_grad():
        output = model(**inputs, output_attentions=True)

    stacks = {}
    if config.is_encoder_decoder:
        stacks = {("encoder", "self"): output.encoder_attentions, ("decoder", "self"): output.decoder_attentions,
                  ("decoder", "cross"): output.cross_attentions}
    else:
        stacks = {(blocks[0].split(".")[0], "self"): output.attentions}
    places = {}
    for call in calls:
        place = call[0]
        kind = "cross" if "encoder_attn" in place else "self"
        side = "decoder" if kind == "cross" or ".decoder." in f".{place}." else "encoder"
        side = side if config.is_encoder_decoder else blocks[0].split(".")[0]
        places.setdefault((side, kind), []).append(call)

    tensors = {}
    for (side, kind), attentions in stacks.items():
        assert len(places[side, kind]) == len(attentions), (name, side, kind)
        for layer, weights in enumerate(attentions):
            _, (_, values, projection), projected, given = places[side, kind][layer]
            weights = weights[0].double()
            v = values(projected).double().transpose(0, 1)  # key heads × m × d_value
            v = v.repeat_interleave(heads // v.shape[0], 0)
            rows, bias = rows_of(projection)
            rows = rows.detach().double().unflatten(0, (heads, -1))  # heads × d_value × d_model
            vectors = torch.einsum("hij,hjv,hvd->hijd", weights, v, rows)
            whole = vectors.sum((0, 2)) + (0 if bias is None else bias.detach().double())
            error = (whole - given.double()).abs().max() / whole.abs().max()
            assert error < 1e-5, (name, side, kind, layer, float(error))
            block = f"0.{side}.{layer}.{kind}"
            tensors[block + ".moved"] = vectors.norm(dim=-1).float().contiguous()
            tensors[block + ".together"] = vectors.sum(0).norm(dim=-1).float().contiguous()
    save_file(tensors, HERE / f"{name}.safetensors", metadata={"cases": json.dumps([about])})


def main():
    for old in HERE.glob("*.safetensors"):
        old.unlink()
    for room in ("checkpoints", "families"):
        for expected in sorted((DATA / room).glob("*.expected.safetensors")):
            name = expected.name.removesuffix(".expected.safetensors")
            write(name, DATA / room / name, expected)
    for expected in sorted((DATA / "checkpoint_variants").glob("*.safetensors")):
        case = json.loads(header(expected)["__metadata__"]["cases"])[0]
        if not case.get("whole"):  # else a folder from above with other keys
            continue
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / case["folder"]
            shutil.copytree(DATA / "checkpoints" / case["folder"], path)
            (path / "config.json").write_text(json.dumps(case["config"]))
            given = {key.removeprefix("given."): tensor for key, tensor in load_file(expected).items()
                     if key.startswith("given.")}
            save_file(given, path / "model.safetensors", metadata={"format": "pt"})
            write(expected.stem, path, expected)


main()
