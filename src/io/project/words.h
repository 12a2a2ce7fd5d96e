#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/head_patterns.h"
#include "engine/model/attention_place.h"
#include "engine/model/interventions.h"
#include "engine/model/model_config.h"
#include "engine/model/recurrent.h"
#include "io/base/key_reader.h"
#include "io/project/stored_view.h"
#include "text/tokenizer.h"
#include "training/optimizer/schedule.h"
#include "words/step_kind.h"

namespace regard {

/// The word for a value in files, lessons and the command line: readers, writers and errors use these alone. Empty for
/// a value that has none, null beyond the last value.
const char *spelling(Architecture value);
const char *spelling(Score value);
const char *spelling(Mask value);
const char *spelling(Position value);
const char *spelling(ScoreBias value);
const char *spelling(RopeScaling value);
const char *spelling(Norm value);
const char *spelling(QkNorm value);
const char *spelling(NormKind value);
const char *spelling(Activation value);
const char *spelling(Initialization value);
const char *spelling(Tokenizer value);
const char *spelling(Attention value);
const char *spelling(Stage value);
const char *spelling(Summary value);
const char *spelling(PairFilter value);
const char *spelling(ColorScale value);
const char *spelling(Replacement value);
const char *spelling(PatchKind value);
const char *spelling(HeadPattern value);
const char *spelling(StepKind value);
const char *spelling(Schedule value);
const char *spelling(StackKind value);
const char *spelling(Cell value);
const char *spelling(DecoderAttention value);
const char *spelling(Direction value);

template <typename Enum>
std::string wordOf(Enum value)
{
    return spelling(value);
}

/// All words of an enumeration, in the order of the values.
template <typename Enum>
std::vector<std::string> wordsOf()
{
    std::vector<std::string> words;
    for (int value = 0; const char *word = spelling(static_cast<Enum>(value)); ++value)
        if (*word)
            words.emplace_back(word);
    return words;
}

/// Nothing for another word.
template <typename Enum>
std::optional<Enum> valueOf(const std::string &word)
{
    for (int value = 0; const char *known = spelling(static_cast<Enum>(value)); ++value)
        if (*known && word == known)
            return static_cast<Enum>(value);
    return std::nullopt;
}

/// The value of a key that takes one of the words; nothing where the key is missing. Throws FileError that lists them.
template <typename Enum>
std::optional<Enum> readWord(const KeyReader &object, const char *key)
{
    return object.has(key) ? valueOf<Enum>(object.oneOf(key, wordsOf<Enum>())) : std::nullopt;
}

} // namespace regard
