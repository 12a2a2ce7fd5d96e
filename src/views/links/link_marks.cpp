// A link picture of each pair's strongest head: which links stand out, their heads' numbers, and how they are painted.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include <QPainterPath>

#include "draw/token_label.h"
#include "views/links/band_layer.h"
#include "views/links/link_curve.h"
#include "views/links/link_figure.h"

namespace regard {

namespace {

constexpr double marksAToken = 2; // at most, except for the fewest
constexpr double fewestMarks = 20;
constexpr double areaOfMark = 3000;    // of the links' place, in square pixels
constexpr std::size_t mostNamed = 120; // beyond, to find places takes longer than a display frame
constexpr double labelType = 10;
constexpr double linkMarksLabelHeight = 13;
constexpr double linkMarksLabelGap = 1.5; // at least, from one to the next
constexpr double haloWidth = 1.25;        // on either side
constexpr double thinnestWithHalo = 0.8;

QFont markLabelFont()
{
    return Theme::font(labelType, true);
}

double markLabelWidth(int head)
{
    return std::max(linkMarksLabelHeight,
                    std::ceil(QFontMetricsF(markLabelFont()).horizontalAdvance(QString::number(head + 1))) + 6);
}

double distance(const QRectF &a, const QRectF &b)
{
    const double x = std::max({0.0, a.left() - b.right(), b.left() - a.right()});
    const double y = std::max({0.0, a.top() - b.bottom(), b.top() - a.bottom()});
    return std::max(x, y);
}

/// The course of a band's middle along the tokens, and how far the band reaches to either side.
struct MiddleLine {
    std::size_t mark;
    double from;
    double rise;
    double run;
    double half; ///< across a straight band, along the tokens of a curved one
    bool isCurved;

