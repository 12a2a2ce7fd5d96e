#include "io/tokenizer/tokenizer_vocabulary.h"

#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/quoted_name.h"

namespace regard {

namespace {

class Slots {
public:
    Slots(std::size_t count, const std::string &name) : m_pieces(count), m_isTaken(count, false), m_name(name) {}

    /// False where an added token already has that id.
    bool place(std::string token, std::int64_t id, bool isAdded)
    {
        if (id < 0 || std::uint64_t(id) >= m_pieces.size())
            throw FileError(m_name,
                            Message::tr("the token %1 has the id %2, but there are only %3 tokens, whose ids "
                                        "count from 0 without a hole",
                                        {quotedToken(token), std::to_string(id), std::to_string(m_pieces.size())}));
        const auto slot = std::size_t(id);
        if (m_isTaken[slot] && isAdded && m_pieces[slot] == token)
            return false;
        if (m_isTaken[slot])
            throw FileError(m_name, Message::tr("the tokens %1 and %2 have the same id %3",
                                                {quotedToken(m_pieces[slot]), quotedToken(token), std::to_string(id)}));
        m_pieces[slot] = std::move(token);
        m_isTaken[slot] = true;
        return true;
    }

    std::vector<std::string> take() { return std::move(m_pieces); }

private:
    std::vector<std::string> m_pieces;
    std::vector<bool> m_isTaken;
    const std::string &m_name;
};

/// How many added tokens the vocabulary itself lacks. Throws where it has one under another id.
std::size_t countMissing(const std::vector<std::pair<std::string, std::int64_t>> &tokens,
                         const std::vector<AddedToken> &added, const std::string &name)
{
    std::unordered_map<std::string_view, int> missing;
    for (const AddedToken &token : added)
        missing.emplace(token.text, token.id);
    for (const auto &[token, id] : tokens) {
        const auto found = missing.find(token);
        if (found == missing.end())
            continue;
        if (found->second != id)
            throw FileError(name, Message::tr("the added token %1 has the id %2, but the vocabulary gives it %3",
                                              {quotedToken(token), std::to_string(found->second), std::to_string(id)}));
        missing.erase(found);
    }
    return missing.size();
}

} // namespace

OrderedVocabulary orderedVocabulary(std::vector<std::pair<std::string, std::int64_t>> tokens,
                                    const std::vector<AddedToken> &added, const std::string &name)
{
    if (tokens.empty() && added.empty())
        throw FileError(name, Message::tr("the vocabulary is empty"));
    // There are as many ids as tokens and each occurs once, so every id has a token.
    Slots inOrder(tokens.size() + countMissing(tokens, added, name), name);
    for (auto &[token, id] : tokens)
        inOrder.place(std::move(token), id, false);
    OrderedVocabulary ordered;
    for (const AddedToken &token : added)
        if (inOrder.place(token.text, token.id, true))
            ordered.addedOnly.push_back(token.id);
    ordered.pieces = inOrder.take();
    return ordered;
}

std::string quotedToken(const std::string &token)
{
    return quotedName(token, 40);
}

} // namespace regard
