#include "figures/link_figure.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QPolygonF>

#include "figures/band_raster.h"
#include "figures/token_label.h"

namespace regard {

namespace {

/// The band as both painters draw it: cut at right angles to the way across.
QPolygonF bandPolygon(const LinkFigure::Band &band, bool horizontal)
{
    const QPointF run = band.to - band.from;
    const double across = std::abs(horizontal ? run.y() : run.x());
    if (across < 1e-6) {
        return {};
    }
    const double half = band.width / 2 * std::hypot(run.x(), run.y()) / across;
    const QPointF side = horizontal ? QPointF(half, 0) : QPointF(0, half);
    return QPolygonF({band.from - side, band.to - side, band.to + side, band.from + side});
}

bool contains(const std::vector<int> &list, int value)
{
    return std::find(list.begin(), list.end(), value) != list.end();
}

} // namespace

LinkFigure::LinkFigure(LinkData data, QSizeF size, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme), m_layout(LinkLayout::of(m_data, size)), m_size(m_layout.size)
{
    m_floor = m_layout.isPacked() ? std::min(m_data.floor, double(everyQuerysFloor())) : m_data.floor;
    m_floor = std::max(m_floor, double(drawableFloor()));
    m_hidden = countHidden();
}

std::unique_ptr<Figure> LinkFigure::within(QSizeF size) const
{
    LinkData data = m_data;
    data.fit = true;
    return std::make_unique<LinkFigure>(std::move(data), size, m_theme);
}

float LinkFigure::everyQuerysFloor() const
{
    float floor = 1;
    for (const LinkData::Head &head : m_data.heads) {
        if (head.weights && head.weights->size() > 0) {
            const Eigen::VectorXf strongest = head.weights->rowwise().maxCoeff();
            // A masked row has none.
            floor = std::min(floor, (strongest.array() > 0).select(strongest.array(), floor).minCoeff());
        }
    }
    return floor;
}

float LinkFigure::drawableFloor() const
{
    constexpr std::size_t few = 20000;
    constexpr double pixelsAtOnce = 80e6;
    constexpr double pixelsOfAnyLink = 100;
    std::vector<std::pair<float, double>> links; // weight, pixels
    for (const LinkData::Head &head : m_data.heads) {
        if (!head.weights || std::size_t(head.weights->size()) * m_data.heads.size() < few) {
            continue;
        }
        for (int query = 0; query < head.weights->rows(); ++query) {
            for (int key = 0; key < head.weights->cols(); ++key) {
                const float weight = (*head.weights)(query, key);
                if (weight > 0 && weight >= float(m_floor)) {
                    links.emplace_back(weight, pixelsOfAnyLink + m_layout.pitch * std::abs(query - key));
                }
            }
        }
    }
    std::sort(links.begin(), links.end(), std::greater<>());
    double pixels = 0;
    for (const auto &[weight, cost] : links) {
        pixels += cost;
        if (pixels > pixelsAtOnce) {
            return weight;
        }
    }
    return 0;
}

bool LinkFigure::hasFocus() const
{
    return m_data.query >= 0 || m_data.key >= 0 || !m_data.pinnedQueries.empty() || !m_data.pinnedKeys.empty();
}

bool LinkFigure::isFocused(int query, int key) const
{
    // A key beside a query in focus names one link of that query; alone it brings all its incoming links forward.
    return query == m_data.query || (m_data.query < 0 && key == m_data.key) || contains(m_data.pinnedQueries, query) ||
           contains(m_data.pinnedKeys, key);
}

int LinkFigure::shownQuery() const
{
    if (m_data.query >= 0 || m_data.key >= 0) {
        return m_data.query < m_data.queries.size() ? m_data.query : -1;
    }
    return m_data.pinnedQueries.empty() ? -1 : m_data.pinnedQueries.back();
}

int LinkFigure::shownKey() const
{
    if (shownQuery() >= 0) {
        return -1;
    }
    if (m_data.key >= 0) {
        return m_data.key < m_data.keys.size() ? m_data.key : -1;
    }
    return m_data.pinnedKeys.empty() ? -1 : m_data.pinnedKeys.back();
}

bool LinkFigure::isStrong(LinkHit::Side side, int token) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    return token == (isQuery ? m_data.query : m_data.key) ||
           contains(isQuery ? m_data.pinnedQueries : m_data.pinnedKeys, token);
}

