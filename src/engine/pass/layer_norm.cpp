#include "engine/pass/layer_norm.h"

#include "engine/pass/norm_rows.h"

namespace regard {

Matrix layerNorm(const Matrix &x, const Matrix &gain, const Matrix &bias, double epsilon)
{
    return normOfRows(x, nullptr, {gain, &bias, epsilon, NormKind::Layer}).numbers;
}

} // namespace regard
