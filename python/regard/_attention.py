"""What models return as attention weights, as a file that Regard opens."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ._tensor import Tensor, shape_of, tensor, write

_SPECIAL = {"[CLS]", "[SEP]", "[PAD]", "[MASK]", "[BOS]", "[EOS]", "<s>", "</s>", "<pad>", "<mask>", "<bos>", "<eos>",
            "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|begin_of_text|>", "<|eot_id|>"}
_OUTPUTS = ("encoder_attentions", "decoder_attentions", "cross_attentions", "attentions")
_EAGER = ('the model returned no attention weights: load it with attn_implementation="eager" and call it with '
          "output_attentions=True")


def _is_list(values: Any) -> bool:
    return isinstance(values, (list, tuple))


def _one(layer: Any, batch: int, what: str) -> Any:
    """One sentence's heads × queries × keys."""
    if layer is None:
        raise ValueError(_EAGER)
    shape = shape_of(layer)
    if len(shape) == 4:
        if not 0 <= batch < shape[0]:
            raise ValueError(f"{what}: batch {batch} is asked for, but there are {shape[0]} sentences, counted from 0")
        return layer[batch]
    if len(shape) == 3:
        return layer
    raise ValueError(f"{what} has the shape {shape}; it takes heads × queries × keys, or a batch of these")


def _joined(steps: Sequence[Tensor], what: str, grows: bool) -> Tensor:
    """The rows of all steps of one layer below each other; where keys grow, short rows end with zeros."""
    heads = steps[0].shape[0]
    keys = max(step.shape[2] for step in steps)
    queries = sum(step.shape[1] for step in steps)
    for step in steps:
        if step.shape[0] != heads or (not grows and step.shape[2] != keys):
            raise ValueError(f"{what}: step shapes {steps[0].shape} and {step.shape} do not belong together")
    rows: List[bytes] = []
    for head in range(heads):
        for step in steps:
            width = 4 * step.shape[2]
            for query in range(step.shape[1]):
                start = (head * step.shape[1] + query) * width
                rows.append(step.data[start : start + width].ljust(4 * keys, b"\0"))
    kind = "BF16" if all(step.kind == "BF16" for step in steps) else "F32"
    return Tensor((heads, queries, keys), b"".join(rows), kind)


def layers_of(values: Any, what: str, batch: int = 0, grows: bool = True) -> List[Tensor]:
    """One heads × queries × keys a layer, from a tuple of layers or from the tuple of steps that generate() gives."""
    if values is None:
        raise ValueError(_EAGER)
    if not _is_list(values):
        shape = shape_of(values)
        if len(shape) not in (4, 5):
            raise ValueError(f"{what} has the shape {shape}; it takes layers × heads × queries × keys")
        values = [values[layer] for layer in range(shape[0])]
    if not values:
        raise ValueError(f"{what} has no layer")
    if any(value is None for value in values):
        raise ValueError(_EAGER)
    is_steps = _is_list(values[0]) and (values[0][0] is None or hasattr(values[0][0], "shape"))
    if not is_steps:
        return [tensor(_one(layer, batch, f"{what}, layer {number}")) for number, layer in enumerate(values, 1)]
    counts = {len(step) for step in values}
    if len(counts) != 1:
        raise ValueError(f"{what}: the steps have different numbers of layers")
    return [
        _joined([tensor(_one(step[layer], batch, f"{what}, layer {layer + 1}")) for step in values], what, grows)
        for layer in range(counts.pop())
    ]


def _is_causal(layers: Sequence[Tensor]) -> bool:
    """Whether no query looks at a later token."""
    for each in layers:
        heads, queries, keys = each.shape
        if queries != keys:
            return False
        for head in range(heads):
            for query in range(queries - 1):
                start = 4 * ((head * queries + query) * keys + query + 1)
                if any(each.data[start : start + 4 * (keys - query - 1)]):
                    return False
    return True


def taken_apart(attentions: Any) -> Dict[str, Any]:
    """The attentions in a model's output, or a tuple of layers as it is, by the names that save() takes."""
    parts = {name: getattr(attentions, name, None) for name in _OUTPUTS}
    if isinstance(attentions, dict):
        parts = {name: attentions.get(name) for name in _OUTPUTS}
    elif not any(hasattr(attentions, name) for name in _OUTPUTS):
        return {"attentions": attentions}
    found = {"encoder": parts["encoder_attentions"], "decoder": parts["decoder_attentions"],
             "cross": parts["cross_attentions"], "attentions": parts["attentions"]}
    found = {name: value for name, value in found.items() if value is not None}
    if not found:
        raise ValueError(_EAGER)
    return found


