"""What models return as attention weights, as a file that Regard opens."""

from __future__ import annotations

import codecs
import json
import os
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from . import _generated
from ._layers import EAGER, Weights, are_steps, causality, is_list, layers_of, without
from ._tensor import Tensor, shape_of, write
from ._warn import warn

_SPECIAL = {"[CLS]", "[SEP]", "[PAD]", "[MASK]", "[BOS]", "[EOS]", "<s>", "</s>", "<pad>", "<mask>", "<bos>", "<eos>",
            "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|begin_of_text|>", "<|eot_id|>"}
_PRINTED = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
_MOVED = [byte for byte in range(0x100) if byte not in _PRINTED]
_BYTES = {**{chr(byte): byte for byte in _PRINTED}, **{chr(0x100 + at): byte for at, byte in enumerate(_MOVED)}}
_OUTPUTS = {"encoder": "encoder_attentions", "decoder": "decoder_attentions", "cross": "cross_attentions",
            "attentions": "attentions"}


def _is_absent(value: Any) -> bool:
    """None, or a tuple without a layer, which models give for an attention that they do not have."""
    return value is None or (is_list(value) and all(is_list(each) and _is_absent(each) for each in value))


def _member(output: Any, name: str) -> Any:
    return output.get(name) if isinstance(output, dict) else getattr(output, name, None)


def _taken_apart(attentions: Any) -> Dict[str, Any]:
    """The attentions in a model's output, or a tuple of layers as it is, by the names that save() takes."""
    if not isinstance(attentions, dict) and not any(hasattr(attentions, name) for name in _OUTPUTS.values()):
        return {"attentions": attentions}
    return {name: _member(attentions, output) for name, output in _OUTPUTS.items()}


class _Read(NamedTuple):
    """The attentions of one sentence by ``encoder``, ``decoder`` and ``cross``, and where they come from."""

    weights: Dict[str, Weights]
    sequence: Optional[_generated.Sequence]  # of generate()


def _read(attentions: Any, named: Dict[str, Any], batch: Optional[int], sequence: Optional[int]) -> _Read:
    parts = _taken_apart(attentions) if attentions is not None else {}
    parts.update({name: value for name, value in named.items() if value is not None})
    parts = {name: value for name, value in parts.items() if not _is_absent(value)}
    if not parts:
        raise ValueError(EAGER)
    chosen = None
    sequences = _member(attentions, "sequences")
    if sequences is not None and any(are_steps(value) for value in parts.values()):
        if batch is not None:
            raise ValueError("batch= is of a model's own output: of what generate() returns, sequence= says which of its "
                             "sequences")
        chosen = _generated.sequence_of(sequences, _member(attentions, "beam_indices"), parts, sequence)
    elif sequence is not None:
        raise ValueError("sequence= is of the whole output of generate(); batch= says which of a batch")
    read: Dict[str, Weights] = {}
    for name, value in parts.items():
        rows, at = None, batch
        if chosen and are_steps(value):
            rows = chosen.rows
        elif chosen and len(shape := shape_of(value[0])) == 4:
            at = chosen.source(shape[0], name)
        elif are_steps(value) and value[0][0] is not None and batch is not None and shape_of(value[0][0])[0] > 1:
            warn(f"{name}: row {batch} of every step is taken, which after a beam search is not one sentence; give the "
                 "whole output of generate()")
        read[name] = layers_of(value, name, at, rows, grows=name != "cross")
    if "attentions" in read:
        own = read.pop("attentions")
        is_decoder = "cross" in read or own.are_steps or (own.layers[0].shape[1] > 1 and causality(own.layers)[0])
        read.setdefault("decoder" if is_decoder else "encoder", own)
    return _Read(read, chosen)


def _require_fit(weights: Dict[str, Weights]) -> None:
    for name, (layers, *_) in weights.items():
        heads, queries, keys = layers[0].shape
        if name != "cross" and queries != keys:
            raise ValueError(f"{name}, layer 1 is {queries} × {keys}, but a sentence attends to itself with as many "
                             "queries as keys; attention to another one is cross=")
        for number, layer in enumerate(layers, 1):
            if layer.shape[1:] != (queries, keys):
                raise ValueError(f"{name}, layer {number} is {layer.shape[1]} × {layer.shape[2]}, but layer 1 is "
                                 f"{queries} × {keys}")
            if layer.shape[0] != heads:
                raise ValueError(f"{name}, layer {number} has {layer.shape[0]} heads, but layer 1 has {heads}; give layers "
                                 "of one number of heads, those of one stage for instance")


def _is_byte_level(tokens: Sequence[str]) -> bool:
    """Whether GPT-2's alphabet of bytes (Radford et al. 2019, bytes_to_unicode) spells a text beyond ASCII in UTF-8."""
    try:
        spelled = bytes(_BYTES[character] for token in tokens if token not in _SPECIAL for character in token)
        text = codecs.getincrementaldecoder("utf-8")().decode(spelled)  # may be cut off within a character
    except (KeyError, UnicodeDecodeError):
        return False
    return not text.isascii()