bool LinkFigure::isNamed(LinkHit::Side side, int token) const
{
    const int step = m_layout.labelStep;
    if (step == 1 || isStrong(side, token)) {
        return true;
    }
    if (token % step != 0) {
        return false;
    }
    for (int near = token - step + 1; near < token + step; ++near) {
        if (near >= 0 && isStrong(side, near)) {
            return false;
        }
    }
    return true;
}

double LinkFigure::meanWeight(const LinkPanel &panel, int query, int key) const
{
    double sum = 0;
    for (const int slot : panel.heads) {
        const Matrix &weights = *m_data.heads[std::size_t(slot)].weights;
        if (query >= 0 && key >= 0 && query < weights.rows() && key < weights.cols()) {
            sum += double(weights(query, key));
        }
    }
    return panel.heads.empty() ? 0 : sum / double(panel.heads.size());
}

long LinkFigure::countHidden() const
{
    long hidden = 0;
    const auto floor = float(m_floor);
    for (const LinkData::Head &head : m_data.heads) {
        const Matrix &weights = *head.weights;
        for (int query = 0; query < weights.rows(); ++query) {
            for (int key = 0; key < weights.cols(); ++key) {
                const float weight = weights(query, key);
                hidden += weight > 0 && weight < floor && !isFocused(query, key) ? 1 : 0;
            }
        }
    }
    return hidden;
}

template <typename Visit>
void LinkFigure::forEachLink(bool focused, Visit visit) const
{
    const auto floor = float(m_floor);
    for (const LinkPanel &panel : m_layout.panels) {
        for (const int slot : panel.heads) {
            const Matrix &weights = *m_data.heads[std::size_t(slot)].weights;
            for (int query = 0; query < weights.rows(); ++query) {
                for (int key = 0; key < weights.cols(); ++key) {
                    const float weight = weights(query, key);
                    const bool seen = weight > 0 && (focused || weight >= floor);
                    if (seen && isFocused(query, key) == focused) {
                        visit(panel, slot, query, key, weight);
                    }
                }
            }
        }
    }
}

LinkFigure::Band LinkFigure::bandOf(const LinkPanel &panel, int slot, int query, int key, float weight,
                                    bool focused) const
{
    Band band;
    band.from = m_layout.point(m_layout.center(panel, query), panel.queryEdge);
    band.to = m_layout.point(m_layout.center(panel, key), panel.keyEdge);
    band.width = double(weight) * m_layout.bandWidth;
    band.head = m_data.heads[std::size_t(slot)].index;
    band.color = m_theme.head(band.head);
    band.color.setAlpha(focused ? 235 : 140);
    if (!focused && hasFocus()) {
        band.color = m_theme.quietLink;
        // More heads lie over one another: together they should stay as quiet as one.
        const double share = std::sqrt(double(std::max<std::size_t>(1, panel.heads.size())));
        band.color.setAlpha(int(std::lround(m_theme.quietLink.alpha() / share)));
    }
    band.query = query;
    band.key = key;
    band.weight = weight;
    return band;
}

void LinkFigure::paintLit(QPainter &painter, int query, int key) const
{
    const bool hasQuery = query >= 0 && query < m_data.queries.size();
    const bool hasKey = key >= 0 && key < m_data.keys.size();
    painter.setBrush(Qt::NoBrush);
    for (const LinkPanel &panel : m_layout.panels) {
        painter.setPen(QPen(m_theme.text, 1.5));
        if (hasQuery)
            painter.drawRoundedRect(m_layout.queryCell(panel, query).adjusted(1, 1, -1, -1), 3, 3);
        if (hasKey)
            painter.drawRoundedRect(m_layout.keyCell(panel, key).adjusted(1, 1, -1, -1), 3, 3);
        if (!hasQuery || !hasKey)
            continue;
        const double half = std::max(2.0, meanWeight(panel, query, key) * m_layout.bandWidth / 2 + 1);
        const double from = m_layout.center(panel, query);
        const double to = m_layout.center(panel, key);
        const QPolygonF outline{
            QList<QPointF>{m_layout.point(from - half, panel.queryEdge), m_layout.point(to - half, panel.keyEdge),
                           m_layout.point(to + half, panel.keyEdge), m_layout.point(from + half, panel.queryEdge)}};
        painter.setPen(QPen(m_theme.text, 1.5, Qt::DashLine));
        painter.drawPolygon(outline);
    }
}

