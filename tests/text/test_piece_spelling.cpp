#include <QTest>

#include "test_class.h"
#include "text/base/byte_alphabet.h"
#include "text/piece_spelling.h"

using namespace regard;

class TestPieceSpelling : public QObject {
    Q_OBJECT

private slots:
    void visibleTexts_data();
    void visibleTexts();
    void spellings_data();
    void spellings();
    void alphabet();
};

void TestPieceSpelling::visibleTexts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char *name, const char *text, const char *shown) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(shown);
    };
    row("a word", "cat", "cat");
    row("its own space", " cat", "␣cat");
    row("a space", " ", "␣");
    row("a no-break space", "\u00A0", "␣");
    row("white space", "\n\t\r", "↵⇥⟨0D⟩");
    row("not UTF-8", "a\xE7\x8C", "a⟨E7⟩⟨8C⟩");
    // One character for a reader each (UAX #29; emoji sequences of UTS #51).
    for (const char *whole : {"❤\uFE0F", "❤\uFE0F\u200D🔥", "👩\u200D👩\u200D👧",
                              "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", "1\uFE0F\u20E3",
                              "👍🏽", "🇫🇷", "e\u0301", "葛\U000E0100", "क\u094D\u200Dष"})
        row(whole, whole, whole);
    row("a joiner alone", "\u200D", "⟨200D⟩");
    row("a joiner before a character", "\u200D🔥", "⟨200D⟩🔥");
    row("a selector after a space", " \uFE0F", "␣⟨FE0F⟩");
    row("a tag after a byte", "\xF0\U000E0067", "⟨F0⟩⟨E0067⟩");
    row("a zero width space joins nothing", "a\u200Bb", "a⟨200B⟩b");
    row("a soft hyphen", "a\u00ADb", "a⟨AD⟩b");
    row("signs stay signs", "␣cat⟨E7⟩", "␣cat⟨E7⟩");
}

void TestPieceSpelling::visibleTexts()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    QCOMPARE(QString::fromStdString(visibleText(text.toStdString())), QString::fromUtf8(shown));
}

void TestPieceSpelling::spellings_data()
{
    using Style = PieceSpelling::Style;
    QTest::addColumn<int>("style");
    QTest::addColumn<QByteArray>("piece");
    QTest::addColumn<QByteArray>("appended");
    QTest::addColumn<QByteArray>("label");
    const auto row = [](const char *name, Style style, const char *piece, const char *appended, const char *label) {
        QTest::newRow(name) << int(style) << QByteArray(piece) << QByteArray(appended) << QByteArray(label);
    };
    row("plain: a word", Style::Plain, "cat", "cat", "cat");
    row("plain: its own space", Style::Plain, " cat", " cat", "␣cat");
    row("plain: a space", Style::Plain, " ", " ", "␣");
    row("a word", Style::Continued, "cat", " cat", "cat");
    row("its own space", Style::Continued, " cat", "  cat", "␣cat");
    row("a space", Style::Continued, " ", "  ", "␣");
    row("a continuation", Style::Continued, "##ness", "ness", "ness");
    row("two hashes alone", Style::Continued, "##", " ##", "##");
    row("GPT-2: a word", Style::Bytes, "Ġcat", " cat", "cat");
    row("GPT-2: a continuation", Style::Bytes, "ness", "ness", "ness");
    row("GPT-2: é", Style::Bytes, "Ã©", "é", "é");
    row("GPT-2: a space", Style::Bytes, "Ġ", " ", "␣");
    row("GPT-2: more spaces", Style::Bytes, "ĠĠ", "  ", "␣␣");
    row("GPT-2: line break", Style::Bytes, "Ċ", "\n", "↵");
    row("GPT-2: tab", Style::Bytes, "ĉ", "\t", "⇥");
    row("GPT-2: the beginning of a character", Style::Bytes, "ä", "\xE4", "⟨E4⟩");
    row("GPT-2: a space and half a character", Style::Bytes, "ĠðŁĺ", " \xF0\x9F\x98", "⟨F0⟩⟨9F⟩⟨98⟩");
    row("GPT-2: control character", Style::Bytes, "\xC4\x87", "\x07", "⟨07⟩");
    row("SentencePiece: a word", Style::Marked, "▁cat", " cat", "cat");
    row("SentencePiece: a continuation", Style::Marked, "ness", "ness", "ness");
    row("SentencePiece: the mark alone", Style::Marked, "▁", " ", "␣");
    row("SentencePiece: a byte", Style::Marked, "<0xE4>", "\xE4", "⟨E4⟩");
    row("SentencePiece: a byte that is a character", Style::Marked, "<0x41>", "A", "A");
    row("SentencePiece: no byte", Style::Marked, "<0xZZ>", "<0xZZ>", "<0xZZ>");
}

void TestPieceSpelling::spellings()
{
    QFETCH(int, style);
    QFETCH(QByteArray, piece);
    QFETCH(QByteArray, appended);
    QFETCH(QByteArray, label);
    const PieceSpelling spelling{static_cast<PieceSpelling::Style>(style), "##"};
    QCOMPARE(QByteArray::fromStdString(spelling.appended(piece.toStdString())), appended);
    QCOMPARE(QString::fromStdString(spelling.label(piece.toStdString())), QString::fromUtf8(label));
}

void TestPieceSpelling::alphabet()
{
    // Radford et al. 2019, encoder.py: printable bytes are themselves, the other 68 follow from U+0100 on.
    QCOMPARE(byteCharacter('A'), U'A');
    QCOMPARE(byteCharacter(0x00), char32_t{0x100});
    QCOMPARE(byteCharacter(' '), U'Ġ');
    QCOMPARE(byteCharacter('\n'), U'Ċ');
    QCOMPARE(byteCharacter(0x7F), char32_t{0x121});
    QCOMPARE(byteCharacter(0xAD), char32_t{0x143});
    for (unsigned byte = 0; byte < 256; ++byte) {
        const std::optional<std::uint8_t> back = characterByte(byteCharacter(std::uint8_t(byte)));
        QVERIFY(back.has_value());
        QCOMPARE(unsigned{*back}, byte);
    }
    QVERIFY(!characterByte(U' '));
    QVERIFY(!characterByte(0x144));
    QVERIFY(!characterByte(U'猫'));
}

REGARD_GUILESS_TEST(TestPieceSpelling)
#include "test_piece_spelling.moc"
