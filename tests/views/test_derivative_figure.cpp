#include <QImage>
#include <QTest>

#include "test_class.h"
#include "views/weights/derivative_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

QStringList names(int count)
{
    QStringList list;
    for (int i = 0; i < count; ++i)
        list.append(u"t%1"_s.arg(i));
    return list;
}

DerivativeData data(const Matrix &values)
{
    return {names(int(values.rows())), names(int(values.cols())), std::make_shared<const Matrix>(values)};
}

Matrix threeByThree()
{
    Matrix values(3, 3);
    values << 0, -2, 9, 1, 2, 0, 0, 0, 0.5F;
    return values;
}

} // namespace

class TestDerivativeFigure : public QObject {
    Q_OBJECT
private slots:
    void coloursAreSymmetricAboutZero()
    {
        for (const bool dark : {false, true}) {
            const Theme &theme = Theme::named(dark);
            DerivativeData causal = data(threeByThree());
            causal.isCausal = true; // hides −2 and 9
            QCOMPARE(causal.largest(), 2.0F);
            const DerivativeFigure figure(causal, QSizeF(300, 200), theme);
            QCOMPARE(figure.cellColor(0, 0), theme.diverging(0));
            QCOMPARE(figure.cellColor(1, 0), theme.diverging(0.5));
            QCOMPARE(figure.cellColor(1, 1), theme.diverging(1));
            QCOMPARE(figure.cellColor(0, 2), theme.masked.rgb());
            QCOMPARE(DerivativeFigure(data(-threeByThree()), QSizeF(300, 200), theme).cellColor(0, 2),
                     theme.diverging(-1));
        }
    }

    void maskedColumnsDoNotCount()
    {
        DerivativeData padded = data(threeByThree());
        padded.maskedKeys = {false, false, true};
        QCOMPARE(padded.largest(), 2.0F);
        QVERIFY(padded.isMasked(0, 2) && !padded.isMasked(0, 1));
    }

    void whatMovesNothingIsNeutral()
    {
        const Theme &theme = Theme::named(false);
        const DerivativeFigure figure(data(Matrix::Zero(2, 2)), QSizeF(200, 100), theme);
        QCOMPARE(figure.cellColor(1, 1), theme.diverging(0));
        paint(figure);
    }

    void hitsItsCells_data()
    {
        QTest::addColumn<int>("queries");
        QTest::addColumn<int>("keys");
        QTest::addColumn<QSizeF>("space");
        QTest::newRow("3 × 3") << 3 << 3 << QSizeF(280, 160);
        QTest::newRow("1 × 1") << 1 << 1 << QSizeF(280, 160);
        QTest::newRow("2 × 40, narrow") << 2 << 40 << QSizeF(240, 70);
        QTest::newRow("300 × 200, an image") << 300 << 200 << QSizeF(400, 190);
    }
    void hitsItsCells()
    {
        QFETCH(int, queries);
        QFETCH(int, keys);
        QFETCH(QSizeF, space);
        const DerivativeFigure figure(data(Matrix::Ones(queries, keys)), space, Theme::named(false));
        QVERIFY(figure.size().height() <= space.height());
        QVERIFY(figure.size().height() <= DerivativeFigure::wantedHeight(queries));
        for (const auto &[query, key] :
             {std::pair(0, 0), std::pair(queries - 1, keys - 1), std::pair(queries / 2, keys / 3)}) {
            const QRectF cell = figure.cellRect(query, key);
            QVERIFY(QRectF(QPointF(), figure.size()).contains(cell));
            QCOMPARE(figure.hit(cell.center()), std::optional(std::pair(query, key)));
        }
        QVERIFY(!figure.hit(figure.cellRect(0, keys - 1).topRight() + QPointF(1, -2)));
        QVERIFY(!figure.hit(figure.cellRect(queries - 1, 0).bottomLeft() + QPointF(1, 3)));
    }

    void paintsTheColoursThatItNames_data()
    {
        QTest::addColumn<int>("side");
        QTest::newRow("rectangles") << 3;
        QTest::newRow("image") << 150;
    }
    void paintsTheColoursThatItNames()
    {
        QFETCH(int, side);
        const Theme &theme = Theme::named(false);
        Matrix values = Matrix::Zero(side, side);
        values.bottomRows(side / 2).setConstant(-1);
        const DerivativeFigure figure(data(values), QSizeF(600, 600), theme);
        const QImage image = paint(figure);
        const QRectF low = figure.cellRect(side - 1, 0);
        QCOMPARE(image.pixel(qRound(low.left() + 0.3 * low.width()), qRound(low.top() + 0.3 * low.height())),
                 theme.diverging(-1));
    }

    void theFocusIsFramed()
    {
        const Theme &theme = Theme::named(false);
        const DerivativeFigure figure(data(Matrix::Zero(3, 3)), QSizeF(300, 200), theme);
        QImage image = paint(figure);
        QPainter painter(&image);
        figure.paintFocus(painter, 1, 2);
        figure.paintFocus(painter, -1, 2); // nobody in focus: nothing
        figure.paintFocus(painter, 3, 0);
        painter.end();
        const QRectF cell = figure.cellRect(1, 2);
        QCOMPARE(image.pixelColor(qRound(cell.left()) - 1, qRound(cell.center().y())), theme.accent);
    }

private:
    static QImage paint(const DerivativeFigure &figure)
    {
        QImage image(figure.size().toSize(), QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        figure.paint(painter);
        return image;
    }
};

REGARD_TEST(TestDerivativeFigure)

#include "test_derivative_figure.moc"
