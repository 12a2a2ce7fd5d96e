"""Options of `regard export` in Python's values, for every option that the program has, and what it warns of."""

import os
import pathlib
import re
import sys
import tempfile
import time

import numpy as np
import pytest

import regard
from arrays import weights
from regard import _options, _tensor
from regard._program import run

TOKENS = ["[CLS]", "the", "cat", "##s", "[SEP]"]
LAYERS = tuple(weights(3, 5, 5, seed=layer) for layer in range(2))


def texts(**options):
    svg = regard.figure(LAYERS, TOKENS, **options)._repr_svg_()
    return re.findall(r"<text[^>]*>(.*?)</text>", svg, re.S), svg


def test_the_options_are_those_of_the_help():
    told = dict(re.findall(r"^  (?:-\w,)?--([\w-]+)(.*)$", run(["export", "--help"]).decode(), re.M))
    told.pop("help")
    known = _options.options()
    assert list(told) == list(known)
    for name, usage in told.items():
        assert known[name].takes_value == bool(re.match(r" [\w\[]", usage)), name
        on_and_off = {"on", "off"} <= set(known[name].words)
        assert on_and_off == ("{on,off}" in usage), name
    assert [name for name, each in known.items() if "on" in each.words] == ["legend", "color-bar", "axes", "numbers", "marks"]
    off = [name for name, each in known.items() if each.takes_off and not each.words]
    assert {"by-hand", "digits", "title"} <= set(off) and known["title"].takes_on
    for name in set(off) - {"title"}:  # the program does take it, if not of this view
        with pytest.raises(regard.RegardError) as refused:
            run(["export", "--example", "it", "--" + name, "off", "-o", "it.svg"])
        assert re.search(f"--{name} (belongs to|names two states)", str(refused.value))
    assert {"set", "off"} <= {name for name, each in known.items() if each.repeats}


def test_every_option_takes_pythons_values():
    """None is the default, True and False are on and off; where neither can be meant an error names the option."""
    for name, option in _options.options().items():
        spelled = name.replace("-", "_")
        assert _options.words({spelled: None}) == []
        for value, word in ((True, "on"), (False, "off"), (np.True_, "on"), (np.False_, "off")):
            if not option.takes_value:
                assert _options.words({spelled: value}) == (["--" + name] if value else [])
            elif option.takes_on if value else option.takes_off:
                assert _options.words({spelled: value}) == ["--" + name, word]
            else:
                with pytest.raises(regard.RegardError, match=f"^{spelled} takes .* not {bool(value)}"):
                    _options.words({spelled: value})


def test_values_of_python():
    words = _options.words
    assert words({"head": [1, 3]}) == words({"head": np.array([1, 3])}) == words({"head": (1, 3)}) == ["--head", "1,3"]
    assert words({"head": range(1, 4)}) == ["--head", "1,2,3"]
    assert words({"layer": np.int64(2), "floor": np.float64(0.1)}) == ["--layer", "2", "--floor", "0.1"]
    assert words({"off": ["1.1", "cross.2.3"]}) == ["--off", "1.1", "--off", "cross.2.3"]
    assert words({"set": {"heads": 4, "bias": True}}) == ["--set", "heads=4", "--set", "bias=true"]
    assert words({"font": ["a, b", "c"]}) == ["--font", "a\\, b,c"]  # as names of two states are spelled
    assert words({"pinned": pathlib.Path("a") / "b"}) == ["--pinned", os.path.join("a", "b")]
    assert words({"source": "--view"}) == ["--source=--view"]
    with pytest.raises(regard.RegardError, match="^words takes True or False, not 'yes'"):
        words({"words": "yes"})


@pytest.mark.parametrize("value", [True, False, None, 3, "x"])
def test_an_option_that_the_program_does_not_have(value):
    with pytest.raises(regard.RegardError, match="no_such_thing: regard export has no option --no-such-thing"):
        regard.figure(LAYERS, TOKENS, no_such_thing=value)
    with pytest.raises(regard.RegardError, match="no_such_thing"):
        regard.trace("model-folder", "the cat", no_such_thing=value)
    with pytest.raises(TypeError, match="no_such_thing"):
        regard.save("a.safetensors", LAYERS, TOKENS, no_such_thing=value)


def test_parts_of_a_picture():
    of_heatmap = {"view": "heatmap", "head": 1}
    parts = ("axes", "color_bar", "numbers")
    on, off = (texts(**of_heatmap, **dict.fromkeys(parts, value))[0] for value in (True, False))
    assert sum(bool(re.fullmatch(r"0\.\d+", each)) for each in on) >= 25  # numbers, and those of the bar
    assert {"query ↓", "key →", "weight"} <= set(on)
    assert off == ["layer 1 · head 1", *2 * ["[CLS]", "the", "cat", "s", "[SEP]"]]
    assert texts(**of_heatmap, **dict.fromkeys(parts))[0] == texts(**of_heatmap)[0]
    said, svg = texts(legend=False, title=False)
    assert "query" in said and not any("hidden" in each or "layer 1" in each for each in said)


def test_titles():
    line = "layer 1 · all 3 heads"
    said, svg = texts(title="Cats and mats")
    assert "Cats and mats" in said and line not in said and ">Cats and mats</rdf:li>" in svg
    said, svg = texts(title="off")  # a text like any other
    assert "off" in said and line not in said and ">off</rdf:li>" in svg
    said, svg = texts(title="-o x.svg")
    assert "-o x.svg" in said
    assert texts(title="")[0] == texts(title=False)[0]
    said, svg = texts(title=True, legend=True)
    assert said[0] == line and "dc:title" not in svg and any("hidden" in each for each in said)


def faulty():
    rows = weights(2, 3, 3)
    rows[1, 2] *= 0.5
    return (rows,)


def test_what_the_program_prints_is_a_warning():
    with pytest.warns(UserWarning, match="the attention: the tensor .*, head 2, row 3: the weights sum to 0.5") as said:
        regard.figure(faulty(), list("abc"), view="heatmap", head=2)
    assert len(said) == 1 and said[0].filename == __file__
    assert tempfile.gettempdir() not in str(said[0].message)


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_what_the_window_prints_is_a_warning(tmp_path, monkeypatch):
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\nprintf "first of %s\\n" "$1" >&2\nsleep 0.3\nprintf "the last" >&2\n')
    program.chmod(0o755)
    monkeypatch.setenv("REGARD", os.fspath(program))
    monkeypatch.setattr(tempfile, "tempdir", os.fspath(tmp_path))
    with pytest.warns(UserWarning) as said:
        regard.show((weights(1, 3, 3),), list("abc")).wait()
        for _ in range(1000):
            if not list(tmp_path.glob("regard-*")):
                break
            time.sleep(0.01)
    assert [str(each.message) for each in said] == ["first of the attention", "the last"]


def test_values_for_a_trace(tmp_path):
    project = tmp_path / "it.regard"
    run(["export", "--example", "it", "-o", os.fspath(project)])
    numbers = regard.trace(project, "the cat sat", set={"heads": 2})
    assert numbers["encoder.0.self.weights"].shape == (2, 3, 3)
    off = regard.trace(project, "the cat sat", off=["1.1", "1.3"], only=["weights", "head_output"])
    assert sorted(off) == ["encoder.0.self.head_output", "encoder.0.self.weights"]
    assert [head.any() for head in off["encoder.0.self.head_output"]] == [False, True, False, True]
