#!/usr/bin/env python3
"""Writes *.txt beside this script: what tiny random models of the transformers library compute.

Run it with PyTorch and transformers installed: python3 trained_models.py   (written with transformers 5.23)

Weights have two decimals and stand in the file as the engine names them; the models run in float64 with eager
attention. q and k of the Llama-like models are those after the library's own rotation.

A file has one item a line, as those of tests/data/torch: `config KEY VALUE`, `token TEXT`, `target TEXT`, `type N` (one
a token), `vocabulary TEXT`, `tied` (the output layer is the embedding's table), and `matrix KIND NAME ROWS COLUMNS
NUMBERS…`, KIND being weight, table (embedding or output: a row for each word of the vocabulary) or expected.
"""

from pathlib import Path

import torch
from transformers import (BertConfig, BertForMaskedLM, LlamaConfig, LlamaForCausalLM, MarianConfig, MarianMTModel,
                          Qwen2Config, Qwen2ForCausalLM)
from transformers.models.llama.modeling_llama import apply_rotary_pos_emb

HERE = Path(__file__).resolve().parent
WORDS = "<s> the cat sat on a rug and it slept </s>".split()


def randomize(model, seed):
    torch.manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "embed_positions" in name:
                continue  # Marian's sines are computed, not learned
            values = torch.randn(parameter.shape) * (0.4 if parameter.dim() > 1 else 0.3)
            if "norm" in name.lower() and name.endswith("weight"):
                values = 1.2 + values
            parameter.copy_(torch.tensor([float(f"{v:.2f}") for v in values.flatten()]).view(parameter.shape))
        for name, buffer in model.named_buffers():
            if name == "final_logits_bias":
                values = torch.randn(buffer.shape) * 0.3
                buffer.copy_(torch.tensor([float(f"{v:.2f}") for v in values.flatten()]).view(buffer.shape))
    return model.double().eval()


class Case:
    def __init__(self, name, **config):
        self.name = name
        self.lines = [f"config {key} {str(value).lower()}" for key, value in config.items()]
        self.lines += [f"vocabulary {word}" for word in WORDS]

    def items(self, item, values):
        self.lines += [f"{item} {value}" for value in values]

    def matrix(self, kind, name, values):
        values = torch.atleast_2d(values.detach())
        numbers = " ".join(f"{v:.8g}" if kind == "expected" else f"{v:.2f}" for v in values.flatten().tolist())
        self.lines.append(f"matrix {kind} {name} {values.shape[0]} {values.shape[1]} {numbers}")

    def tables(self, embedding, output):
        self.matrix("table", "embedding", embedding)
        if output is embedding:
            self.lines.append("tied")
        else:
            self.matrix("table", "output", output)

    def linear(self, weight, bias, layer):
        self.matrix("weight", weight, layer.weight.T)
        if layer.bias is not None:
            self.matrix("weight", bias, layer.bias)

    def norm(self, name, norm):
        self.matrix("weight", name + ".gain", norm.weight)
        if getattr(norm, "bias", None) is not None:
            self.matrix("weight", name + ".bias", norm.bias)

    def attention(self, block, q, k, v, o):
        for letter, layer in zip("qkvo", (q, k, v, o)):
            self.linear(f"{block}.w_{letter}", f"{block}.b_{letter}", layer)

    def weights(self, block, attentions):
        for head, numbers in enumerate(attentions[0]):
            self.matrix("expected", f"{block}.{head}.weights", numbers)

    def write(self):
        (HERE / f"{self.name}.txt").write_text("\n".join(self.lines) + "\n")


def ids_of(tokens):
    return torch.tensor([[WORDS.index(token) for token in tokens]])


