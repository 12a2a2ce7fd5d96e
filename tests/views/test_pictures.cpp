#include <cmath>
#include <limits>
#include <memory>

#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/links/link_figure.h"
#include "views/sentence/sentence_figure.h"

using namespace regard;

namespace {

std::shared_ptr<const Matrix> picturesSomeWeights(int rows, int columns)
{
    Matrix weights(rows, columns);
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j)
            weights(i, j) = float(1 + (i * 7 + j * 13) % 11);
        weights.row(i) /= weights.row(i).sum();
    }
    return std::make_shared<const Matrix>(weights);
}

QStringList someTokens(int count)
{
    QStringList tokens;
    for (int i = 0; i < count; ++i)
        tokens << QStringLiteral("word%1").arg(i);
    return tokens;
}

LinkData someLinks(int tokens, int heads)
{
    LinkData data;
    data.queries = data.keys = someTokens(tokens);
    for (int head = 0; head < heads; ++head)
        data.heads.push_back({head, picturesSomeWeights(tokens, tokens)});
    return data;
}

HeatmapData someHeatmap(int tokens)
{
    HeatmapData data;
    data.queries = data.keys = someTokens(tokens);
    data.values = picturesSomeWeights(tokens, tokens);
    data.valueLabel = QStringLiteral("weight");
    return data;
}

/// What is drawn in a PDF: the decompressed streams, one after the other.
QByteArray pdfStreams(const QByteArray &pdf)
{
    QByteArray all;
    for (qsizetype at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at)) {
        const qsizetype start = at + 7;
        const qsizetype end = pdf.indexOf("endstream", start);
        const QByteArray packed = pdf.mid(start, end - start);
        // qUncompress reads the length, which it only takes as a hint, in front of zlib's bytes.
        all += packed.startsWith('\x78') ? qUncompress(QByteArray("\x00\x10\x00\x00", 4) + packed) : packed;
        at = end + 9;
    }
    return all;
}

struct PicturesSvgContent {
    QString text;
    int images = 0;
    int shapes = 0;
    QString error;
};

PicturesSvgContent picturesSvgContent(const QByteArray &bytes)
{
    PicturesSvgContent content;
    QXmlStreamReader reader(bytes);
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isCharacters()) {
            content.text += reader.text().toString();
        } else if (reader.isStartElement()) {
            const QString name = reader.name().toString();
            content.images += name == QLatin1String("image") ? 1 : 0;
            content.shapes += name == QLatin1String("path") || name == QLatin1String("rect") ? 1 : 0;
        }
    }
    content.error = reader.errorString();
    return content;
}

} // namespace

class TestPictures : public QObject {
    Q_OBJECT
private slots:
    void textReadsOnThePanel()
    {
        for (const bool dark : {false, true}) {
            const Theme &theme = Theme::named(dark);
            QVERIFY(contrast(theme.text, theme.panel) >= 4.5);
            QVERIFY(contrast(theme.muted, theme.panel) >= 4.5);
            QVERIFY(contrast(theme.muted, theme.window) >= 4.5);
            QVERIFY(contrast(theme.accent, theme.panel) >= 4.5);
            QVERIFY(contrast(theme.text, theme.queryFocus) >= 4.5);
            QVERIFY(contrast(theme.text, theme.keyFocus) >= 4.5);
            QVERIFY(contrast(theme.onAccent, theme.accent) >= 4.5);
            QVERIFY(contrast(theme.error, theme.panel) >= 4.5);
            for (int i = 0; i < 64; ++i)
                QVERIFY(contrast(theme.headText(i), theme.panel) >= 4.5);
            for (int i = 0; i <= 100; ++i) {
                const QRgb fill = theme.sequential(i / 100.0);
                QVERIFY(contrast(theme.textOn(fill), QColor::fromRgb(fill)) >= 4.5);
                for (const double sign : {-1.0, 1.0}) {
                    const QRgb changed = theme.diverging(sign * i / 100.0);
                    QVERIFY(contrast(theme.textOn(changed), QColor::fromRgb(changed)) >= 4.5);
                }
            }
            for (const double sign : {-1.0, 1.0}) {
                QVERIFY(contrast(theme.changeText(sign), theme.panel) >= 4.5);
                QVERIFY(contrast(theme.text, theme.changeSoft(sign)) >= 4.5);
                QVERIFY(contrast(theme.change(sign), theme.panel) >= 1.9); // a shape beside its written number
                QVERIFY(contrast(theme.change(sign), theme.changeSoft(sign)) >= 1.5);
            }
            QVERIFY(theme.change(-0.01) != theme.change(0.01));
        }
    }

