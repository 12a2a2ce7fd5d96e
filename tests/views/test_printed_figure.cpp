#include <cmath>

#include <QImage>
#include <QPainter>
#include <QTest>

#include "draw/broken_title.h"
#include "draw/cropped_figure.h"
#include "draw/picture_size.h"
#include "draw/printed_figure.h"
#include "draw/smallest_text.h"
#include "test_class.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/links/link_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

const QStringList words{u"[CLS]"_s, u"the"_s, u"cat"_s, u"sat"_s, u"on"_s,      u"the"_s, u"rug"_s,  u"and"_s,
                        u"it"_s,    u"was"_s, u"dry"_s, u"-"_s,   u"cleaned"_s, u"."_s,   u"[SEP]"_s};

std::shared_ptr<const Matrix> evenWeights()
{
    const auto side = Eigen::Index(words.size());
    return std::make_shared<const Matrix>(Matrix::Constant(side, side, 1.0F / float(side)));
}

HeatmapData printedHeatmap()
{
    HeatmapData data;
    data.queries = data.keys = words;
    data.values = evenWeights();
    data.valueLabel = u"weight"_s;
    data.title = u"layer 6 · head 12"_s;
    return data;
}

LinkData links()
{
    LinkData data;
    data.queries = data.keys = words;
    data.heads.push_back({0, evenWeights(), false});
    data.query = 8;
    data.title = u"layer 6 · head 12"_s;
    data.queryLabel = u"query"_s;
    data.keyLabel = u"key"_s;
    return data;
}

FigureMaker maker(const QString &view)
{
    return [=](QSizeF space, const Theme &theme) -> std::unique_ptr<Figure> {
        if (view == u"links")
            return std::make_unique<LinkFigure>(links(), space, theme);
        return std::make_unique<HeatmapFigure>(printedHeatmap(), space, theme);
    };
}

QImage pictureOf(const Figure &figure)
{
    QImage image(figure.size().toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    figure.paint(painter);
    return image;
}

} // namespace

