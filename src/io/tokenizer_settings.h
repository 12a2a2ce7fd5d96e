#pragma once

#include <map>
#include <string>
#include <vector>

#include <QString>

#include "text/tokenizer_definition.h"

namespace regard {

/// What the small files beside a tokenizer say: tokenizer_config.json, special_tokens_map.json, added_tokens.json and
/// config.json. All of them may be missing.
class TokenizerSettings {
public:
    /// Throws FileError that names the file: broken JSON, a value of another kind.
    explicit TokenizerSettings(const QString &folder);
    /// None of the files.
    TokenizerSettings() = default;

    /// The token under a key (`mask_token`); `otherwise` where no file names it, empty where a file says null.
    std::string token(const char *key, const std::string &otherwise = {}) const;
    /// Whether a file names the token under a key, be it as null.
    bool names(const char *key) const { return m_tokens.contains(key); }
    /// tokenizer_config.json's flag; `otherwise` where it is missing or null.
    bool flag(const char *key, bool otherwise) const;
    bool hasFlag(const char *key) const;
    /// `BertTokenizer` of `BertTokenizerFast` too; empty where no file says it.
    const std::string &tokenizerClass() const { return m_class; }
    /// Tokens of added_tokens.json and `added_tokens_decoder`, in the order of their ids.
    const std::vector<AddedToken> &added() const { return m_added; }
    /// The tokens that a file names (unk_token, mask_token, additional_special_tokens); their ids are not set.
    std::vector<AddedToken> special() const;
    /// config.json's `eos_token_id` and the like; −1 where it has none.
    int modelId(const char *key) const;

private:
    void readConfig(const QString &path);
    void readMap(const QString &path);
    void readAdded(const QString &path);
    void readModel(const QString &path);
    void addToken(const AddedToken &token);

    std::map<std::string, AddedToken> m_tokens; ///< by key
    std::vector<AddedToken> m_more;             ///< additional_special_tokens
    std::vector<AddedToken> m_added;
    std::map<std::string, bool> m_flags;
    std::map<std::string, int> m_modelIds;
    std::string m_class;
};

} // namespace regard
