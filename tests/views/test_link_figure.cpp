#include <cmath>
#include <memory>
#include <tuple>

#include <QFontMetricsF>
#include <QImage>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "draw/fitted_figure.h"
#include "draw/smallest_text.h"
#include "test_class.h"
#include "views/links/link_figure.h"
#include "views/sentence/sentence_figure.h"

using namespace regard;

namespace {

const QStringList nineWords{QStringLiteral("the"),   QStringLiteral("animal"),  QStringLiteral("didn't"),
                            QStringLiteral("cross"), QStringLiteral("because"), QStringLiteral("it"),
                            QStringLiteral("was"),   QStringLiteral("very"),    QStringLiteral("tired")};

/// Softmax rows of fixed scattered scores.
std::shared_ptr<const Matrix> scatteredWeights(int tokens, unsigned seed)
{
    Matrix weights(tokens, tokens);
    unsigned state = seed;
    for (int row = 0; row < tokens; ++row) {
        for (int column = 0; column < tokens; ++column) {
            state = state * 1664525U + 1013904223U;
            weights(row, column) = std::exp(6.0F * float(state >> 8) / float(1U << 24));
        }
        weights.row(row) /= weights.row(row).sum();
    }
    return std::make_shared<const Matrix>(weights);
}

LinkData linkLinksOf(const QStringList &words, int heads)
{
    LinkData data;
    data.queries = data.keys = words;
    data.queryLabel = QStringLiteral("query");
    data.keyLabel = QStringLiteral("key");
    for (int head = 0; head < heads; ++head)
        data.heads.push_back({head, scatteredWeights(int(words.size()), unsigned(head + 1))});
    return data;
}

QStringList manyWords(int count)
{
    QStringList words;
    for (int i = 0; i < count; ++i)
        words << QStringLiteral("word%1").arg(i);
    return words;
}

/// The texts of a picture, each as it was drawn.
QStringList linkTextsOf(const Figure &figure)
{
    QStringList texts;
    QXmlStreamReader reader(figureBytes(figure, PictureFormat::Svg, 96, QString()));
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            texts << reader.readElementText().trimmed();
    return texts;
}

/// Where a text of a picture stands: its baseline.
double baselineOf(const Figure &figure, const QString &text)
{
    QXmlStreamReader reader(figureBytes(figure, PictureFormat::Svg, 96, QString()));
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement || reader.name() != QLatin1String("text"))
            continue;
        const double y = reader.attributes().value(QLatin1String("y")).toDouble();
        if (reader.readElementText().trimmed() == text)
            return y;
    }
    return NAN;
}

/// Whether two texts of one size on one baseline lie over each other.
bool overlapInALine(const Figure &figure)
{
    struct Line {
        double y;
        double from;
        double to;
    };
    std::vector<Line> lines;
    QXmlStreamReader reader(figureBytes(figure, PictureFormat::Svg, 96, QString()));
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement || reader.name() != QLatin1String("text"))
            continue;
        const double x = reader.attributes().value(QLatin1String("x")).toDouble();
        const double y = reader.attributes().value(QLatin1String("y")).toDouble();
        const double type = reader.attributes().value(QLatin1String("font-size")).toDouble();
        const QString text = reader.readElementText().trimmed();
        lines.push_back({y, x, x + QFontMetricsF(Theme::font(type)).horizontalAdvance(text)});
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const bool isOneLine = std::abs(lines[i].y - lines[j].y) < 4;
            if (isOneLine && lines[i].from < lines[j].to - 1 && lines[j].from < lines[i].to - 1)
                return true;
        }
    }
    return false;
}

double smallestType(const Figure &figure)
{
    double smallest = 100;
    QXmlStreamReader reader(figureBytes(figure, PictureFormat::Svg, 96, QString()));
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            smallest = std::min(smallest, reader.attributes().value(QLatin1String("font-size")).toDouble());
    return smallest;
}

bool holdsColor(const QImage &image, const QColor &color, const QRect &within)
{
    for (int y = within.top(); y <= within.bottom(); ++y) {
        for (int x = within.left(); x <= within.right(); ++x)
            if (image.pixelColor(x, y) == color)
                return true;
    }
    return false;
}

