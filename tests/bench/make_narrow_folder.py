#!/usr/bin/env python3
"""make_narrow_folder.py FOLDER [DTYPE [LAYERS]]: a folder of random weights shaped as Llama's with a tiny vocabulary.

14 layers in bfloat16 are 1.2 GB; DTYPE may be float16 or float32, too. The numbers have magnitudes between 2**-7 and
2**-6, so that every dtype holds the same ones but for their last bits. `./dev bench` measures what REGARD_NARROW names.
"""

import json
import pathlib
import secrets
import shutil
import struct
import sys

import numpy

LLAMA = pathlib.Path(__file__).parents[1] / "data" / "checkpoints" / "llama"
MODEL, HIDDEN, HEADS, KEY_HEADS, HEAD = 2048, 5632, 32, 4, 64


def shapes(layers, vocabulary):
    yield "model.embed_tokens.weight", (vocabulary, MODEL)
    for layer in range(layers):
        name = f"model.layers.{layer}."
        yield name + "input_layernorm.weight", (MODEL,)
        yield name + "self_attn.q_proj.weight", (HEADS * HEAD, MODEL)
        yield name + "self_attn.k_proj.weight", (KEY_HEADS * HEAD, MODEL)
        yield name + "self_attn.v_proj.weight", (KEY_HEADS * HEAD, MODEL)
        yield name + "self_attn.o_proj.weight", (MODEL, HEADS * HEAD)
        yield name + "post_attention_layernorm.weight", (MODEL,)
        yield name + "mlp.gate_proj.weight", (HIDDEN, MODEL)
        yield name + "mlp.up_proj.weight", (HIDDEN, MODEL)
        yield name + "mlp.down_proj.weight", (MODEL, HIDDEN)
    yield "model.norm.weight", (MODEL,)
    yield "lm_head.weight", (vocabulary, MODEL)


def numbers(shape, dtype):
    count = int(numpy.prod(shape))
    if len(shape) == 1:
        return numpy.full(count, {"bfloat16": 0x3F80, "float16": 0x3C00, "float32": 0x3F800000}[dtype],
                          numpy.uint32 if dtype == "float32" else numpy.uint16)
    bits = numpy.frombuffer(numpy.random.default_rng(secrets.randbits(32)).bytes(2 * count), numpy.uint16)
    if dtype == "float16":
        return (bits & 0x83FF) | 0x2000
    bits = (bits & 0x807F) | 0x3C00
    return bits.astype(numpy.uint32) << 16 if dtype == "float32" else bits


def main():
    folder = pathlib.Path(sys.argv[1])
    dtype = sys.argv[2] if len(sys.argv) > 2 else "bfloat16"
    layers = int(sys.argv[3]) if len(sys.argv) > 3 else 14
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(LLAMA / name, folder / name)
    config = json.loads((LLAMA / "config.json").read_text())
    config |= {"dtype": dtype, "hidden_size": MODEL, "intermediate_size": HIDDEN, "num_attention_heads": HEADS,
               "num_key_value_heads": KEY_HEADS, "head_dim": HEAD, "num_hidden_layers": layers,
               "max_position_embeddings": 2048}
    (folder / "config.json").write_text(json.dumps(config))
    header, end = {}, 0
    for name, shape in shapes(layers, config["vocab_size"]):
        size = int(numpy.prod(shape)) * (4 if dtype == "float32" else 2)
        header[name] = {"dtype": {"bfloat16": "BF16", "float16": "F16", "float32": "F32"}[dtype],
                        "shape": list(shape), "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header).encode()
    with open(folder / "model.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name, shape in shapes(layers, config["vocab_size"]):
            file.write(numbers(shape, dtype).astype("<u4" if dtype == "float32" else "<u2").tobytes())


if __name__ == "__main__":
    main()