/// Pictures for a page: as wide as asked, their type as large as asked.
class TestPrintedFigure : public QObject {
    Q_OBJECT
private slots:
    void sizes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::addColumn<bool>("isOfLength");
        const auto row = [](const char *text, double width, double height, bool isOfLength) {
            QTest::newRow(text) << QString::fromLatin1(text) << width << height << isOfLength;
        };
        row("960x720", 960, 720, false);
        row("640px", 640, 0, false);
        row("3.3in", 316.8, 0, true);
        row("25.4mm", 96, 0, true);
        row("2.54cm", 96, 0, true);
        row("240pt", 320, 0, true);
        row("column", 316.8, 0, true);
        row("two-columns", 648, 0, true);
        row("slide", 1280, 720, false);
        row("poster", 1536, 0, true);
    }

    void sizes()
    {
        QFETCH(QString, text);
        const std::optional<PictureSize> size = pictureSizeOf(text.toStdString());
        QVERIFY(size);
        QFETCH(double, height);
        QTEST(size->size.width(), "width");
        QCOMPARE(size->size.height() + 1, height + 1);
        QTEST(size->isOfLength, "isOfLength");
    }

    void whatIsNoSize_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
             {"", "x", "0x10", "10x", "-3mm", "3", "3 in", "1e99in", "nanmm", "mm", "960x720x1", "in"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }

    void whatIsNoSize()
    {
        QFETCH(QString, text);
        QVERIFY(!pictureSizeOf(text.toStdString()));
    }

    void namesHaveTheSizeThatIsAskedFor_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<double>("points");
        for (const char *view : {"links", "heatmap"})
            for (const double points : {6.0, 7.0, 8.0})
                QTest::addRow("%s, %g pt", view, points) << QString::fromLatin1(view) << points;
    }

    /// At 10 pt fifteen names have no room in a column: they are as large as they can be.
    void namesGetSmallerBeforeSomeAreLeftOut()
    {
        PictureSize size = *pictureSizeOf("84mm");
        size.textPoints = 10;
        const std::unique_ptr<Figure> figure = printedFigure(maker(u"heatmap"_s), size, Theme::light());
        QVERIFY(figure->namesAll());
        const double points = figure->labelSize() * 72 / 96;
        QVERIFY2(points > 8.5 && points < 10, qPrintable(QString::number(points)));
        QVERIFY(smallPrintText(*figure, size).contains(u"each of them has room"));
    }

    void namesHaveTheSizeThatIsAskedFor()
    {
        QFETCH(QString, view);
        QFETCH(double, points);
        PictureSize size = *pictureSizeOf("84mm");
        size.textPoints = points;
        const std::unique_ptr<Figure> figure = printedFigure(maker(view), size, Theme::light());
        QVERIFY(std::abs(figure->labelSize() * 72 / 96 - points) < 0.01);
        QVERIFY(std::abs(figure->size().width() - 84 * 96 / 25.4) < 0.01);
    }

    void titlesOfOnesOwn_data()
    {
        QTest::addColumn<QString>("title");
        QTest::addColumn<bool>("isLong");
        QTest::newRow("a line") << u"Cats"_s << false;
        QTest::newRow("words") << u"what every head of the first layer looks at in the sentence about the cat"_s
                               << true;
        QTest::newRow("Chinese") << u"第一层的每个注意力头在关于猫的这句话里看哪些词，以及它们看不看标点"_s << true;
        QTest::newRow("right to left") << u"إلى ماذا ينظر كل رأس من رؤوس الطبقة الأولى في الجملة عن القطة الصغيرة"_s
                                       << true;
        QTest::newRow("one long word") << QString(60, u'w') << true;
    }

    /// Above the picture on as many lines as it needs, within the size that is asked for, and names keep theirs.
    void titlesOfOnesOwn()
    {
        QFETCH(QString, title);
        QFETCH(bool, isLong);
        Theme theme = Theme::light();
        theme.parts.title = false;
        theme.parts.ownTitle = title;
        for (const QString &view : {u"links"_s, u"heatmap"_s}) {
            PictureSize size = *pictureSizeOf("84mm");
            size.textPoints = 8;
            const std::unique_ptr<Figure> figure = printedFigure(maker(view), size, theme);
            QVERIFY(std::abs(figure->labelSize() * 72 / 96 - 8) < 0.01);
            QVERIFY(std::abs(figure->size().width() - 84 * 96 / 25.4) < 0.01);
            const std::unique_ptr<Figure> page = printedFigure(maker(view), *pictureSizeOf("400x600"), theme);
            QCOMPARE(page->size(), QSizeF(400, 600));
            QString drawn;
            int lines = 0;
            for (const DrawnText &text : drawnTexts(*page)) {
                if (QString(title).remove(u' ').contains(QString(text.text).remove(u' ')) &&
                    !words.contains(text.text)) {
                    drawn += text.text;
                    ++lines;
                }
            }
            QCOMPARE(drawn.remove(u' '), QString(title).remove(u' '));
            QCOMPARE(lines > 1, isLong);
        }
    }

    /// Every one of fifteen, in a column of 3.3 inches, at 6 points or more.
    void allNamesAreInAColumn_data() { namesHaveTheSizeThatIsAskedFor_data(); }

    void allNamesAreInAColumn()
    {
        QFETCH(QString, view);
        const PictureSize size = *pictureSizeOf("column");
        const std::unique_ptr<Figure> figure = printedFigure(maker(view), size, Theme::light());
        QVERIFY2(smallPrintText(*figure, size).isEmpty(), qPrintable(smallPrintText(*figure, size)));
        const std::vector<DrawnText> drawn = drawnTexts(*figure);
        for (const QString &word : words) {
            const auto times =
                std::count_if(drawn.begin(), drawn.end(), [&](const DrawnText &text) { return text.text == word; });
            QCOMPARE_GE(times, 2 * words.count(word)); // as a query and as a key
        }
    }

    void cellsAreSquaresWhereTheHeightFollows()
    {
        const HeatmapFigure figure(printedHeatmap(), {316.8, 0}, Theme::light());
        const QRectF cell = figure.cellRect(0, 0);
        QVERIFY(std::abs(cell.width() - cell.height()) < 0.01);
        QVERIFY(cell.width() * 15 > 0.6 * 316.8);
        QVERIFY(figure.cellsRect().bottom() < figure.size().height());
    }

    void whatIsTooSmallIsNamed()
    {
        const PictureSize size = *pictureSizeOf("20mm");
        const std::unique_ptr<Figure> figure = printedFigure(maker(u"links"_s), size, Theme::light());
        QVERIFY(smallPrintText(*figure, size).contains(u"less than 6 pt"));
        const PictureSize onScreen{QSizeF(76, 0)};
        QVERIFY(smallPrintText(*printedFigure(maker(u"links"_s), onScreen, Theme::light()), onScreen).isEmpty());
    }

    void titlesBreak_data()
    {
        QTest::addColumn<QString>("title");
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("lines");
        QTest::newRow("one line") << u"layer 1 · head 2"_s << 300.0 << 1;
        QTest::newRow("words") << u"layer 1 · head 2 · layer 1 · head 2"_s << 160.0 << 2;
        QTest::newRow("Chinese") << u"第一层第二个头的注意力权重与固定状态之差"_s << 140.0 << 2;
        QTest::newRow("one long word") << QString(60, u'w') << 200.0 << 4;
        QTest::newRow("no width") << u"ab"_s << 0.0 << 2;
        QTest::newRow("nothing") << QString() << 100.0 << 0;
    }

    void titlesBreak()
    {
        QFETCH(QString, title);
        QFETCH(double, width);
        const QFont font = Theme::font(13, true);
        const BrokenTitle broken(title, width, font);
        QTEST(int(broken.lines().size()), "lines");
        QString joined = broken.lines().join(QString());
        QCOMPARE(joined.remove(u' '), QString(title).remove(u' ')); // nothing is left out
        for (const QString &line : broken.lines())
            QVERIFY(QFontMetricsF(font).horizontalAdvance(line) <= width || line.size() == 1);
    }

    void partsAreLeftOut()
    {
        Theme theme = Theme::light();
        const auto texts = [&] {
            QStringList all;
            for (const QString &view : {u"heatmap"_s, u"links"_s})
                for (const DrawnText &text : drawnTexts(*maker(view)({640, 0}, theme)))
                    all.append(text.text);
            return all;
        };
        for (const QString &part : {u"layer 6 · head 12"_s, u"weight"_s, u"width = weight"_s, u"query"_s, u"0.07"_s})
            QVERIFY2(texts().contains(part), qPrintable(part));
        theme.parts.title = false;
        QVERIFY(!texts().contains(u"layer 6 · head 12"));
        theme.parts.colorBar = false;
        QVERIFY(!texts().contains(u"weight"));
        theme.parts.legend = false;
        QVERIFY(!texts().contains(u"width = weight"));
        theme.parts.axes = false;
        QVERIFY(!texts().contains(u"query"));
        theme.parts.numbers = false;
        QVERIFY(!texts().contains(u"0.07"));
        theme.parts.numbers = true;
        theme.parts.digits = 3;
        QCOMPARE(texts().count(u"0.067"_s), 225);
        theme.parts.axes = true;
        QVERIFY(texts().contains(u"query ↓"));
    }

    void croppedToWhatIsDrawn()
    {
        Theme theme = Theme::light();
        theme.paper = QColor(0, 0, 0, 0);
        HeatmapData data = printedHeatmap();
        const CroppedFigure figure(std::make_unique<HeatmapFigure>(data, QSizeF(900, 400), theme), theme.paper);
        QVERIFY(figure.size().width() < 850);
        const QImage image = pictureOf(figure);
        const auto isDrawn = [&](const QRect &part) {
            for (int y = part.top(); y <= part.bottom(); ++y)
                for (int x = part.left(); x <= part.right(); ++x)
                    if (qAlpha(image.pixel(x, y)) > 0)
                        return true;
            return false;
        };
        QVERIFY(!isDrawn({0, 0, image.width(), 1}));
        QVERIFY(!isDrawn({0, 0, 1, image.height()}));
        QVERIFY(isDrawn({0, 0, image.width(), 4}));
        QVERIFY(isDrawn({0, 0, 4, image.height()}));
        QVERIFY(isDrawn({image.width() - 4, 0, 4, image.height()}));
        QVERIFY(isDrawn({0, image.height() - 4, image.width(), 4}));
    }

    /// A width that was asked for is the page's, cut or not, and what is drawn fills it.
    void cutToATrueWidth_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("width");
        QTest::addColumn<double>("points");
        for (const char *view : {"links", "heatmap"})
            for (const char *width : {"84mm", "column", "two-columns"})
                for (const double points : {0.0, 7.0})
                    QTest::addRow("%s, %s, %g pt", view, width, points)
                        << QString::fromLatin1(view) << QString::fromLatin1(width) << points;
    }

    void cutToATrueWidth()
    {
        QFETCH(QString, view);
        QFETCH(QString, width);
        QFETCH(double, points);
        PictureSize size = *pictureSizeOf(width.toStdString());
        size.textPoints = points;
        const Theme theme = Theme::print();
        const std::unique_ptr<Figure> figure = printedFigure(maker(view), size, theme, true);
        QVERIFY(std::abs(figure->size().width() - size.size.width()) < 1e-6);
        if (points > 0)
            QVERIFY(std::abs(figure->labelSize() * 72 / 96 - points) < 0.01);
        const QRectF drawn = drawnPart(*figure, theme.paper);
        QVERIFY2(drawn.width() > size.size.width() - 1.5, qPrintable(QString::number(drawn.width())));
        QVERIFY(drawn.height() > figure->size().height() - 1.5);
    }

    /// All but names is at least 0.8 of what they are asked to be.
    void noTextIsMuchSmaller()
    {
        PictureSize size = *pictureSizeOf("84mm");
        for (const double points : {7.0, 10.0}) {
            size.textPoints = points;
            for (const QString &view : {u"links"_s, u"heatmap"_s}) {
                const std::unique_ptr<Figure> figure = printedFigure(maker(view), size, Theme::print(), true);
                const DrawnText smallest = smallestText(*figure);
                QVERIFY2(smallest.size * 72 / 96 > 0.8 * points - 0.01, qPrintable(view + u' ' + smallest.text));
                QVERIFY2(smallPrintText(*figure, size).isEmpty(), qPrintable(smallPrintText(*figure, size)));
            }
        }
    }

    /// Equal steps of a value are equal steps of lightness, from one end to the other: also as a photocopy shows them.
    void schemesAreEvenInGrey_data()
    {
        QTest::addColumn<ColorScheme>("scheme");
        QTest::newRow("blues") << ColorScheme::Blues;
        QTest::newRow("viridis") << ColorScheme::Viridis;
        QTest::newRow("cividis") << ColorScheme::Cividis;
        QTest::newRow("greys") << ColorScheme::Greys;
    }

    void schemesAreEvenInGrey()
    {
        QFETCH(ColorScheme, scheme);
        Theme theme = Theme::light();
        theme.scheme = scheme;
        const auto lightness = [&](double value) {
            const QRgb color = theme.sequential(value);
            const auto linear = [](int channel) {
                const double v = channel / 255.0;
                return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
            };
            const double y =
                0.2126 * linear(qRed(color)) + 0.7152 * linear(qGreen(color)) + 0.0722 * linear(qBlue(color));
            return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : y * 24389 / 27;
        };
        const double first = lightness(0);
        const double last = lightness(1);
        QVERIFY(std::abs(last - first) > 70);
        for (int i = 1; i < 20; ++i)
            QVERIFY(std::abs(lightness(i / 20.0) - (first + (last - first) * i / 20)) < 0.8);
    }
};

REGARD_TEST(TestPrintedFigure)
#include "test_printed_figure.moc"
