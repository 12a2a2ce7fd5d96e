#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/look/selection.h"
#include "engine/model/model.h"
#include "engine/model/recurrent.h"
#include "views/steps/cell_context.h"
#include "views/steps/step_context.h"

namespace regard {

/// The chain of cells whose stages are shown: the selected one, else the first. Nothing where the model has none, or
/// where the attention in view does not ask or read it.
std::optional<CellPlace> chainInSteps(const Selection &within, const ModelConfig &config);

/// Whether the stages are those of a chain alone: the model has no attention, or a chain is selected that the attention
/// in view neither asks nor is asked by.
bool isChainAlone(const Selection &within, const ModelConfig &config);

/// The sentence over which the stages' token stands, and that of the key: of a chain alone both are the same.
Attention sentencesOfSteps(const Selection &within, const ModelConfig &config);

/// Whether another state has the same stages, of the same chain alone.
bool hasSameChain(const Selection &within, const ModelConfig &now, const ModelConfig &before);

/// The token of a chain that stands alone: the one that was chosen, else the first that is not masked out.
int tokenInChain(const Selection &within, const Trace &trace, const ModelConfig &config);

/// What the stages follow: a pair of tokens through an attention, a token through a step of a chain, or both where the
/// cross-attention asks or reads the chain. At least one is there.
struct StepSubject {
    /// `within` is clamped to the trace, which must have an attention or a chain.
    StepSubject(const Model &model, const Trace &trace, const Selection &within,
                const std::vector<std::string> &dimensions, const StepChoice &choice);
    StepSubject(const StepSubject &) = delete;
    StepSubject &operator=(const StepSubject &) = delete;

    std::optional<StepContext> pair;
    std::optional<CellContext> cell;

    /// The token whose row is read: the chain's, else the one that asks.
    const StepPass &read() const { return cell ? static_cast<const StepPass &>(*cell) : *pair; }
    /// The token of which the output stage speaks.
    const StepPass &left() const { return pair ? static_cast<const StepPass &>(*pair) : *cell; }
};

} // namespace regard
