#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/model/attention_place.h"
#include "training/base/rows.h"
#include "training/base/sentence.h"
#include "training/layers/chain.h"
#include "training/layers/dropout.h"
#include "training/layers/head.h"
#include "training/layers/norm.h"
#include "training/layers/step_order.h"
#include "training/network/network.h"

namespace regard {

/// Shares of numbers that are dropped, and the bits by which they are. 0: nothing is dropped.
struct DropoutRule {
    double rate = 0;
    std::uint64_t seed = 0;
    std::uint64_t step = 0;
    std::uint64_t firstSentence = 0; ///< number in the batch of the pass's first sentence
};

/// One score of one head of one sentence, all from 0, before scaling.
struct ScorePlace {
    AttentionPlace attention;
    int head = 0;
    int sentence = 0;
    int query = 0;
    int key = 0;
};

/// A pass forward and backward over some sentences on the calling thread. The rows of all sentences stand one after the
/// other, without padding: only attention is computed sentence by sentence. Reverse-mode differentiation; Griewank &
/// Walther 2008, section 3.2. float for training, double to check its derivatives.
///
/// It keeps its memory from one step to the next. Every `weights` and `gradient` is a vector of ParameterTable::size()
/// numbers.
template <typename Number>
class NetworkPass {
public:
    /// The network must live as long.
    explicit NetworkPass(const Network &network) : m_network(&network), m_config(&network.config) {}

    /// What follows reads `weights`, which must stay. Throws InputError: a sentence without a token, longer than a
    /// table of positions, or with a token, type or mask that does not exist.
    void forward(const Number *weights, std::span<const TrainingSentence *const> sentences,
                 const DropoutRule &dropout = {});

    /// Logits of the rows that are asked, in the order of the sentences, asked × vocabulary; before loss().
    ConstView<Number> logits() const { return std::as_const(m_logits).all(); }
    /// For each such row the right token, and the one that the model finds likeliest (the first of equals).
    const std::vector<int> &right() const { return m_right; }
    std::vector<int> answers() const;
    /// One head's weights in one sentence, queries × keys.
    ConstView<Number> attention(const AttentionPlace &place, int head, int sentence) const;

    /// The sum of the cross-entropies of the asked rows, in nats. From now on logits() holds its derivative times
    /// `weight`, for backward(): 1 ÷ the asked rows of the whole batch gives that of their mean.
    double loss(double smoothing, double weight);
    /// Adds the loss's derivative to the gradient. After loss().
    void backward(Number *gradient);
    /// Adds the derivative of one score instead. After forward().
    void backwardFromScore(const ScorePlace &score, Number *gradient);

private:
    /// The sentences that one stack reads.
    struct Side {
        std::vector<Eigen::Index> starts; ///< of each sentence its first row, and at the end their number
        std::vector<int> tokens;
        std::vector<int> types;
        std::vector<const std::vector<int> *> masked; ///< of each sentence

        Eigen::Index rows() const { return starts.back(); }
        Eigen::Index length(std::size_t sentence) const { return starts[sentence + 1] - starts[sentence]; }
    };
    /// What a sublayer computed and will need on the way back.
    struct Kept {
        Rows<Number> input; ///< normed, where it norms before
        Rows<Number> q, k, v;
        Rows<Number> plainQ, plainK; ///< before they are normed
        std::vector<Number> weights; ///< of each sentence and head, n × m
        std::vector<Number> dropped; ///< of each sentence and head, n × m, after dropout; empty without
        std::vector<std::size_t> places;
        Rows<Number> joined;
        Rows<Number> hidden, gate, active, gated;
        Rows<Number> sum; ///< what is normed after
    };
    struct StackState {
        Side side;
        Rows<Number> entered;   ///< what the embedding norm reads
        Rows<Number> projected; ///< what the embedding's projection reads
        std::vector<Rows<Number>> streams;
        std::vector<Kept> kept;
        Rows<Number> output;
        // A recurrent stack keeps these.
        StepOrder order;
        std::vector<ChainRun<Number>> chains;
        std::vector<Rows<Number>> summaries; ///< of each part of the first state; a row for each sentence, the longest
                                             ///< first
        Rows<Number> firstState;             ///< the parts side by side; a row for each sentence, the longest first
        Rows<Number> asking;                 ///< the states that ask
        Rows<Number> combined;               ///< states and contexts, side by side
    };
    /// Queries of one head in one sentence.
    struct HeadRows {
        std::size_t head = 0;
        std::size_t sentence = 0;
        Eigen::Index first = 0; ///< of the sentence
        Eigen::Index count = 0;
    };

