#include "views/heads/heads_layout.h"

#include <algorithm>
#include <cmath>

namespace regard {

namespace {

constexpr double layerLabelWidth = 32;
constexpr double listEdge = 6;         // left of a list
constexpr double headsLayoutAbove = 2; // everything
constexpr double headsLayoutEdge = 6;  // right of and below everything
constexpr double headingHeight = 22;   // of a section
constexpr double numbersHeight = 18;   // above the first layer
constexpr double ownNumber = 14;       // above each line of heads, where lines are wrapped
constexpr double layerGap = 6;         // between wrapped layers
constexpr double belowSection = 10;
constexpr double besideSection = 18;
constexpr double smallestSide = 12; // twelve heads fit at the side without a scroll bar
constexpr double headsLayoutLargestSide = 320;
constexpr double widestNatural = 160;
constexpr int mostWrappedLayers = 12;
constexpr int mostLines = 16;
constexpr double worthwhile = 1.15;   // another arrangement must make cells larger by this factor
constexpr double worthWrapping = 1.5; // where several layers would no longer read as layers × heads

constexpr double widestByName = 40; // of a list's cells
constexpr double readableSide = 20; // a lack of height alone makes cells no smaller: there is a scroll bar

constexpr double largeCell = 32; // from this side on, gaps are wide
constexpr double middleCell = 16;
constexpr double wideGap = 8;
constexpr double middleGap = 3;
constexpr double narrowGap = 2;
constexpr double narrowMarkRoom = 6;
constexpr double wideBarRoom = 8; // below the marks
constexpr double narrowBarRoom = 5;
constexpr double wideBarStart = 6; // below the cell
constexpr double narrowBarStart = 5;

double gapFor(double side)
{
    return side >= largeCell ? wideGap : side >= middleCell ? middleGap : narrowGap;
}

/// The largest cell that fits in a pitch together with its gap.
double sideInWidth(double pitch)
{
    if (pitch >= largeCell + wideGap)
        return pitch - wideGap;
    return pitch >= middleCell + middleGap ? std::min(pitch - middleGap, largeCell - 1)
                                           : std::min(pitch - narrowGap, middleCell - 1);
}

int perLine(int heads, int lines)
{
    return std::max(1, (heads + lines - 1) / lines);
}

} // namespace

HeadsLayout::HeadsLayout(std::vector<Section> sections, QSizeF space, Room room)
    : m_sections(std::move(sections)), m_room(room)
{
    const Arrangement chosen = best(space);
    m_isBeside = chosen.isBeside;
    m_lines = chosen.lines;
    m_side = std::floor(
        std::clamp(std::min(chosen.wide, std::max(chosen.high, readableSide)), smallestSide, headsLayoutLargestSide));
    place();
    m_size = m_size.expandedTo(space);
}

HeadsLayout HeadsLayout::list(int heads, double nameWidth, QSizeF space, Room room)
{
    HeadsLayout layout;
    layout.m_sections = {{1, heads, 0}};
    layout.m_room = room;
    layout.m_isList = true;
    layout.m_nameWidth = nameWidth;
    layout.arrangeList(space);
    layout.place();
    layout.m_size = layout.m_size.expandedTo(space);
    return layout;
}

double HeadsLayout::naturalHeight(const std::vector<Section> &sections, double width, Room room)
{
    HeadsLayout layout;
    layout.m_sections = sections;
    layout.m_room = room;
    const Arrangement one = layout.measured(false, 1, {width, 1e6});
    layout.m_side = std::floor(std::clamp(one.wide, smallestSide, widestNatural));
    layout.place();
    return layout.m_size.height();
}

/// The number of heads on a line that makes the largest cells; as many as the names allow where that is too small to be
/// read, and the list is scrolled.
void HeadsLayout::arrangeList(QSizeF space)
{
    const int heads = std::max(1, m_sections.front().heads);
    const double width = space.width() - listEdge - headsLayoutEdge;
    // A cell fills the column of a wide name, within reason.
    const double readable = std::clamp(m_nameWidth - wideGap, readableSide, widestByName);
    const int most = std::clamp(int(width / std::max(m_nameWidth, smallestSide + narrowGap)), 1, heads);
    double best = 0;
    for (int columns = most; columns >= 1; --columns) {
        const int lines = (heads + columns - 1) / columns;
        const double wide = sideInWidth(width / columns);
        const double high = sideInHeight(
            (space.height() - headsLayoutAbove - headsLayoutEdge - m_room.top - layerGap) / lines - ownNumber);
        const double side = std::min({wide, std::max(high, readable), headsLayoutLargestSide});
        if (side > best * worthwhile) {
            best = side;
            m_lines = lines;
        }
    }
    m_side = std::floor(std::clamp(best, smallestSide, headsLayoutLargestSide));
}

double HeadsLayout::labelWidth() const
{
    return m_isList ? listEdge : layerLabelWidth;
}

double HeadsLayout::columnPitch() const
{
    return std::max(m_side + gap(), m_nameWidth);
}

double HeadsLayout::markRoomFor(double side) const
{
    const bool isLarge = side >= largeCell;
    const double bar = isLarge ? wideBarRoom : narrowBarRoom;
    return (isLarge ? wideGap : narrowMarkRoom) + (m_room.hasBars ? bar : 0);
}

double HeadsLayout::sideInHeight(double pitch) const
{
    const double large = markRoomFor(largeCell);
    return pitch >= largeCell + large ? pitch - large : std::min(pitch - markRoomFor(0), largeCell - 1);
}

bool HeadsLayout::hasLargeCells() const
{
    return m_side >= largeCell;
}

QRectF HeadsLayout::shareRect() const
{
    return m_room.top > 0
               ? QRectF(listEdge, headsLayoutAbove, m_size.width() - listEdge - headsLayoutEdge, m_room.top - 2)
               : QRectF();
}

QRectF HeadsLayout::barRect(const QRectF &cell) const
{
    if (!m_room.hasBars)
        return {};
    const double top = cell.bottom() + (hasLargeCells() ? wideBarStart : narrowBarStart);
    return {cell.left(), top, cell.width(), hasLargeCells() ? 3.0 : 2.0};
}

double HeadsLayout::gap() const
{
    return gapFor(m_side);
}

double HeadsLayout::markRoom() const
{
    return markRoomFor(m_side);
}

int HeadsLayout::headsPerLine(int section) const
{
    return perLine(m_sections.at(std::size_t(section)).heads, m_lines);
}

double HeadsLayout::fixedHeight(const Section &section, int lines) const
{
    const double heading = m_sections.size() > 1 ? headingHeight : 0;
    return heading + (lines > 1 || m_isList ? section.layers * (lines * ownNumber + layerGap) : numbersHeight);
}

HeadsLayout::Arrangement HeadsLayout::measured(bool isBeside, int lines, QSizeF space) const
{
    double columns = 0;
    double fixedWidth = headsLayoutEdge;
    double rows = 0;
    double height = headsLayoutAbove + headsLayoutEdge + m_room.top;
    double headings = headsLayoutEdge;
    Arrangement arrangement{isBeside, lines, headsLayoutLargestSide, headsLayoutLargestSide};
    for (const Section &section : m_sections) {
        const double heads = perLine(section.heads, lines);
        const double sectionRows = std::max(1, section.layers * lines);
        const double sectionFixed = fixedHeight(section, lines);
        if (isBeside) {
            columns += heads;
            fixedWidth += labelWidth() + besideSection;
            headings += section.headingWidth + besideSection;
            arrangement.high = std::min(arrangement.high, sideInHeight((space.height() - headsLayoutAbove -
                                                                        headsLayoutEdge - m_room.top - sectionFixed) /
                                                                       sectionRows));
        } else {
            columns = std::max(columns, heads);
            fixedWidth = headsLayoutEdge + labelWidth();
            rows += sectionRows;
            height += sectionFixed + belowSection;
        }
    }
    arrangement.wide = sideInWidth((space.width() - fixedWidth) / std::max(1.0, columns));
    if (isBeside && headings > space.width())
        arrangement.wide = 0; // the names would run into each other
    if (!isBeside)
        arrangement.high = sideInHeight((space.height() - height + belowSection) / std::max(1.0, rows));
    return arrangement;
}

HeadsLayout::Arrangement HeadsLayout::best(QSizeF space) const
{
    int layers = 0;
    int heads = 0;
    for (const Section &section : m_sections) {
        layers = std::max(layers, section.layers);
        heads = std::max(heads, section.heads);
    }
    const auto fit = [](const Arrangement &arrangement) {
        return std::min({arrangement.wide, arrangement.high, headsLayoutLargestSide});
    };
    Arrangement chosen = measured(false, 1, space);
    for (const bool isBeside : {false, true}) {
        if (isBeside && m_sections.size() < 2)
            continue;
        const int most = layers <= mostWrappedLayers ? std::min(heads, mostLines) : 1;
        for (int lines = 1; lines <= most; ++lines) {
            const Arrangement other = measured(isBeside, lines, space);
            const double factor = layers > 1 && lines > chosen.lines ? worthWrapping : worthwhile;
            if (fit(other) > factor * std::max(fit(chosen), 1.0))
                chosen = other;
        }
    }
    return chosen;
}

double HeadsLayout::linePitch() const
{
    return m_side + markRoom() + (isWrapped() ? ownNumber : 0);
}

double HeadsLayout::sectionHeight(const Section &section) const
{
    return fixedHeight(section, m_lines) + section.layers * m_lines * (m_side + markRoom());
}

double HeadsLayout::sectionWidth(const Section &section) const
{
    return std::max(labelWidth() + perLine(section.heads, m_lines) * columnPitch(), section.headingWidth);
}

void HeadsLayout::place()
{
    QPointF corner(0, headsLayoutAbove + m_room.top);
    for (const Section &section : m_sections) {
        m_corners.push_back(corner);
        const QSizeF taken(sectionWidth(section), sectionHeight(section));
        m_size = m_size.expandedTo(
            {corner.x() + taken.width() + headsLayoutEdge, corner.y() + taken.height() + headsLayoutEdge});
        if (m_isBeside)
            corner.rx() += taken.width() + besideSection;
        else
            corner.ry() += taken.height() + belowSection;
    }
}

double HeadsLayout::layerTop(int section, int layer) const
{
    const double heading = m_sections.size() > 1 ? headingHeight : 0;
    const double top = m_corners.at(std::size_t(section)).y() + heading;
    return isWrapped() ? top + layer * (m_lines * linePitch() + layerGap) : top + numbersHeight + layer * linePitch();
}

QRectF HeadsLayout::headRect(int section, int layer, int head) const
{
    const int columns = headsPerLine(section);
    const double left = m_corners.at(std::size_t(section)).x() + labelWidth();
    const double number = isWrapped() ? ownNumber : 0;
    const double inset = (columnPitch() - m_side - gap()) / 2; // below a name that is wider
    return {left + (head % columns) * columnPitch() + inset,
            layerTop(section, layer) + (head / columns) * linePitch() + number, m_side, m_side};
}

QRectF HeadsLayout::labelRect(int section, int layer) const
{
    if (m_isList)
        return {};
    const QRectF first = headRect(section, layer, 0);
    const int lines = (m_sections.at(std::size_t(section)).heads - 1) / headsPerLine(section);
    return {m_corners.at(std::size_t(section)).x(), first.top(), labelWidth() - 4, m_side + lines * linePitch()};
}

QRectF HeadsLayout::headingRect(int section) const
{
    if (m_sections.size() < 2)
        return {};
    const QPointF corner = m_corners.at(std::size_t(section));
    const double width = m_isBeside ? sectionWidth(m_sections.at(std::size_t(section))) + besideSection / 2
                                    : m_size.width() - headsLayoutEdge;
    return {corner.x() + 4, corner.y(), width - 4, headingHeight};
}

QRectF HeadsLayout::numberRect(int section, int layer, int head) const
{
    const QRectF cell = headRect(section, isWrapped() ? layer : 0, head);
    const double height = isWrapped() ? ownNumber : numbersHeight;
    const double half = m_isList ? columnPitch() / 2 : 20;
    return {cell.center().x() - half, cell.top() - height, 2 * half, height - 1};
}

std::optional<HeadsLayout::Spot> HeadsLayout::at(QPointF point) const
{
    for (int section = 0; section < int(m_sections.size()); ++section) {
        const Section &grid = m_sections[std::size_t(section)];
        for (int layer = 0; layer < grid.layers; ++layer) {
            const double below = markRoom() / 2;
            const QRectF label = labelRect(section, layer).adjusted(0, -below, 0, below);
            if (label.width() > 0 && label.contains(point) && point.y() < label.bottom() && point.x() < label.right())
                return Spot{section, layer, -1};
            for (int head = 0; head < grid.heads; ++head)
                if (headRect(section, layer, head).adjusted(-gap() / 2, -below, gap() / 2, below).contains(point))
                    return Spot{section, layer, head};
        }
    }
    return std::nullopt;
}

} // namespace regard
