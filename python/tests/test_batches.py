"""Which of a batch, how many heads, and padding."""

import json
import warnings

import numpy as np
import pytest

import regard
from arrays import Output, batch, metadata, weights
from regard import _tensor


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.safetensors"


def read(path, name="encoder.0.self.weights"):
    return _tensor.read(path)[name]


def test_which_of_a_batch_must_be_said(path):
    layers = (batch(3, 2, 4, 4), batch(3, 2, 4, 4, seed=2))
    with pytest.raises(ValueError, match=r"attentions, layer 1 has 3 in its batch .*: say which one with batch="):
        regard.save(path, layers, list("abcd"))
    with pytest.raises(ValueError, match="has 3 in its batch"):
        regard.save(path, Output(attentions=layers), list("abcd"))
    regard.save(path, layers, list("abcd"), batch=2)
    np.testing.assert_array_equal(read(path), layers[0][2])
    with pytest.raises(ValueError, match="batch 3 is asked for, but there are 3"):
        regard.save(path, layers, list("abcd"), batch=3)
    regard.save(path, (layers[0][:1],), list("abcd"))  # a batch of one
    np.testing.assert_array_equal(read(path), layers[0][0])


def test_arrays_of_three_and_two_dimensions(path):
    heads = weights(3, 4, 4)
    for given in (heads, (heads,), [heads.tolist()], heads[None]):
        regard.save(path, given, list("abcd"))
        np.testing.assert_array_equal(read(path), heads)
        assert "heads_averaged" not in metadata(path)
    for given in (heads[1], (heads[1],), heads[1].tolist(), list(heads[1])):  # a single head
        regard.save(path, given, list("abcd"))
        np.testing.assert_array_equal(read(path), heads[1:2])
    regard.save(path, (list(heads),), list("abcd"))  # heads in a list
    np.testing.assert_array_equal(read(path), heads)
    for given in (heads, (heads,)):  # torch.nn.MultiheadAttention's weights of three sentences
        regard.save(path, given, list("abcd"), batch=2)
        np.testing.assert_array_equal(read(path), heads[2:])
        assert metadata(path)["heads_averaged"] == "true"
    with pytest.raises(ValueError, match="no batch: leave out batch="):
        regard.save(path, heads[0], list("abcd"), batch=0)
    with pytest.raises(ValueError, match="with batch=, give .weights. where it is one layer"):
        regard.save(path, batch(3, 2, 4, 4), list("abcd"), batch=0)
    regard.save(path, [batch(3, 2, 4, 4)], list("abcd"), batch=1)
    np.testing.assert_array_equal(read(path), batch(3, 2, 4, 4)[1])


def test_an_attention_that_the_model_does_not_have(path):
    """transformers gives () for it."""
    own = (weights(2, 4, 4, causal=True)[None],)
    regard.save(path, Output(attentions=own, cross_attentions=()), list("abcd"))
    assert list(_tensor.read(path)) == ["decoder.0.self.weights"]
    for nothing in (Output(attentions=(), cross_attentions=()), Output(attentions=(None, None), cross_attentions=()),
                    Output(attentions=((), ()), sequences=np.zeros((1, 3))),
                    Output(attentions=((None,), (None,)), sequences=np.zeros((1, 3))),
                    Output(encoder_attentions=(None,), decoder_attentions=((None,),), cross_attentions=((None,),),
                           sequences=np.zeros((1, 3))), (), (None,), ((), ())):
        with pytest.raises(ValueError, match='attn_implementation="eager"'):
            regard.save(path, nothing, list("abcd"), target_tokens=list("xy"))
    with pytest.raises(ValueError, match="there is no cross-attention"):
        regard.save(path, own, list("abcd"), target_tokens=list("xy"))


def left_padded(padding, n, seed=1):
    """As transformers 5.24 has it: padded queries look at all keys alike, the others at no padding."""
    rows = weights(2, n, n, seed=seed) * np.tril(np.ones((n, n), np.float32))
    rows[:, :, :padding] = 0
    rows[:, :padding] = 1
    return rows / rows.sum(-1, keepdims=True)


def test_padding_on_the_left_does_not_decide_the_kind(path):
    layers = (left_padded(2, 6), left_padded(2, 6, seed=2))
    with pytest.warns(UserWarning, match="the first 2 tokens look like padding: attention_mask="):
        regard.save(path, layers, list("abcdef"))
    assert list(_tensor.read(path)) == ["decoder.0.self.weights", "decoder.1.self.weights"]
    np.testing.assert_array_equal(read(path, "decoder.1.self.weights"), layers[1])
    for other in (weights(2, 6, 6), np.full((2, 6, 6), 1 / 6, np.float32)):  # an encoder; one that tells nothing apart
        regard.save(path, (other,), list("abcdef"))
        assert list(_tensor.read(path)) == ["encoder.0.self.weights"]
    looks_back = left_padded(2, 6)
    looks_back[:, 3, 0] = 0.5  # at the key of a padded row
    regard.save(path, (looks_back,), list("abcdef"))
    assert list(_tensor.read(path)) == ["encoder.0.self.weights"]


@pytest.mark.parametrize("mask", [[0, 0, 1, 1, 1, 1], np.array([[1] * 6, [0, 0, 1, 1, 1, 1]])])
def test_a_mask_drops_padding_on_the_left(path, mask):
    layers = (np.stack([left_padded(1, 6), left_padded(2, 6)]),)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        regard.save(path, layers, ["<pad>", "<pad>", "<s>", "x", "y", "z"], batch=1, attention_mask=mask)
    np.testing.assert_array_equal(read(path, "decoder.0.self.weights"), layers[0][1][:, 2:, 2:])
    said = metadata(path)
    assert json.loads(said["tokens"]) == ["<s>", "x", "y", "z"]
    assert (json.loads(said["special"]), said["decoder_mask"]) == ([0], "causal")
    regard.save(path, layers, list("wxyz"), batch=1, attention_mask=mask)  # without the padding already
    assert json.loads(metadata(path)["tokens"]) == list("wxyz")


