#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/model/model_config.h"
#include "io/project/attention_extent.h"
#include "io/project/project.h"

namespace regard {

/// What a lesson's text or condition can ask of a state. For the given attention, layer and head (those of the page's
/// view), unless the value says otherwise.
enum class LessonQuantity {
    Tokens,
    Targets,
    Token,
    Target,
    Heads,
    Layers,
    DModel,
    DKey,
    DValue,
    DFf,
    X, ///< the input of Q
    Q,
    K,
    V,
    Score,
    Scaled,
    Masked,
    Weight,
    Output,          ///< of the head
    Joined,          ///< the heads side by side
    Projected,       ///< the block's output, before residual and norm
    Stream,          ///< after residual and norm
    Weighted,        ///< a weight × its row of v
    Hand,            ///< a weight as rounded by hand
    HandWeighted,    ///< such a weight × its row of v
    HandOutput,      ///< the sum of those
    Entropy,         ///< of a row of weights, in bits
    MeanEntropy,     ///< over the rows that attend to anything
    MaxEntropy,      ///< log2 of the number of keys
    Largest,         ///< the largest weight of a row
    Strongest,       ///< its key token
    Spread,          ///< standard deviation of the scaled scores that the mask allows
    Distance,        ///< from one position to another, in steps of a recurrent net
    Longest,         ///< the longest such distance
    Pairs,           ///< queries × keys
    Allowed,         ///< pairs that the mask allows
    Next,            ///< the decoder's most probable next token
    NextProbability, ///< and how probable it is
    QueryWord,       ///< what of a scaled score beyond the mean over the keys comes with the query's word itself
    KeyWord,         ///< with the key's word
    QueryPosition,
    KeyPosition,
    QueryHead, ///< with what an earlier head gave to the query
    KeyHead,
    LogitHead,       ///< what a head adds to the logit of the most probable word beyond that of the second
    Lens,            ///< what the model would say after a layer
    LensProbability, ///< and how probable it would be
};

/// `now weight 1 2 @1.2:3`, parsed.
struct LessonValue {
    LessonQuantity quantity = LessonQuantity::Tokens;
    std::vector<int> at; ///< positions and components, from 0
    int layer = -1;      ///< from 0; −1: the one given
    int head = -1;       ///< from 0; −1: the one given
    int decimals = -1;   ///< asked for; −1: as many as the magnitude needs
    bool isNow = false;  ///< for the present state, whatever the page began with

    bool operator==(const LessonValue &) const = default;
};

/// The most decimals that a value can ask for.
inline constexpr int mostLessonDecimals = 8;

/// Reads a value as a lesson spells it. Throws ValueError with a sentence: an unknown word, too few or too many
/// numbers, a number below 1.
LessonValue parseLessonValue(std::string_view text);

/// True for the values that are a token and not numbers.
bool isWord(LessonQuantity quantity);
/// True where the value is one number, not a row.
bool isSingleNumber(const LessonValue &value);

/// How many numbers the value puts in for sentences of that length; 1 for a word.
int numbersIn(const LessonValue &value, const ModelConfig &config, const TokenCounts &tokens, const StoredView &view);

/// The place whose numbers a value refers to.
struct LessonPlace {
    Attention attention = Attention::Encoder;
    int layer = 0;
    int head = 0;
};
LessonPlace placeOf(const LessonValue &value, const ModelConfig &config, const StoredView &view);

/// Why the model has no such value for sentences of that length; empty where it has one.
std::string missingValue(const LessonValue &value, const ModelConfig &config, const TokenCounts &tokens,
                         const StoredView &view);

} // namespace regard
