#include <cmath>
#include <memory>

#include <QTest>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/block/block_figure.h"
#include "views/block/block_view_figure.h"
#include "views/block/strip_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

BlockData decoderLayer()
{
    BlockData data;
    data.boxes = {{u"Layer 1 output"_s, u"7 × 16"_s}, {u"Masked self-attention"_s, u"2 heads × 8"_s},
                  {u"Add & norm"_s, u"7 × 16"_s},     {u"Cross-attention"_s, u"2 heads × 8"_s},
                  {u"Add & norm"_s, u"7 × 16"_s},     {u"Feed forward"_s, u"16 → 64 → 16"_s},
                  {u"Add & norm"_s, u"7 × 16"_s},     {u"to layer 3"_s, {}, false}};
    data.residuals = {{0, 2}, {2, 4}, {4, 6}};
    data.secondReader = 3;
    data.second = {u"encoder output"_s, u"11 × 16"_s, false};
    data.selected = 5;
    return data;
}

/// Row r, column c holds r + c / 1000, but −9 where both are given.
std::shared_ptr<const Matrix> someValues(int rows, int columns, int lowRow = -1, int lowColumn = -1)
{
    Matrix values(rows, columns);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            values(row, column) = float(row) + float(column) / 1000.0F;
    if (lowRow >= 0)
        values(lowRow, lowColumn) = -9;
    return std::make_shared<const Matrix>(values);
}

Strip someStrip(std::shared_ptr<const Matrix> values)
{
    Strip strip;
    strip.name = u"input"_s;
    strip.limit = double(values->cwiseAbs().maxCoeff());
    for (int row = 0; row < values->rows(); ++row)
        strip.rows << u"word%1"_s.arg(row);
    strip.values = std::move(values);
    return strip;
}

struct BlockSvgContent {
    QString text;
    int images = 0;
};

BlockSvgContent svgContent(const Figure &figure)
{
    BlockSvgContent content;
    QXmlStreamReader reader(figureBytes(figure, PictureFormat::Svg, 96, u"title"_s));
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isCharacters())
            content.text += reader.text().toString() + u' ';
        else if (reader.isStartElement() && reader.name() == "image"_L1)
            ++content.images;
    }
    return content;
}

QImage vectorImage(const Figure &figure)
{
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    figure.paint(painter);
    return image;
}

} // namespace

class TestBlockFigure : public QObject {
    Q_OBJECT
private slots:
    void boxesStandFromBottomToTop_data()
    {
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("a narrow panel") << QSizeF(206, 320);
        QTest::newRow("no height at all") << QSizeF(206, 10);
        QTest::newRow("a slide") << QSizeF(400, 900);
    }
    void boxesStandFromBottomToTop()
    {
        QFETCH(QSizeF, size);
        const BlockData data = decoderLayer();
        const BlockFigure figure(data, size, Theme::light());
        QVERIFY(figure.size().height() >= size.height());
        QCOMPARE(figure.size().width(), size.width());
        const auto boxes = int(data.boxes.size());
        for (int box = 0; box < boxes; ++box) {
            QVERIFY(QRectF(QPointF(), figure.size()).contains(figure.boxRect(box)));
            QVERIFY2(figure.boxRect(box).height() >= 20, "too low for its words");
            if (box > 0)
                QVERIFY(figure.boxRect(box).bottom() + 8 < figure.boxRect(box - 1).top());
            QCOMPARE(figure.hit(figure.boxRect(box).center()).value_or(-1), box);
        }
        QVERIFY(figure.secondRect().top() > figure.boxRect(3).bottom());
        QVERIFY(figure.secondRect().bottom() < figure.boxRect(2).top());
        QCOMPARE(figure.hit(figure.secondRect().center()).value_or(-1), boxes);
        QVERIFY(!figure.hit({figure.boxRect(0).right() + 10, figure.boxRect(0).center().y()}));
    }

