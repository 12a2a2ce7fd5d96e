#include "io/tokenizer_special_tokens.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "engine/message.h"
#include "io/file_error.h"
#include "io/tokenizer_vocabulary.h"

namespace regard {

namespace {

std::string defaultToken(const TokenDefaults &defaults, std::string_view key)
{
    const auto found =
        std::find_if(defaults.begin(), defaults.end(), [&](const auto &pair) { return pair.first == key; });
    return found == defaults.end() ? std::string() : found->second;
}

int idOf(const std::string &token, const std::vector<std::string> &vocabulary)
{
    const auto found = std::find(vocabulary.begin(), vocabulary.end(), token);
    return found == vocabulary.end() ? -1 : static_cast<int>(found - vocabulary.begin());
}

/// The token under a key, else the one that config.json gives the id of.
std::string namedToken(const char *key, const char *idKey, const TokenizerSettings &settings,
                       const TokenDefaults &defaults, const std::vector<std::string> &vocabulary)
{
    const std::string token = settings.token(key, defaultToken(defaults, key));
    if (!token.empty() && idOf(token, vocabulary) >= 0)
        return token;
    const int id = settings.names(key) ? -1 : settings.modelId(idKey);
    return id >= 0 && static_cast<std::size_t>(id) < vocabulary.size() ? vocabulary[static_cast<std::size_t>(id)]
                                                                       : std::string();
}

} // namespace

void addSpecialTokens(const TokenizerSettings &settings, const TokenDefaults &defaults,
                      const std::vector<std::string> &vocabulary, std::vector<AddedToken> &added)
{
    std::vector<AddedToken> named = settings.special();
    for (const auto &[key, text] : defaults) {
        if (!settings.names(key)) {
            named.emplace_back().text = text;
            named.back().isSpecial = true;
        }
    }
    std::unordered_map<std::string_view, const AddedToken *> wanted;
    for (const AddedToken &token : named)
        wanted.emplace(token.text, &token);
    for (const AddedToken &token : added)
        wanted.erase(token.text);
    std::vector<AddedToken> found;
    for (std::size_t id = 0; id < vocabulary.size() && !wanted.empty(); ++id) {
        const auto token = wanted.find(vocabulary[id]);
        if (token == wanted.end())
            continue;
        found.push_back(*token->second);
        found.back().id = static_cast<int>(id);
        wanted.erase(token);
    }
    added.insert(added.end(), found.begin(), found.end());
}

NamedTokens namedTokens(const TokenizerSettings &settings, const TokenDefaults &defaults,
                        const std::vector<std::string> &vocabulary)
{
    return {namedToken("mask_token", "mask_token_id", settings, defaults, vocabulary),
            namedToken("eos_token", "eos_token_id", settings, defaults, vocabulary),
            namedToken("pad_token", "pad_token_id", settings, defaults, vocabulary)};
}

int requiredToken(const char *key, const TokenizerSettings &settings, const TokenDefaults &defaults,
                  const std::vector<std::string> &vocabulary, const std::string &name)
{
    const std::string token = settings.token(key, defaultToken(defaults, key));
    const int id = idOf(token, vocabulary);
    if (id < 0)
        throw FileError(name, Message::tr("the vocabulary lacks the token %1, which the files name as %2",
                                          {quotedToken(token), key}));
    return id;
}

} // namespace regard
