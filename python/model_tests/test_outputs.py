"""Whole outputs of the transformers library, batches with padding, windows, and torch's own attention."""

import warnings

import numpy as np
import pytest
import torch
import transformers

import regard
from regard import _tensor

SMALL = dict(vocab_size=40, hidden_size=16, num_hidden_layers=2, num_attention_heads=4, intermediate_size=32)
GPT = dict(vocab_size=40, n_positions=32, n_embd=16, n_layer=2, n_head=4, bos_token_id=0, eos_token_id=39)
T5 = dict(vocab_size=40, d_model=16, d_kv=4, d_ff=32, num_layers=2, num_heads=4, decoder_start_token_id=0)
MODELS = {
    "BertModel": (transformers.BertModel, transformers.BertConfig, SMALL),
    "RobertaModel": (transformers.RobertaModel, transformers.RobertaConfig, SMALL),
    "ElectraModel": (transformers.ElectraModel, transformers.ElectraConfig, {**SMALL, "embedding_size": 16}),
    "DistilBertModel": (transformers.DistilBertModel, transformers.DistilBertConfig,
                        dict(vocab_size=40, dim=16, n_layers=2, n_heads=4, hidden_dim=32)),
    "GPT2Model": (transformers.GPT2Model, transformers.GPT2Config, GPT),
    "GPT2LMHeadModel": (transformers.GPT2LMHeadModel, transformers.GPT2Config, GPT),
    "LlamaForCausalLM": (transformers.LlamaForCausalLM, transformers.LlamaConfig, SMALL),
}
DECODERS = [name for name in MODELS if name.startswith(("GPT2", "Llama"))]


def model(name, attention="eager"):
    torch.manual_seed(1)
    kind, config, sizes = MODELS[name]
    return kind(config(**sizes, attn_implementation=attention)).eval()


@pytest.mark.parametrize("name", MODELS)
def test_a_whole_output(tmp_path, name):
    path = tmp_path / "a.safetensors"
    with torch.no_grad():
        output = model(name)(torch.tensor([[5, 6, 7, 8, 9]]), output_attentions=True)
    regard.save(path, output, list("abcde"))
    stack = "decoder" if name in DECODERS else "encoder"
    read = _tensor.read(path)
    assert sorted(read) == [f"{stack}.{layer}.self.weights" for layer in range(2)]
    for layer, given in enumerate(output.attentions):
        np.testing.assert_array_equal(read[f"{stack}.{layer}.self.weights"], given[0].numpy())


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("asks", [True, False])
def test_without_eager_attention(tmp_path, name, asks):
    path = tmp_path / "a.safetensors"
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        output = model(name, "sdpa")(torch.tensor([[5, 6, 7]]), output_attentions=asks)
    for given in (output, getattr(output, "attentions", None) or ()):
        with pytest.raises(ValueError, match='attn_implementation="eager"'):
            regard.save(path, given, list("abc"))


@pytest.mark.parametrize("asks", [True, False])
def test_generate_without_eager_attention(tmp_path, asks):
    path, source = tmp_path / "a.safetensors", torch.tensor([[5, 6, 7]])
    t5 = transformers.T5ForConditionalGeneration(transformers.T5Config(**T5, attn_implementation="sdpa")).eval()
    for each in (t5, model("GPT2LMHeadModel", "sdpa")):
        with torch.no_grad():
            output = each.generate(source, attention_mask=torch.ones_like(source), max_new_tokens=3, num_beams=2,
                                   output_attentions=asks, return_dict_in_generate=True)
            whole = t5(input_ids=source, decoder_input_ids=source, output_attentions=asks)
        for given in (output, whole):
            with pytest.raises(ValueError, match='attn_implementation="eager"'):
                regard.save(path, given, list("abc"), target_tokens=list("xy"))


def padded(name, kind=torch.float32):
    """A sentence of six, and one of four behind two of padding."""
    ids = torch.tensor([[5, 6, 7, 8, 9, 10], [0, 0, 7, 8, 9, 10]])
    mask = (ids != 0).long()
    with torch.no_grad():
        return model(name).to(kind)(ids, attention_mask=mask, position_ids=(mask.cumsum(1) - 1).clamp(min=0),
                                    output_attentions=True), mask


