#include <functional>

#include <QBuffer>
#include <QPainter>
#include <QPainterPath>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QSvgRenderer>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/figure_group.h"
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

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *data, qint64 length) override
    {
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

QImage svgWriterImage(const QByteArray &svg)
{
    QImage image(svgWriterSize, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    QSvgRenderer renderer(svg);
    renderer.render(&painter, QRectF(QPointF(), svgWriterSize));
    return image;
}

/// The ids of all groups in the order of the file; a group's id is told with what holds it.
QStringList svgWriterGroups(const QByteArray &svg)
{
    QStringList found;
    QStringList open;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement()) {
            open << reader.attributes().value("id"_L1).toString();
            if (reader.name() == "g"_L1 && !open.last().isEmpty())
                found << open.filter(QRegularExpression(u"."_s)).join(u'>');
        } else if (reader.isEndElement()) {
            open.removeLast();
        }
    }
    return reader.hasError() ? QStringList(reader.errorString()) : found;
}

} // namespace

/// SVG files for people who go on with them.
class TestSvgWriter : public QObject {
    Q_OBJECT

private slots:
    /// What Qt's own generator writes of the same painting looks the same.
    void looksAsQtsOwn()
    {
        const auto paint = [](QPainter &painter) { paintAll(painter, 60); };
        Sink sink;
        paintTo(sink, paint);
        const QImage own = svgWriterImage(sink.bytes);
        const QImage qts = svgWriterImage(wholeFile(paint));
        int different = 0;
        for (int y = 0; y < own.height(); ++y)
            for (int x = 0; x < own.width(); ++x) {
                const QColor a = own.pixelColor(x, y);
                const QColor b = qts.pixelColor(x, y);
                if (std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) > 60)
                    ++different;
            }
        QVERIFY2(different < 40, qPrintable(QString::number(different))); // edges are rounded to a thousandth
        QVERIFY(own != svgWriterImage(wholeFile([](QPainter &) {})));
    }

    void saysExactSizeAndOrigin()
    {
        Sink sink;
        {
            SvgWriter writer(&sink, {317.48, 200}, PictureOrigin(u"<t>"_s, u"Regard 9"_s, {u"export"_s, u"a b"_s}));
            QPainter painter(&writer);
            paintAll(painter, 2);
        }
        QVERIFY(sink.bytes.contains("viewBox=\"0 0 317.48 200\""));
        QVERIFY(sink.bytes.contains("<title>&lt;t&gt;</title>"));
        QCOMPARE(commandIn(sink.bytes), QStringList({u"export"_s, u"a b"_s}));
        QVERIFY(QSvgRenderer(sink.bytes).isValid());
    }

    void groupsHaveTheNamesOfAllThatHoldThem()
    {
        Sink sink;
        paintTo(sink, [](QPainter &painter) {
            const auto shape = [&] { painter.fillRect(QRectF(1, 1, 5, 5), Qt::red); };
            const auto part = [&](const char *name, int number) {
                const FigureGroup group(painter, name, number);
                shape();
            };
            const FigureGroup empty(painter, "empty"); // holds others, so that it is not
            {
                const FigureGroup links(painter, "links");
                for (const int head : {2, 2, 3, 2, 2})
                    part("head", head);
            }
            {
                const FigureGroup nothing(painter, "nothing");
            }
            painter.save();
            painter.setClipRect(QRectF(0, 0, 9, 9));
            painter.rotate(5);
            part("title", 0);
            painter.restore();
        });
        QCOMPARE(svgWriterGroups(sink.bytes),
                 QStringList({u"empty"_s, u"empty>empty-links"_s, u"empty>empty-links>empty-links-head-2"_s,
                              u"empty>empty-links>empty-links-head-3"_s, u"empty>empty-links>empty-links-head-2.2"_s,
                              u"empty>empty-title"_s}));
    }

    void onePlaceForEachStyle()
    {
        Sink sink;
        paintTo(sink, [](QPainter &painter) {
            for (int i = 0; i < 50; ++i) {
                painter.setPen(QPen(Qt::black, i % 2 + 1));
                painter.drawLine(QPointF(0, i), QPointF(9, i));
                painter.drawText(QPointF(3, i), u"t"_s);
            }
        });
        QCOMPARE(sink.bytes.count("stroke:#000000"), 2);
        QCOMPARE(sink.bytes.count("font-family"), 1);
        QCOMPARE(sink.bytes.count("<style"), 1);
    }

    void nothingBeyondThePage()
    {
        Sink sink;
        paintTo(sink, [](QPainter &painter) {
            painter.translate(-30, -20);
            painter.fillRect(QRectF(0, 0, 900, 800), Qt::yellow);
            painter.fillRect(QRectF(0, 0, 10, 10), Qt::red);
        });
        QCOMPARE(sink.bytes.count("<rect"), 1);
        QVERIFY(sink.bytes.contains("<rect x=\"0\" y=\"0\" width=\"400\" height=\"300\" fill=\"#ffff00\"/>"));
    }

    /// Qt's own reader knows no clipping: the file is looked at.
    void whatClipsIsNamed()
    {
        Sink sink;
        paintTo(sink, [](QPainter &painter) {
            painter.save();
            painter.translate(10, 10);
            painter.setClipRect(QRectF(0, 0, 20, 20), Qt::IntersectClip);
            painter.fillRect(QRectF(0, 0, 90, 90), Qt::red);
            painter.restore();
            painter.fillRect(QRectF(50, 50, 9, 9), Qt::blue);
        });
        QVERIFY(sink.bytes.contains("M10 10L30 10L30 30L10 30L10 10"));
        const qsizetype clipped = sink.bytes.indexOf("<g clip-path=\"url(#clip-1)\">");
        const qsizetype closed = sink.bytes.indexOf("</g>", clipped);
        QVERIFY(clipped > 0 && clipped < sink.bytes.indexOf("#ff0000") && sink.bytes.indexOf("#ff0000") < closed);
        QVERIFY(sink.bytes.indexOf("#0000ff") > closed);
    }

    void aDeviceThatRefusesIsNoCrash()
    {
        Sink sink(1000);
        paintTo(sink, [](QPainter &painter) { paintAll(painter, 100); });
        QVERIFY(!sink.bytes.contains("</svg>"));
    }
};

REGARD_TEST(TestSvgWriter)
#include "test_svg_writer.moc"
