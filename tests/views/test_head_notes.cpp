#include <cmath>
#include <limits>
#include <memory>

#include <QImage>
#include <QPainter>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "head_place_text.h"
#include "test_class.h"
#include "views/heads/heads_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

using HeadNotesAttn = Attention;
constexpr float headNotesNone = std::numeric_limits<float>::quiet_NaN();

HeadsData::Section someSection(Attention attention, int layers, int heads)
{
    HeadsData::Section section{attention, u"section"_s, {}};
    for (int layer = 0; layer < layers; ++layer) {
        auto block = std::make_shared<BlockTrace>();
        block->heads.resize(std::size_t(heads));
        for (std::size_t head = 0; head < block->heads.size(); ++head)
            block->heads[head].weights = Matrix::Constant(4, 4, 0.25F);
        section.layers.push_back(block);
    }
    return section;
}

HeadsData someHeads(int layers, int heads)
{
    HeadsData data;
    data.sections = {someSection(HeadNotesAttn::Encoder, layers, heads)};
    return data;
}

/// Every head of the sections, from the last to the first.
HeadsData reversed(HeadsData data)
{
    for (const HeadsData::Section &section : data.sections) {
        for (int layer = 0; layer < int(section.layers.size()); ++layer)
            for (int head = 0; head < int(section.layers[0]->heads.size()); ++head)
                data.order.insert(data.order.begin(), {section.attention, layer, head});
    }
    return data;
}

QStringList textsOf(const Figure &figure, int *images = nullptr)
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

QImage headNotesVectorImage(const Figure &figure)
{
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    figure.paint(painter);
    return image;
}

int countOf(const QImage &image, const QRectF &within, const QColor &color)
{
    int count = 0;
    const QRect rect = within.toRect() & image.rect();
    for (int y = rect.top(); y <= rect.bottom(); ++y)
        for (int x = rect.left(); x <= rect.right(); ++x)
            count += image.pixelColor(x, y) == color ? 1 : 0;
    return count;
}

} // namespace

class TestHeadNotes : public QObject {
    Q_OBJECT
private slots:
    void differencesKeepTheirSign()
    {
        Matrix changes = Matrix::Zero(100, 70);
        changes(57, 65) = 0.5F;
        changes(58, 64) = -0.75F;
        changes(0, 0) = -0.1F;
        changes.row(30).setConstant(headNotesNone);
        changes.block(40, 0, 10, 7).setConstant(headNotesNone);
        changes(40, 0) = 0.25F;
        changes.block(90, 0, 10, 7).setConstant(headNotesNone);
        const Matrix small = thumbnail(changes, 10, true);
        QCOMPARE(small.rows(), Eigen::Index(10));
        QCOMPARE(small(5, 9), -0.75F);
        QCOMPARE(small(0, 0), -0.1F);
        QCOMPARE(small(3, 3), 0.0F);  // NaN is passed over
        QCOMPARE(small(4, 0), 0.25F); // but for one
        QVERIFY(std::isnan(small(9, 0)));
        QVERIFY(std::isnan(thumbnail(changes, 100, true)(30, 5)));
    }

