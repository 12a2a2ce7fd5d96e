#!/usr/bin/env python3
"""Writes the folders beside this script, and for each the files of what must come out of it.

Run it where transformers, tokenizers, sentencepiece and PyTorch are installed: python3 make.py
(python3 make.py variants: of the folders as they are, what comes out of them with other keys or tensors;
python3 make.py rotary: of these alone those of rotary positions and windows, and of families that have them)
(written with transformers 5.23, tokenizers 0.23, sentencepiece 0.2 and PyTorch 2.15). README.md says what the files
hold.
"""

import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

import torch
import transformers
from safetensors.torch import load_file, save_file
from transformers import AutoTokenizer

import train_tokenizers as trained
from corpus import PAIRS, SENTENCES, TARGETS, TEXTS, TEXT_PAIRS
from train_tokenizers import write, write_json

HERE = Path(__file__).resolve().parent
VARIANTS = HERE.parent / "checkpoint_variants"
transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()
torch.set_num_threads(1)


ENCODERS = ("bert", "roberta", "distilbert", "xlm-roberta", "camembert", "electra", "albert", "mpnet", "esm")


def randomize(model, seed):
    """Numbers so large that attention is far from even and that a wrong scale, position or epsilon shows."""
    random = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            values = torch.randn(parameter.shape, generator=random)
            if parameter.dim() == 1 and "norm" in name.lower() or ".ln_" in name:
                parameter.copy_(1.2 + 0.4 * values if name.endswith("weight") else 0.3 * values)
            else:
                parameter.copy_((0.37 if parameter.dim() > 1 else 0.3) * values)
        for name, buffer in model.named_buffers():
            if name == "final_logits_bias":
                buffer.copy_(torch.randn(buffer.shape, generator=random))
    return model.eval()


def made(kind, config, seed, **sizes):
    torch.manual_seed(seed)
    model = getattr(transformers, kind)(getattr(transformers, config)(**sizes))
    return randomize(model, seed)


class Folder:
    """One case: a folder as save_pretrained leaves it."""

    def __init__(self, name):
        self.path = HERE / name
        shutil.rmtree(self.path, ignore_errors=True)
        self.path.mkdir()

    def model(self, model, **keywords):
        model.save_pretrained(self.path, **keywords)
        (self.path / "generation_config.json").unlink(missing_ok=True)
        return self

    def tokenizer(self, tokenizer, **config):
        tokenizer.save(str(self.path / "tokenizer.json"))
        return self.settings(**config)

    def settings(self, **config):
        write_json(self.path / "tokenizer_config.json", config)
        return self

    def config(self, removed=(), **changes):
        """Edits config.json: to the spelling of transformers 4, or to what an older file holds."""
        path = self.path / "config.json"
        values = json.loads(path.read_text()) | changes
        write_json(path, {key: value for key, value in values.items() if key not in removed})
        return self

    def tensors(self, rename=lambda name: name, **more):
        """Other names for the tensors, and some that the model does not use."""
        path = self.path / "model.safetensors"
        tensors = {rename(name): tensor.contiguous() for name, tensor in load_file(path).items()}
        save_file(tensors | more, path, metadata={"format": "pt"})
        return self

    def edit_tokenizer(self, edit):
        path = self.path / "tokenizer.json"
        values = json.loads(path.read_text(encoding="utf-8"))
        edit(values)
        write(path, json.dumps(values, ensure_ascii=False, indent=2) + "\n")
        return self


BERT_TOKENS = dict(unk_token="[UNK]", sep_token="[SEP]", pad_token="[PAD]", cls_token="[CLS]", mask_token="[MASK]",
                   model_max_length=64)
ROBERTA_TOKENS = dict(bos_token="<s>", eos_token="</s>", sep_token="</s>", cls_token="<s>", unk_token="<unk>",
                      pad_token="<pad>", mask_token="<mask>", model_max_length=64)
