#!/usr/bin/env python3
"""Writes the projects within the lessons whose matrices are too many to type, and checks what their pages promise.

Run without arguments. Titles and pages stand in the .lesson files and are written by hand: this script replaces the
value of "project" (of the lesson, or of a page) and leaves the rest as it is. Python 3 alone, no packages; the
matrices are built with the same tools as the examples'.
"""
import itertools
import json
import math
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "examples"))

from make_examples import (Block, attention, block_stream, embedded, next_words, plus, product, promise,  # noqa: E402
                           rows, two_sentences_project, zeros)

HEAD = {"format": "regard-project", "version": 1}
SHORT = 100  # characters that may stand on one line


# ---- a lesson as a person would write it: a row of numbers or a condition a line

def flat(value):
    return json.dumps(value, ensure_ascii=False)


def lesson_text(value, indent=0):
    """JSON with what is short on one line, and rows of numbers or words always."""
    inner = " " * (indent + 2)
    if not isinstance(value, (dict, list)) or not value:
        return flat(value)
    is_row = isinstance(value, list) and all(isinstance(x, (int, float, str)) for x in value)
    is_matrix = isinstance(value, list) and isinstance(value[0], list)
    if is_row or (not is_matrix and "\\n" not in flat(value) and len(flat(value)) + indent < SHORT):
        return flat(value)
    if isinstance(value, list):
        parts = [inner + lesson_text(x, indent + 2) for x in value]
        return "[\n" + ",\n".join(parts) + "\n" + " " * indent + "]"
    parts = [f"{inner}{flat(key)}: {lesson_text(x, indent + 2)}" for key, x in value.items()]
    return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"


def read(name):
    return json.loads((HERE / f"{name}.lesson").read_text(encoding="utf-8"))


def write(name, lesson):
    (HERE / f"{name}.lesson").write_text(lesson_text(lesson) + "\n", encoding="utf-8")


def columns(width, entries):
    """A row of `width` zeros but for {column: number}."""
    return [entries.get(c, 0) for c in range(width)]


# ---- several heads: one looks near, one looks far

PLACES = 12
NEAR = 1          # words so far away at most are near
SHARP = 12        # 12 · 12 = 144 against 0: e to the power of −144 is 0 in float32, so the shares are exact
KEPT = ["noun", "plural", "verb"]
NEAR_FAR_WORDS = {
    "noun plural": "keys books children doors pictures",
    "noun": "cabinet table house box shelf key book child door picture",
    "verb": "are is were was",
    "word": "The the a to of in on behind under . , !",
}
NEAR_FAR_SENTENCE = "The keys to the cabinet are on the table"


def near_far_project():
    dimensions = ([f"place {n}" for n in range(1, PLACES + 1)] + KEPT +
                  [f"{side} {name}" for side in ("near", "far") for name in KEPT])
    block = Block(dimensions, heads=2, d_key=PLACES, d_value=len(KEPT))
    for head in (1, 2):
        for asking in range(PLACES):
            block.asks(head, f"place {asking + 1}", asking, SHARP)
            for answering in range(PLACES):
                is_near = abs(asking - answering) <= NEAR
                if is_near == (head == 1):
                    block.answers(head, f"place {answering + 1}", asking, SHARP)
        block.copies(head, KEPT)
    w_o = zeros(2 * len(KEPT), len(dimensions))
    for row, name in enumerate(dimensions[PLACES + len(KEPT):]):
        w_o[row][dimensions.index(name)] = 1
    table = [columns(len(dimensions), {place: 1}) for place in range(PLACES)]
    return {
        **HEAD,
        "title": "Near and far",
        "source": NEAR_FAR_SENTENCE,
        "tokenizer": "words",
        "model": {"d_model": len(dimensions), "heads": 2, "d_key": PLACES, "d_value": len(KEPT), "score": "dot",
                  "position": "one_hot", "output_projection": True},
        "dimensions": dimensions,
        "embedding": rows(dimensions, {names.replace("word", ""): words for names, words in NEAR_FAR_WORDS.items()},
                          both_cases=False),
        "weights": {**block.weights(), "encoder.0.self.w_o": w_o, "position": table},
    }


