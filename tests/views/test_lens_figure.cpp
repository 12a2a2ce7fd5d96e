#include <algorithm>

#include <QPainter>
#include <QTest>

#include "draw/left_out.h"
#include "draw/presented_figure.h"
#include "draw/smallest_text.h"
#include "test_class.h"
#include "views/lens/lens_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// The most likely word of token t after layer p is "t.p", with probability 1/2.
LensData someLens(int tokens, int layers, const QString &chosen = {})
{
    LensData data;
    for (int token = 0; token < tokens; ++token)
        data.tokens.append(u"token%1"_s.arg(token));
    for (int place = 0; place <= layers; ++place)
        data.places.append(place == 0 ? u"embedding"_s : QString::number(place));
    for (int token = 0; token < tokens; ++token)
        for (int place = 0; place <= layers; ++place)
            data.cells.push_back({u"%1.%2"_s.arg(token).arg(place), 0.5, 0.125, 3});
    data.chosen = chosen;
    data.title = u"Lens"_s;
    return data;
}

QStringList textsOfLens(const Figure &figure)
{
    QStringList texts;
    for (const DrawnText &text : drawnTexts(figure))
        texts.append(text.text);
    return texts;
}

Theme lensInWindow()
{
    Theme theme = Theme::light();
    theme.parts.inWindow = true;
    theme.parts.title = false;
    return theme;
}

} // namespace

class TestLensFigure : public QObject {
    Q_OBJECT
private slots:
    void wordsAndProbabilities()
    {
        const LensFigure figure(someLens(3, 2), {700, 300}, Theme::light());
        QCOMPARE(figure.size(), QSizeF(700, 300));
        const QStringList texts = textsOfLens(figure);
        for (const char *text : {"Lens", "token2", "embedding", "after layer", "2", "0.0", "2.2", "0.500"})
            QVERIFY2(texts.contains(QString::fromLatin1(text)), text);
        const LensFigure followed(someLens(3, 2, u"cat"_s), {700, 300}, Theme::light());
        const QStringList ranks = textsOfLens(followed);
        QVERIFY(ranks.contains(u"#3 0.125"_s) && !ranks.contains(u"0.500"_s) && ranks.contains(u"2.2"_s));
        QVERIFY(ranks.contains(u"after layer · # rank of “cat” and its probability"_s)); // not of the word above it
        // A narrow cell keeps the rank, whose probability the shade shows.
        const QStringList narrow = textsOfLens(LensFigure(someLens(3, 16, u"cat"_s), {900, 300}, Theme::light()));
        QVERIFY(narrow.contains(u"#3"_s) && !narrow.contains(u"#3 0.125"_s) && narrow.contains(u"embedding"_s));
    }

    void probabilitiesNeverRoundToCertainty()
    {
        QCOMPARE(LensFigure::probabilityText(1), u"1.000"_s);
        QCOMPARE(LensFigure::probabilityText(0.99999), u">.999"_s);
        QCOMPARE(LensFigure::probabilityText(0.00002), u"2e-05"_s);
        QCOMPARE(LensFigure::probabilityText(0), u"0.000"_s);
    }

    void everyCellIsHit()
    {
        const LensFigure figure(someLens(4, 3), {600, 300}, Theme::light());
        for (int token = 0; token < 4; ++token)
            for (int place = 0; place < 4; ++place)
                QCOMPARE(figure.hit(figure.cellRect(token, place).center()), std::optional(LensHit{token, place}));
        QVERIFY(!figure.hit({2, 2}) && !figure.hit({599, 299}));
    }

    /// As the heatmap does, a file keeps its size: first numbers go, then words, then some names.
    void aFileKeepsItsSize_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("layers");
        QTest::addColumn<bool>("words");
        QTest::addColumn<bool>("numbers");
        QTest::newRow("few") << 8 << 6 << true << true;
        QTest::newRow("lower rows") << 24 << 6 << true << false;
        QTest::newRow("many layers") << 8 << 48 << false << false;
        QTest::newRow("many tokens and layers") << 512 << 48 << false << false;
    }
    void aFileKeepsItsSize()
    {
        QFETCH(int, tokens);
        QFETCH(int, layers);
        const LensFigure figure(someLens(tokens, layers), {960, 720}, Theme::light());
        QCOMPARE(figure.size(), QSizeF(960, 720));
        QTEST(figure.showsWords(), "words");
        QTEST(figure.showsNumbers(), "numbers");
        QVERIFY(figure.cellRect(tokens - 1, layers).bottom() < 720);
        // No names over each other.
        std::vector<DrawnText> names;
        for (const DrawnText &text : drawnTexts(figure))
            if (text.text.startsWith(u"token"))
                names.push_back(text);
        QVERIFY(!names.empty());
        for (std::size_t i = 1; i < names.size(); ++i)
            QVERIFY(names[i].place.boundingRect().top() > names[i - 1].place.boundingRect().top() + 8);
    }

    /// In the window every cell has room for its word, however many there are.
    void theWindowsGrows()
    {
        const LensFigure figure(someLens(512, 48), {400, 300}, lensInWindow());
        QVERIFY(figure.showsWords() && figure.showsNumbers());
        QVERIFY(figure.size().width() > 48 * 60 && figure.size().height() > 512 * 30);
        // Only what is in view is painted.
        QImage image(400, 300, QImage::Format_RGB32);
        QPainter painter(&image);
        painter.translate(-1000, -9000);
        painter.setClipRect(QRectF(1000, 9000, 400, 300));
        figure.paint(painter);
        figure.paintEdges(painter, {1000, 9000, 400, 300});
    }

    void longWordsAreShortened()
    {
        LensData data = someLens(2, 4);
        data.cells[0].word = QString(200, u'm');
        data.tokens[1] = QString(300, u'w');
        const LensFigure figure(data, {500, 200}, Theme::light());
        const QStringList texts = textsOfLens(figure);
        QVERIFY(std::any_of(texts.begin(), texts.end(), [](const QString &text) {
            return text.contains(u"m…m"_s) || (text.startsWith(u'm') && text.contains(u'…'));
        }));
        QVERIFY(figure.cellRect(0, 0).left() < 200);
    }

    /// A screen far away has tokens around the one in focus, and the first, the last and the chosen layer.
    void presentedWithRoomForItsWords()
    {
        LensData data = someLens(60, 24);
        data.query = 40;
        data.place = 7;
        const QSizeF size(640, 400);
        const LensFigure figure(data, size, presentedTheme(Theme::light()));
        QVERIFY(figure.showsWords() && figure.showsNumbers());
        const LeftOut leftOut;
        QCOMPARE(whyNotWhole(figure, size), QString());
        QVERIFY(leftOut.names() > 0);
        for (const int place : {7, 24})
            QVERIFY(!figure.cellRect(40, place).isEmpty());
        QVERIFY(smallestText(figure).size >= laidOutType);
        const LensFigure small(someLens(4, 3), size, presentedTheme(Theme::light()));
        for (int place = 0; place <= 3; ++place)
            QVERIFY(!small.cellRect(3, place).isEmpty());
    }
};

REGARD_TEST(TestLensFigure)
#include "test_lens_figure.moc"
