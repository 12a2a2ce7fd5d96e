#include "draw/svg_writer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QBuffer>
#include <QFontInfo>
#include <QHash>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include "draw/figure_group.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double svgWriterCssDpi = 96;

QByteArray svgNumber(double value)
{
    QByteArray text = QByteArray::number(value, 'f', 3);
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text == "-0" ? QByteArray("0") : text;
}

QByteArray svgAttribute(const char *name, const QByteArray &value)
{
    return QByteArray(" ") + name + "=\"" + value + '"';
}

QByteArray svgOpacity(const char *name, double opacity)
{
    return opacity < 1 ? QByteArray(name) + ':' + svgNumber(opacity) + ';' : QByteArray();
}

QByteArray svgPath(const QPainterPath &path)
{
    QByteArray text;
    const auto point = [&](int i) { return svgNumber(path.elementAt(i).x) + ' ' + svgNumber(path.elementAt(i).y); };
    for (int i = 0; i < path.elementCount(); ++i) {
        if (path.elementAt(i).isMoveTo()) {
            text += 'M' + point(i);
        } else if (path.elementAt(i).isLineTo()) {
            text += 'L' + point(i);
        } else {
            text += 'C' + point(i) + ' ' + point(i + 1) + ' ' + point(i + 2);
            i += 2;
        }
    }
    return text;
}

/// Lines, whose places stay as they are; the width is of the page.
QByteArray strokeStyle(const QPen &pen, double scale, double opacity)
{
    if (pen.style() == Qt::NoPen)
        return {};
    const double width = pen.isCosmetic() || pen.widthF() == 0 ? std::max(1.0, pen.widthF()) : pen.widthF() * scale;
    QByteArray style = "stroke:" + pen.color().name().toLatin1() + ";stroke-width:" + svgNumber(width) + ';';
    if (pen.capStyle() != Qt::FlatCap)
        style += pen.capStyle() == Qt::RoundCap ? "stroke-linecap:round;" : "stroke-linecap:square;";
    if (pen.joinStyle() == Qt::RoundJoin || pen.joinStyle() == Qt::BevelJoin)
        style += pen.joinStyle() == Qt::RoundJoin ? "stroke-linejoin:round;" : "stroke-linejoin:bevel;";
    else
        style += "stroke-miterlimit:" + svgNumber(pen.miterLimit()) + ';';
    if (pen.style() != Qt::SolidLine) {
        QByteArrayList dashes;
        for (const double dash : pen.dashPattern())
            dashes << svgNumber(dash * width);
        style +=
            "stroke-dasharray:" + dashes.join(',') + ";stroke-dashoffset:" + svgNumber(pen.dashOffset() * width) + ';';
    }
    return style + svgOpacity("stroke-opacity", pen.color().alphaF() * opacity);
}

} // namespace

class SvgEngine : public QPaintEngine {
public:
    SvgEngine(QIODevice *device, QSizeF size, const PictureOrigin &origin)
        : QPaintEngine(AllFeatures & ~(PatternBrush | PerspectiveTransform | LinearGradientFill | RadialGradientFill |
                                       ConicalGradientFill | PorterDuff)),
          m_device(device), m_size(size), m_origin(origin)
    {
    }

    Type type() const override { return SVG; }
    bool begin(QPaintDevice *) override { return true; }
    bool end() override
    {
        enter({});
        // What goes wrong is the device's to tell when it is closed; nothing follows a gap.
        for (const QByteArray &part : {head(), m_body, QByteArray("</svg>\n")})
            if (m_device->write(part) != part.size())
                break;
        m_body.clear();
        return true;
    }

    void updateState(const QPaintEngineState &next) override
    {
        const DirtyFlags changed = next.state();
        if (changed & DirtyTransform) {
            m_transform = next.transform();
            m_scale = m_transform.m11();
            m_isPlain = m_transform.type() <= QTransform::TxScale && m_scale > 0 && m_scale == m_transform.m22();
            if (!m_isPlain)
                m_scale = 1;
        }
        if (changed & DirtyPen)
            m_pen = next.pen();
        if (changed & DirtyBrush)
            m_brush = next.brush();
        if (changed & DirtyOpacity)
            m_opacity = next.opacity();
        if (changed & (DirtyClipPath | DirtyClipRegion)) {
            QPainterPath path = next.clipPath();
            if (changed & DirtyClipRegion)
                path.addRegion(next.clipRegion());
            clip(next.clipOperation(), next.transform().map(path));
        }
        if (changed & DirtyClipEnabled)
            m_isClipped = next.isClipEnabled();
    }

