#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/model/model.h"
#include "engine/model/weight_shapes.h"
#include "training/base/rows.h"

namespace regard {

/// The name of the embedding's rows among the parameters, a row for each token of the vocabulary.
inline constexpr const char *embeddingParameter = "embedding";

/// One matrix among the numbers that are trained.
struct Parameter {
    std::string name; ///< as in weightShapes(), or embeddingParameter
    int rows = 0;
    int columns = 0;
    WeightRole role = WeightRole::Projection;
    std::size_t offset = 0; ///< of its first number; its rows stand one after the other

    std::size_t size() const { return std::size_t(rows) * std::size_t(columns); }
};

/// Every matrix that training changes, one after the other in one vector of numbers. A checkpoint's embedding and
/// output table are not among them.
class ParameterTable {
public:
    explicit ParameterTable(const Model &model);

    const std::vector<Parameter> &all() const { return m_parameters; }
    /// Null where there is none.
    const Parameter *find(const std::string &name) const;
    std::size_t size() const { return m_size; } ///< numbers of all of them

private:
    void add(const std::string &name, Eigen::Index rows, Eigen::Index columns, WeightRole role);

    std::vector<Parameter> m_parameters;
    std::size_t m_size = 0;
};

/// The longest sentences that a model will be trained with, in tokens.
struct SentenceLengths {
    int source = 0;
    int target = 0; ///< of an encoder-decoder
};

/// Returns the model with everything given that training changes: the vocabulary, a row for each of its tokens, a
/// position table as long as the longest sentence, and all weights, with the numbers that the model drew before. A
/// checkpoint's embedding and output table stay in their file and are not trained. What is not covered is refused by
/// name. Throws ConfigError: no output layer, or another vocabulary than the checkpoint's. Throws InputError: a given
/// position table, or maximum_tokens, shorter than the sentences. Throws as buildModel().
Model trainableModel(const Model &model, const Vocabulary &vocabulary, const SentenceLengths &lengths);

/// Why parts of the model are not trained, in one sentence; empty where all are.
std::string reasonForFixedParts(const Model &model);

/// The rows of the vocabulary's tokens, before scaling and positions.
Matrix embeddingRows(const Model &model);

/// The numbers of a trainableModel() in the table's order.
std::vector<float> numbersOf(const ParameterTable &table, const Model &model);

/// The model with these numbers, table.size() of them. Throws ValueError where one is not finite.
Model modelWith(const ParameterTable &table, const std::vector<float> &numbers, const Model &model);

} // namespace regard
