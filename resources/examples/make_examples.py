#!/usr/bin/env python3
"""Writes the examples whose rows and weights are too many to type, and checks what their notes promise.

Run without arguments; the projects appear beside this script. Python 3 alone, no packages.
The words of a sentence must be given as the program cuts them, so each check below lists its tokens.
"""
import json
import math
from pathlib import Path

HERE = Path(__file__).parent


# ---- matrices as lists of rows

def zeros(rows, columns):
    return [[0] * columns for _ in range(rows)]


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def tidy(number):
    """Six decimals are enough to read, and whole numbers stay whole."""
    number = round(number, 6)
    return int(number) if number == int(number) else number


# ---- a project as a person would write it: one row a line

def row_text(row):
    return "[" + ", ".join(json.dumps(tidy(x)) for x in row) + "]"


def matrix_text(matrix):
    return "[\n" + ",\n".join("      " + row_text(row) for row in matrix) + "\n    ]"


def project_text(project):
    parts = []
    for key, value in project.items():
        if key == "embedding":
            rows = [f"    {json.dumps(token, ensure_ascii=False)}: {row_text(row)}" for token, row in value.items()]
            text = "{\n" + ",\n".join(rows) + "\n  }"
        elif key == "weights":
            rows = [f"    {json.dumps(name)}: {matrix_text(matrix)}" for name, matrix in value.items()]
            text = "{\n" + ",\n".join(rows) + "\n  }"
        else:
            text = json.dumps(value, ensure_ascii=False)
        parts.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write(name, project):
    head = {"format": "regard-project", "version": 1}
    (HERE / f"{name}.regard").write_text(project_text({**head, **project}), encoding="utf-8")


# ---- the same arithmetic as the program, to check the promises

