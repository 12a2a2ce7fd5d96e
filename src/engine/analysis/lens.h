#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// What the output layer makes of the stream at one token and place.
struct LensCell {
    int best = -1;          ///< column of the logits; −1: they are no numbers
    double probability = 0; ///< of that word
    double chosen = 0;      ///< probability of the chosen word
    int rank = 0;           ///< of the chosen word, from 1; 0: none is chosen
};

/// What a model would say after each layer: its final norm, where there is one, and its output layer, of a masked
/// language model with its transform, read the stream between the layers. Known as the logit lens (nostalgebraist
/// 2020).
struct Lens {
    int tokens = 0;
    int places = 0;              ///< what the first layer reads, then the stream after each layer
    std::vector<LensCell> cells; ///< tokens × places

    const LensCell &at(int token, int place) const { return cells[std::size_t(token) * std::size_t(places) + place]; }
};

/// The stack that the output layer reads: the decoder, or an encoder alone.
Stack lensStack(const ModelConfig &config);

/// Whether the model has an output layer and layers with a stream between them, which recurrent ones have not.
bool hasLens(const Model &model);

/// Every token at every place, with all rows of the vocabulary read once. `chosen` is a column of the logits; −1: none.
/// Runs on spare threads too. Nothing where it was cancelled. Throws ConfigError where hasLens() is false, and as
/// outputWeights().
std::optional<Lens> lensOf(const Model &model, const Trace &trace, int chosen,
                           const std::atomic<bool> *cancelled = nullptr);

/// Multiplications that it takes.
double lensCost(const Model &model, const Trace &trace);

} // namespace regard
