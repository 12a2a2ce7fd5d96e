#include "views/training/step_dropout.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "engine/model/sublayer.h"
#include "training/layers/dropout.h"

namespace regard {

namespace {

struct StepDropoutText {
    Q_DECLARE_TR_FUNCTIONS(StepDropout)
};

} // namespace

std::optional<StepDropout> stepDropout(const TrainingState &training)
{
    const TrainingOptions &options = training.options;
    if (!training.task || options.dropout <= 0)
        return std::nullopt;
    return StepDropout{options.dropout, options.seed, std::max(1LL, training.step)};
}

HeatmapData afterDropout(HeatmapData data, const StepDropout &dropout, const Selection &within)
{
    const DropoutMask mask(dropout.rate, {dropout.seed, std::uint64_t(dropout.step), 0, DroppedPart::AttentionWeights,
                                          sublayerOf({within.attention, within.layer}), within.head});
    Matrix left = *data.values;
    data.dropped.assign(std::size_t(left.size()), false);
    for (Eigen::Index query = 0; query < left.rows(); ++query)
        for (Eigen::Index key = 0; key < left.cols(); ++key) {
            const double factor = mask.at(query, key, left.cols());
            left(query, key) *= float(factor);
            data.dropped[std::size_t(query * left.cols() + key)] = factor == 0;
        }
    data.values = std::make_shared<const Matrix>(std::move(left));
    data.isWeights = false; // what is kept may be above 1
    data.valueLabel = StepDropoutText::tr("weight × mask");
    data.title += StepDropoutText::tr(" · after the dropout of step %1").arg(dropout.step);
    return data;
}

} // namespace regard
