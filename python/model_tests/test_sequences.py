"""generate() of tiny random models: the rows that are saved are those of the returned sequence, bit by bit, and those of
one pass over it.
"""

import warnings

import numpy as np
import pytest
import torch
import transformers

import regard
from regard import _tensor

PROMPTS = {1: [[5, 6, 7, 8]], 3: [[5, 6, 7, 8], [9, 4, 5, 6], [0, 0, 7, 4]]}  # 0 is padding
ENDS = [2, 3, 10]  # of twelve tokens, so that sequences end early


def gpt2():
    return transformers.GPT2LMHeadModel(transformers.GPT2Config(
        vocab_size=12, n_positions=32, n_embd=16, n_layer=2, n_head=4, bos_token_id=1, eos_token_id=2, pad_token_id=0,
        initializer_range=0.4, attn_implementation="eager"))


def mistral():
    """A window of three tokens, whose cache keeps no more."""
    return transformers.MistralForCausalLM(transformers.MistralConfig(
        vocab_size=12, hidden_size=16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, sliding_window=3, bos_token_id=1, eos_token_id=2, pad_token_id=0, initializer_range=0.4,
        attn_implementation="eager"))


def t5():
    return transformers.T5ForConditionalGeneration(transformers.T5Config(
        vocab_size=12, d_model=16, d_kv=4, d_ff=32, num_layers=2, num_heads=4, eos_token_id=2,
        pad_token_id=0, decoder_start_token_id=0, initializer_factor=2.0, attn_implementation="eager"))


def bart():
    return transformers.BartForConditionalGeneration(transformers.BartConfig(
        vocab_size=12, d_model=16, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4,
        decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, max_position_embeddings=32, pad_token_id=0,
        bos_token_id=1, eos_token_id=2, decoder_start_token_id=2, forced_eos_token_id=None, init_std=0.5,
        attn_implementation="eager"))


MODELS = {"gpt2": gpt2, "mistral": mistral, "t5": t5, "bart": bart}
WAYS = {
    "greedy": dict(do_sample=False),
    "sampled": dict(do_sample=True),
    "sampled, three each": dict(do_sample=True, num_return_sequences=3),
    "beams": dict(num_beams=3),
    "beams, two each": dict(num_beams=3, num_return_sequences=2),
    "sampled beams": dict(num_beams=3, do_sample=True, num_return_sequences=2),
    "beams without a cache": dict(num_beams=3, use_cache=False),
    "beams in a static cache": dict(num_beams=3, cache_implementation="static"),
}


def numbers(path):
    """By stack and kind, layers × heads × queries × keys."""
    read = _tensor.read(path)
    return {kind: np.stack([read[name] for name in sorted(read) if name.startswith(start) and kind.split()[1] in name])
            for kind, start in (("encoder self", "encoder"), ("decoder self", "decoder"), ("decoder cross", "decoder"))
            if any(name.startswith(start) and kind.split()[1] in name for name in read)}


def stacked(layers, keep, asked=None):
    whole = np.stack([layer[0].detach().float().numpy() for layer in layers])
    return whole[:, :, keep][:, :, :, keep if asked is None else asked]


def one_pass(model, output, at, source, mask, read):
    """The attention of one pass over what sequence `at` read, without padding."""
    sequence = output.sequences[at : at + 1]
    if model.config.is_encoder_decoder:
        whole = model(input_ids=source, attention_mask=mask, decoder_input_ids=sequence[:, :read], output_attentions=True)
        words, target = mask[0].bool().numpy(), np.ones(read, bool)
        return {"encoder self": stacked(whole.encoder_attentions, words),
                "decoder self": stacked(whole.decoder_attentions, target),
                "decoder cross": stacked(whole.cross_attentions, target, words)}
    full = torch.cat([mask, torch.ones(1, read - mask.shape[1], dtype=torch.long)], 1)
    places = (full.cumsum(1) - 1).clamp(min=0)
    whole = model(sequence[:, :read], attention_mask=full, position_ids=places, output_attentions=True)
    return {"decoder self": stacked(whole.attentions, full[0].bool().numpy())}


