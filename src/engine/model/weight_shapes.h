#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/model_config.h"
#include "engine/model/stack.h"

namespace regard {

/// EmbeddingRows: a row for each of a fixed number of things, drawn as embedding rows are (`token_type`).
enum class WeightRole { Projection, Bias, Gain, PositionTable, EmbeddingRows };

/// A weight's name, size and how it is drawn where it is not given.
/// rows or columns 0: as many as needed (a position table), as the vocabulary has (`output.w`), or any number (a
/// feed-forward while d_ff is 0, `token_type` while token_types is 0).
struct WeightShape {
    std::string name;
    int rows = 0;
    int columns = 0;
    WeightRole role = WeightRole::Projection;
    bool active = true; ///< false: belongs to a part that is switched off; a file may hold it all the same
    /// The weight used where this one is not given: `position` for `encoder.position`. Empty: it is drawn.
    std::string fallback{};
};

/// Whether each head has a row of `w_a` that its scores are made with (additive).
bool hasScoreRow(Score score);
/// Whether each head has a matrix of `w_g` that its scores are made with (general): d_key × d_key, the heads' side by
/// side.
bool hasScoreMatrix(Score score);

/// The weight of ScoreBias::Buckets, scoreBuckets × heads.
std::string scoreBiasName(Stack stack);

/// How many numbers the output layer compares with the vocabulary's: d_model, or those of an embedding's row where a
/// masked language model transforms them before or output.projection narrows them.
int outputWidthOf(const ModelConfig &config);

/// The weight used where the one of that name is not given: `position` for `encoder.position`. Empty: none is.
std::string fallbackOf(const std::string &name);

/// Every weight that a file for this model may hold, in the order in which the model applies them: those of both
/// stacks, with as many layers as the configuration says, whichever the architecture has.
std::vector<WeightShape> weightShapes(const ModelConfig &config);

/// The one of that name, nothing where the model has none.
std::optional<WeightShape> weightShape(const ModelConfig &config, const std::string &name);

} // namespace regard
