#pragma once

#include <map>
#include <string>

#include <QString>

#include "engine/model/model.h"
#include "io/checkpoint/checkpoint.h"

namespace regard {

/// What a model has in the place of a checkpoint's numbers.
struct ChangedNumbers {
    std::map<std::string, Weight> weights; ///< by name, of the same sizes
    Embedding rows;                        ///< by rowKey(); those that are as they were are passed over
};

/// Writes a checkpoint's folder once more: its weights as one model.safetensors, in which a tensor with a changed
/// number is float32 and every other one has its dtype and bytes; config.json, whose dtype becomes float32 where a
/// narrower one would round changed numbers; and the files of its tokenizer as they are. The folder appears whole or
/// not at all, and never in the place of another. Throws FileError: a weight or row that no tensor of the folder holds;
/// weights that share a tensor and differ now; a folder that changed since it was opened; as DraftFolder; the system's
/// reason.
void writeChangedCheckpoint(const Checkpoint &checkpoint, const ChangedNumbers &changed, const QString &folder);

} // namespace regard
