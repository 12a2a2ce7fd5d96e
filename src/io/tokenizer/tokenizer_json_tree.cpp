#include "io/tokenizer/tokenizer_json_tree.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "engine/base/message.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

using Json = nlohmann::json;

/// No tokenizer nests deeper; the tree is taken down by recursion.
constexpr std::size_t maximumDepth = 32;

/// Builds the tree from nlohmann's events, and the long parts beside it.
class TreeBuilder {
public:
    TreeBuilder(std::string_view text, const std::string &name, bool isVocabulary)
        : m_text(text), m_name(name), m_isVocabulary(isVocabulary)
    {
    }

    TokenizerJsonTree take() { return std::move(m_tree); }

    bool null() { return add({}); }
    bool boolean(bool flag)
    {
        JsonValue value;
        value.kind = JsonValue::Kind::Flag;
        value.flag = flag;
        return add(std::move(value));
    }
    bool number_integer(std::int64_t whole) { return addNumber(whole, {whole, static_cast<float>(whole)}); }
    bool number_unsigned(std::uint64_t whole)
    {
        constexpr std::uint64_t highest = std::numeric_limits<std::int64_t>::max();
        return addNumber(static_cast<std::int64_t>(std::min(whole, highest)), {whole, static_cast<float>(whole)});
    }
    bool number_float(double real, const std::string &)
    {
        JsonValue value;
        value.kind = JsonValue::Kind::Number;
        value.number = {real, static_cast<float>(real)};
        return add(std::move(value));
    }
    bool string(std::string &text);
    bool binary(Json::binary_t &) { return false; }
    bool start_object(std::size_t) { return open(JsonValue::Kind::Object); }
    bool key(std::string &key);
    bool end_object() { return close(); }
    bool start_array(std::size_t) { return open(JsonValue::Kind::List); }
    bool end_array() { return close(); }
    bool parse_error(std::size_t position, const std::string &last, const Json::exception &error);

private:
    enum class Part { Tree, Vocabulary, Merges, Pair };
    struct Open {
        JsonValue *value;
        std::unordered_set<std::string> seen;
    };

    bool add(JsonValue value);
    bool addNumber(std::int64_t whole, JsonNumber number);
    bool open(JsonValue::Kind kind);
    bool close();
    JsonValue &place(JsonValue value);
    bool isPath(std::string_view outer, std::string_view inner) const;
    [[noreturn]] void failId(const std::string &found) const;
    [[noreturn]] void failMerge() const;

    std::string_view m_text;
    const std::string &m_name;
    bool m_isVocabulary; ///< the whole file is a vocabulary
    TokenizerJsonTree m_tree;
    std::vector<Open> m_open;
    Part m_part = Part::Tree;
    std::string m_token;               ///< the last key of the vocabulary
    std::vector<std::string> m_pieces; ///< of the merge that is being read
};

void TreeBuilder::failId(const std::string &found) const
{
    throw FileError(m_name,
                    Message::tr("the id of the token \"%1\" is %2, not a whole number from 0", {m_token, found}));
}

void TreeBuilder::failMerge() const
{
    throw FileError(
        m_name, Message::tr("model.merges: merge %1 is not two pieces", {std::to_string(m_tree.merges.size() + 1)}));
}

bool TreeBuilder::add(JsonValue value)
{
    if (m_part == Part::Vocabulary)
        failId(value.described());
    if (m_part != Part::Tree)
        failMerge();
    place(std::move(value));
    return true;
}

bool TreeBuilder::addNumber(std::int64_t whole, JsonNumber number)
{
    if (m_part == Part::Vocabulary && whole >= 0) {
        m_tree.vocabulary.emplace_back(std::move(m_token), whole);
        return true;
    }
    JsonValue value;
    value.kind = JsonValue::Kind::Number;
    value.number = number;
    return add(std::move(value));
}

