#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/model.h"
#include "training/tasks/task.h"

namespace regard {

/// What is learned from sentences of one's own.
enum class OwnKind {
    Pairs,     ///< a target from a source
    Sentences, ///< the next word
    Masked,    ///< words that are masked
};

/// A line of one's own file, as tokens.
struct OwnSentence {
    std::vector<std::string> source;
    std::vector<std::string> target; ///< of pairs
    /// One number for each source token; pieces of one word share theirs and are masked together. −1: the token stands
    /// for no word, as [CLS], and is never masked.
    std::vector<int> words{};
};

/// The names of these tasks, in the order of OwnKind.
const std::vector<std::string> &ownTaskNames();
/// Nothing where the name is that of another task.
std::optional<OwnKind> ownKindOf(const std::string &task);

/// A task without its sentences: names, the model that it wants where there is none, options.
Task ownTask(OwnKind kind);

/// The tokens of the sentences, in the order in which they first stand there, with `<s>`, the end and the mask where
/// the task puts them.
TokenList ownVocabulary(OwnKind kind, const std::vector<OwnSentence> &sentences, const Vocabulary &usual);

/// The task of those sentences, at least two of them different, over a vocabulary that has all of their tokens; of
/// masked ones each has a word. A tenth of the different sentences is held out, at least one.
Task ownTask(OwnKind kind, const std::vector<OwnSentence> &sentences, const Vocabulary &vocabulary,
             Tokenizer tokenizer);

} // namespace regard