    void readSide(const StackPlan &plan, std::span<const TrainingSentence *const> sentences, bool isTarget, Side &side);
    void checkSide(const StackPlan &plan, const Side &side) const;
    std::vector<Number> keptRows(const Side &side) const;
    void enter(const StackPlan &plan, StackState &state);
    void runStack(const StackPlan &plan, StackState &state);
    void runSublayer(const StackPlan &plan, StackState &state, std::size_t index);
    std::size_t readBy(const StackPlan &plan, std::size_t index) const;
    void runAttention(const SublayerPlan &plan, const Side &side, ConstView<Number> input, Kept &kept);
    void prepareHeads(const SublayerPlan &plan, const Side &side, Kept &kept);
    void runHeads(const SublayerPlan &plan, const Side &side, Kept &kept);
    void runHead(const SublayerPlan &plan, const Side &side, Kept &kept, const HeadRows &rows);
    void project(const SublayerPlan &plan, const Kept &kept, Rows<Number> &out) const;
    void runFeedForward(const SublayerPlan &plan, ConstView<Number> input, Kept &kept);
    void runRecurrent(const StackPlan &plan, StackState &state);
    void beginChains(const StackPlan &plan, StackState &state);
    void summarize(StackState &state) const;
    void addMean(const StackState &encoder, std::size_t sentence, RowsView<Number> summary) const;
    void runLayers(const StackPlan &plan, StackState &state);
    void runSteps(const StackPlan &plan, StackState &state);
    void askAfter(const StackPlan &plan, StackState &state);
    void askBefore(const SublayerPlan &plan, StackState &state, Eigen::Index step);
    void dropStep(const SublayerPlan &plan, const StepOrder &order, Eigen::Index step, Rows<Number> &rows) const;
    void readOut(std::span<const TrainingSentence *const> sentences);

    void backwardStreams(Number *gradient);
    void backwardReadOut(Number *gradient);
    void backwardStack(const StackPlan &plan, StackState &state, Number *gradient);
    void backwardSublayer(const StackPlan &plan, StackState &state, std::size_t index, Number *gradient);
    void backwardAttention(const SublayerPlan &plan, const Side &side, ConstView<Number> input, Kept &kept,
                           Number *gradient);
    void backwardHeads(const SublayerPlan &plan, const Side &side, Kept &kept, Number *gradient);
    void backwardHead(const SublayerPlan &plan, const Side &side, Kept &kept, const HeadRows &rows, Number *gradient);
    void backwardInputs(const SublayerPlan &plan, ConstView<Number> input, Number *gradient);
    void backwardFeedForward(const SublayerPlan &plan, ConstView<Number> input, Kept &kept, Number *gradient);
    void backwardEntry(const StackPlan &plan, StackState &state, Number *gradient);
    void backwardRecurrent(const StackPlan &plan, StackState &state, Number *gradient);
    void backwardCombined(const StackPlan &plan, StackState &state, Number *gradient);
    void backwardLayers(const StackPlan &plan, StackState &state, Number *gradient);
    void backwardSteps(const StackPlan &plan, StackState &state, Number *gradient);
    void backwardChainsAt(Eigen::Index step, StackState &state);
    void backwardAskedBefore(const SublayerPlan &plan, StackState &state, Eigen::Index step, Number *gradient);
    void backwardFirstState(const StackPlan &plan, const StackState &state, Number *gradient);
    void backwardSummary(const StackState &state, std::size_t part);

