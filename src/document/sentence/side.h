#pragma once

#include <map>
#include <set>
#include <vector>

#include "engine/model/attention_place.h"
#include "engine/model/interventions.h"
#include "engine/model/model_config.h"

namespace regard {

/// The two sentences of a document.
enum class Side { Source, Target };

/// Positions of both sentences that no query may attend to.
struct SideMasks {
    std::vector<int> source;
    std::vector<int> target;
};

/// Weights that are set, links that are cut and rows from another pass, by the positions of the two sentences.
struct SideLinks {
    std::map<HeadRef, SetWeights> weights;
    std::set<Cut> cuts;
    std::map<PatchPlace, Patch> patches;

    bool isEmpty() const { return weights.empty() && cuts.empty() && patches.empty(); }
    bool operator==(const SideLinks &) const = default;
};

/// Whether the model reads a target: only a decoder beside an encoder does.
bool readsTarget(const ModelConfig &config);

/// The sentence whose tokens are an attention's queries, and the one whose tokens are its keys.
Side queriesSide(const ModelConfig &config, Attention attention);
Side keysSide(const ModelConfig &config, Attention attention);

/// The sentence that a stack reads: the target for a decoder beside an encoder, else the source.
Side sideOf(const ModelConfig &config, Stack stack);

} // namespace regard
