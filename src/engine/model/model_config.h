#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/activation.h"
#include "engine/base/norm_kind.h"

namespace regard {

enum class Architecture { Encoder, Decoder, EncoderDecoder };
/// General: q W_g kᵀ, Luong et al. 2015.
enum class Score { Dot, ScaledDot, Additive, General };
enum class Mask { None, Causal };
/// SinusoidalHalves: the sines in the first half of the columns, the cosines in the second (Marian).
/// Rotary: nothing is added; q and k of self-attentions are rotated by their position, column c with column
/// c + d_key / 2 (Su et al. 2021, in the arrangement of Llama's checkpoints).
/// SinusoidalFairseq: halves again, whose last columns have the wavelength 10000 itself (M2M100, NLLB).
enum class Position { None, Sinusoidal, OneHot, Learned, SinusoidalHalves, Rotary, SinusoidalFairseq };
/// What is added to the scaled scores of self-attentions by how far key and query are apart. Alibi: −slope · distance,
/// with a slope of each head's own (Press et al. 2022). Buckets: a learned number for each head and bucket of distances
/// (Raffel et al. 2020), which all layers of a stack share.
enum class ScoreBias { None, Alibi, Buckets };
/// How the rotary angles of sentences longer than a model was trained with are made smaller. Linear: Chen et al. 2023.
/// Dynamic: the base grows with the sentence (NTK). Llama3: only slow pairs of columns (Llama 3.1). Yarn: Peng et al.
/// 2024. LongRope: by a list for short sentences and one for long ones, Ding et al. 2024.
enum class RopeScaling { None, Linear, Dynamic, Llama3, Yarn, LongRope };
/// Where a sublayer norms: Post norm(x + f(x)), Pre x + f(norm(x)), Output x + norm(f(x)) (OLMo 2).
enum class Norm { None, Post, Pre, Output };
/// Whether queries and keys are normed before they are rotated: each head's by one gain (Qwen 3), or all columns of all
/// heads together (OLMo 2). Dehghani et al. 2023, section 2.
enum class QkNorm { None, Head, All };
enum class Initialization { Gaussian, Xavier, Kaiming };
/// What the layers of a stack are made of.
enum class StackKind { Attention, Recurrent };
/// Rnn: h′ = tanh(x W + h U + b), Elman 1990. Gru: Cho et al. 2014, with the reset gate after the product with U_c, as
/// torch.nn.GRU has it. Lstm: Hochreiter and Schmidhuber 1997 with the forget gate of Gers et al. 2000, torch.nn.LSTM.
enum class Cell { Rnn, Gru, Lstm };
inline constexpr std::array allCells{Cell::Rnn, Cell::Gru, Cell::Lstm};
/// How a recurrent decoder reads an encoder: by its first state alone (Sutskever et al. 2014), or also by attention
/// that the state before a step asks for (Bahdanau et al. 2015), or the state after it (Luong et al. 2015, without
/// input feeding).
enum class DecoderAttention { None, Bahdanau, Luong };

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
    int positionStart = 0; ///< of sinusoidal positions: what the first token counts as
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
    // What trained models add
    int keyValueHeads = 0; ///< heads of W_K and W_V that groups of query heads share; 0: as many as there are heads
    bool qkvBias = false;  ///< biases of W_Q, W_K and W_V where `bias` is off
    NormKind normKind = NormKind::Layer;
    bool gated = false;             ///< feed-forward: (activation(x · w_1) ∘ (x · w_3)) · w_2
    double ropeTheta = 10000;       ///< base of the rotary angles
    bool rotaryInterleaved = false; ///< neighbouring columns are rotated together, 2c and 2c + 1 (GPT-J)
    int rotaryWidth = 0;            ///< columns of each head that are rotated, the first ones; 0: all
    RopeScaling ropeScaling = RopeScaling::None;
    double ropeFactor = 1;           ///< of every scaling but LongRope: how many times as long sentences may be
    int ropeOriginal = 2048;         ///< the longest sentence before scaling; Linear does not read it
    double ropeLow = 1;              ///< Llama3: low_freq_factor; Yarn: beta_slow
    double ropeHigh = 4;             ///< Llama3: high_freq_factor; Yarn: beta_fast, usually 32
    bool ropeTruncate = true;        ///< Yarn: its range begins and ends at whole columns
    double ropeAttention = 1;        ///< cosines and sines are multiplied by it: Yarn's and LongRope's attention factor
    std::vector<double> ropeShort{}; ///< LongRope: what the frequency of each pair of columns is divided by
    std::vector<double> ropeLong{};  ///< the same of sentences longer than ropeOriginal
    std::vector<int> unrotatedLayers{}; ///< from 1: their queries and keys are not rotated
    int window = 0; ///< of self-attentions: a token attends to itself and the window − 1 before it; 0: to all before it
    std::vector<int> fullLayers{}; ///< from 1: layers that have no window
    double windowTheta = 0;        ///< ropeTheta of the layers with a window, which is not scaled; 0: as in the others
    QkNorm qkNorm = QkNorm::None;
    // Granite's multipliers
    double embeddingMultiplier = 1;
    double residualMultiplier = 1; ///< of a sublayer's output, before it is added
    double scoreScale = 0;         ///< what scores are multiplied by; 0: by 1 ÷ √d_key where the score is scaled
    double logitsDivisor = 1;
    // Soft caps: c · tanh(x ÷ c). 0: none
    double scoreCap = 0;  ///< of scaled scores, before a bias and the mask (Gemma 2)
    double logitsCap = 0; ///< of logits, after logitsDivisor (Gemma 2)
    bool attentionSinks =
        false;             ///< each head has a number that joins the softmax, takes weight and is dropped (gpt-oss)
    int tokenTypes = 0;    ///< rows of `token_type`; one is added to each token; 0: none
    int maximumTokens = 0; ///< the longest sentence; 0: as many as positions and memory allow
    bool maskedLanguageModel = false; ///< an encoder alone that predicts a token at every position
    /// An encoder alone that says of each token whether it was put in another's place: its output layer has two
    /// columns, replacementWords, and no norm before it. ELECTRA's discriminator, whose one logit is that of
    /// `replaced`, while that of `original` is 0.
    bool replacedTokens = false;
    /// The activation between the two layers of a masked language model's head; nothing: as `activation`.
    std::optional<Activation> outputActivation{};
    bool tiedOutput = false; ///< output.w is the embedding of the vocabulary; of models without a table
    int embeddingSize = 0;   ///< numbers of an embedding row, which a projection widens to d_model; 0: d_model, without
    /// With embeddingSize: the projection has no bias and widens tokens' rows alone, before positions are added, and
    /// output.projection narrows what a decoder's output layer compares with the vocabulary (OPT-350m).
    bool narrowTokens = false;
    ScoreBias scoreBias = ScoreBias::None;
    /// Embedding rows × 0.88 ÷ (1 − the share of mask tokens, whose rows are 0): ESM, which was trained with so many.
    bool tokenDropout = false;
    /// The feed-forward reads what the attention of its layer reads, and both are added to it (GPT-J).
    bool parallelResidual = false;
    bool scaleByLayer = false; ///< scores of layer l are divided by l besides (GPT-2's option)
    // Recurrent stacks: norms, residual, feed-forward and self-attention are held, not computed
    StackKind encoderKind = StackKind::Attention;
    StackKind decoderKind = StackKind::Attention;
    Cell cell = Cell::Gru; ///< of every recurrent layer
    int directions = 1;    ///< of a recurrent encoder: 1, or 2, which share d_model; a decoder has 1
    DecoderAttention decoderAttention = DecoderAttention::None; ///< of a recurrent decoder that has an encoder
    /// Set for a file of attention, no key of a model: the decoder's layers have only the attention over the encoder,
    /// none of their own.
    bool crossAlone = false;

    Activation activationOfOutput() const { return outputActivation.value_or(activation); }
    int embeddingWidth() const { return embeddingSize > 0 ? embeddingSize : dModel; }
    bool projectsFirst() const { return embeddingSize > 0 && narrowTokens; }
    bool projectsLast() const { return embeddingSize > 0 && !narrowTokens; }
    /// Returns the width of positions, token types and the embedding's norm.
    int entryWidth() const { return projectsFirst() ? dModel : embeddingWidth(); }
    bool operator==(const ModelConfig &) const = default;
};

/// The columns of an output layer that says which tokens were replaced.
inline constexpr std::array replacementWords{"original", "replaced"};
/// Rows of the table of ScoreBias::Buckets: half for keys behind the query, half for those before it.
inline constexpr int scoreBuckets = 32;
/// The largest value that any size of a model may take; anything larger is refused before anything is allocated.
inline constexpr int maximumSize = 65536;
inline constexpr int maximumHeads = 1024;
inline constexpr int maximumLayers = 512;
/// The longest sentence that a model may name.
inline constexpr int maximumSentence = 10000000;
/// The most weights that a model may draw: 1 GB of float32. Those of a checkpoint are limited by the machine's memory.
inline constexpr double maximumWeights = 250e6;

} // namespace regard
