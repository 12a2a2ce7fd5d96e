#!/usr/bin/env python3
"""Edits tiny models by Regard, saves them by `regard save-model`, and compares what transformers computes of the folders
with what Regard shows.

Run it where transformers and PyTorch are installed: python3 check_saved.py PATH/TO/regard [NAME…] (tried with
transformers 5.24.0 and PyTorch 2.15.0). It opens each folder as a user would, without a dtype; it exits with 1 where a
number differs by more than 1e-6 of the largest of its matrix, or of 1, and by more than twice what it does unedited.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch
import transformers
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

DATA = Path(__file__).resolve().parent.parent
NAMES = ["bert", "distilbert", "roberta", "gpt2", "gpt2_json", "llama", "llama_bfloat16", "llama_4_sharded", "mistral",
         "qwen2", "distilbert_float16", "bart", "marian", "albert", "bloom", "camembert", "electra", "gpt_neo",
         "gpt_neox", "gptj", "opt", "phi", "mbart", "marian_separate", "phi3", "qwen3", "olmo2", "granite"]
MOST = 1e-6
TEXT = "the cat sat"


def folder_of(name, into):
    """One of the folders beside, or a variant made from its file."""
    for place in ("checkpoints", "families"):
        if (DATA / place / name).is_dir():
            return DATA / place / name
    path = DATA / "checkpoint_variants" / f"{name}.safetensors"
    with safe_open(path, "np") as file:
        case = json.loads(file.metadata()["cases"])[0]
    base = folder_of(case["folder"], into)
    made = into / f"{name}-as-it-is"
    shutil.copytree(base, made)
    config = case["config"] if case.get("whole") else json.loads((base / "config.json").read_text()) | case["config"]
    (made / "config.json").write_text(json.dumps(config))
    given = {key[len("given."):]: value for key, value in load_file(path).items() if key.startswith("given.")}
    tensors = {} if case.get("whole") else load_file(base / "model.safetensors")
    (made / "model.safetensors").unlink()
    save_file(tensors | given, made / "model.safetensors", metadata={"format": "pt"})
    return made


class Regard:
    def __init__(self, program):
        self.program = program

    def run(self, *words):
        ran = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True)
        if ran.returncode:
            raise SystemExit(f"{' '.join(map(str, words))}: {ran.stderr.strip()}")
        return ran.stdout

    def info(self, path):
        return dict(line.split(" = ", 1) for line in self.run("info", path).splitlines() if " = " in line)


def edits(info, numbers):
    """Whole new matrices of the last layer of each stack (of all layers where they share theirs)."""
    size = {key: int(info[key]) for key in ("d_model", "heads", "d_key", "d_value", "d_ff", "decoder_heads", "decoder_d_ff",
                                            "key_value_heads", "encoder_layers", "decoder_layers")}
    made = {}
    for stack in ("encoder", "decoder"):
        layers = size[f"{stack}_layers"]
        heads = size["heads"] if stack == "encoder" or not size["decoder_heads"] else size["decoder_heads"]
        inner = size["d_ff"] if stack == "encoder" or not size["decoder_d_ff"] else size["decoder_d_ff"]
        shared = size["key_value_heads"] or heads
        shapes = {"self.w_q": (size["d_model"], heads * size["d_key"]),
                  "self.w_k": (size["d_model"], shared * size["d_key"]),
                  "self.w_v": (size["d_model"], shared * size["d_value"]),
                  "self.w_o": (heads * size["d_value"], size["d_model"]),
                  "ffn.w_1": (size["d_model"], inner), "ffn.w_2": (inner, size["d_model"])}
        if info["gated"] == "true":
            shapes["ffn.w_3"] = (size["d_model"], inner)
        if info["bias"] == "true" and info["model_type"] in ("bert", "gpt2", "bloom", "gpt_neox", "opt", "bart", "marian"):
            shapes["self.b_k"] = (1, shared * size["d_key"])
            shapes["self.b_v"] = (1, shared * size["d_value"])
            shapes["ffn.b_1"] = (1, inner)
        for name, shape in shapes.items():
            matrix = numbers.normal(0, 0.1, shape).astype(np.float32)
            for layer in range(layers) if info["model_type"] == "albert" else range(max(0, layers - 1), layers):
                made[f"{stack}.{layer}.{name}"] = matrix.tolist()
    return made


def difference(regard, folder, project, info, **how):
    """How far what transformers computes of a folder is from what Regard shows of a project, and of how many matrices."""
    trace = project.with_suffix(".safetensors")
    regard.run("export", project, "-o", trace)
    with safe_open(trace, "np") as file:
        shown = {key: file.get_tensor(key) for key in file.keys()}
        said = file.metadata()
    config = transformers.AutoConfig.from_pretrained(folder)
    made = (config.architectures or [None])[0]
    kind = getattr(transformers, made) if made else transformers.AutoModelForCausalLM
    model = kind.from_pretrained(folder, attn_implementation="eager", **how).eval()
    if model.dtype != torch.float32:
        raise SystemExit(f"{folder}: opens as {model.dtype}, which rounds what was edited")
    encoded = transformers.AutoTokenizer.from_pretrained(folder)(TEXT)
    inputs = {key: torch.tensor([value]) for key, value in encoded.items()}
    if config.is_encoder_decoder:
        vocabulary = json.loads(said["vocabulary"])
        inputs["decoder_input_ids"] = torch.tensor([[vocabulary.index(each) for each in json.loads(said["target_tokens"])]])
    with torch.no_grad():
        output = model(**inputs, output_attentions=True)
    if config.is_encoder_decoder:
        lists = {"encoder.{}.self": output.encoder_attentions, "decoder.{}.self": output.decoder_attentions,
                 "decoder.{}.cross": output.cross_attentions}
    else:
        lists = {f"{info['architecture']}.{{}}.self": output.attentions}
    wanted = {pattern.format(layer) + ".weights": weights[0].numpy()
              for pattern, layers in lists.items() for layer, weights in enumerate(layers)}
    if "logits" in shown and getattr(output, "logits", None) is not None and output.logits.dim() == 3:
        wanted["logits"] = output.logits[0].numpy()
    for key, value in wanted.items():
        if value.shape != shown[key].shape:
            raise SystemExit(f"{folder}: {key} is {value.shape}, Regard shows {shown[key].shape}")
    return max(float(np.abs(value - shown[key]).max() / max(1, np.abs(value).max())) for key, value in wanted.items()), len(wanted)


def compare(regard, name, into):
    source = folder_of(name, into)
    project, saved = into / f"{name}.regard", into / name
    numbers = np.random.default_rng(len(name))
    info = regard.info(source)
    target = ["--target", TEXT] if info["architecture"] == "encoder_decoder" else []
    regard.run("export", source, "--source", TEXT, *target, "-o", project)
    before, _ = difference(regard, source, project, info, dtype=torch.float32)
    document = json.loads(project.read_text())
    token = regard.info(project)["tokens"].split()[1]
    width = int(info["embedding_size"]) or int(info["d_model"])
    document["weights"] = edits(info, numbers)
    document["embedding"] = {token: numbers.normal(0, 0.1, width).astype(np.float32).tolist()}
    project.write_text(json.dumps(document))
    regard.run("save-model", project, "-o", saved)
    after, count = difference(regard, saved, project, info)
    print(f"{name}: {len(document['weights'])} matrices and a row edited, {count} compared, at most {after:.1e}"
          f" (unedited {before:.1e})", flush=True)
    return after <= max(MOST, 2 * before)


def main(program, names):
    transformers.utils.logging.disable_progress_bar()
    with tempfile.TemporaryDirectory() as folder:
        fine = [compare(Regard(program), name, Path(folder)) for name in names or NAMES]
    sys.exit(0 if all(fine) else 1)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
