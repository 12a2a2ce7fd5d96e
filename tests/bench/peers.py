"""Times Regard's forward pass beside ONNX Runtime's and PyTorch's eager mode.

usage: peers.py REGARD_BENCH_PASS FOLDER [SHAPE[:TOKENS,…] …]

REGARD_BENCH_PASS is the program that bench_pass.cpp makes. In FOLDER two checkpoints are written, of the shapes of
MiniLM-L6 and BERT-base, with random weights; all three programs read the same file and run the same sentences with the
same number of threads, and all three give every attention matrix. Their last hidden states are compared before
anything is timed. They take turns, several rounds of each; the fastest round's median counts.
"""

import json
import os
import statistics
import subprocess
import sys
import time

import numpy as np
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper

SHAPES = {
    "MiniLM": dict(layers=6, heads=12, model=384, hidden=1536),
    "BERT-base": dict(layers=12, heads=12, model=768, hidden=3072),
}
LENGTHS = [16, 64, 128, 256, 512]
WORDS = 1000
EPSILON = 1e-12
THREADS = len(os.sched_getaffinity(0))
ROUNDS = 5
SECONDS = 0.4  # that a round of one program takes at least


def weights_of(shape):
    """By their names in a BERT checkpoint; a linear layer's weight is outputs × inputs."""
    random = np.random.default_rng(1)
    d, f = shape["model"], shape["hidden"]

    def normal(*size):
        return random.normal(0, 0.05, size).astype(np.float32)

    def norm(prefix):
        return {prefix + ".weight": 1 + normal(d), prefix + ".bias": normal(d)}

    def linear(prefix, inputs, outputs):
        return {prefix + ".weight": normal(outputs, inputs), prefix + ".bias": normal(outputs)}

    weights = {
        "embeddings.word_embeddings.weight": normal(5 + WORDS, d),
        "embeddings.position_embeddings.weight": normal(512, d),
        "embeddings.token_type_embeddings.weight": normal(2, d),
        **norm("embeddings.LayerNorm"),
    }
    for layer in range(shape["layers"]):
        prefix = f"encoder.layer.{layer}."
        for part in ("query", "key", "value"):
            weights |= linear(prefix + "attention.self." + part, d, d)
        weights |= linear(prefix + "attention.output.dense", d, d)
        weights |= norm(prefix + "attention.output.LayerNorm")
        weights |= linear(prefix + "intermediate.dense", d, f)
        weights |= linear(prefix + "output.dense", f, d)
        weights |= norm(prefix + "output.LayerNorm")
    return weights


