#include "views/links/link_figure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QPainterPath>
#include <QPolygonF>

#include "draw/figure_group.h"
#include "draw/outline.h"
#include "draw/token_label.h"
#include "views/links/band_layer.h"
#include "views/links/band_path.h"
#include "views/links/link_curve.h"

namespace regard {

namespace {

constexpr double offOpacity = 0.6;       // of a head that is switched off, of what another's would be
constexpr double evenOpacity = 0.3;      // of a row near 1/n, of what another's would be
constexpr double unmarkedOpacity = 0.33; // of links among others that stand out

bool contains(const std::vector<int> &list, int value)
{
    return std::find(list.begin(), list.end(), value) != list.end();
}

QSizeF spaceOf(const LinkData &data, QSizeF size, const PictureParts &parts)
{
    return size.height() > 0 ? size : QSizeF(size.width(), LinkLayout::naturalHeight(data, size.width(), parts));
}

} // namespace

LinkFigure::LinkFigure(LinkData data, QSizeF size, const Theme &theme, std::shared_ptr<LinkBackdrop> backdrop)
    : LinkFigure(std::move(data), size, theme, mostLinks, std::move(backdrop))
{
}

LinkFigure::LinkFigure(LinkData data, QSizeF size, const Theme &theme, long mostLinksDrawn,
                       std::shared_ptr<LinkBackdrop> backdrop)
    : m_data(std::move(data)), m_space(spaceOf(m_data, size, theme.parts)), m_theme(theme),
      m_layout(LinkLayout::of(m_data, m_space, theme.parts)), m_size(m_layout.size), m_backdrop(std::move(backdrop)),
      m_mostLinks(mostLinksDrawn)
{
    m_strongest = findStrongest();
    m_floor =
        m_layout.isPacked() && !theme.parts.onPage ? std::min(m_data.floor, double(everyQuerysFloor())) : m_data.floor;
    count();
    m_filtered = countFiltered();
    findMarks();
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
    const float smallestChange = 5e-5F * float(m_data.numbers.one);
    const float shown = m_data.isDifference ? std::abs(weight) : weight;
    return shown > (m_data.isDifference ? smallestChange : 0) ? shown : 0; // NaN is none
}

bool LinkFigure::hasFocus() const
{
    return m_data.query >= 0 || m_data.key >= 0 || !m_data.pinnedQueries.empty() || !m_data.pinnedKeys.empty();
}

int LinkFigure::shownQuery() const
{
    if (m_data.query >= 0 || m_data.key >= 0)
        return m_data.query < m_data.queries.size() ? m_data.query : -1;
    return m_data.pinnedQueries.empty() ? -1 : m_data.pinnedQueries.back();
}

int LinkFigure::shownKey() const
{
    if (shownQuery() >= 0)
        return -1;
    if (m_data.key >= 0)
        return m_data.key < m_data.keys.size() ? m_data.key : -1;
    return m_data.pinnedKeys.empty() ? -1 : m_data.pinnedKeys.back();
}

bool LinkFigure::isStrong(LinkHit::Side side, int token) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    return token == (isQuery ? m_data.query : m_data.key) ||
           contains(isQuery ? m_data.pinnedQueries : m_data.pinnedKeys, token);
}

bool LinkFigure::isKept(LinkHit::Side side, int token) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    return isStrong(side, token) || contains(isQuery ? m_data.namedQueries : m_data.namedKeys, token);
}