    void drawPath(const QPainterPath &path) override
    {
        const QPainterPath placed = m_isPlain ? m_transform.map(path) : path;
        if (isOnPage(placed.controlPointRect()))
            add("<path" + svgAttribute("d", svgPath(placed)) +
                (path.fillRule() == Qt::OddEvenFill && hasFill() ? svgAttribute("fill-rule", "evenodd")
                                                                 : QByteArray()) +
                look(hasFill()) + "/>\n");
    }
    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override
    {
        QPainterPath path;
        path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        for (int i = 0; i < count; ++i)
            i == 0 ? path.moveTo(points[i]) : path.lineTo(points[i]);
        if (mode != PolylineMode) {
            path.closeSubpath();
            drawPath(path);
            return;
        }
        const QBrush brush = std::exchange(m_brush, QBrush(Qt::NoBrush));
        drawPath(path);
        m_brush = brush;
    }
    void drawRects(const QRectF *rects, int count) override
    {
        for (int i = 0; i < count; ++i) {
            QRectF rect = (m_isPlain ? m_transform.mapRect(rects[i]) : rects[i]).normalized();
            if (!isOnPage(rect))
                continue;
            if (m_isPlain && m_pen.style() == Qt::NoPen)
                rect = rect.intersected(QRectF(QPointF(), m_size));
            add("<rect" + svgAttribute("x", svgNumber(rect.x())) + svgAttribute("y", svgNumber(rect.y())) +
                svgAttribute("width", svgNumber(rect.width())) + svgAttribute("height", svgNumber(rect.height())) +
                look(hasFill()) + "/>\n");
        }
    }
    void drawTextItem(const QPointF &at, const QTextItem &item) override
    {
        if (item.text().isEmpty()) { // glyphs alone become paths
            QPaintEngine::drawTextItem(at, item);
            return;
        }
        const QPointF place = m_isPlain ? m_transform.map(at) : at;
        const QFont font = item.font();
        const double pixels = font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * svgWriterCssDpi / 72;
        const bool isMono = QFontInfo(font).fixedPitch();
        QByteArray style = "fill:" + m_pen.color().name().toLatin1() + ';' +
                           svgOpacity("fill-opacity", m_pen.color().alphaF() * m_opacity) + "font-family:'" +
                           font.family().remove(u'\'').toHtmlEscaped().toUtf8() + "'," +
                           (isMono ? "monospace" : "sans-serif") + ';';
        if (font.weight() != QFont::Normal)
            style += "font-weight:" + (font.bold() ? QByteArray("bold") : QByteArray::number(int(font.weight()))) + ';';
        if (font.italic())
            style += "font-style:italic;";
        add("<text" + svgAttribute("x", svgNumber(place.x())) + svgAttribute("y", svgNumber(place.y())) +
            svgAttribute("font-size", svgNumber(pixels * m_scale)) + svgAttribute("class", classOf(style)) +
            svgAttribute("xml:space", "preserve") + '>' + item.text().toHtmlEscaped().toUtf8() + "</text>\n");
    }
    void drawPixmap(const QRectF &rect, const QPixmap &pixmap, const QRectF &part) override
    {
        drawImage(rect, pixmap.toImage(), part, Qt::AutoColor);
    }
    void drawImage(const QRectF &rect, const QImage &image, const QRectF &part, Qt::ImageConversionFlags) override
    {
        const QRectF place = m_isPlain ? m_transform.mapRect(rect) : rect;
        if (!isOnPage(place))
            return;
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        (part.toRect() == image.rect() ? image : image.copy(part.toRect())).save(&buffer, "PNG");
        add("<image" + svgAttribute("x", svgNumber(place.x())) + svgAttribute("y", svgNumber(place.y())) +
            svgAttribute("width", svgNumber(place.width())) + svgAttribute("height", svgNumber(place.height())) +
            svgAttribute("preserveAspectRatio", "none") +
            (m_opacity < 1 ? svgAttribute("opacity", svgNumber(m_opacity)) : QByteArray()) +
            (painter()->testRenderHint(QPainter::SmoothPixmapTransform)
                 ? QByteArray()
                 : svgAttribute("style", "image-rendering:optimizeSpeed;image-rendering:pixelated")) +
            svgAttribute("xlink:href", "data:image/png;base64," + bytes.toBase64()) + "/>\n");
    }

