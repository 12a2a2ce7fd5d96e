#!/usr/bin/env python3
"""Writes what torch.save makes of the tiny models in ../checkpoints, and of tensors in every layout and dtype.

Run it where PyTorch and transformers are installed: python3 make.py
(written with PyTorch 2.15 and transformers 5.24). Each file is read back by torch.load, numbers and all, before it is
kept. README.md says what the files hold.
"""

import io
import json
import pickle
import shutil
import struct
import zipfile
from collections import OrderedDict
from pathlib import Path

import torch
import transformers
from safetensors.torch import load_file, save_file

HERE = Path(__file__).resolve().parent
CHECKPOINTS = HERE.parent / "checkpoints"
SEEDS = HERE.parent.parent / "fuzz" / "corpus" / "pickle"
transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()


def require_same(path, tensors):
    loaded = torch.load(path, weights_only=True)
    assert list(loaded) == list(tensors), path
    for name, tensor in tensors.items():
        assert loaded[name].dtype == tensor.dtype and torch.equal(loaded[name], tensor), (path, name)


def save(tensors, path, legacy=False):
    torch.save(tensors, path, _use_new_zipfile_serialization=not legacy)
    require_same(path, tensors)


def model_of(name):
    config = transformers.AutoConfig.from_pretrained(CHECKPOINTS / name)
    kind = getattr(transformers, config.architectures[0])
    return kind.from_pretrained(CHECKPOINTS / name, dtype="auto")


def write_models():
    # state_dict() has _metadata, which is pickled as an attribute, and tied tensors that share a storage.
    state = model_of("gpt2_json").state_dict()
    save(state, HERE / "gpt2_json.bin")
    save(state, HERE / "gpt2_json.legacy.bin", legacy=True)
    save(model_of("llama_bfloat16").state_dict(), HERE / "llama_bfloat16.bin")
    # Parameters, without what the library notes on them, and a buffer among them, in a plain dictionary.
    model = model_of("bart")
    parameters = {name: torch.nn.Parameter(values.detach()) for name, values in model.named_parameters()}
    save(parameters | {"final_logits_bias": model.final_logits_bias.clone()}, HERE / "bart.bin")
    # Each shard in another format.
    shards = CHECKPOINTS / "llama_4_sharded"
    index = json.loads((shards / "model.safetensors.index.json").read_text())
    names = sorted(set(index["weight_map"].values()))
    for number, name in enumerate(names):
        shard = name.replace("model", "pytorch_model").replace(".safetensors", ".bin")
        save(load_file(shards / name), HERE / shard, legacy=number % 2 == 1)
        index["weight_map"] = {key: shard if value == name else value for key, value in index["weight_map"].items()}
    (HERE / "pytorch_model.bin.index.json").write_text(json.dumps(index, indent=2) + "\n")


def layouts():
    """Views of shared storages, all of them with numbers that differ."""
    random = torch.Generator().manual_seed(1)
    base = torch.randn(6, 10, generator=random)
    cube = torch.randn(3, 4, 5, generator=random)
    tensors = OrderedDict(
        straight=base, transposed=base.T, rows=base[2:5], columns=base[:, 3:7], every_second=base[::2, 1::3],
        turned_part=base[1:4, 2:9].T, permuted=cube.permute(2, 0, 1), slice=cube[1], column=cube[:, 2, 3],
        single=base[3, 4], flat=base.view(-1)[7:19], leading=torch.arange(5.0).expand(1, -1), none=torch.zeros(0, 4),
        one=base[5:6].T)
    for name in "float double half bfloat16 long int short char byte".split():
        kind = getattr(torch.zeros(1), name)().dtype
        tensors[name] = (40 * torch.randn(4, 3, generator=random)).to(kind)
        tensors[name + "_turned"] = tensors[name].T
    tensors["bool"] = torch.tensor([[True, False, True], [False, False, True]])
    tensors["bool_turned"] = tensors["bool"].T
    # Numbers that float32 must round: ties, the smallest, and one that is halfway to the next.
    tensors["rounded"] = torch.tensor([0.1, 1 + 2.0**-24, 1 + 3 * 2.0**-24, 1e-40, 2.0**-150, -1 / 3, 3.4028234e38],
                                      dtype=torch.float64)
    return tensors


