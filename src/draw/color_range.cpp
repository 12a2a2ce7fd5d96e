#include "draw/color_range.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <QCoreApplication>

#include "draw/number_scale.h"

namespace regard {

namespace {

struct ColorRangeText {
    Q_DECLARE_TR_FUNCTIONS(ColorScale)
};

double niceAbove(double value)
{
    for (const double nice : {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5})
        if (value <= nice)
            return nice;
    // A sum of weights may be above 1 by its rounding; what is moved has no bound.
    return value <= 1.0001 ? 1 : niceScale(value);
}

/// The largest finite magnitude.
double reachOf(const Matrix &values)
{
    double reach = 0;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
        const double value = std::abs(double(values.data()[i]));
        if (std::isfinite(value))
            reach = std::max(reach, value);
    }
    return reach;
}

std::shared_ptr<const std::vector<float>> rankedOf(const std::vector<const Matrix *> &weights)
{
    auto ranked = std::make_shared<std::vector<float>>();
    for (const Matrix *each : weights)
        std::copy_if(each->data(), each->data() + each->size(), std::back_inserter(*ranked),
                     [](float weight) { return weight > 0 && std::isfinite(weight); });
    std::sort(ranked->begin(), ranked->end());
    return ranked;
}

} // namespace

bool ColorRange::operator==(const ColorRange &other) const
{
    const bool sameRanks = ranked == other.ranked || (ranked && other.ranked && *ranked == *other.ranked);
    return lower == other.lower && upper == other.upper && diverging == other.diverging && scale == other.scale &&
           sameRanks;
}

ColorRange ColorRange::of(const Matrix &values, bool isWeights)
{
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
        const double value = double(values.data()[i]);
        if (std::isfinite(value)) {
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
        }
    }
    if (lowest > highest)
        return {};
    if (isWeights)
        return {0, highest > 0 ? niceAbove(highest) : 1, false};
    if (lowest < 0) {
        const double reach = std::max(-lowest, highest);
        return {-reach, reach, true};
    }
    if (lowest == highest)
        return {0, highest > 0 ? highest : 1, false};
    return {lowest, highest, false};
}

ColorRange ColorRange::ofDifference(const Matrix &values, bool isWeights)
{
    double reach = reachOf(values);
    if (reach == 0)
        reach = 1;
    else if (isWeights)
        reach = reach > 0.5 && reach <= 0.75 ? 0.75 : niceAbove(reach);
    return {-reach, reach, true};
}

ColorRange ColorRange::ofWeights(const std::vector<const Matrix *> &weights, ColorScale scale, double one)
{
    switch (scale) {
    case ColorScale::ZeroToOne:
        break;
    case ColorScale::Stretched: {
        double reach = 0;
        for (const Matrix *each : weights)
            reach = std::max(reach, reachOf(*each));
        return {0, reach > 0 ? niceAbove(reach) : 1, false, scale};
    }
    case ColorScale::Logarithmic:
        return {leastLogarithmic * one, one, false, scale};
    case ColorScale::Percentile:
        return {0, one, false, scale, rankedOf(weights)};
    }
    return {0, one, false, scale};
}

double ColorRange::place(double value) const
{
    if (!std::isfinite(value))
        return std::numeric_limits<double>::quiet_NaN();
    if (diverging)
        return value / std::max(std::abs(lower), std::abs(upper));
    switch (scale) {
    case ColorScale::ZeroToOne:
    case ColorScale::Stretched:
        break;
    case ColorScale::Logarithmic:
        return value <= lower ? 0 : std::log(value / lower) / std::log(upper / lower);
    case ColorScale::Percentile: {
        if (value <= 0 || ranked->empty())
            return 0;
        const auto above = std::upper_bound(ranked->begin(), ranked->end(), value);
        return double(above - ranked->begin()) / double(ranked->size());
    }
    }
    return (value - lower) / (upper - lower);
}

double ColorRange::valueAt(int step, int steps) const
{
    switch (scale) {
    case ColorScale::ZeroToOne:
    case ColorScale::Stretched:
        break;
    case ColorScale::Logarithmic:
        return lower * std::pow(upper / lower, double(step) / steps);
    case ColorScale::Percentile: {
        if (ranked->empty())
            return 0;
        // The smallest weight that so much of all reaches up to.
        const std::size_t share = (ranked->size() * std::size_t(step) + std::size_t(steps) - 1) / std::size_t(steps);
        return double((*ranked)[share == 0 ? 0 : share - 1]);
    }
    }
    return lower + (upper - lower) * step / steps;
}

QRgb ColorRange::color(double value, const Theme &theme) const
{
    if (!std::isfinite(value))
        return theme.masked.rgb();
    return diverging ? theme.diverging(place(value)) : theme.sequential(place(value));
}

QRgb ColorRange::colorAt(int step, int steps, const Theme &theme) const
{
    return scale == ColorScale::Percentile ? theme.sequential(double(step) / steps)
                                           : color(valueAt(step, steps), theme);
}

ColorRange rangeOfBoth(const ColorRange &a, const ColorRange &b)
{
    ColorRange both{std::min(a.lower, b.lower), std::max(a.upper, b.upper), a.diverging || b.diverging, a.scale};
    if (both.diverging) {
        both.upper = std::max(std::abs(both.lower), std::abs(both.upper));
        both.lower = -both.upper;
    }
    if (a.ranked && b.ranked) {
        auto ranked = std::make_shared<std::vector<float>>();
        std::merge(a.ranked->begin(), a.ranked->end(), b.ranked->begin(), b.ranked->end(), std::back_inserter(*ranked));
        both.ranked = std::move(ranked);
    }
    return both;
}

QString scaleName(ColorScale scale)
{
    switch (scale) {
    case ColorScale::ZeroToOne:
        return ColorRangeText::tr("0 to 1");
    case ColorScale::Stretched:
        return ColorRangeText::tr("stretched");
    case ColorScale::Logarithmic:
        return ColorRangeText::tr("logarithmic");
    case ColorScale::Percentile:
        break;
    }
    return ColorRangeText::tr("percentile");
}

} // namespace regard
