#include "text/added_token_finder.h"

#include <algorithm>
#include <utility>

namespace regard {

AddedTokenFinder::AddedTokenFinder(std::vector<Entry> entries) : m_entries(std::move(entries))
{
    std::erase_if(m_entries, [](const Entry &entry) { return entry.spelling.empty(); });
    std::stable_sort(m_entries.begin(), m_entries.end(),
                     [](const Entry &a, const Entry &b) { return a.spelling.size() > b.spelling.size(); });
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        m_byFirst[m_entries[i].spelling.front().c].push_back(i);
}

const AddedTokenFinder::Entry *AddedTokenFinder::entryAt(const MappedText &text, std::size_t at) const
{
    const auto candidates = m_byFirst.find(text[at].c);
    if (candidates == m_byFirst.end())
        return nullptr;
    for (const std::size_t candidate : candidates->second) {
        const MappedText &spelling = m_entries[candidate].spelling;
        if (spelling.size() <= text.size() - at &&
            std::equal(spelling.begin(), spelling.end(), text.begin() + std::ptrdiff_t(at),
                       [](const MappedChar &a, const MappedChar &b) { return a.c == b.c; }))
            return &m_entries[candidate];
    }
    return nullptr;
}

std::vector<AddedTokenFinder::Stretch> AddedTokenFinder::stretches(const MappedText &text) const
{
    std::vector<Stretch> found;
    std::size_t covered = 0;
    for (std::size_t at = 0; at < text.size() && !m_entries.empty();) {
        const Entry *entry = entryAt(text, at);
        if (!entry) {
            ++at;
            continue;
        }
        std::size_t begin = at;
        std::size_t end = at + entry->spelling.size();
        at = end;
        const AddedToken &token = entry->token;
        const bool touched =
            (begin > 0 && isWordCharacter(text[begin - 1].c)) || (end < text.size() && isWordCharacter(text[end].c));
        if (token.singleWord && touched)
            continue;
        while (token.stripsLeft && begin > covered && isUnicodeSpace(text[begin - 1].c))
            --begin;
        while (token.stripsRight && end < text.size() && isUnicodeSpace(text[end].c))
            ++end;
        if (token.stripsLeft && end <= covered)
            continue;                     // another took all of it
        begin = std::max(begin, covered); // a token that itself begins with white space which another took
        end = std::max(end, begin);
        if (covered < begin)
            found.push_back({covered, begin, nullptr});
        found.push_back({begin, end, &token});
        covered = end;
    }
    if (covered < text.size())
        found.push_back({covered, text.size(), nullptr});
    return found;
}

} // namespace regard
