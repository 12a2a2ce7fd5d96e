"""The package with numpy alone, and with the program that REGARD names."""

import ast
import json
import os
import pathlib
import re
import shlex
import stat
import struct
import tempfile
import time

import numpy as np
import pytest

import regard
from arrays import metadata, weights
from regard import _tensor

TOKENS = ["[CLS]", "the", "cat", "##s", "[SEP]"]


def test_a_tuple_of_layers_with_a_batch(tmp_path):
    layers = tuple(np.stack([weights(2, 5, 5, seed=10 * layer + each) for each in (1, 2)]) for layer in range(3))
    path = tmp_path / "a.safetensors"
    regard.save(path, layers, TOKENS, batch=1, title="Cats")
    read = _tensor.read(path)
    assert sorted(read) == ["encoder.0.self.weights", "encoder.1.self.weights", "encoder.2.self.weights"]
    for layer in range(3):
        np.testing.assert_array_equal(read[f"encoder.{layer}.self.weights"], layers[layer][1])
    said = metadata(path)
    assert json.loads(said["tokens"]) == TOKENS
    assert json.loads(said["special"]) == [0, 4]
    assert (said["pieces"], said["title"], said["format"]) == ("##", "Cats", "regard-attention")
    assert os.listdir(tmp_path) == ["a.safetensors"]
    assert stat.S_IMODE(os.stat(path).st_mode) & 0o400


def test_a_causal_model_is_a_decoder(tmp_path):
    path = tmp_path / "a.safetensors"
    regard.save(path, (weights(2, 4, 4, causal=True),), ["\u0120a", "b", "\u0120c", "d"])
    assert list(_tensor.read(path)) == ["decoder.0.self.weights"]
    assert metadata(path)["decoder_mask"] == "causal"
    assert metadata(path)["pieces"] == "\u0120"


@pytest.mark.parametrize("tokens, pieces", [
    (["\u00e7\u012e\u00ab", "\u00e5\u013f\u0132", "\u00e5\u013e", "\u00a8"], "\u0120"),  # 猫坐在 of GPT-2's tokenizer
    (["<|endoftext|>", "\u00e7\u012e\u00ab", "\u00e5\u013f"], "\u0120"),  # cut off within a character
    (["\u732b", "\u5750"], None),
    (["caf\u00e9", "\u00bb", "na\u00efve"], None),
    (["cat", "s"], None),
])
def test_bytes_are_recognised_without_a_space(tmp_path, tokens, pieces):
    path = tmp_path / "a.safetensors"
    regard.save(path, (weights(2, len(tokens), len(tokens)),), tokens)
    assert metadata(path).get("pieces") == pieces


def test_steps_of_generate_become_one_triangle(tmp_path):
    whole = [weights(2, 5, 5, causal=True, seed=layer) for layer in range(2)]
    steps = [tuple(layer[None, :, :3, :3] for layer in whole)]
    steps += [tuple(layer[None, :, at : at + 1, : at + 1] for layer in whole) for at in (3, 4)]
    path = tmp_path / "a.safetensors"
    regard.save(path, tuple(steps), list("abcde"))
    read = _tensor.read(path)
    for layer in range(2):
        np.testing.assert_array_equal(read[f"decoder.{layer}.self.weights"], whole[layer])


def test_an_encoder_and_a_decoder(tmp_path):
    class Output:
        encoder_attentions = (weights(2, 3, 3)[None],)
        decoder_attentions = (weights(2, 4, 4, causal=True)[None],)
        cross_attentions = (weights(2, 4, 3, seed=3)[None],)

    path = tmp_path / "a.safetensors"
    regard.save(path, Output(), ["a", "b", "c"], target_tokens=["<s>", "x", "y", "z"])
    read = _tensor.read(path)
    assert sorted(read) == ["decoder.0.cross.weights", "decoder.0.self.weights", "encoder.0.self.weights"]
    np.testing.assert_array_equal(read["decoder.0.cross.weights"], Output.cross_attentions[0][0])
    assert json.loads(metadata(path)["target_special"]) == [0]
    with pytest.raises(ValueError, match="target_tokens are missing"):
        regard.save(path, Output(), ["a", "b", "c"])
    with pytest.raises(ValueError, match="cross-attention"):
        regard.save(path, encoder=Output.encoder_attentions, decoder=Output.decoder_attentions, tokens=["a", "b", "c"])


