#include "engine/base/tangent.h"

#include <utility>

namespace regard {

bool isStill(const Tangent &tangent)
{
    return tangent.size() == 0;
}

void accumulate(Tangent &to, Tangent more)
{
    if (isStill(more))
        return;
    if (isStill(to))
        to = std::move(more);
    else
        to += more;
}

void accumulateColumn(Tangent &to, Eigen::Index columns, Eigen::Index column, const Matrix &numbers)
{
    if (isStill(to))
        to = Tangent::Zero(numbers.rows(), columns);
    to.col(column) += numbers.col(0);
}

} // namespace regard