bool LinkFigure::isNamed(LinkHit::Side side, int token) const
{
    const int step = m_layout.labelStep;
    if (step == 1 || isKept(side, token))
        return true;
    if (token % step != 0)
        return false;
    for (int near = token - step + 1; near < token + step; ++near)
        if (near >= 0 && isKept(side, near))
            return false;
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
    if (m_data.query < 0 && m_data.key >= 0)
        keys.push_back(m_data.key);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

bool LinkFigure::isFocusedQuery(int query) const
{
    return query == m_data.query || contains(m_data.pinnedQueries, query);
}

int LinkFigure::dashesAcross() const
{
    constexpr double period = 14; // of a dash and its gap, in pixels
    constexpr int fewest = 4;
    const LinkPanel &panel = m_layout.panels.front();
    return std::max(fewest, int(std::lround((panel.keyEdge - panel.queryEdge) / period)));
}

int LinkFigure::dashesOf(int slot, bool isLost) const
{
    const bool isOff = m_data.heads[std::size_t(slot)].isOff;
    return (m_data.isDifference ? isLost : isOff) ? dashesAcross() : 0;
}

LinkFigure::Tone LinkFigure::toneOf(int slot, int query, int key, float weight, bool focused) const
{
    const bool isFaint = this->isFaint(query, key);
    if (focused)
        return isFaint ? Tone::Plain : Tone::Lit;
    if (m_strongest && isMark(slot, query, key, weight))
        return Tone::Lit;
    return isFaint || (m_strongest && m_strongest->isNearUniform(slot, query)) ? Tone::Faint : Tone::Plain;
}

bool LinkFigure::isFaint(int query, int key) const
{
    return (isMarked(m_data.faintQueries, query) && !isStrong(LinkHit::Side::Query, query)) ||
           (isMarked(m_data.faintKeys, key) && !isStrong(LinkHit::Side::Key, key));
}

QColor LinkFigure::bandColor(const LinkPanel &panel, int slot, float weight, Tone tone) const
{
    const bool isLit = tone == Tone::Lit;
    QColor color =
        m_data.isDifference ? m_theme.change(double(weight)) : m_theme.head(m_data.heads[std::size_t(slot)].index);
    color.setAlpha(isLit ? (showsStrongest() ? 255 : 235) : 140);
    if (!isLit && hasFocus()) {
        color = m_theme.quietLink;
        // More heads overlap: together they should stay as quiet as one.
        const double share = std::sqrt(double(std::max<std::size_t>(1, showsStrongest() ? 1 : panel.heads.size())));
        color.setAlpha(int(std::lround(m_theme.quietLink.alpha() / share)));
    }
    if (!isLit && showsStrongest())
        color.setAlpha(int(std::lround(color.alpha() * unmarkedOpacity)));
    if (tone == Tone::Faint)
        color.setAlpha(int(std::lround(color.alpha() * evenOpacity)));
    if (m_data.heads[std::size_t(slot)].isOff)
        color.setAlpha(int(std::lround(color.alpha() * offOpacity)));
    return color;
}

double LinkFigure::widthOf(const LinkPanel &panel, int query, int key, float weight) const
{
    const double width = double(magnitude(weight)) * m_layout.bandWidth;
    if (!m_data.curved)
        return std::max(width, m_theme.leastLine);
    // Across itself a curve is narrowest where it is steepest.
    const double slope = curveSlope(0.5) * m_layout.pitch * (key - query) / (panel.keyEdge - panel.queryEdge);
    return std::max(width, m_theme.leastLine * std::hypot(1, slope));
}

LinkFigure::Band LinkFigure::bandOf(const LinkPanel &panel, int slot, int query, int key, float weight,
                                    bool focused) const
{
    Band band;
    band.from = m_layout.point(m_layout.center(panel, query), panel.queryEdge);
    band.to = m_layout.point(m_layout.center(panel, key), panel.keyEdge);
    band.width = widthOf(panel, query, key, weight);
    band.head = m_data.heads[std::size_t(slot)].index;
    band.color = bandColor(panel, slot, weight, toneOf(slot, query, key, weight, focused));
    band.query = query;
    band.key = key;
    band.weight = weight;
    band.dashes = dashesOf(slot, weight < 0);
    band.frame = linkRect(panel);
    band.isCurved = m_data.curved;
    return band;
}

void LinkFigure::paintLit(QPainter &painter, const std::vector<std::pair<int, int>> &pairs) const
{
    const int queries = int(m_data.queries.size());
    const int keys = int(m_data.keys.size());
    constexpr double leastWidth = 3; // of an outlined band, so that the outline has two sides
    // Between the lines of text, so that it lies over no other word.
    const bool isUpright = m_layout.horizontal && !m_layout.slanted;
    const double free = isUpright ? 2 : (lineHeight() - 1.15 * m_layout.fontSize) / 2;
    const double share = std::clamp(free / outlineReach, 0.35, 1.0);
    QPainterPath named;
    named.setFillRule(Qt::WindingFill);
    const auto addLabel = [&](LinkHit::Side side, int token) {
        for (const LinkPanel &panel : m_layout.panels)
            named.addPath(labelPath(panel, side, token, share * outlineReach));
    };
    for (const auto &[query, key] : pairs) {
        if (query >= 0 && query < queries)
            addLabel(LinkHit::Side::Query, query);
        if (key >= 0 && key < keys)
            addLabel(LinkHit::Side::Key, key);
    }
    for (Band &band : bands()) {
        if (std::find(pairs.begin(), pairs.end(), std::pair(band.query, band.key)) == pairs.end())
            continue;
        band.width = std::max(band.width, leastWidth);
        band.dashes = 0;
        named.addPath(pathOf(band));
    }
    paintOutline(painter, named, share);
}

std::vector<LinkFigure::Band> LinkFigure::bands() const
{
    std::vector<Band> all;
    for (const bool focused : {false, true}) {
        const Which which = focused ? Which::Focused : Which::Unfocused;
        forEachLink(which, [&](const LinkPanel &panel, int slot, int query, int key, float weight) {
            if (!showsStrongest() || (!focused && !isMark(slot, query, key, weight)))
                all.push_back(bandOf(panel, slot, query, key, weight, focused));
        });
    }
    for (const Mark &mark : m_marks)
        all.push_back(bandOf(m_layout.panels.front(), mark.slot, mark.query, mark.key, mark.weight, true));
    return all;
}

std::optional<LinkFigure::Band> LinkFigure::bandAt(QPointF point, double reach) const
{
    constexpr double leastSeen = 0.05; // of a pixel; a narrower band leaves nothing that an eye could find
    const double along = m_layout.horizontal ? point.x() : point.y();
    const double across = m_layout.horizontal ? point.y() : point.x();
    std::optional<Band> on;
    auto onTone = Tone::Faint;
    std::optional<Band> near;
    for (const HeadLabel &label : m_headLabels) {
        const auto mark = std::find_if(m_marks.begin(), m_marks.end(), [&](const Mark &one) {
            return one.query == label.query && one.key == label.key;
        });
        if (label.box.contains(point))
            return bandOf(m_layout.panels.front(), mark->slot, mark->query, mark->key, mark->weight, true);
    }
    double nearest = reach;
    for (const bool focused : {false, true}) {
        const Which which = focused ? Which::Focused : Which::Unfocused;
        for (const LinkPanel &panel : m_layout.panels) {
            if (!linkRect(panel).contains(point))
                continue;
            const double run = panel.keyEdge - panel.queryEdge;
            const double way = (across - panel.queryEdge) / run;
            const auto lookAt = [&](int slot, int query, int key, float weight) {
                const double width = double(magnitude(weight)) * m_layout.bandWidth;
                if (!focused && width < leastSeen)
                    return;
                const double rise = m_layout.pitch * (key - query);
                const double slope = m_data.curved ? curveSlope(way) * rise : rise;
                const double steepness = std::hypot(run, slope);
                const double share = m_data.curved ? curveShare(way) : way;
                const double off =
                    std::abs(m_layout.center(panel, query) + share * rise - along) * std::abs(run) / steepness;
                const double half = m_data.curved ? width / 2 * std::abs(run) / steepness : width / 2;
                if (off <= half) {
                    // What stands out lies over what does not, narrow bands over wide ones.
                    const Tone tone = toneOf(slot, query, key, weight, focused);
                    const bool isCovered =
                        on && showsStrongest() && (tone < onTone || (tone == Tone::Lit && weight > on->weight));
                    if (isCovered)
                        return;
                    on = bandOf(panel, slot, query, key, weight, focused);
                    onTone = tone;
                } else if (off - half <= nearest) {
                    nearest = off - half;
                    near = bandOf(panel, slot, query, key, weight, focused);
                }
            };
            for (const int slot : panel.heads)
                forEachLinkOf(slot, which, [&](int query, int key, float weight) { lookAt(slot, query, key, weight); });
        }
    }
    return on ? on : near;
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
        if (token < 0 || !inside || !panel.area.contains(point))
            continue;
        if (across >= panel.queryLabel && across <= panel.queryEdge && token < m_data.queries.size())
            return LinkHit{LinkHit::Side::Query, token};
        if (across >= panel.keyEdge && across <= outer && token < m_data.keys.size())
            return LinkHit{LinkHit::Side::Key, token};
    }
    return std::nullopt;
}

