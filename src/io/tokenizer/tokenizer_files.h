#pragma once

#include <memory>
#include <string>

#include <QString>

#include "text/trained_tokenizer.h"

namespace regard {

/// The tokenizer of a checkpoint folder: tokenizer.json; else vocab.txt, vocab.json with merges.txt, or
/// tokenizer.model. Marian's is source.spm, target.spm and vocab.json. `modelType` as config.json spells it. Throws
/// FileError that names the file and what in it is wrong or not supported.
std::shared_ptr<const TrainedTokenizer> readTokenizer(const QString &folder, const std::string &modelType);

} // namespace regard
