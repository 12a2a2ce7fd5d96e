// A link picture's bands for the screen and for PNG: by the band rasteriser, and over what an earlier figure left.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <QDataStream>
#include <QIODevice>

#include "engine/kernels/in_parallel.h"
#include "views/links/band_raster.h"
#include "views/links/link_figure.h"

namespace regard {

namespace {

/// Bands times steps that are painted within a display frame.
constexpr double workAFrame = 4e6;
constexpr double alongCurves = 2; // times as much: curved bands
constexpr double inOrder = 4;     // times as much: bands of two colours, mixed in their order

/// An opaque image of one colour, filled by all threads, because only memory limits it.
QImage filledImage(QSize size, const QColor &color)
{
    constexpr int rows = 64; // at a time
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull())
        return image;
    const qsizetype stride = image.bytesPerLine();
    uchar *const bits = image.bits();
    inParallel((size.height() + rows - 1) / rows, [&](int strip) {
        for (int y = strip * rows; y < std::min(size.height(), (strip + 1) * rows); ++y)
            std::fill_n(reinterpret_cast<QRgb *>(bits + y * stride), size.width(), color.rgb());
    });
    return image;
}

QRect linkPixelsOf(const QRectF &rect, double ratio)
{
    constexpr double nothing = 1e-3; // rounding of whole pixels where a clip was transformed back and forth
    return QRectF(rect.topLeft() * ratio, rect.size() * ratio)
        .adjusted(nothing, nothing, -nothing, -nothing)
        .toAlignedRect();
}

} // namespace

LinkFigure::View LinkFigure::viewOf(const QRectF &part, double ratio) const
{
    QRectF seen; // beyond the bands there is nothing to raster
    for (const LinkPanel &panel : m_layout.panels)
        seen |= part & linkRect(panel);
    return {linkPixelsOf(seen, ratio), ratio};
}

LinkFigure::View LinkFigure::viewOf(const LinkPanel &panel, const View &view) const
{
    return {view.pixels & linkPixelsOf(linkRect(panel), view.ratio), view.ratio};
}

LinkBackdrop::Scene LinkFigure::countedScene() const
{
    LinkBackdrop::Scene scene;
    QDataStream rest(&scene.rest, QIODevice::WriteOnly);
    rest << m_floor << m_data.isDifference << m_data.strongest << m_data.multiples << qint64(m_mostLinks)
         << m_data.pair.from << m_data.pair.to;
    for (const std::vector<bool> *tokens :
         {&m_data.pair.secondQueries, &m_data.pair.secondKeys, &m_data.faintQueries, &m_data.faintKeys}) {
        rest << qint64(tokens->size());
        for (const bool isMarked : *tokens)
            rest << isMarked;
    }
    for (const LinkData::Head &head : m_data.heads)
        scene.weights.push_back(head.weights);
    return scene;
}

LinkBackdrop::Scene LinkFigure::sceneOf(const View &view) const
{
    LinkBackdrop::Scene scene = countedScene();
    QDataStream rest(&scene.rest, QIODevice::Append);
    rest << view.pixels << view.ratio << m_data.horizontal << m_data.curved << m_layout.pitch << m_layout.bandWidth
         << m_theme.panel << m_theme.quietLink;
    for (const LinkPanel &panel : m_layout.panels) {
        rest << panel.start << panel.queryEdge << panel.keyEdge;
        for (const int slot : panel.heads)
            rest << slot << bandColor(panel, slot, 1, Tone::Lit) << bandColor(panel, slot, -1, Tone::Lit)
                 << m_data.heads[std::size_t(slot)].isOff;
    }
    return scene;
}

BandLayer LinkFigure::emptyLayer(const View &view, const LinkPanel &panel) const
{
    const double alongOrigin = m_layout.horizontal ? view.pixels.left() : view.pixels.top();
    const double acrossOrigin = m_layout.horizontal ? view.pixels.top() : view.pixels.left();
    BandLayer layer;
    layer.firstStep = std::min(panel.queryEdge, panel.keyEdge) * view.ratio - acrossOrigin;
    layer.lastStep = std::max(panel.queryEdge, panel.keyEdge) * view.ratio - acrossOrigin;
    layer.start = m_layout.center(panel, 0) * view.ratio - alongOrigin;
    layer.pitch = m_layout.pitch * view.ratio;
    layer.course = m_data.curved ? BandLayer::Course::Curved : BandLayer::Course::Straight;
    return layer;
}