    void beginGroup(const char *name, int number)
    {
        QByteArray asked = m_groups.isEmpty() ? QByteArray(name) : m_groups.last() + '-' + name;
        if (number > 0)
            asked += '-' + QByteArray::number(number);
        int &times = m_ids[asked];
        const auto id = [&] { return times > 1 ? asked + '.' + QByteArray::number(times) : asked; };
        const auto depth = m_groups.size();
        if (times == 0 || depth >= m_open.size() || m_open[depth] != svgAttribute("id", id()))
            ++times; // else nothing came between: the group goes on
        m_groups << id();
    }
    void endGroup() { m_groups.removeLast(); }

private:
    bool hasFill() const { return m_brush.style() != Qt::NoBrush; }
    bool isOnPage(const QRectF &rect) const
    {
        if (!m_isPlain)
            return true;
        const double margin = m_pen.style() == Qt::NoPen ? 0 : std::max(1.0, m_pen.widthF() * m_scale);
        const QRectF grown = rect.adjusted(-margin, -margin, margin, margin);
        return grown.right() > 0 && grown.bottom() > 0 && grown.left() < m_size.width() &&
               grown.top() < m_size.height();
    }

    /// Cells have a colour each, which a class would only make longer.
    QByteArray look(bool isFilled)
    {
        const QByteArray fill = isFilled ? m_brush.color().name().toLatin1() : QByteArray("none");
        const double opacity = m_brush.color().alphaF() * m_opacity;
        if (m_pen.style() == Qt::NoPen)
            return svgAttribute("fill", fill) +
                   (isFilled && opacity < 1 ? svgAttribute("fill-opacity", svgNumber(opacity)) : QByteArray());
        QByteArray style = "fill:" + fill + ';' + (isFilled ? svgOpacity("fill-opacity", opacity) : QByteArray()) +
                           strokeStyle(m_pen, m_scale, m_opacity);
        if (!m_isPlain && (m_pen.isCosmetic() || m_pen.widthF() == 0))
            style += "vector-effect:non-scaling-stroke;";
        return svgAttribute("class", classOf(style));
    }
    QByteArray classOf(const QByteArray &style)
    {
        const auto known = m_classes.constFind(style);
        if (known != m_classes.cend())
            return *known;
        const QByteArray name = 's' + QByteArray::number(m_classes.size() + 1);
        m_styles += '.' + name + '{' + style.chopped(1) + "}\n";
        return *m_classes.insert(style, name);
    }

    void clip(Qt::ClipOperation operation, const QPainterPath &path)
    {
        if (operation != Qt::IntersectClip)
            m_clips.clear();
        m_isClipped = operation != Qt::NoClip;
        if (!m_isClipped)
            return;
        const QByteArray shape = svgPath(path);
        auto known = m_clipNames.constFind(shape);
        if (known == m_clipNames.cend()) {
            known = m_clipNames.insert(shape, "clip-" + QByteArray::number(m_clipNames.size() + 1));
            m_definitions +=
                "<clipPath" + svgAttribute("id", *known) + "><path" + svgAttribute("d", shape) + "/></clipPath>\n";
        }
        m_clips << *known;
    }

