#!/usr/bin/env python3
"""Writes the folders beside this script, a tiny random model of each further family, and what comes out of them.

Run it where transformers, tokenizers, sentencepiece and PyTorch are installed: python3 make.py [NAME…] (written with
transformers 5.24.0, tokenizers 0.23.3, sentencepiece 0.2.3 and PyTorch 2.15.0). README.md says what the files hold.
"""

import json
import sys
from pathlib import Path

import torch
import transformers
from safetensors.torch import save_file
from transformers import AutoTokenizer

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "checkpoints"))
import corpus  # noqa: E402
import make as whole  # noqa: E402
import train_tokenizers as trained  # noqa: E402
from make import Folder, made  # noqa: E402

whole.HERE = HERE
LONG = "the cat sat on the mat and the dog sat on the cat " * 12  # of its pass one row is kept
ROW = 135
TEXTS = ["The cat sat on the mat.", "A dog x 猫 it?", LONG]
PROTEIN = ["MKTAYIAKQR", "MK<mask>TL Q<mask>SFVK", "MKTAYIAKQRQISFVKSHFSRQ" * 7]


def pieces(special):
    """Special tokens, letters alone and as continuations, and a few words."""
    letters = [chr(c) for c in range(ord("a"), ord("z") + 1)]
    words = ["the", "cat", "sat", "on", "mat", "dog", "it", "##at", "##og"]
    return special + [".", "?", ","] + letters + ["##" + c for c in letters] + words


def word_pieces(folder, special, **config):
    trained.write(folder.path / "vocab.txt", "\n".join(pieces(special)) + "\n")
    folder.settings(**config)
    return len(pieces(special))


BERT = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def bert_pieces(folder, name="BertTokenizer"):
    return word_pieces(folder, BERT, tokenizer_class=name, do_lower_case=True, **whole.BERT_TOKENS)


def unigram(folder, file, **options):
    lines = [line for line in corpus.TRAINING if line.isascii()]
    trained.sentence_piece(folder.path / file, "unigram", 110, lines, normalization_rule_name="identity",
                           hard_vocab_limit=False, **options)


def sizes(**more):
    return dict(hidden_size=12, num_hidden_layers=2, num_attention_heads=3, intermediate_size=20,
                max_position_embeddings=290, layer_norm_eps=8e-3) | more


def make_bert_decoder():
    folder = Folder("bert_decoder")
    size = bert_pieces(folder)
    folder.model(made("BertLMHeadModel", "BertConfig", 30, **sizes(vocab_size=size, is_decoder=True)))


def roberta_like(name, kind, seed):
    folder = Folder(name)
    unigram(folder, "sentencepiece.bpe.model")
    folder.settings(tokenizer_class=kind + "Tokenizer", **whole.ROBERTA_TOKENS)
    size = len(AutoTokenizer.from_pretrained(folder.path))
    folder.model(made(kind + "ForMaskedLM", kind + "Config", seed,
                      **sizes(vocab_size=size, type_vocab_size=1, max_position_embeddings=292, pad_token_id=1)))


def make_xlm_roberta():
    roberta_like("xlm-roberta", "XLMRoberta", 31)


def make_camembert():
    roberta_like("camembert", "Camembert", 32)


def make_electra():
    """A generator, whose rows are narrower than the layers; discriminators with rows as wide as they are, and not."""
    folder = Folder("electra")
    size = bert_pieces(folder)
    folder.model(made("ElectraForMaskedLM", "ElectraConfig", 33,
                      **sizes(vocab_size=size, embedding_size=7, hidden_act="relu")))
    folder = Folder("electra_discriminator")
    size = bert_pieces(folder)
    folder.model(made("ElectraForPreTraining", "ElectraConfig", 34,
                      **sizes(vocab_size=size, embedding_size=12, hidden_act="gelu")))
    folder = Folder("electra_discriminator_narrow")
    size = bert_pieces(folder)
    folder.model(made("ElectraForPreTraining", "ElectraConfig", 56,
                      **sizes(vocab_size=size, embedding_size=7, hidden_act="silu")))


