#include <cmath>
#include <limits>
#include <tuple>

#include <QImage>
#include <QPainter>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/training/length_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Three models as they come out: one that is lost beyond 10, two that are not.
LengthData someLengths()
{
    LengthData data;
    data.models = {{u"without attention"_s, {{5, 1}, {10, 0.78}, {20, 0}, {30, 0}, {40, 0}}, {}, 0, false},
                   {u"with attention"_s, {{5, 1}, {10, 1}, {20, 1}, {30, 0.99}, {40, 0.5}}, {}, 1, false},
                   {u"Transformer"_s, {{5, 1}, {10, 1}, {20, 1}, {30, 1}, {40, 0.98}}, {}, 2, true}};
    data.title = u"Sentences right"_s;
    data.lengthTitle = u"length"_s;
    return data;
}

QImage painted(const LengthFigure &figure)
{
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    figure.paint(painter);
    return image;
}

QColor pixelAt(const QImage &image, QPointF at)
{
    return image.pixelColor(int(at.x()), int(at.y()));
}

} // namespace

/// Accuracy over length.
class TestLengthFigure : public QObject {
    Q_OBJECT

    const Theme m_theme = Theme::light();

private slots:
    /// Lengths from 0 to the longest, shares from 0 to 1, whatever the curves reach.
    void placesValues()
    {
        const LengthFigure figure(someLengths(), {400, 300}, m_theme);
        QCOMPARE(figure.size(), QSizeF(400, 300));
        const QRectF plot = figure.plotRect();
        QVERIFY(QRectF(QPointF(0, 0), figure.size()).contains(plot));
        QCOMPARE(figure.place({0, 0}), plot.bottomLeft());
        QCOMPARE(figure.place({40, 1}), plot.topRight());
        QCOMPARE(figure.place({10, 0.25}), QPointF(plot.left() + plot.width() / 4, plot.bottom() - plot.height() / 4));
        QCOMPARE(figure.place({40, 7}), plot.topRight());
    }

    /// A dot of the model's colour at each length that was measured, and the line between two of them.
    void paintsEveryModel()
    {
        const LengthFigure figure(someLengths(), {400, 300}, m_theme);
        const QImage image = painted(figure);
        for (const auto &[model, length, share] :
             {std::tuple(0, 10.0, 0.78), std::tuple(0, 30.0, 0.0), std::tuple(1, 40.0, 0.5), std::tuple(2, 40.0, 0.98)})
            QCOMPARE(pixelAt(image, figure.place({length, share})), m_theme.head(model));
        // A slanting line does not cover its pixels wholly.
        const QColor between = pixelAt(image, figure.place({35, (0.99 + 0.5) / 2}));
        QVERIFY2(std::abs(between.red() - m_theme.head(1).red()) + std::abs(between.green() - m_theme.head(1).green()) +
                         std::abs(between.blue() - m_theme.head(1).blue()) <
                     60,
                 qPrintable(between.name()));
        QCOMPARE(pixelAt(image, figure.place({20, 0.37})), m_theme.paper);
        QCOMPARE(pixelAt(image, {1, 1}), m_theme.paper);
        for (int x = 0; x < image.width(); ++x)
            QVERIFY(image.pixelColor(x, image.height() - 1) != QColor(Qt::magenta));
    }

    /// Where nothing was measured there is no line.
    void leavesGaps()
    {
        LengthData data = someLengths();
        data.models = {{u"model"_s, {{5, 0.5}, {20, std::numeric_limits<double>::quiet_NaN()}, {40, 0.5}}, {}, 1}};
        const LengthFigure figure(data, {400, 300}, m_theme);
        const QImage image = painted(figure);
        QCOMPARE(pixelAt(image, figure.place({5, 0.5})), m_theme.head(1));
        QCOMPARE(pixelAt(image, figure.place({40, 0.5}) - QPointF(1, 0)), m_theme.head(1));
        QVERIFY(pixelAt(image, figure.place({20, 0.5})) != m_theme.head(1));
    }

    /// However narrow or low it is asked for, there is a plot; nothing of an empty one throws.
    void standsSmallSpaces()
    {
        for (const QSizeF space : {QSizeF(10, 10), QSizeF(160, 60), QSizeF(900, 120)}) {
            const LengthFigure figure(someLengths(), space, m_theme);
            QVERIFY(figure.plotRect().height() >= 90 - 1e-9 && figure.plotRect().width() > 90);
            QVERIFY(QRectF(QPointF(0, 0), figure.size()).contains(figure.plotRect()));
            QVERIFY(!painted(figure).isNull());
        }
        QVERIFY(!painted(LengthFigure({}, {300, 200}, m_theme)).isNull());
    }

    /// As a vector picture it holds the names, the title and the measured lengths as text.
    void isExported()
    {
        const LengthFigure figure(someLengths(), {400, 300}, m_theme);
        QXmlStreamReader reader(figureBytes(figure, PictureFormat::Svg, 96, u"lengths"_s));
        QStringList texts;
        while (!reader.atEnd()) {
            reader.readNext();
            QVERIFY(!reader.isStartElement() || reader.name() != "image"_L1);
            if (reader.isCharacters() && !reader.isWhitespace())
                texts << reader.text().toString().trimmed();
        }
        QVERIFY(!reader.hasError());
        for (const QString &text : {u"without attention"_s, u"with attention"_s, u"Transformer"_s, u"Sentences right"_s,
                                    u"length"_s, u"5"_s, u"10"_s, u"20"_s, u"30"_s, u"40"_s, u"0.5"_s})
            QVERIFY2(texts.contains(text), qPrintable(text + u" in "_s + texts.join(u'|')));
    }
};

REGARD_TEST(TestLengthFigure)
#include "test_length_figure.moc"
