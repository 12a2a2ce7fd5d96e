#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/model.h"
#include "engine/model/sublayer.h"
#include "training/base/parameters.h"
#include "training/layers/chain.h"

namespace regard {

/// The place of a matrix's numbers among the parameters; none: the model has no such matrix.
using Offset = std::optional<std::size_t>;

/// x · weight + bias.
struct LinearPlan {
    std::size_t weight = 0;
    Offset bias{};
    int inputs = 0;
    int outputs = 0;
};

struct NormPlan {
    std::size_t gain = 0;
    Offset bias{};
};

struct HeadPlan {
    int keyHead = 0; ///< whose keys and values it reads
    float temperature = 1;
    float slope = 0; ///< of ScoreBias::Alibi
    std::optional<Replacement> replacement{};
};

/// One attention or feed-forward, whichever its kind says.
struct SublayerPlan {
    Sublayer sublayer;
    std::optional<NormPlan> norm{};
    std::optional<Replacement> replacement{};
    // An attention has these.
    LinearPlan q{};
    LinearPlan k{};
    LinearPlan v{};
    Offset additive{}; ///< heads × d_key
    Offset general{};  ///< d_key × (heads · d_key)
    Offset buckets{};  ///< scoreBuckets × heads
    Offset sinks{};    ///< 1 × heads
    std::optional<LinearPlan> o{};
    std::optional<NormPlan> qNorm{}; ///< of queries, and kNorm of keys: before they are rotated
    std::optional<NormPlan> kNorm{};
    std::vector<HeadPlan> heads{};
    Mask mask = Mask::None;
    int window = 0;
    bool rotates = false;
    // A feed-forward has these.
    LinearPlan first{};
    std::optional<LinearPlan> gate{};
    LinearPlan second{};
};

struct StackPlan {
    Stack stack = Stack::Encoder;
    Offset positions{};   ///< of a table that is trained
    int positionRows = 0; ///< of it
    std::optional<NormPlan> embeddingNorm{};
    std::optional<LinearPlan> embeddingProjection{};
    std::vector<SublayerPlan> sublayers{};
    std::optional<NormPlan> finalNorm{};
    // A recurrent stack has these.
    std::vector<ChainPlan> chains{};       ///< in the order of computation; its cross-attention is the one sublayer
    std::vector<LinearPlan> firstStates{}; ///< of each part of what the decoder begins with: firstStatesOf()
    std::optional<LinearPlan> combine{};
    bool asksBetweenSteps = false; ///< each step reads what the state before it asked for: Bahdanau et al. 2015

    bool isRecurrent() const { return !chains.empty(); }
    /// Rows that its tokens have beside those that enter: one after each sublayer, or after each recurrent layer.
    std::size_t streams() const
    {
        return isRecurrent() ? std::size_t(chains.back().place.layer) + 1 : sublayers.size();
    }
};

/// What a model computes, with the places of its numbers in a vector of parameters: found once, read in every step.
struct Network {
    /// The model must be a trainableModel(), the table its own. Interventions are part of it.
    Network(const ParameterTable &table, const Model &model);

    ModelConfig config;
    int vocabulary = 0;
    Offset embedding{}; ///< none: fixedEmbedding
    /// A checkpoint's, which are not trained: vocabulary × embeddingWidth(), and outputWidthOf() × vocabulary where
    /// that is not the same table. Null: trained.
    std::shared_ptr<const Matrix> fixedEmbedding{};
    std::shared_ptr<const Matrix> fixedOutput{};
    Offset tokenTypes{};
    int dropsMasks = -1;           ///< the mask token, whose rows become 0 as tokenDropout says; −1: no rows do
    std::vector<StackPlan> stacks; ///< the encoder before the decoder
    std::optional<LinearPlan> transform{};
    std::optional<NormPlan> outputNorm{};
    std::optional<LinearPlan> narrowing{}; ///< output.projection
    LinearPlan output;                     ///< weight: outputWidthOf() × vocabulary, or the embedding where it is tied
    bool isTied = false;
};

} // namespace regard
