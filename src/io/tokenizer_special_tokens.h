#pragma once

#include <utility>
#include <vector>

#include "io/tokenizer_settings.h"
#include "text/tokenizer_definition.h"

namespace regard {

/// A key such as mask_token and how its token is spelled where no file says it.
using TokenDefaults = std::vector<std::pair<const char *, const char *>>;

/// The named special tokens that a vocabulary has, as added tokens of it; those that it lacks are passed over, as is
/// what is among `added` already.
void addSpecialTokens(const TokenizerSettings &settings, const TokenDefaults &defaults,
                      const std::vector<std::string> &vocabulary, std::vector<AddedToken> &added);

/// What a person types for a masked word, what ends a text and what fills it up; empty where the files name none.
struct NamedTokens {
    std::string mask;
    std::string end;
    std::string pad;
};
NamedTokens namedTokens(const TokenizerSettings &settings, const TokenDefaults &defaults,
                        const std::vector<std::string> &vocabulary);

/// The id of the token under a key. Throws FileError(name, …) where the vocabulary lacks it.
int requiredToken(const char *key, const TokenizerSettings &settings, const TokenDefaults &defaults,
                  const std::vector<std::string> &vocabulary, const std::string &name);

} // namespace regard
