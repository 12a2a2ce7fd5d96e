#include "figures/heatmap/spaced_labels.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace regard {

std::vector<int> spacedLabels(int first, int last, double pitch, double least, int kept)
{
    const int every = std::max(1, int(std::ceil(least / std::max(pitch, 1e-3))));
    std::vector<int> shown;
    for (int i = first; i <= last; ++i) {
        const bool near = kept >= first && kept <= last && i != kept && std::abs(i - kept) < every;
        if (i == kept || ((i - first) % every == 0 && !near))
            shown.push_back(i);
    }
    return shown;
}

} // namespace regard