def make_albert():
    folder = Folder("albert")
    unigram(folder, "spiece.model", pad_id=0, unk_id=1, bos_id=-1, eos_id=-1,
            control_symbols=["[CLS]", "[SEP]", "[MASK]"])
    folder.settings(tokenizer_class="AlbertTokenizer", do_lower_case=True, model_max_length=290)
    size = len(AutoTokenizer.from_pretrained(folder.path))
    folder.model(made("AlbertForMaskedLM", "AlbertConfig", 35,
                      **sizes(vocab_size=size, embedding_size=7, num_hidden_layers=3, num_hidden_groups=2,
                              inner_group_num=2)))


def make_mpnet():
    folder = Folder("mpnet")
    size = word_pieces(folder, ["<s>", "<pad>", "</s>", "[UNK]", "<mask>"], tokenizer_class="MPNetTokenizer",
                       do_lower_case=True, model_max_length=290)
    folder.model(made("MPNetForMaskedLM", "MPNetConfig", 36, **sizes(vocab_size=size, max_position_embeddings=292)))


def make_esm():
    """ESM-2's rotary positions and token dropout; ESM-1b's learned positions and norm of the embedding."""
    from transformers.models.esm.configuration_esm import get_default_vocab_list
    for name, seed, more in (("esm", 37, dict(position_embedding_type="rotary", emb_layer_norm_before=False)),
                             ("esm_absolute", 38, dict(position_embedding_type="absolute", emb_layer_norm_before=True))):
        folder = Folder(name)
        trained.write(folder.path / "vocab.txt", "\n".join(get_default_vocab_list()) + "\n")
        folder.settings(tokenizer_class="EsmTokenizer", model_max_length=290)
        model = made("EsmForMaskedLM", "EsmConfig", seed,
                     **sizes(vocab_size=33, mask_token_id=32, pad_token_id=1, token_dropout=True,
                             max_position_embeddings=292, **more))
        if name == "esm":  # as the published files, whose frequencies were rounded to float16
            model.esm.rotary_embeddings.inv_freq.copy_(torch.tensor([0.97, 0.013]).half().float())
        folder.model(model)


def gpt2_pieces(folder, **config):
    """A byte-level BPE of few merges, as GPT-2's, GPT-NeoX's and BLOOM's are."""
    tokenizer = trained.trained_bpe(275, after=["<|endoftext|>"])
    folder.tokenizer(tokenizer, **(dict(tokenizer_class="PreTrainedTokenizerFast") | config))
    return tokenizer.get_vocab_size()


def decoder(name, kind, seed, config=None, **sizes):
    folder = Folder(name)
    folder.model(made(kind, config or kind.replace("LMHeadModel", "Config").replace("ForCausalLM", "Config"), seed,
                      vocab_size=gpt2_pieces(folder), **sizes))


def make_gpt2():
    decoder("gpt2_by_layer", "GPT2LMHeadModel", 40, n_positions=290, n_embd=12, n_layer=3, n_head=3, n_inner=20,
            layer_norm_epsilon=8e-3, scale_attn_by_inverse_layer_idx=True)


def make_opt():
    """As most are, with norms after, with narrow tokens, with both as OPT-350m, and without a final norm."""
    sizes = dict(hidden_size=12, num_hidden_layers=2, num_attention_heads=3, ffn_dim=20, max_position_embeddings=290)
    decoder("opt", "OPTForCausalLM", 42, **sizes, word_embed_proj_dim=12)
    decoder("opt_post", "OPTForCausalLM", 43, **sizes, word_embed_proj_dim=12, do_layer_norm_before=False,
            enable_bias=False)
    decoder("opt_narrow", "OPTForCausalLM", 57, **sizes, word_embed_proj_dim=7)
    decoder("opt_350m", "OPTForCausalLM", 58, **sizes, word_embed_proj_dim=7, do_layer_norm_before=False)
    decoder("opt_unnormed", "OPTForCausalLM", 59, **sizes, word_embed_proj_dim=12, _remove_final_layer_norm=True)
    decoder("opt_narrow_unnormed", "OPTForCausalLM", 60, **sizes, word_embed_proj_dim=7,
            _remove_final_layer_norm=True, enable_bias=False)