    void widthIsProportionalToWeight()
    {
        const LinkFigure figure(someLinks(9, 2), {600, 500}, Theme::light());
        const auto bands = figure.bands();
        QVERIFY(!bands.empty());
        const double scale = bands.front().width / double(bands.front().weight);
        for (const auto &band : bands)
            QCOMPARE(band.width / double(band.weight), scale);
    }

    void hiddenLinksAreCounted_data()
    {
        QTest::addColumn<int>("query");
        QTest::newRow("no focus") << -1;
        QTest::newRow("a query in focus") << 4;
    }
    void hiddenLinksAreCounted()
    {
        QFETCH(int, query);
        LinkData data = someLinks(12, 2);
        data.query = query;
        data.floor = 0.08;
        const LinkFigure figure(data, {600, 500}, Theme::light());
        long below = 0;
        for (const auto &head : data.heads) {
            for (int i = 0; i < 12; ++i)
                for (int j = 0; j < 12; ++j)
                    below += i != query && (*head.weights)(i, j) < 0.08F ? 1 : 0;
        }
        QVERIFY(below > 0);
        QCOMPARE(figure.hiddenLinks(), below);
        const auto bands = figure.bands();
        QCOMPARE(long(bands.size()) + below, 2L * 12 * 12);
        if (query >= 0)
            QCOMPARE(std::count_if(bands.begin(), bands.end(), [&](const auto &b) { return b.query == query; }), 24);
    }

    void maskedLinksDrawNothing()
    {
        LinkData data = someLinks(2, 1);
        data.floor = 0;
        Matrix causal(2, 2);
        causal << 1, 0, 0.5F, 0.5F;
        data.heads[0].weights = std::make_shared<const Matrix>(causal);
        QCOMPARE(LinkFigure(data, {300, 300}, Theme::light()).bands().size(), std::size_t(3));
    }

