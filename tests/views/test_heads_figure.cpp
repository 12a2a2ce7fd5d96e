#include <cmath>
#include <memory>

#include <QImage>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "head_place_text.h"
#include "test_class.h"
#include "views/heads/framed_heads_figure.h"
#include "views/heads/heads_figure.h"
#include "views/heads/heads_layout.h"

using namespace regard;

namespace {

using HeadsAttn = Attention;

/// Rows that sum to 1, different from head to head.
Matrix headsSomeWeights(int rows, int columns, int head)
{
    Matrix weights(rows, columns);
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j)
            weights(i, j) = float(1 + (i * 7 + j * 13 + head * 5) % 11);
        weights.row(i) /= weights.row(i).sum();
    }
    return weights;
}

std::shared_ptr<const BlockTrace> someBlock(int heads, int rows, int columns)
{
    auto block = std::make_shared<BlockTrace>();
    block->heads.resize(std::size_t(heads));
    for (int head = 0; head < heads; ++head)
        block->heads[std::size_t(head)].weights = headsSomeWeights(rows, columns, head);
    return block;
}

HeadsData::Section headsSomeSection(Attention attention, const char *title, int layers, int heads, int rows,
                                    int columns)
{
    HeadsData::Section section{attention, QString::fromUtf8(title), {}};
    for (int layer = 0; layer < layers; ++layer)
        section.layers.push_back(someBlock(heads, rows, columns));
    return section;
}

/// An encoder of 2 × 3, a decoder of 3 × 4, for 7 source and 5 target tokens.
HeadsData threeSections()
{
    HeadsData data;
    data.sections = {headsSomeSection(HeadsAttn::Encoder, "encoder", 2, 3, 7, 7),
                     headsSomeSection(HeadsAttn::Decoder, "decoder, masked", 3, 4, 5, 5),
                     headsSomeSection(HeadsAttn::Cross, "decoder → encoder", 3, 4, 5, 7)};
    data.marks.on = {0};
    return data;
}

HeadsData oneSection(int layers, int heads, int tokens = 7)
{
    HeadsData data;
    data.sections = {headsSomeSection(HeadsAttn::Encoder, "encoder", layers, heads, tokens, tokens)};
    return data;
}

QString svgOf(const HeadsFigure &figure)
{
    return QString::fromUtf8(figureBytes(figure, PictureFormat::Svg, 96, QString()));
}

QString textIn(const QString &svg)
{
    QXmlStreamReader reader(svg);
    QString text;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isCharacters())
            text += reader.text().toString().trimmed() + QLatin1Char('|');
    }
    return text;
}

QColor middleOf(const QImage &image, const QRectF &rect)
{
    return image.pixelColor(rect.center().toPoint());
}

} // namespace

class TestHeadsFigure : public QObject {
    Q_OBJECT
private slots:
    /// Title, axes and colour bar where they are asked for; the map between them as it is alone.
    void framedForPrint()
    {
        HeadsData data = oneSection(2, 3);
        data.scale = ColorScale::ZeroToOne;
        Theme theme = Theme::light();
        QVERIFY(!FramedHeadsFigure::isAskedFor(theme.parts));
        theme.parts.title = theme.parts.axes = theme.parts.colorBar = true;
        QVERIFY(FramedHeadsFigure::isAskedFor(theme.parts));
        const FramedHeadsFigure framed(data, {400, 0}, theme);
        const HeadsFigure plain(data, {400, 0}, Theme::light());
        const double more = framed.size().height() - plain.size().height();
        QVERIFY2(more > 80 && more < 120, qPrintable(QString::number(more)));
        const QString text = textIn(QString::fromUtf8(figureBytes(framed, PictureFormat::Svg, 96, QString())));
        for (const char16_t *part : {u"Weights of every head", u"query ↓", u"weight, 0 to 1", u"|0|", u"|1|"})
            QVERIFY2(text.contains(QStringView(part)), qPrintable(text));
        // The colour at the bar's end is that of a weight of 1.
        const QImage image = figureImage(framed, 96);
        const auto darkest = ColorRange{0, 1, false, ColorScale::ZeroToOne, {}}.color(1, theme);
        int found = 0;
        for (int x = 0; x < image.width(); ++x)
            found += image.pixel(x, image.height() - 26) == darkest ? 1 : 0;
        QVERIFY2(found > 0, qPrintable(QString::number(found)));
        theme.parts.axes = theme.parts.colorBar = std::nullopt;
        const FramedHeadsFigure titled(data, {400, 300}, theme);
        QCOMPARE(titled.size(), QSizeF(400, 300)); // a fixed height: the map gives way
    }

