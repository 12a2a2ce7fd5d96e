#include "engine/analysis/hand_rounding.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>

#include "engine/base/errors.h"
#include "engine/base/message.h"

namespace regard {

namespace {

constexpr int mostDecimals = 9; // so that a double counts the units of a row exactly

} // namespace

std::vector<double> roundedToSum(std::vector<double> weights, int decimals, bool hasRest)
{
    if (decimals < 0 || decimals > mostDecimals)
        throw ValueError(Message::tr("weights cannot be rounded to %1 decimals; 0 to %2 are possible",
                                     {std::to_string(decimals), std::to_string(mostDecimals)}));
    if (hasRest)
        weights.push_back(std::max(0.0, 1 - std::accumulate(weights.begin(), weights.end(), 0.0)));
    const double scale = std::pow(10.0, decimals);
    std::vector<double> units(weights.size());
    std::vector<double> remainders(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (!std::isfinite(weights[i]) || weights[i] < 0)
            throw ValueError(Message::tr("weight %1 is %2; weights that are rounded must be finite and not negative",
                                         {std::to_string(i), std::to_string(weights[i])}));
        const double scaled = weights[i] * scale;
        units[i] = std::floor(scaled);
        remainders[i] = scaled - units[i];
    }
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    const double missing = std::round(total * scale) - std::accumulate(units.begin(), units.end(), 0.0);
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
    for (std::size_t i = 0; i < order.size() && double(i) < missing; ++i)
        units[order[i]] += 1;
    for (double &value : units)
        value /= scale;
    if (hasRest)
        units.pop_back();
    return units;
}

} // namespace regard
