#include <QTest>

#include "test_class.h"
#include "text/split_pattern.h"

using namespace regard;

class TestSplitPattern : public QObject {
    Q_OBJECT

private slots:
    void words_data();
    void words();
    void everyCharacterBelongsToAMatch();
    void known_data();
    void known();
};

namespace {

QStringList matches(SplitPattern pattern, const QByteArray &utf8)
{
    const MappedText text = mappedText({utf8.constData(), std::size_t(utf8.size())});
    QStringList found;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = matchLength(pattern, text, at);
        found << QString::fromStdString(utf8Of(text, at, at + length));
        at += length;
    }
    return found;
}

} // namespace

void TestSplitPattern::words_data()
{
    QTest::addColumn<SplitPattern>("pattern");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, SplitPattern pattern, const char *text, const QStringList &expected) {
        QTest::newRow(name) << pattern << QByteArray(text) << expected;
    };
    using P = SplitPattern;
    const auto list = [](std::initializer_list<const char *> words) {
        QStringList strings;
        for (const char *word : words)
            strings << QString::fromUtf8(word);
        return strings;
    };
    row("GPT-2: words carry their space", P::Gpt2, "The cat sat", list({"The", " cat", " sat"}));
    row("GPT-2: contractions", P::Gpt2, "I'll they've it's", list({"I", "'ll", " they", "'ve", " it", "'s"}));
    row("GPT-2: capitals are no contraction", P::Gpt2, "IT'S", list({"IT", "'", "S"}));
    row("GPT-2: digits in one run", P::Gpt2, "in 12345!", list({"in", " 12345", "!"}));
    row("GPT-2: the last space is the word's", P::Gpt2, "a   b", list({"a", "  ", " b"}));
    row("GPT-2: a tab is no part of a word", P::Gpt2, "a\tb", list({"a", "\t", "b"}));
    row("GPT-2: space at the end", P::Gpt2, "a  ", list({"a", "  "}));
    row("GPT-2: letters of any script", P::Gpt2, "été 猫 Ⅷ½", list({"été", " 猫", " Ⅷ½"}));
    row("GPT-2: a combining mark is no letter", P::Gpt2, "e\xCC\x81t", list({"e", "\xCC\x81", "t"}));
    row("Llama 3: contractions in any case", P::Llama3, "IT'S we'Ll", list({"IT", "'S", " we", "'Ll"}));
    row("Llama 3: the long s folds to s", P::Llama3, "a'ſ", list({"a", "'ſ"}));
    row("Llama 3: a mark leads letters", P::Llama3, "(word \"x", list({"(word", " \"", "x"}));
    row("Llama 3: digits by threes, spaces apart", P::Llama3, "a 1234567", list({"a", " ", "123", "456", "7"}));
    row("Llama 3: a tab leads letters", P::Llama3, "a\tb", list({"a", "\tb"}));
    row("Llama 3: marks take the line breaks", P::Llama3, "end.\n\nNext", list({"end", ".\n\n", "Next"}));
    row("Llama 3: white space up to its last line break", P::Llama3, "a \n \n  b", list({"a", " \n \n", " ", " b"}));
    row("Llama 3: a line break leads no letters", P::Llama3, "a\nb", list({"a", "\n", "b"}));
    row("Qwen 2: each digit", P::Qwen2, "x 123", list({"x", " ", "1", "2", "3"}));
    row("Qwen 2: as Llama 3 otherwise", P::Qwen2, "IT'S (word", list({"IT", "'S", " (", "word"}));
}

void TestSplitPattern::words()
{
    QFETCH(SplitPattern, pattern);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, expected);
    QCOMPARE(matches(pattern, text), expected);
}

void TestSplitPattern::everyCharacterBelongsToAMatch()
{
    const QString pieces = QString::fromUtf8(" \t\n\r'sS1½a猫é!?\u00A0\u2028\u0301😀_-lLvVeE");
    std::uint32_t state = 7;
    for (int run = 0; run < 500; ++run) {
        QString text;
        for (int i = 0; i < 24; ++i) {
            state = state * 1664525 + 1013904223;
            text += pieces.at(qsizetype((state >> 16) % std::uint32_t(pieces.size())));
        }
        const QByteArray utf8 = QString::fromUtf8(text.toUtf8()).toUtf8(); // halves of surrogate pairs are replaced
        for (const SplitPattern pattern : {SplitPattern::Gpt2, SplitPattern::Llama3, SplitPattern::Qwen2})
            QCOMPARE(matches(pattern, utf8).join(QString()).toUtf8(), utf8);
    }
}

void TestSplitPattern::known_data()
{
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<int>("expected");
    QTest::newRow("GPT-2") << QByteArray(
                                  R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)")
                           << int(SplitPattern::Gpt2);
    QTest::newRow("Llama 3")
        << QByteArray(R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*)"
                      R"(|\s*[\r\n]+|\s+(?!\S)|\s+)")
        << int(SplitPattern::Llama3);
    QTest::newRow("Qwen 2")
        << QByteArray(R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*)"
                      R"(|\s*[\r\n]+|\s+(?!\S)|\s+)")
        << int(SplitPattern::Qwen2);
    QTest::newRow("another") << QByteArray(R"(\w+|[^\w\s]+)") << -1;
    QTest::newRow("none") << QByteArray() << -1;
}

void TestSplitPattern::known()
{
    QFETCH(QByteArray, expression);
    QFETCH(int, expected);
    const std::optional<SplitPattern> pattern = knownSplitPattern(expression.toStdString());
    QCOMPARE(pattern ? int(*pattern) : -1, expected);
}

REGARD_GUILESS_TEST(TestSplitPattern)
#include "test_split_pattern.moc"
