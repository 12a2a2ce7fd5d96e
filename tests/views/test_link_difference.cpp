#include <cmath>
#include <limits>
#include <memory>

#include <QImage>
#include <QPainter>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "draw/signed_text.h"
#include "test_class.h"
#include "views/links/band_layer.h"
#include "views/links/link_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr float linkDifferenceNone = std::numeric_limits<float>::quiet_NaN();

/// Differences of three tokens; the third is new.
Matrix someChanges()
{
    Matrix changes(3, 3);
    changes << 0.5F, -0.4F, linkDifferenceNone, //
        -0.03F, 0.03F, linkDifferenceNone,      //
        linkDifferenceNone, linkDifferenceNone, linkDifferenceNone;
    return changes;
}

LinkData linksOf(Matrix changes, int heads = 1)
{
    LinkData data;
    for (Eigen::Index i = 0; i < changes.rows(); ++i)
        data.queries << u"word%1"_s.arg(i);
    data.keys = data.queries;
    data.isDifference = true;
    const auto shared = std::make_shared<const Matrix>(std::move(changes));
    for (int head = 0; head < heads; ++head)
        data.heads.push_back({head, shared});
    return data;
}

LinkData newThird(LinkData data)
{
    data.newQueries = data.newKeys = {false, false, true};
    return data;
}

/// Every other cell lost, magnitudes scattered over 0 … 0.9.
Matrix scattered(int tokens, bool hasLost)
{
    Matrix changes(tokens, tokens);
    unsigned state = 7;
    for (Eigen::Index i = 0; i < changes.size(); ++i) {
        state = state * 1664525U + 1013904223U;
        const float magnitude = 0.9F * float(state >> 8) / float(1U << 24);
        changes.data()[i] = hasLost && i % 2 == 1 ? -magnitude : magnitude;
    }
    return changes;
}

QStringList linkDifferenceTextsOf(const Figure &figure, int *images = nullptr)
{
    QStringList texts;
    QXmlStreamReader reader(figureBytes(figure, PictureFormat::Svg, 96, QString()));
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (images && reader.name() == "image"_L1)
            ++*images;
        if (reader.name() == "text"_L1)
            texts << reader.readElementText().trimmed();
    }
    return texts;
}

QImage linkDifferenceVectorImage(const Figure &figure)
{
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    figure.paint(painter);
    return image;
}

/// How often the way from end to end of a band changes between the panel's colour and another.
int changesAlong(const QImage &image, const LinkFigure::Band &band, const QColor &panel)
{
    int changes = 0;
    bool wasPanel = true;
    const int steps = int(band.to.x() - band.from.x());
    for (int i = 1; i < steps; ++i) {
        const QPointF at = band.from + (band.to - band.from) * (double(i) / steps);
        const bool isPanel = image.pixelColor(int(at.x()), int(at.y())) == panel;
        changes += isPanel != wasPanel ? 1 : 0;
        wasPanel = isPanel;
    }
    return changes;
}

} // namespace

