#include "engine/pass/rms_norm.h"

#include "engine/pass/norm_rows.h"

namespace regard {

Matrix rmsNorm(const Matrix &x, const Matrix &gain, double epsilon)
{
    return normOfRows(x, nullptr, {gain, nullptr, epsilon, NormKind::Rms}).numbers;
}

} // namespace regard
