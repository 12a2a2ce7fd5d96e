#!/usr/bin/env python3
"""Writes *.txt beside this script: what torch.nn.TransformerEncoder, TransformerDecoder and Transformer compute.

Run it with PyTorch installed: python3 whole_transformer.py   (written with PyTorch 2.15)

Every module runs in float64 on weights that float32 holds, in training mode without dropout, so that PyTorch takes its
plain path. Gains, biases and epsilon of the norms are away from 1, 0 and the default. Weights of the attention are
PyTorch's own; q, k, v, scores and joined, which it does not hand out, follow from the inputs that hooks catch and are
checked against the attention's output.

A file has one item a line: `config KEY VALUE`, `token TEXT`, `target TEXT`, `masked POSITION`, `masked_target
POSITION`, `vocabulary TEXT`, and `matrix KIND NAME ROWS COLUMNS NUMBERS…` row by row, KIND being embedding, weight or
expected. Expected names are those of the weights: `encoder.0.self.1.q` (head 1), `encoder.0.self.joined`,
`encoder.0.ffn.output`, `encoder.0.stream` (what the layer hands on).
"""

import math
from pathlib import Path

import torch
from torch import nn

HERE = Path(__file__).resolve().parent
D_MODEL = 8
EPSILON = 0.03


def randomize(module):
    """Two decimals, rounded to float32: the numbers of the file are exactly those of the module."""
    with torch.no_grad():
        for name, parameter in module.named_parameters():
            values = torch.randn(parameter.shape) * (0.35 if parameter.dim() > 1 else 0.5)
            if "norm" in name and name.endswith("weight") or name == "weight" and parameter.dim() == 1:
                values = 1.3 + values  # a gain
            parameter.copy_(torch.tensor([float(f"{v:.2f}") for v in values.flatten()]).view(parameter.shape))
    return module.double().train()


def rows(count):
    return torch.tensor([[float(f"{v:.2f}") for v in row] for row in torch.randn(count, D_MODEL)]).double()


class Case:
    """One file: its items, and the hooks that fill in what is expected."""

    def __init__(self, name, **config):
        self.name = name
        self.lines = [f"config {key} {str(value).lower()}" for key, value in config.items()]
        self.expected = {}

    def matrix(self, kind, name, values):
        values = torch.atleast_2d(values.detach())
        numbers = " ".join(f"{v:.8g}" if kind == "expected" else f"{v:.2f}" for v in values.flatten().tolist())
        self.lines.append(f"matrix {kind} {name} {values.shape[0]} {values.shape[1]} {numbers}")

    def sentence(self, item, tokens, masked):
        self.lines += [f"{item} {token}" for token in tokens]
        self.lines += [f"{'masked' if item == 'token' else 'masked_target'} {position}" for position in masked]

    def embedding(self, tokens, known):
        for token in tokens:
            if token not in known:
                known[token] = rows(1)
                self.matrix("embedding", token, known[token])
        return torch.cat([known[token] for token in tokens])

    def norm(self, name, norm):
        self.matrix("weight", name + ".gain", norm.weight)
        self.matrix("weight", name + ".bias", norm.bias if norm.bias is not None else torch.zeros(D_MODEL))

    def attention(self, name, attention):
        for i, letter in enumerate("qkv"):
            part = slice(i * D_MODEL, (i + 1) * D_MODEL)
            self.matrix("weight", f"{name}.w_{letter}", attention.in_proj_weight[part].T)
            if attention.in_proj_bias is not None:
                self.matrix("weight", f"{name}.b_{letter}", attention.in_proj_bias[part])
        self.matrix("weight", name + ".w_o", attention.out_proj.weight.T)
        if attention.out_proj.bias is not None:
            self.matrix("weight", name + ".b_o", attention.out_proj.bias)
        attention.register_forward_hook(lambda module, inputs, keywords, output:
                                        self.attended(name, module, inputs, keywords, output), with_kwargs=True)

    def attended(self, name, module, inputs, keywords, output):
        keywords = keywords | {"need_weights": True, "average_attn_weights": False}
        result, weights = nn.MultiheadAttention.forward(module, *inputs, **keywords)  # weights 1 × heads × n × m
        bias = module.in_proj_bias if module.in_proj_bias is not None else torch.zeros(3 * D_MODEL).double()
        projected = [nn.functional.linear(x[0], w, b) for x, w, b in
                     zip(inputs[:3], module.in_proj_weight.chunk(3), bias.chunk(3))]
        width = D_MODEL // module.num_heads
        joined = []
        for head in range(module.num_heads):
            q, k, v = (x[:, head * width:(head + 1) * width] for x in projected)
            joined.append(weights[0, head] @ v)
            for part, values in (("q", q), ("k", k), ("v", v), ("scores", q @ k.T), ("scaled", q @ k.T / width ** 0.5),
                                 ("weights", weights[0, head]), ("output", joined[-1])):
                self.expected[f"{name}.{head}.{part}"] = values
        joined = torch.cat(joined, 1)
        assert torch.allclose(module.out_proj(joined), output[0][0]) and torch.allclose(result, output[0])
        self.expected |= {name + ".joined": joined, name + ".output": output[0][0]}

    def layer(self, name, layer, crosses, last_norm):
        """last_norm: the number of the feed-forward's norm."""
        self.attention(name + ".self", layer.self_attn)
        self.norm(name + ".norm_1", layer.norm1)
        if crosses:
            self.attention(name + ".cross", layer.multihead_attn)
            self.norm(name + ".norm_2", layer.norm2)
        self.norm(f"{name}.norm_{last_norm}", layer.norm3 if crosses else layer.norm2)
        for number, linear in ((1, layer.linear1), (2, layer.linear2)):
            self.matrix("weight", f"{name}.ffn.w_{number}", linear.weight.T)
            if linear.bias is not None:
                self.matrix("weight", f"{name}.ffn.b_{number}", linear.bias)
        layer.linear2.register_forward_hook(
            lambda module, inputs, output: self.expected.update({name + ".ffn.output": output[0]}))
        layer.register_forward_hook(
            lambda module, inputs, output: self.expected.update({name + ".stream": output[0]}))

    def stack(self, name, stack, crosses=False, last_norm=2):
        for index, layer in enumerate(stack.layers):
            self.layer(f"{name}.{index}", layer, crosses, last_norm)
        if stack.norm is not None:
            self.norm(name + ".final_norm", stack.norm)

    def output_layer(self, decoded, words):
        linear = randomize(nn.Linear(D_MODEL, len(words)))
        self.lines += [f"vocabulary {word}" for word in words]
        self.matrix("weight", "output.w", linear.weight.T)
        self.matrix("weight", "output.b", linear.bias)
        self.expected["logits"] = linear(decoded)

    def write(self):
        for name, values in self.expected.items():
            self.matrix("expected", name, values)
        (HERE / f"{self.name}.txt").write_text("\n".join(self.lines) + "\n")