def check_near_far(project):
    print("several-heads: near and far")
    # A one-hot vector times the table is the table's row: the examples' arithmetic knows that one by its other name.
    learned = {**project, "model": {**project["model"], "position": "learned"}}
    near, far = attention(learned, NEAR_FAR_SENTENCE.split())
    count = len(near)
    for asking in range(count):
        close = [abs(asking - answering) <= NEAR for answering in range(count)]
        for shares, seen in ((near[asking], close), (far[asking], [not c for c in close])):
            for share, is_seen in zip(shares, seen):
                # It also divides by √d_key, which this model does not.
                assert math.isclose(share, is_seen / sum(seen), abs_tol=1e-15), "equal shares, and nothing else"


# ---- positions: the rows and weights of the three inputs by hand, with words for names

SENTENCE_OF_THREE = "dog chased cat"
THREE_ROWS = {"dog": [1, 0, 1, 0], "chased": [0, 2, 0, 2], "cat": [1, 1, 1, 1]}
THREE_WEIGHTS = {
    "encoder.0.self.w_q": [[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]],
    "encoder.0.self.w_k": [[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]],
    "encoder.0.self.w_v": [[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]],
}


def three_words_project():
    return {
        **HEAD,
        "title": "Three words",
        "source": SENTENCE_OF_THREE,
        "tokenizer": "words",
        "model": {"d_model": 4, "heads": 1, "d_key": 3, "d_value": 3, "score": "scaled_dot", "position": "none",
                  "output_projection": False},
        "embedding": THREE_ROWS,
        "weights": {**THREE_WEIGHTS, "position": [[place, 0, 0, 0] for place in range(6)]},
    }


WAVES = 16
LETTERS = "a b c d e f g h i j k l"


def waves_project():
    """Words without meaning, so that queries and keys are the positions themselves."""
    identity = [columns(WAVES, {row: 1}) for row in range(WAVES)]
    return {
        **HEAD,
        "title": "Waves alone",
        "source": LETTERS,
        "tokenizer": "whitespace",
        "model": {"d_model": WAVES, "heads": 1, "d_key": WAVES, "d_value": 1, "score": "dot",
                  "position": "sinusoidal", "output_projection": False},
        "embedding": {letter: [0] * WAVES for letter in LETTERS.split()},
        "weights": {"encoder.0.self.w_q": identity, "encoder.0.self.w_k": identity,
                    "encoder.0.self.w_v": [columns(1, {})] * WAVES},
    }


