#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/model/interventions.h"
#include "engine/model/model_config.h"
#include "engine/model/model_weights.h"
#include "engine/model/stack.h"
#include "engine/model/token_list.h"
#include "engine/model/token_table.h"

namespace regard {

/// Embedding rows that a file or the user gave, by the token's text (rowKey()); each 1 × d_model.
using Embedding = std::map<std::string, SharedMatrix>;

/// What a decoder chooses the next token from.
struct Vocabulary {
    TokenList tokens{};          ///< empty: the distinct tokens of both sentences and `end`
    std::string end = "</s>";    ///< stops generation
    std::string mask = "[MASK]"; ///< stands for a word that is to be guessed, where a task masks words

    bool operator==(const Vocabulary &) const = default;
};

/// A model ready to run. Cheap to copy: all matrices are shared.
struct Model {
    ModelConfig config;
    ModelWeights given; ///< what a file or the user set, active or not; what a project stores
    /// Every active weight but the position tables: given, else drawn from the seed. Weights that fall back on another
    /// (`encoder.embedding_norm.gain`) only where given; `output.w` and `output.b` only where they or the vocabulary
    /// are given, because else the sentence decides their size (engine/pass/output_layer.h).
    ModelWeights weights;
    Embedding embedding; ///< rows given; every other token's row is drawn from the seed
    Vocabulary vocabulary{};
    Interventions interventions{}; ///< what is changed from outside; of heads and sublayers that exist
    /// A checkpoint's: the rows of every token that `embedding` does not give. A token that neither has is an error.
    /// Null: such rows are drawn.
    std::shared_ptr<const TokenTable> table{};
};

/// How the columns of W_Q, W_K, W_V and the rows of W_O follow when the number of heads changes.
enum class HeadSplit {
    KeepHeads,   ///< heads that stay keep their weights, new ones are drawn; d_key and d_value stay
    KeepColumns, ///< the same columns are split differently: d_key and d_value were changed so that heads · d_key stays
};

/// Checks the configuration, every given weight and every embedding row, and draws what is missing. Where `previous`
/// has the same drawn matrix it is shared rather than drawn again; interventions on what still exists stay, and its
/// table stays. Throws ConfigError (also where a table's rows are not d_model long, or its output layer has another
/// number of rows than the vocabulary has tokens and no `output.w` is given), ShapeError ("encoder.0.self.w_q is 4 × 3,
/// but d_model 4 and heads 2 × d_key 3 need 4 × 6") or ValueError (a number that is not finite, a vocabulary with the
/// same token twice).
Model buildModel(const ModelConfig &config, ModelWeights given, Embedding embedding, Vocabulary vocabulary = {},
                 const Model *previous = nullptr);

/// The model with another configuration. What still fits of every given weight and row stays, the rest is drawn. What
/// becomes switched off keeps its given weights. Throws ConfigError. Where groups of query heads share a key head and
/// the number of heads changes, each remaining group keeps its first heads, so that no query head gets another's keys.
/// Where only key_value_heads changes, every query head stays as it is, and as many key heads as still fit.
Model reconfigured(const Model &model, const ModelConfig &config, HeadSplit split = HeadSplit::KeepHeads);

/// A checkpoint's model: its table, and given weights that were found finite while being read and are not checked
/// again. A vocabulary of as many tokens as the table has ids is taken to be theirs. Throws as buildModel().
Model trainedModel(const ModelConfig &config, ModelWeights given, std::shared_ptr<const TokenTable> table,
                   Vocabulary vocabulary);

/// The key of a token's row in Model::embedding: the token; of a decoder whose table is another than the encoder's,
/// `target ` before it.
std::string rowKey(const Model &model, const std::string &token, bool isTarget);

/// The row under a key before scaling and positions, 1 × d_model: given, else the table's, else drawn.
/// Throws InputError naming a token that the table does not have, or whose row there is not finite.
Matrix embeddingRow(const Model &model, const std::string &key);

/// What the columns of the model's output layer stand for: its vocabulary, or replacementWords. Empty: the tokens of
/// the sentences (engine/pass/output_layer.h).
TokenList outputWords(const Model &model);

/// The row of the table of outputs that a key's row is, where both are one; −1: none.
int outputRowOf(const TokenTable &table, const std::string &key);

/// The given table used for a name: its own, else the bare `position`; null where the rows are drawn.
SharedMatrix givenPositions(const Model &model, const std::string &name);

/// The learned (or one-hot) position rows for n tokens, n × d_model: of the named table where that is given, else of
/// the bare `position` where that is, else drawn under the bare name.
/// Throws InputError naming both numbers where a given table is shorter than n.
Matrix positionRows(const Model &model, int n, const std::string &name = "position");

} // namespace regard
