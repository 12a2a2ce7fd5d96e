#include "views/parts/parts_figure.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "views/parts/part_names.h"
#include "views/parts/parts_lists.h"

namespace regard {

namespace {

constexpr double partsMargin = 10;
constexpr double partsNarrowest = 300;
constexpr double partsColumn = 260;     ///< the least width of each of two lists side by side
constexpr double presentedColumn = 400; ///< with room for "layer 12 · feed-forward"
constexpr double partsGap = 4;
constexpr int fewestPresentedRows = 4;

struct PartsFigureText {
    Q_DECLARE_TR_FUNCTIONS(PartsFigure)
};

} // namespace

PartsFigure::PartsFigure(PartsData data, QSizeF size, const Theme &theme, std::optional<PartsHit> current)
    : m_data(std::move(data)), m_theme(theme)
{
    const double width = std::max(size.width(), partsNarrowest);
    const double room = width - 2 * partsMargin;
    double top = partsMargin;
    if (m_theme.parts.title.value_or(true) && !m_data.title.isEmpty()) {
        m_title = BrokenTitle(m_data.title, room, Theme::font(13, true));
        top += 24 + m_title.further();
    }
    for (const QString &sentence : std::as_const(m_data.sentences)) {
        m_sentences.emplace_back(sentence, room, Theme::font(12));
        top += BrokenTitle::lineHeight + m_sentences.back().further() + 2;
    }
    Theme within = m_theme;
    within.parts.title = true; // of the lists and the map: without theirs nobody knows what they are
    const bool isWide = width >= 2 * (m_theme.leastNumber > 0 ? presentedColumn : partsColumn);
    double bottom = top;
    for (std::size_t i = 0; i < m_data.lists.size(); ++i) {
        const bool hasNeighbour =
            isWide && (m_data.lists[i].isBeside || (i + 1 < m_data.lists.size() && m_data.lists[i + 1].isBeside));
        const bool isRight = hasNeighbour && m_data.lists[i].isBeside;
        if (!isRight)
            top = bottom;
        if (current && current->list == int(i))
            m_data.lists[i].bars.current = current->row;
        auto list =
            std::make_unique<BarListFigure>(m_data.lists[i].bars, QSizeF(hasNeighbour ? width / 2 : width, 0), within);
        bottom = std::max(bottom, top + list->size().height() + partsGap);
        m_lists.push_back({std::move(list), QPointF(isRight ? width / 2 : 0, top)});
    }
    if (m_data.map) {
        if (current && isOnMap(*current)) {
            const auto columns = int(m_data.map->keys.size());
            m_data.map->query = current->row / columns;
            m_data.map->key = current->row % columns;
        }
        m_map = std::make_unique<HeatmapFigure>(*m_data.map, QSizeF(width, 0), within);
        m_mapCorner = QPointF(0, bottom);
        bottom += m_map->size().height();
    }
    m_size = QSizeF(width, std::max(size.height(), bottom + partsMargin));
}

void PartsFigure::paint(QPainter &painter) const
{
    m_theme.fillPaper(painter, QRectF(QPointF(0, 0), m_size));
    const double room = m_size.width() - 2 * partsMargin;
    double top = partsMargin - 4;
    m_title.paint(painter, QRectF(partsMargin, top, room, 24), m_theme.text);
    top += m_title.isEmpty() ? 0 : 24 + m_title.further();
    for (const BrokenTitle &sentence : m_sentences) {
        sentence.paint(painter, QRectF(partsMargin, top + 4, room, BrokenTitle::lineHeight), m_theme.text);
        top += BrokenTitle::lineHeight + sentence.further() + 2;
    }
    const auto paintAt = [&](const Figure &figure, QPointF corner) {
        painter.save();
        painter.translate(corner);
        figure.paint(painter);
        painter.restore();
    };
    for (const Placed &placed : m_lists)
        paintAt(*placed.list, placed.corner);
    if (m_map)
        paintAt(*m_map, m_mapCorner);
}

ListTable PartsFigure::table() const
{
    ListTable table;
    for (const PartsList &list : m_data.lists) {
        if (table.headings.isEmpty())
            table.headings = {PartsFigureText::tr("list"), list.bars.labelHeader, list.bars.valueHeader};
        for (const BarListData::Row &row : list.bars.rows)
            table.rows.push_back({list.bars.title, row.label, listedNumber(row.value)});
    }
    return table;
}

std::optional<PartsHit> PartsFigure::hit(QPointF point) const
{
    for (std::size_t i = 0; i < m_lists.size(); ++i)
        if (const auto row = m_lists[i].list->hit(point - m_lists[i].corner))
            return PartsHit{int(i), *row};
    if (m_map && !m_data.mapParts.empty())
        if (const auto cell = m_map->hit(point - m_mapCorner))
            return PartsHit{int(m_lists.size()), cell->first * int(m_data.map->keys.size()) + cell->second};
    return std::nullopt;
}

int PartsFigure::lists() const
{
    return int(m_lists.size()) + (m_data.mapParts.empty() ? 0 : 1);
}

int PartsFigure::rows(int list) const
{
    return int(isOnMap({list}) ? m_data.mapParts.size() : m_data.lists.at(std::size_t(list)).bars.rows.size());
}

std::optional<StreamPart> PartsFigure::part(PartsHit hit) const
{
    return (isOnMap(hit) ? m_data.mapParts : m_data.lists.at(std::size_t(hit.list)).parts).at(std::size_t(hit.row));
}

bool PartsFigure::isOfKey(PartsHit hit) const
{
    return !isOnMap(hit) && m_data.lists.at(std::size_t(hit.list)).isOfKey;
}

QString PartsFigure::text(PartsHit hit) const
{
    const std::optional<StreamPart> named = part(hit);
    if (isOnMap(hit))
        return named ? QStringLiteral("%1: %2").arg(partTitle(*named)).arg(m_data.map->values->data()[hit.row])
                     : QString();
    const BarListData::Row &row = m_data.lists[std::size_t(hit.list)].bars.rows[std::size_t(hit.row)];
    return QStringLiteral("%1: %2").arg(row.label, QString::number(row.value, 'g', 9));
}

QRectF PartsFigure::rowRect(PartsHit hit) const
{
    if (isOnMap(hit)) {
        const auto columns = int(m_data.map->keys.size());
        return m_map->cellRect(hit.row / columns, hit.row % columns).translated(m_mapCorner);
    }
    const Placed &placed = m_lists.at(std::size_t(hit.list));
    return placed.list->rowRect(hit.row).translated(placed.corner);
}

std::unique_ptr<PartsFigure> presentedParts(PartsData data, QSizeF size, const Theme &theme)
{
    // What a reader in the last row misses least goes first.
    const auto isTooHigh = [&] {
        return PartsFigure(data, QSizeF(size.width(), 0), theme).size().height() > size.height();
    };
    if (data.map && isTooHigh()) {
        data.map.reset();
        data.mapParts.clear();
    }
    while (data.lists.size() > 2 && isTooHigh()) {
        while (data.lists.back().isBeside)
            data.lists.pop_back();
        data.lists.pop_back();
    }
    const std::vector<PartsList> whole = data.lists;
    std::size_t longest = 0;
    for (const PartsList &list : whole)
        longest = std::max(longest, list.bars.rows.size());
    for (int rows = int(longest) - 1; rows >= fewestPresentedRows && isTooHigh(); --rows)
        for (std::size_t i = 0; i < whole.size(); ++i)
            data.lists[i] = shortened(whole[i], rows);
    while (data.sentences.size() > 1 && isTooHigh())
        data.sentences.removeLast();
    return std::make_unique<PartsFigure>(std::move(data), size, theme);
}

} // namespace regard
