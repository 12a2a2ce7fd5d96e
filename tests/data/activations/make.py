#!/usr/bin/env python3
"""Writes activations.json beside this script: the activations of the transformers library without weights of their own,
in float64, and their derivatives by torch (written with transformers 5.24 and PyTorch 2.15).

A key is Regard's word, `x` the numbers that go in; `value` and `slope` are what comes out, in the same order.
"""

import json
from pathlib import Path

import torch
from transformers.activations import ACT2FN

# Regard's word for each spelling of the library; prelu and xielu have weights.
WORDS = {"gelu": "gelu", "gelu_10": "gelu_10", "gelu_accurate": "gelu_tanh", "gelu_fast": "gelu_tanh",
         "gelu_new": "gelu_tanh", "gelu_python": "gelu", "gelu_python_tanh": "gelu_tanh",
         "gelu_pytorch_tanh": "gelu_tanh", "hardswish": "hardswish", "laplace": "laplace", "leaky_relu": "leaky_relu", "linear": "linear",
         "mish": "mish", "quick_gelu": "quick_gelu", "relu": "relu", "relu2": "relu2", "relu6": "relu6",
         "sigmoid": "sigmoid", "silu": "silu", "sqrtsoftplus": "sqrtsoftplus", "swish": "silu", "tanh": "tanh"}
left_out = set(ACT2FN) - set(WORDS)
assert left_out <= {"prelu", "xielu"}, left_out

x = [-12.0, -8.0, -5.0, -3.0, -2.0, -1.0, -0.5, -0.25, -0.01, 0.0, 0.01, 0.25, 0.5, 0.707107, 1.0, 1.5, 2.0, 3.0, 5.0,
     5.99, 6.0, 6.01, 8.0, 9.99, 10.01, 12.0]
rows = {}
for name, word in WORDS.items():
    given = torch.tensor(x, dtype=torch.float64, requires_grad=True)
    value = ACT2FN[name](given)
    value.sum().backward()
    row = {"value": value.tolist(), "slope": given.grad.tolist()}
    known = rows.setdefault(word, row)
    for key in row:  # gelu_fast writes √(2 / π) with ten digits
        assert torch.allclose(torch.tensor(known[key]), torch.tensor(row[key]), atol=1e-9, rtol=0), name
path = Path(__file__).resolve().with_name("activations.json")
path.write_text(json.dumps({"x": x, "spellings": WORDS, "activations": rows}, indent=1) + "\n")
