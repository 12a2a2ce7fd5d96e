#include <cmath>
#include <memory>

#include <QFontMetricsF>
#include <QImage>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/caption.h"
#include "draw/export_figure.h"
#include "draw/fitted_figure.h"
#include "draw/side_by_side_figure.h"
#include "test_class.h"

using namespace regard;
using namespace Qt::StringLiterals;

namespace {

/// One colour, as large as it is told; laid out anew where it can be.
class SideBySidePlainFigure : public Figure {
public:
    SideBySidePlainFigure(QSizeF size, QColor color, bool isElastic, double smallest = 0)
        : m_size(size), m_color(color), m_isElastic(isElastic), m_smallest(smallest)
    {
    }
    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override { painter.fillRect(QRectF(QPointF(), m_size), m_color); }
    std::unique_ptr<Figure> within(QSizeF size) const override
    {
        return m_isElastic ? std::make_unique<SideBySidePlainFigure>(size, m_color, true) : nullptr;
    }
    double smallestScale() const override { return m_smallest; }

private:
    QSizeF m_size;
    QColor m_color;
    bool m_isElastic;
    double m_smallest;
};

SideBySideFigure::Side side(QSizeF size, QColor color, const char *caption, bool isElastic = false, double smallest = 0)
{
    return {std::make_shared<SideBySidePlainFigure>(size, color, isElastic, smallest), QString::fromUtf8(caption)};
}

/// Where a colour is, in CSS pixels.
QRect extentOf(const QImage &image, QColor color)
{
    QRect extent;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == color)
                extent |= QRect(x, y, 1, 1);
    return extent;
}

} // namespace

