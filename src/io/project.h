#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <QString>

#include "engine/forward.h"
#include "engine/model.h"
#include "io/cell_ref.h"
#include "io/step_view.h"
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
};

/// Reads a project strictly. Throws FileError naming the key (and line and column where the JSON is broken).
/// A checkpoint is refused by name: this version reads none.
Project readProject(const QString &path);
/// The same from memory; `name` stands in the errors.
Project parseProject(std::string_view json, const std::string &name);
/// The same from a document that has been taken apart.
Project parseProject(const JsonValue &root, const std::string &name);

/// The project as JSON: given weights and rows only; numbers read back bit-identical. Masked positions, view entries
/// and dimensions that no longer fit the sentence or the model are left out, so that the file can be read again.
/// Throws ValueError where a number is not finite.
std::string projectJson(const Project &project);
/// Atomic: the old file stays whole until the new one is complete. Throws FileError.
void writeProject(const QString &path, const Project &project);

/// The classroom model of the defaults, with no sentence.
Project defaultProject();

/// What the model reads: the tokens that the source gives and, beside an encoder, those that the target gives to the
/// decoder, each with those of its masked positions that it has.
Input inputOf(const Project &project);

/// Those of the positions that lie in a sentence of `count` tokens, each once, in the order given.
std::vector<int> fittingPositions(const std::vector<int> &positions, std::size_t count);

} // namespace regard