QRectF LinkFigure::tokenRect(LinkHit::Side side, int token) const
{
    const LinkPanel &panel = m_layout.panels.front();
    return side == LinkHit::Side::Query ? m_layout.queryCell(panel, token) : m_layout.keyCell(panel, token);
}

double LinkFigure::lineHeight() const
{
    const double line = m_layout.pitch * m_layout.labelStep;
    return m_layout.slanted ? line * std::sin(m_layout.leanRadians()) : line;
}

QPainterPath LinkFigure::labelPath(const LinkPanel &panel, LinkHit::Side side, int token, double reach) const
{
    if (m_layout.slanted)
        return slantedBarPath(panel, side, token, slantedLength(panel, side, token), lineHeight() - 2 * reach);
    const std::size_t place = std::size_t(&panel - m_layout.panels.data());
    const double line = m_layout.horizontal ? m_layout.pitch : lineHeight();
    const double length = std::max(1.0, line - 2 * reach);
    const double along = m_layout.center(panel, token) - length / 2;
    const QRectF box = tokenRects(side, token)[place];
    QPainterPath path;
    path.addRoundedRect(m_layout.rect(along, m_layout.horizontal ? box.top() : box.left(), length,
                                      m_layout.horizontal ? box.height() : box.width()),
                        4, 4);
    return path;
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
    if (m_shown > mostVectorLinks && m_mostLinks > mostVectorLinks) {
        LinkFigure(m_data, m_space, m_theme, mostVectorLinks, nullptr).paint(painter);
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintBackground(painter);
    painter.setPen(Qt::NoPen);
    const std::vector<Band> all = bands();
    {
        const FigureGroup links(painter, "links");
        for (std::size_t i = 0; i + m_marks.size() < all.size(); ++i) {
            const FigureGroup ofHead(painter, "head", all[i].head + 1);
            paintBand(painter, all[i]);
        }
    }
    const LinkPanel &panel = m_layout.panels.front();
    for (const Stroke &stroke : markStrokes()) {
        Band band{};
        band.from = m_layout.point(m_layout.center(panel, stroke.query) + stroke.shift, panel.queryEdge);
        band.to = m_layout.point(m_layout.center(panel, stroke.key) + stroke.shift, panel.keyEdge);
        band.width = stroke.width;
        band.color = stroke.color;
        band.dashes = stroke.dashes;
        band.frame = linkRect(panel);
        band.isCurved = m_data.curved;
        paintBand(painter, band);
    }
    paintHairlines(painter);
    paintLabels(painter);
}

QPainterPath LinkFigure::pathOf(const Band &band) const
{
    return (band.isCurved ? curvedBandPath : bandPath)(band.from, band.to, band.width, band.dashes,
                                                       m_layout.horizontal);
}

void LinkFigure::paintBand(QPainter &painter, const Band &band) const
{
    painter.setBrush(band.color);
    const QPainterPath path = pathOf(band);
    if (band.frame.adjusted(-0.01, -0.01, 0.01, 0.01).contains(path.controlPointRect())) {
        painter.drawPath(path);
    } else {
        QPainterPath frame; // SVG files have no clipping
        frame.addRect(band.frame);
        painter.drawPath(path.intersected(frame));
    }
}

QRectF LinkFigure::linkRect(const LinkPanel &panel) const
{
    return m_layout.linkRect(panel, int(std::max(m_data.queries.size(), m_data.keys.size())));
}

void LinkFigure::paintBackground(QPainter &painter) const
{
    m_theme.fillPaper(painter, QRectF(QPointF(0, 0), m_size));
}

bool LinkFigure::hasHairline(double width)
{
    constexpr double thinnest = 0.8;
    return width < thinnest;
}

QColor LinkFigure::hairlineColor(QColor band)
{
    band.setAlpha(110);
    return band;
}

void LinkFigure::paintHairlines(QPainter &painter) const
{
    const FigureGroup group(painter, "thin-links");
    // A link in focus that is too thin to see is still there: its width stays true, a hairline says where it runs.
    forEachLink(Which::Focused, [&](const LinkPanel &panel, int slot, int query, int key, float weight) {
        const Band band = bandOf(panel, slot, query, key, weight, true);
        if (!hasHairline(band.width))
            return;
        painter.setPen(QPen(hairlineColor(band.color), hairlineWidth, Qt::SolidLine, Qt::FlatCap));
        for (int dash = 0; dash < std::max(1, band.dashes); ++dash) {
            const auto [start, end] = dashSpan(band.dashes, dash);
            if (band.isCurved)
                painter.strokePath(curvePath(band.from, band.to, start, end, m_layout.horizontal), painter.pen());
            else
                painter.drawLine(band.from + start * (band.to - band.from), band.from + end * (band.to - band.from));
        }
    });
}

void LinkFigure::paintLabels(QPainter &painter) const
{
    noteWhatIsMissing();
    for (const LinkPanel &panel : m_layout.panels)
        paintByHand(painter, panel);
    paintHeadLabels(painter);
    m_layout.title.paint(painter, QRectF(14, 6, m_size.width() - 28, 24), m_theme.text);
    for (const LinkPanel &panel : m_layout.panels) {
        const FigureGroup axes(painter, "axes");
        paintHeader(painter, panel);
        paintSide(painter, panel, LinkHit::Side::Query);
        paintSide(painter, panel, LinkHit::Side::Key);
        paintSentenceBorders(painter, panel);
    }
    if (!m_layout.legend.isEmpty())
        paintLegend(painter);
}

} // namespace regard