def llama_like(name, model, seed, tokens, **config):
    """Llama and Qwen 2: rotary positions, RMS norms, a gated feed-forward, grouped key and value heads."""
    randomize(model, seed)
    sizes = model.config
    d_key = sizes.head_dim if getattr(sizes, "head_dim", None) else sizes.hidden_size // sizes.num_attention_heads
    case = Case(name, architecture="decoder", encoder_layers=0, decoder_layers=sizes.num_hidden_layers,
                d_model=sizes.hidden_size, heads=sizes.num_attention_heads, decoder_heads=sizes.num_attention_heads,
                key_value_heads=sizes.num_key_value_heads, d_key=d_key, d_value=d_key, decoder_d_ff=sizes.intermediate_size,
                position="rotary", rope_theta=sizes.rope_parameters["rope_theta"], norm="pre", norm_kind="rms",
                norm_epsilon=sizes.rms_norm_eps, final_norm=True, residual=True, gated=True, **config)
    case.items("token", tokens)
    case.tables(model.model.embed_tokens.weight,
                model.model.embed_tokens.weight if sizes.tie_word_embeddings else model.lm_head.weight)
    for index, layer in enumerate(model.model.layers):
        prefix = f"decoder.{index}"
        heads = layer.self_attn
        case.attention(prefix + ".self", heads.q_proj, heads.k_proj, heads.v_proj, heads.o_proj)
        case.linear(prefix + ".ffn.w_1", prefix + ".ffn.b_1", layer.mlp.gate_proj)
        case.linear(prefix + ".ffn.w_3", prefix + ".ffn.b_3", layer.mlp.up_proj)
        case.linear(prefix + ".ffn.w_2", prefix + ".ffn.b_2", layer.mlp.down_proj)
        case.norm(prefix + ".norm_1", layer.input_layernorm)
        case.norm(prefix + ".norm_3", layer.post_attention_layernorm)

        def rotated(module, positional, keywords, index=index, heads=heads):
            stream = keywords["hidden_states"]
            shape = (*stream.shape[:-1], -1, d_key)
            q = heads.q_proj(stream).view(shape).transpose(1, 2)
            k = heads.k_proj(stream).view(shape).transpose(1, 2)
            q, k = apply_rotary_pos_emb(q, k, *keywords["position_embeddings"])
            group = q.shape[1] // k.shape[1]
            for head in range(q.shape[1]):
                case.matrix("expected", f"decoder.{index}.self.{head}.q", q[0, head])
                case.matrix("expected", f"decoder.{index}.self.{head}.k", k[0, head // group])

        heads.register_forward_pre_hook(rotated, with_kwargs=True)
    case.norm("decoder.final_norm", model.model.norm)
    out = model(ids_of(tokens), output_attentions=True, output_hidden_states=True)
    for index, attentions in enumerate(out.attentions):
        case.weights(f"decoder.{index}.self", attentions)
    case.matrix("expected", "decoder.0.stream", out.hidden_states[1][0])
    case.matrix("expected", "decoder_output", out.hidden_states[-1][0])
    case.matrix("expected", "logits", out.logits[0])
    case.write()


def bert():
    model = BertForMaskedLM(BertConfig(vocab_size=len(WORDS), hidden_size=8, num_hidden_layers=2, num_attention_heads=2,
                                       intermediate_size=12, max_position_embeddings=9, type_vocab_size=3,
                                       layer_norm_eps=0.02, attn_implementation="eager"))
    randomize(model, 3)
    case = Case("bert_masked_language_model", architecture="encoder", encoder_layers=2, d_model=8, heads=2, d_key=4,
                d_value=4, d_ff=12, position="learned", token_types=3, embedding_norm=True, norm="post",
                norm_epsilon=0.02, residual=True, bias=True, activation="gelu", masked_language_model=True)
    tokens = "<s> the cat sat </s> it slept </s>".split()
    types = [0, 0, 0, 0, 0, 1, 2, 1]
    case.items("token", tokens)
    case.items("type", types)
    entry = model.bert.embeddings
    case.tables(entry.word_embeddings.weight, entry.word_embeddings.weight)
    case.matrix("weight", "position", entry.position_embeddings.weight)
    case.matrix("weight", "token_type", entry.token_type_embeddings.weight)
    case.norm("embedding_norm", entry.LayerNorm)
    for index, layer in enumerate(model.bert.encoder.layer):
        prefix = f"encoder.{index}"
        heads = layer.attention.self
        case.attention(prefix + ".self", heads.query, heads.key, heads.value, layer.attention.output.dense)
        case.norm(prefix + ".norm_1", layer.attention.output.LayerNorm)
        case.linear(prefix + ".ffn.w_1", prefix + ".ffn.b_1", layer.intermediate.dense)
        case.linear(prefix + ".ffn.w_2", prefix + ".ffn.b_2", layer.output.dense)
        case.norm(prefix + ".norm_2", layer.output.LayerNorm)
    head = model.cls.predictions
    case.linear("output.transform.w", "output.transform.b", head.transform.dense)
    case.norm("output.norm", head.transform.LayerNorm)
    case.matrix("weight", "output.b", head.decoder.bias)
    out = model(ids_of(tokens), token_type_ids=torch.tensor([types]), output_attentions=True, output_hidden_states=True)
    for index, attentions in enumerate(out.attentions):
        case.weights(f"encoder.{index}.self", attentions)
    case.matrix("expected", "input", out.hidden_states[0][0])
    case.matrix("expected", "encoder.0.stream", out.hidden_states[1][0])
    case.matrix("expected", "encoder_output", out.hidden_states[-1][0])
    case.matrix("expected", "logits", out.logits[0])
    case.write()


def marian():
    model = MarianMTModel(MarianConfig(vocab_size=len(WORDS), d_model=8, encoder_layers=1, decoder_layers=1,
                                       encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=12,
                                       decoder_ffn_dim=10, max_position_embeddings=16, activation_function="swish",
                                       scale_embedding=True, pad_token_id=10, eos_token_id=10,
                                       decoder_start_token_id=10, attn_implementation="eager"))
    randomize(model, 4)
    case = Case("marian_sinusoidal_halves", architecture="encoder_decoder", encoder_layers=1, decoder_layers=1, d_model=8,
                heads=2, decoder_heads=2, d_key=4, d_value=4, d_ff=12, decoder_d_ff=10, position="sinusoidal_halves",
                embedding_scale=True, norm="post", residual=True, bias=True, activation="silu")
    source = "the cat sat on the rug </s>".split()
    target = "</s> it slept and sat".split()
    case.items("token", source)
    case.items("target", target)
    case.tables(model.model.shared.weight, model.model.shared.weight)
    case.matrix("weight", "output.b", model.final_logits_bias)

    def attention(block, heads):
        case.attention(block, heads.q_proj, heads.k_proj, heads.v_proj, heads.out_proj)

    for stack, layers in (("encoder", model.model.encoder.layers), ("decoder", model.model.decoder.layers)):
        for index, layer in enumerate(layers):
            prefix = f"{stack}.{index}"
            attention(prefix + ".self", layer.self_attn)
            case.norm(prefix + ".norm_1", layer.self_attn_layer_norm)
            if stack == "decoder":
                attention(prefix + ".cross", layer.encoder_attn)
                case.norm(prefix + ".norm_2", layer.encoder_attn_layer_norm)
            case.linear(prefix + ".ffn.w_1", prefix + ".ffn.b_1", layer.fc1)
            case.linear(prefix + ".ffn.w_2", prefix + ".ffn.b_2", layer.fc2)
            case.norm(prefix + (".norm_2" if stack == "encoder" else ".norm_3"), layer.final_layer_norm)
    out = model(ids_of(source), decoder_input_ids=ids_of(target), output_attentions=True, output_hidden_states=True)
    case.weights("encoder.0.self", out.encoder_attentions[0])
    case.weights("decoder.0.self", out.decoder_attentions[0])
    case.weights("decoder.0.cross", out.cross_attentions[0])
    case.matrix("expected", "input", out.encoder_hidden_states[0][0])
    case.matrix("expected", "target_input", out.decoder_hidden_states[0][0])
    case.matrix("expected", "encoder_output", out.encoder_last_hidden_state[0])
    case.matrix("expected", "decoder_output", out.decoder_hidden_states[-1][0])
    case.matrix("expected", "logits", out.logits[0])
    case.write()


def main():
    common = dict(vocab_size=len(WORDS), hidden_size=8, num_hidden_layers=2, num_attention_heads=4,
                  intermediate_size=12, rms_norm_eps=0.01, attn_implementation="eager")
    sentence = "<s> the cat sat on the rug and it slept".split()
    llama_like("llama_grouped_tied",
               LlamaForCausalLM(LlamaConfig(num_key_value_heads=2, head_dim=6, rope_theta=50.0, tie_word_embeddings=True,
                                            **common)), 1, sentence, activation="silu")
    llama_like("llama_biased_untied",
               LlamaForCausalLM(LlamaConfig(num_key_value_heads=4, head_dim=2, attention_bias=True, mlp_bias=True,
                                            hidden_act="gelu_pytorch_tanh", tie_word_embeddings=False, **common)),
               5, sentence, activation="gelu_tanh", bias=True)
    llama_like("qwen2_one_key_head",
               Qwen2ForCausalLM(Qwen2Config(num_key_value_heads=1, rope_theta=1000000.0, tie_word_embeddings=False,
                                            **common)), 2, sentence, activation="silu", qkv_bias=True)
    bert()
    marian()


main()
