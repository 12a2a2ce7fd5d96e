#!/usr/bin/env python3
"""Writes the tokenizers of this folder and what AutoTokenizer of the transformers library makes of texts with them.

Run it where transformers, tokenizers, sentencepiece and protobuf are installed: python3 make.py (written with
transformers 5.24.0, tokenizers 0.23.3 and sentencepiece 0.2.3). README.md says what the files hold. `make.py FOLDER`
also leaves every tokenizer as a folder there.
"""

import base64
import json
import random
import shutil
import sys
import tempfile
from pathlib import Path

import sentencepiece
import transformers
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Tokenizer, models, pre_tokenizers, trainers
from transformers import AutoTokenizer
from transformers.models.m2m_100.tokenization_m2m_100 import FAIRSEQ_LANGUAGE_CODES as M2M
from transformers.models.mbart.tokenization_mbart import FAIRSEQ_LANGUAGE_CODES as MBART
from transformers.models.mbart50.tokenization_mbart50 import FAIRSEQ_LANGUAGE_CODES as MBART50

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "checkpoints"))
import corpus  # noqa: E402

transformers.logging.set_verbosity_error()
SHOWN = 2  # so many texts of each tokenizer have their tokens written out
GROUP = 3  # so many texts share a checksum

# What the table of replacements does: deletes, maps one to one, one to many, many to one, and begins another entry.
REPLACEMENTS = {"\u200b": "", "\x07": "", "\u00a0": " ", "\u3000": " ", "\n": " ", "\t": " ", "\r": " ", "ﬁ": "fi",
                "①": "1", "½": "1⁄2", "Ａ": "A", "ａ": "a", "！": "!", "。": ".", "e\u0301": "é", "A\u030a": "Å",
                "ㅎ\u1161": "하", "q": "k", "…": "...", "㎞": "km", "ﷺ": "صلى الله عليه وسلم"}

TEXTS = corpus.SENTENCES + [
    "", " ", "  ", "\n", "\t\r\n", "a", "▁", "▁▁a ▁", "a▁b", " a", "a ", "  a  b   c ", "\u00a0a\u3000b\u2009c\u200bd",
    "a\x00b", "a\x07b\u0085c\u2028d\u000be", "The \ufeffcat", "The\r\ncat\n\n sat\n", "e\u0301a\u0302q\u0301 q\u0301",
    "A\u030angstro\u0308m", "\u0301\u0302", "\u200b\u200bcat", "\u200b", "cat\u200b", "ﬁsh ﬂy ﬆ ﷺ ①② ½ ㎞ … ！。",
    "Ｔｈｅ ｃａｔ", "‘quoted’ “double” — dash – hyphen-ation", "``quoted'' ''x``", "猫坐在地毯上。我们喜欢学习语言模型。",
    "注意力 mechanism 很有意思,2019年", "こんにちは世界。ネコがー", "猫ねこネコー漢字abc かな", "한국어 각 가\u1100\u1161", "नमस्ते दुनिया",
    "สวัสดีชาวโลก", "مرحبا بالعالم ١٢٣", "שלום עולם", "Привет, мир! Ёлка", "Ελληνικά ΆΣ ς", "İstanbul ıŞ ẞ ß ſ K",
    "😀😀 👍🏽 👩‍👩‍👧 🇫🇷 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️", "x²+y³=z¹ ¼ ½ ¾ ① ⅷ ٣ ७", "1234567 12,345.67 3.14e-10 0x1F 1st 2nd",
    "IT'S it's It'S I'm we'Re you'LL 'tis don’t 'ſ", "foo_bar fooBar FooBar FOOBar foo.bar(baz)[0] {x: 1};",
    "def f(x):\n    return x**2  # comment\n\n\nif x != y: pass", "a+b=c $5 €7 £9 ^ ` ~ | < > \\ / @ #tag", "...!!!???;;;",
    "<s>a</s>", "<s> a </s> b", "<pad><unk><mask>", "the <mask> sat", "the  <mask>  sat<mask>.", "[CLS] a [SEP] [MASK] x",
    "a<extra_id_0> b <extra_id_7>", "en_XX hello ro_RO", "eng_Latn hello fra_Latn", "__en__ hello __fr__ x",
    "<|endoftext|>a<|endoftext|>", "unbelievable believing", "ΩωΩ ǅ ǆ ᾳ ŉ", "\u1e9e\u0130 \ufb03", "a\u0300\u0316b",
    "\u0958 \u2126 \u212b \uac00", "𝒜𝓑 𝟙𝟚 𐐀𐐨 𠀀𪜀", "\ue000\uffff\ufffd", "a" * 60, "ab" * 40 + "z", "xyzzy qqq zzz",
    "߷ߐ ߷߷ ߐ߷", "猫" * 12, "The cat sat on the rug" + " and on" * 12, "M K T L", "MKTAYIAKQR<mask>QISFVK", "mk TA\nLX B Z",
    "don't — can't; won't!", "tab\tseparated\tvalues", "CamelCaseWordsAreHere iPhone12Pro", "word\u2060joiner\u200dzwj\u200cnj",
    "🙂a🙂b 🙂", "¿Qué pasó? ¡Así!", "l'école d'été", "Straße STRASSE", "a  b\n\n\n  c", "\u2003em\u2003space", "a\u0085b",
    "\u0589a ա\u0589 \u061c\u0627 \u0953क \u0954a \u2bf4x a\U0001e133b", "a\u089e\u08cfb \U0001f16c \ua7f2", "²_½x ¹",
]