    void everyPlaceIsHit_data()
    {
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("narrow") << QSizeF(206, 500);
        QTest::newRow("short: scrolled") << QSizeF(206, 90);
        QTest::newRow("wide: sections side by side") << QSizeF(960, 300);
        QTest::newRow("tiny") << QSizeF(20, 20);
    }

    void everyPlaceIsHit()
    {
        QFETCH(QSizeF, size);
        const HeadsData data = threeSections();
        const HeadsFigure figure(data, size, Theme::light());
        const QRectF all(QPointF(0, 0), figure.size());
        std::vector<QRectF> rects;
        for (const auto &section : data.sections) {
            for (int layer = 0; layer < int(section.layers.size()); ++layer) {
                for (int head = -1; head < int(section.layers[0]->heads.size()); ++head) {
                    const HeadPlace place{section.attention, layer, head};
                    const QRectF rect = figure.placeRect(place);
                    const auto hit = figure.hit(rect.center());
                    QVERIFY(hit.has_value());
                    QCOMPARE(*hit, place);
                    QVERIFY(all.contains(rect));
                    QVERIFY(head < 0 || rect.width() >= 12);
                    for (const QRectF &other : rects)
                        QVERIFY(!other.intersects(rect));
                    rects.push_back(rect);
                }
            }
        }
        QVERIFY(figure.placeRect({HeadsAttn::Encoder, 2, 0}).isEmpty());
        QVERIFY(figure.placeRect({HeadsAttn::Decoder, 0, 4}).isEmpty());
        QVERIFY(!figure.hit({all.right() - 1, all.bottom() - 1}));
    }

