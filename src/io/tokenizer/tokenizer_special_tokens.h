#pragma once

#include <string>
#include <vector>

#include "io/tokenizer/tokenizer_settings.h"
#include "text/tokenizer_definition.h"

namespace regard {

/// The added tokens of a tokenizer: those of a file, `fromFile`, and those to which the settings give ids. Where the
/// library rebuilds the tokenizer (`isRebuilt`), only the latter count if tokenizer_config.json lists them.
std::vector<AddedToken> addedTokens(std::vector<AddedToken> fromFile, const TokenizerSettings &settings,
                                    const TokenDefaults &defaults, bool isRebuilt);

/// Adds the special tokens that are named and not yet among `definition.added`. One that the vocabulary lacks is added
/// after its last token if config.json's vocab_size has a row for it, else ignored, because the model could not read
/// it.
void addSpecialTokens(const TokenizerSettings &settings, const TokenDefaults &defaults,
                      std::vector<std::string> &vocabulary, std::vector<AddedToken> &added,
                      std::vector<int> *addedOnly = nullptr);

/// The token under a key, else the default; empty where neither names one.
std::string namedText(const std::string &key, const TokenizerSettings &settings, const TokenDefaults &defaults);

/// The tokens for a masked word, the end of a text and padding; empty where the files name none.
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