std::vector<LinkFigure::Band> LinkFigure::bands() const
{
    std::vector<Band> all;
    for (const bool focused : {false, true}) {
        forEachLink(focused, [&](const LinkPanel &panel, int slot, int query, int key, float weight) {
            all.push_back(bandOf(panel, slot, query, key, weight, focused));
        });
    }
    return all;
}

std::optional<LinkHit> LinkFigure::hit(QPointF point) const
{
    const double along = m_layout.horizontal ? point.x() : point.y();
    const double across = m_layout.horizontal ? point.y() : point.x();
    for (const LinkPanel &panel : m_layout.panels) {
        const int token = int(std::floor((along - panel.start) / m_layout.pitch));
        const double outer = panel.keyEnd + m_layout.numberSize;
        const bool inside = m_layout.horizontal ? panel.area.top() <= across && across < panel.area.bottom()
                                                : panel.area.left() <= across && across < panel.area.right();
        if (token < 0 || !inside || !panel.area.contains(point)) {
            continue;
        }
        if (across >= panel.queryLabel && across <= panel.queryEdge && token < m_data.queries.size()) {
            return LinkHit{LinkHit::Side::Query, token};
        }
        if (across >= panel.keyEdge && across <= outer && token < m_data.keys.size()) {
            return LinkHit{LinkHit::Side::Key, token};
        }
    }
    return std::nullopt;
}

QRectF LinkFigure::tokenRect(LinkHit::Side side, int token) const
{
    const LinkPanel &panel = m_layout.panels.front();
    return side == LinkHit::Side::Query ? m_layout.queryCell(panel, token) : m_layout.keyCell(panel, token);
}

void LinkFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    paintBackground(painter);
    painter.setPen(Qt::NoPen);
    for (const Band &band : bands()) {
        painter.setBrush(band.color);
        painter.drawPolygon(bandPolygon(band, m_layout.horizontal));
    }
    paintHairlines(painter);
    paintLabels(painter);
}

void LinkFigure::paintPixels(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    paintBackground(painter);
    const double ratio = painter.device()->devicePixelRatioF();
    // Only what a scroll area shows needs pixels.
    QRectF visible(QPointF(0, 0), m_size);
    if (painter.hasClipping()) {
        visible &= painter.clipBoundingRect();
    }
    const QRect pixels = QRectF(visible.topLeft() * ratio, visible.size() * ratio).toAlignedRect();
    if (pixels.isEmpty()) {
        return;
    }
    QImage image(pixels.size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(m_theme.panel);
    std::vector<RasterBand> raster;
    const QPointF origin = pixels.topLeft();
    for (const bool focused : {false, true}) {
        forEachLink(focused, [&](const LinkPanel &panel, int slot, int query, int key, float weight) {
            const Band band = bandOf(panel, slot, query, key, weight, focused);
            raster.push_back(
                {band.from * ratio - origin, band.to * ratio - origin, band.width * ratio, band.color.rgba()});
        });
    }
    rasterBands(image, raster, m_layout.horizontal);
    image.setDevicePixelRatio(ratio);
    painter.drawImage(QPointF(pixels.topLeft()) / ratio, image);
    paintHairlines(painter);
    paintLabels(painter);
}

void LinkFigure::paintBackground(QPainter &painter) const
{
    painter.fillRect(QRectF(QPointF(0, 0), m_size), m_theme.panel);
}

void LinkFigure::paintHairlines(QPainter &painter) const
{
    // A link in focus that is too thin to see is still there: its width stays true, a hairline says where it runs.
    forEachLink(true, [&](const LinkPanel &panel, int slot, int query, int key, float weight) {
        const Band band = bandOf(panel, slot, query, key, weight, true);
        if (band.width < 0.8) {
            QColor color = band.color;
            color.setAlpha(110);
            painter.setPen(QPen(color, 0.7));
            painter.drawLine(band.from, band.to);
        }
    });
}

void LinkFigure::paintLabels(QPainter &painter) const
{
    if (m_layout.titleHeight > 10) {
        drawToken(painter, QRectF(14, 6, m_size.width() - 28, 24), Qt::AlignLeft,
                  elidedToken(visibleToken(m_data.title), Theme::font(13, true), m_size.width() - 28),
                  Theme::font(13, true), m_theme.text);
    }
    for (const LinkPanel &panel : m_layout.panels) {
        paintHeader(painter, panel);
        paintSide(painter, panel, LinkHit::Side::Query);
        paintSide(painter, panel, LinkHit::Side::Key);
    }
    paintLegend(painter);
}

} // namespace regard