def make_bloom():
    decoder("bloom", "BloomForCausalLM", 44, hidden_size=18, n_layer=2, n_head=3, layer_norm_epsilon=8e-3)


def make_gpt_neo():
    decoder("gpt_neo", "GPTNeoForCausalLM", 41, hidden_size=12, num_layers=3, num_heads=3, intermediate_size=20,
            max_position_embeddings=290, layer_norm_epsilon=8e-3, window_size=5,
            attention_types=[[["global", "local"], 1], [["local"], 1]])


def make_gpt_neox():
    sizes = dict(hidden_size=24, num_hidden_layers=2, num_attention_heads=3, intermediate_size=20,
                 max_position_embeddings=290, layer_norm_eps=8e-3)
    decoder("gpt_neox", "GPTNeoXForCausalLM", 45, **sizes, rotary_pct=0.25, rotary_emb_base=500)
    decoder("gpt_neox_sequential", "GPTNeoXForCausalLM", 46, **sizes, rotary_pct=0.5, use_parallel_residual=False,
            attention_bias=False)


def make_gptj():
    decoder("gptj", "GPTJForCausalLM", 47, n_positions=290, n_embd=24, n_layer=2, n_head=3, rotary_dim=4, n_inner=20,
            layer_norm_epsilon=8e-3)


def make_phi():
    decoder("phi", "PhiForCausalLM", 48, hidden_size=24, num_hidden_layers=2, num_attention_heads=3,
            intermediate_size=20, max_position_embeddings=290, layer_norm_eps=8e-3)


def translator(folder, kind, seed, **more):
    """Layers of unlike widths and heads in both stacks; positions for the long text."""
    return made(kind + "ForConditionalGeneration", kind + "Config", seed,
                **(dict(vocab_size=len(AutoTokenizer.from_pretrained(folder.path)), d_model=12, encoder_layers=1,
                        decoder_layers=2, encoder_attention_heads=3, decoder_attention_heads=3, encoder_ffn_dim=20,
                        decoder_ffn_dim=28, max_position_embeddings=290) | more))


def with_small_rows(model):
    """The norms' epsilon, which no configuration gives, is seen where rows are small."""
    with torch.no_grad():
        model.model.shared.weight.mul_(0.02)
    return model


def make_mbart():
    """mBART, whose sentences end with their language, and MBart-50, whose sentences begin with it."""
    folder = Folder("mbart")
    unigram(folder, "sentencepiece.bpe.model")
    folder.settings(tokenizer_class="MBartTokenizer")
    folder.model(with_small_rows(translator(folder, "MBart", 50)))
    folder = Folder("mbart50")
    unigram(folder, "sentencepiece.bpe.model")
    folder.settings(tokenizer_class="MBart50Tokenizer", src_lang="de_DE", tgt_lang="fr_XX")
    folder.model(translator(folder, "MBart", 51, scale_embedding=True, activation_function="relu"))


def make_m2m_100():
    """M2M100, with a padding of another id than usual: positions begin after it."""
    folder = Folder("m2m_100")
    unigram(folder, "sentencepiece.bpe.model", bos_id=-1, eos_id=2, pad_id=1, unk_id=3)
    model = trained.sentencepiece.SentencePieceProcessor(str(folder.path / "sentencepiece.bpe.model"))
    words = [model.id_to_piece(i) for i in range(4, model.get_piece_size())]
    tokens = ["<s>", "<unk>", "</s>", "<pad>", *words]
    trained.write(folder.path / "vocab.json", json.dumps({token: i for i, token in enumerate(tokens)}))
    folder.settings(tokenizer_class="M2M100Tokenizer", src_lang="en", tgt_lang="de")
    languages, unused = 100, 8
    folder.model(translator(folder, "M2M100", 52, pad_token_id=3, vocab_size=len(tokens) + languages + unused))


