#pragma once

namespace regard {

/// Layer: Ba et al. 2016. Rms: x / √(mean(x²) + ε) · gain, without a bias (Zhang & Sennrich 2019).
enum class NormKind { Layer, Rms };

/// Whether each row loses its mean first.
constexpr bool isCentred(NormKind kind)
{
    switch (kind) {
    case NormKind::Layer:
        return true;
    case NormKind::Rms:
        break;
    }
    return false;
}

/// Whether a bias is added at the end.
constexpr bool hasNormBias(NormKind kind)
{
    switch (kind) {
    case NormKind::Layer:
        return true;
    case NormKind::Rms:
        break;
    }
    return false;
}

} // namespace regard
