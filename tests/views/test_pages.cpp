#include <QBuffer>
#include <QImage>
#include <QTest>

#include "draw/export_figure.h"
#include "draw/pdf_pages.h"
#include "draw/titled_figure.h"
#include "test_class.h"

using namespace regard;

namespace {

/// One colour, as large as it is told.
class PagesPlainFigure : public Figure {
public:
    explicit PagesPlainFigure(QSizeF size) : m_size(size) {}
    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override { painter.fillRect(QRectF(QPointF(), m_size), Qt::red); }

private:
    QSizeF m_size;
};

} // namespace

/// Several pages in one PDF, and the line above a page's figure.
class TestPages : public QObject {
    Q_OBJECT

private slots:
    void everyPageHasItsFiguresSize()
    {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        QVERIFY(buffer.open(QIODevice::WriteOnly));
        PdfPages pages(&buffer, QStringLiteral("pages"));
        for (const QSizeF size : {QSizeF(960, 480), QSizeF(480, 960), QSizeF(960, 480)})
            pages.add(PagesPlainFigure(size));
        pages.finish();
        QCOMPARE(int(bytes.count("/Type /Page\n")), 3);
        QVERIFY(bytes.contains("/Count 3"));
        // 96 CSS pixels are an inch, 72 points
        QCOMPARE(int(bytes.count("/MediaBox [0 0 720.000000 360.000000]")), 2);
        QCOMPARE(int(bytes.count("/MediaBox [0 0 360.000000 720.000000]")), 1);
    }

    void aPageFillsItsSize_data()
    {
        QTest::addColumn<QSizeF>("figure");
        QTest::addColumn<double>("red"); ///< share of the space below the line
        const QSizeF space = TitledFigure::spaceBelow({400, 300});
        QTest::newRow("as large as the space") << space << 1.0;
        QTest::newRow("half as large is drawn larger") << space / 2 << 1.0;
        QTest::newRow("twice as large is drawn smaller") << space * 2 << 1.0;
        QTest::newRow("twice as wide") << QSizeF(space.width() * 2, space.height()) << 0.5;
    }

    void aPageFillsItsSize()
    {
        QFETCH(QSizeF, figure);
        QFETCH(double, red);
        const TitledFigure page(std::make_unique<PagesPlainFigure>(figure), QStringLiteral("title"),
                                QStringLiteral("1 / 2"), {400, 300}, Theme::light());
        QCOMPARE(page.size(), QSizeF(400, 300));
        const QImage image = figureImage(page, 96);
        int count = 0;
        int title = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                count += image.pixelColor(x, y) == QColor(Qt::red) ? 1 : 0;
                title += y < 30 && image.pixelColor(x, y).lightness() < 100 ? 1 : 0;
            }
        }
        const QSizeF space = TitledFigure::spaceBelow({400, 300});
        const double share = count / (space.width() * space.height());
        QVERIFY2(std::abs(share - red) < 0.01, qPrintable(QString::number(share))); // a row of pixels at an edge
        QVERIFY(title > 20);
    }
};

REGARD_TEST(TestPages)
#include "test_pages.moc"
