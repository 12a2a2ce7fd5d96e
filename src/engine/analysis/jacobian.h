#pragma once

#include <Eigen/Core>

#include "engine/base/weight.h"

namespace regard {

/// The derivative of some numbers, a row each, by a row of others. Empty: zero.
using Jacobian = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Adds `part` to `sum`; either may be empty.
inline void add(Jacobian &sum, const Jacobian &part)
{
    if (part.size() == 0)
        return;
    if (sum.size() == 0)
        sum = part;
    else
        sum += part;
}

inline Jacobian inDouble(const Matrix &x)
{
    return x.cast<double>();
}

inline Jacobian inDouble(const Weight &weight)
{
    return inDouble(*weight.matrix());
}

} // namespace regard