def padding(count, masked):
    mask = torch.zeros(1, count, dtype=torch.bool)
    mask[0, masked] = True
    return mask


def causal(count):
    return torch.ones(count, count, dtype=torch.bool).triu(1)


def base(norm, activation, heads=2, **config):
    return dict(d_model=D_MODEL, heads=heads, d_key=D_MODEL // heads, d_value=D_MODEL // heads, residual=True,
                norm=norm, norm_epsilon=EPSILON, activation=activation) | dict(bias=True) | config


FUNCTIONS = {"relu": nn.functional.relu, "gelu": nn.functional.gelu, "silu": nn.functional.silu,
             "gelu_tanh": lambda x: nn.functional.gelu(x, approximate="tanh")}


def layer_of(kind, heads, d_ff, norm, activation, bias=True):
    return kind(D_MODEL, heads, d_ff, dropout=0, activation=FUNCTIONS[activation], layer_norm_eps=EPSILON,
                batch_first=True, norm_first=norm == "pre", bias=bias)


def encoder(name, norm, activation, tokens, masked=(), heads=2, layers=2, d_ff=12, final_norm=False, is_causal=False,
            bias=True, decoder_alone=False):
    """nn.TransformerEncoder; decoder_alone: as a decoder without cross-attention, with an output layer."""
    tokens, masked, n = tokens.split(), list(masked), len(tokens.split())
    stack_name = "decoder" if decoder_alone else "encoder"
    sizes = {"architecture": stack_name, stack_name + "_layers": layers, "final_norm": final_norm, "bias": bias,
             stack_name + "_mask": "causal" if is_causal else "none"}
    sizes |= {"decoder_heads": heads, "decoder_d_ff": d_ff} if decoder_alone else {"d_ff": d_ff}
    case = Case(name, **base(norm, activation, heads, **sizes))
    case.sentence("token", tokens, masked)
    x = case.embedding(tokens, {})
    stack = randomize(nn.TransformerEncoder(layer_of(nn.TransformerEncoderLayer, heads, d_ff, norm, activation, bias),
                                            layers, nn.LayerNorm(D_MODEL, EPSILON) if final_norm else None,
                                            enable_nested_tensor=False))
    case.stack(stack_name, stack, last_norm=3 if decoder_alone else 2)
    output = stack(x[None], mask=causal(n) if is_causal else None,
                   src_key_padding_mask=padding(n, masked) if masked else None)[0]
    case.expected |= {"input": x, stack_name + "_output": output}
    if decoder_alone:
        case.output_layer(output, ["yes", "no", "</s>"])
    case.write()


