"""Tiny random models of the transformers library: what they attend to comes back from Regard bit by bit.

Not among the package's own tests: ./dev python-models runs them with torch and transformers from PyPI.
"""

import os

import numpy as np
import pytest
import torch
import transformers

import regard
from regard import _tensor
from regard._program import run


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(1)


def words(count, start="w"):
    return [f"{start}{number}" for number in range(count)]


def through_regard(tmp_path, attentions, tokens, **options):
    """Saved by the package, opened and exported by the program, and read again."""
    first, again = tmp_path / "given.safetensors", tmp_path / "again.safetensors"
    regard.save(first, attentions, tokens, **options)
    run(["export", os.fspath(first), "-o", os.fspath(again)])
    assert regard.figure(attentions, tokens, view="heatmap", **options)._repr_svg_().rstrip().endswith("</svg>")
    return _tensor.read(again)


def require_equal(read, name, layers, batch=0):
    assert len([key for key in read if key.startswith(name.split("{")[0]) and key.endswith(name.split("}")[1])]) == len(layers)
    for layer, given in enumerate(layers):
        np.testing.assert_array_equal(read[name.format(layer)], given[batch].detach().float().numpy())


def test_t5(tmp_path):
    config = transformers.T5Config(vocab_size=50, d_model=16, d_kv=4, d_ff=32, num_layers=2, num_decoder_layers=3,
                                   num_heads=4, decoder_start_token_id=0, attn_implementation="eager")
    model = transformers.T5ForConditionalGeneration(config).eval()
    with torch.no_grad():
        outputs = model(input_ids=torch.tensor([[3, 4, 5, 6, 1], [7, 8, 9, 2, 1]]),
                        decoder_input_ids=torch.tensor([[0, 7, 8], [0, 9, 4]]), output_attentions=True)
    read = through_regard(tmp_path, outputs, words(5), target_tokens=words(3, "t"), batch=1)
    require_equal(read, "encoder.{}.self.weights", outputs.encoder_attentions, 1)
    require_equal(read, "decoder.{}.self.weights", outputs.decoder_attentions, 1)
    require_equal(read, "decoder.{}.cross.weights", outputs.cross_attentions, 1)


def test_deberta_v2(tmp_path):
    config = transformers.DebertaV2Config(vocab_size=50, hidden_size=16, num_hidden_layers=2, num_attention_heads=4,
                                          intermediate_size=32, relative_attention=True, position_buckets=8,
                                          pos_att_type=["p2c", "c2p"], attn_implementation="eager")
    model = transformers.DebertaV2Model(config).eval()
    with torch.no_grad():
        outputs = model(torch.tensor([[1, 10, 11, 12, 13, 2]]), output_attentions=True)
    tokens = ["[CLS]", "\u2581deep", "\u2581at", "tention", ".", "[SEP]"]
    read = through_regard(tmp_path, outputs.attentions, tokens)
    require_equal(read, "encoder.{}.self.weights", outputs.attentions)


def test_whisper(tmp_path):
    config = transformers.WhisperConfig(vocab_size=60, d_model=16, encoder_layers=2, encoder_attention_heads=2,
                                        decoder_layers=2, decoder_attention_heads=4, encoder_ffn_dim=32,
                                        decoder_ffn_dim=32, num_mel_bins=8, max_source_positions=12,
                                        max_target_positions=20, pad_token_id=0, bos_token_id=1, eos_token_id=2,
                                        decoder_start_token_id=3, attn_implementation="eager")
    model = transformers.WhisperModel(config).eval()
    with torch.no_grad():
        outputs = model(torch.randn(1, 8, 24), decoder_input_ids=torch.tensor([[3, 5, 6, 7]]), output_attentions=True)
    frames = [f"{number * 20} ms" for number in range(12)]
    read = through_regard(tmp_path, outputs, frames, target_tokens=words(4, "t"))
    require_equal(read, "encoder.{}.self.weights", outputs.encoder_attentions)
    require_equal(read, "decoder.{}.self.weights", outputs.decoder_attentions)
    require_equal(read, "decoder.{}.cross.weights", outputs.cross_attentions)