    void differencesAreDiverging_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("isOrdered");
        for (const bool dark : {false, true}) {
            QTest::addRow("map, %s", dark ? "dark" : "light") << dark << false;
            QTest::addRow("in an order, %s", dark ? "dark" : "light") << dark << true;
        }
    }
    void differencesAreDiverging()
    {
        QFETCH(bool, dark);
        QFETCH(bool, isOrdered);
        const Theme &theme = Theme::named(dark);
        HeadsData data = someHeads(1, 2);
        auto block = std::make_shared<BlockTrace>();
        block->heads.resize(2);
        block->heads[0].weights = Matrix::Zero(4, 4);
        block->heads[0].weights(1, 2) = 0.75F;
        block->heads[0].weights(2, 1) = -0.5F;
        block->heads[0].weights.row(3).setConstant(headNotesNone);
        block->heads[1].weights = Matrix::Constant(4, 4, -1.0F);
        data.sections[0].layers = {block};
        data.isDifference = true;
        data.marks.selected.layer = -1;
        if (isOrdered)
            data = reversed(data);
        const HeadsFigure figure(data, {260, 200}, theme);
        for (const QImage &image : {headNotesVectorImage(figure), figureImage(figure, 96)}) {
            for (int head = 0; head < 2; ++head) {
                const QRectF rect = figure.thumbnailRect({HeadNotesAttn::Encoder, 0, head});
                const double cell = rect.width() / 4;
                for (int row = 0; row < 4; ++row) {
                    for (int column = 0; column < 4; ++column) {
                        const QPointF middle(rect.left() + (column + 0.5) * cell, rect.top() + (row + 0.5) * cell);
                        const float value = block->heads[std::size_t(head)].weights(row, column);
                        const QColor expected = QColor::fromRgb(theme.diverging(double(value))); // NaN is neutral
                        const QColor got = image.pixelColor(middle.toPoint());
                        // Vectors have 255 levels either way.
                        QVERIFY2(std::abs(got.red() - expected.red()) <= 1 &&
                                     std::abs(got.blue() - expected.blue()) <= 1,
                                 qPrintable(got.name() + u' ' + expected.name()));
                    }
                }
            }
        }
        int images = 0;
        textsOf(figure, &images);
        QCOMPARE(images, 0);
    }

    void keptImagesTellDifferencesFromWeights()
    {
        const auto kept = std::make_shared<HeadThumbnails>();
        const Theme theme = Theme::light();
        HeadsData data = someHeads(1, 1);
        const QImage plain = figureImage(HeadsFigure(data, {200, 200}, theme, kept), 96);
        data.isDifference = true;
        const QImage difference = figureImage(HeadsFigure(data, {200, 200}, theme, kept), 96);
        QVERIFY(plain != difference);
        QCOMPARE(difference, figureImage(HeadsFigure(data, {200, 200}, theme), 96));
        data.isDifference = false;
        QCOMPARE(figureImage(HeadsFigure(data, {200, 200}, theme, kept), 96), plain);
    }

    void barsAreSharesOfTheLargest_data()
    {
        QTest::addColumn<QSizeF>("size");
        QTest::addColumn<bool>("isOrdered");
        QTest::newRow("large") << QSizeF(400, 300) << false;
        QTest::newRow("small") << QSizeF(120, 90) << false;
        QTest::newRow("in an order") << QSizeF(300, 300) << true;
    }
    void barsAreSharesOfTheLargest()
    {
        QFETCH(QSizeF, size);
        QFETCH(bool, isOrdered);
        HeadsData data = someHeads(2, 3);
        data.marks.selected.layer = -1;
        if (isOrdered)
            data = reversed(data);
        data.note = [](const HeadPlace &place) {
            HeadNote note;
            note.share = place.layer == 0 ? 0.1 * place.head : -1;
            return note;
        };
        data.shareLabel = u"moved"_s;
        const Theme theme = Theme::light();
        const HeadsFigure figure(data, size, theme);
        for (const QImage &image : {headNotesVectorImage(figure), figureImage(figure, 96)}) {
            const auto length = [&](int layer, int head) {
                const QRectF square = figure.placeRect({HeadNotesAttn::Encoder, layer, head});
                return countOf(
                    image, QRectF(square.left(), square.bottom() + (square.width() >= 32 ? 7 : 6), square.width(), 1),
                    theme.muted);
            };
            const double full = figure.placeRect({HeadNotesAttn::Encoder, 0, 2}).width();
            QVERIFY2(std::abs(length(0, 2) - full) <= 1, qPrintable(QString::number(length(0, 2))));
            QVERIFY(std::abs(length(0, 1) - full / 2) <= 1);
            QCOMPARE(length(0, 0), 0);
            QCOMPARE(length(1, 2), 0);
        }
        const QStringList texts = textsOf(figure);
        QCOMPARE(texts.filter(u"moved"_s).size(), 1);
        if (size.width() >= 300)
            QVERIFY(texts.contains(u"moved, longest bar 0.2"_s));
    }

    void thereIsRoomForBarsOnlyWhereThereAreSome()
    {
        HeadsData data = someHeads(6, 4);
        data.shareLabel = u"moved"_s;
        const QSizeF size(120, 60);
        const HeadsFigure without(data, size, Theme::light());
        data.note = [](const HeadPlace &) { return HeadNote{-1, false, true, false}; };
        QCOMPARE(HeadsFigure(data, size, Theme::light()).size(), without.size());
        QCOMPARE(textsOf(HeadsFigure(data, size, Theme::light())).filter(u"moved"_s).size(), 0);
        data.note = [](const HeadPlace &) { return HeadNote{0.3, false, false, false}; };
        const HeadsFigure with(data, size, Theme::light());
        QVERIFY(with.size().height() > without.size().height());
        for (int layer = 1; layer < 6; ++layer) {
            // A bar belongs to the head above it, for the mouse too.
            const QRectF square = with.placeRect({HeadNotesAttn::Encoder, layer - 1, 0});
            QVERIFY(with.placeRect({HeadNotesAttn::Encoder, layer, 0}).top() > square.bottom() + 8);
            QCOMPARE(with.hit(QPointF(square.center().x(), square.bottom() + 5)),
                     std::optional(HeadPlace{HeadNotesAttn::Encoder, layer - 1, 0}));
        }
    }

    void marksAreSaidInWordsAndStrokes_data()
    {
        QTest::addColumn<QSizeF>("size");
        QTest::addColumn<QString>("newText");
        QTest::addColumn<bool>("dark");
        for (const bool dark : {false, true}) {
            QTest::addRow("large, %s", dark ? "dark" : "light") << QSizeF(400, 200) << u"new"_s << dark;
            QTest::addRow("small, %s", dark ? "dark" : "light") << QSizeF(120, 40) << u"+"_s << dark;
        }
    }
    void marksAreSaidInWordsAndStrokes()
    {
        QFETCH(QSizeF, size);
        QFETCH(QString, newText);
        QFETCH(bool, dark);
        const Theme &theme = Theme::named(dark);
        HeadsData data = someHeads(1, 4);
        // On three layers no line is wrapped.
        data.sections = {someSection(HeadNotesAttn::Encoder, 3, 4)};
        data.marks.selected.layer = -1;
        data.note = [](const HeadPlace &place) {
            return HeadNote{.isNew = place.head == 1, .isOff = place.head == 2, .hasTemperature = place.head == 3};
        };
        const HeadsFigure figure(data, size, theme);
        const QStringList texts = textsOf(figure);
        QCOMPARE(texts.count(newText), 3);
        QCOMPARE(texts.count(u"T"_s), 3);
        for (const QImage &image : {headNotesVectorImage(figure), figureImage(figure, 96)}) {
            const auto square = [&](int head) { return figure.placeRect({HeadNotesAttn::Encoder, 0, head}); };
            const QRgb plain = theme.sequential(0.25);
            const QPointF aside(square(0).width() * 0.5, square(0).width() * 0.15);
            QCOMPARE(image.pixel((square(0).topLeft() + aside).toPoint()), plain);
            QVERIFY(image.pixel((square(2).topLeft() + aside).toPoint()) != plain); // faded
            const QColor middle = image.pixelColor(square(2).center().toPoint());
            QVERIFY(contrast(middle, QColor::fromRgb(plain)) > 2); // the cross
            const QPointF far(square(1).width() * 0.9, square(1).width() * 0.9);
            QCOMPARE(image.pixel((square(1).topLeft() + far).toPoint()), plain); // its word leaves it to be seen
        }
    }

    void anOrderIsHitAndNamed_data()
    {
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("a panel") << QSizeF(206, 400);
        QTest::newRow("wide") << QSizeF(960, 500);
        QTest::newRow("tiny") << QSizeF(20, 20);
    }
    void anOrderIsHitAndNamed()
    {
        QFETCH(QSizeF, size);
        const HeadsData data = reversed(someHeads(12, 12));
        const HeadsFigure figure(data, size, Theme::light());
        const QRectF all(QPointF(), figure.size());
        QRectF before;
        for (const HeadPlace &place : data.order) {
            const QRectF square = figure.placeRect(place);
            QVERIFY(all.contains(square));
            QVERIFY(square.width() >= 12 && square.width() == square.height());
            QCOMPARE(figure.thumbnailRect(place), square);
            QCOMPARE(figure.hit(square.center()), std::optional(place));
            QVERIFY(figure.namedRect(place).top() < square.top());
            // From left to right, then on to the next line.
            QVERIFY(before.isNull() ||
                    (square.top() == before.top() ? square.left() > before.right() : square.top() > before.bottom()));
            before = square;
        }
        QVERIFY(figure.placeRect({HeadNotesAttn::Encoder, 0, -1}).isEmpty());
        QVERIFY(figure.placeRect({HeadNotesAttn::Cross, 0, 0}).isEmpty());
        QVERIFY(!figure.hit({all.right() - 0.5, all.bottom() - 0.5}));
        const QStringList texts = textsOf(figure);
        QCOMPARE(texts.size(), 144);
        QCOMPARE(texts.front(), u"12.12"_s);
        QCOMPARE(texts.back(), u"1.1"_s);
    }

    void severalAttentionsAreNamed()
    {
        HeadsData data;
        data.sections = {someSection(HeadNotesAttn::Encoder, 1, 2), someSection(HeadNotesAttn::Decoder, 2, 2),
                         someSection(HeadNotesAttn::Cross, 2, 3)};
        data.order = {{HeadNotesAttn::Cross, 1, 2},
                      {HeadNotesAttn::Encoder, 0, 1},
                      {HeadNotesAttn::Decoder, 0, 0},
                      {HeadNotesAttn::Cross, 7, 0}};
        const HeadsFigure figure(data, {300, 200}, Theme::light());
        QCOMPARE(textsOf(figure), (QStringList{u"cross 2.3"_s, u"encoder 1.2"_s, u"decoder 1.1"_s}));
        QCOMPARE(figure.hit(figure.placeRect({HeadNotesAttn::Cross, 1, 2}).center()),
                 std::optional(HeadPlace{HeadNotesAttn::Cross, 1, 2}));
        QVERIFY(figure.placeRect({HeadNotesAttn::Cross, 7, 0}).isEmpty()); // there is no such head
    }

    void stepsFollowTheOrder()
    {
        const HeadsData data = reversed(someHeads(2, 5));
        const HeadsFigure figure(data, {100, 60}, Theme::light());
        int columns = 1;
        while (figure.placeRect(data.order[std::size_t(columns)]).top() == figure.placeRect(data.order[0]).top())
            ++columns;
        QVERIFY(columns >= 2 && columns <= 4);
        const int last = 9;
        const auto step = [&](int from, HeadStep by) { return figure.stepped(data.order[std::size_t(from)], by); };
        for (int i = 0; i <= last; ++i) {
            QCOMPARE(step(i, HeadStep::Right), data.order[std::size_t(std::min(i + 1, last))]);
            QCOMPARE(step(i, HeadStep::Left), data.order[std::size_t(std::max(i - 1, 0))]);
            QCOMPARE(step(i, HeadStep::PreviousSection), data.order[0]);
            QCOMPARE(step(i, HeadStep::NextSection), data.order[std::size_t(last)]);
            const QRectF here = figure.placeRect(data.order[std::size_t(i)]);
            const QRectF up = figure.placeRect(step(i, HeadStep::Up));
            QCOMPARE(up.left(), here.left());
            QVERIFY(i < columns ? up == here : up.bottom() < here.top());
            const QRectF down = figure.placeRect(step(i, HeadStep::Down));
            QVERIFY(i / columns == last / columns ? down == here : down.top() > here.bottom());
            QCOMPARE(figure.placeRect(step(i, HeadStep::RowStart)).top(), here.top());
            QCOMPARE(step(i, HeadStep::RowStart), data.order[std::size_t(i / columns * columns)]);
            QCOMPARE(step(i, HeadStep::RowEnd),
                     data.order[std::size_t(std::min(i / columns * columns + columns - 1, last))]);
        }
        QCOMPARE(figure.stepped({HeadNotesAttn::Encoder, 0, -1}, HeadStep::Down), data.order[0]);
    }
};

REGARD_TEST(TestHeadNotes)
#include "test_head_notes.moc"
