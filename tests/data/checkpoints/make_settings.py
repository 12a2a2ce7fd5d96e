#!/usr/bin/env python3
"""Writes settings.json beside this script: what AutoTokenizer makes of the folders here with other settings.

Run it where transformers, tokenizers, sentencepiece and protobuf are installed, but not sacremoses and mistral-common:
python3 make_settings.py (written with transformers 5.23.0, tokenizers 0.23.3 and sentencepiece 0.2.3). README.md says
what the file holds.
"""

import itertools
import json
import shutil
import tempfile
from pathlib import Path

import sentencepiece
import tokenizers
import transformers
from transformers import AutoTokenizer

from train_tokenizers import write

HERE = Path(__file__).resolve().parent
transformers.logging.set_verbosity_error()

TEXTS = [
    "The cat sat.",
    "  leading two",
    "a<mask>b [MASK]</s> x<s>y <|endoftext|>z",
    "À É 猫 don't 2019",
]
# Characters that something on the way to a tokenizer may drop or change.
EDGES = [
    "\ufeff", "\ufeffThe cat", "The\ufeff cat", "cat\ufeff", "\ufeff\ufeffcat", "\ufeff cat", " \ufeffcat",
    "\ufeff[MASK]", "\ufeff</s>", "\ufeff<mask>", "a\0b", "\0", "cat\n", "cat\r", "cat\r\n", "\ncat", "\u2028cat\u2029",
    "a\u00a0b", "\u00a0", "\u200b", "\u200bcat", "\u00adcat", "\u200e\u200f", "\ufffd", "\ufffdcat", "\u202ecat",
    "\ufe0f", "\u3000cat", "\u0085cat", "\u001fcat", "\u007fcat", "\u0080cat", "\ufffecat", "\U0010ffff", "\ue000",
    "\u2060cat", "e\u0301", "\u0301", "\ttab\t", "cat \u200b", "\v\f", "",
]
PAIR = ("a b", "c d")

CONFIG, JSON, MODEL = "tokenizer_config.json", "tokenizer.json", "config.json"
MAP, ADDED = "special_tokens_map.json", "added_tokens.json"
GONE = object()  # a key that is taken away


def parent(value, place):
    """Where `model/vocab` stands, and its last key."""
    *first, last = place.split("/")
    for key in first:
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value, last


def named(keys):
    return ", ".join(f"{key} {'gone' if value is GONE else json.dumps(value)}" for key, value in keys.items())


class Cases:
    def __init__(self):
        self.cases, self.results = [], []

    def add(self, folder, name, files=None, drop=(), split=False, edges=False, refused=None):
        """`files`: for each file the keys that are set, GONE for those that are taken away; a new file is an object of
        them. `split`: vocab.json and merges.txt in place of tokenizer.json. `refused`: what Regard says instead of
        reading the folder."""
        files = files or {}
        case = {"folder": folder, "name": name, "drop": list(drop), "split": split, "edges": edges,
                "set": {file: {key: value for key, value in keys.items() if value is not GONE}
                        for file, keys in files.items()},
                "unset": {file: [key for key, value in keys.items() if value is GONE] for file, keys in files.items()}}
        with tempfile.TemporaryDirectory() as copy:
            self.copy(folder, Path(copy), files, drop, split)
            case["result"] = self.number(self.result(Path(copy), edges))
        if refused:
            case["refused"] = refused
        self.cases.append({key: value for key, value in case.items() if value or key == "result"})

    @staticmethod
    def copy(folder, copy, files, drop, split):
        for file in (HERE / folder).iterdir():
            if file.suffix != ".safetensors" and file.name not in drop:
                shutil.copy(file, copy)
        for file, keys in files.items():
            path = copy / file
            value = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
            for place, content in keys.items():
                inside, last = parent(value, place)
                if content is GONE:
                    inside.pop(last, None)
                else:
                    inside[last] = content
            write(path, json.dumps(value))
        if split:
            whole = json.loads((copy / JSON).read_text(encoding="utf-8"))
            vocabulary = whole["model"]["vocab"] | {token["content"]: token["id"] for token in whole["added_tokens"]}
            write(copy / "vocab.json", json.dumps(vocabulary))
            write(copy / "merges.txt", "".join(" ".join(pair) + "\n" for pair in whole["model"]["merges"]))
            (copy / JSON).unlink()

    @staticmethod
    def result(copy, edges):
        try:
            tokenizer = AutoTokenizer.from_pretrained(copy)
            tokens = lambda encoded: " ".join(map(str, tokenizer.convert_ids_to_tokens(encoded["input_ids"])))
            result = {"tokens": [tokens(tokenizer(text)) for text in (EDGES if edges else TEXTS)]}
            if tokenizer.is_fast:  # OPUS-MT joins the two of a pair: that is no template
                pair = tokenizer(*PAIR)
                result["pair"] = tokens(pair)
                result["types"] = pair.get("token_type_ids", [0] * len(pair["input_ids"]))
            return result
        except Exception as error:  # of many kinds
            return {"error": type(error).__name__}

    def number(self, result):
        if result not in self.results:
            self.results.append(result)
        return self.results.index(result)

    def config(self, folder, **keys):
        self.add(folder, named(keys), {CONFIG: keys})


