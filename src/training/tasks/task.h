#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/attention_place.h"
#include "engine/model/model.h"
#include "text/tokenizer.h"
#include "text/trained_tokenizer.h"
#include "training/base/parameters.h"
#include "training/base/rows.h"
#include "training/base/sentence.h"
#include "training/optimizer/training_options.h"

namespace regard {

/// What a task looks for in attention, over many held-out sentences.
struct TaskMeasure {
    std::string name;
    AttentionPlace place{}; ///< layer −1: every layer
    double goal = 0;
    bool isUpperBound = false; ///< of success: at most the goal, not at least
    /// The largest head of each sentence counts, not the head that is the largest over all sentences.
    bool takesBestOfEach = false;
    /// One head's number for one sentence, in [0, 1]; weights are queries × keys.
    std::function<double(ConstView<float> weights, const TrainingSentence &sentence)> of{};
};

/// The file of a task of one's own.
struct TaskFile {
    std::string path;    ///< absolute
    long long lines = 0; ///< of the file
    int sentences = 0;   ///< of them that the task keeps: all, or a sample drawn by the place of the line

    bool operator==(const TaskFile &) const = default;
};

/// A share of whole sentences of a length that must be right.
struct LengthGoal {
    int length = 0;
    double share = 0;
    bool isUpperBound = false; ///< of success, where a model is there to show what it cannot do
};

/// One of the models that a task offers.
struct TaskVariant {
    std::string name;  ///< as the command line spells it
    std::string title; ///< for a user, in the user's language
    ModelConfig model{};
    TrainingOptions options{};
    std::vector<LengthGoal> goals{}; ///< where the task has TaskLengths
};

/// Sentences of a length that is asked for. All sentences of a batch have one length.
struct TaskLengths {
    int shortest = 1; ///< in symbols of the source
    int longest = 1;
    std::vector<int> measured{}; ///< those whose accuracy is told
    /// Makes a sentence as Task::sentence does.
    std::function<TrainingSentence(std::uint64_t seed, std::uint64_t number, bool isHeldOut, int length)> sentence{};
};

/// Something to learn. Sentences are a function of seed and number, so that any of them can be made again.
struct Task {
    std::string name;    ///< as files and the command line spell it
    std::string title;   ///< for a user, in the user's language
    std::string learned; ///< one sentence on what is learned, in the user's language
    std::string look;    ///< one sentence on where to look, in the user's language
    Vocabulary vocabulary{};
    Tokenizer tokenizer = Tokenizer::Whitespace;       ///< that reads its sentences
    std::shared_ptr<const TrainedTokenizer> trained{}; ///< that Tokenizer::Checkpoint means
    std::optional<TaskFile> file{};                    ///< of a task of one's own
    SentenceLengths lengths{};                         ///< of its longest sentences
    /// The models that it offers, the usual one first; empty: `model` alone.
    std::vector<TaskVariant> variants{};
    ModelConfig model{}; ///< that it wants: of several the one that was chosen
    TrainingOptions options{};
    /// The step from which half of the held-out answers are right, of the usual model with the task's own options, as
    /// held_out_accuracy in the curve of `regard train --task NAME --seed 1` says, rounded up to tens; 0: not measured.
    int halfRightAfter = 0;
    double accuracyGoal = 0; ///< share of held-out sentences whose asked tokens are all right
    std::vector<TaskMeasure> measures{};
    /// A held-out sentence is never among those to train on, whatever the seed.
    std::function<TrainingSentence(std::uint64_t seed, std::uint64_t number, bool isHeldOut)> sentence{};
    std::function<bool(const TrainingSentence &)> isHeldOut{};
    std::optional<TaskLengths> byLength{}; ///< of a task whose accuracy is a matter of length
    /// What is asked in a sentence that a user typed: `typed` has its tokens. Nothing where it is none of the task's.
    std::function<std::optional<TrainingSentence>(TrainingSentence typed)> asked{};
};

} // namespace regard
