"""The output of generate(): which row of each step belongs to a sequence, and which tokens were read."""

import json

import numpy as np
import pytest

import regard
from arrays import Output, batch, metadata, weights
from regard import _tensor


def decoder_alone(rows=6, prompt=3, steps=4, **members):
    """Two heads, two layers: a first step that reads the prompt, then a token each."""
    sizes = [(prompt, prompt)] + [(1, prompt + step) for step in range(1, steps)]
    attentions = tuple(tuple(batch(rows, 2, *size, causal=True, seed=10 * step + layer) for layer in range(2))
                       for step, size in enumerate(sizes))
    return Output(attentions=attentions, **members)


def joined(output, layer, rows):
    """The triangle of one sequence by hand."""
    steps = [step[layer][row] for step, row in zip(output.attentions, rows)]
    total = sum(step.shape[1] for step in steps)
    whole = np.zeros((2, total, total), np.float32)
    at = 0
    for step in steps:
        whole[:, at : at + step.shape[1], : step.shape[2]] = step
        at += step.shape[1]
    return whole


def read(path, layer=0, name="decoder.{}.self.weights"):
    return _tensor.read(path)[name.format(layer)]


SEQUENCES = np.array([[5, 6, 7, 11, 12, 13, 14], [5, 6, 7, 21, 22, 0, 0]])
BEAMS = np.array([[4, 1, 0, 2], [3, 5, -1, -1]])


def test_each_step_gives_the_row_of_its_beam(tmp_path):
    path = tmp_path / "a.safetensors"
    output = decoder_alone(sequences=SEQUENCES, beam_indices=BEAMS)
    regard.save(path, output, list("abcdef"))  # of one sentence the first sequence
    for layer in range(2):
        np.testing.assert_array_equal(read(path, layer), joined(output, layer, [4, 1, 0, 2]))
    assert metadata(path)["decoder_mask"] == "causal"
    regard.save(path, output, list("abcd"), sequence=1)  # ends at the first -1
    for layer in range(2):
        np.testing.assert_array_equal(read(path, layer), joined(output, layer, [3, 5]))


def test_tokens_that_were_not_read(tmp_path):
    path = tmp_path / "a.safetensors"
    output = decoder_alone(sequences=SEQUENCES, beam_indices=BEAMS)
    with pytest.warns(UserWarning, match="tokens: the last, 'g', was not read by the model and is left out") as said:
        regard.save(path, output, list("abcdefg"))
    assert said[0].filename == __file__
    assert json.loads(metadata(path)["tokens"]) == list("abcdef")
    with pytest.warns(UserWarning, match="the last 3 were not read"):  # with the padding behind its end
        regard.save(path, output, ["a", "b", "c", "d", "</s>", "<pad>", "<pad>"], sequence=1)
    assert json.loads(metadata(path)["tokens"]) == list("abcd")
    with pytest.raises(ValueError, match="8 tokens, but the weights are of 6"):
        regard.save(path, output, list("abcdefgh"))
    with pytest.raises(ValueError, match="6 tokens, but the weights are of 4"):
        regard.save(path, output, list("abcdef"), sequence=1)
    with pytest.warns(UserWarning, match="was not read"):  # of steps alone too
        regard.save(path, decoder_alone(rows=1).attentions, list("abcdefg"))


def test_sampling_has_a_row_a_sequence(tmp_path):
    path = tmp_path / "a.safetensors"
    output = decoder_alone(rows=2, sequences=SEQUENCES, beam_indices=None)
    regard.save(path, output, list("abcdef"), sequence=1)
    np.testing.assert_array_equal(read(path), joined(output, 0, [1] * 4))
    output = decoder_alone(rows=6, sequences=SEQUENCES)
    with pytest.raises(ValueError, match="2 sequences, but each step has 6 in its batch"):
        regard.save(path, output, list("abcdef"), sequence=1)


def test_beams_that_were_not_kept(tmp_path):
    """Whisper's generate() keeps a row a sequence, after a beam search too."""
    output = decoder_alone(rows=2, sequences=SEQUENCES, beam_indices=np.array([[0, 0, 1, 1], [3, 5, -1, -1]]))
    with pytest.raises(ValueError, match="beam_indices name row 5, but each step has 2 .* call it with num_beams=1"):
        regard.save(tmp_path / "a.safetensors", output, list("abcdef"))


def test_which_sequence_must_be_said_of_several_sentences(tmp_path):
    path = tmp_path / "a.safetensors"
    several = SEQUENCES + np.array([[0], [1]])  # another prompt
    output = decoder_alone(sequences=several, beam_indices=BEAMS)
    with pytest.raises(ValueError, match="2 sequences of several sentences: say which one with sequence="):
        regard.save(path, output, list("abcdef"))
    regard.save(path, output, list("abcd"), sequence=1)
    for at in (-1, 2):
        with pytest.raises(ValueError, match=f"sequence {at} is asked for, but generate.. returned 2"):
            regard.save(path, output, list("abcd"), sequence=at)
    with pytest.raises(ValueError, match="batch= is of a model's own output"):
        regard.save(path, output, list("abcd"), batch=1)
    with pytest.raises(ValueError, match="sequence= is of the whole output of generate"):
        regard.save(path, output.attentions, list("abcd"), sequence=1)