def test_a_mask_drops_padding_on_the_right_and_between(path):
    rows = weights(2, 5, 5)
    rows[:, :, [1, 4]] = 0
    rows /= rows.sum(-1, keepdims=True)
    regard.save(path, (rows,), list("abcde"), attention_mask=[True, False, True, True, False], special=[2, 4])
    stays = [0, 2, 3]
    np.testing.assert_array_equal(read(path), rows[:, stays][:, :, stays])
    assert json.loads(metadata(path)["tokens"]) == list("acd")
    assert json.loads(metadata(path)["special"]) == [1]
    with pytest.warns(UserWarning, match="attend to padding"):
        regard.save(path, (rows,), list("abcde"), attention_mask=[0, 1, 1, 1, 1])
    with pytest.raises(ValueError, match="4 entries, but the weights are of 5 tokens"):
        regard.save(path, (rows,), list("abcde"), attention_mask=[1, 1, 1, 1])
    with pytest.raises(ValueError, match="leaves no token"):
        regard.save(path, (rows,), list("abcde"), attention_mask=[0] * 5)
    with pytest.raises(ValueError, match="attention_mask has 2 rows"):
        regard.save(path, (rows,), list("abcde"), attention_mask=np.ones((2, 5)))


def test_masks_of_both_sentences(path):
    encoder, decoder, cross = weights(2, 4, 4), weights(2, 3, 3, causal=True), weights(2, 3, 4)
    for each in (encoder, cross):
        each[:, :, 3] = 0
        each /= each.sum(-1, keepdims=True)
    regard.save(path, encoder=(encoder,), decoder=(decoder,), cross=(cross,), tokens=list("abcd"),
                target_tokens=list("xyz"), attention_mask=[1, 1, 1, 0], decoder_attention_mask=[1, 1, 0])
    np.testing.assert_array_equal(read(path), encoder[:, :3, :3])
    np.testing.assert_array_equal(read(path, "decoder.0.self.weights"), decoder[:, :2, :2])
    np.testing.assert_array_equal(read(path, "decoder.0.cross.weights"), cross[:, :2, :3])
    assert json.loads(metadata(path)["target_tokens"]) == ["x", "y"]


def test_a_prompt_with_padding_that_was_gone_on_with(path):
    """The tokenizer's mask is of the prompt; what was written is no padding."""
    whole = [left_padded(padding, 6) for padding in (0, 2)]
    steps = tuple((np.stack([each[:, first:end, :end] for each in whole]),) for first, end in ((0, 4), (4, 5), (5, 6)))
    first = np.stack([each[:, :4, :4] for each in whole])
    first[1, :, :2] = 0.25  # over all keys of that step
    steps = ((first,), *steps[1:])
    output = Output(attentions=steps, sequences=np.array([[1, 2, 3, 4, 5, 6, 7], [0, 0, 3, 4, 5, 6, 7]]))
    mask = np.array([[1, 1, 1, 1], [0, 0, 1, 1]])
    with pytest.warns(UserWarning, match="'g', was not read"):
        regard.save(path, output, list("abcdefg"), sequence=1, attention_mask=mask)
    np.testing.assert_array_equal(read(path, "decoder.0.self.weights"), whole[1][:, 2:, 2:])
    assert json.loads(metadata(path)["tokens"]) == list("cdef")


class Token:
    """A number of torch."""

    def __str__(self):
        return "tensor(7)"


@pytest.mark.parametrize("tokens", [[7, 8, 9], np.array([7, 8, 9]), [Token()] * 3, [["a", "b", "c"]], [b"a", b"b", b"c"],
                                    {"input_ids": [7, 8, 9], "attention_mask": [1, 1, 1], "token_type_ids": [0, 0, 0]}])
def test_tokens_are_texts(path, tokens):
    with pytest.raises(ValueError, match="^tokens must be a list .*tokenizer.convert_ids_to_tokens"):
        regard.save(path, (weights(1, 3, 3),), tokens)
    with pytest.raises(ValueError, match="^target_tokens must be a list .*tokenizer.convert_ids_to_tokens"):
        regard.save(path, cross=(weights(1, 3, 2),), tokens=["a", "b"], target_tokens=tokens)
    assert not path.exists()


def test_texts_of_an_array(path):
    regard.save(path, (weights(1, 3, 3),), np.array(["a", "b", "c"]))
    assert json.loads(metadata(path)["tokens"]) == ["a", "b", "c"]
    with pytest.raises(ValueError, match="0 tokens, but the weights are of 3"):
        regard.save(path, (weights(1, 3, 3),), [])
    with pytest.raises(ValueError, match="special has the position 3, but tokens has 3"):
        regard.save(path, (weights(1, 3, 3),), list("abc"), special=[3])


def test_layers_that_do_not_belong_together(path):
    with pytest.raises(ValueError, match="layer 2 has 3 heads, but layer 1 has 2"):
        regard.save(path, (weights(2, 3, 3), weights(3, 3, 3)), list("abc"))
    with pytest.raises(ValueError, match="layer 1 is 2 × 3, but a sentence attends to itself"):
        regard.save(path, (weights(2, 2, 3),), list("abc"))