    /// The numbers of a matrix that is not trained, in this type.
    const Number *fixedNumbers(const Matrix &matrix, Rows<Number> &converted) const;
    ConstView<Number> embedding() const;
    ConstView<Number> outputWeights() const; ///< where the output is not tied
    ConstView<Number> comparedRows() const;  ///< what the output layer compares with the vocabulary
    void linear(const LinearPlan &plan, ConstView<Number> x, Rows<Number> &result) const;
    /// Adds to dx where that is not null.
    void backwardLinear(const LinearPlan &plan, ConstView<Number> x, ConstView<Number> d, Rows<Number> *dx,
                        Number *gradient);
    NormNumbers<Number> normNumbers(const NormPlan &plan) const;
    void norm(const NormPlan &plan, ConstView<Number> x, Rows<Number> &result) const;
    void backwardNorm(const NormPlan &plan, ConstView<Number> x, ConstView<Number> d, RowsView<Number> dx,
                      Number *gradient) const;
    void dropRows(const Side &side, DroppedPart part, const Sublayer &sublayer, Rows<Number> &rows) const;
    void replaceRows(const Side &side, const std::optional<Replacement> &replacement, Rows<Number> &rows,
                     bool isBack = false) const;
    const Rows<Number> &rotationsOf(const SublayerPlan &plan, Eigen::Index tokens);
    void normHeads(const NormPlan &plan, const Rows<Number> &plain, Rows<Number> &result) const;
    void backwardNormHeads(const NormPlan &plan, const Rows<Number> &plain, Rows<Number> &d, Number *gradient);
    void rotate(const SublayerPlan &plan, const Side &side, bool isBack, Rows<Number> &rows);
    HeadRule<Number> ruleOf(const SublayerPlan &plan, std::size_t head, const std::vector<int> *masked) const;
    const Side &keysOf(const SublayerPlan &plan, const Side &side) const;
    std::optional<std::size_t> seedAt(const SublayerPlan &plan, const HeadRows &rows, Eigen::Index keys) const;

    const Network *m_network;
    const ModelConfig *m_config;
    const Number *m_weights = nullptr;
    const Number *m_embedding = nullptr;   ///< vocabulary × embeddingWidth()
    const Number *m_fixedOutput = nullptr; ///< outputWidthOf() × vocabulary; null: trained, or tied
    Rows<Number> m_convertedEmbedding, m_convertedOutput;
    DropoutRule m_dropout;
    std::vector<StackState> m_states; ///< as Network::stacks
    Rows<Number> m_positions;         ///< sinusoidal ones, as many as were needed
    /// Cosines, then sines, of each position, by sublayer and rotaryLength().
    std::map<std::pair<const SublayerPlan *, int>, Rows<Number>> m_rotations;
    std::vector<Eigen::Index> m_askedRows; ///< rows of the last stack
    std::vector<int> m_right;
    Rows<Number> m_read, m_transformed, m_active, m_normed, m_logits;
    Rows<Number> m_capped; ///< the logits where they are capped, which m_logits does not hold once there is a loss
    std::optional<ScorePlace> m_seed;

    // The way back works in these.
    Rows<Number> m_dStream, m_dBegun, m_dEncoder, m_dOut, m_dInput, m_dKeys, m_dQ, m_dK, m_dV, m_dJoined, m_dHidden,
        m_dGate;
    Rows<Number> m_dLogitsInput, m_dNormed, m_product;
    std::vector<Number> m_dScores;
    // Recurrent stacks work in these.
    Rows<Number> m_asked, m_heads, m_context; ///< of one step
    Rows<Number> m_dCombined, m_dStates, m_dContexts, m_dSorted, m_dFirst, m_dSummary;
    std::vector<Rows<Number>> m_dLast; ///< by what each chain of the encoder passes on at its end; empty rows: zeros
    Rows<Number> m_dAfter, m_dContext, m_dHeads, m_dQuery, m_dAsking; ///< of one step
};

} // namespace regard
