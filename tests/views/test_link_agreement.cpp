#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPainterPathStroker>
#include <QTest>

#include "test_class.h"
#include "views/links/link_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Softmax rows of fixed scattered scores: a few links of each token are strong.
Matrix softmaxRows(int tokens, unsigned seed, float spread)
{
    Matrix weights(tokens, tokens);
    unsigned state = seed;
    for (int row = 0; row < tokens; ++row) {
        for (int column = 0; column < tokens; ++column) {
            state = state * 1664525U + 1013904223U;
            weights(row, column) = std::exp(spread * float(state >> 8) / float(1U << 24));
        }
        weights.row(row) /= weights.row(row).sum();
    }
    return weights;
}

struct Scene {
    const char *name;
    int tokens;
    int heads = 1;
    double floor = 0;
    QSizeF size{420, 360};
    double ratio = 1;
    int query = -1;
    int key = -1;
    std::vector<int> pinnedKeys{};
    bool horizontal = false;
    bool isDifference = false;
    bool multiples = false;
    bool fit = false;
    bool dark = false;
    float spread = 8;
    bool firstIsOff = false;
};

const std::vector<Scene> &scenes()
{
    static const std::vector<Scene> all = {
        {.name = "12 tokens", .tokens = 12},
        {.name = "12 tokens, dark", .tokens = 12, .dark = true},
        {.name = "12 tokens, twice the pixels", .tokens = 12, .ratio = 2},
        {.name = "12 tokens, one and a half", .tokens = 12, .ratio = 1.5},
        {.name = "64 tokens, all links", .tokens = 64, .size = {420, 1100}},
        {.name = "four heads", .tokens = 12, .heads = 4},
        {.name = "four heads, dark", .tokens = 12, .heads = 4, .dark = true},
        {.name = "side by side", .tokens = 8, .heads = 4, .size = {640, 360}, .multiples = true},
        {.name = "side by side, a focus", .tokens = 8, .heads = 4, .size = {640, 360}, .query = 3, .multiples = true},
        {.name = "side by side, steep", .tokens = 24, .heads = 6, .size = {420, 900}, .multiples = true, .spread = 14},
        {.name = "side by side, steep, a focus",
         .tokens = 24,
         .heads = 6,
         .size = {420, 900},
         .query = 3,
         .multiples = true,
         .spread = 14},
        {.name = "a head switched off", .tokens = 12, .heads = 2, .firstIsOff = true},
        {.name = "a head switched off, a focus", .tokens = 12, .heads = 2, .query = 3, .firstIsOff = true},
        {.name = "difference", .tokens = 12, .floor = 0.02, .isDifference = true},
        {.name = "difference, two heads", .tokens = 12, .heads = 2, .floor = 0.02, .isDifference = true},
        {.name = "difference, a focus", .tokens = 12, .query = 5, .isDifference = true},
        {.name = "difference, horizontal", .tokens = 12, .horizontal = true, .isDifference = true},
        {.name = "difference, 40 tokens", .tokens = 40, .size = {420, 700}, .isDifference = true},
        {.name = "horizontal", .tokens = 12, .horizontal = true},
        {.name = "horizontal, twice the pixels", .tokens = 12, .ratio = 2, .horizontal = true},
        {.name = "a query in focus", .tokens = 24, .heads = 2, .floor = 0.02, .size = {420, 500}, .query = 7},
        {.name = "a key in focus", .tokens = 24, .heads = 2, .floor = 0.02, .size = {420, 500}, .key = 3},
        {.name = "a query in focus and keys pinned",
         .tokens = 24,
         .heads = 3,
         .floor = 0.02,
         .size = {420, 500},
         .query = 7,
         .pinnedKeys = {2, 11},
         .dark = true},
    };
    return all;
}

LinkData linkAgreementDataOf(const Scene &scene)
{
    LinkData data;
    for (int i = 0; i < scene.tokens; ++i)
        data.queries << u"word%1"_s.arg(i);
    data.keys = data.queries;
    for (int head = 0; head < scene.heads; ++head) {
        Matrix weights = softmaxRows(scene.tokens, unsigned(2 * head + 1), scene.spread);
        if (scene.isDifference)
            weights -= softmaxRows(scene.tokens, unsigned(2 * head + 2), scene.spread);
        data.heads.push_back({head, std::make_shared<const Matrix>(std::move(weights)), scene.firstIsOff && head == 0});
    }
    data.floor = scene.floor;
    data.query = scene.query;
    data.key = scene.key;
    data.pinnedKeys = scene.pinnedKeys;
    data.horizontal = scene.horizontal;
    data.isDifference = scene.isDifference;
    data.multiples = scene.multiples;
    data.fit = scene.fit;
    return data;
}