def zip_files(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_big_endian(path, tensors):
    """As a machine of the other byte order writes it: torch.load turns each storage's bytes."""
    files = zip_files(path)
    folder = next(iter(files)).split("/")[0]
    widths = {}

    class Reader(pickle.Unpickler):
        def persistent_load(self, saved):
            widths[saved[2]] = saved[1].dtype.itemsize

        def find_class(self, module, name):
            if name.startswith("_rebuild"):
                return lambda *parts: None
            return super().find_class(module, name)

    Reader(io.BytesIO(files[f"{folder}/data.pkl"])).load()
    to = HERE / "layouts.big.bin"
    with zipfile.ZipFile(to, "w") as archive:
        for name, data in files.items():
            if name == f"{folder}/byteorder":
                data = b"big"
            elif name.startswith(f"{folder}/data/"):
                width = widths[name.rsplit("/", 1)[1]]
                data = b"".join(data[i:i + width][::-1] for i in range(0, len(data), width))
            archive.writestr(zipfile.ZipInfo(name), data)
    require_same(to, tensors)


def write_zip64(path, tensors, to):
    """Every size and place in zip64's extra fields, as in files of more than 4 GB."""
    data, directory = b"", b""
    files = zip_files(path)
    for name, content in files.items():
        name = name.encode()
        crc = zipfile.crc32(content)
        local = struct.pack("<4s5H3I2H", b"PK\3\4", 45, 0, 0, 0, 33, crc, 0xFFFFFFFF, 0xFFFFFFFF, len(name), 20)
        place = len(data)
        data += local + name + struct.pack("<2H2Q", 1, 16, len(content), len(content)) + content
        directory += struct.pack("<4s6H3I5H2I", b"PK\1\2", 45, 45, 0, 0, 0, 33, crc, 0xFFFFFFFF, 0xFFFFFFFF, len(name),
                                 28, 0, 0, 0, 0, 0xFFFFFFFF)
        directory += name + struct.pack("<2H3Q", 1, 24, len(content), len(content), place)
    end = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, len(files), len(files), len(directory), len(data))
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, len(data) + len(directory), 1)
    last = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    to.write_bytes(data + directory + end + locator + last)
    require_same(to, tensors)


def write_compressed(path, to):
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in zip_files(path).items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def write_layouts():
    tensors = layouts()
    save(tensors, HERE / "layouts.bin")
    save(tensors, HERE / "layouts.legacy.bin", legacy=True)
    write_big_endian(HERE / "layouts.bin", tensors)
    twins = {name: tensor.clone(memory_format=torch.contiguous_format) for name, tensor in tensors.items()}
    twins["rounded_to_float"] = tensors["rounded"].to(torch.float32)
    save_file(twins, HERE / "layouts.safetensors")
    (HERE / "layouts.safetensors").chmod(0o644)
    few = {"a": tensors["turned_part"], "b": tensors["half"]}
    small = HERE / "small.bin"
    save(few, small)
    write_zip64(small, few, HERE / "zip64.bin")
    write_compressed(small, HERE / "compressed.bin")
    SEEDS.mkdir(parents=True, exist_ok=True)
    for name in ("small", "zip64", "compressed"):
        shutil.copy(HERE / f"{name}.bin", SEEDS / f"{name}.bin")
    save(few, SEEDS / "legacy.bin", legacy=True)
    save(OrderedDict(w=torch.nn.Parameter(torch.ones(2))), SEEDS / "parameter.bin", legacy=True)
    small.unlink()


if __name__ == "__main__":
    for old in (*HERE.glob("*.bin"), *HERE.glob("*.safetensors")):
        old.unlink()
    write_models()
    write_layouts()
