#pragma once

namespace regard {

/// The activation of a feed-forward: relu max(0, x); gelu x · Φ(x) by the error function; gelu_tanh its approximation
/// by tanh (Hendrycks & Gimpel 2016); silu x / (1 + e^−x).
enum class Activation { Relu, Gelu, GeluTanh, Silu };

} // namespace regard