std::vector<BandLayer> LinkFigure::layersOf(const View &view, const LinkPanel &panel, Which which) const
{
    const bool focused = which == Which::Focused;
    const bool turnsBack = panel.keyEdge < panel.queryEdge;
    const Tone tone = focused ? Tone::Lit : Tone::Plain;
    std::vector<BandLayer> layers;
    for (const int slot : panel.heads) {
        BandLayer layer = emptyLayer(view, panel);
        layer.paints = {{bandColor(panel, slot, 1, tone).rgba(), dashesOf(slot, false)}};
        if (m_data.isDifference)
            layer.paints.push_back({bandColor(panel, slot, -1, tone).rgba(), dashesOf(slot, true)});
        BandLayer faint = emptyLayer(view, panel); // a tone below
        const Tone below = focused ? Tone::Plain : Tone::Faint;
        faint.paints = {{bandColor(panel, slot, 1, below).rgba(), dashesOf(slot, false)}};
        if (m_data.isDifference)
            faint.paints.push_back({bandColor(panel, slot, -1, below).rgba(), dashesOf(slot, true)});
        forEachLinkOf(slot, which, [&](int query, int key, float weight) {
            const BandLayer::Band band{turnsBack ? key : query, turnsBack ? query : key,
                                       float(widthOf(panel, query, key, weight) * view.ratio), weight < 0 ? 1 : 0};
            const Tone its = toneOf(slot, query, key, weight, focused);
            if (its == tone)
                layer.bands.push_back(band);
            else if (its == below)
                faint.bands.push_back(band);
            // Any other is a mark, which is painted over all others.
        });
        if (!faint.bands.empty())
            layers.push_back(std::move(faint));
        layers.push_back(std::move(layer));
    }
    return layers;
}

/// Makes layers of what paintHairlines() draws: QPainter draws a straight line thinner than a pixel as fainter pixels,
/// one at each place along the axis that the line is closer to.
std::vector<BandLayer> LinkFigure::hairlineLayers(const View &view, const LinkPanel &panel) const
{
    const double width = hairlineWidth * view.ratio;
    std::vector<BandLayer> layers = layersOf(view, panel, Which::Focused);
    for (BandLayer &layer : layers) {
        std::erase_if(layer.bands,
                      [&](const BandLayer::Band &band) { return !hasHairline(double(band.width) / view.ratio); });
        if (m_data.curved) {
            layer.course = BandLayer::Course::CurvedLine;
            for (BandLayer::Band &band : layer.bands)
                band.width = float(width);
            for (BandLayer::Paint &paint : layer.paints)
                paint.color = hairlineColor(QColor::fromRgba(paint.color)).rgba();
            continue;
        }
        for (BandLayer::Band &band : layer.bands) {
            const double slope = (band.to - band.from) * layer.pitch / (layer.lastStep - layer.firstStep);
            const double pixel = std::max(1.0, std::abs(slope)) / std::sqrt(1 + slope * slope);
            band.width = float(width > 1 ? width : pixel);
        }
        for (BandLayer::Paint &paint : layer.paints) {
            QColor color = hairlineColor(QColor::fromRgba(paint.color));
            color.setAlphaF(color.alphaF() * float(std::min(1.0, width)));
            paint.color = color.rgba();
        }
    }
    return layers;
}

template <typename Visit>
void LinkFigure::forEachPanel(QImage &image, const View &view, Visit visit) const
{
    uchar *const bits = image.bits();
    for (const LinkPanel &panel : m_layout.panels) {
        const View part = viewOf(panel, view);
        if (!bits || part.pixels.isEmpty())
            continue;
        const QRect place = part.pixels.translated(-view.pixels.topLeft());
        QImage within(bits + place.y() * image.bytesPerLine() + place.x() * qsizetype(sizeof(QRgb)), place.width(),
                      place.height(), image.bytesPerLine(), image.format());
        visit(panel, part, within);
    }
}