def nllb(name, seed, **more):
    """A BPE whose languages come after its pieces, as the library writes it down."""
    folder = Folder(name)
    lines = [line for line in corpus.TRAINING if line.isascii()]
    trained.sentence_piece(folder.path / "sentencepiece.bpe.model", "bpe", 110, lines, hard_vocab_limit=False,
                           normalization_rule_name="identity")
    folder.settings(tokenizer_class="NllbTokenizer", extra_special_tokens=["eng_Latn", "deu_Latn", "zho_Hans",
                                                                           "tyv_Cyrl"], **more)
    AutoTokenizer.from_pretrained(folder.path).save_pretrained(folder.path)
    (folder.path / "sentencepiece.bpe.model").unlink()
    folder.model(translator(folder, "M2M100", seed, d_model=15))


def make_nllb():
    """Rows of an odd width, whose last column has no sine; one of the languages is none of NLLB's own."""
    nllb("nllb", 53, src_lang="eng_Latn")
    nllb("nllb_legacy", 54, src_lang="deu_Latn", legacy_behaviour=True)


def make_marian():
    """Two vocabularies of unlike sizes, of which many words are in both."""
    folder = Folder("marian_separate")
    lines = [line for line in corpus.TRAINING if line.isascii()]
    sizes = []
    for spm, vocab, part, size in (("source.spm", "vocab.json", lines, 110),
                                   ("target.spm", "target_vocab.json", lines[::2], 150)):
        trained.sentence_piece(folder.path / spm, "unigram", size, part, normalization_rule_name="identity",
                               hard_vocab_limit=False)
        model = trained.sentencepiece.SentencePieceProcessor(str(folder.path / spm))
        words = [model.id_to_piece(i) for i in range(3, model.get_piece_size())]
        tokens = ["</s>", "<unk>", *words, "<pad>"]
        sizes.append(len(tokens))
        trained.write(folder.path / vocab, json.dumps({token: i for i, token in enumerate(tokens)}))
    folder.settings(tokenizer_class="MarianTokenizer", separate_vocabs=True, source_lang="en", target_lang="de")
    folder.model(made("MarianMTModel", "MarianConfig", 55, vocab_size=sizes[0], decoder_vocab_size=sizes[1],
                      share_encoder_decoder_embeddings=False, d_model=12, encoder_layers=2, decoder_layers=1,
                      encoder_attention_heads=3, decoder_attention_heads=3, encoder_ffn_dim=20, decoder_ffn_dim=28,
                      max_position_embeddings=290, pad_token_id=sizes[0] - 1, decoder_start_token_id=sizes[1] - 1,
                      eos_token_id=0, scale_embedding=True))


LANGUAGES = {"mbart": (("ro_RO", None), ("zh_CN", "si_LK")), "mbart50": (("en_XX", None), ("af_ZA", "gl_ES")),
             "m2m_100": (("zh", None), ("fr", "zu")), "nllb": (("tyv_Cyrl", None), ("zho_Hans", "eng_Latn")),
             "nllb_legacy": (("eng_Latn", None), ("zho_Hans", "tyv_Cyrl"))}


def sentence_pairs(name):
    """Source, target, and the languages that they are marked with, where these are not the files' own."""
    pairs = [("The cat sat on the mat.", "A dog x 猫 it?", (None, None)), (LONG[:230], "it sat on <pad> a mat", (None, None))]
    pairs += [("A dog <pad> sat on it", LONG[:240], languages) for languages in LANGUAGES.get(name, ())]
    return pairs