def _pieces(tokens: Sequence[str]) -> Optional[str]:
    for mark in ("##", "\u0120", "\u2581"):
        if any(token.startswith(mark) for token in tokens):
            return mark
    return "\u0120" if _is_byte_level(tokens) else None


def _texts(tokens: Any, what: str) -> List[str]:
    if tokens is None:
        raise ValueError(f"{what} are missing: give a list with each token's text")
    if isinstance(tokens, str):
        raise ValueError(f"{what} is one text; give a list with each token's")
    texts = [tokens] if hasattr(tokens, "keys") else list(tokens)  # a tokenizer's whole output is no list
    for text in texts:
        if not isinstance(text, str):
            raise ValueError(f"{what} must be a list with each token's text, not {str(text):.40}: of ids, "
                             "tokenizer.convert_ids_to_tokens(input_ids[0]) makes the texts")
    return [str(text) for text in texts]


class _Sentence(NamedTuple):
    texts: List[str]
    special: List[int]


def _sentence(tokens: Any, special: Optional[Sequence[int]], what: str, count: int, stays: Optional[List[bool]],
              of: Weights, sequence: Optional[_generated.Sequence]) -> _Sentence:
    """The texts of count tokens, or of those that stay, and the positions of special ones among them."""
    texts = _texts(tokens, what)
    given = len(texts)
    if of.are_steps and given > count and (given == count + 1 or (sequence and given == sequence.width)):
        ends = f"the last, {texts[-1]!r}, was" if given == count + 1 else f"the last {given - count} were"
        warn(f"{what}: {ends} not read by the model and {'is' if given == count + 1 else 'are'} left out")
        texts = texts[:count]
    places = list(range(len(texts)))
    if stays is not None and len(texts) == count:
        places = [place for place in places if stays[place]]
        count = len(places)
    elif stays is not None and len(texts) == sum(stays):  # without the padding already
        count = len(texts)
    if len(places) != count:
        raise ValueError(f"{what} has {given} tokens, but the weights are of {count}")
    texts = [texts[place] for place in places]
    marked = range(given) if special is None else [int(place) for place in special]
    if beyond := [place for place in marked if not 0 <= place < given]:
        raise ValueError(f"special has the position {beyond[0]}, but {what} has {given} tokens, counted from 0")
    return _Sentence(texts, [at for at, place in enumerate(places)
                             if place in marked and (special is not None or texts[at] in _SPECIAL)])


def _stays(mask: Any, what: str, count: int, of: Weights, batch: Optional[int],
           sequence: Optional[_generated.Sequence]) -> Optional[List[bool]]:
    """Which of count tokens are no padding, by the tokenizer's mask."""
    if mask is None:
        return None
    shape = shape_of(mask)
    if len(shape) == 2:
        at = sequence.source(shape[0], what) if sequence else batch or 0
        if at >= shape[0] or (shape[0] > 1 and not sequence and batch is None):
            raise ValueError(f"{what} has {shape[0]} rows: say which sentence with batch=, counted from 0")
        mask, shape = mask[at], shape[1:]
    if len(shape) != 1:
        raise ValueError(f"{what} has the shape {shape}; it takes one number a token, 1, or 0 for padding")
    stays = [bool(each) for each in mask]
    if of.are_steps:  # tokens that the model wrote are no padding; the last one was not read
        stays = (stays + [True] * (count - len(stays)))[:count]
    if len(stays) != count:
        raise ValueError(f"{what} has {len(stays)} entries, but the weights are of {count} tokens")
    if not any(stays):
        raise ValueError(f"{what} leaves no token")
    return stays


def _without_padding(weights: Dict[str, Weights], source: Optional[List[bool]],
                     target: Optional[List[bool]]) -> Dict[str, Weights]:
    """The weights without the queries and keys that do not stay."""
    left: Dict[str, Weights] = {}
    for name, of in weights.items():
        _, queries, keys = of.layers[0].shape
        of_target = name != "encoder" and "cross" in weights
        asking = (target if of_target else source) or [True] * queries
        asked = (target if of_target and name != "cross" else source) or [True] * keys
        pairs = [without(layer, asking, asked) for layer in of.layers]
        if any(loses for _, loses in pairs):
            warn(f"{name}: the tokens that stay attend to padding, so that their rows do not sum to 1 without it; was the "
                 "model called with this attention_mask?")
        left[name] = of._replace(layers=[layer for layer, _ in pairs])
    return left