def test_vit(tmp_path):
    config = transformers.ViTConfig(hidden_size=16, num_hidden_layers=3, num_attention_heads=2, intermediate_size=32,
                                    image_size=12, patch_size=4, attn_implementation="eager")
    model = transformers.ViTModel(config).eval()
    with torch.no_grad():
        outputs = model(torch.randn(1, 3, 12, 12), output_attentions=True)
    patches = ["[CLS]"] + [f"{row}.{column}" for row in range(3) for column in range(3)]
    read = through_regard(tmp_path, outputs.attentions, patches)
    require_equal(read, "encoder.{}.self.weights", outputs.attentions)


def gpt2():
    config = transformers.GPT2Config(vocab_size=40, n_positions=32, n_embd=16, n_layer=2, n_head=4, bos_token_id=0,
                                     eos_token_id=39, attn_implementation="eager")
    return transformers.GPT2LMHeadModel(config).eval()


def test_gpt2_generates(tmp_path):
    model = gpt2()
    with torch.no_grad():
        made = model.generate(torch.tensor([[5, 6, 7]]), attention_mask=torch.ones(1, 3, dtype=torch.long),
                              max_new_tokens=5, min_new_tokens=5, do_sample=False, output_attentions=True,
                              return_dict_in_generate=True, pad_token_id=0)
    read_tokens = made.sequences.shape[1] - 1  # the last one was written and not read
    read = through_regard(tmp_path, made.attentions, words(read_tokens))
    assert sorted(read) == ["decoder.0.self.weights", "decoder.1.self.weights"]
    for layer in range(2):
        joined = read[f"decoder.{layer}.self.weights"]
        assert joined.shape == (4, read_tokens, read_tokens)
        row = 0
        for step in made.attentions:  # each row is the very one of its step
            given = step[layer][0].float().numpy()
            np.testing.assert_array_equal(joined[:, row : row + given.shape[1], : given.shape[2]], given)
            row += given.shape[1]
        assert row == read_tokens
    with torch.no_grad():  # and the triangle is that of one pass over the whole
        whole = model(made.sequences[:, :-1], output_attentions=True).attentions
    for layer in range(2):
        np.testing.assert_allclose(read[f"decoder.{layer}.self.weights"], whole[layer][0].numpy(), atol=1e-6)


def test_half_precision(tmp_path):
    model = gpt2().to(torch.bfloat16)
    with torch.no_grad():
        attentions = model(torch.tensor([[5, 6, 7, 8]]), output_attentions=True).attentions
    first = tmp_path / "given.safetensors"
    regard.save(first, attentions, words(4))
    for layer, given in enumerate(attentions):
        np.testing.assert_array_equal(_tensor.read(first)[f"decoder.{layer}.self.weights"], given[0].float().numpy())


def test_a_model_that_is_not_eager(tmp_path):
    config = transformers.GPT2Config(vocab_size=40, n_positions=32, n_embd=16, n_layer=2, n_head=4,
                                     attn_implementation="sdpa")
    model = transformers.GPT2LMHeadModel(config).eval()
    with torch.no_grad():
        outputs = model(torch.tensor([[5, 6, 7]]))
    with pytest.raises(ValueError, match="eager"):
        regard.save(tmp_path / "a.safetensors", outputs, words(3))


def test_a_saved_checkpoint_computes_the_same(tmp_path):
    """The same model by both: regard.trace of the folder against the library."""
    model = gpt2()
    folder = tmp_path / "gpt2"
    model.save_pretrained(folder)
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())[:39]
    tokenizer = Tokenizer(models.BPE({text: at for at, text in enumerate(alphabet + ["<|endoftext|>"])}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.save(os.fspath(folder / "tokenizer.json"))
    text = "".join(each for each in alphabet if each.isascii() and each.isalnum())[:6]
    assert len(text) == 6
    numbers = regard.trace(folder, text)
    with torch.no_grad():
        given = model(torch.tensor([tokenizer.encode(text).ids]), output_attentions=True).attentions
    for layer in range(2):
        np.testing.assert_allclose(numbers[f"decoder.{layer}.self.weights"], given[layer][0].numpy(), atol=1e-5)