def texts():
    """These, and mixtures of their parts."""
    hand = random.Random(7)
    atoms = ["the", "cat", "The", " ", "  ", "\n", "\t", "猫", "坐在", "é", "e\u0301", "q\u0301", "😀", "1", "23", "456", "'s",
             "'LL", ".", "!?", "-", "_", "▁", "<s>", "</s>", "<mask>", "[MASK]", "ß", "ﬁ", "½", "x", "Ａ", "ー", "か", "भ",
             "\u00a0", "\u200b", "\r\n", "un", "ing", "Q", "(", ")", "$", "²"]
    mixed = ["".join(hand.choice(atoms) for _ in range(hand.randint(2, 14))) for _ in range(120)]
    return TEXTS + mixed


def train_unigram():
    """A SentencePiece model with the table of replacements; also its pieces and that table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rules = "".join(f"{' '.join(f'{ord(c):X}' for c in old)}\t{' '.join(f'{ord(c):X}' for c in new)}\n"
                        for old, new in sorted(REPLACEMENTS.items()))
        (folder / "rules.tsv").write_text(rules, encoding="utf-8")
        (folder / "corpus.txt").write_text("\n".join(corpus.TRAINING), encoding="utf-8")
        sentencepiece.SentencePieceTrainer.train(
            input=str(folder / "corpus.txt"), model_prefix=str(folder / "m"), vocab_size=270, model_type="unigram",
            normalization_rule_tsv=str(folder / "rules.tsv"), character_coverage=0.98, num_threads=1, minloglevel=2)
        return (folder / "m.model").read_bytes()


def train_piece_pairs():
    """A SentencePiece model of byte-pair encoding with whole tokens of a person's own; it keeps spaces as they are."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "corpus.txt").write_text("\n".join(corpus.TRAINING[:8]), encoding="utf-8")
        sentencepiece.SentencePieceTrainer.train(
            input=str(folder / "corpus.txt"), model_prefix=str(folder / "m"), vocab_size=120, model_type="bpe",
            normalization_rule_name="identity", remove_extra_whitespaces=False, user_defined_symbols=["cat", "the c", "ab"],
            minloglevel=2, num_threads=1)
        return (folder / "m.model").read_bytes()


