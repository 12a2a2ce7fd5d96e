#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "document/look/selection.h"
#include "engine/model/interventions.h"
#include "engine/model/model_config.h"
#include "engine/pass/trace.h"
#include "views/block/block_figure.h"

namespace regard {

/// What a box of the diagram computes. Two boxes may belong to one Part: a norm before a sublayer and the sum after it,
/// the linear layer and the softmax.
enum class BlockStep {
    Input,      ///< the tokens' rows, and positions
    LayerBelow, ///< what the layer before gives
    Norm,
    Attention,
    FeedForward,
    Add,
    AddNorm,
    FinalNorm,
    Transform, ///< of a masked language model, before the linear layer
    Linear,
    Softmax,
    Cells,      ///< a chain of a recurrent layer
    SideBySide, ///< the states of both directions
    FirstState, ///< of a recurrent decoder
    Combine,    ///< tanh([s; c] W + b)
    Onwards,    ///< where the stream goes
};

/// A box of the diagram.
struct BlockPlace {
    BlockStep step = BlockStep::Attention;
    Selection selects;                      ///< the selection once the box is chosen
    BlockStep lands = BlockStep::Attention; ///< the box that is then the selected one: this, or one of another layer
    bool isActive = true;                   ///< false: choosing it changes nothing
    QString hint;                           ///< what it is or where it leads, a sentence without its full stop

    bool isElsewhere() const { return step == BlockStep::LayerBelow || step == BlockStep::Onwards; }
};

/// One layer's diagram with what each box means.
struct BlockDiagram {
    QString title; ///< "encoder layer 6"
    BlockData data;
    std::vector<BlockPlace> places; ///< one a box; one more for the second input where there is one
};

/// The selection with attention, layer and part that the model has: a part that it lacks becomes the attention.
Selection withinBlocks(const Selection &selection, const ModelConfig &config);

/// The diagram of the selected layer, with what is switched off marked. `step` tells boxes of one part apart; without
/// it the lower one is meant.
BlockDiagram blockDiagram(const ModelConfig &config, const Trace &trace, const Selection &selection,
                          std::optional<BlockStep> step = std::nullopt, const Interventions &interventions = {});

/// The tokens that a stack reads.
const SideTrace &tokensOf(const Trace &trace, Stack stack);

} // namespace regard
