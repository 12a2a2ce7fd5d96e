#include <cmath>
#include <limits>
#include <memory>

#include <QImage>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/sentence/sentence_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr float sentenceNone = std::numeric_limits<float>::quiet_NaN();

/// Differences of four words; "small" is new. The second row is that of the word that asks.
SentenceData sentenceSomeDifference()
{
    SentenceData data;
    data.tokens = QStringList{u"I"_s, u"cat"_s, u"sat"_s, u"small"_s};
    data.spaceBefore.assign(4, true);
    data.newTokens = {false, false, false, true};
    Matrix weights(4, 4);
    weights << 0.02F, 0.04F, 0.06F, sentenceNone, //
        -0.25F, 0.5F, 0.001F, sentenceNone,       //
        0, 0, 0, sentenceNone,                    //
        sentenceNone, sentenceNone, sentenceNone, sentenceNone;
    data.heads = {{0, u"head 1"_s, std::make_shared<const Matrix>(weights)}};
    data.query = 1;
    data.isDifference = true;
    return data;
}

QStringList sentenceTextsOf(const Figure &figure)
{
    QStringList texts;
    QXmlStreamReader reader(figureBytes(figure, PictureFormat::Svg, 96, QString()));
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == "text"_L1)
            texts << reader.readElementText().trimmed();
    return texts;
}

/// How often the line along a word's lower edge changes its colour.
int changesUnder(const QImage &image, const QRectF &word)
{
    int changes = 0;
    const int y = int(word.bottom()) - 2;
    for (int x = int(word.left()) + 6; x < int(word.right()) - 6; ++x)
        changes += image.pixel(x, y) != image.pixel(x - 1, y) ? 1 : 0;
    return changes;
}

} // namespace

class TestSentenceFigure : public QObject {
    Q_OBJECT
private slots:
    void changesAreShadedAndSigned_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void changesAreShadedAndSigned()
    {
        QFETCH(bool, dark);
        const Theme &theme = Theme::named(dark);
        SentenceData data = sentenceSomeDifference();
        data.asksItself = false;
        const SentenceFigure figure(data, {400, 100}, theme);
        const QImage image = figureImage(figure, 96);
        const auto fill = [&](int token) {
            return image.pixel((figure.tokenRect(0, token).topLeft() + QPointF(6, 3)).toPoint());
        };
        QCOMPARE(fill(0), theme.diverging(-0.25));
        QCOMPARE(fill(1), theme.diverging(0.5));
        QCOMPARE(fill(3), theme.diverging(0));
        QCOMPARE(changesUnder(image, figure.tokenRect(0, 1)), 0);  // a solid line
        QVERIFY(changesUnder(image, figure.tokenRect(0, 0)) >= 2); // a dashed one
        const QStringList texts = sentenceTextsOf(figure);
        QVERIFY2(texts.contains(u"+0.50"_s), qPrintable(texts.join(u' ')));
        QCOMPARE(texts.filter(u"\u2212"_s).size(), 1);
        QVERIFY(texts.contains(u"new"_s));
        QCOMPARE(texts.count(u"+"_s), 1);           // before the new word
        QCOMPARE(texts.filter(u".00"_s).size(), 0); // too little to tell
    }

    void theMeanPassesOverNewWords()
    {
        SentenceData data = sentenceSomeDifference();
        data.query = -1;
        const QStringList texts = sentenceTextsOf(SentenceFigure(data, {400, 100}, Theme::light()));
        // (0.04 + 0.5 + 0) / 3 and (0.06 + 0.001 + 0) / 3
        QVERIFY2(texts.contains(u"+0.18"_s) && texts.contains(u"+0.02"_s), qPrintable(texts.join(u' ')));
    }

    void aNewWordThatAsksHasNoNumbers()
    {
        SentenceData data = sentenceSomeDifference();
        data.query = 3;
        const QStringList texts = sentenceTextsOf(SentenceFigure(data, {400, 100}, Theme::light()));
        QCOMPARE(texts.filter(u"0."_s).size(), 0);
        QCOMPARE(texts.count(u"new"_s), 1);
    }

    /// A word of one letter has no room for "0.02": then no number of the picture has its zero.
    void oneFormOfNumbers()
    {
        SentenceData data = sentenceSomeDifference();
        data.isDifference = false;
        data.newTokens.clear();
        data.query = 0; // 0.02 0.04 0.06
        const auto numbers = [](const SentenceData &of) {
            return sentenceTextsOf(SentenceFigure(of, {500, 100}, Theme::light()))
                .filter(QRegularExpression(u"^0?\\."_s));
        };
        QCOMPARE(numbers(data), (QStringList{u".02"_s, u".04"_s, u".06"_s}));
        data.tokens[0] = u"they"_s;
        QCOMPARE(numbers(data), (QStringList{u"0.02"_s, u"0.04"_s, u"0.06"_s}));
    }

    void weightsStayUnsigned()
    {
        SentenceData data = sentenceSomeDifference();
        data.isDifference = false;
        data.newTokens.clear();
        data.heads[0].weights = std::make_shared<const Matrix>(Matrix::Constant(4, 4, 0.25F));
        const QStringList texts = sentenceTextsOf(SentenceFigure(data, {400, 100}, Theme::light()));
        QCOMPARE(texts.filter(u"+"_s).size(), 0);
        QCOMPARE(texts.count(u"0.25"_s) + texts.count(u".25"_s), 4);
    }
};

REGARD_TEST(TestSentenceFigure)
#include "test_sentence_figure.moc"
