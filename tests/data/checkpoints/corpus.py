"""The texts that the tokenizers of make.py are trained on, and those that they are tried on."""

TRAINING = """
The cat sat on the rug and it was dry-cleaned.
The dog sat on the mat, and the cat sat on the dog.
A small animal didn't cross the street because it was too tired.
Attention is all you need, said the reader; the reader's friend didn't agree.
The quick brown fox jumps over the lazy dog, doesn't it?
They've read 12 books in 2017 and 345 more in 2019; she'd read 6,789.
I'll see you when you're ready. We're here, I'm there, he's gone, they'd left.
Heads attend to the previous token, to the next token and to the same token.
Numbers: 0 1 2 3 4 5 6 7 8 9 10 100 1000 3.14 2,718 50% (plus) [minus] {times} <less> & "more" 'quoted' `code` ~ ^ _ | \\ / @ # $ * + = : ; ! ?
Une phrase française : où est le café crème ? Là-bas, à côté de l'école, près du garçon.
Der Bär läuft über die Straße und trägt süße Äpfel und große Öfen.
El niño comió la piña mañana por la mañana; ¿qué pasó? ¡Así es!
Привет, мир! Внимание — это всё, что нужно.
注意力就是你所需要的一切。 猫坐在地毯上。 我们喜欢学习语言模型。
机器学习很有意思,注意力机制也很有意思。
こんにちは世界。猫がマットの上に座った。
Good morning 😀 and good night 🌙! Thank you 👍👍 — see you 🎉.
Tokens, tokens and more tokens: un-believ-able, unbelievable, believable, believing, tokenization.
The cat and the dog and the animal and the reader and the street.
Playing, played, plays, player; reading, reads, reader; running, runs, runner.
def attend(q, k, v):
    return softmax(q @ k.T / sqrt(d)) @ v
Line one\tand a tab\tand another.
THE END. ALL CAPS: ATTENTION, TOKENS, HEADS.
""".strip().split("\n")

# What a model computes is kept for these: a word or two that every tokenizer splits, one that it does not know.
SENTENCES = [
    "The cat sat on the rug and it was dry-cleaned.",
    "Où est 猫 😀 2019?",
    "x",
    "Didn't  BELIEVE, ߷!",
]
PAIRS = [
    ("The cat sat on the mat.", "It was tired."),
    ("Où est-il ?", "猫坐在 😀"),
]
TARGETS = [
    "Die Katze läuft.",
    "猫坐在地毯上。",
    "l'a vu 😀",
    "x",
]

# Tokens alone.
TEXT_PAIRS = [
    *PAIRS,
    ("a", "b"),
    ("The [MASK] sat.", "on <mask> it [SEP] was"),
    ("Hello  World ", " It's  2019!"),
    ("unknown ߷", "ሀ and </s> more"),
]
TEXTS = [
    "The cat sat on the rug and it was dry-cleaned.",
    "hello world",
    "Hello World",
    "HELLO, WORLD!",
    "a",
    ".",
    "猫",
    "😀",
    "ß",
    " ",
    "  ",
    "   leading spaces",
    "trailing spaces   ",
    "two  spaces   three    four",
    " one space before",
    "a tab\tin between\t\ttwo",
    "a line\nbreak",
    "two lines\n\nand a paragraph\n",
    "windows\r\nline\r\n\r\nbreaks",
    "spaces before a break   \n   and after",
    "\n",
    "\t\n \n",
    "don't can't I'll they've we're he'd it's I'm",
    "DON'T CAN'T I'LL THEY'VE",
    "the readers' books, 'quoted' and \"double\"",
    "it’s a curly ‘quote’ and “another”",
    "1 12 123 1234 12345 1234567890",
    "3.14159, 2,718 and 50% of $6.02",
    "room101 abc123def 4th",
    "①②③ ½ ² Ⅳ ٣٤٥ १२३",
    "café naïve résumé Ångström São Zürich Łódź",
    "cafe\u0301 nai\u0308ve a\u030a o\u0302\u0323",
    "ÀÉÎÕÜ àéîõü ÇŞĞİ ıIi",
    "Straße STRASSE ẞ ﬁne ﬀ ǆ",
    "Привет, мир! ЁЖИК",
    "Ελληνικά Σίσυφος ΟΔΟΣ",
    "注意力就是你所需要的一切。",
    "我爱NLP和BERT2019模型",
    "猫坐在地毯上,mat上。",
    "こんにちは世界 カタカナ ｶﾀｶﾅ ＡＢＣ１２３",
    "안녕하세요 세계",
    "שלום עולם مرحبا بالعالم",
    "हिन्दी में नमस्ते ไทยภาษา",
    "😀😀 🌙 👍🏽 👩‍👩‍👧 🇫🇷 ❤️ 🎉!",
    "emoji😀inside🌙words",
    "unknown ߷ ሀ 𝔘𝔫𝔦 𐍈 ꙮ",
    "zero\u200bwidth soft\u00adhyphen no\u00a0break thin\u2009space ideographic\u3000space",
    "control\u0001\u0007 characters \u007f and \u0085 \u009f here",
    "null\u0000byte and \ufffd replacement",
    "bidi \u202emarks\u202c \u200eand \u200fothers \u2028 separators \u2029 \ufeff end",
    "[MASK] is typed, [CLS] and [SEP] too, [mask] not",
    "The [MASK]sat on[MASK]the rug [MASK].",
    "the<mask>sat on <mask> the  <mask>  rug </s><s> end",
    "<|endoftext|>The cat<|endoftext|> sat <|endoftext|>",
    "<s>[INST] hi [/INST]</s> <unk> <pad> <0x41>",
    "<|begin_of_text|>The<|eot_id|>\n\ncat <|im_start|>user\nhi<|im_end|>",
    "<|BEGIN_OF_TEXT|> < s > <s",
    "un-believ-able, unbelievable; believing... tokenization?!",
    "pneumonoultramicroscopicsilicovolcanoconiosis",
    "a" * 120,
    "ab" * 70 + " end",
    "def f(x):\n    return x**2  # comment\n\tif x != 0: y = {'a': [1, 2]}",
    "https://example.org/path?query=1&b=2#frag user@mail.com",
    "C++ && || == != <= >= -> => // /* */ \\n",
    "…—–-‐‑ «guillemets» ¿qué? ¡así! §5 ©2019 ™ € £ ¥ ° ± × ÷",
    "▁under▁score _under_score_ Ġbyte Ċ ##ness ## #",
    ">>fr<< a language code, >>de<< another",
    "$ + < = > ^ ` | ~ and , . ; : ! ? ' \" ( ) [ ] { } @ # % & * - _ / \\",
    "A.B.C. U.S.A. e.g. i.e. Dr. Mr.",
    "mixed猫Cat犬DogПриветmir",
    "  \u00a0 \u2003 mixed   white\u3000\u3000space \t ",
]
