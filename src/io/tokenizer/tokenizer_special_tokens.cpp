#include "io/tokenizer/tokenizer_special_tokens.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/tokenizer/tokenizer_vocabulary.h"

namespace regard {

namespace {

int idOf(const std::string &token, const std::vector<std::string> &vocabulary)
{
    const auto found = std::find(vocabulary.begin(), vocabulary.end(), token);
    return found == vocabulary.end() ? -1 : int(found - vocabulary.begin());
}

/// The token under a key, else the one whose id config.json gives.
std::string namedToken(const char *key, const char *idKey, const TokenizerSettings &settings,
                       const TokenDefaults &defaults, const std::vector<std::string> &vocabulary)
{
    const std::string token = namedText(key, settings, defaults);
    if (!token.empty() && idOf(token, vocabulary) >= 0)
        return token;
    const int id = settings.names(key) ? -1 : settings.modelNumber(idKey);
    return id >= 0 && std::size_t(id) < vocabulary.size() ? vocabulary[std::size_t(id)] : std::string();
}

} // namespace

std::vector<AddedToken> addedTokens(std::vector<AddedToken> fromFile, const TokenizerSettings &settings,
                                    const TokenDefaults &defaults, bool isRebuilt)
{
    std::unordered_set<std::string> named;
    for (const AddedToken &token : settings.special(defaults))
        named.insert(token.text);
    std::vector<AddedToken> added;
    if (!isRebuilt || !settings.listsAdded())
        added = std::move(fromFile);
    for (AddedToken token : settings.added()) {
        token.isSpecial = token.isSpecial || named.contains(token.text);
        const auto same =
            std::find_if(added.begin(), added.end(), [&](const AddedToken &other) { return other.text == token.text; });
        if (same == added.end())
            added.push_back(std::move(token));
        else if (settings.listsAdded())
            *same = std::move(token);
    }
    std::stable_sort(added.begin(), added.end(), [](const AddedToken &a, const AddedToken &b) { return a.id < b.id; });
    return added;
}

void addSpecialTokens(const TokenizerSettings &settings, const TokenDefaults &defaults,
                      std::vector<std::string> &vocabulary, std::vector<AddedToken> &added, std::vector<int> *addedOnly)
{
    const std::vector<AddedToken> named = settings.special(defaults);
    std::unordered_map<std::string_view, int> ids;
    for (const AddedToken &token : named)
        ids.emplace(token.text, -1);
    for (const AddedToken &token : added)
        ids.erase(token.text);
    for (std::size_t id = 0; id < vocabulary.size(); ++id)
        if (const auto found = ids.find(vocabulary[id]); found != ids.end())
            found->second = int(id);
    const int rows = settings.modelNumber("vocab_size");
    for (const AddedToken &token : named) {
        const auto found = ids.find(token.text);
        if (found == ids.end())
            continue;
        const int next = int(vocabulary.size());
        const int id = found->second >= 0 ? found->second : next;
        ids.erase(found);
        if (id == next) {
            if (next >= rows)
                continue;
            vocabulary.push_back(token.text);
            if (addedOnly)
                addedOnly->push_back(id);
        }
        added.push_back(token);
        added.back().id = id;
    }
}

std::string namedText(const std::string &key, const TokenizerSettings &settings, const TokenDefaults &defaults)
{
    const auto found =
        std::find_if(defaults.begin(), defaults.end(), [&](const TokenDefault &known) { return known.key == key; });
    return settings.token(key, found == defaults.end() ? std::string() : found->text);
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
    const std::string token = namedText(key, settings, defaults);
    const int id = idOf(token, vocabulary);
    if (id < 0)
        throw FileError(name, Message::tr("the vocabulary lacks the token %1, which the files name as %2",
                                          {quotedToken(token), key}));
    return id;
}

} // namespace regard
