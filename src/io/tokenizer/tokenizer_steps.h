#pragma once

#include <memory>
#include <vector>

#include "io/tokenizer/tokenizer_field.h"
#include "text/tokenizer_definition.h"

namespace regard {

/// tokenizer.json's `normalizer`. Throws FileError that names a kind which is not supported.
std::vector<NormalStep> readNormalSteps(const TokenizerField &field);

/// The table of a normalizer "Precompiled".
std::shared_ptr<const ReplacementTable> readReplacementTable(const TokenizerField &field);

/// tokenizer.json's `pre_tokenizer`. Throws FileError that names a kind or pattern which is not supported.
std::vector<SplitStep> readSplitSteps(const TokenizerField &field);

} // namespace regard