@pytest.mark.parametrize("sentences", PROMPTS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", MODELS)
def test_each_sequence(tmp_path, name, way, sentences):
    torch.manual_seed(3)
    model = MODELS[name]().eval()
    if name == "mistral" and "cache" in way:
        pytest.skip("its cache is the window")
    path = tmp_path / "a.safetensors"
    source = torch.tensor(PROMPTS[sentences])
    mask = (source != 0).long()
    with torch.no_grad():
        output = model.generate(source, attention_mask=mask, max_new_tokens=7, eos_token_id=ENDS, output_attentions=True,
                                return_dict_in_generate=True, **WAYS[way])
    count, width = output.sequences.shape
    assert count == sentences * WAYS[way].get("num_return_sequences", 1)
    if sentences > 1:
        with pytest.raises(ValueError, match="several sentences"):
            regard.save(path, output, list("abcd"))
    beams = getattr(output, "beam_indices", None)
    assert (beams is None) == ("num_beams" not in WAYS[way])
    steps = output.decoder_attentions if model.config.is_encoder_decoder else output.attentions
    for at in range(count):
        row = at * sentences // count
        rows = [at] * len(steps) if beams is None else [int(each) for each in beams[at] if each >= 0]
        own = torch.tensor(PROMPTS[sentences][row : row + 1])
        texts = [f"w{each}" for each in range(width)]
        keys = len(rows) if model.config.is_encoder_decoder else source.shape[1] + len(rows) - 1
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            if model.config.is_encoder_decoder:
                regard.save(path, output, list("abcd"), target_tokens=texts, sequence=at, attention_mask=mask)
            else:
                regard.save(path, output, texts, sequence=at, attention_mask=mask)
        assert [("read by the model" in str(each.message)) for each in said] == [True]
        saved = numbers(path)
        with torch.no_grad():
            expected = one_pass(model, output, at, own, mask[row : row + 1], keys)
        assert sorted(saved) == sorted(expected)
        for kind, given in expected.items():
            np.testing.assert_allclose(saved[kind], given, atol=1e-5, err_msg=f"{kind} of sequence {at}")
        # Each row bit by bit
        words = mask[row].bool().numpy()
        for step, beam in enumerate(rows):
            for layer, weights in enumerate(steps[step]):
                last = weights[beam].float().numpy()[:, -1]
                if name == "mistral" and step:
                    last = np.pad(last, ((0, 0), (source.shape[1] + step - last.shape[1], 0)))
                if model.config.is_encoder_decoder:
                    given = saved["decoder self"][layer][:, step]
                else:
                    last = np.concatenate([last[:, : len(words)][:, words], last[:, len(words) :]], 1)
                    given = saved["decoder self"][layer][:, words.sum() + step - 1]
                size = min(last.shape[1], given.shape[1])
                np.testing.assert_array_equal(given[:, :size], last[:, :size])
                assert not given[:, size:].any() and not last[:, size:].any()
            if model.config.is_encoder_decoder:
                for layer, weights in enumerate(output.cross_attentions[step]):
                    given = saved["decoder cross"][layer][:, step]
                    np.testing.assert_array_equal(given, weights[beam].float().numpy()[:, -1][:, words])


def test_the_first_slot_would_be_wrong(tmp_path):
    """What was saved before: beam 0 at every step is another sentence's attention."""
    torch.manual_seed(1)
    model, path = gpt2().eval(), tmp_path / "a.safetensors"
    source = torch.tensor(PROMPTS[1])
    with torch.no_grad():
        output = model.generate(source, attention_mask=torch.ones_like(source), max_new_tokens=7, num_beams=3,
                                output_attentions=True, return_dict_in_generate=True)
    read = output.sequences.shape[1] - 1
    regard.save(path, output, ["w"] * read)
    rows = [int(each) for each in output.beam_indices[0] if each >= 0]
    slot = np.concatenate([step[1][0].numpy()[:, :, : source.shape[1]] for step in output.attentions[: len(rows)]], 1)
    assert np.abs(slot - _tensor.read(path)["decoder.1.self.weights"][:, :, : source.shape[1]]).max() > 0.1


def test_sequences_end_at_different_steps(tmp_path):
    """The models of these tests do reach the end early, some sentences before others."""
    torch.manual_seed(3)
    source = torch.tensor(PROMPTS[3])
    model = gpt2().eval()
    with torch.no_grad():
        beams = model.generate(source, attention_mask=(source != 0).long(), max_new_tokens=7, eos_token_id=ENDS, num_beams=3,
                               num_return_sequences=2, output_attentions=True, return_dict_in_generate=True).beam_indices
    assert len({int((row >= 0).sum()) for row in beams}) > 1


def test_whisper(tmp_path):
    """Its generate() keeps the rows of the sequences, and of beams those of others."""
    torch.manual_seed(1)
    path = tmp_path / "a.safetensors"
    model = transformers.WhisperForConditionalGeneration(transformers.WhisperConfig(
        vocab_size=60, d_model=16, encoder_layers=2, encoder_attention_heads=2, decoder_layers=2,
        decoder_attention_heads=4, encoder_ffn_dim=32, decoder_ffn_dim=32, num_mel_bins=8, max_source_positions=12,
        max_target_positions=20, pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=3,
        init_std=0.5, attn_implementation="eager")).eval()
    sound = torch.randn(2, 8, 24)
    asked = dict(max_new_tokens=6, output_attentions=True, return_dict_in_generate=True)
    frames = [f"{number * 20} ms" for number in range(12)]
    with torch.no_grad():
        output = model.generate(sound, **asked)
        read = output.sequences[1:, :-1]
        whole = model(sound[1:], decoder_input_ids=read, output_attentions=True)
        beams = model.generate(sound, num_beams=3, **asked)
    regard.save(path, output, frames, target_tokens=["t"] * read.shape[1], sequence=1)
    saved = numbers(path)
    for kind, layers in (("encoder self", whole.encoder_attentions), ("decoder self", whole.decoder_attentions),
                         ("decoder cross", whole.cross_attentions)):
        np.testing.assert_allclose(saved[kind], np.stack([layer[0].numpy() for layer in layers]), atol=1e-5)
    with pytest.raises(ValueError, match="does not keep the attention of its beams; call it with num_beams=1"):
        regard.save(path, beams, frames, target_tokens=["t"] * 6, sequence=0)
