#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <QString>

#include "engine/model/model.h"
#include "io/base/file_state.h"
#include "io/checkpoint/head_fault.h"
#include "text/trained_tokenizer.h"

namespace regard {

/// The files of a folder that checkpointHash() reads, by name.
using CheckpointFiles = std::map<QString, FileState>;

/// A trained model's folder, opened. The format is documented in resources/guide/formats.md.
struct Checkpoint {
    QString folder;              ///< with config.json, absolute
    std::string family;          ///< `BERT`, `GPT-2`, `Llama`
    std::string modelType;       ///< as config.json spells it
    std::string dtype;           ///< of the weights in the file: `float32`, `float16`, `bfloat16`
    std::int64_t parameters = 0; ///< numbers in the tensors that the model uses; tied ones count once
    std::int64_t fileBytes = 0;  ///< of the weights' files
    std::string weightsFile;     ///< the name of the file that holds them, or of the index of those that do
    Model model;                 ///< complete, as buildModel leaves it
    std::shared_ptr<const TrainedTokenizer> tokenizer; ///< never null
    std::vector<std::string> unknownKeys{};            ///< keys of config.json that the library does not read either
    std::vector<std::string> unusedTensors{};          ///< poolers and other heads, sorted
    HeadFault headFault;                               ///< why there is no output layer
    std::string removedPrefix;                         ///< what the names of all tensors begin with besides
    bool hasOwnCode = false;                           ///< auto_map names code of the folder, which is not run here
    bool readsPairs = false; ///< an encoder alone with a template for two sentences and types for both
    CheckpointFiles files{}; ///< as they were when it was opened
};

/// Opens a folder in the Hub's format, or the one that modelFolder() finds in it. The rows of the embedding are read
/// when a sentence needs them, those of the output layer all at once in the first pass that has one; each pass first
/// checks whether the files of the weights are still those that were opened. Nothing on disk is written. Throws
/// FileError that names the file, and the tensor or key in it.
std::shared_ptr<const Checkpoint> openCheckpoint(const QString &path);

/// What a folder's files say of the model, without its weights' numbers.
struct CheckpointOutline {
    std::string family;         ///< `BERT`; else the model_type of config.json, which may be empty
    std::int64_t fileBytes = 0; ///< of the weights' files
    std::string fault; ///< why openCheckpoint() would not open it; empty: it would, unless a number is not finite
};

/// Reads config.json, the tokenizer's files and what the weights' files say of their tensors. A fault names its file,
/// without the folder where it is in that one.
CheckpointOutline checkpointOutline(const QString &path);

/// Whether a path is a folder with a config.json, as openCheckpoint() needs it, or modelFolder() finds one in it.
bool isCheckpointFolder(const QString &path);

/// BLAKE2b-256 over name, size and bytes of config, weights and tokenizer files, in hexadecimal with `blake2b:` before
/// it. Reads all of them. Throws FileError.
std::string checkpointHash(const QString &folder);

/// What checkpointHash() would read now. Throws FileError.
CheckpointFiles checkpointFiles(const QString &folder);

/// Throws FileError that names a file which has changed since the checkpoint was opened, was added or was removed.
void requireUnchanged(const Checkpoint &checkpoint);

} // namespace regard
