#pragma once

#include <string_view>

#include <QString>

#include "engine/model/model.h"
#include "engine/pass/forward.h"

namespace regard {

/// More tokens than this are not shown.
inline constexpr int maximumTokens = 4096;
/// What the attention weights of one pass, or the weights of one model, may take: about 2 GB, in bytes.
inline constexpr double maximumMatrixBytes = 2e9;

/// The texts of both sentences before tokenisation.
struct InputTexts {
    std::string_view source{};
    std::string_view target{};
};

/// Why the model cannot read the sentence, as one sentence for a user; empty where it can. `isPair`: the source is
/// two sentences.
QString inputProblem(const Model &model, const Input &input, bool isPair = false, const InputTexts &texts = {});

/// A text that has no tokens, its beginning with invisible characters as <U+200B>; empty where it is white space alone.
QString unreadText(std::string_view text);

/// Throws ConfigError with both numbers where the weights of such a model would take more than maximumMatrixBytes,
/// or where the configuration itself is not valid. Allocates none of them.
void checkModelSize(const ModelConfig &config, bool isTrained = false);

} // namespace regard