class TestLinkDifference : public QObject {
    Q_OBJECT
private slots:
    void signedNumbers_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("expected");
        QTest::newRow("gained") << 0.312 << u"+0.31"_s;
        QTest::newRow("lost") << -0.405 << u"\u22120.41"_s;
        QTest::newRow("nothing") << 0.0 << u"0.00"_s;
        QTest::newRow("lost, rounds to nothing") << -0.004 << u"0.00"_s;
        QTest::newRow("lost, rounds up") << -0.006 << u"\u22120.01"_s;
        QTest::newRow("new") << double(linkDifferenceNone) << QString();
    }
    void signedNumbers()
    {
        QFETCH(double, value);
        QFETCH(QString, expected);
        QCOMPARE(signedText(value, 2), expected);
    }

    void dashesFillTheBandEvenly()
    {
        for (const int dashes : {1, 4, 9}) {
            QCOMPARE(dashSpan(dashes, 0).first, 0.0);
            QVERIFY(std::abs(dashSpan(dashes, dashes - 1).second - 1) < 1e-12);
            const double dash = dashSpan(dashes, 0).second;
            for (int i = 1; i < dashes; ++i) {
                const auto [start, end] = dashSpan(dashes, i);
                QVERIFY(std::abs(end - start - dash) < 1e-12);
                QVERIFY(std::abs(start - dashSpan(dashes, i - 1).second - dash * 2 / 3) < 1e-12);
            }
        }
        QCOMPARE(dashSpan(0, 0), std::pair(0.0, 1.0));
    }

    /// The colours are those of the signs, so that no head has one of its own.
    void theLegendNamesTheHeadsOnly()
    {
        const Theme &theme = Theme::light();
        LinkData data = linksOf(someChanges(), 2);
        const LinkFigure figure(data, {500, 400}, theme);
        QVERIFY(linkDifferenceTextsOf(figure).contains(u"heads 1, 2 together · side by side shows them apart"_s));
        const QImage image = linkDifferenceVectorImage(figure);
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                QVERIFY(image.pixelColor(x, y) != theme.head(0) && image.pixelColor(x, y) != theme.head(1));
        QVERIFY(linkDifferenceTextsOf(LinkFigure(data, {200, 400}, theme)).contains(u"heads 1, 2 together"_s));
        data.multiples = true;
        QVERIFY(linkDifferenceTextsOf(LinkFigure(data, {500, 400}, theme)).filter(u"together"_s).isEmpty());
        QVERIFY(linkDifferenceTextsOf(LinkFigure(linksOf(someChanges(), 1), {500, 400}, theme))
                    .filter(u"together"_s)
                    .isEmpty());
    }

    void theLegendNamesWhatIsGone()
    {
        LinkData data = linksOf(someChanges(), 1);
        QVERIFY(linkDifferenceTextsOf(LinkFigure(data, {500, 400}, Theme::light())).filter(u"gone"_s).isEmpty());
        data.gone = {{u"cat"_s, -0.97}, {u"dog"_s, -0.004}, {u"cow"_s, 0}};
        QVERIFY(linkDifferenceTextsOf(LinkFigure(data, {500, 400}, Theme::light()))
                    .contains(u"gone: cat \u22120.97, dog, cow"_s));
        for (int i = 0; i < 30; ++i)
            data.gone.push_back({u"another"_s, 0});
        const QStringList many =
            linkDifferenceTextsOf(LinkFigure(data, {500, 400}, Theme::light())).filter(u"gone: cat"_s);
        QCOMPARE(many.size(), 1);
        QVERIFY2(many[0].endsWith(u'…'), qPrintable(many[0]));
    }

    /// Where the title is wider than the picture, it goes on in the next line.
    void theTitleIsWhole()
    {
        LinkData data = linksOf(someChanges(), 1);
        data.title = u"layer 1 · head 2 · now − pinned"_s;
        const QStringList texts = linkDifferenceTextsOf(LinkFigure(data, {200, 400}, Theme::light()));
        const auto first = texts.indexOf(u"layer 1 · head 2 · now"_s);
        QVERIFY2(first >= 0, qPrintable(texts.join(u'|')));
        QCOMPARE(texts.at(first + 1), u"− pinned"_s);
    }

    void gainedAndLostAreToldApart_data()
    {
        QTest::addColumn<int>("heads");
        QTest::addColumn<bool>("dark");
        for (const bool dark : {false, true})
            for (const int heads : {1, 3})
                QTest::addRow("%d heads, %s", heads, dark ? "dark" : "light") << heads << dark;
    }
    void gainedAndLostAreToldApart()
    {
        QFETCH(int, heads);
        QFETCH(bool, dark);
        const Theme &theme = Theme::named(dark);
        const LinkFigure figure(linksOf(someChanges(), heads), {500, 400}, theme);
        const auto bands = figure.bands();
        QCOMPARE(bands.size(), std::size_t(2 * heads)); // the others lie below the floor or have no value
        for (const auto &band : bands) {
            const bool isLost = band.weight < 0;
            QCOMPARE(band.weight, isLost ? -0.4F : 0.5F);
            QCOMPARE(band.color.rgb(), theme.diverging(isLost ? -1 : 1));
            QVERIFY(isLost ? band.dashes >= 4 : band.dashes == 0);
            QCOMPARE(band.width / double(std::abs(band.weight)), bands.front().width / 0.5);
            QVERIFY(contrast(QColor(band.color.rgb()), theme.panel) >= 1.9);
        }
    }

    void dashesAreSeen_data()
    {
        QTest::addColumn<float>("magnitude");
        QTest::newRow("wide") << 0.9F;
        QTest::newRow("thin") << 0.08F;
    }
    void dashesAreSeen()
    {
        QFETCH(float, magnitude);
        Matrix changes = Matrix::Zero(2, 2);
        changes(0, 0) = magnitude;
        changes(1, 1) = -magnitude;
        const Theme &theme = Theme::light();
        const LinkFigure figure(linksOf(changes), {500, 300}, theme);
        const auto bands = figure.bands();
        QCOMPARE(bands.size(), std::size_t(2));
        for (const QImage &image : {linkDifferenceVectorImage(figure), figureImage(figure, 96)}) {
            for (const auto &band : bands) {
                const int changesSeen = changesAlong(image, band, theme.panel);
                // Into each dash and out of it, but where the way begins and ends.
                QVERIFY2(band.dashes == 0 ? changesSeen <= 2 : std::abs(changesSeen - 2 * band.dashes) <= 2,
                         qPrintable(QString::number(changesSeen)));
            }
        }
    }

    void theFloorIsOfMagnitudes_data()
    {
        QTest::addColumn<double>("floor");
        QTest::addColumn<int>("query");
        QTest::addColumn<int>("shown");
        QTest::addColumn<long>("hidden");
        QTest::newRow("above the small ones") << 0.04 << -1 << 2 << 2L;
        QTest::newRow("all") << 0.0 << -1 << 4 << 0L;
        QTest::newRow("a focus shows all of its own") << 0.04 << 1 << 4 << 0L;
        QTest::newRow("between") << 0.45 << -1 << 1 << 3L;
        QTest::newRow("a new token has none") << 0.45 << 2 << 1 << 3L;
    }
    void theFloorIsOfMagnitudes()
    {
        QFETCH(double, floor);
        QFETCH(int, query);
        QFETCH(int, shown);
        QFETCH(long, hidden);
        LinkData data = linksOf(someChanges());
        data.floor = floor;
        data.query = query;
        const LinkFigure figure(data, {500, 400}, Theme::light());
        QCOMPARE(int(figure.bands().size()), shown);
        QCOMPARE(figure.hiddenLinks(), hidden);
    }

    void tooManyChangesKeepTheLargest()
    {
        LinkData data = linksOf(scattered(400, true), 2);
        data.floor = 0;
        const LinkFigure figure(data, {600, 500}, Theme::light());
        float weakest = 1;
        for (const auto &band : figure.bands())
            weakest = std::min(weakest, std::abs(band.weight));
        QVERIFY(figure.hiddenLinks() > 0);
        const Matrix magnitudes = data.heads.front().weights->cwiseAbs();
        // What four decimals do not show is no change.
        QCOMPARE(2 * (magnitudes.array() > 5e-5F && magnitudes.array() < weakest).count(), figure.hiddenLinks());
    }

    void theNoiseOfTwoPassesIsNoLink()
    {
        Matrix changes = Matrix::Constant(3, 3, 1e-7F);
        changes(0, 1) = -2e-5F;
        changes(2, 0) = -1e-4F;
        LinkData data = linksOf(changes);
        data.floor = 0;
        data.query = 0; // a token in focus shows all that it has
        const LinkFigure figure(data, {600, 500}, Theme::light());
        QCOMPARE(figure.bands().size(), std::size_t(1));
        QCOMPARE(figure.bands().front().query, 2);
        QCOMPARE(figure.hiddenLinks(), 0L);
    }

    void aPackedSentenceKeepsItsLargestChanges()
    {
        Matrix changes = Matrix::Zero(200, 200);
        changes(3, 5) = -0.008F;
        changes(100, 7) = 0.004F;
        changes(101, 8) = 0.0001F;
        LinkData data = linksOf(changes);
        data.fit = true;
        const LinkFigure figure(data, {600, 500}, Theme::light());
        QCOMPARE(figure.bands().size(), std::size_t(2));
        QCOMPARE(figure.hiddenLinks(), 1L);
    }

    void numbersCarryTheirSign()
    {
        LinkData data = newThird(linksOf(someChanges()));
        data.query = 0;
        for (const bool horizontal : {false, true}) {
            data.horizontal = horizontal;
            int images = 0;
            const QStringList texts = linkDifferenceTextsOf(LinkFigure(data, {500, 400}, Theme::light()), &images);
            QVERIFY2(texts.contains(u"+0.50"_s), qPrintable(texts.join(u' ')));
            QVERIFY(texts.contains(u"\u22120.40"_s));
            QVERIFY(texts.contains(u"width = change"_s));
            QVERIFY(texts.contains(u"lost"_s) && texts.contains(u"gained"_s));
            QCOMPARE(images, 0);
        }
        data.query = -1;
        data.key = 1;
        const QStringList texts = linkDifferenceTextsOf(LinkFigure(data, {500, 400}, Theme::light()));
        QVERIFY(texts.contains(u"+0.03"_s) && texts.contains(u"\u22120.40"_s));
    }

    void aMeanPassesOverHeadsThatAreNew()
    {
        LinkData data = linksOf(someChanges());
        data.heads.push_back({1, std::make_shared<const Matrix>(Matrix::Constant(3, 3, linkDifferenceNone))});
        data.query = 0;
        QVERIFY(linkDifferenceTextsOf(LinkFigure(data, {900, 400}, Theme::light())).contains(u"+0.50"_s));
    }

    void newTokensAreMarked()
    {
        const QString legend = u"new: not in the pinned sentence"_s;
        const QStringList without =
            linkDifferenceTextsOf(LinkFigure(linksOf(someChanges()), {500, 400}, Theme::light()));
        QCOMPARE(without.count(u"+"_s), 0);
        QVERIFY(!without.contains(legend));
        for (const int width : {230, 500}) {
            for (const bool horizontal : {false, true}) {
                LinkData data = newThird(linksOf(someChanges()));
                data.horizontal = horizontal;
                const LinkFigure figure(data, QSizeF(width, 400), Theme::light());
                const QStringList texts = linkDifferenceTextsOf(figure);
                QCOMPARE(texts.count(u"+"_s), 3); // a query, a key, and the legend
                QVERIFY2(texts.contains(legend), qPrintable(texts.join(u'|')));
                QCOMPARE(texts.count(u"word2"_s), 2); // beside the mark and whole
                for (const auto side : {LinkHit::Side::Query, LinkHit::Side::Key}) {
                    const auto hit = figure.hit(figure.tokenRect(side, 2).center());
                    QVERIFY(hit && hit->side == side && hit->token == 2);
                }
            }
        }
    }

    void weightsStayAsTheyAre()
    {
        LinkData data = linksOf(scattered(5, false));
        data.isDifference = false;
        data.query = 1;
        const LinkFigure figure(data, {500, 400}, Theme::light());
        for (const auto &band : figure.bands())
            QCOMPARE(band.dashes, 0);
        const QStringList texts = linkDifferenceTextsOf(figure);
        QVERIFY(texts.contains(u"width = weight"_s));
        QCOMPARE(texts.filter(u"+"_s).size(), 0);
    }
};

REGARD_TEST(TestLinkDifference)
#include "test_link_difference.moc"
