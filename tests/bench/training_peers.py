"""Times Regard's training beside PyTorch's eager mode and torch.compile.

usage: training_peers.py REGARD_BENCH_TRAINING FOLDER [TASK …]

REGARD_BENCH_TRAINING is the program that bench_training.cpp makes. In FOLDER it writes the project with which a task
begins and the sentences of its first steps, which all learn from, with the same options and the same number
of threads: the same weights, batches and losses. They take turns; the fastest round counts, and the ratio of each round
is said beside it.
"""

import json
import math
import os
import subprocess
import sys
import time

import torch
import torch.nn.functional as F

TASKS = ["it", "repeated", "reverse"]
THREADS = len(os.sched_getaffinity(0))
ROUNDS = 7
STEPS = 100  # of a round


class Eager:
    """A task's model as plain PyTorch operations on batches with padding, and AdamW as the task has it."""

    def __init__(self, project, sentences, compiled=False):
        self.task, self.config = project["task"]["options"], project["model"]
        self.heads = self.config["heads"]
        weights = {name: torch.tensor(value) for name, value in project["weights"].items()}
        rows = [project["embedding"][token] for token in project["vocabulary"]]
        weights["embedding"] = torch.tensor(rows)
        self.w = {name: value.float().requires_grad_() for name, value in weights.items()}
        decays = [t for name, t in self.w.items() if name.split(".")[-1].startswith("w")]
        others = [t for name, t in self.w.items() if not name.split(".")[-1].startswith("w")]
        options = self.task
        self.adam = torch.optim.AdamW(
            [{"params": decays, "weight_decay": options["decay"]}, {"params": others, "weight_decay": 0.0}],
            lr=1, betas=(options["beta_1"], options["beta_2"]), eps=options["epsilon"])
        self.batches = [self.batch(sentences[i:i + options["batch"]])
                        for i in range(0, len(sentences), options["batch"])]
        self.step = 0
        if compiled:
            self.loss = torch.compile(self.loss, dynamic=True)

    @staticmethod
    def padded(rows, fill):
        width = max(map(len, rows))
        return torch.tensor([row + [fill] * (width - len(row)) for row in rows])

    def batch(self, sentences):
        source, target, asked = (list(part) for part in zip(*sentences))
        reads = target if target[0] else source
        masks = {"encoder": self.hidden(source), "reads": self.hidden(reads)}
        return (self.padded(source, 0), self.padded(target, 0) if target[0] else None,
                self.padded([row + [-1] * (len(r) - len(row)) for row, r in zip(asked, reads)], -1), masks)

    def hidden(self, rows):
        """Keys that are padding, or nothing where there are none."""
        width = max(map(len, rows))
        if min(map(len, rows)) == width:
            return None
        return torch.tensor([[i >= len(row) for i in range(width)] for row in rows])[:, None, None, :]

    def norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.w[name + ".gain"], self.w[name + ".bias"], 1e-5)

    def linear(self, x, weight, bias):
        return torch.addmm(self.w[bias], x.reshape(-1, x.shape[-1]), self.w[weight]).view(*x.shape[:-1], -1)

    def attention(self, name, x, keys, hidden, causal):
        q, k, v = (self.linear(rows, f"{name}.w_{part}", f"{name}.b_{part}")
                   .view(*rows.shape[:2], self.heads, -1).transpose(1, 2)
                   for part, rows in (("q", x), ("k", keys), ("v", keys)))
        mask = None
        if hidden is not None or causal:
            mask = torch.zeros(1, 1, x.shape[1], keys.shape[1], dtype=torch.bool)
            if causal:
                mask = torch.ones(x.shape[1], keys.shape[1], dtype=torch.bool).triu(1)
            if hidden is not None:
                mask = mask | hidden
            mask = torch.zeros(mask.shape).masked_fill_(mask, -math.inf)
        out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.linear(out.transpose(1, 2).reshape(*x.shape[:2], -1), name + ".w_o", name + ".b_o")

    def stack(self, side, tokens, hidden, memory=None, memory_hidden=None):
        x = self.w["embedding"][tokens] + self.w["position"][: tokens.shape[1]]
        layers = 1 + max(int(name.split(".")[1]) for name in self.w if name.startswith(side + ".")
                         and name.split(".")[1].isdigit())
        for layer in range(layers):
            p = f"{side}.{layer}."
            y = self.norm(x, p + "norm_1")
            x = x + self.attention(p + "self", y, y, hidden, side == "decoder")
            if memory is not None:
                x = x + self.attention(p + "cross", self.norm(x, p + "norm_2"), memory, memory_hidden, False)
            if p + "ffn.w_1" in self.w:
                y = self.norm(x, p + ("norm_2" if side == "encoder" else "norm_3"))
                y = F.relu(self.linear(y, p + "ffn.w_1", p + "ffn.b_1"))
                x = x + self.linear(y, p + "ffn.w_2", p + "ffn.b_2")
        return self.norm(x, side + ".final_norm")

    def loss(self, source, target, asked, masks):
        if target is not None:
            x = self.stack("decoder", target, None, self.stack("encoder", source, masks["encoder"]), masks["encoder"])
        else:
            is_encoder = "output.transform.w" in self.w
            x = self.stack("encoder" if is_encoder else "decoder", source, masks["encoder"] if is_encoder else None)
        x = x[asked >= 0]
        if "output.transform.w" in self.w:
            x = F.gelu(self.linear(x, "output.transform.w", "output.transform.b"))
            x = self.norm(x, "output.norm")
        return F.cross_entropy(self.linear(x, "output.w", "output.b"), asked[asked >= 0])

    def rate(self):
        warm, steps = self.task["warm_up"], self.task["steps"]
        if self.step <= warm:
            return self.task["learning_rate"] * self.step / warm
        return self.task["learning_rate"] * 0.5 * (1 + math.cos(math.pi * (self.step - warm) / (steps - warm)))

    def run(self, steps):
        start = time.perf_counter()
        for _ in range(steps):
            batch = self.batches[self.step]
            self.step += 1
            self.adam.zero_grad()
            loss = self.loss(*batch)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(list(self.w.values()), self.task["clip"])
            for group in self.adam.param_groups:
                group["lr"] = self.rate()
            self.adam.step()
        return time.perf_counter() - start, float(loss.detach())


