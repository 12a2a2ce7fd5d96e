#include "io/tokenizer/tokenizer_json_tree.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/base/json_tree.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

/// Builds the tree, and the long parts separately.
class TreeBuilder : public JsonTreeBuilder {
public:
    TreeBuilder(std::string_view text, const std::string &name, bool isVocabulary)
        : JsonTreeBuilder(name, true), m_text(text), m_isVocabulary(isVocabulary)
    {
    }

    TokenizerJsonTree takeAll()
    {
        m_tree.root = take();
        return std::move(m_tree);
    }

    void value(JsonValue value) override;
    void number(const JsonNumber &number) override;
    void text(std::string &text) override;
    void key(std::string &key) override;
    void open(Kind kind) override;
    void close() override;
    [[noreturn]] void fail(const JsonFault &fault) override;

private:
    enum class Part { Tree, Vocabulary, Merges, Pair, Scores, Score };

    void requireTree(const JsonValue &found) const;
    bool isPath(const char *outer, const char *inner) const;
    [[noreturn]] void failEntry() const;

    std::string_view m_text;
    bool m_isVocabulary; ///< the whole file is a vocabulary
    TokenizerJsonTree m_tree;
    Part m_part = Part::Tree;
    std::string m_token;               ///< the last key of the vocabulary
    std::vector<std::string> m_pieces; ///< of the merge or the entry being read
    std::optional<double> m_score;     ///< of that entry
};

/// The vocabulary holds only ids, the merges only pieces.
void TreeBuilder::requireTree(const JsonValue &found) const
{
    if (m_part == Part::Vocabulary)
        throw FileError(name(), Message::tr("the id of the token \"%1\" is %2, not a whole number from 0",
                                            {m_token, found.described()}));
    if (m_part != Part::Tree)
        failEntry();
}

/// The state of the list that is being read.
void TreeBuilder::failEntry() const
{
    if (m_part == Part::Scores || m_part == Part::Score)
        throw FileError(name(), Message::tr("model.vocab: entry %1 is not a piece and its score",
                                            {std::to_string(m_tree.scores.size() + 1)}));
    throw FileError(
        name(), Message::tr("model.merges: merge %1 is not two pieces", {std::to_string(m_tree.merges.size() + 1)}));
}

void TreeBuilder::value(JsonValue value)
{
    requireTree(value);
    JsonTreeBuilder::value(std::move(value));
}

void TreeBuilder::number(const JsonNumber &number)
{
    if (const auto *id = std::get_if<std::uint64_t>(&number.value); id && m_part == Part::Vocabulary) {
        constexpr std::uint64_t highest = std::numeric_limits<std::int64_t>::max();
        m_tree.vocabulary.emplace_back(std::move(m_token), std::int64_t(std::min(*id, highest)));
        return;
    }
    if (m_part == Part::Score && m_pieces.size() == 1 && !m_score) {
        m_score = number.real();
        return;
    }
    JsonValue found;
    found.kind = Kind::Number;
    found.number = number;
    value(std::move(found));
}

void TreeBuilder::text(std::string &text)
{
    if (m_part == Part::Pair) {
        if (m_pieces.size() == 2)
            failEntry();
        m_pieces.push_back(std::move(text));
    } else if (m_part == Part::Score) {
        if (!m_pieces.empty())
            failEntry();
        m_pieces.push_back(std::move(text));
    } else if (m_part == Part::Merges) {
        const std::size_t space = text.find(' ');
        if (space == std::string::npos || text.find(' ', space + 1) != std::string::npos)
            failEntry();
        m_tree.merges.emplace_back(text.substr(0, space), text.substr(space + 1));
    } else {
        JsonValue found;
        found.kind = Kind::Text;
        found.text = std::move(text);
        value(std::move(found));
    }
}

void TreeBuilder::key(std::string &key)
{
    if (m_part == Part::Vocabulary)
        m_token = std::move(key);
    else
        JsonTreeBuilder::key(key);
}

/// Whether the value that begins now is that of outer.inner.
bool TreeBuilder::isPath(const char *outer, const char *inner) const
{
    return depth() == 2 && keyAt(0) && *keyAt(0) == outer && keyAt(1) && *keyAt(1) == inner;
}

void TreeBuilder::open(Kind kind)
{
    if ((m_part == Part::Merges || m_part == Part::Scores) && kind == Kind::List) {
        m_pieces.clear();
        m_score.reset();
        m_part = m_part == Part::Merges ? Part::Pair : Part::Score;
        return;
    }
    JsonValue found;
    found.kind = kind;
    requireTree(found);
    const bool isObject = kind == Kind::Object;
    if (isObject && (m_isVocabulary ? depth() == 0 : isPath("model", "vocab"))) {
        m_tree.hasVocabulary = true;
        m_part = Part::Vocabulary;
    } else if (!isObject && isPath("model", "merges")) {
        m_part = Part::Merges;
    } else if (!isObject && isPath("model", "vocab")) {
        m_tree.hasScores = true;
        m_part = Part::Scores;
    }
    JsonTreeBuilder::open(kind);
}

void TreeBuilder::close()
{
    if (m_part == Part::Pair) {
        if (m_pieces.size() != 2)
            failEntry();
        m_tree.merges.emplace_back(std::move(m_pieces[0]), std::move(m_pieces[1]));
        m_part = Part::Merges;
        return;
    }
    if (m_part == Part::Score) {
        if (!m_score)
            failEntry();
        m_tree.scores.emplace_back(std::move(m_pieces[0]), *m_score);
        m_part = Part::Scores;
        return;
    }
    m_part = Part::Tree;
    JsonTreeBuilder::close();
}

void TreeBuilder::fail(const JsonFault &)
{
    parseJson(m_text, name()); // reports what is wrong, and where
    throw FileError(name(), Message::tr("not valid JSON"));
}

TokenizerJsonTree read(std::string_view text, const std::string &name, bool isVocabulary)
{
    text = withoutByteOrderMark(text);
    TreeBuilder builder(text, name, isVocabulary);
    readJson(text, builder);
    return builder.takeAll();
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
