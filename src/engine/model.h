#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/model_config.h"
#include "engine/model_weights.h"

namespace regard {

/// Embedding rows that a file or a person gave, by the token's text; each 1 × d_model.
using Embedding = std::map<std::string, SharedMatrix>;

/// A model ready to run. Cheap to copy: all matrices are shared.
struct Model {
    ModelConfig config;
    ModelWeights given;   ///< what a file or a person set, active or not; what a project stores
    ModelWeights weights; ///< every active weight but the positions: given, else drawn from the seed
    Embedding embedding;  ///< rows given; every other token's row is drawn from the seed
};

/// How the columns of W_Q, W_K, W_V and the rows of W_O follow when the number of heads changes.
enum class HeadSplit {
    KeepHeads,   ///< heads that stay keep their weights, new ones are drawn; d_key and d_value stay
    KeepColumns, ///< the same columns are split anew: d_key and d_value were changed so that heads · d_key stays
};

/// Checks the configuration, every given weight and every embedding row, and draws what is missing; where `previous`
/// has the same drawn matrix it is shared rather than drawn again.
/// Throws ConfigError or ShapeError: "encoder.0.self.w_q is 4 × 3, but d_model 4 and heads 2 × d_key 3 need 4 × 6".
Model buildModel(const ModelConfig &config, ModelWeights given, Embedding embedding, const Model *previous = nullptr);

/// The model with another configuration. What still fits of every given weight and row stays, the rest is drawn.
/// What becomes switched off keeps its given weights. Throws ConfigError.
Model reconfigured(const Model &model, const ModelConfig &config, HeadSplit split = HeadSplit::KeepHeads);

/// The row that stands for a token before scaling and positions, 1 × d_model: given, else drawn.
Matrix embeddingRow(const Model &model, const std::string &token);

/// The learned (or one-hot) position rows for n tokens, n × d_model: given, else drawn.
/// Throws InputError naming both numbers where a given table is shorter than n.
Matrix positionRows(const Model &model, int n);

/// sin and cos of pos / 10000^(2i/d_model) in columns 2i and 2i+1, n × d_model. Vaswani et al. 2017, section 3.5.
Matrix sinusoidalPositions(int n, int dModel);

} // namespace regard