/// Two figures next to each other, each below its caption.
class TestSideBySideFigure : public QObject {
    Q_OBJECT

private slots:
    void sharesAreEqual_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("one") << 1;
        QTest::newRow("two") << 2;
    }
    void sharesAreEqual()
    {
        QFETCH(int, count);
        const QSizeF whole(800, 600);
        const QSizeF each = SideBySideFigure::spaceOfEach(whole, count);
        QVERIFY(each.height() < whole.height()); // the captions
        QCOMPARE(SideBySideFigure::spaceFor(std::vector<QSizeF>(std::size_t(count), each)), whole);
    }

    void figuresKeepTheirSizes()
    {
        const SideBySideFigure both({side({100, 80}, Qt::red, "a"), side({150, 120}, Qt::blue, "b")}, Theme::light());
        const QImage image = figureImage(both, 96);
        const QRect red = extentOf(image, Qt::red);
        const QRect blue = extentOf(image, Qt::blue);
        QCOMPARE(red.size(), QSize(100, 80));
        QCOMPARE(blue.size(), QSize(150, 120));
        QCOMPARE(red.top(), blue.top());
        QVERIFY(red.top() > 0 && red.right() < blue.left());
        QCOMPARE(blue.right() + 1, int(both.size().width()));
        QCOMPARE(blue.bottom() + 1, int(both.size().height()));
    }

    void withoutCaptionsThereIsNoLineForThem()
    {
        const SideBySideFigure both({side({100, 80}, Qt::red, ""), side({150, 120}, Qt::blue, "")}, Theme::light());
        QCOMPARE(both.size(), QSizeF(251, 120)); // one line between them
        const QImage image = figureImage(both, 96);
        QCOMPARE(extentOf(image, Qt::red).top(), 0);
        QCOMPARE(SideBySideFigure::spaceOfEach({251, 120}, 2, false), QSizeF(125, 120));
        QCOMPARE(both.within({201, 90})->size(), QSizeF(201, 90));
    }

    void withinASizeBothAreLaidOutAnew_data()
    {
        QTest::addColumn<bool>("isElastic");
        QTest::newRow("laid out anew") << true;
        QTest::newRow("drawn smaller") << false;
    }
    void withinASizeBothAreLaidOutAnew()
    {
        QFETCH(bool, isElastic);
        const SideBySideFigure both(
            {side({700, 700}, Qt::red, "now", isElastic), side({700, 700}, Qt::blue, "pinned", isElastic)},
            Theme::light());
        const QSizeF wanted(401, 330);
        const std::unique_ptr<Figure> smaller = both.within(wanted);
        QCOMPARE(smaller->size(), wanted);
        const QImage image = figureImage(*smaller, 96);
        const QSize share = SideBySideFigure::spaceOfEach(wanted, 2).toSize();
        const QSize size = isElastic ? share : QSize(share.width(), share.width());
        for (const QColor color : {Qt::red, Qt::blue}) {
            const QSize found = extentOf(image, color).size();
            QVERIFY2(qAbs(found.width() - size.width()) <= 1 && qAbs(found.height() - size.height()) <= 1,
                     qPrintable(QStringLiteral("%1 × %2").arg(found.width()).arg(found.height())));
        }
    }

    void captionsAreFilled()
    {
        const Caption now = Caption::filled(u"%1 now"_s, {QString(u"100 %2 of a"_s)});
        const Caption both = Caption::filled(u"%1 − %2"_s, {now, Caption::filled(u"%1 pinned"_s, {QString(u"b"_s)})});
        QCOMPARE(both.text(), u"100 %2 of a now − b pinned"_s);
    }

    /// No part of a caption is left out: it breaks, and the pictures below it keep their size or, in a size that is
    /// given, make room.
    void captionsBreak()
    {
        const QString name = QString(30, u'a') + u" now, and "_s + QString(30, u'b') + u" pinned before"_s;
        const SideBySideFigure plain({side({260, 100}, Qt::red, "now")}, Theme::light());
        const SideBySideFigure broken({side({260, 100}, Qt::red, name.toUtf8().constData(), true)}, Theme::light());
        const double more = broken.size().height() - plain.size().height();
        QVERIFY2(more >= 18 && std::fmod(more, 18) == 0, qPrintable(QString::number(more)));
        QString text;
        QXmlStreamReader reader(figureBytes(broken, PictureFormat::Svg, 96, {}));
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"text")
                text += reader.readElementText().trimmed() + u' ';
        QCOMPARE(text.remove(u' '), QString(name).remove(u' '));
        QCOMPARE(extentOf(figureImage(broken, 96), Qt::red).size(), QSize(260, 100));
        const std::unique_ptr<Figure> fixed = broken.within({260, 130});
        QCOMPARE(fixed->size(), QSizeF(260, 130));
        const int height = extentOf(figureImage(*fixed, 96), Qt::red).height();
        QVERIFY2(std::abs(height - (100 - more)) <= 1, qPrintable(QString::number(height)));
    }

    void whatCannotBeReadIsRefused()
    {
        const SideBySideFigure both({side({700, 700}, Qt::red, "a", false, 0.5), side({10, 10}, Qt::blue, "b")},
                                    Theme::light());
        // Each could be read at half its size, and the whole must be large enough for both.
        try {
            both.within({401, 330});
            QFAIL("drawn all the same");
        } catch (const PictureError &error) {
            const QSize whole = SideBySideFigure::spaceFor({{700, 700}, {700, 700}}).toSize();
            const QString size = QString::fromUtf8("%1 × %2").arg(whole.width()).arg(whole.height());
            QVERIFY2(QString::fromUtf8(error.what()).contains(size), error.what());
            QCOMPARE(both.within(whole)->size(), QSizeF(whole));
        }
        QCOMPARE(both.within({801, 430})->size(), QSizeF(801, 430));
    }

    void captionsStandInBothThemes_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void captionsStandInBothThemes()
    {
        QFETCH(bool, dark);
        const Theme &theme = Theme::named(dark);
        const auto both = [&](const char *left, const char *right) {
            return SideBySideFigure({side({200, 100}, Qt::red, left), side({200, 100}, Qt::blue, right)}, theme);
        };
        const QByteArray svg = figureBytes(both("a & b now", "other pinned"), PictureFormat::Svg, 96, {});
        QVERIFY(svg.contains("a &amp; b now") && svg.contains("other pinned"));
        QCOMPARE(figureBytes(both("a & b now", "other pinned"), PictureFormat::Svg, 96, {}), svg);
        // The second caption begins above the second figure.
        const QImage without = figureImage(both("now", ""), 96);
        const QImage with = figureImage(both("now", "pinned"), 96);
        QRect ink;
        for (int y = 0; y < with.height(); ++y)
            for (int x = 0; x < with.width(); ++x)
                if (with.pixel(x, y) != without.pixel(x, y))
                    ink |= QRect(x, y, 1, 1);
        const QRect blue = extentOf(with, Qt::blue);
        QVERIFY(ink.left() >= blue.left() && ink.bottom() < blue.top() && ink.width() > 10);
        QCOMPARE(with.pixelColor(0, 0), theme.panel);
        QVERIFY(contrast(theme.text, theme.panel) > 4.5);
    }

    void longCaptionsStayAboveTheirFigure()
    {
        const std::string name(300, 'x');
        const SideBySideFigure both({side({120, 100}, Qt::red, name.c_str()), side({120, 100}, Qt::blue, "")},
                                    Theme::light());
        const QImage image = figureImage(both, 96);
        const QRect blue = extentOf(image, Qt::blue);
        QVERIFY(blue.top() > 60 && blue.size() == QSize(120, 100));
        for (int y = 0; y < blue.top(); ++y)
            for (int x = blue.left(); x < image.width(); ++x)
                QCOMPARE(image.pixelColor(x, y), Theme::light().panel);
    }
};

REGARD_TEST(TestSideBySideFigure)
#include "test_side_by_side_figure.moc"