def decoder(name, norm, activation, tokens, target, masked=(), heads=2, layers=2, d_ff=10, final_norm=False):
    """nn.TransformerDecoder over a memory: the source's input, because the encoder has no layer."""
    tokens, target, masked = tokens.split(), target.split(), list(masked)
    case = Case(name, **base(norm, activation, heads, architecture="encoder_decoder", encoder_layers=0,
                             decoder_layers=layers, decoder_heads=heads, decoder_d_ff=d_ff,
                             final_norm=final_norm) | {"heads": 1})
    case.sentence("token", tokens, masked)
    case.sentence("target", target, [])
    known = {}
    x, y = case.embedding(tokens, known), case.embedding(target, known)
    memory = x
    if final_norm:
        encoder_norm = randomize(nn.LayerNorm(D_MODEL, EPSILON))
        case.norm("encoder.final_norm", encoder_norm)
        memory = encoder_norm(x)
    stack = randomize(nn.TransformerDecoder(layer_of(nn.TransformerDecoderLayer, heads, d_ff, norm, activation),
                                            layers, nn.LayerNorm(D_MODEL, EPSILON) if final_norm else None))
    case.stack("decoder", stack, crosses=True, last_norm=3)
    output = stack(y[None], memory[None], tgt_mask=causal(len(target)),
                   memory_key_padding_mask=padding(len(tokens), masked) if masked else None)[0]
    case.expected |= {"input": x, "target_input": y, "encoder_output": memory, "decoder_output": output}
    case.output_layer(output, ["u", "v", "</s>"])
    case.write()


def transformer(name, norm, activation, tokens, target, masked, masked_target, heads=2, entry=False):
    """nn.Transformer; entry: with learned positions of each stack and a norm of the embedding."""
    tokens, target = tokens.split(), target.split()
    extra = dict(position="learned", embedding_norm=True, embedding_scale=True) if entry else {}
    case = Case(name, **base(norm, activation, heads, architecture="encoder_decoder", encoder_layers=2,
                             decoder_layers=2, d_ff=9, decoder_d_ff=9, decoder_heads=heads, final_norm=True, **extra))
    case.sentence("token", tokens, masked)
    case.sentence("target", target, masked_target)
    known = {}
    x, y = case.embedding(tokens, known), case.embedding(target, known)
    if entry:
        positions = {"position": rows(len(tokens)), "decoder.position": rows(len(target) + 1)}
        norms = {name: nn.LayerNorm(D_MODEL, EPSILON) for name in ("encoder.embedding_norm", "embedding_norm")}
        for key, values in positions.items():
            case.matrix("weight", key, values)
        for key, module in norms.items():
            case.norm(key, randomize(module))
        x = norms["encoder.embedding_norm"](x * math.sqrt(D_MODEL) + positions["position"])
        y = norms["embedding_norm"](y * math.sqrt(D_MODEL) + positions["decoder.position"][:len(target)])
    model = randomize(nn.Transformer(D_MODEL, heads, 2, 2, 9, dropout=0, activation=FUNCTIONS[activation],
                                     layer_norm_eps=EPSILON, batch_first=True, norm_first=norm == "pre"))
    case.stack("encoder", model.encoder)
    case.stack("decoder", model.decoder, crosses=True, last_norm=3)
    model.encoder.register_forward_hook(
        lambda module, inputs, output: case.expected.update({"encoder_output": output[0]}))
    source_padding = padding(len(tokens), masked)
    output = model(x[None], y[None], tgt_mask=causal(len(target)), src_key_padding_mask=source_padding,
                   memory_key_padding_mask=source_padding, tgt_key_padding_mask=padding(len(target), masked_target))[0]
    case.expected |= {"input": x, "target_input": y, "decoder_output": output}
    case.output_layer(output, ["der", "Hund", "schlief", "</s>"])
    case.write()


if __name__ == "__main__":
    torch.manual_seed(1706)
    encoder("encoder_post_relu", "post", "relu", "the cat sat on the", masked=[3])
    encoder("encoder_pre_gelu_causal", "pre", "gelu", "the dog ran", heads=4, final_norm=True, is_causal=True)
    encoder("encoder_post_silu_without_bias", "post", "silu", "a b c a", layers=1, d_ff=5, bias=False)
    encoder("decoder_alone_pre_gelu", "pre", "gelu", "yes no yes", layers=2, d_ff=7, is_causal=True, final_norm=True,
            decoder_alone=True)
    decoder("decoder_post_relu", "post", "relu", "p q r p s", "<s> u v", masked=[1])
    decoder("decoder_pre_gelu_tanh", "pre", "gelu_tanh", "p q", "<s> u v w", heads=4, final_norm=True)
    transformer("transformer_post_relu", "post", "relu", "the dog slept .", "<s> der Hund schlief", [3], [2])
    transformer("transformer_pre_gelu", "pre", "gelu", "the dog slept", "<s> der Hund dog", [0], [1], heads=4,
                entry=True)
