#include <QTest>

#include "test_class.h"
#include "text/normal_form.h"

using namespace regard;

class TestNormalForm : public QObject {
    Q_OBJECT

private slots:
    void texts_data();
    void texts();
    void places_data();
    void places();
    void punctuation_data();
    void punctuation();
};

namespace {

using Steps = std::vector<NormalStep>;
using StepKind = NormalStep::Kind;

Steps bert(bool lowercases, bool stripsAccents)
{
    NormalStep step{.kind = StepKind::Bert};
    step.lowercases = lowercases;
    step.stripsAccents = stripsAccents;
    return {step};
}

MappedText normal(const QByteArray &text, const Steps &steps)
{
    return normalForm(mappedText({text.constData(), std::size_t(text.size())}), steps);
}

} // namespace

void TestNormalForm::texts_data()
{
    QTest::addColumn<Steps>("steps");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const Steps &steps, const char *text, const char *expected) {
        QTest::newRow(name) << steps << QByteArray(text) << QByteArray(expected);
    };
    const Steps uncased = bert(true, true);
    const Steps cased = bert(false, false);
    row("BERT: lower case without accents", uncased, "Où est Ñandú ÅNGSTRÖM", "ou est nandu angstrom");
    row("BERT cased: accents stay", cased, "Où est Ñandú", "Où est Ñandú");
    row("lower case alone keeps accents", bert(true, false), "OÙ", "où");
    row("BERT: the dotted capital I", uncased, "İSTANBUL", "istanbul");
    row("lower case by character: İ is two, Σ is never final", bert(true, false), "İ ΟΔΟΣ", "i\xCC\x87 οδοσ");
    row("BERT: control characters and U+FFFD go", cased,
        "a\x01\xEF\xBF\xBD"
        "b\xE2\x80\x8B"
        "c",
        "abc");
    row("BERT: every white space is a space", cased,
        "a\tb\nc\xC2\xA0"
        "d\xE3\x80\x80"
        "e",
        "a b c d e");
    row("BERT: vertical tabs are control characters", cased,
        "a\x0B"
        "b",
        "ab");
    row("BERT: Chinese characters apart", cased, "a猫学b", "a 猫  学 b");
    row("BERT: kana and hangul are not", cased, "かな한", "かな한");
    row("BERT strips by decomposing: hangul falls apart", uncased, "각", "\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8");
    row("NFC", {{.kind = StepKind::Nfc}}, "e\xCC\x81 \xE2\x84\xAB", "é Å");
    row("NFD", {{.kind = StepKind::Nfd}}, "é", "e\xCC\x81");
    row("NFD in canonical order", {{.kind = StepKind::Nfd}}, "e\xCC\x81\xCC\xA3", "e\xCC\xA3\xCC\x81");
    row("NFKC", {{.kind = StepKind::Nfkc}}, "ﬁ①", "fi1");
    row("NFKD", {{.kind = StepKind::Nfkd}}, "ﬁé", "fie\xCC\x81");
    row("accents after NFD", {{.kind = StepKind::Nfd}, {.kind = StepKind::StripAccents}}, "éa\xE0\xA4\xBE", "ea");
    row("lower case", {{.kind = StepKind::Lowercase}}, "ÀB", "àb");
    row("Llama 2", {{.kind = StepKind::Prepend, .to = "▁"}, {.kind = StepKind::Replace, .from = " ", .to = "▁"}},
        "a  b", "▁a▁▁b");
    row("nothing is put before nothing", {{.kind = StepKind::Prepend, .to = "▁"}}, "", "");
    row("longer replacements", {{.kind = StepKind::Replace, .from = "``", .to = "\""}}, "``a```", "\"a\"`");
}

void TestNormalForm::texts()
{
    QFETCH(Steps, steps);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const MappedText made = normal(text, steps);
    QCOMPARE(QString::fromStdString(utf8Of(made, 0, made.size())), QString::fromUtf8(expected));
}

void TestNormalForm::places_data()
{
    QTest::addColumn<Steps>("steps");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected"); // begin-end of every character
    const auto row = [](const char *name, const Steps &steps, const char *text, const char *expected) {
        QTest::newRow(name) << steps << QByteArray(text) << QString::fromLatin1(expected);
    };
    row("an accent goes with its letter", bert(true, true), "éa", "0-2 2-3");
    row("what went leaves a gap", bert(true, true),
        "a\x01"
        "b",
        "0-1 2-3");
    row("spaces beside Chinese stand for nothing", bert(true, true), "猫", "0-0 0-3 3-3");
    row("composed of both", {{.kind = StepKind::Nfc}}, "xe\xCC\x81y", "0-1 1-4 4-5");
    row("both parts of one", {{.kind = StepKind::Nfkc}}, "ﬁ", "0-3 0-3");
    row("the mark before a text has its first character's place", {{.kind = StepKind::Prepend, .to = "▁"}}, "ab",
        "0-1 0-1 1-2");
}

void TestNormalForm::places()
{
    QFETCH(Steps, steps);
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QStringList found;
    for (const MappedChar &mapped : normal(text, steps))
        found << QStringLiteral("%1-%2").arg(mapped.begin).arg(mapped.end);
    QCOMPARE(found.join(QLatin1Char(' ')), expected);
}

void TestNormalForm::punctuation_data()
{
    QTest::addColumn<uint>("character");
    QTest::addColumn<bool>("expected");
    QTest::newRow("full stop") << uint('.') << true;
    QTest::newRow("dollar, a symbol in Unicode") << uint('$') << true;
    QTest::newRow("grave accent") << uint('`') << true;
    QTest::newRow("letter") << uint('x') << false;
    QTest::newRow("pound sign") << uint(0xA3) << false;
    QTest::newRow("inverted question mark") << uint(0xBF) << true;
    QTest::newRow("ideographic full stop") << uint(0x3002) << true;
    QTest::newRow("emoji") << uint(0x1F600) << false;
    QTest::newRow("a mark of Unicode 10") << uint(0x2E49) << false;
}

void TestNormalForm::punctuation()
{
    QFETCH(uint, character);
    QFETCH(bool, expected);
    QCOMPARE(isBertPunctuation(char32_t(character)), expected);
}

REGARD_GUILESS_TEST(TestNormalForm)
#include "test_normal_form.moc"