def write_expected_translation(path, config):
    """The same of an encoder and a decoder, which reads text_target as it is."""
    cases, tensors = [], {}
    for index, (source, target, languages) in enumerate(sentence_pairs(path.name)):
        chosen = {key: code for key, code in zip(("src_lang", "tgt_lang"), languages) if code}
        tokenizer = AutoTokenizer.from_pretrained(path, **chosen)
        model = getattr(transformers, config.architectures[0]).from_pretrained(
            path, attn_implementation="eager", dtype=torch.float32).eval()
        encoded, read = tokenizer(source), tokenizer(text_target=target)
        with torch.no_grad():
            output = model(input_ids=torch.tensor([encoded["input_ids"]]),
                           decoder_input_ids=torch.tensor([read["input_ids"]]),
                           output_attentions=True, output_hidden_states=True)
        names = [tokenizer.convert_ids_to_tokens(ids) for ids in (encoded["input_ids"], read["input_ids"])]
        if getattr(tokenizer, "separate_vocabs", False):  # the library names a source's ids by the target's vocabulary
            names = [[{i: token for token, i in words.items()}[i] for i in ids["input_ids"]]
                     for words, ids in ((tokenizer.encoder, encoded), (tokenizer.target_encoder, read))]
        case = {"text": source, "target": target, "tokens": names[0], "target_tokens": names[1]}
        case |= {key: code for key, code in zip(("source_language", "target_language"), languages) if code}
        found = whole.named(config, output)
        row = min(len(encoded["input_ids"]), len(read["input_ids"])) - 1
        if len(source) + len(target) > 100:
            case["row"] = row
            found = {name: value if "logits" in name else value[..., row:row + 1, :] for name, value in found.items()}
        tensors |= {f"{index}.{name}": tensor.contiguous() for name, tensor in found.items()}
        cases.append(case)
    save_file(tensors, path.with_name(path.name + ".expected.safetensors"),
              metadata={"cases": json.dumps(cases, ensure_ascii=True)})


def texts_for(model_type):
    """Decoders' tokens are single letters, so that the long text is a shorter one for them."""
    if model_type == "esm":
        return PROTEIN
    return TEXTS if model_type in whole.ENCODERS else [*TEXTS[:2], LONG[:270]]


def write_expected(path):
    """PATH.expected.safetensors: what the model computes of each text, loaded anew for it."""
    tokenizer = AutoTokenizer.from_pretrained(path)
    config = transformers.AutoConfig.from_pretrained(path)
    if config.is_encoder_decoder:
        return write_expected_translation(path, config)
    cases, tensors = [], {}
    for index, text in enumerate(texts_for(config.model_type)):
        model = getattr(transformers, config.architectures[0]).from_pretrained(
            path, attn_implementation="eager", dtype=torch.float32).eval()
        encoded = tokenizer(text)
        inputs = {key: torch.tensor([value]) for key, value in encoded.items()}
        before_projection = []
        if getattr(config, "word_embed_proj_dim", config.hidden_size) != config.hidden_size:
            model.model.decoder.project_out.register_forward_pre_hook(
                lambda module, read: before_projection.append(read[0]))
        with torch.no_grad():
            output = model(**inputs, output_attentions=True, output_hidden_states=True)
        if config.architectures[0].endswith("ForPreTraining"):  # one logit a token, beside another of 0
            output.logits = torch.stack((torch.zeros_like(output.logits), output.logits), -1)
        found = whole.named(config, output)
        if before_projection:  # the library's last hidden state is after it
            found["decoder_output"] = before_projection[0][0]
        case = {"text": text, "tokens": whole.tokens_of(tokenizer, encoded)}
        if "token_type_ids" in encoded:
            case["types"] = encoded["token_type_ids"]
        if len(text) > 60:
            case["row"] = ROW
            found = {name: value if "logits" in name else value[..., ROW:ROW + 1, :] for name, value in found.items()}
        tensors |= {f"{index}.{name}": tensor.contiguous() for name, tensor in found.items()}
        cases.append(case)
    save_file(tensors, path.with_name(path.name + ".expected.safetensors"),
              metadata={"cases": json.dumps(cases, ensure_ascii=True)})


def main(wanted):
    for name, function in list(globals().items()):
        if name.startswith("make_") and (not wanted or name.removeprefix("make_") in wanted):
            function()
    for folder in sorted(path for path in HERE.iterdir() if (path / "config.json").exists()):
        if not wanted or any(folder.name.replace("-", "_").startswith(name) for name in wanted):
            write_expected(folder)
    for path in HERE.rglob("*.safetensors"):
        path.chmod(0o644)


if __name__ == "__main__":
    main(sys.argv[1:])
