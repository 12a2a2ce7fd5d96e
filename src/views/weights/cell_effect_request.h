#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "engine/analysis/cell_derivative.h"

namespace regard {

/// What to differentiate: an immutable snapshot.
struct CellEffectRequest {
    std::shared_ptr<const Model> model;
    SharedTrace trace;
    ModelCell cell;
    AttentionPlace place;
    int head = 0;
};

/// Null where the model has no such cell, or the memory does not suffice.
struct CellEffectOutcome {
    std::shared_ptr<const HeadDerivative> derivative;
};

/// Runs a request on the calling thread. Nothing where it was cancelled.
std::optional<CellEffectOutcome> runCellEffect(const CellEffectRequest &request,
                                               const std::atomic<bool> *cancelled = nullptr);

} // namespace regard
