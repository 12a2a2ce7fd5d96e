#include <limits>

#include <QImage>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/summaries/bar_list_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

BarListData someBars(int rows)
{
    BarListData data;
    for (int i = 0; i < rows; ++i)
        data.rows.push_back({u"1.%1"_s.arg(i + 1), 0.25 * (1 + i % 8), i});
    data.most = 2;
    data.title = u"Entropy"_s;
    data.labelHeader = u"head"_s;
    data.valueHeader = u"nats"_s;
    return data;
}

} // namespace

class TestBarListFigure : public QObject {
    Q_OBJECT
private slots:
    void barsAreProportional()
    {
        const BarListFigure figure(someBars(8), {230, 100}, Theme::light());
        const double full = figure.barRect(7).width();
        QVERIFY(full > 60);
        for (int i = 0; i < 8; ++i) {
            QVERIFY(qAbs(figure.barRect(i).width() - full * (i + 1) / 8) < 1e-9);
            QVERIFY(figure.rowRect(i).contains(figure.barRect(i)));
        }
    }

    void signedBarsGoEitherWay()
    {
        BarListData data = someBars(3);
        data.isSigned = true;
        data.rows[0].value = 1;
        data.rows[1].value = -1.5;
        data.rows[2].value = 5; // beyond what a full bar stands for
        for (const bool dark : {false, true}) {
            const Theme &theme = Theme::named(dark);
            const BarListFigure figure(data, {260, 100}, theme);
            const double middle = figure.barRect(0).left();
            QVERIFY(qAbs(figure.barRect(1).right() - middle) < 1e-9);
            QVERIFY(qAbs(figure.barRect(0).width() * 1.5 - figure.barRect(1).width()) < 1e-9);
            QVERIFY(qAbs(figure.barRect(2).width() - 2 * figure.barRect(0).width()) < 1e-9);
            const QImage image = figureImage(figure, 96);
            for (const int row : {0, 1}) {
                QCOMPARE(image.pixelColor(figure.barRect(row).center().toPoint()),
                         theme.change(data.rows[std::size_t(row)].value));
                QVERIFY(figure.rowRect(row).contains(figure.barRect(row)));
            }
        }
        const QString svg = QString::fromUtf8(
            figureBytes(BarListFigure(data, {260, 100}, Theme::light()), PictureFormat::Svg, 96, u"t"_s));
        QVERIFY(svg.contains(u"+1.000"_s) && svg.contains(u"\u22121.500"_s));
    }

    void aSecondTextTakesItsOwnColumn_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("narrow") << 150;
        QTest::newRow("a panel") << 260;
    }
    void aSecondTextTakesItsOwnColumn()
    {
        QFETCH(int, width);
        BarListData data = someBars(3);
        const double without = BarListFigure(data, QSizeF(width, 100), Theme::light()).barRect(0).left();
        data.detailHeader = u"angle"_s;
        data.rows[1].detail = u"12°"_s;
        const BarListFigure figure(data, QSizeF(width, 100), Theme::light());
        QVERIFY(figure.barRect(0).left() > without + 10);
        QVERIFY(figure.barRect(0).width() > 0);
        QCOMPARE(figure.barRect(0).left(), figure.barRect(1).left()); // rows without one leave it free
        QVERIFY(figureBytes(figure, PictureFormat::Svg, 96, u"t"_s).contains("12°"));
    }

    void whatIsNotKnownHasNoBar()
    {
        BarListData data = someBars(3);
        data.rows[1].value = std::numeric_limits<double>::quiet_NaN();
        const BarListFigure figure(data, {230, 100}, Theme::light());
        QCOMPARE(figure.barRect(1).width(), 0.0);
        QVERIFY(figureBytes(figure, PictureFormat::Svg, 96, u"t"_s).contains("…"));
    }

    void growsDownwardsAndHitsItsRows_data()
    {
        QTest::addColumn<int>("rows");
        QTest::newRow("none") << 0;
        QTest::newRow("one") << 1;
        QTest::newRow("24 layers of 16 heads") << 384;
    }
    void growsDownwardsAndHitsItsRows()
    {
        QFETCH(int, rows);
        const BarListFigure figure(someBars(rows), {230, 120}, Theme::light());
        QCOMPARE(figure.size().width(), 230.0);
        QVERIFY(figure.size().height() >= 120);
        for (int i = 0; i < rows; ++i) {
            QVERIFY(QRectF(QPointF(), figure.size()).contains(figure.rowRect(i)));
            QCOMPARE(figure.hit(figure.rowRect(i).center()), std::optional(i));
        }
        QVERIFY(!figure.hit({100, 2}));
        QVERIFY(!figure.hit({100, figure.size().height() - 1}));
    }

    void theVectorPictureIsText()
    {
        BarListData data = someBars(5);
        data.rows[0].label = u"<&"_s;
        const QByteArray bytes =
            figureBytes(BarListFigure(data, {230, 120}, Theme::darkTheme()), PictureFormat::Svg, 96, u"t"_s);
        QXmlStreamReader reader(bytes);
        QString text;
        while (!reader.atEnd()) {
            reader.readNext();
            QVERIFY(!reader.isStartElement() || reader.name() != "image"_L1);
            if (reader.isCharacters())
                text += reader.text().toString() + u'|';
        }
        QCOMPARE(reader.errorString(), QString());
        for (const QString &wanted : {u"<&"_s, u"1.5"_s, u"0.250"_s, u"1.250"_s, u"nats"_s})
            QVERIFY2(text.contains(wanted), qPrintable(wanted));
    }
};

REGARD_TEST(TestBarListFigure)
#include "test_bar_list_figure.moc"