std::string errorOfFitting(std::unique_ptr<Figure> figure, QSizeF size)
{
    try {
        fitted(std::move(figure), size, Qt::white);
        return {};
    } catch (const PictureError &error) {
        return error.what();
    }
}

} // namespace

class TestLinkFigure : public QObject {
    Q_OBJECT
private slots:
    /// Three decimals have the same gap to a word as two, whichever side has the focus.
    void numbersDoNotTouchTheirWords()
    {
        Theme theme = Theme::light();
        theme.parts.inWindow = true;
        for (const bool isQuery : {true, false})
            for (const QSizeF size : {QSizeF(344, 560), QSizeF(500, 560), QSizeF(800, 560)}) {
                LinkData data = linkLinksOf({QStringLiteral("writing"), QStringLiteral("Shuan")}, 1);
                Matrix weights(2, 2);
                weights << 0.997F, 0.003F, 0.997F, 0.003F;
                data.heads.front().weights = std::make_shared<const Matrix>(weights);
                (isQuery ? data.query : data.key) = 0;
                const LinkFigure figure(data, size, theme);
                double numberX = NAN;
                double numberEnd = NAN;
                std::vector<std::pair<double, double>> words; // of "writing", once on each side
                for (const DrawnText &drawn : drawnTexts(figure)) {
                    const QRectF place = drawn.place.boundingRect();
                    if (drawn.text == QLatin1String("writing"))
                        words.emplace_back(place.left(), place.right());
                    if (drawn.text.endsWith(QLatin1String(".997")) && std::isnan(numberX))
                        std::tie(numberX, numberEnd) = std::pair(place.left(), place.right());
                }
                QVERIFY(!std::isnan(numberX));
                QCOMPARE(words.size(), std::size_t(2));
                for (const auto &[from, to] : words)
                    QVERIFY2(numberX >= to + 4 || numberEnd <= from - 4,
                             qPrintable(QStringLiteral("%1: number %2 to %3, word %4 to %5")
                                            .arg(size.width())
                                            .arg(numberX)
                                            .arg(numberEnd)
                                            .arg(from)
                                            .arg(to)));
            }
    }