GPT2_TOKENS = dict(bos_token="<|endoftext|>", eos_token="<|endoftext|>", unk_token="<|endoftext|>")
LLAMA2_TOKENS = dict(bos_token="<s>", eos_token="</s>", unk_token="<unk>", add_bos_token=True, add_eos_token=False,
                     legacy=False, clean_up_tokenization_spaces=False)
LLAMA3_TOKENS = dict(bos_token="<|begin_of_text|>", eos_token="<|eot_id|>")


def bert_sizes(**sizes):
    return dict(hidden_size=24, num_hidden_layers=2, num_attention_heads=3, intermediate_size=40,
                max_position_embeddings=64, layer_norm_eps=3e-3) | sizes


def make_bert():
    tokenizer = trained.word_piece(lower=True)
    size = tokenizer.get_vocab_size()
    model = made("BertForMaskedLM", "BertConfig", 1, **bert_sizes(vocab_size=size, hidden_act="gelu"))
    Folder("bert").model(model).tokenizer(tokenizer, tokenizer_class="BertTokenizer", do_lower_case=True,
                                          **BERT_TOKENS)
    # As sentence-transformers ship theirs: no prefix, no head, a buffer, padding and truncation in the tokenizer.
    model = made("BertModel", "BertConfig", 2, **bert_sizes(vocab_size=size, hidden_size=16, num_attention_heads=4,
                                                            hidden_act="gelu_new"))
    folder = Folder("bert_vocab").model(model).config(removed=["dtype"], torch_dtype="float32")
    folder.tensors(**{"embeddings.position_ids": torch.arange(64)[None]})
    write(folder.path / "vocab.txt", "\n".join(trained.word_pieces(lower=True)) + "\n")
    folder.settings(tokenizer_class="BertTokenizer", do_lower_case=True, tokenize_chinese_chars=True,
                    strip_accents=None, **BERT_TOKENS)


def make_bert_cased():
    """With the names of the first BERT files: gamma and beta, a pooler, the second head, a buffer of int64."""
    tokenizer = trained.word_piece(lower=False)
    tokenizer.enable_padding(length=32, pad_token="[PAD]")
    tokenizer.enable_truncation(8)
    model = made("BertForMaskedLM", "BertConfig", 3,
                 **bert_sizes(vocab_size=tokenizer.get_vocab_size(), hidden_act="relu", num_hidden_layers=1))
    folder = Folder("bert_cased").model(model)
    folder.tensors(lambda name: name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias",
                                                                                            "LayerNorm.beta"),
                   **{"bert.embeddings.position_ids": torch.arange(64)[None], "bert.pooler.dense.bias": torch.ones(24),
                      "bert.pooler.dense.weight": torch.ones(24, 24), "cls.seq_relationship.bias": torch.ones(2),
                      "cls.seq_relationship.weight": torch.ones(2, 24, dtype=torch.float64)})
    folder.config(removed=["dtype", "tie_word_embeddings", "is_decoder", "add_cross_attention", "bos_token_id",
                           "eos_token_id", "classifier_dropout", "transformers_version"],
                  position_embedding_type="absolute", gradient_checkpointing=False)
    folder.tokenizer(tokenizer, tokenizer_class="BertTokenizer", do_lower_case=False, **BERT_TOKENS)


def make_distilbert():
    tokenizer = trained.word_piece(lower=True)
    sizes = dict(vocab_size=tokenizer.get_vocab_size(), dim=24, n_layers=2, n_heads=4, hidden_dim=32,
                 max_position_embeddings=64)
    folder = Folder("distilbert").model(made("DistilBertForMaskedLM", "DistilBertConfig", 4, **sizes))
    folder.tokenizer(tokenizer, tokenizer_class="DistilBertTokenizer", do_lower_case=True, **BERT_TOKENS)
    half = Folder("distilbert_float16")
    half.model(made("DistilBertModel", "DistilBertConfig", 5, **sizes | dict(dim=16, n_layers=1)).half())
    half.tokenizer(tokenizer, tokenizer_class="DistilBertTokenizer", do_lower_case=True, **BERT_TOKENS)


