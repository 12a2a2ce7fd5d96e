#include "views/heads/heads_column_figure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>
#include <QPainter>

#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/heads/head_name.h"
#include "views/heads/head_tag.h"

namespace regard {

namespace {

constexpr int mostWithoutMap = 16; // heads of the model
constexpr int mostMapLayers = 24;  // of all maps; with more the column scrolls
constexpr double columnTop = 4;
constexpr double columnHeading = 24;
constexpr double columnGap = 6; // between thumbnails
constexpr double leastGap = 2;
constexpr double frameRoom = 3; // beside them, for the frame of the one that is chosen
constexpr double betweenGroups = 14;
constexpr double columnBottom = 6; // a frame included
constexpr double columnBarRoom = 8;
constexpr double columnBarTop = 4; // below the thumbnail
constexpr double columnBarHeight = 4;
constexpr double mapCaption = 20;
constexpr double betweenMapAndThumbnails = 8;
constexpr double mapEdge = 8;
constexpr double widestMapCell = 12;

struct HeadsColumnText {
    Q_DECLARE_TR_FUNCTIONS(HeadsColumnFigure)
};

QString attentionName(Attention attention)
{
    switch (attention) {
    case Attention::Encoder:
        return HeadsColumnText::tr("Encoder");
    case Attention::Decoder:
        return HeadsColumnText::tr("Decoder");
    case Attention::Cross:
        break;
    }
    return HeadsColumnText::tr("Cross", "attention");
}

/// Type of a number, so that two digits fit beside or below the thumbnail.
double numberSize(double side)
{
    return side >= 36 ? 14 : side >= 24 ? 12 : 10;
}

double numberHeight(double side)
{
    return numberSize(side) + 3;
}

void paintHatched(QPainter &painter, const Theme &theme, const QRectF &square)
{
    QColor veil = theme.panel;
    veil.setAlpha(165);
    painter.fillRect(square, veil);
    painter.save();
    painter.setClipRect(square, Qt::IntersectClip);
    painter.setPen(QPen(theme.hatch, 1.5));
    const double step = std::max(4.0, square.width() / 8);
    for (double x = step - square.height(); x < square.width(); x += step)
        painter.drawLine(QPointF(square.left() + x, square.bottom()),
                         QPointF(square.left() + x + square.height(), square.top()));
    painter.restore();
}

} // namespace

HeadsColumnFigure::HeadsColumnFigure(HeadsData data, QSizeF space, const Theme &theme,
                                     std::shared_ptr<HeadThumbnails> thumbnails, std::map<HeadRef, double> shades)
    : m_data(std::move(data)), m_theme(theme), m_range(HeadsFigure::rangeOf(m_data)),
      m_thumbnails(thumbnails ? std::move(thumbnails) : std::make_shared<HeadThumbnails>()), m_shades(std::move(shades))
{
    // Bars are measured over all heads, those without a thumbnail too.
    for (const HeadsData::Section &section : m_data.sections)
        for (int layer = 0; m_data.note && layer < int(section.layers.size()); ++layer)
            for (int head = 0; head < int(section.layers[std::size_t(layer)]->heads.size()); ++head) {
                const double share = m_data.note({section.attention, layer, head}).share;
                m_hasBars = m_hasBars || share >= 0;
                m_largestShare = std::max(m_largestShare, share);
            }
    const double wide = std::max(space.width(), width - 12); // beside a scroll bar
    double height = 0;
    for (const Style &style : styles(wide)) {
        gather(style.mapCell > 0);
        height = lay(style, wide);
        if (height <= space.height() || !(space.height() > 0))
            break;
    }
    m_size = QSizeF(wide, std::max(height, space.height()));
}

/// Lists the styles to try in turn. The last one is that of a column that scrolls.
std::vector<HeadsColumnFigure::Style> HeadsColumnFigure::styles(double width) const
{
    int all = 0;
    int layers = 0;
    for (const HeadsData::Section &section : m_data.sections)
        for (const auto &layer : section.layers) {
            all += int(layer->heads.size());
            ++layers;
        }
    std::vector<Style> thumbnails;
    for (const double side : {36.0, 24.0, 16.0})
        thumbnails.push_back({side, std::max(2, int((width - 2 * frameRoom + leastGap) / (side + leastGap))), false});
    if (!m_data.order.empty()) // in an order heads are named 6.12
        return m_data.sections.size() > 1 ? std::vector<Style>{{60, 1, false}}
                                          : std::vector<Style>{{60, 1, false}, {36, 2, false}};
    std::vector<Style> tried;
    if (all <= mostWithoutMap) {
        tried.push_back({});
        tried.insert(tried.end(), thumbnails.begin(), thumbnails.end() - 1);
    }
    for (const Style &style : thumbnails)
        for (const double cell : {12.0, 9.0, 6.0, 4.0, 2.5}) {
            tried.push_back(style);
            tried.back().mapCell = cell;
        }
    if (layers > mostMapLayers)
        tried = {{36, 2, false, 12.0}};
    return tried;
}

HeadsColumnFigure::Group HeadsColumnFigure::groupOf(const HeadsData::Section &section, int layer) const
{
    Group group{{section.attention, layer, -1}, {}, {}};
    const QString number = QString::number(layer + 1);
    if (m_data.sections.size() == 1)
        group.title = HeadsColumnText::tr("Layer %1").arg(number);
    else if (section.layers.size() == 1)
        group.title = attentionName(section.attention);
    else
        group.title = attentionName(section.attention) + QLatin1Char(' ') + number;
    const auto &block = section.layers[std::size_t(layer)];
    for (int head = 0; head < int(block->heads.size()); ++head)
        group.items.push_back({{section.attention, layer, head}, QString::number(head + 1), block, {}});
    return group;
}

void HeadsColumnFigure::gather(bool hasMap)
{
    m_groups.clear();
    m_maps.clear();
    Group list;
    for (const HeadPlace &place : m_data.order)
        for (const HeadsData::Section &section : m_data.sections)
            if (section.attention == place.attention && place.layer < int(section.layers.size()))
                list.items.push_back(
                    {place, listName(place, m_data.sections.size() > 1), section.layers[std::size_t(place.layer)], {}});
    for (const HeadsData::Section &section : m_data.sections) {
        const auto layers = int(section.layers.size());
        if (hasMap) {
            std::size_t heads = 0;
            for (const auto &layer : section.layers)
                heads = std::max(heads, layer->heads.size());
            const bool isNamed = m_data.sections.size() > 1;
            m_maps.push_back(
                {section.attention, layers, int(heads),
                 isNamed ? attentionName(section.attention) : QStringLiteral("%1 × %2").arg(layers).arg(heads)});
        }
        for (int layer = 0; list.items.empty() && layer < layers; ++layer)
            if (!hasMap ||
                (section.attention == m_data.marks.selected.attention && layer == m_data.marks.selected.layer))
                m_groups.push_back(groupOf(section, layer));
    }
    if (!list.items.empty())
        m_groups.push_back(std::move(list));
    for (Group &group : m_groups)
        for (Item &item : group.items)
            if (m_data.note)
                item.note = m_data.note(item.place);
}

double HeadsColumnFigure::lay(const Style &style, double width)
{
    m_style = style;
    double y = columnTop;
    for (Map &map : m_maps) {
        map.captionBox = QRectF(0, y, width, mapCaption);
        y += mapCaption;
        const double cell = std::min(widestMapCell, (width - mapEdge) / std::max(1, map.heads));
        const double across = cell * map.heads;
        map.box = QRectF(std::floor((width - across) / 2), y, across, style.mapCell * map.layers);
        y = map.box.bottom() + betweenMapAndThumbnails;
    }
    const int columns = style.columns;
    const double gap =
        columns > 1 ? std::clamp((width - 2 * frameRoom - columns * style.side) / (columns - 1), leastGap, columnGap)
                    : columnGap;
    const double across = columns * style.side + (columns - 1) * gap;
    // Beside a number the thumbnail stands a little to the right.
    const double left = style.isBeside ? std::floor((width - style.side) * 0.9) : std::floor((width - across) / 2);
    const double bar = m_hasBars ? columnBarRoom : 0;
    const double below = style.isBeside ? bar : bar + numberHeight(style.side) + 1;
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        Group &group = m_groups[i];
        if (i > 0)
            y += betweenGroups - columnGap;
        if (!group.title.isEmpty()) {
            group.heading = QRectF(0, y, width, columnHeading);
            y += columnHeading;
        }
        for (int head = 0; head < int(group.items.size()); ++head) {
            Item &item = group.items[std::size_t(head)];
            const double top = y + (head / columns) * (style.side + below + columnGap);
            item.square = QRectF(left + (head % columns) * (style.side + gap), top, style.side, style.side);
            item.number = style.isBeside ? QRectF(0, top, left, style.side)
                                         : QRectF(item.square.left() - gap / 2, item.square.bottom() + bar + 1,
                                                  style.side + gap, numberHeight(style.side));
        }
        const int lines = (int(group.items.size()) + columns - 1) / columns;
        y += lines * (style.side + below + columnGap);
    }
    return y - columnGap + columnBottom;
}