def write_checkpoint(folder, shape, weights):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "config.json"), "w") as file:
        json.dump(
            {
                "model_type": "bert",
                "architectures": ["BertModel"],
                "hidden_act": "gelu",
                "hidden_size": shape["model"],
                "intermediate_size": shape["hidden"],
                "num_attention_heads": shape["heads"],
                "num_hidden_layers": shape["layers"],
                "layer_norm_eps": EPSILON,
                "max_position_embeddings": 512,
                "type_vocab_size": 2,
                "vocab_size": 5 + WORDS,
                "pad_token_id": 0,
            },
            file,
        )
    with open(os.path.join(folder, "vocab.txt"), "w") as file:
        file.write("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + [f"w{i}" for i in range(WORDS)]) + "\n")
    with open(os.path.join(folder, "tokenizer_config.json"), "w") as file:
        json.dump({"tokenizer_class": "BertTokenizer", "do_lower_case": True}, file)
    header, offset = {}, 0
    for name, value in weights.items():
        header[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [offset, offset + value.nbytes]}
        offset += value.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(os.path.join(folder, "model.safetensors"), "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for value in weights.values():
            file.write(value.tobytes())


def ids_of(tokens):
    """[CLS], words, [SEP]: what bench_pass.cpp makes of so many tokens."""
    return np.array([2] + [5 + 7 * i % WORDS for i in range(tokens - 2)] + [3], dtype=np.int64)


class Eager:
    """The encoder as plain PyTorch operations."""

    def __init__(self, shape, weights):
        self.shape = shape
        self.w = {name: torch.from_numpy(value) for name, value in weights.items()}

    def linear(self, x, name):
        return torch.nn.functional.linear(x, self.w[name + ".weight"], self.w[name + ".bias"])

    def norm(self, x, name):
        return torch.nn.functional.layer_norm(
            x, (self.shape["model"],), self.w[name + ".weight"], self.w[name + ".bias"], EPSILON
        )

    def run(self, ids):
        heads, size = self.shape["heads"], self.shape["model"] // self.shape["heads"]
        with torch.inference_mode():
            x = self.w["embeddings.word_embeddings.weight"][ids]
            x = x + self.w["embeddings.position_embeddings.weight"][: len(ids)]
            x = x + self.w["embeddings.token_type_embeddings.weight"][0]
            x = self.norm(x, "embeddings.LayerNorm")
            kept = []
            for layer in range(self.shape["layers"]):
                prefix = f"encoder.layer.{layer}."
                q, k, v = (
                    self.linear(x, prefix + "attention.self." + part).view(len(ids), heads, size).transpose(0, 1)
                    for part in ("query", "key", "value")
                )
                weights = torch.softmax(q @ k.transpose(1, 2) * size**-0.5, dim=-1)
                kept.append(weights)
                joined = (weights @ v).transpose(0, 1).reshape(len(ids), -1)
                x = self.norm(
                    x + self.linear(joined, prefix + "attention.output.dense"), prefix + "attention.output.LayerNorm"
                )
                hidden = torch.nn.functional.gelu(self.linear(x, prefix + "intermediate.dense"))
                x = self.norm(x + self.linear(hidden, prefix + "output.dense"), prefix + "output.LayerNorm")
            return x, kept


class Onnx:
    """The same as an ONNX graph, in operators that ONNX Runtime fuses; every attention matrix is an output."""

    def __init__(self, shape, weights):
        self.nodes, self.tensors = [], {}
        d, heads = shape["model"], shape["heads"]
        size = d // heads
        for name, value in weights.items():
            self.tensors[name] = value.T.copy() if value.ndim == 2 and "embeddings" not in name else value
        self.tensors["scale"] = np.array(size**-0.5, dtype=np.float32)
        for name, number in {"root": 2**0.5, "one": 1, "half": 0.5}.items():
            self.tensors[name] = np.array(number, dtype=np.float32)
        self.tensors["apart"] = np.array([0, heads, size], dtype=np.int64)
        self.tensors["together"] = np.array([0, d], dtype=np.int64)
        self.tensors["type"] = weights["embeddings.token_type_embeddings.weight"][0]
        self.tensors["zero"] = np.array([0], dtype=np.int64)
        table = "embeddings.position_embeddings.weight"
        words = self.add("Gather", "embeddings.word_embeddings.weight", "ids")
        count = self.add("Shape", "ids")
        positions = self.add("Slice", table, "zero", count)
        x = self.add("Add", self.add("Add", words, positions), "type")
        x = self.norm(x, "embeddings.LayerNorm")
        kept = []
        for layer in range(shape["layers"]):
            prefix = f"encoder.layer.{layer}."
            split = [
                self.add("Reshape", self.linear(x, prefix + "attention.self." + part), "apart")
                for part in ("query", "key", "value")
            ]
            q = self.add("Transpose", split[0], perm=[1, 0, 2])
            k = self.add("Transpose", split[1], perm=[1, 2, 0])
            v = self.add("Transpose", split[2], perm=[1, 0, 2])
            scores = self.add("Mul", self.add("MatMul", q, k), "scale")
            kept.append(self.add("Softmax", scores, axis=-1))
            joined = self.add("Transpose", self.add("MatMul", kept[-1], v), perm=[1, 0, 2])
            joined = self.add("Reshape", joined, "together")
            x = self.norm(
                self.add("Add", x, self.linear(joined, prefix + "attention.output.dense")),
                prefix + "attention.output.LayerNorm",
            )
            hidden = self.gelu(self.linear(x, prefix + "intermediate.dense"))
            x = self.norm(
                self.add("Add", x, self.linear(hidden, prefix + "output.dense")), prefix + "output.LayerNorm"
            )
        graph = helper.make_graph(
            self.nodes,
            "encoder",
            [helper.make_tensor_value_info("ids", TensorProto.INT64, ["n"])],
            [helper.make_tensor_value_info(x, TensorProto.FLOAT, ["n", d])]
            + [helper.make_tensor_value_info(name, TensorProto.FLOAT, [heads, "n", "n"]) for name in kept],
            [numpy_helper.from_array(value, name) for name, value in self.tensors.items() if name in self.used()],
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )

    def used(self):
        return {name for node in self.nodes for name in node.input}

    def add(self, operator, *inputs, **attributes):
        name = f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    def linear(self, x, name):
        return self.add("Add", self.add("MatMul", x, name + ".weight"), name + ".bias")

    def gelu(self, x):
        """In the pieces that exporters write, which ONNX Runtime fuses with the bias before them."""
        bent = self.add("Add", self.add("Erf", self.add("Div", x, "root")), "one")
        return self.add("Mul", self.add("Mul", x, bent), "half")

    def norm(self, x, name):
        return self.add("LayerNormalization", x, name + ".weight", name + ".bias", axis=-1, epsilon=EPSILON)

    def run(self, ids):
        return self.session.run(None, {"ids": ids})

    def run_in_place(self, ids):
        """What a program in C++ gets: results where ONNX Runtime put them, without a copy for numpy."""
        binding = self.session.io_binding()
        binding.bind_cpu_input("ids", ids)
        for output in self.session.get_outputs():
            binding.bind_output(output.name, "cpu")
        self.session.run_with_iobinding(binding)
        return binding.get_outputs()


class Regard:
    def __init__(self, program, folder):
        environment = os.environ | {"OMP_NUM_THREADS": str(THREADS)}
        self.process = subprocess.Popen(
            [program, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit("peers.py: Regard's program stopped")
        return [float(word) for word in answer.split()]

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def median_of(run):
    """Milliseconds of one call, over as many as a round takes; freeing its results is not counted, for none of us."""
    run()
    times, until = [], time.perf_counter() + SECONDS
    while len(times) < 3 or time.perf_counter() < until:
        start = time.perf_counter()
        results = run()
        times.append((time.perf_counter() - start) * 1000)
        del results
    return statistics.median(times)


def compare(name, values, reference):
    difference = float(np.abs(values - reference).max())
    if not difference < 1e-3:
        sys.exit(f"peers.py: {name} and PyTorch differ by {difference}")


def measure(shape_name, lengths, program, folder):
    shape = SHAPES[shape_name]
    weights = weights_of(shape)
    write_checkpoint(folder, shape, weights)
    regard, onnx, eager = Regard(program, folder), Onnx(shape, weights), Eager(shape, weights)
    for tokens in lengths:
        ids = ids_of(tokens)
        tensor = torch.from_numpy(ids)
        reference = eager.run(tensor)[0].numpy()
        compare("ONNX Runtime", onnx.run(ids)[0], reference)
        compare("Regard", np.array(regard.ask(f"last {tokens}")), reference[-1])
        rounds = {"Regard": [], "ONNX Runtime": [], "PyTorch": []}
        for _ in range(ROUNDS):
            rounds["Regard"].append(regard.ask(f"time {tokens} {SECONDS}")[0])
            rounds["ONNX Runtime"].append(median_of(lambda: onnx.run_in_place(ids)))
            rounds["PyTorch"].append(median_of(lambda: eager.run(tensor)))
        best = {name: min(times) for name, times in rounds.items()}
        ours = best["Regard"]
        print(
            f"{shape_name:10} {tokens:6} {ours:10.2f} {best['ONNX Runtime']:10.2f} {best['PyTorch']:10.2f}"
            f" {ours / best['ONNX Runtime']:10.2f} {ours / best['PyTorch']:10.2f}",
            flush=True,
        )
    regard.stop()


def main():
    program, folder = sys.argv[1:3]
    wanted = dict(word.partition(":")[::2] for word in sys.argv[3:]) or dict.fromkeys(SHAPES, "")
    torch.set_num_threads(THREADS)
    print(f"ONNX Runtime {onnxruntime.__version__}, PyTorch {torch.__version__}, {THREADS} threads; ms a pass with")
    print("every attention matrix kept; aim: at most 1.00 of ONNX Runtime, 0.50 of PyTorch")
    print(f"{'shape':10} {'tokens':>6} {'Regard':>10} {'ONNX R.':>10} {'PyTorch':>10} {'÷ ONNX R.':>10} {'÷ PyTorch':>10}")
    for shape, lengths in wanted.items():
        measure(shape, [int(word) for word in lengths.split(",")] if lengths else LENGTHS, program,
                os.path.join(folder, shape))


main()