def positions(project, n):
    d_model = project["model"]["d_model"]
    kind = project["model"].get("position", "none")
    if kind == "learned":
        return project["weights"]["position"][:n]
    if kind == "sinusoidal":
        angles = [[pos / 10000 ** (2 * (c // 2) / d_model) for c in range(d_model)] for pos in range(n)]
        return [[math.cos(a) if c % 2 else math.sin(a) for c, a in enumerate(row)] for row in angles]
    return zeros(n, d_model)


def plus(a, b):
    return [[x + y for x, y in zip(row, other)] for row, other in zip(a, b)]


def score(model, weights, block, head, query, key):
    if model["score"] == "additive":
        return sum(w * math.tanh(a + b) for w, a, b in zip(weights[f"{block}.w_a"][head], query, key))
    product = sum(a * b for a, b in zip(query, key))
    return product / math.sqrt(model["d_key"]) if model["score"] == "scaled_dot" else product


def block_weights(project, block, asking, asked, causal=False):
    """The weights of every head of a block, heads × queries × keys."""
    model, weights = project["model"], project["weights"]
    q = product(asking, weights[f"{block}.w_q"])
    k = product(asked, weights[f"{block}.w_k"])
    result = []
    for head in range(model["heads"]):
        columns = slice(head * model["d_key"], (head + 1) * model["d_key"])
        rows = []
        for t, query in enumerate(q):
            seen = k[:t + 1] if causal else k
            scores = [score(model, weights, block, head, query[columns], key[columns]) for key in seen]
            shifted = [math.exp(s - max(scores)) for s in scores]
            rows.append([s / sum(shifted) for s in shifted] + [0] * (len(k) - len(seen)))
        result.append(rows)
    return result


def embedded(project, tokens):
    return plus([project["embedding"][t] for t in tokens], positions(project, len(tokens)))


def attention(project, tokens):
    """The same of an encoder's first block."""
    x = embedded(project, tokens)
    return block_weights(project, "encoder.0.self", x, x)


def block_stream(project, block, asking, asked, causal=False):
    """The weights of a block, and the rows that go on from it, with a residual."""
    model, weights = project["model"], project["weights"]
    a = block_weights(project, block, asking, asked, causal)
    v = product(asked, weights[f"{block}.w_v"])
    width = model["d_value"]
    outputs = [product(head, [row[i * width:(i + 1) * width] for row in v]) for i, head in enumerate(a)]
    joined = [sum(rows, []) for rows in zip(*outputs)]
    return a, plus(asking, product(joined, weights[f"{block}.w_o"]) if model["output_projection"] else joined)


def translation(project, source, target):
    """The weights of each block of an encoder (of one layer or none) and a decoder of one, and the decoder's output."""
    asked = embedded(project, source)
    weights = {}
    if project["model"]["encoder_layers"]:
        weights["encoder"], asked = block_stream(project, "encoder.0.self", asked, asked)
    x = embedded(project, target)
    weights["decoder"], x = block_stream(project, "decoder.0.self", x, x, causal=True)
    weights["cross"], x = block_stream(project, "decoder.0.cross", x, asked)
    return weights, x


def promise(value, least, what):
    print(f"  {value:.4f}  {what}")
    assert value > least, what


class Block:
    """W_Q, W_K, W_V of one layer, written cell by cell with the names of the dimensions."""

    def __init__(self, dimensions, heads, d_key, d_value):
        self.dimensions = dimensions
        self.d_key = d_key
        self.d_value = d_value
        self.w_q = zeros(len(dimensions), heads * d_key)
        self.w_k = zeros(len(dimensions), heads * d_key)
        self.w_v = zeros(len(dimensions), heads * d_value)

    def asks(self, head, dimension, column, gain):
        self.w_q[self.dimensions.index(dimension)][(head - 1) * self.d_key + column] = gain

    def answers(self, head, dimension, column, gain):
        self.w_k[self.dimensions.index(dimension)][(head - 1) * self.d_key + column] = gain

    def copies(self, head, dimensions):
        for column, dimension in enumerate(dimensions):
            self.w_v[self.dimensions.index(dimension)][(head - 1) * self.d_value + column] = 1

    def turns(self, head, sine, cosine, column, angle, gain):
        """A clock hand in two dimensions: q is the key of `angle` further round the dial."""
        self.asks(head, sine, column, gain * math.cos(angle))
        self.asks(head, sine, column + 1, -gain * math.sin(angle))
        self.asks(head, cosine, column, gain * math.sin(angle))
        self.asks(head, cosine, column + 1, gain * math.cos(angle))
        self.answers(head, sine, column, gain)
        self.answers(head, cosine, column + 1, gain)

    def weights(self, block="encoder.0.self"):
        return {f"{block}.w_{name}": getattr(self, f"w_{name}") for name in "qkv"}


def rows(dimensions, groups, both_cases):
    """{"noun animal": "cat dog"} → a row for each word, with 1 in each named dimension."""
    embedding = {}
    for names, words in groups.items():
        row = [0] * len(dimensions)
        for name in names.split():
            row[next(i for i, d in enumerate(dimensions) if d == name or d.startswith(name + " "))] = 1
        for word in words.split():
            spellings = [word, word[0].upper() + word[1:]] if both_cases else [word]
            for spelling in spellings:
                embedding.setdefault(spelling, row)
    return embedding


# ---- it: the cat or the rug?

MEANINGS = ["noun", "animal", "person", "thing", "pronoun", "personal", "cleaned", "feeling"]
KINDS = ["verb", "determiner", "preposition", "conjunction", "adjective", "adverb", "punctuation", "first"]
PERIODS = [4, 16, 64, 256]

IT_WORDS = {
    "noun animal": "cat cats dog dogs bird birds mouse horse cow fish fox bear rabbit kitten puppy",
    "noun person": "child children boy girl man woman teacher student mother father friend people baby king queen",
    "noun thing": "rug mat carpet book books chair table bed sofa floor house home car ball box shirt coat dress "
                  "window door street garden school room paper letter apple bread cake milk water food shoe hat pot",
    "pronoun": "it itself this",
    "pronoun personal": "he she they him her them I you we me us himself herself who",
    "verb": "was is are were be been am has have had do does did sat sits sit ran run runs ate eat eats slept sleep "
            "sleeps jumped lay lies stood saw see sees looked looks liked likes loved loves wanted wants took takes "
            "put gave made went go goes came said says chased chases found played cried smiled washes read wrote "
            "could can will would should must may might felt seemed became lost barked",
    "determiner": "the a an that these those my your his its our their some every each no",
    "preposition": "on in under at to of from with by for over near behind beside into after before through",
    "conjunction": "and or but because so if when while although since as than",
    "adjective": "big small old new red blue green white black soft warm cold good bad nice long short young quick",
    "adjective cleaned": "dry-cleaned washed clean cleaned dirty wet dusty dry torn broken stained brushed mended",
    "adjective feeling": "tired hungry happy sad angry afraid sleepy thirsty ill bored glad",
    "adverb": "not too very there here then now never always again soon also quickly quietly just",
    "punctuation": ". , ! ? ; : … - – — ( ) “ ” \" '",
}


def it_project():
    dimensions = MEANINGS + KINDS + [f"{wave} {period}" for period in PERIODS for wave in ("sin", "cos")]
    block = Block(dimensions, heads=4, d_key=8, d_value=8)

    # Head 1: a pronoun asks for an animal; things answer with the opposite sign. "he" and "she" also ask for a person.
    block.asks(1, "pronoun", 0, 4)
    block.answers(1, "animal", 0, 4)
    block.answers(1, "thing", 0, -4)
    block.asks(1, "personal", 1, 5)
    block.answers(1, "person", 1, 5)
    # Head 2: a pronoun asks for a thing.
    block.asks(2, "pronoun", 0, 4)
    block.answers(2, "thing", 0, 4)
    # Head 3: a thing asks what was done to it, animals and persons how they feel.
    block.asks(3, "thing", 0, 4)
    block.answers(3, "cleaned", 0, 4)
    block.asks(3, "animal", 1, 4)
    block.asks(3, "person", 1, 4)
    block.answers(3, "feeling", 1, 4)
    # Head 4: four clock hands, each set back by one step. The first word has none before it and asks for itself.
    for hand, period in enumerate(PERIODS):
        block.turns(4, f"sin {period}", f"cos {period}", 2 * hand, -2 * math.pi / period, 4)
    block.asks(4, "first", 0, 4)
    block.asks(4, "first", 1, 4)

    w_o = zeros(4 * 8, len(dimensions))
    for head in range(4):
        block.copies(head + 1, MEANINGS)
        for column in range(8):
            w_o[head * 8 + column][column] = 1

    table = zeros(max(PERIODS), len(dimensions))
    for pos, row in enumerate(table):
        for hand, period in enumerate(PERIODS):
            angle = 2 * math.pi * pos / period
            row[16 + 2 * hand] = math.sin(angle)
            row[17 + 2 * hand] = math.cos(angle)
    table[0][dimensions.index("first")] = 1

    return {
        "title": "it: the cat or the rug?",
        "note": "Made by hand: in head 1 “it” asks for an animal and finds the cat, in head 2 for a thing and finds "
                "the rug; head 3 asks what was done to the rug, and head 4 looks at the word before. Set W_Q, row "
                "pronoun, column 0 from 4 to −4, and in head 1 “it” changes its mind. Unknown words get random "
                "embeddings and are underlined.",
        "source": "The cat sat on the rug and it was dry-cleaned.",
        "tokenizer": "words",
        "model": {"d_model": len(dimensions), "heads": 4, "d_key": 8, "d_value": 8, "score": "scaled_dot",
                  "position": "learned", "output_projection": True},
        "dimensions": dimensions,
        "embedding": rows(dimensions, IT_WORDS, both_cases=True),
        "weights": {**block.weights(), "encoder.0.self.w_o": w_o, "position": table},
        "view": {"layer": 1, "head": 1, "heads": [1], "query": 8, "stage": "weights"},
    }


def check_it(project):
    print("it")
    tokens = "The cat sat on the rug and it was dry-cleaned .".split()
    a = attention(project, tokens)
    promise(a[0][7][1], 0.8, "head 1: it → cat")
    promise(a[1][7][5], 0.8, "head 2: it → rug")
    promise(a[2][5][9], 0.8, "head 3: rug → dry-cleaned")
    assert max(a[0][0]) < 0.1, "a word that asks nothing spreads evenly"
    long_sentence = (tokens * 24)[:250]
    for sentence in (tokens, long_sentence[:40], long_sentence):
        a = attention(project, sentence)
        least = min(a[3][t][t - 1] for t in range(1, len(sentence)))
        promise(least, 0.8, f"head 4: the word before, {len(sentence)} tokens")
        promise(a[3][0][0], 0.8, "head 4: the first word, itself")
    w_q = project["weights"]["encoder.0.self.w_q"]
    w_q[4][0] = -4
    a = attention(project, tokens)
    w_q[4][0] = 4
    promise(a[0][7][5], 0.8, "head 1 with W_Q, row pronoun, column 0 = -4: it → rug")
    a = attention(project, "The dog sat on the mat because it was tired .".split())
    promise(a[0][7][1], 0.8, "head 1: it → dog")
    promise(a[2][1][9], 0.8, "head 3: dog → tired")
    a = attention(project, "The child saw the dog and she was happy .".split())
    promise(a[0][6][1], 0.8, "head 1: she → child")


# ---- Who, what, where?

WHO_WORDS = {
    "noun person": "Shuan Alice Bob Maria Jun Mina teacher student friend child",
    "verb": "writing reading painting eating drinking making buying drawing",
    "noun thing": "paper letter book poem picture apple sandwich coffee tea map",
    "noun place": "office library kitchen park school garden room café lab",
    "noun place name": "KAIST Seoul Daejeon Paris London",
    "function": "is was a an the in at on and his her",
    "punctuation": ". , ! ?",
}


def who_project():
    dimensions = ["noun", "person", "verb", "thing", "place", "name", "function word", "punctuation"]
    block = Block(dimensions, heads=3, d_key=4, d_value=8)
    for head, answer in enumerate(("person", "thing", "place"), start=1):
        block.asks(head, "verb", 0, 4)
        block.answers(head, answer, 0, 4)
        block.copies(head, dimensions)
    embedding = rows(dimensions, WHO_WORDS, both_cases=False)
    for name in "Shuan Alice Bob Maria Jun Mina".split():
        embedding[name] = [1, 1, 0, 0, 0, 1, 0, 0]
    return {
        "title": "Who, what, where?",
        "note": "Made by hand: “writing” asks one question a head. Head 1 asks who and finds Shuan, head 2 asks what "
                "and finds the paper, head 3 asks where and finds KAIST and office; the other words ask nothing and "
                "look evenly at all.",
        "source": "Shuan is writing a paper in a KAIST office.",
        "tokenizer": "words",
        "model": {"d_model": 8, "heads": 3, "d_key": 4, "d_value": 8, "score": "scaled_dot",
                  "output_projection": False},
        "dimensions": dimensions,
        "embedding": embedding,
        "weights": block.weights(),
        "view": {"layer": 1, "head": 1, "heads": [1, 2, 3], "query": 3, "stage": "weights"},
    }


def check_who(project):
    print("who-what-where")
    a = attention(project, "Shuan is writing a paper in a KAIST office .".split())
    promise(a[0][2][0], 0.8, "head 1: writing → Shuan")
    promise(a[1][2][4], 0.8, "head 2: writing → paper")
    promise(a[2][2][7] + a[2][2][8], 0.8, "head 3: writing → KAIST office")
    promise(min(a[2][2][7], a[2][2][8]), 0.3, "head 3: each of them")


# ---- Shuan: what is near, what is far

SHUAN_WORDS = {
    "word person": "Shuan Alice Bob Maria Jun Mina he she teacher student friend child",
    "word action": "writing reading painting eating drinking making buying drawing",
    "word thing": "paper letter book poem picture apple sandwich coffee tea map",
    "word place": "KAIST Seoul Daejeon Paris London office library kitchen park school garden room café lab",
    "word function": "is was a an the The A in at on and his her",
    "word": ". , ! ?",
}


def shuan_project():
    kinds = ["person", "action", "thing", "place", "function word"]
    dimensions = kinds + ["word", "position", "position²"]
    block = Block(dimensions, heads=3, d_key=2, d_value=len(kinds))
    # Head 1, at position i of a key at j: 4 (2 (i + 1) j - j²) is 4 (i + 1)², the same for every key, less
    # 4 (j - (i + 1))²: the nearer to the next word, the higher.
    block.asks(1, "position", 0, 2)
    block.asks(1, "word", 0, 2)
    block.asks(1, "word", 1, -1)
    block.answers(1, "position", 0, 4)
    block.answers(1, "position²", 1, 4)
    # Heads 2 and 3: a person asks where, and what.
    for head, answer in ((2, "place"), (3, "thing")):
        block.asks(head, "person", 0, 2)
        block.answers(head, answer, 0, 3)
    w_o = zeros(3 * len(kinds), len(dimensions))
    for head in range(3):
        block.copies(head + 1, kinds)
        for column in range(len(kinds)):
            w_o[head * len(kinds) + column][column] = 1
    return {
        "title": "Shuan: what is near, what is far",
        "note": "Made by hand, with a residual and without scaling: “Shuan” asks in three heads, and side by side "
                "below the links draws each by itself. Head 1 is local: its score falls with the square of the "
                "distance from the next word, so it finds “is”, whatever stands there. Heads 2 and 3 are global: a "
                "person asks where and finds KAIST and office, asks what and finds the paper, however far they are. "
                "The residual keeps Shuan a person and adds what was found. Set W_Q, row word, column 0 from 2 to 4, "
                "and head 1 looks two words on, at “writing”; set Score to scaled dot, and heads 2 and 3 look less "
                "sharply.",
        "source": "Shuan is writing a paper in a KAIST office.",
        "tokenizer": "words",
        "model": {"d_model": len(dimensions), "heads": 3, "d_key": 2, "d_value": len(kinds), "score": "dot",
                  "position": "learned", "residual": True, "output_projection": True},
        "dimensions": dimensions,
        "embedding": rows(dimensions, SHUAN_WORDS, both_cases=False),
        "weights": {**block.weights(), "encoder.0.self.w_o": w_o,
                    "position": [[0] * 6 + [t, t * t] for t in range(64)]},
        "view": {"layer": 1, "head": 1, "heads": [1, 2, 3], "query": 1, "stage": "weights"},
    }


def check_shuan(project):
    print("shuan")
    tokens = "Shuan is writing a paper in a KAIST office .".split()
    a, stream = block_stream(project, "encoder.0.self", embedded(project, tokens), embedded(project, tokens))
    promise(a[0][0][1], 0.9, "head 1: Shuan → is")
    promise(min(a[0][t][t + 1] for t in range(9)), 0.9, "head 1: the next word")
    promise(a[1][0][7] + a[1][0][8], 0.9, "head 2: Shuan → KAIST office")
    promise(min(a[1][0][7], a[1][0][8]), 0.4, "head 2: each of them")
    promise(a[2][0][4], 0.9, "head 3: Shuan → paper")
    promise(min(stream[0][:1] + stream[0][2:5]), 0.9, "Shuan: a person, a thing, a place, a function word")
    far = "Shuan was in the park and in the garden and in the kitchen and in the room and on the map".split()
    promise(attention(project, far)[2][0][20], 0.9, "head 3: Shuan → map, 20 words on")
    w_q = project["weights"]["encoder.0.self.w_q"]
    w_q[5][0] = 4
    promise(attention(project, tokens)[0][0][2], 0.9, "head 1 with W_Q, row word, column 0 = 4: Shuan → writing")
    w_q[5][0] = 2
    project["model"]["score"] = "scaled_dot"
    soft = attention(project, tokens)
    project["model"]["score"] = "dot"
    assert soft[2][0][4] < a[2][0][4] - 0.05 and soft[1][0][7] < a[1][0][7] - 0.01, "scaled dot is softer"


# ---- a Chinese sentence

CHINESE_WORDS = {
    "名词 动物": "猫 狗 鸟 马 鱼 兔子 老鼠 小猫 小狗",
    "名词 人": "孩子 老师 学生 妈妈 爸爸 朋友",
    "名词 东西": "地毯 椅子 桌子 沙发 床 书 衣服 杯子 苹果 公园",
    "代词": "它 它们",
    "代词 人称": "他 她 我 你 他们",
    "动词": "坐在 睡在 躺在 坐 睡 跑 吃 看 放在 把 被 是 在 洗 了",
    "方位": "上 下 里 外 旁边",
    "虚词": "因为 所以 但是 和 的 很 太 不 也 就",
    "感觉": "累 饿 困 高兴 难过 渴",
    "状态": "脏 干净 湿 旧 新 干洗 洗了",
    "标点": "， 。 ！ ？ 、",
}


def chinese_project():
    dimensions = ["名词 noun", "动物 animal", "人 person", "东西 thing", "代词 pronoun", "人称 personal", "动词 verb",
                  "方位 place word", "虚词 function word", "感觉 feeling", "状态 state", "标点 punctuation"]
    block = Block(dimensions, heads=3, d_key=4, d_value=12)
    block.asks(1, "代词 pronoun", 0, 4)
    block.answers(1, "动物 animal", 0, 4)
    block.answers(1, "东西 thing", 0, -4)
    block.asks(1, "人称 personal", 1, 5)
    block.answers(1, "人 person", 1, 5)
    block.asks(2, "代词 pronoun", 0, 4)
    block.answers(2, "东西 thing", 0, 4)
    block.asks(3, "动物 animal", 0, 4)
    block.asks(3, "人 person", 0, 4)
    block.answers(3, "感觉 feeling", 0, 4)
    block.asks(3, "东西 thing", 1, 4)
    block.answers(3, "状态 state", 1, 4)
    for head in (1, 2, 3):
        block.copies(head, dimensions)
    return {
        "title": "它：猫还是地毯？ · it: the cat or the rug?",
        "note": "“它”在第一个头里找动物，看到“猫”；在第二个头里找东西，看到“地毯”；在第三个头里，“猫”看到“累”。权重是手写的。 "
                "In head 1 它 (it) looks at 猫 (the cat), in head 2 at 地毯 (the rug); in head 3 猫 looks at 累 (tired). "
                "The weights are made by hand.",
        "source": "猫坐在地毯上，因为它很累。",
        "tokenizer": "words",
        "model": {"d_model": 12, "heads": 3, "d_key": 4, "d_value": 12, "score": "scaled_dot",
                  "output_projection": False},
        "dimensions": dimensions,
        "embedding": rows(dimensions, CHINESE_WORDS, both_cases=False),
        "weights": block.weights(),
        "view": {"layer": 1, "head": 1, "heads": [1], "query": 7, "stage": "weights"},
    }


def check_chinese(project):
    print("chinese")
    a = attention(project, "猫 坐在 地毯 上 ， 因为 它 很 累 。".split())
    promise(a[0][6][0], 0.8, "head 1: 它 → 猫")
    promise(a[1][6][2], 0.8, "head 2: 它 → 地毯")
    promise(a[2][0][8], 0.8, "head 3: 猫 → 累")


# ---- repeated words

REPEATED_WORDS = {
    "noun dog": "dog",
    "noun cat": "cat",
    "verb": "chased saw liked",
    "the": "the The a",
    "that": "that who which",
}


def repeated_project():
    # Sines of slow waves stay near 0 over a sentence, so that these columns are free for meaning.
    d_model = 24
    speeds = [10000 ** (-2 * pair / d_model) for pair in range(d_model // 2)]
    dimensions = [f"{wave} {speed:.2g}" for speed in speeds for wave in ("sin", "cos")]
    for column, name in zip(range(12, 24, 2), ("noun", "verb", "dog", "cat", "the", "that")):
        dimensions[column] = name
    block = Block(dimensions, heads=4, d_key=5, d_value=24)

    for column, name in enumerate(("dog", "cat", "the", "that", "verb")):
        block.asks(1, name, column, 4)
        block.answers(1, name, column, 4)
    for hand in (0, 1):
        sine, cosine = dimensions[2 * hand], dimensions[2 * hand + 1]
        block.turns(2, sine, cosine, 2 * hand, -speeds[hand], 5)
        block.turns(3, sine, cosine, 2 * hand, -1.5 * speeds[hand], 2)
        block.turns(4, sine, cosine, 2 * hand, 1.5 * speeds[hand], 2)
    for head in (3, 4):
        block.asks(head, "verb", 4, 4)
        block.answers(head, "noun", 4, 4)
    for head in (1, 2, 3, 4):
        block.copies(head, dimensions)
    return {
        "title": "Repeated words: what positions change",
        "note": "Made by hand: head 1 finds the same word, head 2 the word before, and “chased” looks in head 3 at who "
                "chases, in head 4 at who is chased. Set Position to none and equal words get equal rows, so both "
                "“chased” look alike at every noun; set it back to sinusoidal and they part.",
        "source": "the dog chased the dog that chased the cat",
        "tokenizer": "words",
        "model": {"d_model": d_model, "heads": 4, "d_key": 5, "d_value": 24, "score": "scaled_dot",
                  "position": "sinusoidal", "output_projection": False},
        "dimensions": dimensions,
        "embedding": rows(dimensions, REPEATED_WORDS, both_cases=False),
        "weights": block.weights(),
        "view": {"layer": 1, "head": 3, "heads": [3], "query": 7, "stage": "weights"},
    }


def check_repeated(project):
    print("repeated-words")
    tokens = "the dog chased the dog that chased the cat".split()
    a = attention(project, tokens)
    promise(a[0][1][1] + a[0][1][4], 0.8, "head 1: dog → both dogs")
    promise(min(a[1][t][t - 1] for t in range(1, 9)), 0.8, "head 2: the word before")
    promise(a[2][2][1], 0.8, "head 3: first chased → first dog")
    promise(a[2][6][4], 0.8, "head 3: second chased → second dog")
    promise(a[3][2][4], 0.8, "head 4: first chased → second dog")
    promise(a[3][6][8], 0.8, "head 4: second chased → cat")
    project["model"]["position"] = "none"
    a = attention(project, tokens)
    project["model"]["position"] = "sinusoidal"
    assert all(head[2] == head[6] for head in a), "without positions both chased look alike"
    assert max(a[2][2]) < 0.35, "without positions chased looks at three nouns alike"


# ---- self-attention and attention: two examples with the same weights

TRANSLATED = {
    "she": "she elle", "he": "he il", "love": "loves aime", "see": "sees voit", "the": "the le", "black": "black noir",
    "white": "white blanc", "cat": "cat chat", "dog": "dog chien",
}
FOLLOWS = {  # which meanings may come after which, in English and in French
    "English": {"she he": "love see", "love see": "the", "the": "black white", "black white": "cat dog"},
    "French": {"she he": "love see", "love see": "the", "the": "cat dog", "cat dog": "black white"},
}
LANGUAGES = list(FOLLOWS)


def translation_project(title, note, target, query):
    meanings = list(TRANSLATED)
    dimensions = meanings + LANGUAGES + [f"found {meaning}" for meaning in meanings]
    block = Block(dimensions, heads=2, d_key=len(meanings), d_value=len(meanings))
    # Head 1: each word asks for its own meaning. Head 2: each word asks for the one that belongs to it.
    for column, meaning in enumerate(meanings):
        block.asks(1, meaning, column, 4)
        block.answers(1, meaning, column, 4)
    for column, (asking, answering) in enumerate((("the black white", "cat dog"), ("cat dog", "black white"),
                                                  ("she he", "love see"), ("love see", "she he"))):
        for meaning in asking.split():
            block.asks(2, meaning, column, 4)
        for meaning in answering.split():
            block.answers(2, meaning, column, 4)
    w_o = zeros(2 * len(meanings), len(dimensions))
    for head in (0, 1):
        block.copies(head + 1, meanings)
        for column, meaning in enumerate(meanings):
            w_o[head * len(meanings) + column][dimensions.index(f"found {meaning}")] = 1
    weights = {}
    for name in ("encoder.0.self", "decoder.0.self", "decoder.0.cross"):
        weights.update(block.weights(name))
        weights[f"{name}.w_o"] = w_o

    words = {(meaning, language): word for meaning, pair in TRANSLATED.items()
             for language, word in zip(LANGUAGES, pair.split())}
    vocabulary = [words[meaning, language] for language in LANGUAGES for meaning in meanings] + ["</s>"]
    output = zeros(len(dimensions), len(vocabulary))

    def counts(dimension, word, gain):
        output[dimensions.index(dimension)][vocabulary.index(word)] = gain

    # A word is likely after the words that may stand before it, in its language, and where its meaning was found.
    for (meaning, language), word in words.items():
        counts(language, word, 10)
        counts(f"found {meaning}", word, 3)
        for before, after in FOLLOWS[language].items():
            if meaning in after.split():
                for one in before.split():
                    counts(one, word, 12)
    for meaning in ("black", "white", "cat", "dog"):
        counts(meaning, "</s>", 21)

    embedding = rows(dimensions, {f"{meaning} {language}": word for (meaning, language), word in words.items()}, False)
    return {
        "title": title,
        "note": note,
        "source": "she loves the black cat",
        "target": target,
        "tokenizer": "words",
        "model": {"architecture": "encoder_decoder", "encoder_layers": 1, "decoder_layers": 1,
                  "d_model": len(dimensions), "heads": 2, "d_key": len(meanings), "d_value": len(meanings),
                  "score": "scaled_dot", "residual": True, "output_projection": True},
        "dimensions": dimensions,
        "vocabulary": vocabulary,
        "embedding": embedding,
        "weights": {**weights, "output.w": output},
        "view": {"block": "cross", "layer": 1, "head": 1, "heads": [1], "query": query, "stage": "weights"},
    }


def same_sentence_project():
    return translation_project(
        "Self-attention and attention: source = target",
        "Made by hand: all three attentions have the same weights, and source and target are the same sentence. "
        "So the cross-attention gives the very numbers of the encoder's self-attention: self-attention is attention "
        "with Source = Target. In head 1 a word finds its own meaning, in head 2 the word that belongs to it: “black” "
        "finds “cat”. The decoder's self-attention is masked, so there “black” cannot see “cat”, which comes later. "
        "Now open the example with source and target, or type another target: she loves the white dog.",
        "she loves the black cat", 4)


def two_sentences_project():
    return translation_project(
        "Self-attention and attention: source ≠ target",
        "Made by hand, with the weights of the example with source = target; only the target is French now. "
        "The queries come from the French words, the keys and values from the English ones: in head 1 “noir” finds "
        "“black” and “chat” finds “cat”, so the links cross; in head 2 “le” finds the noun that it belongs to. "
        "The encoder's self-attention stays as it was. The output layer uses what was found: after “le” it expects "
        "“chat” and not “chien”. Type “he sees the white dog” and “il voit le chien blanc”.",
        "elle aime le chat noir", 4)


def next_words(project, stream):
    logits = product(stream, project["weights"]["output.w"])
    return [project["vocabulary"][row.index(max(row))] for row in logits]


def check_same_sentence(project):
    print("self-and-cross")
    tokens = "she loves the black cat".split()
    a, _ = translation(project, tokens, tokens)
    assert a["encoder"] == a["cross"], "self-attention is attention with source = target"
    promise(min(a["cross"][0][t][t] for t in range(5)), 0.8, "head 1: each word finds itself")
    promise(a["encoder"][1][3][4], 0.8, "head 2: black → cat")
    assert a["decoder"][1][3][4] == 0, "the mask hides cat from black"


def check_two_sentences(project):
    print("source-and-target")
    for source, target in (("she loves the black cat", "elle aime le chat noir"),
                           ("he sees the white dog", "il voit le chien blanc")):
        a, stream = translation(project, source.split(), target.split())
        for t, s in enumerate((0, 1, 2, 4, 3)):
            promise(a["cross"][0][t][s], 0.8, f"head 1: {target.split()[t]} → {source.split()[s]}")
        for t, s in enumerate((1, 0, 4, 3, 4)):
            promise(a["cross"][1][t][s], 0.8, f"head 2: {target.split()[t]} → {source.split()[s]}")
        assert next_words(project, stream) == target.split()[1:] + ["</s>"], next_words(project, stream)


# ---- alignment, as in Bahdanau et al. 2015, figure 3

ALIGNED = {
    "The": "The L'", "agreement": "agreement accord", "on": "on sur", "the": "the la", "European": "European européenne",
    "Economic": "Economic économique", "Area": "Area zone", "was": "was a", "signed": "signed signé", "in": "in en",
    "August": "August août", "1992": "1992", ".": ".",
}


def alignment_project():
    meanings = list(ALIGNED)
    dimensions = meanings + ["word"]
    embedding = {}
    for meaning, words in ALIGNED.items():
        for word in words.split():
            embedding[word] = [int(name in (meaning, "word")) for name in dimensions]
    embedding["été"] = [{"was": 1, "signed": 0.6, "word": 1}.get(name, 0) for name in dimensions]

    # tanh(4 a + 4 b − 6) is near 1 where both words have the meaning and near −1 where one of them lacks it.
    cross = Block(dimensions, heads=1, d_key=len(meanings), d_value=len(dimensions))
    for column, meaning in enumerate(meanings):
        cross.asks(1, meaning, column, 4)
        cross.asks(1, "word", column, -6)
        cross.answers(1, meaning, column, 4)
    cross.copies(1, dimensions)
    nothing = Block(dimensions, heads=1, d_key=len(meanings), d_value=len(dimensions))
    return {
        "title": "Alignment: English and French word order",
        "note": "Made by hand after the picture of Bahdanau et al. 2015: each French word finds the English word "
                "that it translates. In the links and in the heatmap the order turns round at “zone économique "
                "européenne”, which stands for “European Economic Area”; “a été” is two words for one, and “été” "
                "also looks at “signed”. The scores are additive (concat), w_a · tanh(q + k): tanh rises only where "
                "both words have the same meaning. Only the cross-attention does anything here: there is no encoder "
                "layer, the decoder's self-attention adds zeros, and the output layer is random.",
        "source": "The agreement on the European Economic Area was signed in August 1992 .",
        "target": "L' accord sur la zone économique européenne a été signé en août 1992 .",
        "tokenizer": "whitespace",
        "model": {"architecture": "encoder_decoder", "encoder_layers": 0, "decoder_layers": 1,
                  "d_model": len(dimensions), "heads": 1, "d_key": len(meanings), "d_value": len(dimensions),
                  "score": "additive", "residual": True, "output_projection": False},
        "dimensions": dimensions,
        "embedding": embedding,
        "weights": {**nothing.weights("decoder.0.self"), "decoder.0.self.w_a": zeros(1, len(meanings)),
                    **cross.weights("decoder.0.cross"), "decoder.0.cross.w_a": [[3] * len(meanings)]},
        "view": {"block": "cross", "layer": 1, "head": 1, "stage": "weights"},
    }


def check_alignment(project):
    print("alignment")
    source, target = project["source"].split(), project["target"].split()
    a, _ = translation(project, source, target)
    for t, s in enumerate((0, 1, 2, 3, 6, 5, 4, 7, 7, 8, 9, 10, 11, 12)):
        promise(a["cross"][0][t][s], 0.6, f"{target[t]} → {source[s]}")
    promise(a["cross"][0][8][8], 0.02, "été → signed")


# ---- Chinese → English, word by word

SUBJECTS = {"I": "我 I", "she": "她 she", "we": "我们 we"}
NOUNS = {"student": "学生 student", "teacher": "老师 teacher"}
DECODED = {
    "start": "<s>",
    "subject I": "我 I",
    "subject she": "她 she",
    "subject we": "我们 we",
    "verb": "是 am is are",
    "also": "也 also",
    "noun student": "学生 student students",
    "noun teacher": "老师 teacher teachers",
    "article": "a",
    "end": "</s>",
}
ENGLISH = "I she we am is are also a student students teacher teachers </s>".split()


def decoder_project():
    kinds = ["start", "subject 主语", "verb 是", "also 也", "noun 名词", "article a"]
    meanings = ["I 我", "she 她", "we 我们", "student 学生", "teacher 老师"]
    carried = ["also 也"] + meanings
    dimensions = kinds + meanings + [f"next {name}" for name in carried]

    # Both self-attentions: head 1, the verb finds its subject; head 2, the noun finds it. All other words find the verb.
    own = Block(dimensions, heads=2, d_key=4, d_value=len(carried))
    for head, asking in ((1, "verb 是"), (2, "noun 名词")):
        for kind in ("subject 主语", "verb 是", "also 也", "noun 名词"):
            own.asks(head, kind, 0 if kind == asking else 1, 4)
        own.answers(head, "subject 主语", 0, 4)
        own.answers(head, "verb 是", 1, 4)
        for column, name in enumerate(carried):
            if name in meanings[:3]:
                own.w_v[dimensions.index(name)][(head - 1) * len(carried) + column] = 1
    own_w_o = zeros(2 * len(carried), len(dimensions))
    for head in (0, 1):
        for column, name in enumerate(carried):
            if name in meanings[:3]:
                own_w_o[head * len(carried) + column][dimensions.index(name)] = 1

    # Cross-attention: head 1, the word that this one comes from; head 2, the word that is to be said next.
    cross = Block(dimensions, heads=2, d_key=4, d_value=len(carried))
    for column, kind in enumerate(("subject 主语", "verb 是", "also 也", "noun 名词")):
        cross.asks(1, kind, column, 4)
        cross.answers(1, kind, column, 4)
        cross.answers(2, kind, column, 4)
    cross.asks(1, "article a", 3, 4)
    for asking, column, gain in (("start", 0, 4), ("subject 主语", 1, 4), ("verb 是", 2, 8), ("verb 是", 3, 4),
                                 ("also 也", 3, 4), ("article a", 3, 4)):
        cross.asks(2, asking, column, gain)
    cross.copies(1, carried)
    cross.copies(2, carried)
    cross_w_o = zeros(2 * len(carried), len(dimensions))
    for column, name in enumerate(carried):
        cross_w_o[len(carried) + column][dimensions.index(f"next {name}")] = 1

    output = zeros(len(dimensions), len(ENGLISH))

    def counts(dimension, words, gain):
        for word in words.split():
            output[dimensions.index(dimension)][ENGLISH.index(word)] = gain

    # What kind of word may follow, and which of these the word that head 2 found asks for.
    counts("start", "I she we", 20)
    counts("subject 主语", "am is are", 20)
    counts("verb 是", "also a students teachers", 20)
    counts("also 也", "a students teachers", 20)
    counts("article a", "student teacher", 20)
    counts("noun 名词", "</s>", 30)
    counts("next also 也", "also", 12)
    for name, words in zip(meanings, ("I am", "she is", "we are", "student students", "teacher teachers")):
        counts(f"next {name}", words, 6)
    for name in meanings[:2]:
        counts(f"next {name}", "a", 12)
    counts("next we 我们", "students teachers", 12)

    embedding = {}
    for names, words in DECODED.items():
        row = [int(any(d.split()[0] == name for name in names.split())) for d in dimensions]
        embedding.update((word, row) for word in words.split())
    weights = {}
    for name, block, w_o in (("encoder.0.self", own, own_w_o), ("decoder.0.self", own, own_w_o),
                             ("decoder.0.cross", cross, cross_w_o)):
        weights.update({**block.weights(name), f"{name}.w_o": w_o})
    return {
        "title": "Chinese → English, word by word",
        "note": "Made by hand: the decoder says “I am a student” one word after the other. In the cross-attention, "
                "head 2 finds the word to be said next: <s> looks at 我, “I” at 是, and both “am” and “a” at 学生, "
                "for Chinese has no “a”; head 1 only shows which word each one comes from, and the output does not use "
                "it. Set the target to <s> and generate in Output; then try 我们 是 老师, or 她 也 是 学生, where the "
                "order turns round. 是 stands for am, is and are alike: in head 1 of the encoder it finds its subject. "
                "Switch that head off, and the three are equally likely; switch off the encoder's head 2 instead, and "
                "it says “I am students”.",
        "source": "我 是 学生",
        "target": "<s> I am a student",
        "tokenizer": "words",
        "model": {"architecture": "encoder_decoder", "encoder_layers": 1, "decoder_layers": 1,
                  "d_model": len(dimensions), "heads": 2, "d_key": 4, "d_value": len(carried),
                  "score": "scaled_dot", "residual": True, "output_projection": True},
        "dimensions": dimensions,
        "vocabulary": ENGLISH,
        "embedding": embedding,
        "weights": {**weights, "output.w": output},
        "view": {"block": "cross", "layer": 1, "head": 2, "heads": [2], "query": 4, "stage": "weights"},
    }


def said(project, source, most=8):
    """The words that the decoder says after <s>, the likeliest one after the other."""
    target = ["<s>"]
    while target[-1] != "</s>" and len(target) <= most:
        _, stream = translation(project, source.split(), target)
        target.append(next_words(project, stream)[-1])
    return " ".join(target[1:])


def check_decoder(project):
    print("word-by-word")
    a, stream = translation(project, project["source"].split(), project["target"].split())
    for t, s in ((1, 0), (2, 1), (3, 2), (4, 2)):
        promise(a["cross"][0][t][s], 0.9, f"head 1: {project['target'].split()[t]} → {project['source'].split()[s]}")
    for t, s in enumerate((0, 1, 2, 2)):
        promise(a["cross"][1][t][s], 0.9, f"head 2: {project['target'].split()[t]} → {project['source'].split()[s]}")
    promise(a["encoder"][0][1][0], 0.9, "encoder, head 1: 是 → 我")
    promise(a["encoder"][1][2][0], 0.9, "encoder, head 2: 学生 → 我")
    for subject, begin, form, article in (("我", "I", "am", "a "), ("她", "she", "is", "a "), ("我们", "we", "are", "")):
        for noun, english in (("学生", "student"), ("老师", "teacher")):
            for also, too in (("", ""), ("也 ", "also ")):
                sentence = f"{subject} {also}是 {noun}"
                expected = f"{begin} {form} {too}{article}{english}{'' if article else 's'} </s>"
                assert said(project, sentence) == expected, said(project, sentence)
    for name, head, result in (("encoder.0.self", 1, "I am students </s>"),
                               ("decoder.0.cross", 0, "I am a student </s>")):
        w_o = project["weights"][f"{name}.w_o"]
        kept = [list(row) for row in w_o]
        for row in range(head * 6, head * 6 + 6):
            w_o[row] = [0] * len(w_o[row])
        assert said(project, project["source"]) == result, said(project, project["source"])
        w_o[:] = kept


EXAMPLES = {
    "it": (it_project, check_it),
    "who-what-where": (who_project, check_who),
    "shuan": (shuan_project, check_shuan),
    "chinese": (chinese_project, check_chinese),
    "repeated-words": (repeated_project, check_repeated),
    "self-and-cross": (same_sentence_project, check_same_sentence),
    "source-and-target": (two_sentences_project, check_two_sentences),
    "word-by-word": (decoder_project, check_decoder),
    "alignment": (alignment_project, check_alignment),
}

if __name__ == "__main__":
    for name, (make, check) in EXAMPLES.items():
        project = make()
        check(project)
        write(name, project)