const HeadsColumnFigure::Item *HeadsColumnFigure::itemAt(const HeadPlace &place) const
{
    for (const Group &group : m_groups)
        for (const Item &item : group.items)
            if (item.place == place)
                return &item;
    return nullptr;
}

QRectF HeadsColumnFigure::mapRect(const HeadPlace &place) const
{
    for (const Map &map : m_maps)
        if (map.attention == place.attention && place.layer < map.layers && place.head < map.heads) {
            const double wide = map.box.width() / std::max(1, map.heads);
            const double top = map.box.top() + place.layer * m_style.mapCell;
            return place.head < 0 ? QRectF(map.box.left(), top, map.box.width(), m_style.mapCell)
                                  : QRectF(map.box.left() + place.head * wide, top, wide, m_style.mapCell);
        }
    return {};
}

QRectF HeadsColumnFigure::numberRect(const HeadPlace &place) const
{
    const Item *item = itemAt(place);
    return item ? item->number : QRectF();
}

QRectF HeadsColumnFigure::placeRect(const HeadPlace &place) const
{
    if (place.head < 0)
        for (const Group &group : m_groups)
            if (group.label == place && !group.title.isEmpty())
                return group.heading;
    const Item *item = itemAt(place);
    return item ? item->square : mapRect(place);
}

