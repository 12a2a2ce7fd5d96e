#pragma once

#include <memory>

#include <QString>

#include "document/sentence/side.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "text/tokenizer.h"

namespace regard {

struct Project;

/// What the last finished pass belongs to: the trace and the very model and tokens it was computed from. Views paint
/// from this alone, so that a picture never mixes two states.
struct Result {
    std::shared_ptr<const Model> model; ///< null before the first pass
    SharedTrace trace;

    bool operator==(const Result &) const = default; ///< the very same one
};

/// A state that is kept to compare with. Weights and all parts of the trace unchanged since then are shared with the
/// present state, so that only the differences cost memory.
struct PinnedState {
    Result result; ///< never null
    Tokens source;
    Tokens target;
    QString name; ///< for captions: "pinned", "snapshot 2 · sharper", a file's name
    /// The whole state, to keep or to store; null where it is a file's.
    std::shared_ptr<const Project> project{};

    const Tokens &tokens(Side side) const { return side == Side::Source ? source : target; }
};

/// What the views show of the two states.
enum class Compared { Now, Pinned, Difference };

} // namespace regard