def make_roberta():
    tokenizer = trained.roberta_bpe(380)
    model = made("RobertaForMaskedLM", "RobertaConfig", 6,
                 **bert_sizes(vocab_size=tokenizer.get_vocab_size(), max_position_embeddings=66, type_vocab_size=1,
                              layer_norm_eps=1e-5, pad_token_id=1))
    folder = Folder("roberta").model(model)
    folder.tokenizer(tokenizer, tokenizer_class="RobertaTokenizer", **ROBERTA_TOKENS)


def gpt2_sizes(tokenizer, **sizes):
    return dict(vocab_size=tokenizer.get_vocab_size(), n_positions=64, n_embd=24, n_layer=2, n_head=3,
                layer_norm_epsilon=2e-3, bos_token_id=tokenizer.token_to_id("<|endoftext|>"),
                eos_token_id=tokenizer.token_to_id("<|endoftext|>")) | sizes


def make_gpt2():
    """The first as the Hub has it: no prefix, masks as buffers, vocab.json and merges.txt; the second as saved now."""
    tokenizer = trained.gpt2_bpe(360)
    model = made("GPT2LMHeadModel", "GPT2Config", 7, **gpt2_sizes(tokenizer))
    folder = Folder("gpt2").model(model)
    folder.tensors(lambda name: name.removeprefix("transformer."),
                   **{f"h.{i}.attn.bias": torch.ones(1, 1, 64, 64).tril().to(torch.uint8) for i in range(2)})
    folder.config(removed=["dtype", "tie_word_embeddings", "transformers_version", "add_cross_attention",
                           "pad_token_id"], n_ctx=64)
    trained.bpe_files(tokenizer, folder.path)
    folder.settings(model_max_length=64)
    model = made("GPT2LMHeadModel", "GPT2Config", 8,
                 **gpt2_sizes(tokenizer, n_embd=16, n_head=4, n_inner=24, activation_function="gelu"))
    Folder("gpt2_json").model(model).tokenizer(tokenizer, tokenizer_class="GPT2Tokenizer", **GPT2_TOKENS)


def make_bart():
    tokenizer = trained.roberta_bpe(340)
    model = made("BartForConditionalGeneration", "BartConfig", 9, vocab_size=tokenizer.get_vocab_size(),
                 max_position_embeddings=64, d_model=24, encoder_layers=1, decoder_layers=2,
                 encoder_attention_heads=3, decoder_attention_heads=3, encoder_ffn_dim=32, decoder_ffn_dim=40,
                 activation_function="gelu")
    folder = Folder("bart").model(model)
    folder.tokenizer(tokenizer, tokenizer_class="BartTokenizer", **ROBERTA_TOKENS)


def make_marian():
    folder = Folder("marian")
    trained.marian_spm(folder.path)
    size = len(json.loads((folder.path / "vocab.json").read_text()))
    model = made("MarianMTModel", "MarianConfig", 10, vocab_size=size, decoder_vocab_size=size, d_model=24,
                 max_position_embeddings=64, encoder_layers=2, decoder_layers=1, encoder_attention_heads=2,
                 decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, activation_function="swish",
                 scale_embedding=True, static_position_embeddings=True, pad_token_id=size - 1, eos_token_id=0,
                 forced_eos_token_id=0, decoder_start_token_id=size - 1, bad_words_ids=[[size - 1]])
    with torch.no_grad():  # √24 scales the embedding
        model.model.shared.weight.mul_(0.4)
    folder.model(model)
    folder.settings(tokenizer_class="MarianTokenizer", source_lang="en", target_lang="de", unk_token="<unk>",
                    eos_token="</s>", pad_token="<pad>", model_max_length=64)


def llama_sizes(tokenizer_size, **sizes):
    return dict(vocab_size=tokenizer_size, hidden_size=24, num_hidden_layers=2, num_attention_heads=4,
                num_key_value_heads=2, intermediate_size=40, max_position_embeddings=64, rms_norm_eps=2e-3,
                tie_word_embeddings=False) | sizes


