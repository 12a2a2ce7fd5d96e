#pragma once

#include <string>
#include <vector>

#include "io/tokenizer/tokenizer_settings.h"
#include "text/tokenizer_definition.h"

namespace regard {

/// The added tokens of a tokenizer that has those of a file, `fromFile`, and those that the settings number. Where the
/// library builds the tokenizer anew (`isRebuilt`), only the latter count if tokenizer_config.json lists them.
std::vector<AddedToken> addedTokens(std::vector<AddedToken> fromFile, const TokenizerSettings &settings,
                                    const TokenDefaults &defaults, bool isRebuilt);

/// Adds the special tokens that are named and not among `definition.added` already. One that the vocabulary lacks comes
/// after its last, as long as config.json's vocab_size has a row for it; without one it is passed over, because the
/// model could not read it.
void addSpecialTokens(const TokenizerSettings &settings, const TokenDefaults &defaults,
                      std::vector<std::string> &vocabulary, std::vector<AddedToken> &added,
                      std::vector<int> *addedOnly = nullptr);

/// The token under a key, else the default; empty where neither names one.
std::string namedText(const std::string &key, const TokenizerSettings &settings, const TokenDefaults &defaults);

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
