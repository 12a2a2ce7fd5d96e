#include <QTest>

#include "test_class.h"
#include "text/tokenizer.h"

using namespace regard;

namespace {

QStringList texts(const QByteArray &text, Tokenizer tokenizer)
{
    QStringList list;
    for (const Token &token : tokenize({text.constData(), std::size_t(text.size())}, tokenizer).tokens)
        list << QString::fromStdString(token.text);
    return list;
}

} // namespace

class TestTokenizer : public QObject {
    Q_OBJECT

private slots:
    void words_data();
    void words();
    void whitespace_data();
    void whitespace();
    void characters_data();
    void characters();
    void offsetsPointIntoTheNormalizedText_data();
    void offsetsPointIntoTheNormalizedText();
    void anyBytesAreRead();
    void hundredThousandCharacters_data();
    void hundredThousandCharacters();
    void mostlyCjk_data();
    void mostlyCjk();
};

void TestTokenizer::words_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("tokens");
    const auto row = [](const char *name, const char *text, std::initializer_list<const char *> tokens) {
        QStringList list;
        for (const char *token : tokens)
            list << QString::fromUtf8(token);
        QTest::newRow(name) << QByteArray(text) << list;
    };
    row("empty", "", {});
    row("only white space", " \t\n\xC2\xA0\xE3\x80\x80 ", {});
    row("English", "The cat sat on the rug and it was dry-cleaned.",
        {"The", "cat", "sat", "on", "the", "rug", "and", "it", "was", "dry-cleaned", "."});
    row("apostrophe", "I don't, can’t.", {"I", "don't", ",", "can’t", "."});
    row("hyphen chain", "state-of-the-art", {"state-of-the-art"});
    row("hyphen U+2010 and U+2011", "dry‐cleaned co‑op", {"dry‐cleaned", "co‑op"});
    row("hyphen between digits and letters", "GPT-2 is 12-layered", {"GPT-2", "is", "12-layered"});
    row("loose hyphens", "a - b -c d- e--f", {"a", "-", "b", "-", "c", "d", "-", "e", "-", "-", "f"});
    row("en dash does not join", "dry–cleaned", {"dry", "–", "cleaned"});
    row("each mark alone", "Wait... (what?!)", {"Wait", ".", ".", ".", "(", "what", "?", "!", ")"});
    row("numbers", "3.14 and 1,000", {"3.14", "and", "1,000"});
    row("special tokens stay whole", "<s> a</s> [CLS]b[SEP]<pad>",
        {"<s>", "a", "</s>", "[CLS]", "b", "[SEP]", "<pad>"});
    row("no special tokens", "< s> 1<2>3 [cls] [A B] <a-b> <",
        {"<", "s", ">", "1", "<", "2", ">", "3", "[", "cls", "]", "[", "A", "B", "]", "<", "a-b", ">", "<"});
    row("decomposed letters are composed", "cafe\xCC\x81", {"caf\xC3\xA9"});
    row("emoji with skin tone", "hi 👍🏽!", {"hi", "👍🏽", "!"});
    row("emoji family by joiners", "👨‍👩‍👧‍👦👩‍🚀",
        {"👨‍👩‍👧‍👦", "👩‍🚀"});
    row("flags", "🇰🇷🇩🇪", {"🇰🇷", "🇩🇪"});
    row("flag by tags", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 ok", {"🏴󠁧󠁢󠁳󠁣󠁴󠁿", "ok"});
    row("keycap", "1️⃣ go", {"1️⃣", "go"});
    row("Chinese", "我喜欢学习。", {"我", "喜欢", "学习", "。"});
    row("Japanese", "私は日本語を勉強する。", {"私", "は", "日本語", "を", "勉強", "する", "。"});
    row("Arabic", "القطة جلست، على السجادة.", {"القطة", "جلست", "،", "على", "السجادة", "."});
    row("bidi marks",
        "\xE2\x80\xAB"
        "abc\xE2\x80\x8E def\xE2\x80\xAC",
        {"abc", "def"});
    row("control characters",
        "a\x01"
        "b\x7F"
        "c\nd\te\r\nf",
        {"a", "b", "c", "d", "e", "f"});
    row("next line control",
        "a\xC2\x85"
        "b",
        {"a", "b"});
    row("soft hyphen is dropped", "co\xC2\xADoperate", {"cooperate"});
    row("invalid bytes",
        "a\xFF"
        "b \xC3( c\xED\xA0\x80"
        "d",
        {"a", "b", "(", "c", "d"});
    row("truncated character", "ab\xE4\xBD", {"ab"});
    row("lone joiner", "\xE2\x80\x8D \xE2\x80\x8D", {});
    row("underscore", "w_q x", {"w_q", "x"});
    QTest::newRow("zero byte") << QByteArray("a\0b", 3) << QStringList{QStringLiteral("a"), QStringLiteral("b")};
}

void TestTokenizer::words()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, tokens);
    QCOMPARE(texts(text, Tokenizer::Words), tokens);
}

void TestTokenizer::whitespace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("tokens");
    const auto row = [](const char *name, const char *text, const char *joined) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(joined).split(u'|', Qt::SkipEmptyParts);
    };
    row("empty", "", "");
    row("example", "x1 x2 x3", "x1|x2|x3");
    row("punctuation stays", "It's dry-cleaned, twice.", "It's|dry-cleaned,|twice.");
    row("every white space",
        "a\xC2\xA0"
        "b\xE3\x80\x80"
        "c\xE2\x80\x83"
        "d\te\n\n f",
        "a|b|c|d|e|f");
    row("white space at the ends", "  a b  ", "a|b");
    row("astral letters", "𝒳 𝒴𝒵", "𝒳|𝒴𝒵");
    row("Chinese is one token", "我喜欢 你", "我喜欢|你");
    row("invalid byte parts", "a\xFFz", "a|z");
}

