#include "draw/svg_writer.h"

#include <cmath>
#include <optional>

#include <QBuffer>
#include <QPaintEngine>
#include <QPainter>

#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double svgWriterCssDpi = 96;

/// Qt's generator knows whole pixels.
QSize wholeSize(QSizeF size)
{
    return {int(std::ceil(size.width())), int(std::ceil(size.height()))};
}

/// A picture of 84 mm has a fraction of a pixel.
QByteArray withExactSize(QByteArray svg, QSizeF exact)
{
    if (QSizeF(wholeSize(exact)) == exact)
        return svg;
    constexpr double millimetres = 25.4 / svgWriterCssDpi;
    const auto number = [](double value) { return QByteArray::number(value, 'g', 9); };
    const qsizetype begin = svg.indexOf("<svg width=");
    const qsizetype end = svg.indexOf("xmlns=", begin);
    const QByteArray head = "<svg width=\"" + number(exact.width() * millimetres) + "mm\" height=\"" +
                            number(exact.height() * millimetres) + "mm\"\n viewBox=\"0 0 " + number(exact.width()) +
                            " " + number(exact.height()) + "\"\n ";
    return begin < 0 || end < 0 ? svg : svg.replace(begin, end - begin, head);
}

/// Puts the origin in the place of Qt's own remark.
QByteArray withOrigin(QByteArray svg, const PictureOrigin &origin)
{
    const QByteArray rdf = origin.rdf();
    const QByteArray remark = "<desc>Generated with Qt</desc>";
    const qsizetype at = svg.indexOf(remark);
    return rdf.isEmpty() || at < 0 ? svg : svg.replace(at, remark.size(), "<metadata>\n" + rdf + "\n</metadata>");
}

void setUp(QSvgGenerator &generator, QSizeF exact, const PictureOrigin &origin)
{
    const QSize size = wholeSize(exact);
    generator.setResolution(int(svgWriterCssDpi));
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setTitle(visibleToken(origin.title).toHtmlEscaped());
}

/// Qt's generator with its text in memory: a whole file, of which a piece is taken.
class Piece {
public:
    Piece(QSizeF size, const PictureOrigin &origin)
    {
        m_buffer.open(QIODevice::WriteOnly);
        m_generator.setOutputDevice(&m_buffer);
        setUp(m_generator, size, origin);
        m_painter.begin(&m_generator);
    }

    QPaintEngine &engine() const { return *m_painter.paintEngine(); }
    /// The one property that the engine asks its painter for.
    void setPen(const QPen &pen) { m_painter.setPen(pen); }
    QByteArray finished()
    {
        m_painter.end();
        return m_buffer.data();
    }

private:
    QBuffer m_buffer;
    QSvgGenerator m_generator;
    QPainter m_painter; // ends before the generator
};

/// What Qt writes of a piece beyond its definitions and shapes.
constexpr QByteArrayView tail = "</g>\n</g>\n</svg>\n";

/// Returns a piece without its head: definitions, if there are any, and what was painted.
QByteArray continuation(const QByteArray &piece)
{
    constexpr QByteArrayView definitions = "<defs>\n";
    constexpr QByteArrayView defined = "</defs>\n";
    const qsizetype begin = piece.indexOf(definitions);
    const qsizetype end = piece.indexOf(defined, begin) + defined.size();
    const bool isEmpty = end - begin == definitions.size() + defined.size();
    const qsizetype painted = piece.indexOf("\n\n", end) + 2; // behind the group of Qt's defaults
    return (isEmpty ? QByteArray() : piece.mid(begin, end - begin)) + piece.mid(painted);
}

/// Hands everything on to the engine of a piece; where a state begins, another piece may.
class PieceEngine : public QPaintEngine {
public:
    PieceEngine(QIODevice *device, QSizeF size, const PictureOrigin &origin)
        : m_device(device), m_size(size), m_origin(origin)
    {
        const Piece piece(m_size, m_origin);
        for (int bit = 0; bit < 31; ++bit)
            if (const auto feature = PaintEngineFeature(1U << unsigned(bit)); piece.engine().hasFeature(feature))
                gccaps |= feature;
    }

    Type type() const override { return SVG; }
    bool begin(QPaintDevice *) override
    {
        m_piece.emplace(m_size, m_origin);
        m_isFirst = true;
        m_isDivisible = true;
        m_isWhole = true;
        m_length = 0;
        return true;
    }
    bool end() override
    {
        write(m_piece->finished());
        m_piece.reset();
        return true;
    }

    void updateState(const QPaintEngineState &next) override
    {
        // A piece's definitions would stand beside others of the same name.
        if (next.brush().gradient() || next.clipOperation() != Qt::NoClip)
            m_isDivisible = false;
        if (m_isDivisible && m_length > most)
            divide();
        grow(300);
        m_piece->setPen(next.pen());
        target().updateState(next);
    }
    void drawPath(const QPainterPath &path) override
    {
        grow(path.elementCount() * lengthOfPoint);
        target().drawPath(path);
    }
    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override
    {
        grow(count * lengthOfPoint);
        target().drawPolygon(points, count, mode);
    }
    void drawRects(const QRectF *rects, int count) override
    {
        grow(count * 4 * lengthOfPoint);
        target().drawRects(rects, count);
    }
    void drawEllipse(const QRectF &rect) override { target().drawEllipse(rect); }
    void drawTextItem(const QPointF &at, const QTextItem &item) override
    {
        if (item.text().isEmpty()) // glyphs alone become paths, by the painter of this engine
            QPaintEngine::drawTextItem(at, item);
        else
            target().drawTextItem(at, item);
    }
    void drawPixmap(const QRectF &rect, const QPixmap &pixmap, const QRectF &part) override
    {
        drawImage(rect, pixmap.toImage(), part, Qt::AutoColor);
    }
    void drawImage(const QRectF &rect, const QImage &image, const QRectF &part, Qt::ImageConversionFlags flags) override
    {
        grow(image.sizeInBytes());
        target().drawImage(rect, image, part, flags);
    }

private:
    static constexpr qsizetype most = qsizetype{1} << 18;
    static constexpr qsizetype lengthOfPoint = 16;

    QPaintEngine &target() const { return m_piece->engine(); }
    /// Counts about so many more characters.
    void grow(qsizetype length) { m_length += length; }

    void divide()
    {
        QByteArray piece = m_piece->finished();
        piece.chop(tail.size());
        write(piece + "</g>\n\n"); // as before another state
        m_isFirst = false;
        m_length = 0;
        m_piece.emplace(m_size, m_origin);
    }

    /// What goes wrong is the device's to tell when it is closed; nothing follows a gap.
    void write(const QByteArray &piece)
    {
        const QByteArray text = m_isFirst ? withOrigin(withExactSize(piece, m_size), m_origin) : continuation(piece);
        m_isWhole = m_isWhole && m_device->write(text) == text.size();
    }

    QIODevice *m_device;
    QSizeF m_size;
    PictureOrigin m_origin;
    std::optional<Piece> m_piece;
    bool m_isFirst = true;
    bool m_isDivisible = true;
    bool m_isWhole = true; ///< the device took all so far
    qsizetype m_length = 0;
};

} // namespace

SvgWriter::SvgWriter(QIODevice *device, QSizeF size, const PictureOrigin &origin)
    : m_engine(std::make_unique<PieceEngine>(device, size, origin))
{
    setUp(*this, size, origin);
}

SvgWriter::~SvgWriter() = default;

QPaintEngine *SvgWriter::paintEngine() const
{
    return m_engine.get();
}

} // namespace regard