def rope(theta):
    return {"rope_type": "default", "rope_theta": theta}


def make_llama():
    tokenizer = trained.llama3_bpe(380)
    size = tokenizer.get_vocab_size()
    ends = dict(bos_token_id=tokenizer.token_to_id("<|begin_of_text|>"), eos_token_id=tokenizer.token_to_id("<|eot_id|>"))
    model = made("LlamaForCausalLM", "LlamaConfig", 11,
                 **llama_sizes(size, head_dim=6, rope_parameters=rope(500.0), **ends))
    folder = Folder("llama").model(model)
    folder.tokenizer(tokenizer, tokenizer_class="PreTrainedTokenizerFast", **LLAMA3_TOKENS)

    # In the spelling of transformers 4, in shards: torch_dtype, rope_theta at the top, merges as one text each.
    model = made("LlamaForCausalLM", "LlamaConfig", 12,
                 **llama_sizes(size, hidden_size=16, num_hidden_layers=3, rope_parameters=rope(20000.0), **ends))
    folder = Folder("llama_4_sharded").model(model, max_shard_size="20KB")
    folder.config(removed=["dtype", "rope_parameters", "head_dim"], torch_dtype="float32", rope_theta=20000.0,
                  rope_scaling=None, transformers_version="4.44.2")
    folder.tokenizer(tokenizer, tokenizer_class="PreTrainedTokenizerFast", **LLAMA3_TOKENS)
    folder.edit_tokenizer(lambda values: values["model"].update(
        merges=[" ".join(pair) for pair in values["model"]["merges"]]))

    model = made("LlamaForCausalLM", "LlamaConfig", 13,
                 **llama_sizes(size, hidden_size=16, num_key_value_heads=1, num_hidden_layers=1,
                               rope_parameters=rope(10000.0), **ends)).to(torch.bfloat16)
    folder = Folder("llama_bfloat16").model(model)
    folder.tokenizer(tokenizer, tokenizer_class="PreTrainedTokenizerFast", **LLAMA3_TOKENS)


