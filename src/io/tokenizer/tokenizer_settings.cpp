#include "io/tokenizer/tokenizer_settings.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>

#include <QDir>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/tokenizer/tokenizer_field.h"
#include "io/tokenizer/tokenizer_json_tree.h"

namespace regard {

namespace {

// The keys in the order in which the library gives ids to tokens that a vocabulary lacks.
constexpr const char *tokenKeys[] = {"bos_token", "eos_token", "unk_token", "sep_token",
                                     "pad_token", "cls_token", "mask_token"};
// The flags that change a tokenizer; true, false or null.
constexpr const char *flagKeys[] = {
    "add_bos_token",          "add_eos_token",     "add_prefix_space",     "legacy",
    "do_lower_case",          "strip_accents",     "split_special_tokens", "separate_vocabs",
    "tokenize_chinese_chars", "fix_mistral_regex", "keep_accents",         "split_by_punct",
    "legacy_behaviour"};
constexpr const char *textKeys[] = {"src_lang", "tgt_lang", "language_codes"};
constexpr const char *numberKeys[] = {"unk_id", "extra_ids"};

bool isUsual(std::string_view key)
{
    return std::find(std::begin(tokenKeys), std::end(tokenKeys), key) != std::end(tokenKeys);
}

bool isEmptySetting(const JsonValue &value)
{
    using Kind = JsonValue::Kind;
    switch (value.kind) {
    case Kind::Null:
        return true;
    case Kind::Flag:
        return !value.flag;
    case Kind::List:
    case Kind::Object:
        return value.items.empty();
    case Kind::Numbers:
        return value.numbers.empty();
    case Kind::Number:
    case Kind::Text:
        return false;
    }
    return false;
}

std::string withoutFast(std::string name)
{
    if (name.ends_with("Fast"))
        name.resize(name.size() - 4);
    return name;
}

JsonValue readObject(const std::string &bytes, const std::string &name)
{
    TokenizerJsonTree tree = readTokenizerTree(bytes, name);
    const TokenizerField root(&tree.root, {}, name);
    if (!root.isObject())
        root.fail(Message::tr("is %1, not an object", {tree.root.described()}));
    return std::move(tree.root);
}

/// A token as a text or as an object with its rules; named ones are special.
AddedToken readToken(const TokenizerField &field)
{
    AddedToken token;
    token.isSpecial = true;
    if (field.isText()) {
        token.text = field.text();
        return token;
    }
    token.text = field.at("content").text();
    token.stripsLeft = field.at("lstrip").flag(false);
    token.stripsRight = field.at("rstrip").flag(false);
    token.singleWord = field.at("single_word").flag(false);
    token.isNormalized = field.at("normalized").flag(false);
    return token;
}

} // namespace

TokenizerSettings::TokenizerSettings(const QString &folder) : m_folder(folder)
{
    read([&](const QString &name) -> std::optional<std::string> {
        const QString path = QDir(folder).filePath(name);
        if (!QFileInfo::exists(path))
            return std::nullopt;
        return storedFileBytes(path, Message::tr("a tokenizer's settings"));
    });
}

TokenizerSettings::TokenizerSettings(const QString &folder, const NamedBytes &bytes) : m_folder(folder)
{
    read(bytes);
}

void TokenizerSettings::read(const NamedBytes &bytes)
{
    const QDir directory(m_folder);
    const auto with = [&](const QString &file, const auto &reader) {
        const std::string name = directory.filePath(file).toStdString();
        if (const std::optional<std::string> text = bytes(file))
            reader(readObject(*text, name), name);
    };
    with(QStringLiteral("tokenizer_config.json"),
         [&](const JsonValue &root, const std::string &name) { readConfig(root, name); });
    if (!m_listsAdded) {
        // The tokens of a tokenizer.model itself replace this file's.
        const bool isPieces =
            directory.exists(QStringLiteral("tokenizer.model")) && !directory.exists(QStringLiteral("tokenizer.json"));
        with(QStringLiteral("special_tokens_map.json"),
             [&](const JsonValue &root, const std::string &name) { readTokens(root, name, !isPieces); });
        with(QStringLiteral("added_tokens.json"),
             [&](const JsonValue &root, const std::string &name) { readAdded(root, name); });
    }
    with(QStringLiteral("config.json"), [&](const JsonValue &root, const std::string &) { readModel(root); });
    std::stable_sort(m_added.begin(), m_added.end(),
                     [](const AddedToken &a, const AddedToken &b) { return a.id < b.id; });
    refuse("fast_tokenizer_files", Message::tr("another file in place of tokenizer.json is not supported"));
    refuse("init_inputs", Message::tr("is not supported"));
}

void TokenizerSettings::readConfig(const JsonValue &root, const std::string &name)
{
    const TokenizerField config(&root, {}, name);
    m_class = withoutFast(config.at("tokenizer_class").text(""));
    for (std::size_t i = 0; i < root.keys.size(); ++i)
        if (!isEmptySetting(root.items[i]))
            m_given.insert(root.keys[i]);
    for (const char *key : flagKeys)
        if (const TokenizerField field = config.at(key); !field.isNull())
            m_flags[key] = field.flag(false);
    for (const char *key : textKeys)
        if (const TokenizerField field = config.at(key); !field.isNull())
            m_texts[key] = field.text();
    for (const char *key : numberKeys)
        if (const TokenizerField field = config.at(key); !field.isNull())
            m_numbers[key] = field.whole();
    const TokenizerField inputs = config.at("model_input_names");
    m_listsInputs = !inputs.isNull();
    for (const TokenizerField &input : inputs.items())
        m_inputs.push_back(input.text());
    const TokenizerField added = config.at("added_tokens_decoder");
    m_listsAdded = !added.isNull();
    for (const TokenizerField &field : added.members()) {
        const std::string key = field.place().substr(field.place().rfind('.') + 1);
        AddedToken token = readToken(field);
        token.isSpecial = field.at("special").flag(false);
        token.isNormalized = field.at("normalized").flag(!token.isSpecial);
        if (std::from_chars(key.data(), key.data() + key.size(), token.id).ptr != key.data() + key.size())
            field.fail(Message::tr("the key is not a whole number from 0"));
        addToken(token);
    }
    readTokens(root, name, true);
}

/// The named tokens, which both tokenizer_config.json and special_tokens_map.json hold. A model may have keys of its
/// own for some, such as image_token.
void TokenizerSettings::readTokens(const JsonValue &root, const std::string &name, bool readsAdditional)
{
    const TokenizerField map(&root, {}, name);
    for (std::size_t i = 0; i < root.keys.size(); ++i) {
        const std::string &key = root.keys[i];
        const TokenizerField field(&root.items[i], key, name);
        if (!key.ends_with("_token") || (!isUsual(key) && !field.isText() && !field.isObject()))
            continue;
        if (!isUsual(key) && !m_tokens.contains(key))
            m_ownKeys.push_back(key);
        m_tokens[key] = field.isNull() ? AddedToken{} : readToken(field);
        if (field.isText())
            m_plain.insert(key);
        else
            m_plain.erase(key);
    }
    const auto addMore = [&](const char *key) {
        const TokenizerField field = map.at(key);
        const std::vector<TokenizerField> tokens = field.isObject() ? field.members() : field.items();
        for (const TokenizerField &token : tokens)
            m_more.push_back(readToken(token));
        return !tokens.empty();
    };
    if (!addMore("extra_special_tokens") && m_more.empty() &&
        readsAdditional) // the older key counts where the newer one is missing
        addMore("additional_special_tokens");
    addMore("model_specific_special_tokens");
}

void TokenizerSettings::readAdded(const JsonValue &root, const std::string &name)
{
    const std::vector<TokenizerField> ids = TokenizerField(&root, {}, name).members();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        AddedToken token;
        token.text = root.keys[i];
        token.id = ids[i].whole();
        token.isNormalized = true;
        addToken(token);
    }
}

