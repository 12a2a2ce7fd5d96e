#include "draw/spaced_labels.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace regard {

std::vector<int> spacedLabels(int first, int last, double pitch, double least, const std::vector<int> &kept)
{
    const int every = std::max(1, int(std::ceil(least / std::max(pitch, 1e-3))));
    std::vector<int> shown;
    for (int i = first; i <= last; ++i) {
        const bool isKept = std::find(kept.begin(), kept.end(), i) != kept.end();
        const bool isNear = std::any_of(kept.begin(), kept.end(), [&](int one) {
            return one >= first && one <= last && std::abs(i - one) < every;
        });
        if (isKept || ((i - first) % every == 0 && !isNear))
            shown.push_back(i);
    }
    return shown;
}

} // namespace regard
