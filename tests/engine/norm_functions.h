#pragma once

#include "engine/functions/norm_rows.h"

namespace regard {

inline Matrix layerNorm(const Matrix &x, const Matrix &gain, const Matrix &bias, double epsilon)
{
    return normOfRows(x, nullptr, {gain, &bias, epsilon, NormKind::Layer}).numbers;
}

inline Matrix rmsNorm(const Matrix &x, const Matrix &gain, double epsilon)
{
    return normOfRows(x, nullptr, {gain, nullptr, epsilon, NormKind::Rms}).numbers;
}

} // namespace regard