def make_llama_2():
    """tokenizer.model alone; and the same as tokenizer.json, as transformers 5 writes it (Metaspace) and as published
    (normalizer), the latter in a Mistral with heads wider than d_model / heads."""
    folder = Folder("llama_spm")
    trained.llama2_spm(folder.path / "tokenizer.model")
    folder.settings(tokenizer_class="LlamaTokenizer", **LLAMA2_TOKENS)
    size = 420
    folder.model(made("LlamaForCausalLM", "LlamaConfig", 14,
                      **llama_sizes(size, hidden_size=16, num_key_value_heads=4, num_hidden_layers=1,
                                    rope_parameters=rope(10000.0), attention_bias=True, mlp_bias=False)))
    converted = AutoTokenizer.from_pretrained(folder.path)

    folder = Folder("llama_metaspace")
    folder.model(made("LlamaForCausalLM", "LlamaConfig", 15,
                      **llama_sizes(size, hidden_size=16, num_hidden_layers=1, hidden_act="gelu",
                                    rope_parameters=rope(1000.0))))
    folder.tokenizer(converted.backend_tokenizer, tokenizer_class="LlamaTokenizer", **LLAMA2_TOKENS)

    folder = Folder("mistral")
    folder.model(made("MistralForCausalLM", "MistralConfig", 16,
                      **llama_sizes(size, head_dim=8, rope_parameters=rope(10000.0), sliding_window=None)))
    folder.tokenizer(converted.backend_tokenizer, tokenizer_class="PreTrainedTokenizerFast", **LLAMA2_TOKENS)

    def published(values):
        values["normalizer"] = {"type": "Sequence", "normalizers": [
            {"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]}
        values["pre_tokenizer"] = None
    folder.edit_tokenizer(published)


def make_qwen2():
    tokenizer = trained.qwen2_bpe(380)
    model = made("Qwen2ForCausalLM", "Qwen2Config", 17,
                 **llama_sizes(tokenizer.get_vocab_size(), tie_word_embeddings=True, rope_parameters=rope(3000.0),
                               use_sliding_window=False, eos_token_id=tokenizer.token_to_id("<|endoftext|>")))
    folder = Folder("qwen2").model(model)
    folder.tokenizer(tokenizer, tokenizer_class="Qwen2Tokenizer", eos_token="<|endoftext|>",
                     pad_token="<|endoftext|>", bos_token=None, unk_token=None)


# What the folders compute.

def tokens_of(tokenizer, encoded):
    return tokenizer.convert_ids_to_tokens(encoded["input_ids"])


def words_of(encoded):
    """The word of each token as the fast tokenizer counts them; -1 for what it put there itself."""
    return [-1 if word is None else word for word in encoded.word_ids()]


def json_text(value):
    """JSON with the characters that a reader would see, and escapes for the rest."""
    def escaped(match):
        return json.dumps(match[0])[1:-1]
    return re.sub(r"[^\x20-\x7e]", lambda match: match[0] if match[0].isprintable() else escaped(match),
                  json.dumps(value, ensure_ascii=False))


def write_tokens(path):
    """PATH.tokens.json: texts and their tokens, which are joined by spaces because none holds any."""
    tokenizer = AutoTokenizer.from_pretrained(path)
    cases = []
    # OPUS-MT joins the two of a pair without a mark between them: that is no template.
    for text in [(text,) for text in TEXTS] + ([] if (path / "target.spm").exists() else TEXT_PAIRS):
        encoded = tokenizer(*text)
        case = {"text": text[0], "tokens": " ".join(tokens_of(tokenizer, encoded))}
        if len(text) == 2:
            case["pair"] = text[1]
            if len(set(encoded.get("token_type_ids", [0]))) > 1:
                case["types"] = encoded["token_type_ids"]
        if encoded.is_fast:
            case["words"] = words_of(encoded)
        if (path / "target.spm").exists():
            case["target_tokens"] = " ".join(tokens_of(tokenizer, tokenizer(text_target=text[0])))
        cases.append(case)
    write(path.with_name(path.name + ".tokens.json"), "[\n" + ",\n".join(map(json_text, cases)) + "\n]\n")


def write_expected(path, file=None, sentences=SENTENCES, given=None, **about):
    """PATH.expected.safetensors: what the model computes."""
    tokenizer = AutoTokenizer.from_pretrained(path)
    config = transformers.AutoConfig.from_pretrained(path)
    kind = getattr(transformers, config.architectures[0])
    model = kind.from_pretrained(path, attn_implementation="eager", dtype=torch.float32).eval()
    texts = [(text,) for text in sentences]
    if config.is_encoder_decoder:
        texts = list(zip(sentences, TARGETS))
    elif config.model_type in ENCODERS and not file:
        texts += PAIRS
    cases, tensors = [], {}
    for index, text in enumerate(texts):
        targets = text[1:] if config.is_encoder_decoder else ()
        encoded = tokenizer(text[0]) if targets else tokenizer(*text)
        case = about | {"text": text[0], "tokens": tokens_of(tokenizer, encoded)}
        inputs = {key: torch.tensor([value]) for key, value in encoded.items()}
        if targets:
            target = tokenizer(text_target=targets[0])
            case |= {"target": targets[0], "target_tokens": tokens_of(tokenizer, target)}
            inputs["decoder_input_ids"] = torch.tensor([target["input_ids"]])
        elif len(text) == 2:
            case["pair"] = text[1]
        if encoded.is_fast and not targets:
            case["offsets"] = tokenizer(*text, return_offsets_mapping=True)["offset_mapping"]
        if "token_type_ids" in encoded:
            case["types"] = encoded["token_type_ids"]
        with torch.no_grad():
            output = model(**inputs, output_attentions=True, output_hidden_states=True)
        tensors |= {f"{index}.{name}": tensor.contiguous() for name, tensor in named(config, output).items()}
        cases.append(case)
    tensors |= {f"given.{name}": tensor for name, tensor in (given or {}).items()}
    save_file(tensors, file or path.with_name(path.name + ".expected.safetensors"),
              metadata={"cases": json.dumps(cases, ensure_ascii=True)})


def named(config, output):
    """An output by the names of a trace; of the logits the first row and the last."""
    found = {}
    if config.is_encoder_decoder:
        stacks = [("encoder", "self", output.encoder_attentions), ("decoder", "self", output.decoder_attentions),
                  ("decoder", "cross", output.cross_attentions)]
        found["encoder_output"] = output.encoder_last_hidden_state[0]
        found["decoder_output"] = output.decoder_hidden_states[-1][0]
    else:
        side = "encoder" if config.model_type in ENCODERS else "decoder"
        stacks = [(side, "self", output.attentions)]
        found[f"{side}_output"] = output.hidden_states[-1][0]
    for side, kind, layers in stacks:
        found |= {f"{side}.{layer}.{kind}.weights": weights[0] for layer, weights in enumerate(layers)}
    if "logits" in output:
        logits = output.logits[0]
        found["logits.first"] = logits[:1].clone()
        found["logits.last"] = logits[-1:].clone()
    return found


def write_variant(name, folder, config=None, given=None, sentences=SENTENCES[:1]):
    """checkpoint_variants/NAME.safetensors: what a folder computes with other keys in its config.json, or more tensors,
    which then stand in the file too."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / folder
        shutil.copytree(HERE / folder, path)
        values = json.loads((path / "config.json").read_text()) | (config or {})
        write_json(path / "config.json", values)
        tensors = load_file(path / "model.safetensors") | (given or {})
        save_file(tensors, path / "model.safetensors", metadata={"format": "pt"})
        VARIANTS.mkdir(exist_ok=True)
        write_expected(path, VARIANTS / f"{name}.safetensors", sentences, given, folder=folder, config=config or {})


def write_model(name, folder, model, removed=(), **config):
    """The same of a whole model, which takes the place of the folder's: `whole` in the case. Its keys beside those of
    save_pretrained, and without those removed."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / folder
        shutil.copytree(HERE / folder, path)
        (path / "model.safetensors").unlink()
        model.save_pretrained(path)
        values = json.loads((path / "config.json").read_text()) | config
        values = {key: value for key, value in values.items() if key not in removed and value is not None}
        write_json(path / "config.json", values)
        write_expected(path, VARIANTS / f"{name}.safetensors", ROTARY_SENTENCES,
                       load_file(path / "model.safetensors"), folder=folder, config=values, whole=True)


# Longer than any window and original length, and shorter.
ROTARY_SENTENCES = ["The cat sat on the rug.", "x"]


def rotary_sizes(**sizes):
    return dict(vocab_size=383, hidden_size=10, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1,
                head_dim=6, intermediate_size=7, max_position_embeddings=64, rms_norm_eps=1e-2,
                tie_word_embeddings=True, pad_token_id=0, bos_token_id=1, eos_token_id=2) | sizes


def write_rotary_variants():
    """Rotary scalings, sliding windows, and the families that have them."""
    yarn = {"rope_type": "yarn", "rope_theta": 500.0, "factor": 4.0, "original_max_position_embeddings": 6,
            "beta_fast": 8, "beta_slow": 0.5}
    scalings = {
        "linear": {"rope_type": "linear", "rope_theta": 500.0, "factor": 3.0},
        "llama3": {"rope_type": "llama3", "rope_theta": 500.0, "factor": 8.0, "low_freq_factor": 1.0,
                   "high_freq_factor": 4.0, "original_max_position_embeddings": 40},
        "yarn": yarn,
        "yarn_whole": yarn | {"truncate": False, "beta_slow": 0.05, "attention_factor": 1.4},
        "yarn_mscale": yarn | {"mscale": 0.7, "mscale_all_dim": 0.3},
        "longrope": {"rope_type": "longrope", "rope_theta": 500.0, "factor": 5.0, "short_factor": [1.0, 1.5, 2.0],
                     "long_factor": [1.2, 3.0, 9.0], "original_max_position_embeddings": 4}}
    for name, parameters in scalings.items():
        write_variant(f"llama_{name}", "llama", {"rope_parameters": parameters}, sentences=ROTARY_SENTENCES)
    # Its length before scaling is the longest sentence.
    write_variant("llama_dynamic", "llama", {"rope_parameters": {"rope_type": "dynamic", "rope_theta": 500.0,
                                                                 "factor": 3.0}, "max_position_embeddings": 6},
                  sentences=ROTARY_SENTENCES)
    # As Llama 3.1 was published.
    write_variant("llama_4_llama3", "llama", {"rope_theta": 500.0, "rope_parameters": None, "rope_scaling": {
        key: value for key, value in scalings["llama3"].items() if key != "rope_theta"}}, sentences=ROTARY_SENTENCES)
    write_variant("mistral_window", "mistral", {"sliding_window": 3}, sentences=ROTARY_SENTENCES)
    write_variant("qwen2_window", "qwen2", {"use_sliding_window": True, "sliding_window": 3, "max_window_layers": 1,
                                            "layer_types": None}, sentences=ROTARY_SENTENCES)
    write_variant("qwen2_layer_types", "qwen2", {"use_sliding_window": True, "sliding_window": 3, "layer_types": [
        "sliding_attention", "full_attention"]}, sentences=ROTARY_SENTENCES)

    write_model("qwen3", "qwen2", made("Qwen3ForCausalLM", "Qwen3Config", 31, **rotary_sizes(
        rope_parameters=rope(300.0), use_sliding_window=True, sliding_window=3, max_window_layers=1)))
    write_model("qwen3_biased", "qwen2", made("Qwen3ForCausalLM", "Qwen3Config", 32, **rotary_sizes(
        rope_parameters=rope(300.0), attention_bias=True, tie_word_embeddings=False)))
    smollm3 = dict(num_hidden_layers=3, rope_parameters=rope(300.0), hidden_size=12)
    write_model("smollm3", "qwen2", made("SmolLM3ForCausalLM", "SmolLM3Config", 33, **rotary_sizes(
        no_rope_layers=[1, 0, 1], **smollm3)))
    write_model("smollm3_window", "qwen2", made("SmolLM3ForCausalLM", "SmolLM3Config", 34, **rotary_sizes(
        no_rope_layer_interval=2, use_sliding_window=True, sliding_window=3, **smollm3)),
        removed=["no_rope_layers", "layer_types"])
    phi3 = rotary_sizes(hidden_size=16, num_attention_heads=2, original_max_position_embeddings=4)
    del phi3["head_dim"]
    write_model("phi3", "qwen2", made("Phi3ForCausalLM", "Phi3Config", 35, **phi3, sliding_window=5,
                                      rope_parameters=rope(300.0)))
    long = {"short_factor": [1.0, 1.5, 2.0], "long_factor": [1.2, 3.0, 9.0], "rope_theta": 300.0,
            "partial_rotary_factor": 0.75}
    write_model("phi3_long", "qwen2", made("Phi3ForCausalLM", "Phi3Config", 36, **phi3,
                                           rope_parameters={"rope_type": "longrope"} | long))
    # As Phi 3 was published: su, with the keys of transformers 4.
    write_model("phi3_su", "qwen2", made("Phi3ForCausalLM", "Phi3Config", 37, **phi3,
                                         rope_parameters={"rope_type": "longrope"} | long),
                removed=["rope_parameters"], rope_theta=300.0, partial_rotary_factor=0.75, rope_scaling={
                    "type": "su", "original_max_position_embeddings": 4, "short_factor": long["short_factor"], "long_factor": long["long_factor"]})
    write_model("granite", "qwen2", made("GraniteForCausalLM", "GraniteConfig", 38, **rotary_sizes(
        rope_parameters=rope(300.0), embedding_multiplier=3.0, attention_multiplier=0.3, residual_multiplier=0.4,
        logits_scaling=2.5)))
    write_model("olmo2", "qwen2", made("Olmo2ForCausalLM", "Olmo2Config", 39, **rotary_sizes(
        rope_parameters=rope(300.0))))
    scaled = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 6, "beta_fast": 8,
              "beta_slow": 0.5, "rope_theta": 300.0}
    write_model("olmo3", "qwen2", made("Olmo3ForCausalLM", "Olmo3Config", 40, **rotary_sizes(
        num_hidden_layers=4, sliding_window=3,
        rope_parameters={"full_attention": scaled, "sliding_attention": {"rope_type": "default", "rope_theta": 40.0}})))
    # As OLMo 3 was published: rope_theta and rope_scaling are those of the layers without a window.
    write_model("olmo3_4", "qwen2", made("Olmo3ForCausalLM", "Olmo3Config", 41, **rotary_sizes(
        num_hidden_layers=4, sliding_window=3)), removed=["rope_parameters", "layer_types"], rope_theta=300.0,
        rope_scaling={key: value for key, value in scaled.items() if key != "rope_theta"})


def write_variants():
    shutil.rmtree(VARIANTS, ignore_errors=True)
    VARIANTS.mkdir()
    write_rotary_variants()
    for folder in ("gpt2", "llama", "mistral", "qwen2", "bart", "marian"):
        write_variant(f"{folder}_is_causal", folder, {"is_causal": False})
    # Another spelling of a size, beside the family's own: the library takes the former.
    for folder in ("gpt2_json", "distilbert"):
        write_variant(f"{folder}_num_attention_heads", folder, {"num_attention_heads": 2})
    # Positions that are stored, of both stacks and of one alone.
    random = torch.Generator().manual_seed(18)
    tables = {f"model.{side}.embed_positions.weight": torch.randn(64, 24, generator=random)
              for side in ("encoder", "decoder")}
    write_variant("marian_positions", "marian", given=tables)
    for side in ("encoder", "decoder"):
        name = f"model.{side}.embed_positions.weight"
        write_variant(f"marian_{side}_positions", "marian", given={name: tables[name]})
    # An activation in each family. RoBERTa's head has gelu all the same.
    for folder, key, activation in (("bert", "hidden_act", "quick_gelu"), ("bert_cased", "hidden_act", "gelu_10"),
                                    ("distilbert", "activation", "mish"), ("gpt2_json", "activation_function", "laplace"),
                                    ("bart", "activation_function", "relu6"), ("marian", "activation_function", "sigmoid"),
                                    ("llama", "hidden_act", "relu2"), ("mistral", "hidden_act", "leaky_relu"),
                                    ("qwen2", "hidden_act", "linear"), ("roberta", "hidden_act", "tanh")):
        write_variant(f"{folder}_{activation}", folder, {key: activation})
    # Positions pass over a token with the padding's id, which takes the padding's.
    write_variant("roberta_padding", "roberta", {"pad_token_id": 3}, sentences=["the <unk> cat<unk> sat <pad>"])


def main():
    for make in (make_bert, make_bert_cased, make_distilbert, make_roberta, make_gpt2, make_bart, make_marian,
                 make_llama, make_llama_2, make_qwen2):
        make()
    for folder in sorted(path for path in HERE.iterdir() if (path / "config.json").exists()):
        write_expected(folder)
        if "float16" not in folder.name:  # whose tokenizer another folder has
            write_tokens(folder)


if __name__ == "__main__":
    if sys.argv[1:] == ["rotary"]:
        write_rotary_variants()
    else:
        if sys.argv[1:] != ["variants"]:
            main()
        write_variants()
    for path in (*HERE.rglob("*.safetensors"), *VARIANTS.glob("*.safetensors")):
        path.chmod(0o644)
