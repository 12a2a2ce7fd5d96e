"""Small tokenizers of every kind that checkpoint folders hold, trained on corpus.py; the same files at every run."""

import json
import unicodedata
from collections import Counter

import sentencepiece
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from corpus import TEXTS, TRAINING

# The splitting patterns of Llama 3's and Qwen 2's tokenizer.json.
LLAMA_3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
           r"|\s+(?!\S)|\s+")
QWEN_2 = LLAMA_3.replace(r"\p{N}{1,3}", r"\p{N}")


def write(path, text):
    path.write_text(text, encoding="utf-8", newline="\n")


def write_json(path, value):
    write(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def word_pieces(lower):
    """A WordPiece vocabulary: special tokens, every character alone and as a continuation, words, some endings."""
    normalizer = normalizers.BertNormalizer(lowercase=lower)
    splitter = pre_tokenizers.BertPreTokenizer()
    words = Counter(word for line in TRAINING for word, _ in splitter.pre_tokenize_str(normalizer.normalize_str(line)))
    unknown = set("½`~^|🌙🎉學")
    characters = sorted({c for word in words for c in word} - unknown)
    vocabulary = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *characters]
    vocabulary += ["##" + c for c in characters if c.isalnum()]
    vocabulary += ["##able", "##ing", "##ness", "##ed", "##er", "##s", "##believ", "##ization", "##ém", "##20"]
    vocabulary += sorted(word for word, count in words.items() if len(word) > 1 and (count > 1 or len(word) == 6))
    return list(dict.fromkeys(vocabulary))


def word_piece(lower):
    vocabulary = {token: i for i, token in enumerate(word_pieces(lower))}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lower)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS]:0 $A:0 [SEP]:0", pair="[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
        special_tokens=[(token, vocabulary[token]) for token in ("[CLS]", "[SEP]")])
    return tokenizer


def trained_bpe(size, before=(), after=(), pattern=None, normalizer=None):
    """Byte-level BPE with special tokens before and after the vocabulary; pattern None: GPT-2's."""
    tokenizer = Tokenizer(models.BPE())
    if normalizer:
        tokenizer.normalizer = normalizer
    if pattern:
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
            pre_tokenizers.Split(Regex(pattern), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    else:
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(TRAINING, trainers.BpeTrainer(
        vocab_size=size, special_tokens=list(before), show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token in after])
    return tokenizer


def roberta_bpe(size):
    tokenizer = trained_bpe(size, before=["<s>", "<pad>", "</s>", "<unk>"])
    tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True, special=True)])
    tokenizer.post_processor = processors.RobertaProcessing(
        ("</s>", tokenizer.token_to_id("</s>")), ("<s>", tokenizer.token_to_id("<s>")))
    return tokenizer


def gpt2_bpe(size):
    return trained_bpe(size, after=["<|endoftext|>"])


def llama3_bpe(size):
    tokenizer = trained_bpe(size, pattern=LLAMA_3, after=["<|begin_of_text|>", "<|end_of_text|>", "<|eot_id|>"])
    first = "<|begin_of_text|>"
    # As in the published file: the bytes' own step, which adds nothing, and then the template.
    tokenizer.post_processor = processors.Sequence([
        processors.ByteLevel(trim_offsets=False),
        processors.TemplateProcessing(single=f"{first}:0 $A:0", pair=f"{first}:0 $A:0 {first}:1 $B:1",
                                      special_tokens=[(first, tokenizer.token_to_id(first))])])
    return tokenizer


def qwen2_bpe(size):
    return trained_bpe(size, pattern=QWEN_2, normalizer=normalizers.NFC(),
                       after=["<|endoftext|>", "<|im_start|>", "<|im_end|>"])


def bpe_files(tokenizer, folder):
    """vocab.json and merges.txt of a byte-level BPE; special tokens are in both, as published ones are."""
    model = json.loads(tokenizer.to_str())
    vocabulary = tokenizer.get_vocab(with_added_tokens=True)
    write(folder / "vocab.json", json.dumps(dict(sorted(vocabulary.items(), key=lambda item: item[1]))))
    lines = [" ".join(pair) for pair in model["model"]["merges"]]
    write(folder / "merges.txt", "\n".join(["#version: 0.2", *lines]) + "\n")


def sentence_piece(path, kind, size, lines, **options):
    with open(path, "wb") as file:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines), model_writer=file, vocab_size=size, model_type=kind, num_threads=1,
            minloglevel=2, **options)


def llama2_spm(path):
    """As Llama 2's: BPE with byte fallback, no normalisation, every space kept."""
    lines = [line for line in TRAINING if line.isascii()] + TRAINING[11:13] + TRAINING[18:20]
    sentence_piece(path, "bpe", 420, lines, byte_fallback=True, normalization_rule_name="identity",
                   remove_extra_whitespaces=False, split_digits=True, allow_whitespace_only_pieces=True,
                   add_dummy_prefix=True, unk_surface=" \u2047 ", character_coverage=0.98)


def normalization_rules(path):
    """What sentencepiece's nmt_nfkc, which fills 240 KB of a model, does to the characters of our texts."""
    spaces = [*range(9, 14), 0x85, 0xa0, 0x1680, *range(0x2000, 0x200c), 0x200e, 0x200f, 0x2028, 0x2029, 0x202f, 0x2581,
              0x3000, 0xfeff, 0xfffd]
    rules = {chr(code): " " for code in spaces}
    rules |= {chr(code): "" for code in [*range(1, 9), 14, *range(16, 32), 127, 143, 159]}
    for text in [*TRAINING, *TEXTS]:
        for character in text:
            normal = unicodedata.normalize("NFKC", character)
            if character not in rules and normal != character:
                rules[character] = normal
        for i, mark in enumerate(text):
            composed = unicodedata.normalize("NFKC", text[i - 1:i + 1]) if i and unicodedata.combining(mark) else ""
            if len(composed) == 1:
                rules[text[i - 1:i + 1]] = composed
    lines = [" ".join(f"{ord(c):X}" for c in source) + "\t" + " ".join(f"{ord(c):X}" for c in target)
             for source, target in sorted(rules.items())]
    path.write_text("\n".join(lines) + "\n")


def marian_spm(folder):
    """Two unigram models as OPUS-MT's, without special tokens of their own."""
    rules = folder / "rules.tsv"
    normalization_rules(rules)
    sentence_piece(folder / "source.spm", "unigram", 200, TRAINING[:12] * 3 + TRAINING[21:],
                   character_coverage=0.995, hard_vocab_limit=False, normalization_rule_tsv=str(rules))
    sentence_piece(folder / "target.spm", "unigram", 200, TRAINING[11:] * 2 + TRAINING[:2],
                   character_coverage=0.995, hard_vocab_limit=False, normalization_rule_tsv=str(rules))
    rules.unlink()
    pieces = []
    for name in ("source.spm", "target.spm"):
        model = sentencepiece.SentencePieceProcessor(str(folder / name))
        pieces += [model.id_to_piece(i) for i in range(model.get_piece_size()) if not model.is_control(i)]
    pieces = [piece for piece in dict.fromkeys(pieces) if piece != "<unk>"]
    # Some pieces stay out of the vocabulary: OPUS-MT reads such a piece as <unk>.
    pieces = [piece for piece in pieces if piece not in ("é", "я", "ing")]
    tokens = ["</s>", "<unk>", *pieces, ">>fr<<", "<pad>"]
    write(folder / "vocab.json", json.dumps({token: i for i, token in enumerate(tokens)}, indent=2))