def train_pairs():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.train_from_iterator(corpus.TRAINING, trainers.BpeTrainer(
        vocab_size=380, special_tokens=["<|endoftext|>", "<|padding|>"], show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    return json.loads(tokenizer.to_str())["model"]


def train_marked_pairs():
    """As NLLB's and Gemma's: ▁ for a space, a piece for each byte."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    special = ["<pad>", "<eos>", "<bos>", "<unk>", "<mask>", "<s>", "</s>"]
    tokenizer.train_from_iterator(corpus.TRAINING, trainers.BpeTrainer(
        vocab_size=330, special_tokens=special + [f"<0x{b:02X}>" for b in range(256)][:160], limit_alphabet=60,
        show_progress=False))
    return json.loads(tokenizer.to_str())["model"]


def added(text, number, **flags):
    return {"id": number, "content": text, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
            "special": True} | flags


def whole(model, **parts):
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
            "pre_tokenizer": None, "post_processor": None, "decoder": None} | parts | {"model": model}


class Files:
    """What cases are made of: NAME.json in this folder."""

    def __init__(self):
        model = train_unigram()
        self.model = model
        self.piece_pairs = train_piece_pairs()
        proto = sentencepiece_model_pb2.ModelProto()
        proto.ParseFromString(model)
        self.table = base64.b64encode(proto.normalizer_spec.precompiled_charsmap).decode()
        self.pieces = [[p.piece, round(p.score, 4)] for p in proto.pieces][3:] + [["e▁c", -3.0], ["▁▁", -3.0]]
        self.pairs = train_pairs()
        self.marked = train_marked_pairs()

    def unigram(self, before, after=(), unknown=3, **more):
        """Pieces between special ones, the same in all files."""
        return {"type": "Unigram", "unk_id": unknown, "byte_fallback": False} | more | {
            "vocab": [[t, 0.0] for t in before] + [["@pieces", 0.0]] + [[t, 0.0] for t in after]}

    def filled(self, value):
        """With the long parts in place of their names."""
        if isinstance(value, dict):
            if value.get("type") == "BPE" and value["vocab"] in ("@pairs", "@marked"):
                model = self.pairs if value["vocab"] == "@pairs" else self.marked
                return model | {k: v for k, v in value.items() if k != "vocab"}
            return {k: self.filled(v) for k, v in value.items()}
        if isinstance(value, list):
            return [part for v in value for part in (self.pieces if v == ["@pieces", 0.0] else [self.filled(v)])]
        return self.table if value == "@table" else value


S = {"type": "WhitespaceSplit"}
M = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
P = {"type": "Precompiled", "precompiled_charsmap": "@table"}


def sequence(*parts):
    return {"type": "Sequence", "pretokenizers": list(parts)}


def normal(*parts):
    return {"type": "Sequence", "normalizers": list(parts)}


def split(pattern, behavior="Isolated", invert=False, kind="Regex"):
    return {"type": "Split", "pattern": {kind: pattern}, "behavior": behavior, "invert": invert}


def replace(pattern, content, kind="Regex"):
    return {"type": "Replace", "pattern": {kind: pattern}, "content": content}


GPT4 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
O200K = (r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
         r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
         r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+")
NEMO = (r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|"
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|"
        r"\s*[\r\n]+|\s+(?!\S)|\s+")
DEEPSEEK = (r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+|"
            r" ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
BLOOM = r" ?[^(\s|[.,!?…。,、।۔،])]+"
# Expressions by themselves: each is a rule that ICU has, or spells otherwise.
EXPRESSIONS = [
    r"\w+", r"\W+", r"[\w-]+", r"[^\w]+", r"\h+", r"\H", r"\d+", r"\D+", r"\s{2,}|[\n\r\t]", r"[[:punct:]]+",
    r"[[:alpha:]]+", r"[[:alnum:]_]+", r"[[:upper:]]", r"[[:lower:]]+", r"[[:space:]]+", r"\bt\w*", r"\Ba", r"^.", r".$",
    r"^", r"$", r".", r"x*", r"a{2,}", r"a{,3}", r"(?:ab)+?", r"a++b", r"a?+a", r"a{1,2}+", r"(ab|a)(bc|b)?", r"(?>a+)b",
    r"(?<=a)b", r"(?<!a)b", r"a(?=b)", r"\p{Han}+", r"\p{^L}+", r"\P{Lu}+", r"\p{Hiragana}|\p{Katakana}", r"[a-cx-z]+",
    r"[]\]-]+", r"[^]a]+", r"\x41|\x{1F600}|\u00e9", r"\t|\n|\r|\f|\v|\e|\a", r"\A.|.\z", r"(?i)cat|THE", r"(?i:the)\s",
    r"(?i:[a-c]+)", r"(?-i:T)he", r"a|b|", r"(?#remark)a", r"[\p{L}x]?a{", r"\.\*\+\(\)\{", r"[.*+(){}|^$?\\]+",
    r"\n^|^$", r"[a[^\w\s]]+", r"[^\W_]+", r"\p{Sc}|\p{Sm}+|\p{Pd}", r"\p{Arabic}+|\p{Cyrillic}+", r"(?<word>cat)", r"['’]", r"\p{N}{1,3}(?=(?:\p{N}{3})*\b)",
]


def cases(files):
    """Name, files, and where it says what a rule does, the name of the case without that rule."""
    xlmr = ["<s>", "<pad>", "</s>", "<unk>"]
    extra = [added("<s>", 0), added("<pad>", 1), added("</s>", 2), added("<unk>", 3)]
    mask = len(xlmr) + len(files.pieces)
    plain = files.unigram(xlmr, ["<mask>"])
    files.base = whole(plain, added_tokens=extra + [added("<mask>", mask, lstrip=True)], pre_tokenizer=M)
    made = []

    def case(name, parts, config=None, model=None, off=None, more=None):
        made.append({"name": name, "files": {"tokenizer.json": parts, "tokenizer_config.json": config or {
            "tokenizer_class": "PreTrainedTokenizerFast"}} | (more or {}), "model": model or "llama", "off": off})

    case("unigram", {})
    case("no steps", {"pre_tokenizer": None}, off="unigram")
    case("byte fallback", {"model": files.unigram(xlmr, ["<mask>"] + [f"<0x{b:02X}>" for b in range(256)],
                                                  byte_fallback=True)}, off="unigram")
    case("some bytes", {"model": files.unigram(xlmr, ["<mask>"] + [f"<0x{b:02X}>" for b in range(128, 234)],
                                               byte_fallback=True)}, off="byte fallback")
    ties = [["<unk>", 0.0], ["a", -1.0], ["b", -1.0], ["ab", -2.0], ["aba", -3.0], ["ba", -2.0], ["▁", -0.5], ["▁a", -1.5],
            ["aa", -2.0], ["aaa", -3.0], ["x", 3.0], ["q", -30.0], ["é", -2.5]]
    case("ties", {"model": {"type": "Unigram", "unk_id": 0, "byte_fallback": False, "vocab": ties}, "added_tokens": []})
    case("positive scores", {"model": {"type": "Unigram", "unk_id": 0, "byte_fallback": False, "vocab":
                                       [[t, s + 40] for t, s in ties] + [["zz", 38.5], ["the", 39.0]]},
                             "added_tokens": []}, off="ties")
    case("table", {"normalizer": P}, off="unigram")
    case("table in a list", {"normalizer": normal({"type": "Lowercase"}, P, replace(" {2,}", " "))}, off="table")
    for scheme in ("always", "first", "never"):
        for cuts in (True, False):
            case(f"mark {scheme} {cuts}", {"pre_tokenizer": M | {"prepend_scheme": scheme, "split": cuts}},
                 off=None if scheme == "always" and cuts else "mark always True")
    case("mark after cuts", {"pre_tokenizer": sequence(S, M)}, off="unigram")
    case("mark first after cuts", {"pre_tokenizer": sequence(S, M | {"prepend_scheme": "first"})}, off="mark after cuts")
    case("old mark", {"pre_tokenizer": {"type": "Metaspace", "replacement": "_", "add_prefix_space": True,
                                        "str_rep": "_"}}, off="unigram")
    case("strip", {"normalizer": {"type": "Strip", "strip_left": True, "strip_right": True}}, off="unigram")
    case("strip left", {"normalizer": {"type": "Strip", "strip_left": True, "strip_right": False},
                        "pre_tokenizer": M | {"prepend_scheme": "first"}}, off="mark first True")
    case("strip right", {"normalizer": {"type": "Strip", "strip_left": False, "strip_right": True}}, off="unigram")
    case("accents", {"normalizer": normal({"type": "NFD"}, {"type": "StripAccents"})}, off="unigram")
    case("prepend", {"normalizer": normal({"type": "Prepend", "prepend": "▁x"}), "pre_tokenizer": None}, off="no steps")
    case("replace text", {"normalizer": replace(" ", "▁", "String"), "pre_tokenizer": None}, off="no steps")
    case("replace nothing", {"normalizer": replace("", "x", "String")}, off="unigram")
    case("replace expression", {"normalizer": replace(r"(\d)", "<$1>")}, off="unigram")
    case("replace empty", {"normalizer": replace(r"t*", "-")}, off="unigram")
    case("digits", {"pre_tokenizer": sequence({"type": "Digits", "individual_digits": True})}, off="no steps")
    case("digit runs", {"pre_tokenizer": sequence({"type": "Digits", "individual_digits": False})}, off="digits")
    for behavior in ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"):
        off = None if behavior == "Removed" else "punctuation Removed"
        case(f"punctuation {behavior}", {"pre_tokenizer": {"type": "Punctuation", "behavior": behavior}}, off=off)
        case(f"split {behavior}", {"pre_tokenizer": split(r"[aeo ]", behavior)}, off=off and "split Removed")
        case(f"split inverted {behavior}", {"pre_tokenizer": split(r"[aeo ]", behavior, True)}, off=f"split {behavior}"
             if behavior in ("Removed", "MergedWithPrevious") else None)
    case("split text", {"pre_tokenizer": split("at", "MergedWithPrevious", False, "String")}, off="no steps")
    case("delimiter", {"pre_tokenizer": {"type": "CharDelimiterSplit", "delimiter": "t"}}, off="no steps")
    case("white space split", {"pre_tokenizer": S}, off="no steps")
    case("words", {"pre_tokenizer": {"type": "Whitespace"}}, off="white space split")
    case("scripts", {"pre_tokenizer": sequence({"type": "UnicodeScripts"}, M)}, off="unigram")

    pairs = {"type": "BPE", "vocab": "@pairs"}
    byte = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    ends = [added("<|endoftext|>", 0), added("<|padding|>", 1)]
    last = None
    for name, pattern in (("GPT-4", GPT4), ("o200k", O200K), ("Nemo", NEMO), ("DeepSeek", DEEPSEEK), ("BLOOM", BLOOM)):
        case(name, {"model": pairs, "added_tokens": ends, "pre_tokenizer": sequence(split(pattern), byte)}, off=last)
        last = name
    for i, pattern in enumerate(EXPRESSIONS):
        case(f"expression {i}", {"normalizer": replace(pattern, "⌷"), "pre_tokenizer": None})

    # Classes that the library makes anew, whatever normalizer and pre-tokenizer the file has.
    wrong = {"normalizer": normal({"type": "NFC"}, P), "pre_tokenizer": {"type": "Whitespace"}}

    def rebuilt(name, kind, parts, off=None, model="llama", more=None, **config):
        case(name, wrong | parts, {"tokenizer_class": kind} | config, model, off, more)

    for kind, model in (("XLMRobertaTokenizer", "xlm-roberta"), ("CamembertTokenizer", "camembert")):
        rebuilt(kind, kind, {}, model=model)
        rebuilt(f"{kind} without space", kind, {}, f"{kind}", model, add_prefix_space=False)
    rebuilt("XLMRobertaTokenizer without table", "XLMRobertaTokenizer", {"normalizer": None}, "XLMRobertaTokenizer",
            "xlm-roberta")
    rebuilt("by model type", "XLMRobertaTokenizerFast", {}, model="xlm-roberta")
    made[-1]["files"]["tokenizer_config.json"] = {}
    albert = ["<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]"]
    albert_parts = {"model": files.unigram(albert, unknown=1),
                    "added_tokens": [added(t, i, lstrip=t == "[MASK]") for i, t in enumerate(albert)]}
    rebuilt("AlbertTokenizer", "AlbertTokenizer", albert_parts, model="albert")
    rebuilt("AlbertTokenizer cased", "AlbertTokenizer", albert_parts, "AlbertTokenizer", "albert", do_lower_case=False,
            keep_accents=True)
    rebuilt("AlbertTokenizer template", "AlbertTokenizer", albert_parts | {"post_processor": {
        "type": "TemplateProcessing", "single": [{"Sequence": {"id": "A", "type_id": 0}}], "pair": [
            {"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}], "special_tokens": {}}},
            "AlbertTokenizer", "albert")
    t5 = ["<pad>", "</s>", "<unk>"]
    sentinels = [f"<extra_id_{i}>" for i in range(99, -1, -1)]
    first = len(t5) + len(files.pieces)
    rebuilt("T5Tokenizer", "T5Tokenizer", {
        "model": files.unigram(t5, sentinels, unknown=2), "added_tokens":
        [added(t, i) for i, t in enumerate(t5)] + [added(t, first + i) for i, t in enumerate(sentinels)]}, model="t5")
    rebuilt("T5Tokenizer unnamed sentinels", "T5Tokenizer", {
        "model": files.unigram(t5, sentinels, unknown=2), "added_tokens": [added(t, i) for i, t in enumerate(t5)]},
        model="t5")
    deberta = ["[PAD]", "[CLS]", "[SEP]", "[UNK]"]
    deberta_parts = {"model": files.unigram(deberta, ["[MASK]"]), "added_tokens":
                     [added(t, i) for i, t in enumerate(deberta)] + [added("[MASK]", 4 + len(files.pieces))]}
    rebuilt("DebertaV2Tokenizer", "DebertaV2Tokenizer", deberta_parts, model="deberta-v2")
    for key, value in (("split_by_punct", True), ("do_lower_case", True), ("add_prefix_space", False)):
        rebuilt(f"DebertaV2Tokenizer {key}", "DebertaV2Tokenizer", deberta_parts, "DebertaV2Tokenizer", "deberta-v2",
                **{key: value})
    for kind, codes, model in (("MBartTokenizer", MBART, "mbart"), ("MBart50Tokenizer", MBART50, "mbart")):
        at = len(xlmr) + len(files.pieces)
        parts = {"model": files.unigram(xlmr, codes + ["<mask>"]), "added_tokens":
                 extra + [added(c, at + i) for i, c in enumerate(codes)] + [added("<mask>", at + len(codes), lstrip=True)]}
        rebuilt(kind, kind, parts, model=model)
        rebuilt(f"{kind} languages", kind, parts, kind, model, src_lang="de_DE", tgt_lang="ro_RO")
    unmasked = parts | {"added_tokens": parts["added_tokens"][:-1]}
    rebuilt("plain mask", "MBart50Tokenizer", unmasked, "own mask", mask_token="<mask>")
    rebuilt("own mask", "MBart50Tokenizer", unmasked, mask_token={
        "__type": "AddedToken", "content": "<mask>", "lstrip": False, "rstrip": False, "normalized": False,
        "single_word": False, "special": True})
    marked = {"type": "BPE", "vocab": "@marked"}
    rebuilt("GemmaTokenizer", "GemmaTokenizer", {"model": marked, "added_tokens": [
        added(t, i) for i, t in enumerate(["<pad>", "<eos>", "<bos>", "<unk>", "<mask>"])], "post_processor": {
            "type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<bos>", "type_id": 0}},
                                                     {"Sequence": {"id": "A", "type_id": 0}}],
            "pair": [{"SpecialToken": {"id": "<bos>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                     {"SpecialToken": {"id": "<bos>", "type_id": 1}}, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {"<bos>": {"id": "<bos>", "ids": [2], "tokens": ["<bos>"]}}}}, model="gemma")
    rebuilt("GPTNeoXTokenizer", "GPTNeoXTokenizer", {"model": pairs, "added_tokens": ends}, model="gpt_neox")
    rebuilt("GPTNeoXTokenizer space", "GPTNeoXTokenizer", {"model": pairs, "added_tokens": ends}, "GPTNeoXTokenizer",
            "gpt_neox", add_prefix_space=True, add_bos_token=True)
    size = len(files.marked["vocab"])
    languages = {"added_tokens": [added(t, files.marked["vocab"][t]) for t in ("<s>", "<pad>", "</s>", "<unk>")] +
                 [added("eng_Latn", size), added("fra_Latn", size + 1), added("<mask>", files.marked["vocab"]["<mask>"],
                                                                             lstrip=True)], "model": marked}
    nllb = {"extra_special_tokens": ["eng_Latn", "fra_Latn"]}
    rebuilt("NllbTokenizer", "NllbTokenizer", languages, model="m2m_100", **nllb)
    rebuilt("NllbTokenizer legacy", "NllbTokenizer", languages, "NllbTokenizer", "m2m_100", legacy_behaviour=True,
            src_lang="fra_Latn", tgt_lang="eng_Latn", **nllb)
    words = ["<s>", "<pad>", "</s>", "[UNK]", "<mask>"] + sorted(
        {w for line in corpus.TRAINING for w in line.lower().split()[:3]} | set("abcdefghijklmnopqrstuvwxyz.,!?'猫") |
        {"##" + c for c in "abcdefghijklmnopqrstuvwxyz0123456789"})
    rebuilt("MPNetTokenizer", "MPNetTokenizer", {"added_tokens": [added(t, i, lstrip=t == "<mask>") for i, t in enumerate(words[:5])],
                                                 "model": {"type": "WordPiece", "unk_token": "[UNK]", "max_input_chars_per_word": 9,
                                                           "continuing_subword_prefix": "@@",
                                                           "vocab": {t: i for i, t in enumerate(words)}}}, model="mpnet")
    # Without tokenizer.json.
    def loose(name, kind, model, named, off=None, **config):
        made.append({"name": name, "files": {"tokenizer_config.json": {"tokenizer_class": kind} | config} | named,
                     "model": model, "off": off})

    loose("XLMRobertaTokenizer model", "XLMRobertaTokenizer", "xlm-roberta", {"sentencepiece.bpe.model": "@model"})
    loose("CamembertTokenizer model", "CamembertTokenizer", "camembert", {"sentencepiece.bpe.model": "@model"})
    loose("MBartTokenizer model", "MBartTokenizer", "mbart", {"sentencepiece.bpe.model": "@model"})
    loose("MBart50Tokenizer model", "MBart50Tokenizer", "mbart", {"sentencepiece.bpe.model": "@model"})
    loose("DebertaV2Tokenizer model", "DebertaV2Tokenizer", "deberta-v2", {"spm.model": "@model"}, unk_token="<unk>",
          cls_token="<s>", sep_token="</s>", pad_token="<unk>", mask_token="</s>", bos_token="<s>", eos_token="</s>")
    loose("T5Tokenizer model", "T5Tokenizer", "t5", {"spiece.model": "@model"}, pad_token="<unk>")
    for kind, model in (("unigram", "@model"), ("pairs", "@piece_pairs")):
        loose(f"no class, {kind}", "PreTrainedTokenizerFast", "llama", {"tokenizer.model": model})
        loose(f"no class, {kind}, not legacy", "PreTrainedTokenizerFast", "llama", {"tokenizer.model": model},
              f"no class, {kind}", legacy=False)
    amino = ["<cls>", "<pad>", "<eos>", "<unk>"] + list("LAGVSERTIDPKQNFYMHWCXBUZO.-") + ["<null_1>", "<mask>"]
    loose("EsmTokenizer", "EsmTokenizer", "esm", {"vocab.txt": "\n".join(amino)})
    loose("ByT5Tokenizer", "ByT5Tokenizer", "t5", {"config.json": {"model_type": "t5", "vocab_size": 384}})
    encoder = {t: i for i, t in enumerate(["<s>", "<pad>", "</s>", "<unk>"] + [p for p, _ in files.pieces[:250]])}
    for codes in (None, "wmt21"):
        loose(f"M2M100Tokenizer {codes}", "M2M100Tokenizer", "m2m_100", {
            "sentencepiece.bpe.model": "@model", "vocab.json": encoder}, tgt_lang="de", src_lang="en",
            **({"language_codes": codes} if codes else {"additional_special_tokens": [f"__{c}__" for c in M2M["m2m100"]]}))
    return made


def checksum(text):
    """CRC-16 of ISO 3309, as qChecksum()."""
    crc = 0xFFFF
    for byte in text.encode("utf-8", "surrogatepass"):
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return f"{crc ^ 0xFFFF:04x}"


def result_of(tokenizer, text, pair=None, target=False):
    if target:
        encoded = tokenizer(text_target=text, return_token_type_ids=True)
    else:
        encoded = tokenizer(text, pair, return_token_type_ids=True)
    tokens = tokenizer.convert_ids_to_tokens(encoded["input_ids"])
    return [tokens, encoded["token_type_ids"]] if pair is not None else tokens


def words_of(encoded):
    """Of each token whether it is of the word of the token before it."""
    words = [-1] + [-1 if word is None else word for word in encoded.word_ids()]
    return "".join("s" if word >= 0 and word == before else "n" for before, word in zip(words, words[1:]))


def write(folder, files, case):
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"model_type": case["model"]}))
    for name, content in case["files"].items():
        if content in ("@model", "@piece_pairs"):
            (folder / name).write_bytes(files.model if content == "@model" else files.piece_pairs)
        elif name.endswith(".json"):
            if name == "tokenizer.json":
                content = files.base | content
            (folder / name).write_text(json.dumps(files.filled(content), ensure_ascii=False), encoding="utf-8")
        else:
            (folder / name).write_text(content, encoding="utf-8")


def main():
    files = Files()
    tried = texts()
    kept = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    (HERE / "unigram.model").write_bytes(files.model)
    (HERE / "pairs.model").write_bytes(files.piece_pairs)
    tokenizers = cases(files)
    parts = {"base": files.base, "pieces": files.pieces, "table": files.table, "pairs": files.pairs, "marked": files.marked, "texts": tried}
    (HERE / "parts.json").write_text(json.dumps(parts, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    written = []
    with tempfile.TemporaryDirectory() as temporary:
        for number, case in enumerate(tokenizers):
            folder = (kept or Path(temporary)) / f"{number:03}"
            shutil.rmtree(folder, ignore_errors=True)
            write(folder, files, case)
            tokenizer = AutoTokenizer.from_pretrained(folder)
            results = [result_of(tokenizer, text) for text in tried]
            groups = [results[i:i + GROUP] for i in range(0, len(results), GROUP)]
            case["sums"] = "".join(checksum("".join("\x1f".join(tokens) + "\x1e" for tokens in group)) for group in groups)
            case["tokens"] = results[:SHOWN]
            cuts = str(tokenizer.backend_tokenizer.pre_tokenizer) if tokenizer.is_fast else ""
            if any(step in cuts for step in ("Whitespace", "ByteLevel", "split=True")):
                case["words"] = checksum(" ".join(words_of(tokenizer(text)) for text in tried))
            if not case["name"].startswith("expression"):
                case["pair"] = result_of(tokenizer, *corpus.PAIRS[0])
            if "tgt_lang" in case["files"]["tokenizer_config.json"]:
                case["target"] = result_of(tokenizer, corpus.SENTENCES[0], target=True)
            if kept:
                (folder / "results.json").write_text(json.dumps(results, ensure_ascii=False))
            written.append(case)
    by_name = {case["name"]: case for case in written}
    for case in written:
        same = case["off"] and by_name[case["off"]]["sums"] == case["sums"]
        if same:
            print(case["name"], "changes nothing")
    lines = ",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in written)
    (HERE / "cases.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(len(written), "tokenizers,", len(tried), "texts")


if __name__ == "__main__":
    main()