QRectF HeadsColumnFigure::namedRect(const HeadPlace &place) const
{
    QRectF rect = placeRect(place) | numberRect(place);
    for (const Group &group : m_groups)
        if (!group.items.empty() && group.items.front().place == place)
            rect |= group.heading;
    return rect;
}

std::optional<HeadPlace> HeadsColumnFigure::hit(QPointF point) const
{
    for (const Map &map : m_maps)
        if (map.box.contains(point)) {
            const int head = int((point.x() - map.box.left()) * map.heads / map.box.width());
            const int layer = int((point.y() - map.box.top()) / m_style.mapCell);
            return HeadPlace{map.attention, std::clamp(layer, 0, map.layers - 1), std::clamp(head, 0, map.heads - 1)};
        }
    for (const Group &group : m_groups) {
        if (group.heading.contains(point))
            return group.label;
        for (const Item &item : group.items)
            if (item.square.adjusted(-2, -2, 2, 2).contains(point) || item.number.contains(point) ||
                (m_hasBars && barRect(item.square).contains(point)))
                return item.place;
    }
    return std::nullopt;
}

HeadPlace HeadsColumnFigure::stepped(const HeadPlace &from, HeadStep step) const
{
    // Rows of the walk: groups as they stand, or with a map all layers.
    std::vector<std::vector<HeadPlace>> rows;
    if (hasMap()) {
        for (const Map &map : m_maps)
            for (int layer = 0; layer < map.layers; ++layer) {
                rows.emplace_back();
                for (int head = 0; head < map.heads; ++head)
                    rows.back().push_back({map.attention, layer, head});
            }
    } else {
        for (const Group &group : m_groups) {
            rows.emplace_back();
            for (const Item &item : group.items)
                rows.back().push_back(item.place);
        }
    }
    const bool isList = !m_data.order.empty();
    const auto isIn = [&](const std::vector<HeadPlace> &row) {
        return std::find(row.begin(), row.end(), from) != row.end() ||
               (!isList && from.head < 0 && !row.empty() && row.front().attention == from.attention &&
                row.front().layer == from.layer);
    };
    const auto found = std::find_if(rows.begin(), rows.end(), isIn);
    if (found == rows.end())
        return rows.empty() || rows.front().empty() ? from : rows.front().front();
    const std::vector<HeadPlace> &row = *found;
    const auto index = int(found - rows.begin());
    const int here = from.head < 0 ? -1 : int(std::find(row.begin(), row.end(), from) - row.begin());
    const int last = int(row.size()) - 1;
    const int columns = hasMap() ? last + 1 : m_style.columns;
    const auto at = [&](const std::vector<HeadPlace> &in, int head) {
        HeadPlace place = in[std::size_t(std::clamp(head, 0, int(in.size()) - 1))];
        if (head < 0)
            place.head = -1;
        return place;
    };
    switch (step) {
    case HeadStep::Left:
        return at(row, std::max(isList ? 0 : -1, here - 1));
    case HeadStep::Right:
        return at(row, std::min(last, here + 1));
    case HeadStep::Up:
        if (here >= columns)
            return at(row, here - columns);
        if (index == 0)
            return from;
        if (here >= 0) { // the same column of the last line above
            const int above = int(rows[std::size_t(index) - 1].size()) - 1;
            return at(rows[std::size_t(index) - 1], std::min(above / columns * columns + here, above));
        }
        return at(rows[std::size_t(index) - 1], -1);
    case HeadStep::Down:
        if (here >= 0 && here / columns < last / columns)
            return at(row, std::min(here + columns, last));
        if (index + 1 == int(rows.size()))
            return from;
        return at(rows[std::size_t(index) + 1], here < 0 ? -1 : here % columns);
    case HeadStep::RowStart:
        return at(row, 0);
    case HeadStep::RowEnd:
        return at(row, last);
    case HeadStep::PreviousSection:
        for (int other = index - 1; other >= 0; --other)
            if (rows[std::size_t(other)].front().attention != from.attention) {
                while (other > 0 &&
                       rows[std::size_t(other) - 1].front().attention == rows[std::size_t(other)].front().attention)
                    --other;
                return at(rows[std::size_t(other)], here);
            }
        return at(rows.front(), isList ? 0 : here);
    case HeadStep::NextSection:
        for (std::size_t other = std::size_t(index) + 1; other < rows.size(); ++other)
            if (rows[other].front().attention != from.attention)
                return at(rows[other], here);
        return at(rows.back(), isList ? last : here);
    }
    return from;
}