void TestTokenizer::whitespace()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, tokens);
    QCOMPARE(texts(text, Tokenizer::Whitespace), tokens);
}

void TestTokenizer::characters_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("tokens");
    const auto row = [](const char *name, const char *text, const char *joined) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(joined).split(u'|', Qt::SkipEmptyParts);
    };
    row("empty", "", "");
    row("a sum", "47+38=85", "4|7|+|3|8|=|8|5");
    row("white space", " a  b\t", " |a| | |b| ");
    row("special tokens", "<s>ab[MASK]c</s>", "<s>|a|b|[MASK]|c|</s>");
    row("brackets alone", "a<b [x]", "a|<|b| |[|x|]");
    row("combined marks", "cafe\xCC\x81", "c|a|f|é");
    row("emoji", "👍🏽👨‍👩‍👧‍👦!", "👍🏽|👨‍👩‍👧‍👦|!");
    row("flags", "🇨🇳🇫🇷", "🇨🇳|🇫🇷");
    row("Hangul and Han", "한국我", "한|국|我");
    row("wide space", "我\xE3\x80\x80你", "我|\xE3\x80\x80|你");
    row("invalid byte", "a\xFFz", "a| |z");
}

/// White space is a token too, and drawn as one that is seen.
void TestTokenizer::characters()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, tokens);
    QCOMPARE(texts(text, Tokenizer::Characters), tokens);
    for (const Token &token : tokenize(text.toStdString(), Tokenizer::Characters).tokens)
        QCOMPARE(token.label == "␣", QString::fromStdString(token.text).trimmed().isEmpty());
}

void TestTokenizer::offsetsPointIntoTheNormalizedText_data()
{
    QTest::addColumn<int>("tokenizer");
    QTest::newRow("words") << int(Tokenizer::Words);
    QTest::newRow("whitespace") << int(Tokenizer::Whitespace);
    QTest::newRow("characters") << int(Tokenizer::Characters);
}

void TestTokenizer::offsetsPointIntoTheNormalizedText()
{
    QFETCH(int, tokenizer);
    const std::string text = " The cafe\xCC\x81,\n我喜欢 👨‍👩‍👧‍👦\xFF dry-cleaned\t";
    const Tokens read = tokenize(text, static_cast<Tokenizer>(tokenizer));
    QCOMPARE(read.normalized, std::string(" The caf\xC3\xA9, 我喜欢 👨‍👩‍👧‍👦  dry-cleaned "));
    std::size_t last = 0;
    for (const Token &token : read.tokens) {
        QVERIFY(token.begin >= last);
        QCOMPARE(read.normalized.substr(token.begin, token.end - token.begin), token.text);
        last = token.end;
    }
    QVERIFY(last > 0);
}

void TestTokenizer::anyBytesAreRead()
{
    // Two bytes of every value side by side, and each alone between letters.
    std::string all;
    for (int first = 0; first < 256; ++first)
        for (int second = 0; second < 256; second += 5)
            all += {char(first), char(second), 'x'};
    for (const Tokenizer tokenizer : {Tokenizer::Words, Tokenizer::Whitespace}) {
        const Tokens read = tokenize(all, tokenizer);
        QVERIFY(!read.tokens.empty());
        QCOMPARE(QString::fromStdString(read.normalized).toStdString(), read.normalized); // valid UTF-8
        for (const Token &token : read.tokens) {
            QVERIFY(!token.text.empty());
            for (const QChar c : QString::fromStdString(token.text))
                QVERIFY(c.category() != QChar::Other_Control && !c.isSpace());
        }
    }
}

void TestTokenizer::hundredThousandCharacters_data()
{
    QTest::addColumn<QByteArray>("piece");
    QTest::addColumn<int>("repeats");
    QTest::addColumn<int>("tokens");
    QTest::newRow("words") << QByteArray("word ") << 20000 << 20000;
    QTest::newRow("one word") << QByteArray("a") << 100000 << 1;
    QTest::newRow("hyphens") << QByteArray("-") << 100000 << 100000;
    QTest::newRow("Chinese") << QByteArray("我喜欢。") << 25000 << 75000;
    QTest::newRow("accents on one letter") << QByteArray("\xCC\x81") << 100000 << 1;
}

void TestTokenizer::hundredThousandCharacters()
{
    QFETCH(QByteArray, piece);
    QFETCH(int, repeats);
    QFETCH(int, tokens);
    const std::string text = piece.repeated(repeats).toStdString();
    QCOMPARE(int(tokenize(text, Tokenizer::Words).tokens.size()), tokens);
}

void TestTokenizer::mostlyCjk_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("cjk");
    QTest::newRow("empty") << QByteArray("") << false;
    QTest::newRow("digits") << QByteArray("12 34.") << false;
    QTest::newRow("English") << QByteArray("The cat") << false;
    QTest::newRow("Chinese") << QByteArray("我喜欢。") << true;
    QTest::newRow("Japanese") << QByteArray("すし と ラーメン") << true;
    QTest::newRow("Korean") << QByteArray("고양이") << true;
    QTest::newRow("more Latin than Han") << QByteArray("KAIST 我") << false;
    QTest::newRow("more Han than Latin") << QByteArray("我喜欢学习 AI") << true;
}

void TestTokenizer::mostlyCjk()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, cjk);
    QCOMPARE(isMostlyCjk(text.toStdString()), cjk);
}

REGARD_GUILESS_TEST(TestTokenizer)
#include "test_tokenizer.moc"