    void namesAndShapesAreText()
    {
        const BlockSvgContent content = svgContent(BlockFigure(decoderLayer(), {360, 700}, Theme::light()));
        for (const BlockBox &box : decoderLayer().boxes) {
            QVERIFY2(content.text.contains(box.name), qPrintable(box.name));
            QVERIFY2(content.text.contains(box.shape), qPrintable(box.shape));
        }
        QVERIFY(content.text.contains(u"encoder output"_s));
        QVERIFY(content.text.contains(u"11 × 16"_s));
        QCOMPARE(content.images, 0);
    }

    void theSelectedBoxStandsOut()
    {
        const Theme theme = Theme::darkTheme();
        const BlockFigure figure(decoderLayer(), {260, 600}, theme);
        const QImage image = figureImage(figure, 96);
        const auto colorOf = [&](int box) {
            return image.pixelColor((figure.boxRect(box).topLeft() + QPointF(8, 5)).toPoint());
        };
        QCOMPARE(colorOf(5), theme.accentSoft);
        QCOMPARE(colorOf(3), theme.control);
        QCOMPARE(image.pixelColor(1, 1), theme.panel);
    }

    void whatIsOffIsCrossedOutAndSaysSo_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void whatIsOffIsCrossedOutAndSaysSo()
    {
        QFETCH(bool, dark);
        const Theme &theme = Theme::named(dark);
        BlockData data = decoderLayer();
        const QImage on = figureImage(BlockFigure(data, {260, 600}, theme), 96);
        data.boxes[5].off = u"off: zeros"_s;
        data.boxes[1].shape = u"2 heads × 8 · 1 off"_s;
        data.boxes[1].isPartlyOff = true;
        const BlockFigure figure(data, {260, 600}, theme);
        const BlockSvgContent content = svgContent(figure);
        QVERIFY(content.text.contains(u"off: zeros"_s));
        QVERIFY(content.text.contains(u"Feed forward"_s));
        QVERIFY(!content.text.contains(u"16 → 64 → 16"_s)); // it computes nothing
        QVERIFY(content.text.contains(u"2 heads × 8 · 1 off"_s));
        const QImage off = figureImage(figure, 96);
        const auto changesIn = [&](const QRectF &part) { return on.copy(part.toRect()) != off.copy(part.toRect()); };
        // The cross runs through all four corners, away from the words; a partly open box only has a broken frame.
        for (const int box : {5, 1}) {
            const QRectF place = figure.boxRect(box);
            const QRectF corner(0, 0, 16, 5);
            for (const QPointF &at : {place.topLeft() + QPointF(5, 3), place.topRight() + QPointF(-21, 3),
                                      place.bottomLeft() + QPointF(5, -8), place.bottomRight() + QPointF(-21, -8)})
                QCOMPARE(changesIn(corner.translated(at)), box == 5);
            QVERIFY(changesIn({place.left() + 10, place.top() - 1, place.width() - 20, 3}));
        }
        const QRectF untouched = figure.boxRect(3);
        QVERIFY(!changesIn(untouched));
    }

    void residualsRunAlongTheRightSide()
    {
        BlockData data = decoderLayer();
        const BlockFigure with(data, {260, 600}, Theme::light());
        data.residuals.clear();
        const BlockFigure without(data, {260, 600}, Theme::light());
        const QImage a = figureImage(with, 96);
        const QImage b = figureImage(without, 96);
        const QRectF box = with.boxRect(1);
        const auto differsIn = [&](const QRectF &part) {
            const QRect pixels = part.toAlignedRect() & a.rect();
            return a.copy(pixels) != b.copy(pixels);
        };
        QVERIFY(differsIn({box.right() + 3, box.top(), 22, box.height()}));
        QVERIFY(!differsIn({0, 0, box.left(), 600}));
        const QRectF feedForward = with.boxRect(7);
        QVERIFY(!differsIn({feedForward.right() + 3, feedForward.top(), 22, feedForward.height()}));
    }