/// Paints as QPainter does on an image, but takes curves as many straight pieces: by itself QPainter takes one as so
/// few that they are up to a quarter of a pixel beside it, which is a quarter of what a band's edge changes.
class FineCurves : public QPaintEngine {
public:
    explicit FineCurves(QImage &image) : QPaintEngine(AllFeatures), m_image(image) {}

    bool begin(QPaintDevice *) override { return m_painter.begin(&m_image); }
    bool end() override { return m_painter.end(); }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState &state) override
    {
        const DirtyFlags changed = state.state();
        if (changed & DirtyTransform)
            m_painter.setTransform(state.transform());
        if (changed & DirtyPen)
            m_painter.setPen(state.pen());
        if (changed & DirtyBrush)
            m_painter.setBrush(state.brush());
        if (changed & DirtyFont)
            m_painter.setFont(state.font());
        if (changed & DirtyOpacity)
            m_painter.setOpacity(state.opacity());
        if (changed & DirtyHints) {
            m_painter.setRenderHints(m_painter.renderHints(), false);
            m_painter.setRenderHints(state.renderHints());
        }
        if (changed & DirtyClipRegion)
            m_painter.setClipRegion(state.clipRegion(), state.clipOperation());
        if (changed & DirtyClipPath)
            m_painter.setClipPath(state.clipPath(), state.clipOperation());
        if (changed & DirtyClipEnabled)
            m_painter.setClipping(state.isClipEnabled());
    }
    void drawPath(const QPainterPath &path) override
    {
        constexpr int pieces = 128;
        QPainterPath fine;
        fine.setFillRule(path.fillRule());
        for (int i = 0; i < path.elementCount(); ++i) {
            const QPainterPath::Element element = path.elementAt(i);
            if (element.isMoveTo()) {
                fine.moveTo(element);
            } else if (element.isLineTo()) {
                fine.lineTo(element);
            } else {
                const QPointF a = path.elementAt(i - 1);
                for (int piece = 1; piece <= pieces; ++piece) {
                    const double t = double(piece) / pieces;
                    const double u = 1 - t;
                    fine.lineTo(u * u * u * a + 3 * u * u * t * QPointF(element) +
                                3 * u * t * t * QPointF(path.elementAt(i + 1)) +
                                t * t * t * QPointF(path.elementAt(i + 2)));
                }
                i += 2;
            }
        }
        if (fine.elementCount() == path.elementCount() || m_painter.pen().style() == Qt::NoPen) {
            m_painter.drawPath(fine);
            return;
        }
        // A pen thinner than a pixel QPainter takes as fainter pixels, one at each place.
        QPainterPath stroke = QPainterPathStroker(m_painter.pen()).createStroke(fine);
        stroke.setFillRule(Qt::WindingFill);
        m_painter.fillPath(stroke, m_painter.pen().brush());
    }
    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override
    {
        if (mode == PolylineMode)
            m_painter.drawPolyline(points, count);
        else
            m_painter.drawPolygon(points, count, mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    }
    void drawLines(const QLineF *lines, int count) override { m_painter.drawLines(lines, count); }
    void drawPixmap(const QRectF &to, const QPixmap &pixmap, const QRectF &from) override
    {
        m_painter.drawPixmap(to, pixmap, from);
    }
    void drawImage(const QRectF &to, const QImage &image, const QRectF &from, Qt::ImageConversionFlags flags) override
    {
        m_painter.drawImage(to, image, from, flags);
    }
    void drawTextItem(const QPointF &at, const QTextItem &item) override { m_painter.drawTextItem(at, item); }

private:
    QImage &m_image;
    QPainter m_painter;
};

/// An image that FineCurves paint on.
class FineImage : public QPaintDevice {
public:
    FineImage(QImage &image, double ratio) : m_engine(image), m_image(image), m_ratio(ratio) {}
    QPaintEngine *paintEngine() const override { return &m_engine; }

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return m_image.width();
        case PdmHeight:
            return m_image.height();
        case PdmDepth:
            return m_image.depth();
        case PdmDpiX:
        case PdmPhysicalDpiX:
            return m_image.logicalDpiX();
        case PdmDpiY:
        case PdmPhysicalDpiY:
            return m_image.logicalDpiY();
        case PdmDevicePixelRatio:
            return int(m_ratio);
        case PdmDevicePixelRatioScaled:
            return int(m_ratio * devicePixelRatioFScale());
        default:
            return 1 << 24;
        }
    }

private:
    mutable FineCurves m_engine;
    const QImage &m_image;
    double m_ratio;
};