    void hitsAreWhereThingsStand_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<bool>("horizontal");
        QTest::newRow("one") << 1 << false;
        QTest::newRow("twelve") << 12 << false;
        QTest::newRow("two hundred") << 200 << false;
        QTest::newRow("in rows") << 12 << true;
    }
    void hitsAreWhereThingsStand()
    {
        QFETCH(int, tokens);
        QFETCH(bool, horizontal);
        LinkData data = someLinks(tokens, 2);
        data.horizontal = horizontal;
        const LinkFigure links(data, {500, 400}, Theme::light());
        const HeatmapFigure heatmap(someHeatmap(tokens), {500, 400}, Theme::light());
        for (int i = 0; i < tokens; ++i) {
            for (const auto side : {LinkHit::Side::Query, LinkHit::Side::Key}) {
                const auto hit = links.hit(links.tokenRect(side, i).center());
                QVERIFY(hit && hit->side == side && hit->token == i);
            }
            const auto cell = heatmap.hit(heatmap.cellRect(i, tokens - 1 - i).center());
            QVERIFY(cell && cell->first == i && cell->second == tokens - 1 - i);
        }
        QVERIFY(!links.hit({-5, -5}));
        QVERIFY(!heatmap.hit({1, 1}));
    }

    void colorRanges()
    {
        const float never = -std::numeric_limits<float>::infinity();
        Matrix values(1, 3);
        values << -4, never, 2;
        ColorRange range = ColorRange::of(values, false);
        QCOMPARE(range.lower, -4.0);
        QCOMPARE(range.upper, 4.0);
        QVERIFY(range.diverging);
        QCOMPARE(range.color(double(never), Theme::light()), Theme::light().masked.rgb());
        QCOMPARE(range.color(0, Theme::light()), Theme::light().diverging(0));
        values << -4, -2, -1;
        range = ColorRange::of(values, false);
        QVERIFY(range.diverging && range.lower == -4 && range.upper == 4);
        values << 3, 3, 3;
        range = ColorRange::of(values, false);
        QVERIFY(range.upper > range.lower);
        values << never, never, never;
        QVERIFY(ColorRange::of(values, false).upper > ColorRange::of(values, false).lower);
        values << 0.1F, 0.19F, 0.2F;
        QVERIFY(ColorRange::of(values, true).upper >= double(0.2F));
    }

    void svgKeepsTextAndShapes()
    {
        LinkData data = someLinks(6, 1);
        data.floor = 0;
        data.queries[0] = QStringLiteral("<&\x01\"");
        data.keys[1] = QStringLiteral("图书馆");
        const LinkFigure links(data, {500, 400}, Theme::light());
        const QByteArray bytes = figureBytes(links, PictureFormat::Svg, 96, QStringLiteral("a < b & \x02"));
        const PicturesSvgContent content = picturesSvgContent(bytes);
        QCOMPARE(content.error, QString());
        QCOMPARE(content.images, 0);
        QVERIFY(content.text.contains(QStringLiteral("word3")));
        QVERIFY(content.text.contains(QStringLiteral("图书馆")));
        QVERIFY(content.text.contains(QStringLiteral("a < b & \u2402")));
        QVERIFY(content.shapes >= 36);
        QCOMPARE(figureBytes(links, PictureFormat::Svg, 96, QStringLiteral("a < b & \x02")), bytes);
        const HeatmapFigure heatmap(someHeatmap(20), {500, 400}, Theme::light());
        const PicturesSvgContent cells =
            picturesSvgContent(figureBytes(heatmap, PictureFormat::Svg, 96, QStringLiteral("t")));
        QCOMPARE(cells.error, QString());
        QCOMPARE(cells.images, 0);
        QVERIFY(cells.shapes >= 400);
    }

    void pngHasSizeAndDpi()
    {
        const HeatmapFigure figure(someHeatmap(5), {300, 200}, Theme::darkTheme());
        const QByteArray bytes = figureBytes(figure, PictureFormat::Png, 192, QString());
        const QImage image = QImage::fromData(bytes, "PNG");
        QCOMPARE(image.size(), QSize(600, 400));
        QCOMPARE(image.dotsPerMeterX(), 7559);
        QCOMPARE(figureBytes(figure, PictureFormat::Png, 192, QString()), bytes);
        for (const QPoint corner : {QPoint(0, 0), QPoint(599, 0), QPoint(0, 399), QPoint(599, 399)})
            QCOMPARE(image.pixelColor(corner), Theme::darkTheme().panel);
    }

    void pdfIsDrawnNotScanned_data()
    {
        QTest::addColumn<int>("view");
        QTest::newRow("links") << 0;
        QTest::newRow("heatmap") << 1;
    }

    void pdfIsDrawnNotScanned()
    {
        QFETCH(int, view);
        LinkData data = someLinks(6, 1);
        data.floor = 0;
        std::unique_ptr<Figure> figure;
        if (view == 0)
            figure = std::make_unique<LinkFigure>(data, QSizeF(480, 360), Theme::light());
        else
            figure = std::make_unique<HeatmapFigure>(someHeatmap(20), QSizeF(480, 360), Theme::light());
        const QByteArray pdf = figureBytes(*figure, PictureFormat::Pdf, 96, QStringLiteral("t"));
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.trimmed().endsWith("%%EOF"));
        const QRegularExpression box(QStringLiteral("/MediaBox \\[\\s*0 0 ([0-9.]+) ([0-9.]+)"));
        const auto match = box.match(QString::fromLatin1(pdf));
        QVERIFY(match.hasMatch());
        // A point is 1/72 inch, a CSS pixel 1/96.
        QVERIFY(std::abs(match.captured(1).toDouble() - 360) <= 1);
        QVERIFY(std::abs(match.captured(2).toDouble() - 270) <= 1);
        QVERIFY(!pdf.contains("/Subtype /Image"));
        QVERIFY(pdf.contains("/ToUnicode")); // text stays text
        const QByteArray drawn = pdfStreams(pdf);
        QVERIFY(drawn.contains("BT\n"));
        const QRegularExpression fill(QStringLiteral("(?m)^f\\*?$"));
        auto fills = fill.globalMatch(QString::fromLatin1(drawn));
        int count = 0;
        for (; fills.hasNext(); fills.next())
            ++count;
        QVERIFY2(count >= (view == 0 ? 36 : 400), qPrintable(QString::number(count)));
    }

    void tooLargeIsRefused()
    {
        const HeatmapFigure figure(someHeatmap(2), {4000, 300}, Theme::light());
        QVERIFY_EXCEPTION_THROWN(figureImage(figure, 600), PictureError);
    }

    void sentence()
    {
        SentenceData data;
        data.tokens = someTokens(30);
        data.heads = {{0, QStringLiteral("head 1"), picturesSomeWeights(30, 30)},
                      {3, QStringLiteral("head 4"), picturesSomeWeights(30, 30)}};
        data.query = 2;
        const SentenceFigure sentence(data, {300, 100}, Theme::light());
        QVERIFY(sentence.size().height() > 100);
        for (int token = 0; token < 30; ++token) {
            const auto hit = sentence.hit(sentence.tokenRect(1, token).center());
            QVERIFY(hit && hit->headRow == 1 && hit->token == token);
            QVERIFY(sentence.tokenRect(1, token).right() <= 300);
        }
        QVERIFY(picturesSvgContent(figureBytes(sentence, PictureFormat::Svg, 96, QString()))
                    .text.contains(QStringLiteral("word29")));
    }
};

REGARD_TEST(TestPictures)
#include "test_pictures.moc"