    /// Input, two chains of cells beside each other, their states side by side.
    void chainsStandBesideEachOther()
    {
        BlockData data;
        data.boxes = {{u"Embedding"_s, u"7 × 16"_s},
                      {u"GRU →"_s, u"7 × 8"_s},
                      {u"GRU ←"_s, u"7 × 8"_s},
                      {u"side by side"_s, u"7 × 16"_s}};
        data.boxes[2].isBeside = true;
        const BlockFigure plain(data, {260, 300}, Theme::light());
        QCOMPARE(plain.boxRect(1).top(), plain.boxRect(2).top());
        QVERIFY(plain.boxRect(1).right() + 20 < plain.boxRect(2).left());
        QCOMPARE(plain.boxRect(1).left(), plain.boxRect(0).left());
        QCOMPARE(plain.boxRect(2).right(), plain.boxRect(3).right());
        for (int box = 0; box < 4; ++box)
            QCOMPARE(plain.hit(plain.boxRect(box).center()).value_or(-1), box);
        data.boxes[1].states = StateWay::Forward;
        data.boxes[2].states = StateWay::Backward;
        const BlockFigure figure(data, {260, 300}, Theme::light());
        const QImage without = figureImage(plain, 96);
        const QImage with = figureImage(figure, 96);
        const auto differs = [&](const QRectF &part) {
            return with.copy(part.toAlignedRect()) != without.copy(part.toAlignedRect());
        };
        // One goes right above the middle, the other left below it.
        for (const int box : {1, 2}) {
            const QRectF place = figure.boxRect(box);
            const double half = place.height() / 2 - 2;
            const double drawn = box == 1 ? place.top() : place.top() + half + 4;
            QVERIFY(differs({place.left() - 12, drawn, 8, half}));
            QVERIFY(differs({place.right() + 4, drawn, 8, half}));
        }
        QVERIFY(!differs(figure.boxRect(0)) && !differs(figure.boxRect(3)));
    }

    /// No wire leads into the first state or from it: the row's other box has them.
    void aStartHasNoWires()
    {
        BlockData data;
        data.boxes = {{u"Embedding"_s, {}}, {u"First state"_s, {}}, {u"GRU"_s, {}}, {u"Linear"_s, {}}};
        data.boxes[2].isBeside = true;
        const BlockFigure plain(data, {260, 300}, Theme::light());
        data.boxes[1].isStart = true;
        const BlockFigure figure(data, {260, 300}, Theme::light());
        const auto inkAt = [](const BlockFigure &drawn, int box, bool isAbove) {
            const QRectF place = drawn.boxRect(box);
            const QImage image = figureImage(drawn, 96);
            const int y = qRound(isAbove ? place.top() - 2 : place.bottom() + 4);
            const int x = qRound(place.center().x());
            for (int at = x - 2; at <= x + 2; ++at)
                if (image.pixelColor(at, y) != image.pixelColor(1, 1))
                    return true;
            return false;
        };
        for (const bool isAbove : {true, false}) {
            QVERIFY(inkAt(plain, 1, isAbove));
            QVERIFY(!inkAt(figure, 1, isAbove));
            QVERIFY(inkAt(figure, 2, isAbove));
        }
    }

    void aCellIsHitWhereItIsPainted()
    {
        const Strip strip = someStrip(someValues(5, 4, 3, 2));
        const StripFigure figure({strip, strip}, {300, 400}, Theme::light());
        const QImage pixels = figureImage(figure, 96);
        const QImage vector = vectorImage(figure);
        for (int index = 0; index < 2; ++index) {
            for (int row = 0; row < 5; ++row) {
                for (int column = 0; column < 4; ++column) {
                    const QRectF cell = figure.cellRect(index, row, column);
                    const auto hit = figure.hit(cell.center());
                    QVERIFY(hit);
                    QCOMPARE(hit->strip, index);
                    QCOMPARE(hit->row, row);
                    QCOMPARE(hit->column, column);
                    QCOMPARE(hit->columns, std::pair(column, column));
                    const auto value = double((*strip.values)(row, column));
                    const QColor expected = QColor::fromRgb(Theme::light().diverging(value / 9.0));
                    const QPoint corner = (cell.topLeft() + QPointF(2, 2)).toPoint();
                    QCOMPARE(pixels.pixelColor(corner), expected);
                    QCOMPARE(vector.pixelColor(corner), expected);
                }
            }
        }
        QCOMPARE(figure.hit(figure.rowRect(1, 2).topLeft() + QPointF(2, 4))->row, 2);
        QCOMPARE(figure.hit(figure.rowRect(1, 2).topLeft() + QPointF(2, 4))->column, -1);
        QVERIFY(!figure.hit({1, 1}));
    }