class Regard:
    def __init__(self, program, task):
        environment = os.environ | {"OMP_NUM_THREADS": str(THREADS)}
        self.process = subprocess.Popen(
            [program, "turns", task], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def run(self, steps):
        self.process.stdin.write(f"{steps}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit("training_peers.py: Regard's program stopped")
        return tuple(map(float, answer.split()))

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def read_sentences(path):
    with open(path) as file:
        return [[[int(token) for token in part.split()] for part in line.rstrip("\n").split("|")] for line in file]


def measure(program, folder, task):
    project, sentences = os.path.join(folder, task + ".regard"), os.path.join(folder, task + ".sentences")
    steps = 1 + (ROUNDS + 1) * STEPS
    subprocess.run([program, "begin", task, project, sentences, str(steps)], check=True)
    with open(project) as file:
        given = json.load(file), read_sentences(sentences)
    regard = Regard(program, task)
    first = regard.run(1)[1]
    for name, peer in ("eager", Eager(*given)), ("compiled", Eager(*given, compiled=True)):
        theirs = peer.run(1)[1]
        if not abs(first - theirs) < 1e-4:
            sys.exit(f"training_peers.py: the first losses of {task} are {first} and, {name}, {theirs}")
        peer.run(STEPS)  # what is compiled is compiled for the shapes that it meets
        rounds = [(regard.run(STEPS)[0], peer.run(STEPS)[0]) for _ in range(ROUNDS)]
        ratios = sorted(their / our for our, their in rounds)
        best, their_best = min(our for our, _ in rounds), min(their for _, their in rounds)
        print(f"{task:10} {name:10} {STEPS / best:10.0f} {STEPS / their_best:10.0f} {their_best / best:8.2f}"
              f" {ratios[0]:8.2f} {ratios[len(ratios) // 2]:8.2f} {ratios[-1]:8.2f}", flush=True)
    regard.stop()


def main():
    program, folder = sys.argv[1:3]
    torch.set_num_threads(THREADS)
    os.makedirs(folder, exist_ok=True)
    print(f"training, PyTorch {torch.__version__}, {THREADS} threads; steps a second, aim: at least 3.00 times eager")
    print(f"{'task':10} {'mode':10} {'Regard':>10} {'PyTorch':>10} {'ratio':>8} {'least':>8} {'median':>8} {'most':>8}")
    for task in sys.argv[3:] or TASKS:
        measure(program, folder, task)


main()
