#pragma once

#include <vector>

#include "engine/model/attention_place.h"
#include "engine/model/model.h"

namespace regard {

/// What is added to the scaled scores of one head by how far apart query and key are.
struct DistanceBias {
    ScoreBias kind = ScoreBias::None;
    float slope = 0;              ///< of Alibi
    std::vector<float> buckets{}; ///< of Buckets, scoreBuckets numbers

    /// Returns what is added for a key `distance` positions after the query, or before it where that is below 0.
    float at(int distance) const;
};

/// Nothing for a cross-attention.
DistanceBias distanceBias(const Model &model, const AttentionPlace &place, int head);

/// Whether the scores of an attention have one.
bool hasScoreBias(const ModelConfig &config, Attention attention);

/// The row of the table of buckets: one for each distance up to 7, then wider ones up to 128 and beyond; those of keys
/// after the query stand in the second half.
int scoreBucket(int distance);

} // namespace regard
