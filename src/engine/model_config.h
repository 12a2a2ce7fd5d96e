#pragma once

#include <cstdint>

namespace regard {

enum class Architecture { Encoder, Decoder, EncoderDecoder };
enum class Score { Dot, ScaledDot, Additive };
enum class Mask { None, Causal };
enum class Position { None, Sinusoidal, OneHot, Learned };
enum class Norm { None, Post, Pre };
enum class Activation { Relu, Gelu, GeluTanh, Silu };
enum class Initialization { Gaussian, Xavier, Kaiming };

/// What a model is: its sizes and rules, by value. The keys of a project's `model`, with the same defaults.
/// Layers of a stack that the architecture does not have may be more than 0: their weights are held, not computed.
struct ModelConfig {
    Architecture architecture = Architecture::Encoder;
    int encoderLayers = 1;
    int decoderLayers = 0;
    int dModel = 16;
    int heads = 2;
    int dKey = 8;
    int dValue = 8;
    int dFf = 0;          ///< 0: no feed-forward sublayer
    int decoderHeads = 2; ///< as heads, where a file does not say otherwise
    int decoderDFf = 0;   ///< as dFf, where a file does not say otherwise
    Score score = Score::ScaledDot;
    Mask encoderMask = Mask::None;
    Mask decoderMask = Mask::Causal;
    Position position = Position::None;
    bool embeddingScale = false;
    bool embeddingNorm = false;
    bool outputProjection = true;
    bool bias = false;
    bool residual = false;
    Norm norm = Norm::None;
    double normEpsilon = 1e-5;
    bool finalNorm = false;
    Activation activation = Activation::Relu;
    Initialization initialization = Initialization::Xavier;
    double initializationStd = 0.02;
    std::uint64_t seed = 1;

    bool operator==(const ModelConfig &) const = default;
};

/// The largest value that any size of a model may take; what lies beyond is refused before anything is allocated.
inline constexpr int maximumSize = 65536;
inline constexpr int maximumHeads = 1024;
inline constexpr int maximumLayers = 512;
/// The most weights that all active matrices may have together: 1 GB of float32.
inline constexpr double maximumWeights = 250e6;

/// Throws ConfigError, naming the key and both numbers, where a size is out of range or where sizes do not fit each
/// other: without an output projection heads · d_value must equal d_model wherever a residual, a norm, a feed-forward,
/// another layer or attention, or the output layer follows.
void validate(const ModelConfig &config);

} // namespace regard
