#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <QString>

#include "io/base/json_value.h"
#include "text/tokenizer_definition.h"

namespace regard {

/// A key such as mask_token and its token's spelling where no file gives it.
struct TokenDefault {
    std::string key; ///< empty: one of the tokens without a key, which count where no file names any
    std::string text;
    bool stripsLeft = false; ///< takes the white space before it, unless a file says how it is found
    bool isSpecial = true;
    bool stripsRight = false; ///< takes the white space after it, unless a file says
};
using TokenDefaults = std::vector<TokenDefault>;

/// The bytes of a file by its name; nothing where there is none.
using NamedBytes = std::function<std::optional<std::string>(const QString &name)>;

/// The small files beside a tokenizer: tokenizer_config.json, special_tokens_map.json, added_tokens.json and
/// config.json. All of them may be missing. Where tokenizer_config.json has `added_tokens_decoder`, the two in the
/// middle do not count, as in the transformers library.
class TokenizerSettings {
public:
    /// Throws FileError that names the file: broken JSON, a value of another kind, a key that is not supported.
    explicit TokenizerSettings(const QString &folder);
    /// Takes the files from memory; errors name files of `folder`.
    TokenizerSettings(const QString &folder, const NamedBytes &bytes);
    /// Has none of the files.
    TokenizerSettings() = default;

    /// The token under a key (`mask_token`); `otherwise` where no file names it, empty where a file says null.
    std::string token(const std::string &key, const std::string &otherwise = {}) const;
    /// Whether a file names the token under a key, be it as null.
    bool names(const std::string &key) const { return m_tokens.contains(key); }
    /// tokenizer_config.json's flag; `otherwise` where it is missing or null.
    bool flag(const char *key, bool otherwise) const;
    /// tokenizer_config.json's text or whole number; `otherwise` where it is missing or null.
    std::string text(const char *key, const std::string &otherwise) const;
    int number(const char *key, int otherwise) const;
    /// Throws FileError(tokenizer_config.json, "key: reason") where the key has a value that is not empty.
    void refuse(const char *key, const std::string &reason) const;
    /// Throws the same whatever its value.
    [[noreturn]] void fail(const char *key, const std::string &reason) const;
    /// From tokenizer_config.json, else from config.json: `BertTokenizer` for `BertTokenizerFast` too; empty where
    /// neither gives it.
    const std::string &tokenizerClass() const { return m_class; }
    /// Throws FileError that names the file which gives the class.
    [[noreturn]] void failClass(const std::string &reason) const;
    /// Whether tokenizer_config.json has `added_tokens_decoder`.
    bool listsAdded() const { return m_listsAdded; }
    /// Tokens of `added_tokens_decoder`, else of added_tokens.json, in the order of their ids.
    const std::vector<AddedToken> &added() const { return m_added; }
    /// The tokens that files or else `defaults` name (unk_token, mask_token, image_token, additional_special_tokens),
    /// in the library's order; their ids are not set.
    std::vector<AddedToken> special(const TokenDefaults &defaults) const;
    /// Whether files name more special tokens than those with a key of their own.
    bool hasMore() const { return !m_more.empty(); }
    /// Whether `model_input_names` says that the model reads token types; `otherwise` where it is missing.
    bool givesTypes(bool otherwise) const;
    /// config.json's `eos_token_id`, `vocab_size` and the like; −1 where it has none.
    int modelNumber(const char *key) const;

private:
    void read(const NamedBytes &bytes);
    void readConfig(const JsonValue &root, const std::string &name);
    void readTokens(const JsonValue &root, const std::string &name, bool readsAdditional);
    void readAdded(const JsonValue &root, const std::string &name);
    void readModel(const JsonValue &root);
    void addToken(const AddedToken &token);

    QString m_folder;
    std::map<std::string, AddedToken> m_tokens; ///< by key
    std::vector<std::string> m_ownKeys;         ///< keys of m_tokens besides the seven usual ones, in their order
    std::vector<AddedToken> m_more;             ///< extra_special_tokens
    std::vector<AddedToken> m_added;
    std::set<std::string> m_addedTexts;
    std::set<std::string> m_plain; ///< keys of m_tokens whose value is a text alone
    std::map<std::string, bool> m_flags;
    std::map<std::string, std::string> m_texts;
    std::map<std::string, int> m_numbers;
    std::map<std::string, int> m_modelNumbers;
    std::set<std::string> m_given; ///< keys of tokenizer_config.json with a value that is not empty
    std::vector<std::string> m_inputs;
    std::string m_class;
    bool m_classInModel = false; ///< config.json names the class
    bool m_listsAdded = false;
    bool m_listsInputs = false;
};

} // namespace regard