    /// Writes a shape inside the groups that hold it.
    void add(const QByteArray &shape)
    {
        QByteArrayList open;
        for (const QByteArray &id : m_groups)
            open << svgAttribute("id", id);
        if (m_isClipped)
            for (const QByteArray &name : m_clips)
                open << svgAttribute("clip-path", "url(#" + name + ')');
        if (!m_isPlain) {
            QByteArrayList numbers;
            for (const double value : {m_transform.m11(), m_transform.m12(), m_transform.m21(), m_transform.m22(),
                                       m_transform.dx(), m_transform.dy()})
                numbers << QByteArray::number(value, 'g', 8);
            open << svgAttribute("transform", "matrix(" + numbers.join(' ') + ')');
        }
        enter(open);
        m_body += shape;
    }
    /// Leaves groups that do not hold what follows, and opens those that do.
    void enter(const QByteArrayList &open)
    {
        const auto [left, entered] = std::mismatch(m_open.begin(), m_open.end(), open.begin(), open.end());
        for (auto group = left; group != m_open.end(); ++group)
            m_body += "</g>\n";
        for (auto group = entered; group != open.end(); ++group)
            m_body += "<g" + *group + ">\n";
        m_open = open;
    }

    QByteArray head() const
    {
        constexpr double millimetres = 25.4 / svgWriterCssDpi;
        const auto number = [](double value) { return QByteArray::number(value, 'g', 9); };
        const QByteArray rdf = m_origin.rdf();
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg width=\"" + number(m_size.width() * millimetres) +
               "mm\" height=\"" + number(m_size.height() * millimetres) + "mm\" viewBox=\"0 0 " +
               number(m_size.width()) + ' ' + number(m_size.height()) +
               "\" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
               "version=\"1.1\">\n<title>" +
               visibleToken(m_origin.title).toHtmlEscaped().toUtf8() + "</title>\n" +
               (rdf.isEmpty() ? QByteArray() : "<metadata>\n" + rdf + "\n</metadata>\n") +
               "<style type=\"text/css\">\n" + m_styles + "</style>\n" +
               (m_definitions.isEmpty() ? QByteArray() : "<defs>\n" + m_definitions + "</defs>\n");
    }

    QIODevice *m_device;
    QSizeF m_size;
    PictureOrigin m_origin;
    QByteArray m_body;
    QByteArray m_styles;
    QByteArray m_definitions;
    QHash<QByteArray, QByteArray> m_classes;   ///< by style
    QHash<QByteArray, QByteArray> m_clipNames; ///< by shape
    QHash<QByteArray, int> m_ids;              ///< how many groups were asked for by each
    QByteArrayList m_groups;                   ///< ids
    QByteArrayList m_clips;                    ///< all of them hold
    QByteArrayList m_open;                     ///< attributes of the groups that are open in the body
    QTransform m_transform;
    double m_scale = 1;
    bool m_isPlain = true; ///< the transform only moves and scales: coordinates are the page's
    bool m_isClipped = false;
    QPen m_pen;
    QBrush m_brush;
    double m_opacity = 1;
};

FigureGroup::FigureGroup(QPainter &painter, const char *name, int number)
    : m_engine(dynamic_cast<SvgEngine *>(painter.paintEngine()))
{
    if (m_engine)
        m_engine->beginGroup(name, number);
}

FigureGroup::~FigureGroup()
{
    if (m_engine)
        m_engine->endGroup();
}

SvgWriter::SvgWriter(QIODevice *device, QSizeF size, const PictureOrigin &origin)
    : m_size(size), m_engine(std::make_unique<SvgEngine>(device, size, origin))
{
}

SvgWriter::~SvgWriter() = default;

QPaintEngine *SvgWriter::paintEngine() const
{
    return m_engine.get();
}

int SvgWriter::metric(PaintDeviceMetric metric) const
{
    switch (metric) {
    case PdmWidth:
        return int(std::ceil(m_size.width()));
    case PdmHeight:
        return int(std::ceil(m_size.height()));
    case PdmWidthMM:
        return int(std::lround(m_size.width() * 25.4 / svgWriterCssDpi));
    case PdmHeightMM:
        return int(std::lround(m_size.height() * 25.4 / svgWriterCssDpi));
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return int(svgWriterCssDpi);
    case PdmDevicePixelRatio:
        return 1;
    default:
        return QPaintDevice::metric(metric);
    }
}

} // namespace regard