QRectF HeadsColumnFigure::barRect(const QRectF &square) const
{
    return {square.left(), square.bottom() + columnBarTop, square.width(), columnBarHeight};
}

bool HeadsColumnFigure::isInLinks(const HeadPlace &place) const
{
    const HeadsMarks &marks = m_data.marks;
    return marks.shown == HeadsMarks::Shown::Heads && marks.on.size() > 1 &&
           place.attention == marks.selected.attention && place.layer == marks.selected.layer &&
           std::binary_search(marks.on.begin(), marks.on.end(), place.head);
}

void HeadsColumnFigure::paint(QPainter &painter) const
{
    const QRectF all(QPointF(0, 0), m_size);
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect() : all;
    const double ratio = painter.device()->devicePixelRatioF();
    painter.fillRect(clip, m_theme.window);
    std::vector<HeadThumbnails::Wanted> wanted;
    for (const Group &group : m_groups)
        for (const Item &item : group.items)
            if (clip.intersects(item.square)) {
                const QRectF box = HeadsFigure::thumbnailIn(item.square, item.block->heads);
                wanted.push_back({item.block, std::size_t(item.place.head), (box.size() * ratio).toSize()});
            }
    m_thumbnails->make(wanted, m_theme, m_range, m_data.pair);
    for (const Map &map : m_maps)
        paintMap(painter, map, clip);
    for (const Group &group : m_groups) {
        if (!group.title.isEmpty() && clip.intersects(group.heading))
            paintHeading(painter, group);
        for (const Item &item : group.items)
            if (clip.intersects(item.square | item.number))
                paintItem(painter, item, ratio);
    }
    paintFrames(painter);
}

void HeadsColumnFigure::paintMap(QPainter &painter, const Map &map, const QRectF &clip) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    drawToken(painter, map.captionBox, Qt::AlignHCenter, map.caption, Theme::font(14), m_theme.muted);
    const double gap = map.box.width() / std::max(1, map.heads) >= 5 ? 1 : 0;
    for (int layer = 0; layer < map.layers; ++layer)
        for (int head = 0; head < map.heads; ++head) {
            const HeadPlace place{map.attention, layer, head};
            const QRectF cell = mapRect(place);
            if (!clip.intersects(cell))
                continue;
            const auto shade = m_shades.find({map.attention, layer, head});
            const QColor fill = shade == m_shades.end() || std::isnan(shade->second)
                                    ? m_theme.control
                                    : QColor::fromRgb(m_theme.sequential(shade->second));
            const QRectF inner = cell.adjusted(0, 0, -gap, -gap);
            painter.fillRect(inner, fill);
            if (!m_data.note)
                continue;
            const HeadNote note = m_data.note(place);
            if (note.isOff) {
                painter.setPen(QPen(m_theme.textOn(fill.rgb()), 1));
                painter.drawLine(inner.bottomLeft(), inner.topRight());
            }
        }
}

