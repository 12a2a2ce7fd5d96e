#include "views/links/link_layout.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QFontMetricsF>

#include "draw/theme.h"
#include "draw/token_label.h"
#include "views/links/link_data.h"

namespace regard {

namespace {

constexpr double linkLayoutMargin = 14;
constexpr double narrowMargin = 6;
constexpr double narrowPanel = 320; ///< below, margins and legend shrink
constexpr double linkLayoutGap = 5;
constexpr double linkLayoutLeastWidth = 180;
constexpr double leastFoot = 8; ///< where there is no legend
constexpr double smallestPitch = LinkLayout::smallestPitch;
constexpr double naturalPitch = 20;
constexpr double widestBand = 14;
constexpr double widestCurvedBand = 40;
constexpr double largestPitch = LinkLayout::largestPitch;
constexpr double shortestTokens = 24; ///< all of them, where they are packed
constexpr double closestLabels = 11;  ///< from one label to the next, where not every token has one
constexpr double widestLabel = 140;
constexpr double widestLabelInWindow = 200;
constexpr double narrowestLabel = 28;
constexpr double labelPadding = 11;
constexpr double largestType = 14;
constexpr double largestInWindow = 20;
constexpr double widestSlanted = 120;
constexpr double smallestUpright = 12;
constexpr double namesLine = 16; ///< of the legend
constexpr double smallestBands = 80;
constexpr double presentedBands = 0.352; ///< of the width: a little more than noteWhatIsMissing() asks for
constexpr double bandsAcrossRows = 60;
constexpr double leastBands = 44; ///< below which longer tokens are elided
/// At least this share of a column picture's width belongs to the bands before stripes take any.
constexpr double bandsShare = 0.28;
constexpr double besideWords = 36; ///< numbers
constexpr double narrowNumbers = 30;
constexpr double signWidth = 7;
constexpr double thinnestStripes = 12;
constexpr double smallPanel = 110; ///< the narrowest of the small multiples
constexpr double widestSmallPanel = 140;
constexpr double smallBands = 36;
constexpr double leastSmallBands = 24;
constexpr double linkLayoutSmallestType = 8; ///< in them
constexpr double beyondSmall = 4;            ///< from their tokens to what is around them

double widestToken(const LinkData &data, double fontSize)
{
    const QFont font = Theme::nameFont(fontSize, true);
    const QFontMetricsF metrics(font);
    double widest = 8;
    for (const QStringList *list : {&data.queries, &data.keys}) {
        if (list == &data.keys && data.keys == data.queries && data.newKeys == data.newQueries)
            break;
        const std::vector<bool> &added = list == &data.keys ? data.newKeys : data.newQueries;
        for (int i = 0; i < list->size(); ++i) {
            const double mark = marksWidth(font, marksOf({}, {}, i, added));
            widest = std::max(widest, metrics.horizontalAdvance(visibleToken(list->at(i))) + mark);
        }
    }
    return std::ceil(widest);
}

/// What a pitch leaves for type: in the window more, where the gaps are for bands.
double typeFor(double pitch, const LinkData &data, const PictureParts &parts)
{
    const double least = data.sparse ? 10 : 9;
    if (parts.inWindow)
        return std::clamp(std::min(std::floor(pitch * 0.8), std::round(9 + 0.21 * pitch)), least, largestInWindow);
    return std::clamp(std::floor(pitch * 0.52), least, largestType);
}

double stripesSize(const LinkData &data)
{
    return data.heads.size() > 1 && !data.multiples ? std::clamp(7.0 * double(data.heads.size()), 16.0, 56.0) : 0;
}

bool asksFromKeys(const LinkData &data)
{
    return data.query < 0 && (data.key >= 0 || !data.pinnedKeys.empty());
}

/// Whether there is room for numbers: on a page where there are some, else wherever a token may come into focus.
bool hasNumbers(const LinkData &data, const PictureParts &parts)
{
    const bool isAsked = data.query >= 0 || asksFromKeys(data) || !data.pinnedQueries.empty();
    return parts.numbers.value_or(true) && (isAsked || !parts.onPage);
}

/// The sizes of a column picture's parts, across.
struct Shares {
    double edge = linkLayoutMargin;
    double fontSize = 0;
    double label = 0;
    double keyNumbers = 0;
    double queryNumbers = 0;
    double stripes = 0;
};

/// Words come first, at a readable size; then the bands, narrow stripes where several heads are on, and numbers; wider
/// stripes take what is left.
Shares sharesOf(const LinkData &data, double width, double fontSize, double widestAtLargest, const PictureParts &parts)
{
    const bool inWindow = parts.inWindow;
    const double numbersWidth = inWindow ? 2.6 * fontSize + 10 : besideWords;
    const bool isSmall = data.multiples && data.heads.size() > 1;
    // While presenting, type gives way to the bands, whose share a page asks for.
    const double bands = isSmall       ? smallBands
                         : data.sparse ? std::max(smallestBands, presentedBands * width)
                                       : smallestBands;
    const double perPixel = widestAtLargest / largestType;
    Shares shares;
    shares.edge = width < narrowPanel ? narrowMargin : linkLayoutMargin;
    const double space = width - 2 * shares.edge - 2 * linkLayoutGap;
    const auto labelOf = [&](double pixels) {
        return std::min(std::ceil(perPixel * pixels) + labelPadding, inWindow ? widestLabelInWindow : widestLabel);
    };
    // The stripes of several heads come before numbers, which are there only while a token is in focus.
    const double stripesRoom = stripesSize(data) > 0 ? 2 * (thinnestStripes + linkLayoutGap) : 0;
    const auto rest = [&](double pixels) { return space - bands - stripesRoom - 2 * labelOf(pixels); };
    const double smallestWithNumbers = isSmall ? 9 : 11;
    const double smallest = isSmall ? linkLayoutSmallestType : 10;
    shares.fontSize = fontSize;
    while (shares.fontSize > smallestWithNumbers && rest(shares.fontSize) < narrowNumbers)
        shares.fontSize -= 1;
    if (rest(shares.fontSize) < narrowNumbers) {
        shares.fontSize = fontSize;
        while (shares.fontSize > smallest && rest(shares.fontSize) < 0)
            shares.fontSize -= 1;
    }
    const double elided = (space - (isSmall ? leastSmallBands : leastBands)) / 2;
    shares.label = std::max(narrowestLabel, std::min(labelOf(shares.fontSize), elided));
    double left = space - bands - stripesRoom - 2 * shares.label;
    const auto take = [&left](double least, double most) {
        const double taken = left >= least ? std::min(left, most) : 0;
        left -= taken;
        return taken;
    };
    const double sign = data.isDifference ? signWidth : 0;
    const bool leavesRoom = hasNumbers(data, parts) || !parts.onPage; // else the bands have it
    if (leavesRoom)
        shares.keyNumbers = take(narrowNumbers + sign, numbersWidth + sign);
    if (width >= 480 && !inWindow && leavesRoom) {
        shares.queryNumbers = take(numbersWidth + sign, numbersWidth + sign);
    } else if (asksFromKeys(data) && left + bands - leastBands >= narrowNumbers + sign) {
        // The space is taken from the bands, so that the key that is pointed at stays where it is.
        shares.queryNumbers = narrowNumbers + sign;
        left -= shares.queryNumbers;
    }
    left += stripesRoom;
    const double forStripes = std::max((stripesRoom > 0 && left >= stripesRoom ? thinnestStripes : 0),
                                       (left - 2 * linkLayoutGap - std::max(0.0, bandsShare * width - bands)) / 2);
    const double stripes = std::min(stripesSize(data), forStripes);
    shares.stripes = stripes >= thinnestStripes ? stripes : 0;
    return shares;
}

/// Returns as many small multiples a row as words and bands allow, the rows as even as can be.
int multiplesARow(int count, double width, double widestAtLargest, int wanted)
{
    if (count == 1)
        return 1;
    const double words = 2 * (std::ceil(widestAtLargest / largestType * linkLayoutSmallestType) + labelPadding);
    const double least =
        std::clamp(words + smallBands + 2 * (narrowMargin + linkLayoutGap), smallPanel, widestSmallPanel);
    const int most = std::clamp(int(width / least), 1, count);
    if (wanted > 0 && wanted <= most)
        return wanted;
    const int rows = (count + most - 1) / most;
    return (count + rows - 1) / rows;
}

std::vector<LinkPanel> emptyPanels(const LinkData &data)
{
    std::vector<LinkPanel> panels(1);
    if (!data.multiples || data.heads.empty()) {
        for (int i = 0; i < int(data.heads.size()); ++i)
            panels.front().heads.push_back(i);
        return panels;
    }
    panels.assign(data.heads.size(), {});
    for (int i = 0; i < int(panels.size()); ++i) {
        const LinkData::Head &head = data.heads[std::size_t(i)];
        panels[std::size_t(i)].heads = {i};
        panels[std::size_t(i)].title = !head.name.isEmpty()
                                           ? head.name
                                           : (head.isOff ? QCoreApplication::translate("LinkFigure", "head %1, off")
                                                         : QCoreApplication::translate("LinkFigure", "head %1"))
                                                 .arg(head.index + 1);
    }
    return panels;
}

double legendHeight(const LinkData &data, LinkLayout &layout, double width)
{
    layout.narrowLegend = width < 370;
    layout.samplesHeight = data.isDifference ? 54 : 42;
    layout.filteredHeight = data.pair.isFiltered() ? 16 : 0;
    layout.newHeight = anyMarked(data.newQueries) || anyMarked(data.newKeys) ? 16 : 0;
    layout.goneHeight = data.gone.empty() ? 0 : 16;
    const bool anyOff =
        std::any_of(data.heads.begin(), data.heads.end(), [](const LinkData::Head &head) { return head.isOff; });
    layout.offHeight = anyOff ? 16 : 0;
    layout.strongestHeight = data.strongest && data.heads.size() > 1 && !data.multiples && !data.isDifference ? 16 : 0;
    double height = layout.samplesHeight + (layout.narrowLegend ? 42 : 12) + layout.filteredHeight + layout.newHeight +
                    layout.goneHeight + layout.offHeight + layout.strongestHeight + layout.namesHeight;
    if (data.sparse)
        height = layout.samplesHeight + 6;
    if (data.isDifference) {
        // The colours show signs: there are no heads' colours to explain.
        layout.keySize = data.heads.size() > 1 && !data.multiples ? 18 : 0;
    } else if (data.heads.size() > 1 && data.heads.front().name.isEmpty()) {
        if (data.heads.size() > 16) {
            layout.headKeyWidth = 29;
            layout.headKeyHeight = 14;
        }
        layout.headsARow = std::max(1, int((width - 2 * linkLayoutMargin) / layout.headKeyWidth));
        layout.keySize = layout.headKeyHeight * std::ceil(double(data.heads.size()) / layout.headsARow) + 2;
    }
    return height + layout.keySize;
}

/// The height of the legend in a picture that is at least `least` high without it; 0: there is none, as where a sparse
/// one would be cut off below a picture that has room without it.
double legendIn(const LinkData &data, LinkLayout &layout, QSizeF space, double least, const PictureParts &parts)
{
    const double explained = legendHeight(data, layout, space.width());
    const bool isInTheWay = data.sparse && least + explained > space.height() && least + leastFoot <= space.height();
    return parts.legend.value_or(true) && !isInTheWay ? explained : 0;
}

/// Places the parts of a panel from the queries to the keys, between two coordinates.
void placeAcross(LinkPanel &panel, const LinkLayout &layout, double from, double to, double label, double stripes)
{
    panel.queryLabel = from;
    panel.queryStripe = from + layout.queryNumberSize + label + (stripes > 0 ? linkLayoutGap : 0);
    panel.queryEdge = panel.queryStripe + stripes + linkLayoutGap;
    panel.keyEnd = to - layout.numberSize;
    panel.keyLabel = panel.keyEnd - label;
    panel.keyStripe = panel.keyLabel - stripes - (stripes > 0 ? linkLayoutGap : 0);
    panel.keyEdge = panel.keyStripe - linkLayoutGap;
}

void placeColumns(const LinkData &data, LinkLayout &layout, QSizeF space, int tokens, const PictureParts &parts)
{
    const int count = int(layout.panels.size());
    const double width = std::max(space.width(), data.fit ? smallPanel : linkLayoutLeastWidth);
    const double widest = widestToken(data, largestType);
    const int columns = multiplesARow(count, width, widest, data.columns);
    const int rows = (count + columns - 1) / columns;
    const double header = (!layout.hasAxes  ? 6
                           : parts.inWindow ? 28
                                            : 24) +
                          (layout.panels.front().title.isEmpty() ? 0 : 18);
    const double closest = data.fit ? std::min(smallestPitch, shortestTokens / tokens) : smallestPitch;
    const double least = layout.titleHeight + rows * (header + closest * tokens + 8);
    layout.namesHeight = parts.onPage && parts.tokenSpacing.value_or(closestLabels) < closestLabels ? namesLine : 0;
    const double legend = legendIn(data, layout, {width, space.height()}, least, parts);
    const double foot = std::max(legend, parts.inWindow ? 2 : leastFoot);
    const double tall = (space.height() - layout.titleHeight - foot) / rows;
    layout.pitch = parts.tokenSpacing.value_or(std::clamp((tall - header - 8) / tokens, closest, largestPitch));
    layout.rowsTop = layout.titleHeight + header;
    layout.rowsBottom = space.height() - foot;
    const bool followsRows = data.rows && count == 1;
    if (followsRows)
        layout.pitch = data.rows->pitch;
    layout.labelStep = std::max(1, int(std::ceil(closestLabels / layout.pitch)));
    const double panelWidth = width / columns;
    const double panelHeight = followsRows ? tall : std::max(tall, header + layout.pitch * tokens + 8);
    const Shares shares = sharesOf(data, panelWidth, typeFor(layout.pitch, data, parts), widest, parts);
    layout.fontSize = shares.fontSize;
    layout.numberSize = hasNumbers(data, parts) ? shares.keyNumbers : 0;
    layout.queryNumberSize = hasNumbers(data, parts) ? shares.queryNumbers : 0;
    const double needed = 2 * (shares.edge + linkLayoutGap + shares.label) + shares.keyNumbers + leastSmallBands;
    const double used = std::max(panelWidth, needed);
    for (int i = 0; i < count; ++i) {
        LinkPanel &panel = layout.panels[std::size_t(i)];
        panel.area = QRectF(used * (i % columns), layout.titleHeight + panelHeight * (i / columns), used, panelHeight);
        const double spare = panelHeight - header - 8 - layout.pitch * tokens;
        panel.start = followsRows ? data.rows->start : panel.area.top() + header + std::max(0.0, spare / 2);
        placeAcross(panel, layout, panel.area.left() + shares.edge, panel.area.right() - shares.edge, shares.label,
                    shares.stripes);
    }
    const double bottom = layout.titleHeight + panelHeight * rows;
    layout.size = QSizeF(used * columns, std::max(space.height(), bottom + foot));
    layout.legend = QRectF(0, layout.size.height() - legend, layout.size.width(), legend);
}

void placeRows(const LinkData &data, LinkLayout &layout, QSizeF space, int tokens, const PictureParts &parts)
{
    const int count = int(layout.panels.size());
    const double wide = std::max(space.width(), linkLayoutLeastWidth);
    const double packed = std::min(smallestPitch, shortestTokens / tokens);
    const double closest = data.fit || parts.onPage ? packed : smallestPitch;
    const auto pitchFor = [&](double lean) {
        return parts.tokenSpacing.value_or(
            std::clamp((wide - 2 * linkLayoutMargin - 30 - lean) / tokens, closest, 120.0));
    };
    layout.pitch = pitchFor(0);
    layout.fontSize = std::clamp(std::floor(layout.pitch * 0.6), 10.0, 16.0);
    double natural = widestToken(data, layout.fontSize);
    // Level in a smaller type reads better than slanted.
    while (natural > layout.pitch - 4 && layout.fontSize > smallestUpright) {
        layout.fontSize -= 1;
        natural = widestToken(data, layout.fontSize);
    }
    layout.slanted = natural > layout.pitch - 4;
    const auto lean = [&] { return std::min(natural, widestSlanted) * std::cos(layout.leanRadians()); };
    const auto placeSlanted = [&](double degrees) {
        layout.lean = degrees;
        layout.pitch = pitchFor(lean());
        layout.fontSize = std::clamp(std::floor(layout.pitch * 0.6), 10.0, 16.0);
        natural = widestToken(data, layout.fontSize);
        // A larger type leans further: the picture must not outgrow its space for that.
        layout.pitch = std::min(layout.pitch, pitchFor(lean()));
        const double line = // along the tokens
            degrees < 90 ? layout.fontSize * 1.2 / std::sin(layout.leanRadians()) : layout.fontSize + 0.5;
        layout.labelStep = data.fit || parts.onPage ? std::max(1, int(std::ceil(line / layout.pitch - 0.01))) : 1;
    };
    if (layout.slanted)
        placeSlanted(LinkLayout::slant);
    if (layout.slanted && parts.onPage && layout.labelStep > 1)
        placeSlanted(90);
    layout.namesHeight = parts.onPage && layout.labelStep > 1 ? namesLine : 0;
    natural = std::min(natural, widestSlanted);
    const double label =
        layout.slanted ? natural * std::sin(layout.leanRadians()) + layout.fontSize : layout.fontSize + 12;
    const double leaning = layout.slanted ? lean() : 0;
    const double numbers = layout.pitch >= 28 ? 18 : 32;
    layout.numberSize = hasNumbers(data, parts) ? numbers : 0;
    layout.queryNumberSize = asksFromKeys(data) || space.height() / count > 420 ? layout.numberSize : 0;
    const double stripes = stripesSize(data) > 0 ? 22 : 0;
    const double width = std::max(wide, tokens * layout.pitch + 2 * linkLayoutMargin + 30 + leaning);
    const double header = (layout.hasAxes ? 20 : 4) + (layout.panels.front().title.isEmpty() ? 0 : 18);
    const double needed =
        header + layout.numberSize + layout.queryNumberSize + 2 * (label + stripes) + 20 + bandsAcrossRows;
    const double least = layout.titleHeight + needed * count;
    const double legend = legendIn(data, layout, {width, space.height()}, least, parts);
    const double foot = std::max(legend, leastFoot);
    const double tall = std::max(needed, (space.height() - layout.titleHeight - foot) / count);
    for (int i = 0; i < count; ++i) {
        LinkPanel &panel = layout.panels[std::size_t(i)];
        panel.area = QRectF(0, layout.titleHeight + tall * i, width, tall);
        panel.start = std::max(linkLayoutMargin + 15 + leaning / 2, (width - tokens * layout.pitch) / 2);
        placeAcross(panel, layout, panel.area.top() + header, panel.area.bottom() - 18, label, stripes);
    }
    layout.size = QSizeF(width, std::max(space.height(), layout.titleHeight + tall * count + foot));
    layout.legend = QRectF(0, layout.size.height() - legend, width, legend);
}

} // namespace

LinkLayout LinkLayout::of(const LinkData &data, QSizeF size, const PictureParts &parts)
{
    LinkLayout layout;
    layout.horizontal = data.horizontal;
    layout.hasAxes = parts.axes.value_or(true);
    if (parts.title.value_or(true))
        layout.title = BrokenTitle(data.title, std::max(size.width(), linkLayoutLeastWidth) - 2 * linkLayoutMargin,
                                   Theme::font(13, true));
    layout.titleHeight = layout.title.isEmpty() ? 4 : 30 + layout.title.further();
    layout.panels = emptyPanels(data);
    const int tokens = int(std::max<qsizetype>({data.queries.size(), data.keys.size(), 1}));
    if (data.horizontal)
        placeRows(data, layout, size, tokens, parts);
    else
        placeColumns(data, layout, size, tokens, parts);
    // Packed tokens' bands overlap anyway: they shrink more slowly than the tokens, to remain visible.
    // Between those of a head that looks at the word before, other heads' should be seen.
    const double share = layout.strongestHeight > 0 ? 0.5 : 0.8;
    layout.fullBand = std::min(data.curved ? widestCurvedBand : widestBand,
                               share * std::sqrt(layout.pitch * std::max(layout.pitch, smallestPitch)));
    layout.bandWidth = layout.fullBand / data.numbers.one;
    return layout;
}

double LinkLayout::naturalHeight(const LinkData &data, double width, const PictureParts &parts)
{
    const LinkLayout least = of(data, {width, 0}, parts);
    const auto tokens = double(std::max<qsizetype>({data.queries.size(), data.keys.size(), 1}));
    double rows = 1;
    for (const LinkPanel &panel : least.panels)
        rows = std::max(rows, 1 + (panel.area.top() - least.panels.front().area.top()) / panel.area.height());
    rows = std::round(rows);
    if (data.horizontal)
        return least.size.height() + rows * std::clamp(0.3 * width - bandsAcrossRows, 0.0, 240.0);
    const double pitch = parts.tokenSpacing.value_or(naturalPitch);
    return least.size.height() + rows * tokens * std::max(0.0, pitch - least.pitch);
}

QPointF LinkLayout::point(double along, double across) const
{
    return horizontal ? QPointF(along, across) : QPointF(across, along);
}

QRectF LinkLayout::rect(double along, double across, double alongSize, double acrossSize) const
{
    return horizontal ? QRectF(along, across, alongSize, acrossSize) : QRectF(across, along, acrossSize, alongSize);
}

QRectF LinkLayout::linkRect(const LinkPanel &panel, int tokens) const
{
    const double beyond = panels.size() > 1 ? std::min(fullBand, beyondSmall) : fullBand;
    const double across = std::min(panel.queryEdge, panel.keyEdge);
    return rect(panel.start - beyond, across, tokens * pitch + 2 * beyond,
                std::max(panel.queryEdge, panel.keyEdge) - across);
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

double LinkLayout::leanRadians() const
{
    return lean * 3.14159265358979 / 180;
}

double LinkLayout::slantedRoom(const LinkPanel &panel) const
{
    return (panel.keyEnd - panel.keyLabel - fontSize) / std::sin(leanRadians()) + 1;
}

} // namespace regard