void TokenizerSettings::readModel(const JsonValue &root)
{
    for (const char *key : {"eos_token_id", "pad_token_id", "mask_token_id", "vocab_size"}) {
        const JsonValue *value = root.find(key);
        if (value && value->kind == JsonValue::Kind::List && !value->items.empty())
            value = &value->items.front();
        const bool number = value && value->kind == JsonValue::Kind::Number;
        if (const std::optional<int> id = number ? value->number.whole() : std::nullopt)
            m_modelNumbers[key] = *id;
    }
    const JsonValue *name = root.find("tokenizer_class");
    if (m_class.empty() && name && name->kind == JsonValue::Kind::Text) {
        m_class = withoutFast(name->text);
        m_classInModel = true;
    }
}

void TokenizerSettings::addToken(const AddedToken &token)
{
    if (m_addedTexts.insert(token.text).second)
        m_added.push_back(token);
}

std::string TokenizerSettings::token(const std::string &key, const std::string &otherwise) const
{
    const auto found = m_tokens.find(key);
    return found == m_tokens.end() ? otherwise : found->second.text;
}

bool TokenizerSettings::flag(const char *key, bool otherwise) const
{
    const auto found = m_flags.find(key);
    return found == m_flags.end() ? otherwise : found->second;
}

std::string TokenizerSettings::text(const char *key, const std::string &otherwise) const
{
    const auto found = m_texts.find(key);
    return found == m_texts.end() ? otherwise : found->second;
}

