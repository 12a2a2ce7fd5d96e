#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/head_patterns.h"
#include "engine/model/model_config.h"
#include "training/base/rows.h"
#include "training/base/sentence.h"

namespace regard {

/// The patterns that the heads of a model in training are measured by: what the sentences of tasks can tell.
inline constexpr std::array followedPatterns{HeadPattern::Previous, HeadPattern::Next, HeadPattern::SameWord,
                                             HeadPattern::First, HeadPattern::Induction};

/// The pattern's spelling in files: "same_word"; null where there is no such value.
const char *patternWord(HeadPattern pattern);

/// How far a head follows a pattern, as a curve names it: "encoder.1.self.2.induction" is head 2 of the second layer,
/// counted from 0.
std::string patternMeasure(const HeadRef &head, HeadPattern pattern);
/// Nothing where the name is that of another measure.
std::optional<std::pair<HeadRef, HeadPattern>> measuredPattern(const std::string &name);

/// Sums the shares of every head over some sentences.
class FollowedPatterns {
public:
    FollowedPatterns(const ModelConfig &config, std::vector<std::string> vocabulary);

    const std::vector<HeadRef> &heads() const { return m_heads; }
    /// weights are those of heads()[head], queries × keys.
    void add(std::size_t head, const ConstView<float> &weights, const TrainingSentence &sentence);
    /// The means over the sentences in which a pattern says something, by patternMeasure().
    std::map<std::string, double> means() const;

private:
    struct Sum {
        double sum = 0;
        int count = 0;
    };

    SideTrace sideOf(const std::vector<int> &tokens, const std::vector<int> &masked) const;

    ModelConfig m_config;
    std::vector<std::string> m_vocabulary;
    std::vector<HeadRef> m_heads;
    std::vector<std::array<Sum, followedPatterns.size()>> m_sums;
};

} // namespace regard
