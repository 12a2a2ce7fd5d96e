#include "draw/spaced_labels.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <QCoreApplication>

namespace regard {

namespace {

struct SpacedLabelsText {
    Q_DECLARE_TR_FUNCTIONS(Picture)
};

} // namespace

int labelStep(double pitch, double least)
{
    return std::max(1, int(std::ceil(least / std::max(pitch, 1e-3))));
}

QString everyText(int step)
{
    switch (step) {
    case 2:
        return SpacedLabelsText::tr("every second");
    case 3:
        return SpacedLabelsText::tr("every third");
    case 4:
        return SpacedLabelsText::tr("every fourth");
    case 5:
        return SpacedLabelsText::tr("every fifth");
    default:
        return SpacedLabelsText::tr("one in %1").arg(step);
    }
}

std::vector<int> spacedLabels(int first, int last, double pitch, double least, const std::vector<int> &kept)
{
    const int every = labelStep(pitch, least);
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
