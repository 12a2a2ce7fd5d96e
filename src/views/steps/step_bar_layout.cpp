#include "views/steps/step_layout.h"

#include <algorithm>
#include <numbers>

#include <QFontMetricsF>

#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/steps/step_sizes.h"

namespace regard {

using namespace stepSizes;

namespace {

constexpr double stepBarLayoutWidestBar = 72; // with the distance to the next
constexpr double tallestBars = 96;
constexpr double lowestBars = 32;
constexpr double usualBars = 64;
constexpr double valueHeight = 15; // above a bar
constexpr double exactHeight = 12; // above that
constexpr double levelLabels = 17;
constexpr double slantedLabels = 44;
constexpr double narrowestSlanted = 13;
constexpr double narrowestLevel = 34;
constexpr double lowestNamed = 11;              // of bars below each other
constexpr double stepBarLayoutWidestNames = 96; // beside them
constexpr double shortestBars = 40;

} // namespace

double StepLayout::placeBars(int index, QPointF at, double width, double height)
{
    const StepBars &bars = *m_data.steps[std::size_t(index)].bars;
    const auto count = double(std::max<std::size_t>(1, bars.values.size()));
    PlacedBars placed;
    placed.step = index;
    placed.appearance = nextItem();
    placed.hasExact = !bars.exact.empty();
    placed.isSigned = m_data.isDifference;
    placed.pitch = std::min(width / count, stepBarLayoutWidestBar);
    const double values = valueHeight + (placed.hasExact ? exactHeight : 0);
    if (placed.pitch < narrowestSlanted)
        placed.labels = PlacedBars::Labels::MarkedOnly;
    else if (placed.pitch < narrowestLevel)
        placed.labels = PlacedBars::Labels::Slanted;
    // Bars with one name say more in a low picture than names without bars.
    const bool isLow = height > 0 && height < values + lowestBars + slantedLabels;
    if (isLow && placed.labels == PlacedBars::Labels::Slanted)
        placed.labels = PlacedBars::Labels::MarkedOnly;
    placed.showsValues = placed.pitch >= narrowestSlanted &&
                         placed.pitch >= std::max(widest(bars.values, bars.digits), widest(bars.exact)) + 4;
    double labels = placed.labels == PlacedBars::Labels::Slanted ? slantedLabels : levelLabels;
    if (placed.labels == PlacedBars::Labels::Slanted && m_theme.leastNumber > 0) {
        // Nothing is cut while presenting.
        for (const QString &name : bars.names)
            placed.slantedRoom = std::max(placed.slantedRoom, textWidth(visibleToken(name), labelFont(true)) + 1);
        labels += (placed.slantedRoom - 52) * std::numbers::sqrt2 / 2;
    }
    // Slanted names reach to the left of their bars.
    const double left = placed.labels == PlacedBars::Labels::Slanted ? std::min(30.0, width * 0.1) : 0;
    placed.pitch = std::min(placed.pitch, (width - left) / count);
    const double tall = std::clamp(height - values - labels, lowestBars, tallestBars);
    placed.plot = QRectF(at.x() + left, at.y() + values, placed.pitch * count, height > 0 ? tall : usualBars);
    placed.whole = placed.plot.adjusted(0, -values, 0, levelLabels);
    m_bars.push_back(placed);
    return placed.plot.bottom() + labels;
}

double StepLayout::placeLyingBars(int index, QPointF at, double width, double height, double top)
{
    const StepBars &bars = *m_data.steps[std::size_t(index)].bars;
    const auto count = double(std::max<std::size_t>(1, bars.values.size()));
    PlacedBars placed;
    placed.step = index;
    placed.lying = true;
    placed.isSigned = m_data.isDifference;
    placed.appearance = nextItem();
    placed.hasExact = !bars.exact.empty();
    const double tall = uprightExtent(count, uprightRoom(height));
    placed.pitch = tall / count;
    placed.showsValues = placed.pitch >= lowestNamed;
    placed.labels = placed.showsValues ? PlacedBars::Labels::Level : PlacedBars::Labels::MarkedOnly;
    QStringList shown = bars.names;
    std::vector<double> values = bars.values;
    values.insert(values.end(), bars.exact.begin(), bars.exact.end());
    if (!placed.showsValues) {
        const auto marked = std::size_t(std::max(0, bars.marked));
        shown = shown.mid(qsizetype(marked), 1);
        values = {bars.values.at(marked)};
        if (placed.hasExact)
            values.push_back(bars.exact.at(marked));
    }
    double names = 0;
    for (const QString &name : shown)
        names = std::max(names, textWidth(visibleToken(name), labelFont(true)));
    names = std::min({names, stepBarLayoutWidestNames, width * 0.35}) + 6;
    const double number = std::max(widest(values), 1.0) + 8;
    const double behind = placed.hasExact ? 2 * number : number;
    const double length = std::max(shortestBars, width - names - behind);
    placed.plot = QRectF(at.x() + names, at.y() + top, length, tall);
    placed.whole = placed.plot.adjusted(-names, 0, behind, 0);
    m_bars.push_back(placed);
    return placed.plot.bottom() + 6;
}

} // namespace regard