def check_waves(project):
    print("positions: waves alone")
    score = [math.fsum(math.cos(distance / 10000 ** (2 * pair / WAVES)) for pair in range(WAVES // 2))
             for distance in range(len(LETTERS.split()))]
    promise(score[0] - score[1], 0.3, "a place meets itself best")
    x = [[(math.cos if c % 2 else math.sin)(place / 10000 ** (2 * (c // 2) / WAVES)) for c in range(WAVES)]
         for place in range(len(score))]
    for t, asking in enumerate(x):
        for s, answering in enumerate(x):
            assert math.isclose(sum(a * b for a, b in zip(asking, answering)), score[abs(t - s)], rel_tol=1e-12)


# ---- the Transformer: the translation of the examples with a start token, norms and feed-forwards

CHOICES = [("black", "white"), ("cat", "dog")]


def transformer_project():
    project = two_sentences_project()
    old = project["dimensions"]
    dimensions = old + ["start", "nothing"]
    weights = {}
    for name, matrix in project["weights"].items():
        is_output = name.endswith(".w_o")
        weights[name] = [list(row) + [0] * 2 * is_output for row in matrix]
        if not is_output:
            weights[name] += zeros(2, len(matrix[0]))
    start = len(old)
    vocabulary = project["vocabulary"]
    output = weights.pop("output.w")
    # Who does it comes first: <s> asks for the one or the other, and both words may follow it.
    for meaning, word in (("she", "elle"), ("he", "il")):
        weights["decoder.0.cross.w_q"][start][dimensions.index(meaning)] = 4
        output[start][vocabulary.index(word)] = 12
    # A norm moves every number of a row alike. The last dimension, which no word has, takes that back in the output.
    output[-1] = [-sum(column) for column in zip(*output)]

    # Two hidden numbers for each choice: of what was found more, a half is added; the other one is cut by ReLU.
    w_1 = zeros(len(dimensions), 2 * len(CHOICES))
    w_2 = zeros(2 * len(CHOICES), len(dimensions))
    for pair, words in enumerate(CHOICES):
        for which, word in enumerate(words):
            hidden = 2 * pair + which
            w_1[dimensions.index(f"found {word}")][hidden] = 1
            w_1[dimensions.index(f"found {words[1 - which]}")][hidden] = -1
            w_2[hidden][dimensions.index(f"found {word}")] = 0.5
    for stack in ("encoder", "decoder"):
        weights[f"{stack}.0.ffn.w_1"] = w_1
        weights[f"{stack}.0.ffn.w_2"] = w_2

    embedding = {token: row + [0, 0] for token, row in project["embedding"].items()}
    embedding["<s>"] = [int(name in ("French", "start")) for name in dimensions]
    return {
        **HEAD,
        "title": "A small Transformer",
        "source": project["source"],
        "target": "<s> " + project["target"],
        "tokenizer": "words",
        "model": {**project["model"], "d_model": len(dimensions), "d_ff": 2 * len(CHOICES), "norm": "post"},
        "dimensions": dimensions,
        "vocabulary": vocabulary,
        "embedding": embedding,
        "weights": {**weights, "output.w": output},
    }


def normed(matrix):
    result = []
    for row in matrix:
        mean = sum(row) / len(row)
        variance = sum((x - mean) ** 2 for x in row) / len(row)
        result.append([(x - mean) / math.sqrt(variance + 1e-5) for x in row])
    return result


def fed_forward(project, stack, matrix):
    weights = project["weights"]
    hidden = [[max(0, x) for x in row] for row in product(matrix, weights[f"{stack}.0.ffn.w_1"])]
    return normed(plus(matrix, product(hidden, weights[f"{stack}.0.ffn.w_2"])))


def translated(project, source, target):
    """The words that the model says after each token of the target."""
    x = embedded(project, source)
    asked = fed_forward(project, "encoder", normed(block_stream(project, "encoder.0.self", x, x)[1]))
    y = embedded(project, target)
    y = normed(block_stream(project, "decoder.0.self", y, y, causal=True)[1])
    y = normed(block_stream(project, "decoder.0.cross", y, asked)[1])
    return next_words(project, fed_forward(project, "decoder", y))


def check_transformer(project):
    print("transformer")
    pairs = [("she", "elle"), ("he", "il")], [("loves", "aime"), ("sees", "voit")], \
            [("black", "noir"), ("white", "blanc")], [("cat", "chat"), ("dog", "chien")]
    for who, does, adjective, noun in itertools.product(*pairs):
        source = [who[0], does[0], "the", adjective[0], noun[0]]
        target = ["<s>", who[1], does[1], "le", noun[1], adjective[1], "</s>"]
        said = translated(project, source, target[:-1])
        assert said == target[1:], f"{source}: {said}"


# ---- why it looks there: a head that finds what came after the same word, with the help of the head before it

NAMES = ["<s>", "Ann", "Tim", "Eve", "met", "saw", "and", "then"]
FIRST = 12   # places that the model knows
HABITS = {"<s>": "Ann", "Ann": "met", "Tim": "saw", "Eve": "saw", "met": "Eve", "saw": "Tim", "and": "Ann", "then": "Ann"}
REPEATED = "<s> Ann met Tim and Ann met"


def repeated_names_project():
    """Head 1.1 writes into each row which word stands before it; head 2.1 asks for the row that says its own word."""
    before, found = ([f"{kind} {name}" for name in NAMES] for kind in ("after", "next"))
    dimensions = [f"place {n}" for n in range(1, FIRST + 1)] + NAMES + before + found
    first = Block(dimensions, heads=2, d_key=FIRST, d_value=len(NAMES))
    for place in range(1, FIRST):
        first.asks(1, f"place {place + 1}", place, 6)
        first.answers(1, f"place {place}", place, 6)
    first.copies(1, NAMES)
    for column, name in enumerate(NAMES):  # head 1.2 finds the same word, and moves nothing
        first.asks(2, name, column, 4)
        first.answers(2, name, column, 4)
    second = Block(dimensions, heads=2, d_key=FIRST, d_value=len(NAMES))
    for column, name in enumerate(NAMES):
        second.asks(1, name, column, 5)
        second.answers(1, before[column], column, 5)
    second.copies(1, NAMES)
    second.copies(2, NAMES)  # head 2.2 asks nothing: the mean of all words so far
    w_o = [zeros(2 * len(NAMES), len(dimensions)) for _ in range(2)]
    output = zeros(len(dimensions), len(NAMES))
    for row, name in enumerate(NAMES):
        w_o[0][row][dimensions.index(before[row])] = 1
        w_o[1][row][dimensions.index(found[row])] = 1
        w_o[1][len(NAMES) + row][dimensions.index(found[row])] = 0.5
        output[dimensions.index(name)][NAMES.index(HABITS[name])] = 3
        output[dimensions.index(found[row])][row] = 6
    table = [columns(len(dimensions), {place: 1}) for place in range(FIRST)]
    return {
        **HEAD,
        "title": "Ann met Tim",
        "source": REPEATED,
        "tokenizer": "words",
        "model": {"architecture": "decoder", "decoder_layers": 2, "d_model": len(dimensions), "heads": 2,
                  "d_key": FIRST, "d_value": len(NAMES), "score": "scaled_dot", "position": "learned",
                  "residual": True, "output_projection": True},
        "dimensions": dimensions,
        "vocabulary": NAMES,
        "embedding": {name: columns(len(dimensions), {FIRST + i: 1}) for i, name in enumerate(NAMES)},
        "weights": {**first.weights("decoder.0.self"), "decoder.0.self.w_o": w_o[0],
                    **second.weights("decoder.1.self"), "decoder.1.self.w_o": w_o[1],
                    "position": table, "output.w": output},
    }


def check_repeated_names(project):
    print("why-it-looks-there")
    for sentence, word in ((REPEATED, "Tim"), ("<s> Tim saw Ann and Tim saw", "Ann"), ("<s> Eve met Ann then Eve met", "Ann")):
        tokens = sentence.split()
        x = embedded(project, tokens)
        assert next_words(project, x)[-1] == HABITS[tokens[-1]], "before the layers it says what usually comes"
        first, x = block_stream(project, "decoder.0.self", x, x, causal=True)
        second, x = block_stream(project, "decoder.1.self", x, x, causal=True)
        promise(min(first[0][t][t - 1] for t in range(1, len(tokens))), 0.99, "head 1.1: the word before")
        promise(second[0][-1][3], 0.98, "head 2.1: what came after the same word")
        assert next_words(project, x)[-1] == word, sentence
    without = {**project, "weights": {**project["weights"], "decoder.0.self.w_o": zeros(16, len(project["dimensions"]))}}
    x = embedded(without, REPEATED.split())
    for layer in range(2):
        x = block_stream(without, f"decoder.{layer}.self", x, x, causal=True)[1]
    assert next_words(without, x)[-1] == HABITS["met"], "without head 1.1 the habit is left"


# ---- which lesson holds which project, found by its title

PROJECTS = {
    "several-heads": [(near_far_project, check_near_far)],
    "positions": [(three_words_project, None), (waves_project, check_waves)],
    "transformer": [(transformer_project, check_transformer)],
    "why-it-looks-there": [(repeated_names_project, check_repeated_names)],
}


def place(lesson, project):
    holders = [holder for holder in [lesson, *lesson["pages"]]
               if holder.get("project", {}).get("title") == project["title"]]
    assert holders, f"no project is called {project['title']}"
    for holder in holders:
        holder["project"] = project


if __name__ == "__main__":
    for name, projects in PROJECTS.items():
        lesson = read(name)
        for make, check in projects:
            project = make()
            if check:
                check(project)
            place(lesson, project)
        write(name, lesson)