@pytest.mark.parametrize("kind", [np.float16, np.float64, np.float32])
def test_kinds_of_numbers(tmp_path, kind):
    given = weights(1, 3, 3).astype(kind)
    path = tmp_path / "a.safetensors"
    regard.save(path, (given,), list("abc"))
    np.testing.assert_array_equal(_tensor.read(path)["encoder.0.self.weights"], given.astype(np.float32))


class Brain:
    """An array of bfloat16, which numpy alone does not have: the upper halves of float32."""

    dtype = "bfloat16"

    def __init__(self, numbers):
        self.bits = np.asarray(numbers, np.float32).view(np.uint32) >> 16
        self.shape = numbers.shape

    def astype(self, kind):
        return (self.bits << 16).view(np.float32).astype(kind)


def test_bfloat16_stays_bfloat16(tmp_path):
    given = Brain(weights(1, 3, 3))
    path = tmp_path / "a.safetensors"
    regard.save(path, (given,), list("abc"))
    whole = path.read_bytes()
    (length,) = struct.unpack("<Q", whole[:8])
    assert json.loads(whole[8 : 8 + length])["encoder.0.self.weights"] == {
        "dtype": "BF16", "shape": [1, 3, 3], "data_offsets": [0, 18]}
    np.testing.assert_array_equal(np.frombuffer(whole[8 + length :], "<u2"), given.bits.ravel())
    np.testing.assert_array_equal(_tensor.read(path)["encoder.0.self.weights"], given.astype("float32"))


def test_layers_in_one_array_by_name(tmp_path):
    path = tmp_path / "a.safetensors"
    given = np.stack([weights(2, 3, 3, seed=layer) for layer in (1, 2)])
    regard.save(path, encoder=given, tokens=list("abc"))
    np.testing.assert_array_equal(_tensor.read(path)["encoder.1.self.weights"], given[1])
    with pytest.raises(ValueError, match="not those of the cross-attention"):
        regard.save(path, encoder=given, decoder=given, tokens=list("abc"))


def test_a_path_that_regard_would_not_open(tmp_path):
    with pytest.raises(ValueError, match="must end in .safetensors"):
        regard.save(tmp_path / "a", (weights(1, 3, 3),), list("abc"))
    with pytest.raises(FileNotFoundError, match="gone/a.safetensors"):
        regard.save(tmp_path / "gone" / "a.safetensors", (weights(1, 3, 3),), list("abc"))


def test_nested_lists_and_strides(tmp_path):
    given = weights(2, 3, 3)
    path = tmp_path / "a.safetensors"
    regard.save(path, [given.tolist()], list("abc"))
    np.testing.assert_array_equal(_tensor.read(path)["encoder.0.self.weights"], given)
    turned = np.ascontiguousarray(given.transpose(2, 1, 0)).transpose(2, 1, 0)
    regard.save(path, (turned,), list("abc"))
    np.testing.assert_array_equal(_tensor.read(path)["encoder.0.self.weights"], given)


def test_what_is_wrong_is_said(tmp_path):
    path = tmp_path / "a.safetensors"
    with pytest.raises(ValueError, match="eager"):
        regard.save(path, (None, None), list("abc"))

    class Nothing:
        attentions = None

    with pytest.raises(ValueError, match="eager"):
        regard.save(path, Nothing(), list("abc"))
    with pytest.raises(ValueError, match="4 tokens, but the weights are of 3"):
        regard.save(path, (weights(1, 3, 3),), list("abcd"))
    with pytest.raises(ValueError, match="heads × queries × keys"):
        regard.save(path, (np.ones((1, 1, 1, 3, 3)),), list("abc"))
    with pytest.raises(ValueError, match="batch 2"):
        regard.save(path, (weights(1, 3, 3)[None],), list("abc"), batch=2)
    with pytest.raises(ValueError, match="one text"):
        regard.save(path, (weights(1, 3, 3),), "abc")
    assert os.listdir(tmp_path) == []