    void thumbnailsUseTheSpace_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("heads");
        QTest::addColumn<QSizeF>("size");
        QTest::addColumn<double>("least");
        QTest::addColumn<bool>("fits");
        QTest::newRow("1 × 4, narrow") << 1 << 4 << QSizeF(206, 400) << 75.0 << true;
        QTest::newRow("1 × 4, narrow and tall") << 1 << 4 << QSizeF(206, 800) << 160.0 << true;
        QTest::newRow("1 × 4, wide") << 1 << 4 << QSizeF(960, 720) << 220.0 << true;
        QTest::newRow("1 × 1") << 1 << 1 << QSizeF(206, 400) << 150.0 << true;
        QTest::newRow("6 × 12, a panel") << 6 << 12 << QSizeF(230, 400) << 14.0 << true;
        QTest::newRow("6 × 12, a narrow panel") << 6 << 12 << QSizeF(206, 400) << 12.0 << true;
        QTest::newRow("6 × 12, wide") << 6 << 12 << QSizeF(960, 720) << 65.0 << true;
        QTest::newRow("24 × 16, a panel") << 24 << 16 << QSizeF(206, 400) << 12.0 << false;
        QTest::newRow("24 × 16, wide") << 24 << 16 << QSizeF(960, 720) << 20.0 << true;
    }

    void thumbnailsUseTheSpace()
    {
        QFETCH(int, layers);
        QFETCH(int, heads);
        QFETCH(QSizeF, size);
        QFETCH(double, least);
        QFETCH(bool, fits);
        const HeadsFigure figure(oneSection(layers, heads), size, Theme::light());
        const double side = figure.placeRect({HeadsAttn::Encoder, 0, 0}).width();
        QVERIFY2(side >= least, qPrintable(QString::number(side)));
        QCOMPARE(figure.size() == size, fits);
    }

    void aRectangleKeepsItsShape()
    {
        HeadsData data;
        data.sections = {headsSomeSection(HeadsAttn::Cross, "decoder → encoder", 1, 1, 5, 20)};
        data.marks.selected = {HeadsAttn::Cross, 0, 0};
        const HeadsFigure figure(data, {400, 300}, Theme::light());
        const QRectF square = figure.placeRect({HeadsAttn::Cross, 0, 0});
        const QRectF inside = figure.thumbnailRect({HeadsAttn::Cross, 0, 0});
        QCOMPARE(square.width(), square.height());
        QCOMPARE(inside.width(), square.width());
        QVERIFY(std::abs(inside.height() - square.height() / 4) <= 0.5);
        QVERIFY(std::abs(inside.center().y() - square.center().y()) <= 1);
    }

    void steps_data()
    {
        using Step = HeadStep;
        QTest::addColumn<int>("step");
        QTest::addColumn<HeadPlace>("from");
        QTest::addColumn<HeadPlace>("to");
        const auto row = [](const char *name, Step step, HeadPlace from, HeadPlace to) {
            QTest::newRow(name) << int(step) << from << to;
        };
        const HeadPlace first{HeadsAttn::Encoder, 0, 0};
        row("right", Step::Right, first, {HeadsAttn::Encoder, 0, 1});
        row("right at the end", Step::Right, {HeadsAttn::Encoder, 0, 2}, {HeadsAttn::Encoder, 0, 2});
        row("left to the label", Step::Left, first, {HeadsAttn::Encoder, 0, -1});
        row("left of the label", Step::Left, {HeadsAttn::Encoder, 0, -1}, {HeadsAttn::Encoder, 0, -1});
        row("right of the label", Step::Right, {HeadsAttn::Encoder, 1, -1}, {HeadsAttn::Encoder, 1, 0});
        row("down", Step::Down, {HeadsAttn::Encoder, 0, 2}, {HeadsAttn::Encoder, 1, 2});
        row("down into the next section", Step::Down, {HeadsAttn::Encoder, 1, 2}, {HeadsAttn::Decoder, 0, 2});
        row("down from label to label", Step::Down, {HeadsAttn::Encoder, 1, -1}, {HeadsAttn::Decoder, 0, -1});
        row("down at the end", Step::Down, {HeadsAttn::Cross, 2, 3}, {HeadsAttn::Cross, 2, 3});
        row("up", Step::Up, {HeadsAttn::Cross, 2, 3}, {HeadsAttn::Cross, 1, 3});
        row("up into a section with fewer heads", Step::Up, {HeadsAttn::Decoder, 0, 3}, {HeadsAttn::Encoder, 1, 2});
        row("up from label to label", Step::Up, {HeadsAttn::Cross, 0, -1}, {HeadsAttn::Decoder, 2, -1});
        row("up at the top", Step::Up, {HeadsAttn::Encoder, 0, 1}, {HeadsAttn::Encoder, 0, 1});
        row("home", Step::RowStart, {HeadsAttn::Cross, 1, 3}, {HeadsAttn::Cross, 1, 0});
        row("end", Step::RowEnd, {HeadsAttn::Cross, 1, 0}, {HeadsAttn::Cross, 1, 3});
        row("next section", Step::NextSection, {HeadsAttn::Encoder, 0, 1}, {HeadsAttn::Decoder, 0, 1});
        row("next section at the last", Step::NextSection, {HeadsAttn::Cross, 0, 3}, {HeadsAttn::Cross, 2, 3});
        row("to the section's start", Step::PreviousSection, {HeadsAttn::Cross, 2, 3}, {HeadsAttn::Cross, 0, 3});
        row("previous section", Step::PreviousSection, {HeadsAttn::Decoder, 0, 3}, {HeadsAttn::Encoder, 0, 2});
        row("previous section at the first", Step::PreviousSection, {HeadsAttn::Encoder, 1, 1},
            {HeadsAttn::Encoder, 0, 1});
    }

    void steps()
    {
        QFETCH(int, step);
        QFETCH(HeadPlace, from);
        QFETCH(HeadPlace, to);
        // Low, so that no layer is wrapped.
        const HeadsFigure figure(threeSections(), {206, 60}, Theme::light());
        QCOMPARE(figure.stepped(from, HeadStep(step)), to);
    }

    void stepsAcrossWrappedLines()
    {
        const HeadsFigure figure(oneSection(1, 5), {206, 800}, Theme::light());
        const auto rect = [&](int layer, int head) { return figure.placeRect({HeadsAttn::Encoder, layer, head}); };
        int columns = 1;
        while (columns < 5 && rect(0, columns).top() == rect(0, 0).top())
            ++columns;
        QVERIFY(columns < 5);
        // Down and up go by what is seen: from line to line, and back.
        HeadPlace place{HeadsAttn::Encoder, 0, 0};
        const int lines = (5 + columns - 1) / columns;
        for (int i = 1; i < lines; ++i) {
            const HeadPlace next = figure.stepped(place, HeadStep::Down);
            QVERIFY(figure.placeRect(next).top() > figure.placeRect(place).top());
            QCOMPARE(figure.placeRect(next).left(), figure.placeRect(place).left());
            place = next;
        }
        QCOMPARE(place, (HeadPlace{HeadsAttn::Encoder, 0, columns * (lines - 1)}));
        for (int i = 1; i < lines; ++i)
            place = figure.stepped(place, HeadStep::Up);
        QCOMPARE(place, (HeadPlace{HeadsAttn::Encoder, 0, 0}));
    }

    void headingsOnlyWhereThereIsAChoice()
    {
        const QString three = textIn(svgOf(HeadsFigure(threeSections(), {300, 600}, Theme::light())));
        for (const char *text : {"|encoder|", "|decoder, masked|", "|decoder → encoder|", "|2 layers × 3 heads|"})
            QVERIFY2(three.contains(QString::fromUtf8(text)), qPrintable(three));
        const QString one = textIn(svgOf(HeadsFigure(oneSection(2, 3), {300, 600}, Theme::light())));
        QVERIFY(!one.contains(QStringLiteral("encoder")));
    }

    void fewCellsAreVectors_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("images");
        QTest::newRow("few tokens") << 7 << 0;
        QTest::newRow("4,096 cells") << 32 << 0;
        QTest::newRow("128 tokens") << 128 << 4;
        QTest::newRow("300 tokens") << 300 << 4;
    }

    void fewCellsAreVectors()
    {
        QFETCH(int, tokens);
        QFETCH(int, images);
        const HeadsFigure figure(oneSection(2, 2, tokens), {260, 200}, Theme::light());
        const QString svg = svgOf(figure);
        QCOMPARE(svg.count(QStringLiteral("<image")), images);
        QVERIFY(svg.contains(QStringLiteral("<path")));
        const QByteArray pdf = figureBytes(figure, PictureFormat::Pdf, 96, QString());
        QCOMPARE(pdf.contains("/Subtype /Image"), images > 0);
    }

    void vectorAndPixelsShowTheSame()
    {
        // One strong cell in each head: its colour stands in the same place either way.
        HeadsData data = oneSection(1, 2, 4);
        auto block = std::make_shared<BlockTrace>();
        block->heads.resize(2);
        block->heads[0].weights = Matrix::Zero(4, 4);
        block->heads[0].weights(1, 3) = 1;
        block->heads[1].weights = Matrix::Zero(4, 4);
        block->heads[1].weights(2, 0) = 0.5F;
        data.sections[0].layers = {block};
        data.marks.selected.head = 1;
        const Theme theme = Theme::light();
        const HeadsFigure figure(data, {260, 200}, theme);
        QImage vector(figure.size().toSize(), QImage::Format_RGB32);
        QPainter painter(&vector);
        figure.paint(painter);
        painter.end();
        const QImage pixels = figureImage(figure, 96);
        for (const QImage &image : {vector, pixels}) {
            for (int head = 0; head < 2; ++head) {
                const QRectF rect = figure.placeRect({HeadsAttn::Encoder, 0, head});
                const double cell = rect.width() / 4;
                const Matrix &weights = block->heads[std::size_t(head)].weights;
                for (int row = 0; row < 4; ++row) {
                    for (int column = 0; column < 4; ++column) {
                        const QRectF box(rect.left() + column * cell, rect.top() + row * cell, cell, cell);
                        QCOMPARE(middleOf(image, box).rgb(), theme.sequential(double(weights(row, column))));
                    }
                }
            }
        }
    }

    void headsThatAreOnAreUnderlined()
    {
        HeadsData data = oneSection(2, 3);
        data.marks.selected = {HeadsAttn::Encoder, 1, 0};
        data.marks.on = {0, 2};
        const Theme theme = Theme::light();
        const auto underlined = [&](int layer, int head) {
            const HeadsFigure figure(data, {260, 200}, theme);
            const QRectF rect = figure.placeRect({HeadsAttn::Encoder, layer, head});
            const QImage image = figureImage(figure, 96);
            return image.pixelColor(QPointF(rect.center().x(), rect.bottom() + 3).toPoint()) == theme.head(head);
        };
        QVERIFY(underlined(1, 0));
        QVERIFY(!underlined(1, 1));
        QVERIFY(underlined(1, 2));
        QVERIFY(!underlined(0, 0));
        // The links show one matrix then, and no head of its own.
        data.marks.shown = HeadsMarks::Shown::Mean;
        QVERIFY(!underlined(1, 0));
        QVERIFY(!underlined(1, 2));
    }

    void theMeanMarksTheLabel()
    {
        HeadsData data = oneSection(2, 3);
        data.marks.selected = {HeadsAttn::Encoder, 1, 0};
        const auto labels = [&](HeadsMarks::Shown shown) {
            data.marks.shown = shown;
            const HeadsFigure figure(data, {260, 200}, Theme::light());
            const QImage image = figureImage(figure, 96);
            return std::pair(image.copy(figure.placeRect({HeadsAttn::Encoder, 0, -1}).toRect()),
                             image.copy(figure.placeRect({HeadsAttn::Encoder, 1, -1}).toRect()));
        };
        const auto heads = labels(HeadsMarks::Shown::Heads);
        const auto mean = labels(HeadsMarks::Shown::Mean);
        QCOMPARE(mean.first, heads.first);
        QVERIFY(mean.second != heads.second);
        data.marks.shown = HeadsMarks::Shown::Mean;
        QVERIFY(textIn(svgOf(HeadsFigure(data, {260, 200}, Theme::light()))).contains(QStringLiteral("|mean|")));
    }

    void imagesAreMadeOnceForWhatIsSeen()
    {
        const auto kept = std::make_shared<HeadThumbnails>();
        HeadsData data = oneSection(24, 16, 20);
        const Theme theme = Theme::light();
        const auto paint = [&](const QRect &clip) {
            const HeadsFigure figure(data, {206, 300}, theme, kept);
            QImage image(figure.size().toSize(), QImage::Format_RGB32);
            QPainter painter(&image);
            painter.setClipRect(clip);
            figure.paintPixels(painter);
        };
        const HeadsFigure figure(data, {206, 300}, theme);
        paint(figure.placeRect({HeadsAttn::Encoder, 3, 5}).toRect());
        QCOMPARE(kept->made(), 1);
        const QRect all(QPoint(0, 0), figure.size().toSize());
        paint(all);
        QCOMPARE(kept->made(), 24 * 16);
        data.marks.selected = {HeadsAttn::Encoder, 20, 3};
        paint(all);
        QCOMPARE(kept->made(), 24 * 16);
        // A change in layer 22 leaves the blocks before it the same objects.
        data.sections[0].layers[22] = someBlock(16, 20, 20);
        data.sections[0].layers[23] = someBlock(16, 20, 20);
        kept->forgetGone();
        paint(all);
        QCOMPARE(kept->made(), 26 * 16);
        // A change of one head leaves the others of its block the same objects.
        auto changed = std::make_shared<BlockTrace>(*data.sections[0].layers[23]);
        changed->heads[5].weights.setConstant(0.5F);
        data.sections[0].layers[23] = changed;
        kept->forgetGone();
        paint(all);
        QCOMPARE(kept->made(), 26 * 16 + 1);
    }

    void thumbnailsKeepTheMaximum()
    {
        Matrix weights = Matrix::Zero(100, 70);
        weights(57, 65) = 0.75F;
        weights(58, 64) = 0.5F;
        const Matrix small = thumbnail(weights, 10);
        QCOMPARE(small.rows(), Eigen::Index(10));
        QCOMPARE(small.cols(), Eigen::Index(10));
        QCOMPARE(small(5, 9), 0.75F);
        QCOMPARE(small.sum(), 0.75F);
        QCOMPARE(thumbnail(weights, 100), weights);
    }

    void namesOfSectionsHaveTheirRoom_data()
    {
        QTest::addColumn<double>("width");
        for (const int width : {160, 206, 230, 280, 400, 900})
            QTest::newRow(qPrintable(QString::number(width))) << double(width);
    }

    void namesOfSectionsHaveTheirRoom()
    {
        QFETCH(double, width);
        const HeadsLayout layout({{1, 2, 60}, {1, 2, 110}, {1, 2, 120}}, {width, 130});
        for (int section = 0; section < 3; ++section) {
            QVERIFY(layout.headingRect(section).width() >= (section == 0 ? 50 : 105));
            for (int other = 0; other < section; ++other)
                QVERIFY(!layout.headingRect(section).intersects(layout.headingRect(other)));
        }
    }

    void noSections()
    {
        const HeadsFigure figure({}, {260, 200}, Theme::light());
        QVERIFY(!figure.hit({20, 20}));
        QCOMPARE(figure.stepped({}, HeadStep::Down), HeadPlace{});
        QVERIFY(!figureImage(figure, 96).isNull());
    }
};

REGARD_TEST(TestHeadsFigure)
#include "test_heads_figure.moc"
