#include "figures/link_layout.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QFontMetricsF>

#include "figures/link_figure.h"
#include "figures/token_label.h"

namespace regard {

namespace {

constexpr double margin = 14;
constexpr double smallestPitch = 14;
constexpr double largestPitch = 64;
constexpr double widestLabel = 150;
constexpr double slant = 60;
constexpr double widestSlanted = 120;
constexpr double smallestUpright = 12;
constexpr double smallestBands = 60;
/// Of a column picture's width, at least this share belongs to the bands; longer tokens are elided.
constexpr double bandsShare = 0.28;

double widestToken(const LinkData &data, double fontSize)
{
    const QFontMetricsF metrics(Theme::font(fontSize, true));
    double widest = 8;
    for (const QStringList *list : {&data.queries, &data.keys}) {
        for (const QString &token : *list) {
            widest = std::max(widest, metrics.horizontalAdvance(visibleToken(token)));
        }
    }
    return std::ceil(widest);
}

double stripesSize(const LinkData &data)
{
    return data.heads.size() > 1 && !data.multiples ? std::clamp(7.0 * double(data.heads.size()), 16.0, 56.0) : 0;
}

std::vector<LinkPanel> emptyPanels(const LinkData &data)
{
    std::vector<LinkPanel> panels(1);
    if (!data.multiples || data.heads.empty()) {
        for (int i = 0; i < int(data.heads.size()); ++i) {
            panels.front().heads.push_back(i);
        }
        return panels;
    }
    panels.assign(data.heads.size(), {});
    for (int i = 0; i < int(panels.size()); ++i) {
        panels[std::size_t(i)].heads = {i};
        panels[std::size_t(i)].title =
            QCoreApplication::translate("LinkFigure", "head %1").arg(data.heads[std::size_t(i)].index + 1);
    }
    return panels;
}

double legendHeight(const LinkData &data, LinkLayout &layout, double width)
{
    layout.narrowLegend = width < 370;
    double height = layout.narrowLegend ? 84 : 54;
    if (data.heads.size() > 1) {
        layout.headsARow = std::max(1, int((width - 2 * margin) / 34));
        height += 20 * std::ceil(double(data.heads.size()) / layout.headsARow) + 2;
    }
    return height;
}

/// Places what stands across a panel between two coordinates.
void placeAcross(LinkPanel &panel, const LinkLayout &layout, double from, double to, double label, double stripes)
{
    const double gap = 5;
    panel.queryLabel = from;
    panel.queryStripe = from + layout.queryNumberSize + label + (stripes > 0 ? gap : 0);
    panel.queryEdge = panel.queryStripe + stripes + gap;
    panel.keyEnd = to - layout.numberSize;
    panel.keyLabel = panel.keyEnd - label;
    panel.keyStripe = panel.keyLabel - stripes - (stripes > 0 ? gap : 0);
    panel.keyEdge = panel.keyStripe - gap;
}

void placeColumns(const LinkData &data, LinkLayout &layout, QSizeF space, int tokens)
{
    const int count = int(layout.panels.size());
    const double width = std::max(space.width(), 180.0);
    const int columns = count == 1 ? 1 : std::clamp(int(width / 270), 1, count);
    const int rows = (count + columns - 1) / columns;
    const double legend = legendHeight(data, layout, width);
    const double header = count == 1 ? 24 : 42;
    const double tall = (space.height() - layout.titleHeight - legend) / rows;
    layout.pitch = std::clamp((tall - header - 8) / tokens, smallestPitch, largestPitch);
    layout.fontSize = std::clamp(std::floor(layout.pitch * 0.52), 9.0, 14.0);
    const double panelWidth = width / columns;
    const double panelHeight = std::max(tall, header + layout.pitch * tokens + 8);
    const bool keyFocus = data.query < 0 && (data.key >= 0 || !data.pinnedKeys.empty());
    layout.numberSize = 36;
    layout.queryNumberSize = panelWidth >= 480 || keyFocus ? 36 : 0;
    const double stripes = stripesSize(data);
    const double edge = count == 1 ? margin : 8;
    const double natural = widestToken(data, layout.fontSize) + 16;
    const double room = panelWidth - 2 * edge - layout.numberSize - layout.queryNumberSize - 2 * stripes -
                        std::max(smallestBands, bandsShare * panelWidth) - 20;
    const double label = std::max(28.0, std::min({natural, widestLabel, room / 2}));
    const double needed = 2 * edge + layout.numberSize + layout.queryNumberSize + 2 * (stripes + label) + 60;
    const double used = std::max(panelWidth, needed);
    for (int i = 0; i < count; ++i) {
        LinkPanel &panel = layout.panels[std::size_t(i)];
        panel.area = QRectF(used * (i % columns), layout.titleHeight + panelHeight * (i / columns), used, panelHeight);
        const double spare = panelHeight - header - 8 - layout.pitch * tokens;
        panel.start = panel.area.top() + header + std::max(0.0, spare / 2);
        placeAcross(panel, layout, panel.area.left() + edge, panel.area.right() - edge, label, stripes);
    }
    const double bottom = layout.titleHeight + panelHeight * rows;
    layout.size = QSizeF(used * columns, std::max(space.height(), bottom + legend));
    layout.legend = QRectF(0, layout.size.height() - legend, layout.size.width(), legend);
}

void placeRows(const LinkData &data, LinkLayout &layout, QSizeF space, int tokens)
{
    const int count = int(layout.panels.size());
    const double wide = std::max(space.width(), 180.0);
    const auto pitchFor = [&](double lean) {
        return std::clamp((wide - 2 * margin - 30 - lean) / tokens, smallestPitch, 120.0);
    };
    layout.pitch = pitchFor(0);
    layout.fontSize = std::clamp(std::floor(layout.pitch * 0.6), 10.0, 16.0);
    const double radians = slant * 3.14159265358979 / 180;
    double natural = widestToken(data, layout.fontSize);
    // Upright in a smaller type reads better than slanted.
    while (natural > layout.pitch - 4 && layout.fontSize > smallestUpright) {
        layout.fontSize -= 1;
        natural = widestToken(data, layout.fontSize);
    }
    layout.slanted = natural > layout.pitch - 4;
    if (layout.slanted) {
        layout.pitch = pitchFor(std::min(natural, widestSlanted) * std::cos(radians));
        layout.fontSize = std::clamp(std::floor(layout.pitch * 0.6), 10.0, 16.0);
        natural = widestToken(data, layout.fontSize);
    }
    natural = std::min(natural, widestSlanted);
    const double label = layout.slanted ? natural * std::sin(radians) + layout.fontSize : layout.fontSize + 12;
    const double lean = layout.slanted ? natural * std::cos(radians) : 0;
    layout.numberSize = layout.pitch >= 28 ? 18 : 32;
    const bool keyFocus = data.query < 0 && (data.key >= 0 || !data.pinnedKeys.empty());
    layout.queryNumberSize = keyFocus || space.height() / count > 420 ? layout.numberSize : 0;
    const double stripes = stripesSize(data) > 0 ? 22 : 0;
    const double width = std::max(wide, tokens * layout.pitch + 2 * margin + 30 + lean);
    const double legend = legendHeight(data, layout, width);
    const double header = count == 1 ? 20 : 38;
    const double needed =
        header + layout.numberSize + layout.queryNumberSize + 2 * (label + stripes) + 20 + smallestBands;
    const double tall = std::max(needed, (space.height() - layout.titleHeight - legend) / count);
    for (int i = 0; i < count; ++i) {
        LinkPanel &panel = layout.panels[std::size_t(i)];
        panel.area = QRectF(0, layout.titleHeight + tall * i, width, tall);
        panel.start = std::max(margin + 15 + lean / 2, (width - tokens * layout.pitch) / 2);
        placeAcross(panel, layout, panel.area.top() + header, panel.area.bottom() - 18, label, stripes);
    }
    layout.size = QSizeF(width, std::max(space.height(), layout.titleHeight + tall * count + legend));
    layout.legend = QRectF(0, layout.size.height() - legend, width, legend);
}

} // namespace

LinkLayout LinkLayout::of(const LinkData &data, QSizeF size)
{
    LinkLayout layout;
    layout.horizontal = data.horizontal;
    layout.titleHeight = data.title.isEmpty() ? 4 : 30;
    layout.panels = emptyPanels(data);
    const int tokens = int(std::max<qsizetype>({data.queries.size(), data.keys.size(), 1}));
    if (data.horizontal) {
        placeRows(data, layout, size, tokens);
    } else {
        placeColumns(data, layout, size, tokens);
    }
    layout.bandWidth = std::min(14.0, 0.8 * layout.pitch);
    return layout;
}

QPointF LinkLayout::point(double along, double across) const
{
    return horizontal ? QPointF(along, across) : QPointF(across, along);
}

QRectF LinkLayout::rect(double along, double across, double alongSize, double acrossSize) const
{
    return horizontal ? QRectF(along, across, alongSize, acrossSize) : QRectF(across, along, acrossSize, alongSize);
}

QRectF LinkLayout::queryCell(const LinkPanel &panel, int token) const
{
    const double inset = std::min(2.0, pitch * 0.08);
    const double end = panel.queryStripe - (panel.queryEdge - panel.queryStripe > 6 ? 5 : 0);
    return rect(panel.start + token * pitch + inset, panel.queryLabel, pitch - 2 * inset, end - panel.queryLabel);
}

QRectF LinkLayout::keyCell(const LinkPanel &panel, int token) const
{
    const double inset = std::min(2.0, pitch * 0.08);
    return rect(panel.start + token * pitch + inset, panel.keyLabel, pitch - 2 * inset, panel.keyEnd - panel.keyLabel);
}

} // namespace regard
