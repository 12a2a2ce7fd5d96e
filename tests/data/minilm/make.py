#!/usr/bin/env python3
"""Writes expected.safetensors beside this script: what MiniLM-L6-v2 computes of a few sentences.

Run it where transformers and PyTorch are installed: python3 make.py FOLDER, with the folder that ./dev model prints
(written with transformers 5.23 and PyTorch 2.15, eager float32).

The metadata's `cases` is a JSON list as in tests/data/checkpoints, and `row` where only that row of each attention and
of the output is kept: case i's tensors are `i.encoder.L.self.weights` (12 × n × n, or 12 × 1 × n) and
`i.encoder_output`.
"""

import json
import sys
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import AutoModel, AutoTokenizer

HERE = Path(__file__).resolve().parent
PARAGRAPH = (
    "Attention lets every word of a sentence look at every other word. In 2017, eight researchers left recurrence "
    "aside — and didn't look back: “Attention Is All You Need” wasn't a modest title. Naïve readers at the café in "
    "Zürich asked: what does 注意力 mean, and why √d? 😀 The answer's in the softmax; without the scale, large dot "
    "products (say, 3.14 × 10²) push it where its gradient vanishes. ")
CASES = [  # text, second sentence, layers that are kept, the row that is kept
    ("The cat sat on the rug and it was dry-cleaned.", None, (0, 5), None),
    ("The trophy didn't fit into the suitcase.", "It was too BIG, naïve São Paulo 猫 😀!", (2, 5), None),
    (PARAGRAPH, None, (3, 5), 77),
    (PARAGRAPH * 5, None, (0, 5), 300),
]

tokenizer = AutoTokenizer.from_pretrained(sys.argv[1])
model = AutoModel.from_pretrained(sys.argv[1], attn_implementation="eager", dtype=torch.float32).eval()
cases, tensors = [], {}
for index, (text, second, layers, row) in enumerate(CASES):
    encoded = tokenizer(text, second, truncation=False)
    assert len(encoded["input_ids"]) <= 512
    with torch.no_grad():
        output = model(**{key: torch.tensor([value]) for key, value in encoded.items()}, output_attentions=True)
    rows = slice(None) if row is None else slice(row, row + 1)
    for layer in layers:
        tensors[f"{index}.encoder.{layer}.self.weights"] = output.attentions[layer][0][:, rows].clone()
    tensors[f"{index}.encoder_output"] = output.last_hidden_state[0][rows].clone()
    case = {"text": text, "tokens": tokenizer.convert_ids_to_tokens(encoded["input_ids"]),
            "types": encoded["token_type_ids"]}
    cases.append(case | ({"pair": second} if second else {}) | ({} if row is None else {"row": row}))
path = HERE / "expected.safetensors"
save_file(tensors, path, metadata={"cases": json.dumps(cases)})
path.chmod(0o644)
