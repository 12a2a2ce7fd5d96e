#include "views/heatmap/heatmap_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QCoreApplication>

#include "draw/token_label.h"
#include "engine/model/attention_place.h"

namespace regard {

namespace {

struct HeatmapNewText {
    Q_DECLARE_TR_FUNCTIONS(HeatmapFigure)
};

/// NaN where a cell is masked or where the filter does not let it through.
Matrix countedValues(const HeatmapData &data)
{
    Matrix left = *data.values;
    for (int query = 0; query < left.rows(); ++query)
        for (int key = 0; key < left.cols(); ++key)
            if (!data.pair.shows(query, key) || data.isMaskedByRule(query, key))
                left(query, key) = std::numeric_limits<float>::quiet_NaN();
    return left;
}

} // namespace

QString HeatmapData::scaleText() const
{
    return hasScale() ? scaleName(*scale) : QString();
}

bool HeatmapData::hasNewTokens() const
{
    return anyMarked(newQueries) || anyMarked(newKeys);
}

QString HeatmapData::newText() const
{
    return hasNewTokens() ? HeatmapNewText::tr("new: not in the pinned sentence")
                          : HeatmapNewText::tr("new: nothing to compare with");
}

ColorRange HeatmapData::range() const
{
    const bool isPart = pair.isFiltered() || (hasScale() && *scale == ColorScale::Percentile);
    const Matrix part = isPart ? countedValues(*this) : Matrix();
    const Matrix &counted = isPart ? part : *values;
    if (isDifference)
        return ColorRange::ofDifference(counted, isWeights);
    return hasScale() ? ColorRange::ofWeights({&counted}, *scale, numbers.one) : ColorRange::of(counted, isWeights);
}

bool HeatmapData::isMaskedByRule(int ofQuery, int ofKey) const
{
    return MaskRule(isCausal ? Mask::Causal : Mask::None, window).hides(ofQuery, ofKey) ||
           std::find(maskedKeys.begin(), maskedKeys.end(), ofKey) != maskedKeys.end();
}

bool HeatmapData::isMasked(int ofQuery, int ofKey) const
{
    return isMaskedByRule(ofQuery, ofKey) || std::isinf((*values)(ofQuery, ofKey));
}

bool HeatmapData::isNew(int ofQuery, int ofKey) const
{
    return isDifference && std::isnan((*values)(ofQuery, ofKey)) && !isMaskedByRule(ofQuery, ofKey);
}

bool HeatmapData::isEmpty(int ofQuery, int ofKey) const
{
    return !isDifference && std::isnan((*values)(ofQuery, ofKey)) && !isMaskedByRule(ofQuery, ofKey);
}

bool HeatmapData::hasNumber(int ofQuery, int ofKey) const
{
    return !isMasked(ofQuery, ofKey) && !std::isnan((*values)(ofQuery, ofKey)) && pair.shows(ofQuery, ofKey);
}

bool HeatmapData::isSaid(int ofKey) const
{
    constexpr double least = 0.05;
    return isWeights && key < 0 && query >= 0 && query < values->rows() && !isMasked(query, ofKey) &&
           std::abs((*values)(query, ofKey)) >= least * numbers.one;
}

} // namespace regard