@pytest.mark.parametrize("kind", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("name", DECODERS)
def test_padding_on_the_left_of_a_decoder(tmp_path, name, kind):
    path = tmp_path / "a.safetensors"
    output, mask = padded(name, kind)
    with pytest.warns(UserWarning, match="the first 2 tokens look like padding"):
        regard.save(path, output, ["<pad>", "<pad>", "a", "b", "c", "d"], batch=1)
    read = _tensor.read(path)
    assert sorted(read) == ["decoder.0.self.weights", "decoder.1.self.weights"]
    with pytest.raises(ValueError, match="has 2 in its batch"):
        regard.save(path, output, list("abcdef"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        regard.save(path, output, ["<pad>", "<pad>", "a", "b", "c", "d"], batch=1, attention_mask=mask)
    read = _tensor.read(path)
    for layer, given in enumerate(output.attentions):
        np.testing.assert_array_equal(read[f"decoder.{layer}.self.weights"], given[1, :, 2:, 2:].float().numpy())
    with torch.no_grad():
        alone = model(name).to(kind)(torch.tensor([[7, 8, 9, 10]]), output_attentions=True).attentions
    for layer, given in enumerate(alone):
        np.testing.assert_allclose(read[f"decoder.{layer}.self.weights"], given[0].float().numpy(),
                                   atol=1e-6 if kind is torch.float32 else 0.02)


@pytest.mark.parametrize("name", [name for name in MODELS if name not in DECODERS])
def test_padding_on_the_right_of_an_encoder(tmp_path, name):
    path = tmp_path / "a.safetensors"
    ids = torch.tensor([[5, 6, 7, 8, 9, 10], [7, 8, 9, 10, 1, 1]])
    mask = torch.tensor([[1] * 6, [1] * 4 + [0] * 2])
    with torch.no_grad():
        output = model(name)(ids, attention_mask=mask, output_attentions=True)
    regard.save(path, output, ["a", "b", "c", "d", "[PAD]", "[PAD]"], batch=1, attention_mask=mask)
    for layer, given in enumerate(output.attentions):
        np.testing.assert_array_equal(_tensor.read(path)[f"encoder.{layer}.self.weights"], given[1, :, :4, :4].numpy())
    with torch.no_grad():
        forgotten = model(name)(ids, output_attentions=True)
    with pytest.warns(UserWarning, match="attend to padding"):
        regard.save(path, forgotten, ["a", "b", "c", "d", "[PAD]", "[PAD]"], batch=1, attention_mask=mask)


def test_windows_of_a_picture(tmp_path):
    path = tmp_path / "a.safetensors"
    torch.manual_seed(1)
    config = transformers.SwinConfig(image_size=16, patch_size=2, embed_dim=8, depths=[1, 1], num_heads=[2, 4],
                                     window_size=4, attn_implementation="eager")
    with torch.no_grad():
        output = transformers.SwinModel(config).eval()(torch.randn(1, 3, 16, 16), output_attentions=True)
    places = [f"{row}.{column}" for row in range(4) for column in range(4)]
    with pytest.raises(ValueError, match="has 4 in its batch .sentences, or windows of a picture.: say which one"):
        regard.save(path, output, places)
    with pytest.raises(ValueError, match="layer 2 has 4 heads, but layer 1 has 2; give layers of one number"):
        regard.save(path, output, places, batch=0)
    regard.save(path, output.attentions[:1], places, batch=3)
    np.testing.assert_array_equal(_tensor.read(path)["encoder.0.self.weights"], output.attentions[0][3].numpy())


def test_torchs_own_attention(tmp_path):
    path = tmp_path / "a.safetensors"
    torch.manual_seed(1)
    attention = torch.nn.MultiheadAttention(16, 4, batch_first=True).eval()
    x = torch.randn(3, 5, 16)
    with torch.no_grad():
        mean, each = (attention(x, x, x, average_attn_weights=averages)[1] for averages in (True, False))
        alone = attention(x[0], x[0], x[0])[1]
    regard.save(path, mean, list("abcde"), batch=2)
    np.testing.assert_array_equal(_tensor.read(path)["encoder.0.self.weights"], mean[2:].numpy())
    np.testing.assert_allclose(mean[2].numpy(), each[2].mean(0).numpy(), atol=1e-6)
    regard.save(path, [each], list("abcde"), batch=2)
    np.testing.assert_array_equal(_tensor.read(path)["encoder.0.self.weights"], each[2].numpy())
    regard.save(path, alone, list("abcde"))
    np.testing.assert_array_equal(_tensor.read(path)["encoder.0.self.weights"], alone[None].numpy())


def test_tokens_of_torch(tmp_path):
    ids = torch.tensor([[5, 6, 7]])
    with torch.no_grad():
        output = model("BertModel")(ids, output_attentions=True)
    for tokens in (ids, ids[0], ids[0].tolist(), ids[0].numpy(), transformers.BatchEncoding({"a": ids, "b": ids, "c": ids})):
        with pytest.raises(ValueError, match="tokens must be a list .* tokenizer.convert_ids_to_tokens"):
            regard.save(tmp_path / "a.safetensors", output, tokens)
