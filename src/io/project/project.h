#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/model/model.h"
#include "engine/pass/forward.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/stored_view.h"
#include "text/sentence_texts.h"
#include "text/tokenizer.h"

namespace regard {

struct AttentionFile; // io/attention/attention_file.h
struct Project;
struct TrainingRecord;

/// A numbered state that a project keeps: everything as it was then, the view included.
struct Snapshot {
    std::string name;                     ///< empty: its number alone
    std::shared_ptr<const Project> state; ///< never null, without snapshots of its own

    bool operator==(const Snapshot &) const = default; ///< the very same state, not an equal one
};

/// A project file's content. The format is documented in resources/guide/.
struct Project {
    std::string title;
    std::string note;
    std::string source;
    std::string target;
    Tokenizer tokenizer = Tokenizer::Words;
    /// Codes of the languages that the checkpoint's tokenizer marks the sentences with; empty: as its files say.
    std::string sourceLanguage{};
    std::string targetLanguage{};
    Model model;                         ///< complete, as buildModel leaves it
    std::vector<std::string> dimensions; ///< empty, or d_model names
    std::vector<int> maskedSource;
    std::vector<int> maskedTarget;
    StoredView view;
    std::vector<Snapshot> snapshots;
    /// The trained model from which weights, embedding and tokenizer come, unless edited; null: none.
    std::shared_ptr<const Checkpoint> checkpoint{};
    /// What its weights learned, and how far they are; null: they were not trained here.
    std::shared_ptr<const TrainingRecord> task{};
    /// The file that its attention is read from, in place of a model: of `model` the configuration alone says something
    /// then, and the sentences are the file's. Null: what is shown is computed.
    std::shared_ptr<const AttentionFile> attention{};
    int sentence = 0; ///< of the file's, from 0

    bool hasModel() const { return !attention; }
};

/// The classroom model of the defaults, with no sentence.
Project defaultProject();

/// Whether a checkpoint's tokenizer and a model with that configuration read two sentences as one.
bool canPair(const Checkpoint *checkpoint, const ModelConfig &config);

/// A project's sentences with their tokenizer, and their tokens (text/sentence_texts.h). Only the configuration of the
/// model counts.
SentenceTexts textsOf(const Project &project);
bool takesPair(const Project &project);
bool readsPair(const Project &project);
Tokens sourceTokens(const Project &project);
Tokens targetTokens(const Project &project);

/// A project of a checkpoint as its folder gives it, without a sentence.
Project checkpointProject(std::shared_ptr<const Checkpoint> checkpoint);

/// What the model reads: the tokens of the source and, beside an encoder, those of the target for the decoder, each
/// with the masked positions that exist among them.
Input inputOf(const Project &project);
/// Makes the input from given tokens; the target counts only beside an encoder.
Input inputOf(const ModelConfig &config, const Tokens &source, const Tokens &target);

/// The positions within a sentence of `count` tokens, each once, in the order given.
std::vector<int> fittingPositions(const std::vector<int> &positions, std::size_t count);

} // namespace regard
