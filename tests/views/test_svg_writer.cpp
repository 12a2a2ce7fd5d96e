#include <functional>

#include <QBuffer>
#include <QLinearGradient>
#include <QPainter>
#include <QSvgGenerator>
#include <QSvgRenderer>
#include <QTest>

#include "draw/svg_writer.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

using Painting = std::function<void(QPainter &)>;

constexpr QSize svgWriterSize(400, 300);

/// What Qt's own generator writes.
QByteArray wholeFile(const Painting &paint)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);
    generator.setSize(svgWriterSize);
    generator.setViewBox(QRect(QPoint(), svgWriterSize));
    generator.setTitle(u"a title"_s);
    QPainter painter(&generator);
    paint(painter);
    painter.end();
    return buffer.data();
}

/// Keeps what it is given, or refuses all beyond a limit, and knows how it came.
class Sink : public QIODevice {
public:
    explicit Sink(qsizetype limit = 1 << 30) : m_limit(limit) { open(QIODevice::WriteOnly | QIODevice::Unbuffered); }
    bool isSequential() const override { return true; }

    QByteArray bytes;
    qint64 longest = 0;
    int writes = 0;

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *data, qint64 length) override
    {
        ++writes;
        longest = std::max(longest, length);
        if (bytes.size() + length > m_limit)
            return -1;
        bytes.append(data, qsizetype(length));
        return length;
    }

private:
    qsizetype m_limit;
};

void paintTo(Sink &sink, const Painting &paint)
{
    SvgWriter writer(&sink, svgWriterSize, PictureOrigin(u"a title"_s));
    QPainter painter(&writer);
    paint(painter);
}

/// Everything that figures draw, again and again, in states that differ or not.
void paintAll(QPainter &painter, int times)
{
    QImage image(3, 2, QImage::Format_RGB32);
    image.fill(Qt::red);
    QFont font = painter.font();
    font.setPixelSize(11);
    painter.setFont(font);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < times; ++i) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor::fromHsv(i % 360, 200, 200, 100));
        QPainterPath path(QPointF(i % 7, 3.25));
        path.cubicTo(10, 20, 30.5, 40, 50, 60 + i % 11);
        path.closeSubpath();
        painter.drawPath(path);
        painter.drawPath(path.translated(1, 1));
        painter.fillRect(QRectF(i % 13, 2, 3, 4), Qt::blue);
        painter.setPen(QPen(Qt::black, 0));
        painter.drawRect(QRectF(1, 2, i % 17, 4));
        painter.drawEllipse(QPointF(4, 5), 2, 2);
        painter.drawEllipse(QRectF(4, 5, 6, 7));
        painter.setPen(QPen(QColor(10, 20, 30), 1.5, Qt::DashLine, Qt::RoundCap));
        painter.drawLine(QLineF(0, 0, i % 19, 20));
        painter.drawPolyline(QPolygonF({{1, 1}, {2, 3}, {5, 8}}));
        painter.drawPoint(QPointF(7, 7));
        painter.save();
        painter.translate(20, 10);
        painter.rotate(i % 90);
        painter.setOpacity(0.5);
        painter.drawText(QPointF(10, 10), u"<word> & 图书馆 %1"_s.arg(i));
        painter.restore();
        painter.drawImage(QRectF(5, 5, 30, 20), image);
        painter.drawPixmap(QPointF(9, 9), QPixmap::fromImage(image));
    }
}

} // namespace

/// An SVG file that is written piece by piece is the one that Qt writes at once.
class TestSvgWriter : public QObject {
    Q_OBJECT

private slots:
    void sameBytes_data()
    {
        QTest::addColumn<int>("times");
        QTest::addColumn<int>("leastWrites");
        QTest::newRow("nothing") << 0 << 1;
        QTest::newRow("one piece") << 3 << 1;
        QTest::newRow("many pieces") << 1500 << 10;
    }

    void sameBytes()
    {
        QFETCH(int, times);
        QFETCH(int, leastWrites);
        const auto paint = [&](QPainter &painter) { paintAll(painter, times); };
        Sink sink;
        paintTo(sink, paint);
        const QByteArray whole = wholeFile(paint);
        QVERIFY2(sink.bytes == whole, qPrintable(u"%1 and %2 bytes"_s.arg(sink.bytes.size()).arg(whole.size())));
        QVERIFY2(sink.writes >= leastWrites, qPrintable(QString::number(sink.writes)));
        if (leastWrites > 1) // no write holds much of the file
            QVERIFY2(sink.longest * 5 < whole.size(), qPrintable(QString::number(sink.longest)));
    }

    void saysExactSizeAndOrigin()
    {
        const auto written = [](int times) {
            Sink sink;
            SvgWriter writer(&sink, {317.48, 200}, PictureOrigin(u"t"_s, u"Regard 9"_s, {u"export"_s, u"a b"_s}));
            QPainter painter(&writer);
            paintAll(painter, times);
            painter.end();
            return sink.bytes;
        };
        for (const QByteArray &svg : {written(1), written(800)}) {
            QVERIFY(svg.contains("viewBox=\"0 0 317.48 200\""));
            QCOMPARE(commandIn(svg), QStringList({u"export"_s, u"a b"_s}));
            QCOMPARE(svg.count("<svg "), 1);
            QCOMPARE(svg.count("</svg>"), 1);
            QCOMPARE(svg.count("<metadata>"), 1);
            QVERIFY(!svg.contains("Generated with Qt"));
            QVERIFY(QSvgRenderer(svg).isValid());
        }
    }

    /// Gradients have names in a file: they stay in one piece, which need not be the first.
    void gradientsKeepTheirColors()
    {
        const auto gradient = [](QPainter &painter, QColor to, double top) {
            QLinearGradient colors(0, 0, svgWriterSize.width(), 0);
            colors.setColorAt(0, to);
            colors.setColorAt(1, to);
            painter.fillRect(QRectF(0, top, svgWriterSize.width(), 50), colors);
        };
        Sink sink;
        paintTo(sink, [&](QPainter &painter) {
            paintAll(painter, 800);
            gradient(painter, Qt::green, 200);
            paintAll(painter, 200);
            gradient(painter, Qt::magenta, 250);
        });
        QVERIFY(sink.writes > 1);
        QImage image(svgWriterSize, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        QSvgRenderer renderer(sink.bytes);
        QVERIFY(renderer.isValid());
        renderer.render(&painter);
        painter.end();
        QCOMPARE(image.pixelColor(300, 225), QColor(Qt::green));
        QCOMPARE(image.pixelColor(300, 275), QColor(Qt::magenta));
    }

    void aDeviceThatRefusesIsNoCrash()
    {
        Sink sink(qsizetype{1} << 20);
        paintTo(sink, [](QPainter &painter) { paintAll(painter, 1500); });
        QVERIFY(sink.bytes.size() <= qsizetype{1} << 20);
        QVERIFY(!sink.bytes.contains("</svg>"));
    }
};

REGARD_TEST(TestSvgWriter)
#include "test_svg_writer.moc"