void HeadsColumnFigure::paintHeading(QPainter &painter, const Group &group) const
{
    const HeadsMarks &marks = m_data.marks;
    const bool isSelected =
        group.label.attention == marks.selected.attention && group.label.layer == marks.selected.layer;
    const QFont font = Theme::font(14, isSelected);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isSelected && marks.shown == HeadsMarks::Shown::Mean) {
        painter.setPen(QPen(m_theme.accent, 1.5));
        painter.setBrush(m_theme.accentSoft);
        painter.drawRoundedRect(group.heading.adjusted(2, 1, -2, -3), 4, 4);
    }
    drawToken(painter, group.heading.adjusted(0, 0, 0, -2), Qt::AlignHCenter,
              elidedToken(group.title, font, group.heading.width()), font, isSelected ? m_theme.text : m_theme.muted);
}

void HeadsColumnFigure::paintItem(QPainter &painter, const Item &item, double ratio) const
{
    const QRectF box = HeadsFigure::thumbnailIn(item.square, item.block->heads);
    const auto head = std::size_t(item.place.head);
    const QImage &image =
        m_thumbnails->image(item.block, head, (box.size() * ratio).toSize(), m_theme, m_range, m_data.pair);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.fillRect(item.square, m_theme.control);
    if (!image.isNull()) // else it comes later
        painter.drawImage(box, image);
    painter.setRenderHint(QPainter::Antialiasing);
    if (item.note.isOff)
        paintHatched(painter, m_theme, item.square);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.border, 1));
    painter.drawRoundedRect(item.square.adjusted(-0.5, -0.5, 0.5, 0.5), 2, 2);
    if (item.note.isNew)
        paintHeadTag(painter, m_theme, item.square, newHeadTag(item.square.width()), false);
    if (item.note.hasTemperature)
        paintHeadTag(painter, m_theme, item.square, QStringLiteral("T"), true);
    if (item.note.isByHand)
        paintByHandDot(painter, m_theme, item.square);
    if (item.note.share >= 0) {
        const QRectF bar = barRect(item.square);
        const double share = m_largestShare > 0 ? item.note.share / m_largestShare : 0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.border);
        painter.drawRoundedRect(bar, 2, 2);
        painter.setBrush(m_theme.accent);
        if (share > 0)
            painter.drawRoundedRect(QRectF(bar.topLeft(), QSizeF(std::max(2.0, bar.width() * share), bar.height())), 2,
                                    2);
    }
    paintNumber(painter, item);
}

/// Paints the head's number, on its colour where several heads are in the links.
void HeadsColumnFigure::paintNumber(QPainter &painter, const Item &item) const
{
    const HeadsMarks &marks = m_data.marks;
    const bool isSelected = marks.shown == HeadsMarks::Shown::Heads && item.place == marks.selected;
    const bool isOn = isInLinks(item.place);
    double size = numberSize(m_style.side);
    while (size > 8 && textWidth(item.name, Theme::font(size, isSelected || isOn)) > item.number.width() - 1)
        --size;
    const QFont font = Theme::font(size, isSelected || isOn);
    QColor ink = isSelected ? m_theme.accent : m_theme.muted;
    if (isOn) {
        const QColor fill = m_theme.head(item.place.head);
        const double wide = std::min(item.number.width() - 1, std::max(size + 4, textWidth(item.name, font) + 8));
        const QRectF chip(item.number.center().x() - wide / 2, item.number.center().y() - size / 2 - 2, wide, size + 4);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(chip, 4, 4);
        ink = m_theme.textOn(fill.rgb());
    }
    drawToken(painter, item.number, Qt::AlignHCenter, elidedToken(item.name, font, item.number.width()), font, ink);
}

void HeadsColumnFigure::paintFrames(QPainter &painter) const
{
    const HeadsMarks &marks = m_data.marks;
    const bool showsHeads = marks.shown == HeadsMarks::Shown::Heads;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const QPen frame(showsHeads ? m_theme.accent : m_theme.muted, showsHeads ? 2.5 : 1);
    if (const QRectF cell = mapRect(marks.selected); !cell.isEmpty()) {
        painter.setPen(QPen(frame.color(), showsHeads ? 2 : 1));
        painter.drawRoundedRect(cell.adjusted(-1.5, -1.5, 0.5, 0.5), 2, 2);
    }
    if (const Item *selected = itemAt(marks.selected)) {
        const double off = showsHeads ? 2.25 : 1.5;
        painter.setPen(frame);
        painter.drawRoundedRect(selected->square.adjusted(-off, -off, off, off), 4, 4);
    }
    if (!marks.cursor || placeRect(*marks.cursor).isEmpty())
        return;
    QPen pen(m_theme.text, 1.5, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({2, 2});
    painter.setPen(pen);
    painter.drawRect(placeRect(*marks.cursor).adjusted(-1, 0, 1, 0));
}

} // namespace regard