bool TreeBuilder::string(std::string &text)
{
    if (m_part == Part::Pair) {
        if (m_pieces.size() == 2)
            failMerge();
        m_pieces.push_back(std::move(text));
        return true;
    }
    if (m_part == Part::Merges) {
        const std::size_t space = text.find(' ');
        if (space == std::string::npos || text.find(' ', space + 1) != std::string::npos)
            failMerge();
        m_tree.merges.emplace_back(text.substr(0, space), text.substr(space + 1));
        return true;
    }
    JsonValue value;
    value.kind = JsonValue::Kind::Text;
    value.text = std::move(text);
    return add(std::move(value));
}

bool TreeBuilder::key(std::string &key)
{
    if (m_part == Part::Vocabulary) {
        m_token = std::move(key);
        return true;
    }
    if (!m_open.back().seen.insert(key).second)
        throw FileError(m_name, Message::tr("the key \"%1\" stands twice", {key}));
    m_open.back().value->keys.push_back(std::move(key));
    return true;
}

/// Whether what begins now is the value of outer.inner.
bool TreeBuilder::isPath(std::string_view outer, std::string_view inner) const
{
    const auto lastKey = [&](std::size_t depth) -> std::string_view {
        const JsonValue &value = *m_open[depth].value;
        return value.kind == JsonValue::Kind::Object && !value.keys.empty() ? std::string_view(value.keys.back())
                                                                            : std::string_view();
    };
    return m_open.size() == 2 && lastKey(0) == outer && lastKey(1) == inner;
}

bool TreeBuilder::open(JsonValue::Kind kind)
{
    if (m_part == Part::Vocabulary)
        failId(kind == JsonValue::Kind::Object ? Message::tr("an object") : Message::tr("a list"));
    if (m_part == Part::Merges && kind == JsonValue::Kind::List) {
        m_pieces.clear();
        m_part = Part::Pair;
        return true;
    }
    if (m_part != Part::Tree)
        failMerge();
    const bool object = kind == JsonValue::Kind::Object;
    if (object && (m_isVocabulary ? m_open.empty() : isPath("model", "vocab"))) {
        m_tree.hasVocabulary = true;
        m_part = Part::Vocabulary;
    } else if (!object && isPath("model", "merges")) {
        m_part = Part::Merges;
    }
    if (m_open.size() == maximumDepth)
        throw FileError(m_name,
                        Message::tr("lists and objects stand more than %1 deep", {std::to_string(maximumDepth)}));
    JsonValue value;
    value.kind = kind;
    m_open.push_back({&place(std::move(value)), {}});
    return true;
}

bool TreeBuilder::close()
{
    if (m_part == Part::Pair) {
        if (m_pieces.size() != 2)
            failMerge();
        m_tree.merges.emplace_back(std::move(m_pieces[0]), std::move(m_pieces[1]));
        m_part = Part::Merges;
        return true;
    }
    m_part = Part::Tree;
    m_open.pop_back();
    return true;
}

JsonValue &TreeBuilder::place(JsonValue value)
{
    if (m_open.empty()) {
        m_tree.root = std::move(value);
        return m_tree.root;
    }
    JsonValue &parent = *m_open.back().value;
    parent.items.push_back(std::move(value));
    return parent.items.back();
}

bool TreeBuilder::parse_error(std::size_t, const std::string &, const Json::exception &)
{
    parseJson(m_text, m_name); // says what is wrong, and where
    throw FileError(m_name, Message::tr("not valid JSON"));
}

TokenizerJsonTree read(std::string_view text, const std::string &name, bool isVocabulary)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    TreeBuilder builder(text, name, isVocabulary);
    if (!Json::sax_parse(text.begin(), text.end(), &builder))
        throw FileError(name, Message::tr("not valid JSON"));
    return builder.take();
}

} // namespace

TokenizerJsonTree readTokenizerTree(std::string_view text, const std::string &name)
{
    return read(text, name, false);
}

std::vector<std::pair<std::string, std::int64_t>> readVocabularyJson(std::string_view text, const std::string &name)
{
    TokenizerJsonTree tree = read(text, name, true);
    if (!tree.hasVocabulary)
        throw FileError(name, Message::tr("is %1, not an object of tokens and ids", {tree.root.described()}));
    return std::move(tree.vocabulary);
}

} // namespace regard
