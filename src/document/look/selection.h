#pragma once

#include <vector>

#include "engine/model/attention_place.h"
#include "engine/model/recurrent.h"
#include "io/project/stored_view.h"

namespace regard {

/// A box of the selected layer as the field draws it. Boxes outside the layers belong to every layer.
enum class Part {
    Input,           ///< token rows, positions, embedding norm of the side that the stack reads: shownStack()
    Attention,       ///< the selected attention block: Selection::attention
    AttentionNorm,   ///< add & norm after that attention
    FeedForward,     ///< of the selected layer
    FeedForwardNorm, ///< add & norm after the feed-forward
    FinalNorm,       ///< after the stack's last layer
    Output,          ///< linear and softmax over the vocabulary
    Cells,           ///< the chain of cells of a recurrent stack: Selection::chain
    FirstState,      ///< where a recurrent decoder begins
    Combine,         ///< tanh([s; c] W_c + b_c) of a recurrent decoder with attention
};

/// The one selection. Its attention is one that the model has, or the encoder's where it has none. Every view reads
/// this and sets this; all positions count from 0.
struct Selection {
    Attention attention = Attention::Encoder;
    int layer = 0;
    int head = 0;           ///< the head of heatmap, editor and tooltips
    std::vector<int> heads; ///< heads on in the links, sorted; empty: none
    Summary summary = Summary::None;
    Part part = Part::Attention;
    CellPlace chain{};              ///< of Part::Cells, and of Part::Input where its stack is recurrent
    int state = -1;                 ///< the word whose step of the chain was chosen, −1 none
    int query = -1;                 ///< token in focus (hovered, else pinned last), −1 none
    int key = -1;                   ///< key token in focus, −1 none
    std::vector<int> pinnedQueries; ///< each once, the newest last
    std::vector<int> pinnedKeys;    ///< each once, the newest last
    Stage stage = Stage::Weights;

    bool operator==(const Selection &) const = default;
};

} // namespace regard