    /// How far it has come along its rise.
    double share(double way) const { return isCurved ? curveShare(way) : way; }
    /// The share that is left of a distance along the tokens when it is measured across the band.
    double narrowing(double way) const { return run / std::hypot(run, isCurved ? curveSlope(way) * rise : rise); }
};

/// What a name on a band must keep clear of.
struct NamePlaces {
    const LinkLayout &layout;
    const LinkPanel &panel;
    QRectF room;
    const std::vector<MiddleLine> &lines;
    const std::vector<LinkFigure::HeadLabel> &taken;
};

/// Returns the distance from a point of a band's middle to the edge of the nearest other band, at most `enough`. `way`
/// is 0 at the query and 1 at the key.
double clearance(const MiddleLine &of, const std::vector<MiddleLine> &lines, double way, double enough)
{
    double least = enough;
    for (const MiddleLine &other : lines) {
        const double narrowing = other.narrowing(way);
        const double off = std::abs(other.from - of.from + other.share(way) * (other.rise - of.rise)) * narrowing;
        if (&other != &of)
            least = std::min(least, off - other.half * (other.isCurved ? narrowing : 1));
    }
    return least;
}

/// The place on a band's middle where a name of a width is farthest from other bands and names, if there is one.
std::optional<QRectF> placeForName(const MiddleLine &line, double width, const NamePlaces &places)
{
    constexpr double step = 0.04;
    constexpr int tries = 24; // from the middle of the way outwards
    constexpr double enough = linkMarksLabelHeight / 2 + 2;
    constexpr double farEnough = 24;
    std::optional<QRectF> best;
    double bestScore = 0;
    for (int place = 0; place < tries; ++place) {
        const double way = 0.5 + (place % 2 == 0 ? step : -step) * ((place + 1) / 2);
        const double across = places.panel.queryEdge + way * (places.panel.keyEdge - places.panel.queryEdge);
        QRectF box(0, 0, width, linkMarksLabelHeight);
        box.moveCenter(places.layout.point(line.from + line.share(way) * line.rise, across));
        double apart = farEnough;
        for (const LinkFigure::HeadLabel &label : places.taken)
            apart = std::min(apart, distance(box, label.box));
        if (apart < linkMarksLabelGap || !places.room.contains(box))
            continue;
        const double loneliness = 0.1 * apart - std::abs(way - 0.5);
        if (best && enough + loneliness <= bestScore)
            continue;
        const double score = clearance(line, places.lines, way, enough) + loneliness;
        if (!best || score > bestScore) {
            best = box;
            bestScore = score;
        }
    }
    return best;
}

} // namespace

bool LinkFigure::showsStrongest() const
{
    return m_strongest && m_data.heads.size() > 1;
}

std::vector<const Matrix *> LinkFigure::linkMatrices() const
{
    if (showsStrongest())
        return {&m_strongest->weights()};
    std::vector<const Matrix *> matrices;
    for (const LinkData::Head &head : m_data.heads)
        matrices.push_back(head.weights.get());
    return matrices;
}

std::shared_ptr<const StrongestLinks> LinkFigure::findStrongest() const
{
    if (!m_data.strongest || m_data.isDifference || m_data.heads.empty() || m_layout.panels.size() > 1)
        return nullptr;
    if (!m_backdrop)
        return std::make_shared<StrongestLinks>(m_data);
    LinkBackdrop::Scene scene;
    for (const LinkData::Head &head : m_data.heads)
        scene.weights.push_back(head.weights);
    std::shared_ptr<const StrongestLinks> strongest = m_backdrop->strongest(scene);
    if (!strongest) {
        strongest = std::make_shared<StrongestLinks>(m_data);
        m_backdrop->keepStrongest(scene, strongest);
    }
    return strongest;
}

void LinkFigure::findMarks()
{
    if (!showsStrongest())
        return;
    if (hasFocus()) {
        forEachLink(Which::Focused, [this](const LinkPanel &, int slot, int query, int key, float weight) {
            m_marks.push_back({slot, query, key, weight});
        });
    } else {
        m_marks = strongestMarks();
        for (const Mark &mark : m_marks)
            m_markedFrom = std::min(m_markedFrom, mark.weight);
    }
    std::stable_sort(m_marks.begin(), m_marks.end(), [](const Mark &a, const Mark &b) { return a.weight > b.weight; });
    nameMarks();
}

std::vector<LinkFigure::Mark> LinkFigure::strongestMarks() const
{
    const QRectF room = linkRect(m_layout.panels.front());
    const double fitting = room.width() * room.height() / areaOfMark;
    const double wanted = marksAToken * double(std::max(m_data.queries.size(), m_data.keys.size()));
    const auto most = std::size_t(std::max(fewestMarks, std::min(wanted, fitting)));
    const Matrix &weights = m_strongest->weights();
    const auto floor = float(m_floor);
    std::vector<Mark> marks;
    for (int query = 0; query < weights.rows(); ++query) {
        const float *row = weights.row(query).data();
        for (int key = 0; key < weights.cols(); ++key) {
            if (row[key] < floor || row[key] <= 0 || !m_data.pair.shows(query, key) || isFaint(query, key))
                continue;
            const int slot = m_strongest->slot(query, key);
            if (!m_strongest->isNearUniform(slot, query))
                marks.push_back({slot, query, key, row[key]});
        }
    }
    if (marks.size() <= most)
        return marks;
    std::vector<float> sorted;
    for (const Mark &mark : marks)
        sorted.push_back(mark.weight);
    const auto last = sorted.begin() + std::ptrdiff_t(most) - 1;
    std::nth_element(sorted.begin(), last, sorted.end(), std::greater<>());
    std::erase_if(marks, [from = *last](const Mark &mark) { return mark.weight < from; });
    return marks;
}

/// A dot on each link that is set by hand; a dashed line with a cross where nothing is left of it.
void LinkFigure::paintByHand(QPainter &painter, const LinkPanel &panel) const
{
    constexpr double way = 0.78; // from the query to the key, where few links cross
    const double radius = std::max(4.5, 0.26 * m_layout.fontSize);
    const QRectF room = linkRect(panel);
    for (const HandLink &link : m_data.byHand) {
        const bool isHere = std::any_of(panel.heads.begin(), panel.heads.end(),
                                        [&](int slot) { return m_data.heads[std::size_t(slot)].index == link.head; });
        if (!isHere || !m_data.pair.shows(link.query, link.key))
            continue;
        const double from = m_layout.center(panel, link.query);
        const double to = m_layout.center(panel, link.key);
        const auto at = [&](double share) {
            const double along = from + (m_data.curved ? curveShare(share) : share) * (to - from);
            return m_layout.point(along, panel.queryEdge + share * (panel.keyEdge - panel.queryEdge));
        };
        const QPointF middle = at(way);
        if (!room.adjusted(-radius, -radius, radius, radius).contains(middle))
            continue;
        painter.setBrush(Qt::NoBrush);
        if (link.isGone) {
            QPainterPath path(at(0));
            for (int step = 1; step <= 24; ++step)
                path.lineTo(at(step / 24.0));
            painter.setPen(QPen(m_theme.muted, 1.2, Qt::DashLine));
            painter.drawPath(path);
        }
        painter.setPen(QPen(m_theme.panel, 1.5));
        painter.setBrush(m_theme.text);
        painter.drawEllipse(middle, radius, radius);
        if (!link.isGone)
            continue;
        const double arm = 0.45 * radius;
        painter.setPen(QPen(m_theme.panel, std::max(1.6, 0.3 * radius), Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm));
        painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm));
    }
    painter.setPen(Qt::NoPen);
}

bool LinkFigure::isMark(int slot, int query, int key, float weight) const
{
    return weight >= m_markedFrom && !m_strongest->isNearUniform(slot, query) && !isFaint(query, key);
}

void LinkFigure::nameMarks()
{
    const LinkPanel &panel = m_layout.panels.front();
    const double run = std::abs(panel.keyEdge - panel.queryEdge);
    std::vector<MiddleLine> lines; // of the marks that may be named, the strongest first
    for (std::size_t i = 0; i < m_marks.size() && lines.size() < mostNamed; ++i) {
        const Mark &mark = m_marks[i];
        const double rise = m_layout.pitch * (mark.key - mark.query);
        if (double(mark.weight) >= m_floor && !m_strongest->isNearUniform(mark.slot, mark.query))
            lines.push_back({i, m_layout.center(panel, mark.query), rise, run,
                             double(mark.weight) * m_layout.bandWidth / 2, m_data.curved});
    }
    const NamePlaces places{m_layout, panel, linkRect(panel).adjusted(1, 1, -1, -1), lines, m_headLabels};
    for (const MiddleLine &line : lines) {
        Mark &mark = m_marks[line.mark];
        const int head = m_data.heads[std::size_t(mark.slot)].index;
        if (const std::optional<QRectF> box = placeForName(line, markLabelWidth(head), places)) {
            mark.isNamed = true;
            m_headLabels.push_back({*box, head, mark.query, mark.key});
        }
    }
}