def rows(folder):
    """A table with rows for tokens that the library numbers after the vocabulary's last."""
    return {MODEL: {"vocab_size": json.loads((HERE / folder / MODEL).read_text(encoding="utf-8"))["vocab_size"] + 9}}


FOLDERS = ["bert", "bert_cased", "bert_vocab", "distilbert", "roberta", "bart", "gpt2", "gpt2_json", "llama", "llama_spm",
           "llama_metaspace", "mistral", "qwen2", "marian"]
WITH_JSON = [name for name in FOLDERS if name not in ("bert_vocab", "gpt2", "llama_spm", "marian")]
PAIR_MERGES = [name for name in WITH_JSON if "bert" not in name or name == "roberta"]


def published(values):
    return {"normalizer": {"type": "Sequence", "normalizers": [
        {"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
        "pre_tokenizer": None} | values


def make_ends(cases):
    """add_bos_token and add_eos_token, with and without tokenizer.json and its post-processor."""
    flags = [dict(zip(("add_bos_token", "add_eos_token"), values))
             for values in itertools.product((GONE, True, False), repeat=2)]
    for folder in FOLDERS:
        for keys in flags:
            cases.config(folder, **keys)
            if folder in WITH_JSON:
                cases.add(folder, f"no post-processor, {named(keys)}", {JSON: {"post_processor": None}, CONFIG: keys})
    for folder in ("roberta", "bart", "gpt2_json", "qwen2"):
        for keys in flags:
            cases.add(folder, "vocab.json and merges.txt, " + named(keys), {CONFIG: keys},
                      split=True)
    for folder in ("gpt2", "llama_spm", "qwen2"):
        for keys in (dict(bos_token=None), dict(eos_token=None), dict(add_bos_token=None, add_eos_token=None)):
            cases.add(folder, f"without a token, {keys}", {CONFIG: dict(add_bos_token=True, add_eos_token=True) | keys},
                      split=folder == "qwen2")
    for folder in FOLDERS:
        cases.add(folder, "no tokenizer_config.json", drop=[CONFIG])


def make_classes(cases):
    """tokenizer_class, in tokenizer_config.json and in config.json."""
    for folder in FOLDERS:
        for name in (GONE, "PreTrainedTokenizerFast", "TokenizersBackend", "PreTrainedTokenizer"):
            cases.config(folder, tokenizer_class=name)
        cases.add(folder, "PreTrainedTokenizerFast in config.json",
                  {CONFIG: {"tokenizer_class": GONE}, MODEL: {"tokenizer_class": "PreTrainedTokenizerFast"}})
    for folder in ("bert", "bert_vocab", "bert_cased", "distilbert"):
        for name in ("BertTokenizer", "BertTokenizerFast", "DistilBertTokenizer", "DistilBertTokenizerFast",
                     "ElectraTokenizer", "ElectraTokenizerFast", "MobileBertTokenizer", "SqueezeBertTokenizerFast"):
            cases.config(folder, tokenizer_class=name)
    for folder in ("roberta", "bart", "gpt2_json", "llama"):
        for name in ("RobertaTokenizer", "RobertaTokenizerFast", "BartTokenizer", "LEDTokenizerFast", "GPT2Tokenizer",
                     "LongformerTokenizer", "GPT2TokenizerFast", "Qwen2Tokenizer", "LlamaTokenizer",
                     "LlamaTokenizerFast"):
            cases.add(folder, name, {CONFIG: {"tokenizer_class": name}} | rows(folder))
            cases.add(folder, f"{name} in config.json",
                      {CONFIG: {"tokenizer_class": GONE}, MODEL: {"tokenizer_class": name} | rows(folder)[MODEL]})
    for folder in ("llama_metaspace", "llama_spm", "mistral", "qwen2"):
        for name in ("LlamaTokenizer", "LlamaTokenizerFast"):
            cases.config(folder, tokenizer_class=name)
    for folder in ("mistral", "qwen2"):
        for name in ("GPT2Tokenizer", "NoSuchTokenizer", "CodeLlamaTokenizer"):
            cases.config(folder, tokenizer_class=name)
    for folder, name in (("bert", "BertJapaneseTokenizer"), ("bert", "NoSuchTokenizer"),
                         ("llama_metaspace", "CodeLlamaTokenizer")):
        cases.add(folder, f"tokenizer_class {name}", {CONFIG: {"tokenizer_class": name}},
                  refused=f'tokenizer_class: "{name}" is not known here')
    cases.add("bert", "MPNetTokenizer", {CONFIG: {"tokenizer_class": "MPNetTokenizer"}} | rows("bert"))
    cases.config("gpt2_json", tokenizer_class="GPTNeoXTokenizer")
    cases.add("bert", "CodeLlamaTokenizer in config.json",
              {CONFIG: {"tokenizer_class": GONE}, MODEL: {"tokenizer_class": "CodeLlamaTokenizer"}},
              refused="config.json: tokenizer_class: \"CodeLlamaTokenizer\" is not known here")
    cases.add("bert", "a class for another model", {CONFIG: {"tokenizer_class": "GPT2Tokenizer"}},
              refused="GPT2Tokenizer does not go with the model of tokenizer.json, which is WordPiece")
    cases.add("roberta", "a class for another model", {CONFIG: {"tokenizer_class": "BertTokenizer"}},
              refused="BertTokenizer does not go with the model of tokenizer.json, which is BPE")
    cases.add("gpt2", "a class without its files", {CONFIG: {"tokenizer_class": "BertTokenizer"}},
              refused="lacks what the tokenizer class BertTokenizer is made of: tokenizer.json, or vocab.txt")


def make_spaces(cases):
    """add_prefix_space and legacy."""
    for folder in FOLDERS:
        for value in (True, False):
            cases.config(folder, add_prefix_space=value)
    for folder in ("llama_spm", "llama_metaspace", "mistral", "llama"):
        for value in (True, False, None, GONE):
            cases.config(folder, legacy=value)
        cases.config(folder, legacy=True, add_prefix_space=False)
        cases.config(folder, add_prefix_space=None)
        cases.config(folder, tokenizer_class="PreTrainedTokenizerFast", legacy=True)
    for folder in ("roberta", "bart", "qwen2"):
        cases.add(folder, "vocab.json and merges.txt, add_prefix_space", {CONFIG: dict(add_prefix_space=True)}, split=True)
    cases.config("gpt2_json", tokenizer_class="PreTrainedTokenizerFast", add_prefix_space=True)
    for folder in ("llama_metaspace", "mistral"):
        for legacy in (True, False):
            cases.add(folder, f"the published normalizer, legacy {legacy}",
                      {JSON: published({}), CONFIG: {"legacy": legacy}})
            cases.add(folder, f"the published normalizer, LlamaTokenizer, legacy {legacy}",
                      {JSON: published({}), CONFIG: {"legacy": legacy, "tokenizer_class": "LlamaTokenizer"}})


def make_special(cases):
    """Which special tokens are looked for, and how."""
    for folder in FOLDERS:
        for keys in (dict(split_special_tokens=True), dict(additional_special_tokens=["at"]),
                     dict(extra_special_tokens=["at"], additional_special_tokens=["sat"]),
                     dict(extra_special_tokens={"one_token": "at"}), dict(image_token="at"),
                     dict(additional_special_tokens=["cat"], mask_token="[MASK]", bos_token="x")):
            cases.add(folder, named(keys), {CONFIG: keys} | rows(folder))
        cases.config(folder, additional_special_tokens=["zzz"], mask_token="[M]")
        cases.add(folder, "tokens of the other files", {MAP: {
            "additional_special_tokens": ["at"], "mask_token": {"content": "[MASK]", "lstrip": True}}} | rows(folder))
        cases.add(folder, "tokens of the other files do not count",
                  {CONFIG: {"added_tokens_decoder": {}}, MAP: {"additional_special_tokens": ["at"]}} | rows(folder))
    of = lambda **flags: dict(lstrip=False, rstrip=False, single_word=False, normalized=False, special=True) | flags
    for folder, token, number in (("llama", "<|eot_id|>", 382), ("gpt2_json", "<|endoftext|>", 360), ("llama", "c", 66),
                                  ("gpt2_json", "c", 66), ("roberta", "<mask>", 380), ("bert", "cat", 200)):
        ids = json.loads((HERE / folder / JSON).read_text(encoding="utf-8"))
        known = ids["model"]["vocab"] | {entry["content"]: entry["id"] for entry in ids["added_tokens"]}
        number = known[token]
        for flags in (of(lstrip=True), of(rstrip=True, special=False), of(single_word=True), of(special=False)):
            for split in (False, True):
                cases.add(folder, f"{token} {flags}, {split}",
                          {CONFIG: {"added_tokens_decoder": {str(number): {"content": token} | flags},
                                    "split_special_tokens": split}})
    for folder in ("llama", "gpt2_json", "roberta"):
        ids = json.loads((HERE / folder / JSON).read_text(encoding="utf-8"))["model"]["vocab"]
        cases.add(folder, "added_tokens.json", {ADDED: {"c": ids["c"]}})
        cases.add(folder, "added_tokens.json does not count", {ADDED: {"c": ids["c"]}, CONFIG: {"added_tokens_decoder": {}}})
    cases.config("llama_spm", additional_special_tokens=["at"], bos_token="<unk>")
    cases.config("llama_spm", tokenizer_class=GONE, add_bos_token=True, add_eos_token=True)
    cases.config("llama_spm", tokenizer_class=GONE, split_special_tokens=True)
    cases.config("bert", cls_token="cat", sep_token="[MASK]")
    cases.config("roberta", sep_token="<pad>")
    for folder in ("bert", "bert_vocab"):
        cases.add(folder, "no unknown token", {CONFIG: {"unk_token": None}}, refused="unk_token")
        cases.add(folder, "no first token", {CONFIG: {"cls_token": None}}, refused="cls_token")
    cases.add("roberta", "no first token", {CONFIG: {"cls_token": None}}, refused="cls_token")


def make_steps(cases):
    """What the classes make anew, whatever tokenizer.json says."""
    for folder in ("bert", "bert_cased", "bert_vocab", "distilbert"):
        for keys in (dict(do_lower_case=GONE), dict(do_lower_case=True), dict(do_lower_case=False),
                     dict(strip_accents=True), dict(strip_accents=False), dict(do_lower_case=False, strip_accents=True),
                     dict(tokenize_chinese_chars=False), dict(wordpieces_prefix="@@"),
                     dict(do_basic_tokenize=False, never_split=["cat"]), dict(model_input_names=["input_ids"])):
            cases.config(folder, **keys)
            if folder == "bert_cased":
                cases.config(folder, tokenizer_class="PreTrainedTokenizerFast", **keys)
    for name in ("BertTokenizer", "PreTrainedTokenizerFast"):
        for place, value in (("normalizer", None), ("pre_tokenizer", None), ("model/max_input_chars_per_word", 3),
                             ("model/continuing_subword_prefix", "@@"), ("post_processor", None)):
            cases.add("bert", f"{name}, {place}", {JSON: {place: value}, CONFIG: {"tokenizer_class": name}})
    digits = {"type": "Sequence", "pretokenizers": [
        {"type": "Digits", "individual_digits": True},
        {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}]}
    for folder in ("gpt2_json", "roberta", "qwen2", "llama"):
        for name in ("own", "PreTrainedTokenizerFast"):
            keys = {} if name == "own" else {"tokenizer_class": name}
            for place, value in (("pre_tokenizer", digits), ("normalizer", {"type": "Lowercase"}),
                                 ("model/ignore_merges", True), ("truncation", {"max_length": 2, "stride": 0,
                                                                                "strategy": "LongestFirst",
                                                                                "direction": "Right"})):
                cases.add(folder, f"{name}, {place}", {JSON: {place: value}, CONFIG: keys})
    cases.add("gpt2_json", "a normalizer that is made anew", {JSON: {"normalizer": {"type": "Nmt"}}})
    cases.add("gpt2_json", "a normalizer that is taken as it is",
              {JSON: {"normalizer": {"type": "Nmt"}}, CONFIG: {"tokenizer_class": "PreTrainedTokenizerFast"}},
              refused='normalizer: the normalizer "Nmt" is not supported')
    template = {"type": "TemplateProcessing", "single": [{"Sequence": {"id": "A", "type_id": 0}},
                                                         {"SpecialToken": {"id": "E", "type_id": 0}}],
                "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
                "special_tokens": {"E": {"id": "E", "ids": [5], "tokens": ["E"]}}}
    for folder in PAIR_MERGES + ["bert"]:
        cases.add(folder, "another post-processor", {JSON: {"post_processor": template}})
        cases.add(folder, "another post-processor, PreTrainedTokenizerFast",
                  {JSON: {"post_processor": template}, CONFIG: {"tokenizer_class": "PreTrainedTokenizerFast"}})


def make_harmless(cases):
    """Keys that change no token; formats.md lists them."""
    keys = dict(model_max_length=3, max_len=3, padding_side="left", truncation_side="left", errors="ignore",
                trim_offsets=False, clean_up_tokenization_spaces=True, use_fast=False, from_slow=True, chat_template="x",
                use_default_system_prompt=True, backend="tokenizers", is_local=False, name_or_path="x", verbose=True,
                processor_class="x", pad_token_type_id=1, pad_to_multiple_of=8, max_length=2, stride=1,
                truncation_strategy="longest_first", special_tokens_map_file="x", tokenizer_file="x", keep_accents=True,
                remove_space=True, spaces_between_special_tokens=False, local_files_only=False, cls_token_type_id=2,
                padding="max_length", truncation=True, return_token_type_ids=False)
    for folder in FOLDERS:
        cases.add(folder, "harmless keys", {CONFIG: keys})
    cases.config("bert", sp_model_kwargs={"alpha": 0.1}, vocab={"a": 0}, separate_vocabs=True, fix_mistral_regex=True)


def make_refused(cases):
    for folder, keys in (("bert", dict(fast_tokenizer_files=["tokenizer.4.0.0.json"])),
                         ("bert", dict(init_inputs=["x"])), ("bert_vocab", dict(vocab={"a": 0, "[UNK]": 1})),
                         ("marian", dict(sp_model_kwargs={"enable_sampling": True, "nbest_size": -1, "alpha": 0.1})),
                         ("mistral", dict(fix_mistral_regex=True)),
                         ("gpt2_json", dict(add_prefix_space="yes")), ("bert", dict(do_lower_case=0))):
        cases.add(folder, ", ".join(keys), {CONFIG: keys}, refused=", ".join(keys) + ": ")
    cases.add("marian", "separate_vocabs", {CONFIG: dict(separate_vocabs=True)},
              refused="target_vocab.json: there is no such file")


if __name__ == "__main__":
    cases = Cases()
    for folder in FOLDERS:
        cases.add(folder, "as it is")
        cases.add(folder, "edges", edges=True)
    for make in (make_ends, make_classes, make_spaces, make_special, make_steps, make_harmless, make_refused):
        make(cases)
    lines = lambda values: "[\n" + ",\n".join(json.dumps(value) for value in values) + "\n]"
    write(HERE / "settings.json", '{"transformers": %s, "tokenizers": %s, "sentencepiece": %s,\n"texts": %s,\n"edges": %s,\n'
          '"pair": %s,\n"results": %s,\n"cases": %s}\n' % (
              *(json.dumps(module.__version__) for module in (transformers, tokenizers, sentencepiece)),
              json.dumps(TEXTS), json.dumps(EDGES), json.dumps(PAIR), lines(cases.results), lines(cases.cases)))
    errors = [case["name"] for case in cases.cases if "error" in cases.results[case["result"]] and "refused" not in case]
    print(len(cases.cases), "cases,", len(cases.results), "results,", len(errors), "errors")