def save(
    path: "os.PathLike[str] | str",
    attentions: Any = None,
    tokens: Any = None,
    *,
    encoder: Any = None,
    decoder: Any = None,
    cross: Any = None,
    target_tokens: Any = None,
    title: Optional[str] = None,
    pieces: Optional[str] = None,
    special: Optional[Sequence[int]] = None,
    target_special: Optional[Sequence[int]] = None,
    batch: Optional[int] = None,
    sequence: Optional[int] = None,
    attention_mask: Any = None,
    decoder_attention_mask: Any = None,
) -> None:
    """Writes attention weights as a ``.safetensors`` file that Regard opens.

    attentions: a model's output, the output of generate(), or a tuple of layers, each heads × queries × keys, queries ×
        keys of a single head, or a batch of heads × queries × keys; the self-attention of an encoder, or of a decoder
        where no query looks at a later token. One array is one layer; of four dimensions it is layers × heads × queries ×
        keys. Or give ``encoder``, ``decoder`` and ``cross`` by name.
    tokens: the texts of the source (of a decoder alone, its own); target_tokens: those that a decoder beside an encoder
        reads. The token that generate() wrote last was not read; it is left out with a warning.
    pieces: how words are marked, ``##``, ``Ġ``, ``▁`` or ``none``; special: positions of special tokens, counted from
        0. Both are found in the tokens where they are not given.
    batch: which of a batch, counted from 0; needed where there is more than one. With it a layer of three dimensions is
        batch × queries × keys, the mean of the heads, as torch.nn.MultiheadAttention gives it.
    sequence: which of the sequences that generate() returned, counted from 0; needed where they are of more than one
        sentence. After a beam search each step's row is the one that the sequence went through.
    attention_mask: the tokenizer's mask, a row or the batch; padding, where it is 0, is left out of weights and tokens.
        decoder_attention_mask: the same of target_tokens.

    Raises ValueError where shapes and tokens do not belong together, or where the model gave no weights, and where the
    path does not end in ``.safetensors``.
    """
    if not os.fspath(path).lower().endswith(".safetensors"):
        raise ValueError(f"{os.fspath(path)}: the name must end in .safetensors, by which Regard knows the file")
    weights, chosen = _read(attentions, {"encoder": encoder, "decoder": decoder, "cross": cross}, batch, sequence)
    _require_fit(weights)
    source, target = _lengths(weights)
    own = weights["cross"]._replace(are_steps=False) if "cross" in weights else next(iter(weights.values()))
    source_stays = _stays(attention_mask, "attention_mask", source, own, batch, chosen)
    said = _sentence(tokens, special, "tokens", source, source_stays, own, chosen)
    metadata = {"format": "regard-attention", "version": "1", "tokens": json.dumps(said.texts, ensure_ascii=False)}
    all_texts, target_stays = list(said.texts), None
    if target is not None:
        target_stays = _stays(decoder_attention_mask, "decoder_attention_mask", target, weights["cross"], batch, chosen)
        read = _sentence(target_tokens, target_special, "target_tokens", target, target_stays, weights["cross"], chosen)
        all_texts += read.texts
        metadata["target_tokens"] = json.dumps(read.texts, ensure_ascii=False)
        if read.special:
            metadata["target_special"] = json.dumps(read.special)
    elif target_tokens is not None or decoder_attention_mask is not None:
        raise ValueError("target_tokens are those of a decoder beside an encoder, but there is no cross-attention")
    if source_stays or target_stays:
        weights = _without_padding(weights, source_stays, target_stays)
    if said.special:
        metadata["special"] = json.dumps(said.special)
    if mark := pieces or _pieces(all_texts):
        metadata["pieces"] = mark
    if title:
        metadata["title"] = str(title)
    if any(of.averaged for of in weights.values()):
        metadata["heads_averaged"] = "true"
    if "decoder" in weights:
        is_causal, padding = causality(weights["decoder"].layers)
        if is_causal and not padding:
            metadata["decoder_mask"] = "causal"
        elif is_causal:
            warn(f"the first {padding} tokens look like padding: attention_mask=, the tokenizer's, leaves them out")
    stored: Dict[str, Tensor] = {}
    for name, kind in (("encoder", "encoder.{}.self.weights"), ("decoder", "decoder.{}.self.weights"),
                       ("cross", "decoder.{}.cross.weights")):
        for number, layer in enumerate(weights[name].layers if name in weights else []):
            stored[kind.format(number)] = layer
    write(path, stored, metadata)


def _lengths(weights: Dict[str, Weights]) -> Tuple[int, Optional[int]]:
    """How many tokens the source and the target have; None: there is one sentence alone."""
    if "cross" in weights:
        _, queries, keys = weights["cross"].layers[0].shape
        return keys, queries
    if "encoder" in weights and "decoder" in weights:
        raise ValueError("weights of an encoder and of a decoder are given, but not those of the cross-attention")
    return next(iter(weights.values())).layers[0].shape[2], None
