#!/usr/bin/env python3
"""Writes words.json beside this script: how the library spells added tokens, and which tokens it counts as one word.

Run it where transformers, tokenizers and sentencepiece are installed: python3 make_words.py (written with transformers
5.24.0, tokenizers 0.23.3 and sentencepiece 0.2.3). README.md says what the file holds.
"""

import json
import shutil
import tempfile
from pathlib import Path

import transformers
from transformers import AutoTokenizer

from train_tokenizers import write

HERE = Path(__file__).resolve().parent
JSON = "tokenizer.json"
transformers.logging.set_verbosity_error()

# Text, and what differs from a token that is neither special nor looked for in the text as typed.
ADDED = [("<ACTION_1>", {}), ("<ACTION_2>", {}), ("Caty", {}), ("hello world", {}), ("Où est", {}),
         ("<RAW>", {"normalized": False}), (" sp ", {}), ("<sp>", {"special": True})]
TEXTS = [
    "go <ACTION_1> <ACTION_2> now",
    "go<ACTION_1>now",
    "<ACTION_1>",
    "  <ACTION_2>  Caty's cat.",
    "a hello world, hello worldly; Hello World",
    "the<RAW>cat <RAW> sat sp on",
    "a <sp> b<sp>",
    "Où est 猫? où est 😀 dog2019",
    "The cat sat on the rug, and it was dry-cleaned.",
]
METASPACE = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
DIGITS = {"type": "Digits", "individual_digits": False}
CASES = [
    ("bert", {}), ("bert_cased", {}), ("gpt2_json", {}), ("roberta", {}), ("llama", {}), ("qwen2", {}), ("mistral", {}),
    ("mistral", {"normalizer": None, "pre_tokenizer": METASPACE}),
    ("mistral", {"normalizer": None, "pre_tokenizer": METASPACE | {"prepend_scheme": "first"}}),
    ("mistral", {"normalizer": None, "pre_tokenizer": METASPACE | {"split": False}}),
    ("mistral", {"normalizer": None, "pre_tokenizer": {"type": "Sequence", "pretokenizers": [METASPACE, DIGITS]}}),
]


def changed(folder, keys):
    """What tokenizer.json holds in place of the folder's: the keys, and the added tokens."""
    whole = json.loads((HERE / folder / JSON).read_text(encoding="utf-8"))
    known = whole["model"]["vocab"] | {token["content"]: token["id"] for token in whole["added_tokens"]}
    added = whole["added_tokens"]
    for text, flags in ADDED:
        added.append({"id": len(known), "content": text, "single_word": False, "lstrip": False, "rstrip": False,
                      "normalized": True, "special": False} | flags)
        known[text] = len(known)
    return keys | {"added_tokens": added}


def case_of(folder, keys):
    values = changed(folder, keys)
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for file in (HERE / folder).iterdir():
            if file.suffix != ".safetensors":
                shutil.copy(file, copy)
        write(copy / JSON, json.dumps(json.loads((copy / JSON).read_text(encoding="utf-8")) | values))
        tokenizer = AutoTokenizer.from_pretrained(copy)
        results = []
        for text in TEXTS:
            encoded = tokenizer(text)
            results.append({"text": text, "tokens": tokenizer.convert_ids_to_tokens(encoded["input_ids"]),
                            "words": [-1 if word is None else word for word in encoded.word_ids()]})
        splits = '"split": false' not in json.dumps(values) and tokenizer.backend_tokenizer.pre_tokenizer is not None
    return {"folder": folder, "name": json.dumps(keys), "set": {JSON: values}, "splits": splits, "results": results}


def line(value):
    return json.dumps(value, ensure_ascii=False)


def text_of(case):
    results = ",\n  ".join(map(line, case.pop("results")))
    return line(case)[:-1] + ', "results": [\n  ' + results + "]}"


write(HERE / "words.json", "[\n" + ",\n".join(text_of(case_of(*case)) for case in CASES) + "\n]\n")