    void numbersStandWhereTheyFit()
    {
        Strip strip = someStrip(someValues(3, 4, 1, 1));
        const StripFigure wide({strip}, {400, 200}, Theme::light());
        QVERIFY(wide.showsNumbers(0));
        const BlockSvgContent content = svgContent(wide);
        QVERIFY(content.text.contains(u"-9.000"_s));
        QVERIFY(content.text.contains(u"2.003"_s));
        QCOMPARE(content.images, 0);

        strip.isWhole = true;
        QVERIFY(!svgContent(StripFigure({strip}, {400, 200}, Theme::light())).text.contains(u"-9.0"_s));

        const Strip many = someStrip(someValues(3, 64));
        const StripFigure narrow({many}, {220, 200}, Theme::light());
        QVERIFY(!narrow.showsNumbers(0));
        QCOMPARE(narrow.size().width(), 220.0);
        const StripFigure asked({many}, {220, 200}, Theme::light(), {15, true});
        QVERIFY(asked.showsNumbers(0));
        QVERIFY(asked.size().width() > 64 * 30);
        QVERIFY(svgContent(asked).text.contains(u"2.06"_s));
    }

    void zeroHasNoSign()
    {
        const Strip strip = someStrip(std::make_shared<const Matrix>(Matrix{{-0.0001F, 2.5F}}));
        const QString text = svgContent(StripFigure({strip}, {300, 120}, Theme::light())).text;
        QVERIFY(text.contains(u"0.000"_s));
        QVERIFY(!text.contains(u"-0.000"_s));
    }

    void columnsBelowAPixelShowTheStrongest()
    {
        const Strip strip = someStrip(someValues(4, 768, 2, 500));
        const StripFigure figure({strip}, {220, 200}, Theme::light());
        QCOMPARE(figure.size(), QSizeF(220, 200));
        const auto hit = figure.hit(figure.cellRect(0, 2, 499).center());
        QVERIFY(hit);
        QVERIFY(hit->columns.second > hit->columns.first);
        QVERIFY(hit->columns.first <= 499 && hit->columns.second >= 499);
        const QPointF low = figure.cellRect(0, 2, 500).center();
        QCOMPARE(figure.hit(low)->column, 500);
        QCOMPARE(figureImage(figure, 96).pixelColor(low.toPoint()), QColor::fromRgb(Theme::light().diverging(-1)));
        const int most = (768 + 159) / 160; // of 160 pixels beside the rows' names
        QVERIFY2(svgContent(figure).text.contains(u"strongest of ≤ %1 columns"_s.arg(most)),
                 qPrintable(svgContent(figure).text));
        const StripFigure wide({someStrip(someValues(4, 16))}, {220, 200}, Theme::light());
        QVERIFY(!svgContent(wide).text.contains(u"strongest"_s));
    }

    void everyColumnFallsIntoOneCell()
    {
        const int columns = 500;
        const StripFigure figure({someStrip(someValues(1, columns))}, {220, 100}, Theme::light());
        int next = 0;
        for (int column = 0; column < columns; ++column) {
            const auto hit = figure.hit(figure.cellRect(0, 0, column).center());
            QVERIFY(hit->columns.first <= column && column <= hit->columns.second);
            if (hit->columns.first != column)
                continue;
            QCOMPARE(hit->columns.first, next);
            next = hit->columns.second + 1;
        }
        QCOMPARE(next, columns);
    }

    void manyRowsGrowOrSharePixels()
    {
        const Strip strip = someStrip(someValues(512, 32));
        const StripFigure scrolled({strip}, {300, 300}, Theme::light());
        QVERIFY(scrolled.size().height() > 512 * 15);
        const StripFigure shrunk({strip}, {300, 300}, Theme::light(), {0.25, false});
        QCOMPARE(shrunk.size().height(), 300.0);
        const auto hit = shrunk.hit(shrunk.cellRect(0, 511, 31).center());
        QCOMPARE(hit->row, 511);
        QVERIFY(hit->rows.first < 511);
        QVERIFY(svgContent(shrunk).text.contains(u"rows ×"_s));
    }

