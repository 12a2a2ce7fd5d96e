#include "figures/link_figure.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QPainterPath>
#include <QPolygonF>

#include "figures/band_path.h"
#include "figures/band_raster.h"
#include "figures/token_label.h"

namespace regard {

namespace {

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
    m_filtered = countFiltered();
}

std::unique_ptr<Figure> LinkFigure::within(QSizeF size) const
{
    LinkData data = m_data;
    data.fit = true;
    return std::make_unique<LinkFigure>(std::move(data), size, m_theme);
}

float LinkFigure::magnitude(float weight) const
{
    // Two passes differ in their last bits: a change that four decimals do not show is none.
    constexpr float smallestChange = 5e-5F;
    const float shown = m_data.isDifference ? std::abs(weight) : weight;
    return shown > (m_data.isDifference ? smallestChange : 0) ? shown : 0; // NaN is none
}

float LinkFigure::everyQuerysFloor() const
{
    constexpr float ofTheLargest = 0.125F;
    float floor = 1;
    float largest = 0;
    for (const LinkData::Head &head : m_data.heads) {
        for (Eigen::Index query = 0; head.weights && query < head.weights->rows(); ++query) {
            float strongest = 0;
            for (Eigen::Index key = 0; key < head.weights->cols(); ++key)
                if (m_data.pair.shows(static_cast<int>(query), static_cast<int>(key)))
                    strongest = std::max(strongest, magnitude((*head.weights)(query, key)));
            largest = std::max(largest, strongest);
            if (strongest > 0) // a masked row has none
                floor = std::min(floor, strongest);
        }
    }
    return m_data.isDifference ? largest * ofTheLargest : floor;
}

float LinkFigure::drawableFloor() const
{
    constexpr std::size_t few = 20000;
    constexpr double pixelsAtOnce = 80e6;
    constexpr double pixelsOfAnyLink = 100;
    constexpr double pixelsOfAnyDash = 25;
    std::vector<std::pair<float, double>> links; // weight, pixels
    for (const LinkData::Head &head : m_data.heads) {
        if (!head.weights || std::size_t(head.weights->size()) * m_data.heads.size() < few) {
            continue;
        }
        for (int query = 0; query < head.weights->rows(); ++query) {
            for (int key = 0; key < head.weights->cols(); ++key) {
                const float weight = (*head.weights)(query, key);
                if (!(std::abs(weight) >= float(m_floor))) { // most of them, in a long sentence
                    continue;
                }
                const float shown = magnitude(weight);
                if (shown > 0 && shown >= float(m_floor) && m_data.pair.shows(query, key)) {
                    const double dashes = weight < 0 ? pixelsOfAnyDash * dashesAcross() : 0;
                    links.emplace_back(shown, pixelsOfAnyLink + dashes + m_layout.pitch * std::abs(query - key));
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
    int count = 0;
    for (const int slot : panel.heads) {
        const Matrix &weights = *m_data.heads[std::size_t(slot)].weights;
        const bool isWithin = query >= 0 && key >= 0 && query < weights.rows() && key < weights.cols();
        const double weight = isWithin ? double(weights(query, key)) : 0;
        if (!std::isnan(weight)) {
            sum += weight;
            ++count;
        }
    }
    if (count == 0)
        return panel.heads.empty() ? 0 : std::numeric_limits<double>::quiet_NaN();
    return sum / count;
}

std::vector<int> LinkFigure::focusedKeys() const
{
    std::vector<int> keys = m_data.pinnedKeys;
    if (m_data.query < 0 && m_data.key >= 0) {
        keys.push_back(m_data.key);
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

long LinkFigure::countHidden() const
{
    long hidden = 0;
    const auto floor = float(m_floor);
    const std::vector<int> known = focusedKeys();
    const auto isHidden = [&](int query, int key, float weight) {
        const float shown = magnitude(weight);
        return shown > 0 && shown < floor && m_data.pair.shows(query, key);
    };
    for (const LinkData::Head &head : m_data.heads) {
        const Matrix &weights = *head.weights;
        for (int query = 0; query < weights.rows(); ++query) {
            if (query == m_data.query || contains(m_data.pinnedQueries, query)) {
                continue; // a token in focus shows all of its links
            }
            const float *row = weights.row(query).data();
            if (!m_data.isDifference && !m_data.pair.isFiltered()) { // nothing to ask of each: vector instructions
                hidden += std::count_if(row, row + weights.cols(),
                                        [floor](float weight) { return weight > 0 && weight < floor; });
            } else {
                for (int key = 0; key < weights.cols(); ++key) {
                    hidden += isHidden(query, key, row[key]) ? 1 : 0;
                }
            }
            for (const int key : known) {
                hidden -= key < weights.cols() && isHidden(query, key, row[key]) ? 1 : 0;
            }
        }
    }
    return hidden;
}

long LinkFigure::countFiltered() const
{
    long filtered = 0;
    const auto floor = float(m_floor);
    for (const LinkData::Head &head : m_data.heads) {
        for (int query = 0; m_data.pair.isFiltered() && query < head.weights->rows(); ++query) {
            for (int key = 0; key < head.weights->cols(); ++key) {
                const float shown = magnitude((*head.weights)(query, key));
                filtered += shown > 0 && shown >= floor && !m_data.pair.shows(query, key) ? 1 : 0;
            }
        }
    }
    return filtered;
}

template <typename Visit>
void LinkFigure::forEachLink(bool focused, Visit visit) const
{
    const auto floor = float(m_floor);
    const std::vector<int> known = focusedKeys();
    const bool filters = m_data.pair.isFiltered();
    for (const LinkPanel &panel : m_layout.panels) {
        for (const int slot : panel.heads) {
            const Matrix &weights = *m_data.heads[std::size_t(slot)].weights;
            for (int query = 0; query < weights.rows(); ++query) {
                const bool isWhole = query == m_data.query || contains(m_data.pinnedQueries, query);
                const float *row = weights.row(query).data();
                const auto visitIf = [&](int key, bool isSeen) {
                    const float shown = magnitude(row[key]);
                    if (shown > 0 && isSeen && (!filters || m_data.pair.shows(query, key))) {
                        visit(panel, slot, query, key, row[key]);
                    }
                };
                if (focused) {
                    for (int key = 0; isWhole && key < weights.cols(); ++key) {
                        visitIf(key, true);
                    }
                    for (std::size_t i = 0; !isWhole && i < known.size(); ++i) {
                        if (known[i] < weights.cols()) {
                            visitIf(known[i], true);
                        }
                    }
                    continue;
                }
                for (int key = 0; !isWhole && key < weights.cols(); ++key) {
                    // Most links of a long sentence lie below the floor.
                    if (std::abs(row[key]) >= floor && !std::binary_search(known.begin(), known.end(), key)) {
                        visitIf(key, magnitude(row[key]) >= floor);
                    }
                }
            }
        }
    }
}

int LinkFigure::dashesAcross() const
{
    constexpr double period = 14; // of a dash and its gap, in pixels
    constexpr int fewest = 4;
    const LinkPanel &panel = m_layout.panels.front();
    return std::max(fewest, int(std::lround((panel.keyEdge - panel.queryEdge) / period)));
}

LinkFigure::Band LinkFigure::bandOf(const LinkPanel &panel, int slot, int query, int key, float weight,
                                    bool focused) const
{
    Band band;
    band.from = m_layout.point(m_layout.center(panel, query), panel.queryEdge);
    band.to = m_layout.point(m_layout.center(panel, key), panel.keyEdge);
    band.width = double(magnitude(weight)) * m_layout.bandWidth;
    band.head = m_data.heads[std::size_t(slot)].index;
    band.color = m_data.isDifference ? m_theme.change(double(weight)) : m_theme.head(band.head);
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
    band.dashes = m_data.isDifference && weight < 0 ? dashesAcross() : 0;
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
        const double width = double(magnitude(float(meanWeight(panel, query, key)))) * m_layout.bandWidth;
        const double from = m_layout.center(panel, query);
        const double to = m_layout.center(panel, key);
        // A band is as wide across itself; at its ends it is cut along the tokens.
        const double run = std::max(1.0, std::abs(panel.keyEdge - panel.queryEdge));
        const double half = std::max(2.0, width / 2 + 1) * std::hypot(run, to - from) / run;
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

std::vector<QRectF> LinkFigure::tokenRects(LinkHit::Side side, int token) const
{
    std::vector<QRectF> rects;
    for (const LinkPanel &panel : m_layout.panels) {
        if (side == LinkHit::Side::Query) {
            rects.push_back(m_layout.queryCell(panel, token));
        } else {
            const double along = panel.start + token * m_layout.pitch;
            rects.push_back(m_layout.keyCell(panel, token) |
                            m_layout.rect(along, panel.keyEnd, m_layout.pitch, m_layout.numberSize));
        }
    }
    return rects;
}

void LinkFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    paintBackground(painter);
    painter.setPen(Qt::NoPen);
    for (const Band &band : bands()) {
        painter.setBrush(band.color);
        painter.drawPath(bandPath(band.from, band.to, band.width, band.dashes, m_layout.horizontal));
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
    const double start = m_layout.horizontal ? visible.left() : visible.top();
    const double end = m_layout.horizontal ? visible.right() : visible.bottom();
    for (const bool focused : {false, true}) {
        forEachLink(focused, [&](const LinkPanel &panel, int slot, int query, int key, float weight) {
            const Band band = bandOf(panel, slot, query, key, weight, focused);
            const auto [from, to] = m_layout.horizontal ? std::minmax({band.from.x(), band.to.x()})
                                                        : std::minmax({band.from.y(), band.to.y()}); // by value
            // A band is as wide across itself; along the tokens a steep one covers more.
            const double run = std::max(1.0, std::abs(panel.keyEdge - panel.queryEdge));
            const double half = band.width / 2 * std::hypot(run, to - from) / run + 1;
            if (to + half < start || from - half > end) {
                return; // out of view, as most of a long sentence is
            }
            raster.push_back({band.from * ratio - origin, band.to * ratio - origin, band.width * ratio,
                              band.color.rgba(), band.dashes});
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
            painter.setPen(QPen(color, 0.7, Qt::SolidLine, Qt::FlatCap));
            for (int dash = 0; dash < std::max(1, band.dashes); ++dash) {
                const auto [start, end] = dashSpan(band.dashes, dash);
                painter.drawLine(band.from + start * (band.to - band.from), band.from + end * (band.to - band.from));
            }
        }
    });
}

void LinkFigure::paintLabels(QPainter &painter) const
{
    if (m_layout.titleHeight > 10) {
        drawToken(painter, QRectF(14, 6, m_size.width() - 28, 24), Qt::AlignLeft,
                  QFontMetricsF(Theme::font(13, true))
                      .elidedText(visibleToken(m_data.title), Qt::ElideRight, m_size.width() - 28), // keeps the head
                  Theme::font(13, true), m_theme.text);
    }
    for (const LinkPanel &panel : m_layout.panels) {
        paintHeader(painter, panel);
        paintSide(painter, panel, LinkHit::Side::Query);
        paintSide(painter, panel, LinkHit::Side::Key);
        paintSentenceBorders(painter, panel);
    }
    paintLegend(painter);
}

} // namespace regard
