#include "training/run/followed_patterns.h"

#include <algorithm>
#include <utility>

#include "engine/model/attention_place.h"

namespace regard {

namespace {

/// The number that the text begins with, which is cut off together with the dot behind it; −1 where there is none.
int cutNumber(std::string &text)
{
    const std::size_t dot = text.find('.');
    if (dot == 0 || dot == std::string::npos || dot > 4 ||
        !std::all_of(text.begin(), text.begin() + std::ptrdiff_t(dot), [](char c) { return c >= '0' && c <= '9'; }))
        return -1;
    const int number = std::stoi(text.substr(0, dot));
    text.erase(0, dot + 1);
    return number;
}

} // namespace

const char *patternWord(HeadPattern pattern)
{
    switch (pattern) {
    case HeadPattern::Previous:
        return "previous";
    case HeadPattern::Next:
        return "next";
    case HeadPattern::SameWord:
        return "same_word";
    case HeadPattern::First:
        return "first";
    case HeadPattern::Separator:
        return "separator";
    case HeadPattern::Punctuation:
        return "punctuation";
    case HeadPattern::Sink:
        return "sink";
    case HeadPattern::Induction:
        return "induction";
    case HeadPattern::Broad:
        return "broad";
    }
    return nullptr;
}

std::string patternMeasure(const HeadRef &head, HeadPattern pattern)
{
    return blockName(head.attention, head.layer) + "." + std::to_string(head.head) + "." + patternWord(pattern);
}

std::optional<std::pair<HeadRef, HeadPattern>> measuredPattern(const std::string &name)
{
    for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross}) {
        const std::string block = blockName(attention, 0); // "encoder.0.self"
        const std::string stack = block.substr(0, block.find('.') + 1);
        const std::string kind = block.substr(block.rfind('.') + 1) + ".";
        if (!name.starts_with(stack))
            continue;
        std::string rest = name.substr(stack.size());
        HeadRef head{attention, cutNumber(rest), 0};
        if (head.layer < 0 || !rest.starts_with(kind))
            continue;
        rest.erase(0, kind.size());
        head.head = cutNumber(rest);
        const auto pattern = std::find_if(followedPatterns.begin(), followedPatterns.end(),
                                          [&](HeadPattern each) { return rest == patternWord(each); });
        if (head.head >= 0 && pattern != followedPatterns.end())
            return std::pair(head, *pattern);
    }
    return std::nullopt;
}

FollowedPatterns::FollowedPatterns(const ModelConfig &config, std::vector<std::string> vocabulary)
    : m_config(config), m_vocabulary(std::move(vocabulary))
{
    for (const Attention attention : attentionsOf(config))
        for (int layer = 0; layer < layersOf(config, attention); ++layer)
            for (int head = 0; head < headsOf(config, attention); ++head)
                m_heads.push_back({attention, layer, head});
    m_sums.resize(m_heads.size());
}

SideTrace FollowedPatterns::sideOf(const std::vector<int> &tokens, const std::vector<int> &masked) const
{
    SideTrace side;
    for (const int token : tokens)
        side.tokens.push_back(m_vocabulary.at(std::size_t(token)));
    side.masked = masked;
    return side;
}

void FollowedPatterns::add(std::size_t head, const ConstView<float> &weights, const TrainingSentence &sentence)
{
    const Attention attention = m_heads[head].attention;
    const SideTrace source = sideOf(sentence.source, sentence.masked);
    const SideTrace target = sideOf(sentence.target, sentence.maskedTarget);
    const bool asksTarget = m_config.architecture == Architecture::EncoderDecoder && attention != Attention::Encoder;
    const bool isCross = attention == Attention::Cross;
    const SideTrace &queries = asksTarget ? target : source;
    const SideTrace &keys = asksTarget && !isCross ? target : source;
    const std::vector<TokenKind> kinds(keys.tokens.size());
    const Matrix copy = weights;
    for (std::size_t i = 0; i < followedPatterns.size(); ++i)
        if (const auto share = patternShare(copy, followedPatterns[i], queries, keys, kinds, isCross,
                                            {m_config, {attention, m_heads[head].layer}})) {
            m_sums[head][i].sum += *share;
            ++m_sums[head][i].count;
        }
}

std::map<std::string, double> FollowedPatterns::means() const
{
    std::map<std::string, double> means;
    for (std::size_t head = 0; head < m_heads.size(); ++head)
        for (std::size_t i = 0; i < followedPatterns.size(); ++i)
            if (const Sum &sum = m_sums[head][i]; sum.count > 0)
                means[patternMeasure(m_heads[head], followedPatterns[i])] = sum.sum / sum.count;
    return means;
}

} // namespace regard
