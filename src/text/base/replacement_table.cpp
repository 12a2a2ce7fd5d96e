#include "text/base/replacement_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "text/base/mapped_text.h"
#include "text/base/tokenizer_error.h"

namespace regard {

namespace {

constexpr std::size_t unitBytes = 4;
constexpr std::uint32_t bytesOfText = 256;

/// Four bytes, the lowest first.
std::uint32_t unitAt(std::string_view bytes, std::size_t index)
{
    std::uint32_t unit = 0;
    for (std::size_t i = unitBytes; i-- > 0;)
        unit = unit << 8U | static_cast<unsigned char>(bytes[index * unitBytes + i]);
    return unit;
}

// What a unit of darts-clone's double array says.
bool hasLeaf(std::uint32_t unit)
{
    return (unit >> 8U & 1U) != 0;
}
std::uint32_t offsetOf(std::uint32_t unit)
{
    return (unit >> 10U) << ((unit & (1U << 9U)) >> 6U);
}
std::uint32_t labelOf(std::uint32_t unit)
{
    return unit & (1U << 31U | 0xFFU);
}
std::uint32_t valueOf(std::uint32_t unit)
{
    return unit & ~(1U << 31U);
}

/// Follows every way from the root.
bool isSoundTrie(std::string_view trie, std::size_t texts)
{
    const std::size_t units = trie.size() / unitBytes;
    std::vector<bool> isSeen(units, false);
    std::vector<std::uint32_t> open{0};
    isSeen[0] = true;
    while (!open.empty()) {
        const std::uint32_t at = open.back();
        open.pop_back();
        const std::uint32_t unit = unitAt(trie, at);
        const std::uint32_t next = at ^ offsetOf(unit);
        if ((next | (bytesOfText - 1)) >= units)
            return false;
        if (at != 0 && hasLeaf(unit) && valueOf(unitAt(trie, next)) >= texts)
            return false;
        for (std::uint32_t byte = 0; byte < bytesOfText; ++byte) {
            const std::uint32_t child = next ^ byte;
            if (isSeen[child] || labelOf(unitAt(trie, child)) != byte)
                continue;
            isSeen[child] = true;
            open.push_back(child);
        }
    }
    return true;
}

} // namespace

bool isSoundReplacementTable(std::string_view table)
{
    if (table.empty())
        return true;
    if (table.size() <= unitBytes)
        return false;
    const std::size_t trie = unitAt(table, 0);
    table.remove_prefix(unitBytes);
    if (trie < unitBytes || trie >= table.size() || table.back() != '\0')
        return false;
    return isSoundTrie(table.substr(0, trie), table.size() - trie);
}

ReplacementTable::ReplacementTable(std::string table) : m_table(std::move(table))
{
    if (m_table.empty() || !isSoundReplacementTable(m_table) || !isValidUtf8(texts()))
        throw TokenizerError(TokenizerError::Kind::Replacements, {});
    for (std::string_view rest = texts(); !rest.empty();) {
        const std::size_t length = rest.find('\0');
        m_longest = std::max(m_longest, length);
        rest.remove_prefix(length + 1);
    }
}

std::string_view ReplacementTable::trie() const
{
    return std::string_view(m_table).substr(unitBytes, unitAt(m_table, 0));
}

std::string_view ReplacementTable::texts() const
{
    return std::string_view(m_table).substr(unitBytes + unitAt(m_table, 0));
}

std::optional<std::string_view> ReplacementTable::find(std::string_view key) const
{
    const std::string_view units = trie();
    std::uint32_t at = offsetOf(unitAt(units, 0));
    for (const char character : key) {
        const auto byte = static_cast<unsigned char>(character);
        at ^= byte;
        const std::uint32_t unit = unitAt(units, at);
        if (byte == 0 || labelOf(unit) != byte)
            return std::nullopt;
        at ^= offsetOf(unit);
        if (hasLeaf(unit)) {
            const std::string_view text = texts().substr(valueOf(unitAt(units, at)));
            return text.substr(0, text.find('\0'));
        }
    }
    return std::nullopt;
}

} // namespace regard