enum class By { QPainter, FineQPainter, Raster };

/// By QPainter in 16 bits a channel: in 8 it drops what changes a pixel by less than half a level, which many links do.

QImage linkAgreementPicture(const LinkFigure &figure, By by, double ratio, const QRectF &part = {})
{
    const QRectF seen = part.isNull() ? QRectF(QPointF(), figure.size()) : part;
    QImage image((seen.size() * ratio).toSize(),
                 by == By::Raster ? QImage::Format_RGB32 : QImage::Format_RGBA64_Premultiplied);
    image.fill(Qt::magenta); // both paint all of it
    FineImage fine(image, ratio);
    if (by != By::FineQPainter)
        image.setDevicePixelRatio(ratio);
    QPainter painter(by == By::FineQPainter ? static_cast<QPaintDevice *>(&fine) : &image);
    painter.translate(-seen.topLeft());
    painter.setClipRect(seen);
    by == By::Raster ? figure.paintPixels(painter) : figure.paint(painter);
    painter.end();
    return image.convertToFormat(QImage::Format_RGB32);
}

/// Solid bands by their definition, slowly: what each covers of each pixel, mixed in order.
QImage exactBands(const LinkFigure &figure, const QColor &panel)
{
    constexpr int cuts = 16; // of a column, in each of which a band is taken as level
    const int width = int(figure.size().width());
    const int height = int(figure.size().height());
    std::vector<double> rest(std::size_t(width) * std::size_t(height), 1.0);
    const std::vector<LinkFigure::Band> bands = figure.bands();
    for (const LinkFigure::Band &band : bands) {
        const QPointF run = band.to - band.from;
        const double half = band.width / 2 * std::hypot(run.x(), run.y()) / run.x();
        const double reach = half + std::abs(run.y() / run.x());
        for (int x = int(std::floor(band.from.x())); x < int(std::ceil(band.to.x())); ++x) {
            const double middle = band.from.y() + (x + 0.5 - band.from.x()) * run.y() / run.x();
            for (int y = int(std::floor(middle - reach)) - 1; y <= int(std::ceil(middle + reach)); ++y) {
                double covered = 0;
                for (int cut = 0; cut < cuts; ++cut) {
                    const double at = x + (cut + 0.5) / cuts;
                    if (at < band.from.x() || at > band.to.x())
                        continue;
                    const double center = band.from.y() + (at - band.from.x()) * run.y() / run.x();
                    covered += std::max(0.0, std::min(y + 1.0, center + half) - std::max(double(y), center - half));
                }
                if (y >= 0 && y < height)
                    rest[std::size_t(y) * std::size_t(width) + std::size_t(x)] *=
                        1 - covered / cuts * bands.front().color.alphaF();
            }
        }
    }
    QImage image(width, height, QImage::Format_RGB32);
    const auto mixed = [](int below, int color, double part) {
        return int(std::lround(below * part + color * (1 - part)));
    };
    const QColor color = bands.front().color;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const double part = rest[std::size_t(y) * std::size_t(width) + std::size_t(x)];
            image.setPixel(x, y,
                           qRgb(mixed(panel.red(), color.red(), part), mixed(panel.green(), color.green(), part),
                                mixed(panel.blue(), color.blue(), part)));
        }
    }
    return image;
}

int apart(QRgb a, QRgb b)
{
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

struct LinkAgreementAgreement {
    double mean =
        0; ///< levels of the channel that is furthest off, over the pixels between the tokens that are painted
    int painted = 0;
    int dropped = 0; ///< pixels that QPainter clearly paints, and around which nothing is
};

/// Around a pixel: QPainter rounds a thin band to 1/64 of a pixel.
bool isEmptyAround(const QImage &image, int x, int y, QRgb panel)
{
    for (int beside = -1; beside <= 1; ++beside)
        for (int above = -1; above <= 1; ++above)
            if (image.valid(x + beside, y + above) && image.pixel(x + beside, y + above) != panel)
                return false;
    return true;
}

LinkAgreementAgreement linkAgreementCompared(const LinkFigure &figure, const QImage &expected, const QImage &actual,
                                             double ratio, QRgb panel)
{
    QRectF between;
    for (const LinkFigure::Band &band : figure.bands())
        between |= QRectF(band.from, band.to).normalized().adjusted(0, 0, 1e-6, 1e-6);
    const QRect pixels =
        QRectF(between.topLeft() * ratio, between.size() * ratio).toRect().adjusted(1, 1, -1, -1) & expected.rect();
    LinkAgreementAgreement agreement;
    double sum = 0;
    for (int y = pixels.top(); y <= pixels.bottom(); ++y) {
        for (int x = pixels.left(); x <= pixels.right(); ++x) {
            const QRgb wanted = expected.pixel(x, y);
            const QRgb got = actual.pixel(x, y);
            if (wanted == panel && got == panel)
                continue;
            sum += apart(wanted, got);
            ++agreement.painted;
            agreement.dropped += apart(wanted, panel) >= 8 && isEmptyAround(actual, x, y, panel) ? 1 : 0;
        }
    }
    agreement.mean = sum / std::max(1, agreement.painted);
    return agreement;
}

} // namespace

