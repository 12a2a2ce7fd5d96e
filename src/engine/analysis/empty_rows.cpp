#include "engine/analysis/empty_rows.h"

#include <limits>

namespace regard {

std::shared_ptr<const Matrix> shownWeights(const std::shared_ptr<const HeadTrace> &head)
{
    if (!head->hasEmptyRows)
        return {head, &head->weights};
    auto weights = std::make_shared<Matrix>(head->weights);
    for (Eigen::Index row = 0; row < weights->rows(); ++row)
        if ((weights->row(row).array() == 0).all())
            weights->row(row).setConstant(std::numeric_limits<float>::quiet_NaN());
    return weights;
}

} // namespace regard