def _pieces(tokens: Sequence[str]) -> Optional[str]:
    for mark in ("##", "\u0120", "\u2581"):
        if any(token.startswith(mark) for token in tokens):
            return mark
    return None


def _texts(tokens: Any, count: int, what: str) -> List[str]:
    if isinstance(tokens, str):
        raise ValueError(f"{what} is one text; give a list with each token's")
    texts = [str(token) for token in tokens]
    if len(texts) != count:
        raise ValueError(f"{what} has {len(texts)} tokens, but the weights are of {count}")
    return texts


def _special(given: Optional[Sequence[int]], tokens: Sequence[str]) -> List[int]:
    return [int(at) for at in given] if given is not None else [at for at, text in enumerate(tokens) if text in _SPECIAL]


def _require_fit(layers: Sequence[Tensor], name: str) -> None:
    for number, layer in enumerate(layers, 1):
        if layer.shape[1:] != layers[0].shape[1:]:
            raise ValueError(f"{name}, layer {number} is {layer.shape[1]} × {layer.shape[2]}, but layer 1 is "
                             f"{layers[0].shape[1]} × {layers[0].shape[2]}")


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
    batch: int = 0,
) -> None:
    """Writes attention weights as a ``.safetensors`` file that Regard opens.

    attentions: a model's output or its tuple of layers, each heads × queries × keys or with a batch before that; the
        self-attention of an encoder, or of a decoder where no query looks at a later token. Or give ``encoder``,
        ``decoder`` and ``cross`` by name.
    tokens: the texts of the source (of a decoder alone, its own); target_tokens: those that a decoder beside an encoder
        reads.
    pieces: how words are marked, ``##``, ``Ġ``, ``▁`` or ``none``; special: positions of special tokens, counted from
        0. Both are found in the tokens where they are not given.
    batch: which sentence of a batch, counted from 0.

    Raises ValueError where shapes and tokens do not belong together, or where the model gave no weights, and where the
    path does not end in ``.safetensors``.
    """
    if not os.fspath(path).lower().endswith(".safetensors"):
        raise ValueError(f"{os.fspath(path)}: the name must end in .safetensors, by which Regard knows the file")
    parts = {"encoder": encoder, "decoder": decoder, "cross": cross}
    if attentions is not None:
        for name, value in taken_apart(attentions).items():
            if name == "attentions":
                layers = layers_of(value, "attentions", batch)
                parts["decoder" if _is_causal(layers) and len(layers[0].data) > 4 else "encoder"] = layers
            else:
                parts[name] = value
    read = {
        name: value if isinstance(value, list) and value and isinstance(value[0], Tensor) else layers_of(value, name, batch, name != "cross")
        for name, value in parts.items()
        if value is not None
    }
    if not read:
        raise ValueError(_EAGER)
    for name, layers in read.items():
        _require_fit(layers, name)
    source, target = _lengths(read)
    if tokens is None:
        raise ValueError("tokens are missing: give a list with each token's text")
    texts = _texts(tokens, source, "tokens")
    metadata = {"format": "regard-attention", "version": "1", "tokens": json.dumps(texts, ensure_ascii=False)}
    all_texts = list(texts)
    if target is not None:
        if target_tokens is None:
            raise ValueError("target_tokens are missing: give a list with the text of each token that the decoder reads")
        read_texts = _texts(target_tokens, target, "target_tokens")
        all_texts += read_texts
        metadata["target_tokens"] = json.dumps(read_texts, ensure_ascii=False)
        if found := _special(target_special, read_texts):
            metadata["target_special"] = json.dumps(found)
    if found := _special(special, texts):
        metadata["special"] = json.dumps(found)
    if mark := pieces or _pieces(all_texts):
        metadata["pieces"] = mark
    if title:
        metadata["title"] = title
    if "decoder" in read and _is_causal(read["decoder"]):
        metadata["decoder_mask"] = "causal"
    stored: Dict[str, Tensor] = {}
    for name, stack, kind in (("encoder", "encoder", "self"), ("decoder", "decoder", "self"), ("cross", "decoder", "cross")):
        for number, layer in enumerate(read.get(name, [])):
            stored[f"{stack}.{number}.{kind}.weights"] = layer
    write(path, stored, metadata)


def _lengths(read: Dict[str, List[Tensor]]) -> Tuple[int, Optional[int]]:
    """How many tokens the source and the target have; None: there is one sentence alone."""
    if "cross" in read:
        _, queries, keys = read["cross"][0].shape
        return keys, queries
    if "encoder" in read and "decoder" in read:
        raise ValueError("weights of an encoder and of a decoder are given, but not those of the cross-attention")
    return read["encoder" if "encoder" in read else "decoder"][0].shape[2], None
