#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <QAbstractEventDispatcher>

/// Until nothing is left to do: what is posted, and timers that are due, those included that these start.
inline void settle()
{
    while (QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents)) {
    }
}

/// What so many percent of the times do not exceed.
inline double percentile(std::vector<double> times, double percent)
{
    std::sort(times.begin(), times.end());
    const auto rank = std::size_t(std::ceil(percent / 100 * double(times.size())));
    return times.at(std::max<std::size_t>(rank, 1) - 1);
}