    void aPartIsPaintedAsTheWhole()
    {
        const Strip strip = someStrip(someValues(200, 100, 120, 40));
        const StripFigure figure({strip}, {300, 300}, Theme::light());
        const QImage whole = figureImage(figure, 96);
        const QRect part(60, 1200, 100, 90);
        QImage image(whole.size(), QImage::Format_RGB32);
        image.fill(Qt::red);
        QPainter painter(&image);
        painter.setClipRect(part);
        figure.paintPixels(painter);
        painter.end();
        QCOMPARE(image.copy(part), whole.copy(part).convertToFormat(QImage::Format_RGB32));
        QCOMPARE(image.pixelColor(part.right() + 5, part.top()), QColor(Qt::red));
    }

    void theRowInFocusIsMarked()
    {
        Strip strip = someStrip(someValues(6, 8));
        const QImage before = figureImage(StripFigure({strip}, {300, 200}, Theme::light()), 96);
        strip.row = 4;
        const StripFigure figure({strip}, {300, 200}, Theme::light());
        const QImage after = figureImage(figure, 96);
        const QRect row = figure.rowRect(0, 4).toAlignedRect();
        QVERIFY(before.copy(row) != after.copy(row));
        QCOMPARE(after.pixelColor(6, row.center().y() - 4), Theme::light().queryFocus);
        const QRect other = figure.rowRect(0, 1).toAlignedRect();
        QCOMPARE(after.copy(other), before.copy(other));
    }

    void maskedRowsAreStruckThrough()
    {
        Strip strip = someStrip(someValues(4, 8));
        const StripFigure plain({strip}, {300, 200}, Theme::light());
        strip.masked = {2};
        const StripFigure struck({strip}, {300, 200}, Theme::light());
        const QImage before = figureImage(plain, 96);
        const QImage after = figureImage(struck, 96);
        for (int row = 0; row < 4; ++row) {
            const QRect place = plain.rowRect(0, row).toRect().adjusted(0, 2, 0, -2);
            QCOMPARE(before.copy(place) == after.copy(place), row != 2);
        }
    }

    void oneOddMatrix_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::newRow("one number") << 1 << 1;
        QTest::newRow("no column") << 3 << 0;
        QTest::newRow("no row") << 0 << 4;
        QTest::newRow("nothing") << 0 << 0;
    }
    void oneOddMatrix()
    {
        QFETCH(int, rows);
        QFETCH(int, columns);
        Strip strip;
        strip.name = u"input"_s;
        strip.values = std::make_shared<const Matrix>(Matrix::Zero(rows, columns));
        strip.limit = 0;
        const StripFigure figure({strip}, {200, 100}, Theme::light());
        QVERIFY(!figureImage(figure, 96).isNull());
        QVERIFY(svgContent(figure).text.contains(u"%1 × %2"_s.arg(rows).arg(columns)));
    }

    void diagramAndStripsAreOnePicture_data()
    {
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("beside each other") << QSizeF(960, 720);
        QTest::newRow("below each other") << QSizeF(420, 1000);
    }
    void diagramAndStripsAreOnePicture()
    {
        QFETCH(QSizeF, size);
        BlockViewData data{u"decoder layer 2"_s, u"Feed forward"_s, decoderLayer(), {someStrip(someValues(7, 16))}};
        const BlockViewFigure figure(std::move(data), size, Theme::light());
        QCOMPARE(figure.size(), size);
        const BlockSvgContent content = svgContent(figure);
        for (const QString &word : {u"decoder layer 2"_s, u"Masked self-attention"_s, u"word3"_s, u"7 × 16"_s})
            QVERIFY2(content.text.contains(word), qPrintable(word));
        QCOMPARE(content.images, 0);
        QCOMPARE(figureImage(figure, 192).size(), (size * 2).toSize());
    }
};

REGARD_TEST(TestBlockFigure)
#include "test_block_figure.moc"
