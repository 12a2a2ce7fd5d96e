#include "io/tokenizer_settings.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

#include <QDir>
#include <QFileInfo>

#include "engine/message.h"
#include "io/file_bytes.h"
#include "io/tokenizer_field.h"
#include "io/tokenizer_json_tree.h"

namespace regard {

namespace {

constexpr const char *tokenKeys[] = {"bos_token", "eos_token", "unk_token", "sep_token",
                                     "pad_token", "cls_token", "mask_token"};
constexpr const char *additionalKeys[] = {"additional_special_tokens", "extra_special_tokens"};

/// Nothing where there is no such file.
std::optional<JsonValue> readObject(const QString &path)
{
    if (!QFileInfo::exists(path))
        return std::nullopt;
    const std::string name = path.toStdString();
    TokenizerJsonTree tree = readTokenizerTree(storedFileBytes(path, Message::tr("a tokenizer's settings")), name);
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

TokenizerSettings::TokenizerSettings(const QString &folder)
{
    const QDir directory(folder);
    readConfig(directory.filePath(QStringLiteral("tokenizer_config.json")));
    readMap(directory.filePath(QStringLiteral("special_tokens_map.json")));
    readAdded(directory.filePath(QStringLiteral("added_tokens.json")));
    readModel(directory.filePath(QStringLiteral("config.json")));
    std::stable_sort(m_added.begin(), m_added.end(),
                     [](const AddedToken &a, const AddedToken &b) { return a.id < b.id; });
}

void TokenizerSettings::readConfig(const QString &path)
{
    const std::optional<JsonValue> root = readObject(path);
    if (!root)
        return;
    const std::string name = path.toStdString();
    const TokenizerField config(&*root, {}, name);
    m_class = config.at("tokenizer_class").text("");
    if (m_class.ends_with("Fast"))
        m_class.resize(m_class.size() - 4);
    for (std::size_t i = 0; i < root->keys.size(); ++i) {
        if (root->items[i].kind == JsonValue::Kind::Flag)
            m_flags[root->keys[i]] = root->items[i].flag;
    }
    for (const TokenizerField &field : config.at("added_tokens_decoder").members()) {
        const std::string key = field.place().substr(field.place().rfind('.') + 1);
        AddedToken token = readToken(field);
        token.isSpecial = field.at("special").flag(false);
        if (std::from_chars(key.data(), key.data() + key.size(), token.id).ptr != key.data() + key.size())
            field.fail(Message::tr("the key is not a whole number from 0"));
        addToken(token);
    }
    readMap(path);
}

/// The named tokens, which both tokenizer_config.json and special_tokens_map.json hold.
void TokenizerSettings::readMap(const QString &path)
{
    const std::optional<JsonValue> root = readObject(path);
    if (!root)
        return;
    const std::string name = path.toStdString();
    const TokenizerField map(&*root, {}, name);
    for (const char *key : tokenKeys) {
        if (root->find(key) == nullptr)
            continue;
        const TokenizerField field = map.at(key);
        m_tokens[key] = field.isNull() ? AddedToken{} : readToken(field);
    }
    for (const char *key : additionalKeys) {
        const TokenizerField field = map.at(key);
        for (const TokenizerField &token : field.isObject() ? field.members() : field.items())
            m_more.push_back(readToken(token));
    }
}

void TokenizerSettings::readAdded(const QString &path)
{
    const std::optional<JsonValue> root = readObject(path);
    if (!root)
        return;
    const std::string name = path.toStdString();
    const std::vector<TokenizerField> ids = TokenizerField(&*root, {}, name).members();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        AddedToken token;
        token.text = root->keys[i];
        token.id = ids[i].whole();
        token.isNormalized = true;
        addToken(token);
    }
}

void TokenizerSettings::readModel(const QString &path)
{
    const std::optional<JsonValue> root = readObject(path);
    if (!root)
        return;
    for (const char *key : {"eos_token_id", "pad_token_id", "mask_token_id"}) {
        const JsonValue *value = root->find(key);
        if (value && value->kind == JsonValue::Kind::List && !value->items.empty())
            value = &value->items.front();
        const bool number = value && value->kind == JsonValue::Kind::Number;
        if (const std::optional<int> id = number ? value->number.whole() : std::nullopt)
            m_modelIds[key] = *id;
    }
}

void TokenizerSettings::addToken(const AddedToken &token)
{
    const auto same = [&](const AddedToken &other) { return other.text == token.text; };
    if (std::none_of(m_added.begin(), m_added.end(), same))
        m_added.push_back(token);
}

std::string TokenizerSettings::token(const char *key, const std::string &otherwise) const
{
    const auto found = m_tokens.find(key);
    return found == m_tokens.end() ? otherwise : found->second.text;
}

bool TokenizerSettings::flag(const char *key, bool otherwise) const
{
    const auto found = m_flags.find(key);
    return found == m_flags.end() ? otherwise : found->second;
}

bool TokenizerSettings::hasFlag(const char *key) const
{
    return m_flags.contains(key);
}

std::vector<AddedToken> TokenizerSettings::special() const
{
    std::vector<AddedToken> tokens;
    for (const char *key : tokenKeys) {
        if (const auto found = m_tokens.find(key); found != m_tokens.end() && !found->second.text.empty())
            tokens.push_back(found->second);
    }
    tokens.insert(tokens.end(), m_more.begin(), m_more.end());
    return tokens;
}

int TokenizerSettings::modelId(const char *key) const
{
    const auto found = m_modelIds.find(key);
    return found == m_modelIds.end() ? -1 : found->second;
}

} // namespace regard
