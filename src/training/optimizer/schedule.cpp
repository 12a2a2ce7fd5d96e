#include "training/optimizer/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace regard {

double rateAt(const RateRule &rule, long long step)
{
    const double warmUp = std::max(1, rule.warmUp);
    const auto now = double(step);
    switch (rule.schedule) {
    case Schedule::InverseRoot:
        return rule.rate / std::sqrt(double(rule.dModel)) *
               std::min(1 / std::sqrt(now), now / (warmUp * std::sqrt(warmUp)));
    case Schedule::Constant:
        return rule.rate * std::min(1.0, now / warmUp);
    case Schedule::Cosine:
        break;
    }
    if (now <= warmUp)
        return rule.rate * now / warmUp;
    const double share = std::min(1.0, (now - warmUp) / std::max(1.0, rule.steps - warmUp));
    return rule.rate * 0.5 * (1 + std::cos(std::numbers::pi * share));
}

} // namespace regard