int TokenizerSettings::number(const char *key, int otherwise) const
{
    const auto found = m_numbers.find(key);
    return found == m_numbers.end() ? otherwise : found->second;
}

void TokenizerSettings::refuse(const char *key, const std::string &reason) const
{
    if (m_given.contains(key))
        fail(key, reason);
}

void TokenizerSettings::fail(const char *key, const std::string &reason) const
{
    throw FileError(QDir(m_folder).filePath(QStringLiteral("tokenizer_config.json")).toStdString(),
                    std::string(key) + ": " + reason);
}

void TokenizerSettings::failClass(const std::string &reason) const
{
    const QString file = m_classInModel ? QStringLiteral("config.json") : QStringLiteral("tokenizer_config.json");
    throw FileError(QDir(m_folder).filePath(file).toStdString(), "tokenizer_class: " + reason);
}

std::vector<AddedToken> TokenizerSettings::special(const TokenDefaults &defaults) const
{
    std::vector<AddedToken> tokens;
    const auto add = [&](const std::string &key) {
        const auto usual =
            std::find_if(defaults.begin(), defaults.end(), [&](const TokenDefault &known) { return known.key == key; });
        const auto found = m_tokens.find(key);
        if (found == m_tokens.end() && usual == defaults.end())
            return;
        AddedToken token = found == m_tokens.end() ? AddedToken{.text = usual->text, .isSpecial = true} : found->second;
        if (usual != defaults.end() && (found == m_tokens.end() || m_plain.contains(key))) {
            token.stripsLeft = usual->stripsLeft;
            token.stripsRight = usual->stripsRight;
        }
        if (!token.text.empty())
            tokens.push_back(std::move(token));
    };
    for (const char *key : tokenKeys)
        add(key);
    for (const std::string &key : m_ownKeys)
        add(key);
    tokens.insert(tokens.end(), m_more.begin(), m_more.end());
    if (m_more.empty())
        for (const TokenDefault &usual : defaults)
            if (usual.key.empty())
                tokens.push_back({.text = usual.text, .isSpecial = usual.isSpecial});
    return tokens;
}

bool TokenizerSettings::givesTypes(bool otherwise) const
{
    return m_listsInputs ? std::find(m_inputs.begin(), m_inputs.end(), "token_type_ids") != m_inputs.end() : otherwise;
}

int TokenizerSettings::modelNumber(const char *key) const
{
    const auto found = m_modelNumbers.find(key);
    return found == m_modelNumbers.end() ? -1 : found->second;
}

} // namespace regard