def encoder_decoder(sentences, rows, sequences, beams):
    return Output(
        encoder_attentions=(batch(sentences, 2, 5, 5),),
        decoder_attentions=tuple((batch(rows, 2, 1, step + 1, seed=step + 2),) for step in range(3)),
        cross_attentions=tuple((batch(rows, 2, 1, 5, seed=step + 7),) for step in range(3)),
        sequences=sequences, beam_indices=beams)


def test_an_encoder_beside_beams(tmp_path):
    path = tmp_path / "a.safetensors"
    sequences = np.array([[0, 3, 4, 2], [0, 3, 2, 1], [0, 8, 9, 2], [0, 8, 8, 2]])  # two of each of two sentences
    beams = np.array([[2, 0, 1], [1, 1, -1], [5, 3, 4], [3, 3, 5]])
    output = encoder_decoder(2, 6, sequences, beams)
    with pytest.raises(ValueError, match="several sentences"):
        regard.save(path, output, list("abcde"), target_tokens=list("xyz"))
    regard.save(path, output, list("abcde"), target_tokens=list("xyz"), sequence=3)
    np.testing.assert_array_equal(read(path, 0, "encoder.{}.self.weights"), output.encoder_attentions[0][1])
    cross = np.concatenate([output.cross_attentions[step][0][row] for step, row in enumerate([3, 3, 5])], 1)
    np.testing.assert_array_equal(read(path, 0, "decoder.{}.cross.weights"), cross)
    own = read(path)
    for step, row in enumerate([3, 3, 5]):
        np.testing.assert_array_equal(own[:, step, : step + 1], output.decoder_attentions[step][0][row][:, 0])
        assert not own[:, step, step + 1 :].any()
    with pytest.warns(UserWarning, match="target_tokens: the last 2 were not read"):
        regard.save(path, output, list("abcde"), target_tokens=["<s>", "x", "</s>", "<pad>"], sequence=1)
    assert json.loads(metadata(path)["target_tokens"]) == ["<s>", "x"]
    one = encoder_decoder(1, 6, sequences, beams)  # all four of one sentence
    regard.save(path, one, list("abcde"), target_tokens=list("xyz"))
    np.testing.assert_array_equal(read(path)[:, 0, :1], one.decoder_attentions[0][0][2][:, 0])
    with pytest.raises(ValueError, match="encoder is of 3 sentences, of which 4 sequences cannot have been made"):
        regard.save(path, encoder_decoder(3, 6, sequences, beams), list("abcde"), target_tokens=list("xyz"), sequence=0)


def test_rows_of_steps_by_themselves(tmp_path):
    """Whether their rows are beams cannot be told."""
    path = tmp_path / "a.safetensors"
    output = decoder_alone()
    with pytest.raises(ValueError, match="attentions, layer 1 has 6 in its batch"):
        regard.save(path, output.attentions, list("abcdef"))
    with pytest.warns(UserWarning, match="after a beam search is not one sentence; give the whole output"):
        regard.save(path, output.attentions, list("abcdef"), batch=1)
    np.testing.assert_array_equal(read(path), joined(output, 0, [1] * 4))


def test_steps_without_a_cache_or_with_a_cache_of_its_own_length(tmp_path):
    path = tmp_path / "a.safetensors"
    whole = weights(2, 5, 5, causal=True)
    again = tuple((whole[None, :, :size, :size],) for size in (3, 4, 5))  # reads everything again
    regard.save(path, again, list("abcde"))
    np.testing.assert_array_equal(read(path), whole)
    wide = np.pad(whole, ((0, 0), (0, 0), (0, 3)))  # places for eight
    static = tuple((wide[None, :, first:end],) for first, end in ((0, 3), (3, 4), (4, 5)))
    regard.save(path, static, list("abcde"))
    np.testing.assert_array_equal(read(path), whole)
    wide[:, 4, 7] = 0.5
    with pytest.raises(ValueError, match="weights of keys beyond the 5 tokens that were read"):
        regard.save(path, static, list("abcde"))
    cross = weights(2, 5, 4)
    again = tuple((cross[None, :, :size],) for size in (1, 2, 3, 4, 5))
    regard.save(path, cross=again, tokens=list("abcd"), target_tokens=list("vwxyz"))
    np.testing.assert_array_equal(read(path, 0, "decoder.{}.cross.weights"), cross)


def test_a_window_that_slides(tmp_path):
    """Of a layer with a window of three a step has three keys, the last ones."""
    path = tmp_path / "a.safetensors"
    whole = weights(1, 6, 6, causal=True)
    whole *= np.triu(np.ones((6, 6), np.float32), -2)
    steps = [(whole[None, :, :4, :4],)] + [(whole[None, :, at : at + 1, at - 2 : at + 1],) for at in (4, 5)]
    regard.save(path, tuple(steps), list("abcdef"))
    np.testing.assert_array_equal(read(path), whole)