std::vector<LinkFigure::Mark> LinkFigure::neighboursOf(const Mark &mark) const
{
    constexpr float leastShare = 0.5F; // of the mark's own weight
    constexpr std::size_t most = 4;
    std::vector<Mark> neighbours;
    for (int slot = 0; slot < int(m_data.heads.size()); ++slot) {
        const float weight = (*m_data.heads[std::size_t(slot)].weights)(mark.query, mark.key);
        if (slot != mark.slot && double(weight) >= m_floor && weight >= leastShare * mark.weight)
            neighbours.push_back({slot, mark.query, mark.key, weight});
    }
    std::stable_sort(neighbours.begin(), neighbours.end(),
                     [](const Mark &a, const Mark &b) { return a.weight > b.weight; });
    if (neighbours.size() > most)
        neighbours.resize(most);
    return neighbours;
}

void LinkFigure::addStrokes(const LinkPanel &panel, const Mark &mark, std::vector<Stroke> &strokes) const
{
    constexpr double thin = 1;
    constexpr double apart = 2; // from line to line
    const double width = widthOf(panel, mark.query, mark.key, mark.weight);
    const double run = std::abs(panel.keyEdge - panel.queryEdge);
    const double widening = m_data.curved ? 1 : std::hypot(run, m_layout.pitch * (mark.key - mark.query)) / run;
    if (mark.isNamed) {
        const std::vector<Mark> neighbours = neighboursOf(mark);
        for (std::size_t i = 0; i < neighbours.size(); ++i) {
            const double off = width / 2 + haloWidth + thin / 2 + apart * double(i / 2);
            const int slot = neighbours[i].slot;
            strokes.push_back({mark.query, mark.key, (i % 2 == 0 ? -off : off) * widening, thin,
                               bandColor(panel, slot, 1, Tone::Lit), dashesOf(slot, false)});
        }
    }
    if (width >= thinnestWithHalo)
        strokes.push_back({mark.query, mark.key, 0, width + 2 * haloWidth, m_theme.panel, 0});
    strokes.push_back({mark.query, mark.key, 0, width, bandColor(panel, mark.slot, mark.weight, Tone::Lit),
                       dashesOf(mark.slot, false)});
}

std::vector<LinkFigure::Stroke> LinkFigure::markStrokes() const
{
    std::vector<Stroke> strokes;
    for (const Mark &mark : m_marks)
        addStrokes(m_layout.panels.front(), mark, strokes);
    return strokes;
}

std::vector<BandLayer> LinkFigure::markLayers(const View &view, const LinkPanel &panel) const
{
    const bool turnsBack = panel.keyEdge < panel.queryEdge;
    std::vector<BandLayer> layers;
    double shift = 0;
    for (const Stroke &stroke : markStrokes()) {
        if (layers.empty() || stroke.shift != shift) {
            shift = stroke.shift;
            layers.push_back(emptyLayer(view, panel));
            layers.back().start += shift * view.ratio;
        }
        std::vector<BandLayer::Paint> &paints = layers.back().paints;
        const QRgb color = stroke.color.rgba();
        const auto found = std::find_if(paints.begin(), paints.end(), [&](const BandLayer::Paint &paint) {
            return paint.color == color && paint.dashes == stroke.dashes;
        });
        const auto paint = int(found - paints.begin());
        if (found == paints.end())
            paints.push_back({color, stroke.dashes});
        layers.back().bands.push_back({turnsBack ? stroke.key : stroke.query, turnsBack ? stroke.query : stroke.key,
                                       float(stroke.width * view.ratio), paint});
    }
    return layers;
}

void LinkFigure::paintHeadLabels(QPainter &painter) const
{
    for (const HeadLabel &label : m_headLabels) {
        const auto head = std::find_if(m_data.heads.begin(), m_data.heads.end(),
                                       [&](const LinkData::Head &one) { return one.index == label.head; });
        const QColor color = m_theme.head(label.head);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.panel);
        painter.drawRoundedRect(label.box.adjusted(-1, -1, 1, 1), 5, 5);
        if (head->isOff) {
            painter.setPen(QPen(color, 1.5));
            painter.drawRoundedRect(label.box.adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
        } else {
            painter.setBrush(color);
            painter.drawRoundedRect(label.box, 4, 4);
        }
        drawToken(painter, label.box, Qt::AlignHCenter, QString::number(label.head + 1), markLabelFont(),
                  head->isOff ? m_theme.headText(label.head) : m_theme.textOn(color.rgb()));
        painter.setBrush(Qt::NoBrush);
    }
}

} // namespace regard