/// Paints the links out of focus, while others are in focus.
void LinkFigure::paintQuiet(QImage &image, const View &view) const
{
    if (!m_backdrop) {
        forEachPanel(image, view, [this](const LinkPanel &panel, const View &part, QImage &within) {
            rasterBands(within, layersOf(part, panel, Which::Unfocused), m_layout.horizontal, &m_isStopped);
        });
        return;
    }
    const LinkBackdrop::Scene scene = sceneOf(view);
    std::vector<std::shared_ptr<const BandInk>> inks = m_backdrop->quiet(scene);
    if (inks.empty()) {
        forEachPanel(image, view, [&](const LinkPanel &panel, const View &part, const QImage &within) {
            inks.push_back(
                inkOf(layersOf(part, panel, Which::AboveFloor), within.size(), m_layout.horizontal, &m_isStopped));
        });
        if (m_isStopped)
            return;
        m_backdrop->keepQuiet(scene, inks);
    }
    std::size_t next = 0;
    forEachPanel(image, view, [&](const LinkPanel &panel, const View &part, QImage &within) {
        paintInk(within, *inks[next++], layersOf(part, panel, Which::FocusedAboveFloor), m_layout.horizontal,
                 &m_isStopped);
    });
}

QImage LinkFigure::bandImage(const View &view) const
{
    const LinkBackdrop::Scene scene = m_backdrop ? sceneOf(view) : LinkBackdrop::Scene();
    if (m_backdrop && !hasFocus())
        if (const QImage plain = m_backdrop->plain(scene); !plain.isNull())
            return plain;
    QImage image = filledImage(view.pixels.size(), m_theme.panel);
    if (!hasFocus()) {
        forEachPanel(image, view, [this](const LinkPanel &panel, const View &part, QImage &within) {
            rasterBands(within, layersOf(part, panel, Which::Unfocused), m_layout.horizontal, &m_isStopped);
            // Marks go by themselves: those of one colour take twice as long among bands to be mixed in order.
            rasterBands(within, markLayers(part, panel), m_layout.horizontal, &m_isStopped);
        });
        if (m_backdrop && !m_isStopped)
            m_backdrop->keepPlain(scene, image);
        return image;
    }
    paintQuiet(image, view);
    forEachPanel(image, view, [this](const LinkPanel &panel, const View &part, QImage &within) {
        std::vector<BandLayer> layers =
            showsStrongest() ? markLayers(part, panel) : layersOf(part, panel, Which::Focused);
        std::vector<BandLayer> hairlines = hairlineLayers(part, panel);
        std::move(hairlines.begin(), hairlines.end(), std::back_inserter(layers));
        rasterBands(within, std::move(layers), m_layout.horizontal, &m_isStopped);
    });
    return image;
}

bool LinkFigure::isSlow(const QRectF &part, double ratio) const
{
    const View view = viewOf(part, ratio);
    if (view.pixels.isEmpty())
        return false;
    const double steps = m_layout.horizontal ? view.pixels.height() : view.pixels.width();
    const double panels = m_layout.horizontal ? 1 : double(m_layout.panels.size()); // side by side
    const double work = double(m_shown) * steps / panels * (m_data.isDifference && !hasFocus() ? inOrder : 1) *
                        (m_data.curved ? alongCurves : 1);
    if (work <= workAFrame)
        return false;
    if (!m_backdrop)
        return true;
    return hasFocus() ? m_backdrop->quiet(sceneOf(view)).empty() : m_backdrop->plain(sceneOf(view)).isNull();
}

void LinkFigure::paintPixels(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    paintBackground(painter);
    const double ratio = painter.device()->devicePixelRatioF();
    // Only what a scroll area shows needs pixels.
    QRectF visible(QPointF(0, 0), m_size);
    if (painter.hasClipping())
        visible &= painter.clipBoundingRect();
    const View view = viewOf(visible, ratio);
    if (!view.pixels.isEmpty()) {
        QImage image = bandImage(view);
        image.setDevicePixelRatio(ratio);
        painter.drawImage(QPointF(view.pixels.topLeft()) / ratio, image);
    }
    (m_read ? m_read : this)->paintLabels(painter);
}

} // namespace regard
