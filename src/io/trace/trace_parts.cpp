#include "io/trace/trace_parts.h"

#include <algorithm>

namespace regard {

TraceParts TraceParts::none()
{
    TraceParts parts;
    parts.m_bits = 0;
    return parts;
}

bool TraceParts::hasHeads() const
{
    return has(TracePart::Q) || has(TracePart::K) || has(TracePart::V) || hasScores() || has(TracePart::Weights) ||
           has(TracePart::HeadOutput);
}

const std::vector<std::string> &tracePartWords()
{
    static const std::vector<std::string> words{
        "input",  "q",      "k",      "v",      "scores",       "scaled", "masked", "weights", "head_output",
        "joined", "output", "stream", "hidden", "stack_output", "logits", "gates",  "states"};
    return words;
}

std::optional<TracePart> tracePartNamed(const std::string &word)
{
    const std::vector<std::string> &words = tracePartWords();
    const auto found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? std::nullopt : std::optional(TracePart(found - words.begin()));
}

} // namespace regard
