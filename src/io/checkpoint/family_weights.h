#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/model/model_weights.h"
#include "engine/model/token_table.h"
#include "io/base/config_file.h"
#include "io/checkpoint/family.h"
#include "io/checkpoint/family_config.h"
#include "io/checkpoint/folder_tensors.h"
#include "io/checkpoint/head_fault.h"
#include "io/checkpoint/stored_matrix.h"

namespace regard {

/// A part of a tensor, and the weights that it becomes: several where layers share it.
struct WeightSource {
    MatrixSource source;
    std::vector<std::string> weights;
    Eigen::Index zeroColumns = 0; ///< of the weights, before those that the tensor gives
};

/// The tensors of tables whose rows stay in their files. They live as long as the folder's.
struct TableTensors {
    const StoredTensor *embedding = nullptr;
    const StoredTensor *target = nullptr; ///< the decoder's own embedding; null: both read the same
    const StoredTensor *output = nullptr; ///< null: the embedding's, or no output layer
};

/// A family's weights as a folder's files give them.
struct FamilyWeights {
    ModelConfig config; ///< with what the tensors say: masked_language_model and its activation, maximum_tokens
    ModelWeights weights;
    std::shared_ptr<const RowTable> embedding;
    std::shared_ptr<const RowTable> target; ///< the decoder's own embedding; null: both read the same
    std::shared_ptr<const RowTable> output; ///< the same object where tied; null without an output layer
    std::int64_t parameters = 0;            ///< numbers of all tensors in use, each counted once
    std::string dtype;                      ///< of most of them: `float32`
    std::string embeddingFile;              ///< named in an error about the embedding
    std::vector<float> paddingPosition;     ///< the padding's row of the table of positions; empty: none
    HeadFault headFault;                    ///< why there is no output layer
    std::vector<std::string> unused;        ///< names of tensors that are not read, sorted
    std::vector<WeightSource> sources; ///< of every weight that a tensor gives, whose files' folder they point into
    TableTensors tables;
    /// By a tensor that holds the same numbers as one in use: that one.
    std::map<const StoredTensor *, const StoredTensor *> copies;
};

/// What is read of the tensors: their numbers, or what the files say of them alone; with Places, of a model whose
/// weights are in memory already.
enum class WeightsRead { Numbers, Sizes, Places };

/// Reads every weight of the model; embedding and output layer stay in their files until they are needed. Where
/// sizes alone are read there are no weights, and tensors that must have the same numbers are taken to have them.
/// Throws FileError that names file and tensor: missing, of another size than config.json says, of another dtype, with
/// a number that is not finite, in a layer but unknown; and where the weights need more memory than is available. An
/// output head that lacks a tensor, or whose tensors do not fit, is left out; the rest is read.
FamilyWeights readFamilyWeights(const Family &family, const FamilyConfig &config, const ConfigFile &file,
                                const FolderTensors &tensors, WeightsRead read = WeightsRead::Numbers);

/// What all names of the tensors begin with besides the family's own prefix, such as `_orig_mod.`, where the embedding
/// is found once it is taken off, and only then; else empty.
std::string prefixInTheWay(const Family &family, const FamilyConfig &config, const FolderTensors &tensors);

} // namespace regard