    void wordsComeFirst_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("heads");
        QTest::addColumn<bool>("multiples");
        for (const int width : {230, 280, 340, 480, 900})
            for (const int heads : {1, 4, 8, 64})
                QTest::addRow("%d heads in %d px", heads, width) << width << heads << false;
        QTest::addRow("small multiples") << 420 << 8 << true;
        QTest::addRow("narrow small multiples") << 290 << 8 << true;
    }
    void wordsComeFirst()
    {
        QFETCH(int, width);
        QFETCH(int, heads);
        QFETCH(bool, multiples);
        LinkData data = linkLinksOf(nineWords, heads);
        data.multiples = multiples;
        for (const int query : {-1, 5}) {
            data.query = query;
            const LinkFigure figure(data, QSizeF(width, 640), Theme::light());
            QCOMPARE(figure.size().width(), double(width));
            const QStringList texts = linkTextsOf(figure);
            for (const QString &word : nineWords)
                QVERIFY2(texts.count(word) >= 2, qPrintable(word + QLatin1String(": ") + texts.join(u' ')));
            QVERIFY(smallestType(figure) >= 8);
            const auto bands = figure.bands();
            QVERIFY(bands.front().to.x() - bands.front().from.x() >= (multiples ? 24 : 80));
        }
    }

    void onlyWhatIsTooLongIsElided()
    {
        QStringList words = nineWords;
        words[2] = QStringLiteral("Donaudampfschifffahrtsgesellschaftskapitän");
        const QStringList texts = linkTextsOf(LinkFigure(linkLinksOf(words, 4), {480, 640}, Theme::light()));
        QCOMPARE(texts.count(QStringLiteral("because")), 2);
        QVERIFY(!texts.contains(words[2]));
        QCOMPARE(texts.filter(QStringLiteral("…")).size(), 2);
    }

    void pointingAtAKeyLeavesItWhereItIs()
    {
        for (const int width : {230, 280, 480}) {
            LinkData data = linkLinksOf(nineWords, 8);
            const LinkFigure before(data, QSizeF(width, 640), Theme::light());
            data.key = 3;
            const LinkFigure after(data, QSizeF(width, 640), Theme::light());
            QCOMPARE(after.tokenRect(LinkHit::Side::Key, 3), before.tokenRect(LinkHit::Side::Key, 3));
            QVERIFY(linkTextsOf(after).contains(QString::number(double((*data.heads[0].weights)(0, 3)), 'f', 2)) ||
                    !linkTextsOf(after).filter(QRegularExpression(QStringLiteral("^0\\.\\d\\d$"))).isEmpty());
        }
    }

    void theTitleOfAHeadHasALineOfItsOwn_data()
    {
        QTest::addColumn<int>("heads");
        QTest::addColumn<bool>("horizontal");
        for (const int heads : {1, 2, 3})
            for (const bool horizontal : {false, true})
                QTest::addRow("%d heads, %s", heads, horizontal ? "rows" : "columns") << heads << horizontal;
    }
    void theTitleOfAHeadHasALineOfItsOwn()
    {
        QFETCH(int, heads);
        QFETCH(bool, horizontal);
        LinkData data = linkLinksOf(nineWords, heads);
        data.multiples = true;
        data.horizontal = horizontal;
        for (const int query : {-1, 5}) {
            data.query = query;
            const LinkFigure figure(data, {900, 640}, Theme::light());
            const double title = baselineOf(figure, QStringLiteral("head 1"));
            const double query0 = baselineOf(figure, QStringLiteral("query"));
            QVERIFY2(query0 - title >= 14, qPrintable(QStringLiteral("%1 and %2").arg(title).arg(query0)));
        }
    }

    /// "target · query" is wider than the short words below it.
    void wideNamesOfSidesAreNotPaintedOver_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {260, 320, 400, 480, 640, 900})
            QTest::addRow("%d px", width) << width;
    }
    void wideNamesOfSidesAreNotPaintedOver()
    {
        QFETCH(int, width);
        LinkData data = linkLinksOf({QStringLiteral("a"), QStringLiteral("cat"), QStringLiteral("sat")}, 1);
        data.queryLabel = QStringLiteral("target · query");
        data.keyLabel = QStringLiteral("source · key");
        for (const bool ofQuery : {true, false}) {
            (ofQuery ? data.query : data.key) = 1;
            (ofQuery ? data.key : data.query) = -1;
            const LinkFigure figure(data, QSizeF(width, 640), Theme::light());
            QVERIFY2(!overlapInALine(figure), qPrintable(linkTextsOf(figure).join(QLatin1String(" | "))));
        }
    }

    void manySmallPicturesStandSideBySide()
    {
        LinkData data = linkLinksOf({QStringLiteral("the"), QStringLiteral("cat"), QStringLiteral("sat")}, 8);
        data.multiples = true;
        const auto columnsIn = [&](double width) {
            const LinkFigure figure(data, {width, 640}, Theme::light());
            std::vector<double> starts;
            for (const auto &band : figure.bands())
                if (std::find(starts.begin(), starts.end(), band.from.x()) == starts.end())
                    starts.push_back(band.from.x());
            return int(starts.size());
        };
        QCOMPARE(columnsIn(230), 2);
        QCOMPARE(columnsIn(450), 4);
        QCOMPARE(columnsIn(900), 8);
    }

    void oneHeadKeepsItsColor_data()
    {
        QTest::addColumn<int>("head");
        QTest::newRow("head 1") << 0;
        QTest::newRow("head 4") << 3;
        QTest::newRow("a summary") << -1;
    }
    void oneHeadKeepsItsColor()
    {
        QFETCH(int, head);
        for (const bool dark : {false, true}) {
            const Theme &theme = Theme::named(dark);
            const QColor expected = head < 0 ? theme.link : theme.head(head);
            LinkData data = linkLinksOf(nineWords, 1);
            data.heads[0].index = head;
            const LinkFigure figure(data, {480, 640}, theme);
            for (const auto &band : figure.bands())
                QCOMPARE(QColor(band.color.rgb()), expected);
            const QRect legend(0, 580, 480, 60);
            QVERIFY(holdsColor(figureImage(figure, 96), expected, legend));
            QVERIFY(contrast(expected, theme.panel) >= 1.9); // a shape beside its written number
        }
    }

    /// On the wall a picture that has room without its legend alone has none: it would be cut off.
    void aSparseLegendIsWhole_data()
    {
        QTest::addColumn<bool>("horizontal");
        QTest::newRow("below one another") << false;
        QTest::newRow("side by side") << true;
    }
    void aSparseLegendIsWhole()
    {
        QFETCH(bool, horizontal);
        LinkData data = linkLinksOf(manyWords(12), 1);
        data.sparse = true;
        data.horizontal = horizontal;
        QStringList kinds;
        for (int height = 120; height < 480; height += 4) {
            const LinkFigure figure(data, QSizeF(600, height), Theme::named(false));
            const bool hasLegend = linkTextsOf(figure).contains(QStringLiteral("0.25"));
            const bool isWhole = figure.size().height() <= height;
            const QString kind = !isWhole    ? QStringLiteral("scrolled")
                                 : hasLegend ? QStringLiteral("legend")
                                             : QStringLiteral("bare");
            if (kinds.isEmpty() || kinds.back() != kind)
                kinds << kind;
            QVERIFY(isWhole || hasLegend);
        }
        QCOMPARE(kinds.join(u' '), QStringLiteral("scrolled bare legend"));
        data.sparse = false; // elsewhere it is always there
        for (const int height : {120, 300, 480})
            QVERIFY(linkTextsOf(LinkFigure(data, QSizeF(600, height), Theme::named(false)))
                        .contains(QStringLiteral("0.25")));
    }

    void aLongSentenceStandsWithinItsPicture_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<bool>("horizontal");
        QTest::newRow("60") << 60 << false;
        QTest::newRow("200") << 200 << false;
        QTest::newRow("512") << 512 << false;
        QTest::newRow("512 side by side") << 512 << true;
        QTest::newRow("1000") << 1000 << false;
    }
    void aLongSentenceStandsWithinItsPicture()
    {
        QFETCH(int, tokens);
        QFETCH(bool, horizontal);
        const QSizeF size(960, 720);
        LinkData data = linkLinksOf(manyWords(tokens), 1);
        data.horizontal = horizontal;
        data.query = tokens / 2 + 1;
        auto inWindow = std::make_unique<LinkFigure>(data, size, Theme::light());
        QVERIFY((horizontal ? inWindow->size().width() : inWindow->size().height()) > (tokens - 1) * 14.0);
        const std::unique_ptr<Figure> file = fitted(std::move(inWindow), size, Theme::light().panel);
        const auto *links = dynamic_cast<const LinkFigure *>(file.get());
        QVERIFY(links); // not drawn smaller
        QCOMPARE(links->size(), size);
        // From the first token to the last the picture is full, and every query has a link.
        const QRectF first = links->tokenRect(LinkHit::Side::Query, 0);
        const QRectF last = links->tokenRect(LinkHit::Side::Query, tokens - 1);
        const double extent = horizontal ? last.right() - first.left() : last.bottom() - first.top();
        QVERIFY2(extent > (horizontal ? 800 : 560) && extent < (horizontal ? 960 : 720),
                 qPrintable(QString::number(extent)));
        std::vector<bool> linked(std::size_t(tokens), false);
        for (const auto &band : links->bands()) {
            linked[std::size_t(band.query)] = true;
            QVERIFY(QRectF(QPointF(), size).contains(band.from) && QRectF(QPointF(), size).contains(band.to));
        }
        QCOMPARE(std::count(linked.begin(), linked.end(), false), 0);
        if (tokens > 600)
            return;
        const QStringList words = linkTextsOf(*links).filter(QRegularExpression(QStringLiteral("^word\\d+$")));
        QVERIFY2(words.size() >= 2 * 28 && words.size() <= 2 * 66, qPrintable(QString::number(words.size())));
        QVERIFY(words.contains(data.queries.at(data.query))); // the one in focus is always named
        QVERIFY(smallestType(*links) >= 8);
        const QImage image = figureImage(*links, 96);
        int painted = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                painted += image.pixelColor(x, y) != Theme::light().panel ? 1 : 0;
        QVERIFY2(painted > 960 * 720 / 4, qPrintable(QString::number(painted)));
    }

    void aShortSentenceKeepsItsFloor()
    {
        LinkData data = linkLinksOf(nineWords, 1);
        data.floor = 0.9;
        const long hidden = LinkFigure(data, {480, 640}, Theme::light()).hiddenLinks();
        data.fit = true;
        QCOMPARE(LinkFigure(data, {480, 640}, Theme::light()).hiddenLinks(), hidden);
    }

    void whatCannotBeReadIsRefused()
    {
        const auto links = [] {
            return std::make_unique<LinkFigure>(linkLinksOf(nineWords, 1), QSizeF(1, 1), Theme::light());
        };
        QCOMPARE(errorOfFitting(links(), {1, 1}),
                 std::string("a picture of 1 × 1 is too small to show anything; take at least 16 × 16"));
        QCOMPARE(errorOfFitting(links(), {960, 15}),
                 std::string("a picture of 960 × 15 is too small to show anything; take at least 16 × 16"));
        const std::string tiny = errorOfFitting(links(), {16, 16});
        QVERIFY2(tiny.find("the sentence needs ") == 0, tiny.c_str());
        SentenceData data;
        data.tokens = manyWords(400);
        data.heads = {{0, QStringLiteral("head 1"), scatteredWeights(400, 1)}};
        const QSizeF size(300, 200);
        auto sentence = std::make_unique<SentenceFigure>(data, size, Theme::light());
        const std::string expected = "the sentence needs 300 × " +
                                     std::to_string(int(std::ceil(sentence->size().height()))) +
                                     "; make the picture larger or shorten the sentence";
        QCOMPARE(errorOfFitting(std::move(sentence), size), expected);
        data.tokens = manyWords(40);
        data.heads[0].weights = scatteredWeights(40, 1);
        QCOMPARE(errorOfFitting(std::make_unique<SentenceFigure>(data, QSizeF(600, 300), Theme::light()), {600, 300}),
                 std::string());
    }

    void theFocusCoversASlantedWord()
    {
        LinkData data = linkLinksOf(nineWords, 1);
        data.horizontal = true;
        data.query = 4; // because
        const LinkFigure figure(data, {300, 640}, Theme::light());
        const QImage image = figureImage(figure, 96);
        // The yellow shape leans: its top is to the right of its bottom by about half of its height.
        QPointF top(-1, -1);
        QPointF bottom;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y) != Theme::light().queryFocus)
                    continue;
                if (top.x() < 0)
                    top = QPointF(x, y);
                bottom = QPointF(x, y);
            }
        }
        const QPointF run = top - bottom;
        QVERIFY2(run.y() < -30 && run.x() > 15, qPrintable(QStringLiteral("%1 %2").arg(run.x()).arg(run.y())));
    }

    void theNumbersSayWhoseTheyAre_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("heads");
        QTest::addColumn<bool>("horizontal");
        QTest::addColumn<QString>("expected");
        const QString weights = QStringLiteral("weights of “it”");
        QTest::newRow("one head") << 320 << 1 << false << weights;
        QTest::newRow("narrow") << 230 << 8 << false << QStringLiteral("mean of “it”");
        QTest::newRow("wide") << 900 << 8 << false << weights + QStringLiteral(", mean of 8 heads");
        QTest::newRow("side by side") << 480 << 8 << true << weights + QStringLiteral(", mean of 8 heads");
    }
    void theNumbersSayWhoseTheyAre()
    {
        QFETCH(int, width);
        QFETCH(int, heads);
        QFETCH(bool, horizontal);
        QFETCH(QString, expected);
        LinkData data = linkLinksOf(nineWords, heads);
        data.horizontal = horizontal;
        QCOMPARE(
            linkTextsOf(LinkFigure(data, QSizeF(width, 640), Theme::light())).filter(QStringLiteral("weights")).size(),
            0);
        for (const bool keys : {false, true}) {
            LinkData pinned = data;
            (keys ? pinned.pinnedKeys : pinned.pinnedQueries) = {2, 5};
            QVERIFY(linkTextsOf(LinkFigure(pinned, QSizeF(width, 640), Theme::light())).contains(expected));
        }
    }
};

REGARD_TEST(TestLinkFigure)
#include "test_link_figure.moc"