/// What the rasteriser paints is what QPainter paints.
class TestLinkAgreement : public QObject {
    Q_OBJECT
private slots:
    void pixelsAgreeWithQPainter_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<bool>("curved");
        for (std::size_t i = 0; i < scenes().size(); ++i) {
            QTest::newRow(scenes()[i].name) << int(i) << false;
            QTest::addRow("%s, curved", scenes()[i].name) << int(i) << true;
        }
    }
    void pixelsAgreeWithQPainter()
    {
        QFETCH(int, index);
        QFETCH(bool, curved);
        const Scene &scene = scenes()[std::size_t(index)];
        const Theme &theme = Theme::named(scene.dark);
        LinkData data = linkAgreementDataOf(scene);
        data.curved = curved;
        const LinkFigure figure(data, scene.size, theme);
        // Not in a larger picture, made smaller: there the bands that share a pixel are mixed where they meet, here by
        // what each covers of it.
        const QImage expected = linkAgreementPicture(figure, curved ? By::FineQPainter : By::QPainter, scene.ratio);
        const LinkAgreementAgreement agreement = linkAgreementCompared(
            figure, expected, linkAgreementPicture(figure, By::Raster, scene.ratio), scene.ratio, theme.panel.rgb());
        QVERIFY(agreement.painted > 5000);
        QCOMPARE(agreement.dropped, 0);
        QVERIFY2(agreement.mean <= 2, qPrintable(QString::number(agreement.mean)));
    }

    /// Thousands of thin links over one another, each of which QPainter's 8 bits of coverage round.
    void crowdsAgreeWithTheDefinition_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<double>("floor");
        QTest::addColumn<float>("spread");
        QTest::newRow("64 tokens, all links") << 64 << 0.0 << 8.0F;
        QTest::newRow("64 tokens, thin links alone") << 64 << 0.0 << 1.0F;
        QTest::newRow("200 tokens, strong links") << 200 << 0.03 << 16.0F;
        QTest::newRow("100 tokens, all links") << 100 << 0.0 << 8.0F;
    }
    void crowdsAgreeWithTheDefinition()
    {
        QFETCH(int, tokens);
        QFETCH(double, floor);
        QFETCH(float, spread);
        const QColor panel = Theme::light().panel;
        const LinkFigure figure(
            linkAgreementDataOf({.name = "", .tokens = tokens, .floor = floor, .fit = true, .spread = spread}),
            {420, 500}, Theme::light());
        const LinkAgreementAgreement agreement = linkAgreementCompared(
            figure, exactBands(figure, panel), linkAgreementPicture(figure, By::Raster, 1), 1, panel.rgb());
        QVERIFY(agreement.painted > 5000);
        QCOMPARE(agreement.dropped, 0);
        QVERIFY2(agreement.mean <= 1.5, qPrintable(QString::number(agreement.mean)));
    }

    /// One link in a picture: where QPainter clearly shows it, it is there; where it is but two levels, which QPainter
    /// rounds from one, it is there along its way.
    void noLinkIsDropped_data()
    {
        QTest::addColumn<float>("weight");
        QTest::addColumn<int>("key");
        for (const float weight : {0.002F, 0.005F, 0.02F, 0.2F})
            for (const int key : {0, 1, 15})
                QTest::addRow("weight %g to %d", double(weight), key) << weight << key;
    }
    void noLinkIsDropped()
    {
        QFETCH(float, weight);
        QFETCH(int, key);
        Matrix weights = Matrix::Zero(16, 16);
        weights(0, key) = weight;
        LinkData data = linkAgreementDataOf({.name = "", .tokens = 16});
        data.heads[0].weights = std::make_shared<const Matrix>(weights);
        const LinkFigure figure(data, {400, 420}, Theme::light());
        QCOMPARE(figure.bands().size(), std::size_t(1));
        const QImage expected = linkAgreementPicture(figure, By::QPainter, 1);
        const QImage actual = linkAgreementPicture(figure, By::Raster, 1);
        const LinkFigure::Band band = figure.bands().front();
        int seen = 0;
        int there = 0;
        for (int x = int(band.from.x()) + 1; x < int(band.to.x()) - 1; ++x) {
            int most = 0;
            int got = 0;
            for (int y = 40; y < 360; ++y) {
                most = std::max(most, apart(expected.pixel(x, y), Theme::light().panel.rgb()));
                got = std::max(got, apart(actual.pixel(x, y), Theme::light().panel.rgb()));
            }
            QVERIFY(most < 8 || got > most / 2);
            seen += most >= 2 ? 1 : 0;
            there += got > 0 ? 1 : 0;
        }
        QVERIFY2(2 * there >= seen, qPrintable(QStringLiteral("%1 of %2").arg(there).arg(seen)));
    }

    /// What a scroll area shows is a part of the whole picture.
    void aPartIsThatOfTheWhole_data()
    {
        QTest::addColumn<bool>("horizontal");
        QTest::addColumn<double>("ratio");
        QTest::newRow("columns") << false << 1.0;
        QTest::newRow("columns, twice the pixels") << false << 2.0;
        QTest::newRow("rows") << true << 1.0;
    }
    void aPartIsThatOfTheWhole()
    {
        QFETCH(bool, horizontal);
        QFETCH(double, ratio);
        const LinkFigure figure(linkAgreementDataOf({.name = "", .tokens = 80, .horizontal = horizontal}), {300, 260},
                                Theme::light());
        const QRectF part = horizontal ? QRectF(411, 3, 200, 250) : QRectF(20, 407, 270, 200);
        const QImage whole = linkAgreementPicture(figure, By::Raster, ratio);
        const QImage seen = linkAgreementPicture(figure, By::Raster, ratio, part);
        int most = 0;
        for (int y = 0; y < seen.height(); ++y)
            for (int x = 0; x < seen.width(); ++x)
                most = std::max(most, apart(seen.pixel(x, y),
                                            whole.pixel(x + int(part.left() * ratio), y + int(part.top() * ratio))));
        QVERIFY2(most <= 2, qPrintable(QString::number(most)));
    }

    /// Whatever was pointed at before: what a figure finds in the backdrop is what it would have painted.
    void aBackdropChangesNothing_data()
    {
        QTest::addColumn<bool>("isDifference");
        QTest::addColumn<bool>("horizontal");
        QTest::addColumn<bool>("multiples");
        QTest::newRow("weights") << false << false << false;
        QTest::newRow("weights, horizontal") << false << true << false;
        QTest::newRow("weights, side by side") << false << false << true;
        QTest::newRow("difference") << true << false << false;
    }
    void aBackdropChangesNothing()
    {
        QFETCH(bool, isDifference);
        QFETCH(bool, horizontal);
        QFETCH(bool, multiples);
        LinkData data = linkAgreementDataOf({.name = "",
                                             .tokens = 14,
                                             .heads = 3,
                                             .floor = 0.01,
                                             .horizontal = horizontal,
                                             .isDifference = isDifference,
                                             .multiples = multiples});
        const auto backdrop = std::make_shared<LinkBackdrop>();
        const auto check = [&](const char *what) {
            const LinkFigure alone(data, {620, 420}, Theme::light());
            const LinkFigure after(data, {620, 420}, Theme::light(), backdrop);
            const QImage expected = linkAgreementPicture(alone, By::Raster, 1);
            const QImage actual = linkAgreementPicture(after, By::Raster, 1);
            int most = 0;
            for (int y = 0; y < expected.height(); ++y)
                for (int x = 0; x < expected.width(); ++x)
                    most = std::max(most, apart(expected.pixel(x, y), actual.pixel(x, y)));
            QVERIFY2(most <= 1, what);
        };
        check("nothing in focus");
        data.query = 3;
        check("a query");
        data.query = 4;
        check("the next");
        data.pinnedKeys = {1, 6};
        check("pinned keys");
        data.query = -1;
        data.pinnedKeys.clear();
        check("nothing again");
        data.key = 2;
        check("a key");
        data.floor = 0.1;
        check("another floor");
        data.heads.pop_back();
        check("without a head");
        data.heads[0].weights = std::make_shared<const Matrix>(softmaxRows(14, 99, 8));
        check("other weights");
        data.key = -1;
        check("other weights, nothing in focus");
    }

    void onlyLargePicturesAreSlow()
    {
        const QRectF part(0, 0, 900, 1600);
        const auto figureOf = [&](int tokens, double floor, std::shared_ptr<LinkBackdrop> backdrop = nullptr) {
            LinkData data = linkAgreementDataOf({.name = "", .tokens = tokens, .floor = floor, .spread = 2});
            return std::make_unique<LinkFigure>(data, part.size(), Theme::light(), std::move(backdrop));
        };
        QVERIFY(!figureOf(12, 0)->isSlow(part, 1));
        QVERIFY(!figureOf(64, 0)->isSlow(part, 1));
        QVERIFY(figureOf(200, 0)->isSlow(part, 1));
        QVERIFY(!figureOf(200, 0.5)->isSlow(part, 1)); // nothing lies above the floor
        QVERIFY(!figureOf(200, 0)->isSlow(QRectF(0, 0, 4, 4), 1));
        // What an earlier figure painted is there at once, for the same part alone.
        const auto backdrop = std::make_shared<LinkBackdrop>();
        LinkData data = linkAgreementDataOf({.name = "", .tokens = 200, .spread = 2});
        const LinkFigure first(data, part.size(), Theme::light(), backdrop);
        QVERIFY(first.isSlow(part, 1));
        linkAgreementPicture(first, By::Raster, 1, part);
        const LinkFigure second(data, part.size(), Theme::light(), backdrop);
        QVERIFY(!second.isSlow(part, 1));
        QVERIFY(second.isSlow(part, 2));
        QVERIFY(second.isSlow(part.translated(0, 100), 1));
        data.query = 5;
        const LinkFigure pointed(data, part.size(), Theme::light(), backdrop);
        QVERIFY(pointed.isSlow(part, 1));
        linkAgreementPicture(pointed, By::Raster, 1, part);
        data.query = 6;
        QVERIFY(!LinkFigure(data, part.size(), Theme::light(), backdrop).isSlow(part, 1));
    }

    /// A steep link is many times as high as it is wide: it stays beside the tokens, under the title and over the
    /// legend.
    void steepLinksStayBesideTheTokens_data()
    {
        QTest::addColumn<bool>("horizontal");
        QTest::newRow("columns") << false;
        QTest::newRow("rows") << true;
    }
    void steepLinksStayBesideTheTokens()
    {
        QFETCH(bool, horizontal);
        constexpr int tokens = 60;
        Matrix weights = Matrix::Zero(tokens, tokens);
        weights(0, tokens - 1) = weights(tokens - 1, 0) = 1;
        LinkData data = linkAgreementDataOf({.name = "", .tokens = tokens, .floor = 0.5, .horizontal = horizontal});
        data.heads.front().weights = std::make_shared<const Matrix>(Matrix::Zero(tokens, tokens));
        const QSizeF size = horizontal ? QSizeF(1100, 320) : QSizeF(320, 1100);
        const LinkFigure empty(data, size, Theme::light());
        data.heads.front().weights = std::make_shared<const Matrix>(std::move(weights));
        const LinkFigure steep(data, size, Theme::light());
        const QRectF first = steep.tokenRects(LinkHit::Side::Query, 0).front();
        const QRectF last = steep.tokenRects(LinkHit::Side::Query, tokens - 1).front();
        constexpr double beyond = 18; // a band's width, and what lies around a token's cell
        const double begin = (horizontal ? first.left() : first.top()) - beyond;
        const double end = (horizontal ? last.right() : last.bottom()) + beyond;
        for (const By by : {By::QPainter, By::Raster}) {
            const QImage with = linkAgreementPicture(steep, by, 1);
            const QImage without = linkAgreementPicture(empty, by, 1);
            bool isDrawn = false;
            for (int y = 0; y < with.height(); ++y) {
                for (int x = 0; x < with.width(); ++x) {
                    const double along = horizontal ? x : y;
                    const double across = horizontal ? y : x;
                    const bool isBeside = along >= begin && along <= end;
                    isDrawn = isDrawn || (isBeside && apart(with.pixel(x, y), without.pixel(x, y)) > 50);
                    // The legend may say another number of links.
                    const bool isOfLinks = along < begin || (along < end + 40 && across > 120 && across < 200);
                    if (!isBeside && isOfLinks)
                        QVERIFY2(apart(with.pixel(x, y), without.pixel(x, y)) == 0,
                                 qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
                }
            }
            QVERIFY(isDrawn);
        }
    }

    /// One head of many, each in a narrow frame of its own: what is steep and thick there crosses no other frame, no
    /// name and no legend.
    void steepLinksStayInTheirFrame_data()
    {
        QTest::addColumn<bool>("horizontal");
        QTest::addColumn<int>("query"); ///< in focus
        QTest::newRow("columns") << false << -1;
        QTest::newRow("columns, a focus") << false << 0;
        QTest::newRow("rows") << true << -1;
    }
    void steepLinksStayInTheirFrame()
    {
        QFETCH(bool, horizontal);
        QFETCH(int, query);
        constexpr int tokens = 20;
        constexpr int steepHead = 3;
        LinkData data = linkAgreementDataOf({.name = "",
                                             .tokens = tokens,
                                             .heads = 12,
                                             .floor = 0.5,
                                             .query = query,
                                             .horizontal = horizontal,
                                             .multiples = true});
        const auto none = std::make_shared<const Matrix>(Matrix::Zero(tokens, tokens));
        for (LinkData::Head &head : data.heads)
            head.weights = none;
        const QSizeF size = horizontal ? QSizeF(700, 1800) : QSizeF(420, 1100);
        const LinkFigure empty(data, size, Theme::light());
        Matrix weights = Matrix::Zero(tokens, tokens);
        weights(0, tokens - 1) = weights(tokens - 1, 0) = 1;
        weights(1, tokens - 2) = weights(tokens / 2, 0) = 0.9F;
        data.heads[steepHead].weights = std::make_shared<const Matrix>(std::move(weights));
        const LinkFigure steep(data, size, Theme::light());
        const auto frameOf = [&](std::size_t panel) {
            const QRectF from = steep.tokenRects(LinkHit::Side::Query, 0)[panel];
            const QRectF to = steep.tokenRects(LinkHit::Side::Key, tokens - 1)[panel];
            return from.united(to);
        };
        const QRectF frame = frameOf(steepHead).adjusted(-8, -8, 8, 8); // and what lies around a token's cell
        for (std::size_t panel = 0; panel < data.heads.size(); ++panel)
            QVERIFY(panel == steepHead || !frameOf(panel).intersects(frameOf(steepHead)));
        const std::shared_ptr<LinkBackdrop> backdrop = std::make_shared<LinkBackdrop>();
        const LinkFigure again(data, size, Theme::light(), backdrop);
        for (const LinkFigure *figure : {&steep, &again}) {
            for (const By by : {By::QPainter, By::Raster}) {
                const QImage with = linkAgreementPicture(*figure, by, 1);
                const QImage without = linkAgreementPicture(empty, by, 1);
                int drawn = 0;
                for (int y = 0; y < with.height(); ++y) {
                    for (int x = 0; x < with.width(); ++x) {
                        if (apart(with.pixel(x, y), without.pixel(x, y)) == 0)
                            continue;
                        ++drawn;
                        QVERIFY2(frame.contains(x, y), qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
                    }
                }
                QVERIFY(drawn > 400);
            }
        }
        // Where a band would be if nothing cut it off, nothing is pointed at.
        const LinkFigure::Band band = steep.bands().front();
        const QPointF beyond = band.from - (horizontal ? QPointF(14, -1) : QPointF(-1, 14));
        QVERIFY(band.width > 4);
        QVERIFY(!steep.bandAt(band.query == 0 ? beyond : band.from + (band.from - beyond), 2.5) ||
                band.frame.contains(beyond));
        QVERIFY(steep.bandAt((band.from + band.to) / 2, 0).has_value());
    }

    /// A point that a steep band covers is on it, as far across as it is drawn.
    void steepLinksAreHitAsWideAsTheyAre()
    {
        constexpr int tokens = 20;
        LinkData data = linkAgreementDataOf({.name = "", .tokens = tokens, .floor = 0.5});
        Matrix weights = Matrix::Zero(tokens, tokens);
        weights(2, tokens - 3) = 1;
        data.heads.front().weights = std::make_shared<const Matrix>(std::move(weights));
        const LinkFigure figure(data, QSizeF(200, 700), Theme::light());
        const LinkFigure::Band band = figure.bands().front();
        const QPointF along = band.to - band.from;
        const QPointF across = QPointF(-along.y(), along.x()) / std::hypot(along.x(), along.y());
        const QPointF middle = (band.from + band.to) / 2;
        for (const double side : {-1.0, 1.0}) {
            QVERIFY(figure.bandAt(middle + across * side * (band.width / 2 - 0.5), 0));
            QVERIFY(!figure.bandAt(middle + across * side * (band.width / 2 + 0.5), 0));
            QVERIFY(figure.bandAt(middle + across * side * (band.width / 2 + 1.5), 2));
        }
    }

    /// All that are drawn are pointed at, of a token in focus those below the floor too.
    void everyDrawnLinkIsHit()
    {
        LinkData data = linkAgreementDataOf({.name = "", .tokens = 3, .floor = 0.1});
        Matrix weights(3, 3);
        weights << 0.95F, 0.0F, 0.05F, 0.5F, 0.5F, 0.0F, 0.0F, 0.0F, 1.0F;
        data.heads.front().weights = std::make_shared<const Matrix>(std::move(weights));
        const auto hits = [](const LinkFigure &figure) {
            QStringList found;
            for (const LinkFigure::Band &band : figure.bands()) // each at a fifth of its way, where no other crosses
                if (const auto hit = figure.bandAt(band.from + 0.2 * (band.to - band.from), 1);
                    hit && hit->query == band.query && hit->key == band.key)
                    found << QStringLiteral("%1%2").arg(hit->query).arg(hit->key);
            found.sort();
            return found;
        };
        const QSizeF size(360, 320);
        const QStringList above{u"00"_s, u"10"_s, u"11"_s, u"22"_s};
        QCOMPARE(hits(LinkFigure(data, size, Theme::light())), above);
        data.query = 0;
        QCOMPARE(hits(LinkFigure(data, size, Theme::light())),
                 (QStringList{u"00"_s, u"02"_s, u"10"_s, u"11"_s, u"22"_s}));
    }

    /// A head that is switched off is told from the others without its colour: by gaps, and by a word.
    void aHeadThatIsOffIsFaintAndDashed()
    {
        for (const bool isDifference : {false, true}) {
            LinkData data =
                linkAgreementDataOf({.name = "", .tokens = 6, .heads = 2, .floor = 0.05, .isDifference = isDifference});
            const LinkFigure on(data, QSizeF(420, 420), Theme::light());
            data.heads[1].isOff = true;
            const LinkFigure off(data, QSizeF(420, 420), Theme::light());
            const auto solid = on.bands();
            const auto marked = off.bands();
            QCOMPARE(marked.size(), solid.size());
            for (std::size_t i = 0; i < solid.size(); ++i) {
                const bool isOff = marked[i].head == 1;
                QCOMPARE(marked[i].color.alpha() < solid[i].color.alpha(), isOff);
                // Dashes in a difference are what was lost.
                QCOMPARE(marked[i].dashes > 0, isDifference ? marked[i].weight < 0 : isOff);
            }
            QVERIFY(off.size().height() >= on.size().height());
        }
        LinkData apart = linkAgreementDataOf({.name = "", .tokens = 6, .heads = 2, .multiples = true});
        const QImage before = linkAgreementPicture(LinkFigure(apart, QSizeF(420, 320), Theme::light()), By::Raster, 1);
        apart.heads[1].isOff = true;
        const QImage after = linkAgreementPicture(LinkFigure(apart, QSizeF(420, 320), Theme::light()), By::Raster, 1);
        QVERIFY(before.copy(210, 0, 210, 24) != after.copy(210, 0, 210, 24)); // its name says so
        QVERIFY(before.copy(0, 0, 210, 24) == after.copy(0, 0, 210, 24));
    }

    /// A picture that nobody waits for any more leaves nothing behind.
    void aStoppedPictureIsNotKept()
    {
        const auto backdrop = std::make_shared<LinkBackdrop>();
        LinkData data = linkAgreementDataOf({.name = "", .tokens = 12});
        for (const int query : {-1, 2}) {
            data.query = query;
            const LinkFigure stopped(data, {400, 400}, Theme::light(), backdrop);
            stopped.stopPainting();
            linkAgreementPicture(stopped, By::Raster, 1);
            const QImage expected = linkAgreementPicture(LinkFigure(data, {400, 400}, Theme::light()), By::Raster, 1);
            QCOMPARE(linkAgreementPicture(LinkFigure(data, {400, 400}, Theme::light(), backdrop), By::Raster, 1),
                     expected);
        }
    }

    void allLinksOfAHeadAreDrawn()
    {
        LinkData data = linkAgreementDataOf({.name = "", .tokens = 512, .spread = 6});
        const LinkFigure figure(data, {900, 1600}, Theme::light());
        QCOMPARE(figure.hiddenLinks(), 0L);
        QCOMPARE(figure.bands().size(), std::size_t(512 * 512));
    }

    void tooManyLinksKeepTheStrongest()
    {
        LinkData data = linkAgreementDataOf({.name = "", .tokens = 400, .heads = 2, .spread = 6});
        const LinkFigure figure(data, {600, 500}, Theme::light());
        float weakest = 1;
        for (const LinkFigure::Band &band : figure.bands())
            weakest = std::min(weakest, band.weight);
        QCOMPARE(long(figure.bands().size()), LinkFigure::mostLinks);
        QCOMPARE(figure.hiddenLinks(), 2L * 400 * 400 - LinkFigure::mostLinks);
        long below = 0;
        for (const LinkData::Head &head : data.heads)
            below += (head.weights->array() < weakest).count();
        QCOMPARE(below, figure.hiddenLinks());
    }
};

REGARD_TEST(TestLinkAgreement)
#include "test_link_agreement.moc"