def test_the_program_is_missing(monkeypatch):
    monkeypatch.setenv("REGARD", "/nowhere/regard")
    with pytest.raises(regard.ProgramNotFound, match="/nowhere/regard"):
        regard.figure((weights(1, 3, 3),), list("abc"))
    monkeypatch.delenv("REGARD")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(regard.ProgramNotFound, match="PATH"):
        regard.show((weights(1, 3, 3),), list("abc"))


def test_the_window_gets_the_file_and_the_file_goes(tmp_path, monkeypatch):
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\ncp "$1" "$0.seen"\n')
    program.chmod(0o755)
    monkeypatch.setenv("REGARD", os.fspath(program))
    monkeypatch.setattr(tempfile, "tempdir", os.fspath(tmp_path))
    given = weights(1, 3, 3)
    regard.show((given,), list("abc")).wait()
    seen = _tensor.read(tmp_path / "program.seen")
    np.testing.assert_array_equal(seen["encoder.0.self.weights"], given)
    for _ in range(1000):
        if not list(tmp_path.glob("regard-*")):
            break
        time.sleep(0.01)
    assert not list(tmp_path.glob("regard-*"))


def test_figures(tmp_path):
    layers = tuple(weights(3, 5, 5, seed=layer) for layer in range(2))
    made = regard.figure(layers, TOKENS, view="heatmap", layer=2, head=3)
    assert made._repr_svg_().rstrip().endswith("</svg>") and "cat" in made._repr_svg_()
    assert made._repr_png_() is None
    made.save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_bytes() == made.data
    with pytest.raises(ValueError, match="ends in .svg"):
        made.save(tmp_path / "a.png")
    assert regard.figure(layers, TOKENS, format="png", words=True, no_special=True)._repr_png_().startswith(b"\x89PNG")
    assert regard.figure(layers, TOKENS, format="pdf").data.startswith(b"%PDF")
    with pytest.raises(regard.RegardError, match="(?i)layer"):
        regard.figure(layers, TOKENS, layer=3)


def test_numbers_come_back_equal(tmp_path):
    layers = tuple(weights(3, 5, 5, seed=layer) for layer in range(2))
    first, again = tmp_path / "a.safetensors", tmp_path / "b.safetensors"
    regard.save(first, layers, TOKENS)
    from regard._program import run

    run(["export", os.fspath(first), "-o", os.fspath(again)])
    read = _tensor.read(again)
    for layer in range(2):
        np.testing.assert_array_equal(read[f"encoder.{layer}.self.weights"], layers[layer])


def test_a_trace_of_a_project(tmp_path):
    from regard._program import run

    project = tmp_path / "it.regard"
    run(["export", "--example", "it", "-o", os.fspath(project)])
    numbers = regard.trace(project, "the cat sat")
    rows = numbers["encoder.0.self.weights"]
    assert rows.shape == (4, 3, 3)
    np.testing.assert_allclose(rows.sum(-1), 1, atol=1e-6)
    with pytest.raises(regard.RegardError):
        regard.trace(tmp_path / "nothing.regard", "the cat sat")


def test_the_cell_in_the_gallery(tmp_path, monkeypatch):
    """The notebook's cell makes the figure beside it: the same texts, and a value that a notebook shows."""
    from regard._program import run

    gallery = pathlib.Path(__file__).resolve().parents[2] / "resources" / "gallery"
    page = (gallery / "README.md").read_text(encoding="utf-8").split("## A notebook's cell")[1].split("\n## ")[0]
    monkeypatch.chdir(tmp_path)
    for line in re.findall(r"^regard (.*)$", re.search(r"```sh\n(.*?)```", page, re.S).group(1), re.M):
        run(shlex.split(line))
    cell = ast.parse(re.search(r"```python\n(.*?)```", page, re.S).group(1))
    last = cell.body.pop()
    names = {}
    exec(compile(cell, "cell", "exec"), names)
    shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)._repr_svg_()
    kept = (gallery / "notebook.svg").read_text(encoding="utf-8")
    texts = [re.findall(r"<text[^>]*>(.*?)</text>", each, re.S) for each in (shown, kept)]
    assert texts[0] == texts[1] and any("cat" in text for text in texts[0])
