#include <limits>

#include <QTest>
#include <QXmlStreamReader>

#include "figures/bar_list_figure.h"
#include "figures/export_figure.h"

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

QTEST_MAIN(TestBarListFigure)
#include "test_bar_list_figure.moc"
