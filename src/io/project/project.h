#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <QString>

#include "engine/model/model.h"
#include "engine/pass/forward.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/cell_ref.h"
#include "io/project/step_view.h"
#include "io/project/token_view.h"
#include "text/sentence_texts.h"
#include "text/tokenizer.h"

namespace regard {

struct JsonValue;

/// What was on screen, as a project's `view` stores it; layers, heads and tokens count from 1 in the file, 0 here.
struct StoredView {
    std::string block;   ///< encoder, decoder, cross; empty: the first that the model has
    std::string summary; ///< mean, maximum, rollout; empty: single heads
    int layer = 0;
    int head = 0;
    std::vector<int> heads; ///< shown in the links; empty: all
    int query = -1;         ///< the token in focus, −1 none
    int key = -1;
    std::string stage = "weights"; ///< scores, scaled, masked, weights
    StepView steps{};              ///< how the steps are looked at
    CellRef cell{};                ///< the cell of a matrix in view; matrix empty: none
    TokenView tokens{};            ///< pieces or words, special tokens, which half of a pair

    bool operator==(const StoredView &) const = default;
};

struct Project;

/// A numbered state that a project keeps: everything as it was then, what was on screen included.
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
    Model model;                         ///< complete, as buildModel leaves it
    std::vector<std::string> dimensions; ///< empty, or d_model names
    std::vector<int> maskedSource;
    std::vector<int> maskedTarget;
    StoredView view;
    std::vector<Snapshot> snapshots;
    /// The trained model that weights, embedding and tokenizer come from, as far as they were not edited; null: none.
    std::shared_ptr<const Checkpoint> checkpoint{};
};

/// Reads a project strictly, and opens the checkpoint that it names. Throws FileError naming the key (and line and
/// column where the JSON is broken); of a checkpoint that is missing or has changed both hashes.
Project readProject(const QString &path);
/// The same from memory; `name` stands in the errors, and a checkpoint's folder is looked for from where that file is.
Project parseProject(std::string_view json, const std::string &name);
/// The same from a document that has been taken apart.
Project parseProject(const JsonValue &root, const std::string &name);

/// The project as JSON: given weights and rows only, of a checkpoint's those that are not as it has them; numbers read
/// back bit-identical. Masked positions, view entries and dimensions that no longer fit the sentence or the model are
/// left out, so that the file can be read again. `path` is where it is going to stand, which says how a checkpoint's
/// folder is spelled; empty: absolutely.
/// Throws ValueError where a number is not finite, FileError where a checkpoint's folder cannot be read for its hash.
std::string projectJson(const Project &project, const QString &path = QString());
/// Atomic: the old file stays whole until the new one is complete. Throws FileError.
void writeProject(const QString &path, const Project &project);

/// The classroom model of the defaults, with no sentence.
Project defaultProject();

/// Whether a checkpoint's tokenizer and a model with that configuration read two sentences as one.
bool canPair(const Checkpoint *checkpoint, const ModelConfig &config);

/// What makes tokens of a project's sentences, and those tokens (text/sentence_texts.h). Of the model, the
/// configuration counts alone.
SentenceTexts textsOf(const Project &project);
bool takesPair(const Project &project);
bool readsPair(const Project &project);
Tokens sourceTokens(const Project &project);
Tokens targetTokens(const Project &project);

/// A project of a checkpoint as it stands in its folder, without a sentence.
Project checkpointProject(std::shared_ptr<const Checkpoint> checkpoint);

/// What the model reads: the tokens that the source gives and, beside an encoder, those that the target gives to the
/// decoder, each with those of its masked positions that it has.
Input inputOf(const Project &project);
/// The same of tokens that are there already; the target counts beside an encoder alone.
Input inputOf(const ModelConfig &config, const Tokens &source, const Tokens &target);

/// Those of the positions that lie in a sentence of `count` tokens, each once, in the order given.
std::vector<int> fittingPositions(const std::vector<int> &positions, std::size_t count);

} // namespace regard
