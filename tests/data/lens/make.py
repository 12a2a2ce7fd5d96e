#!/usr/bin/env python3
"""Writes lens.json: what the output layers of the small checkpoints say of the stream after each layer.

Run it where transformers and PyTorch are installed: python3 make.py
(written with transformers 5.24 and PyTorch 2.15, in double). Hooks take what the first layer reads and what each layer
leaves; the library's own final norm and head read it. Where TransformerLens 4.3 is installed too, its lens of GPT-2 and
Llama (accumulated residual, final norm, unembedding) must say the same.
"""

import json
import sys
from pathlib import Path

import torch
import transformers
from safetensors import safe_open

HERE = Path(__file__).resolve().parent
CHECKPOINTS = HERE.parent / "checkpoints"
FOLDERS = ("bert", "bert_cased", "distilbert", "roberta", "gpt2", "gpt2_json", "bart", "marian", "llama",
           "llama_bfloat16", "mistral", "qwen2")
CHOSEN = 41  # the column of the logits that is followed
transformers.logging.set_verbosity_error()
torch.set_num_threads(1)


def parts(model):
    """The layers, and what reads their stream."""
    kind = model.config.model_type
    if kind == "bert":
        predictions = model.cls.predictions
        return model.bert.encoder.layer, predictions
    if kind == "distilbert":
        return model.distilbert.transformer.layer, lambda x: model.vocab_projector(
            model.vocab_layer_norm(model.activation(model.vocab_transform(x))))
    if kind == "roberta":
        return model.roberta.encoder.layer, model.lm_head
    if kind == "gpt2":
        return model.transformer.h, lambda x: model.lm_head(model.transformer.ln_f(x))
    if kind in ("bart", "marian"):
        return model.model.decoder.layers, lambda x: model.lm_head(x) + model.final_logits_bias
    return model.model.layers, lambda x: model.lm_head(model.model.norm(x))


def ids_of(folder, case, key):
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    ids = tokenizer.convert_tokens_to_ids(case[key])
    assert all(i is not None for i in ids), (folder, case[key])
    return torch.tensor([ids])


def opened(folder):
    config = transformers.AutoConfig.from_pretrained(folder)
    name = (config.architectures or [""])[0]
    kinds = {"BertForPreTraining": "BertForMaskedLM"}
    return getattr(transformers, kinds.get(name, name)).from_pretrained(
        folder, attn_implementation="eager", dtype=torch.float64).eval()


def lens(name):
    folder = CHECKPOINTS / name
    with safe_open(CHECKPOINTS / f"{name}.expected.safetensors", "pt") as file:
        case = json.loads(file.metadata()["cases"])[0]
    model = opened(folder)
    layers, head = parts(model)
    streams = []
    layers[0].register_forward_pre_hook(
        lambda _, args, kwargs: streams.append(args[0] if args else kwargs["hidden_states"]), with_kwargs=True)
    for layer in layers:
        layer.register_forward_hook(lambda _, __, out: streams.append(out if torch.is_tensor(out) else out[0]))
    inputs = {"input_ids": ids_of(folder, case, "tokens")}
    if case.get("types"):
        inputs["token_type_ids"] = torch.tensor([case["types"]])
    if case.get("target_tokens"):
        inputs["decoder_input_ids"] = ids_of(folder, case, "target_tokens")
    with torch.no_grad():
        said = model(**inputs).logits[0]
        logits = torch.stack([head(stream)[0] for stream in streams])  # places × tokens × words
    assert torch.allclose(logits[-1], said, rtol=0, atol=1e-9), name
    if name in ("gpt2", "llama"):
        compare_with_transformer_lens(name, folder, inputs["input_ids"], logits)
    probabilities = logits.softmax(-1)
    chosen = probabilities[..., CHOSEN]
    return {"folder": name, "text": case["text"], "target": case.get("target") or "", "chosen": CHOSEN,
            "best": probabilities.argmax(-1).T.tolist(),
            "probability": [[float(f"{p:.9g}") for p in row] for row in probabilities.max(-1).values.T.tolist()],
            "chosen_probability": [[float(f"{p:.9g}") for p in row] for row in chosen.T.tolist()],
            "rank": ((logits > logits[..., CHOSEN, None]).sum(-1) + 1).T.tolist()}


def compare_with_transformer_lens(name, folder, ids, logits):
    try:
        from transformer_lens.model_bridge import TransformerBridge
    except ImportError:
        print("TransformerLens is not installed: not compared", file=sys.stderr)
        return
    hf = opened(folder).float()
    bridge = TransformerBridge.boot_transformers(str(folder), hf_model=hf,
                                                 tokenizer=transformers.AutoTokenizer.from_pretrained(folder))
    bridge.cfg.default_prepend_bos = False
    with torch.no_grad():
        _, cache = bridge.run_with_cache(ids)
        for place in range(logits.shape[0]):
            last = place == bridge.cfg.n_layers
            stream = cache["resid_post", place - 1] if last else cache["resid_pre", place]
            said = bridge.unembed(bridge.ln_final(stream))[0]
            difference = (said.double() - logits[place]).abs().max().item()
            assert difference < 1e-3 * logits[place].abs().max().item(), (name, place, difference)
    print(f"{name}: TransformerLens says the same", file=sys.stderr)


rows = [lens(name) for name in FOLDERS]
(HERE / "lens.json").write_text("[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n",
                                encoding="utf-8")
