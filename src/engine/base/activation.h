#pragma once

namespace regard {

/// The activation of a feed-forward: those of the transformers library that are formulas without weights. Φ is the
/// normal distribution, σ(x) is 1 / (1 + e^−x).
enum class Activation {
    Relu,         ///< max(0, x)
    Gelu,         ///< x · Φ(x), by the error function
    GeluTanh,     ///< its approximation by tanh (Hendrycks & Gimpel 2016)
    Silu,         ///< x · σ(x)
    QuickGelu,    ///< x · σ(1.702 x)
    Gelu10,       ///< gelu, at most 10
    Relu2,        ///< max(0, x)²
    Relu6,        ///< max(0, x), at most 6
    LeakyRelu,    ///< x, below 0 x / 100
    Tanh,         ///< tanh(x)
    Sigmoid,      ///< σ(x)
    Mish,         ///< x · tanh(ln(1 + e^x))
    Laplace,      ///< Φ((x − 0.707107) / 0.282095)
    HardSwish,    ///< x · min(max(0, x + 3), 6) / 6
    SqrtSoftplus, ///< √ln(1 + e^x)
    Linear,       ///< x
};

inline constexpr int activationCount = int(Activation::Linear) + 1;

/// `GELU (tanh)`: its name for a user, the same in every language.
const char *activationName(Activation activation);

} // namespace regard
