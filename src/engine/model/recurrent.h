#pragma once

#include <array>
#include <compare>
#include <string>
#include <vector>

#include "engine/model/model_config.h"
#include "engine/model/stack.h"

namespace regard {

/// The way in which a cell goes through the sentence.
enum class Direction { Forward, Backward };

/// One chain of cells: a direction of a layer of a recurrent stack.
struct CellPlace {
    Stack stack = Stack::Encoder;
    int layer = 0; ///< from 0
    Direction direction = Direction::Forward;

    auto operator<=>(const CellPlace &) const = default;
};

/// The number of directions of a recurrent stack's layers; a decoder has one.
int directionsOf(const ModelConfig &config, Stack stack);

/// Every chain of a stack in the order of computation; none where the stack is not recurrent.
std::vector<CellPlace> cellsOf(const ModelConfig &config, Stack stack);

/// Numbers of one state h: d_model, divided among the directions.
int stateSizeOf(const ModelConfig &config, Stack stack);

/// Parts of what a step passes on to the next, each as wide as h: an lstm the state h and the cell state c, others h.
int statePartsOf(Cell cell);
/// Numbers that a step passes on to the next: those parts side by side.
int carriedSizeOf(const ModelConfig &config, Stack stack);

/// Numbers that a chain's step reads beside its own last state: d_model, and in the lowest layer of a decoder with
/// Bahdanau's attention also those of the context.
int cellInputOf(const ModelConfig &config, const CellPlace &place);

/// Numbers of a row that the decoder's cross-attention gives: d_model, or heads · d_value without output projection.
int contextSizeOf(const ModelConfig &config);

/// `encoder.0.forward`, `encoder.0.backward`, `decoder.0.forward`
std::string cellName(const CellPlace &place);
std::string cellWeight(const CellPlace &place, const char *name);
/// Whether a weight of that name is of a chain: an lstm's `w_g` and `w_o` are none of an attention.
bool isCellWeight(const std::string &name);

/// A part of a cell.
struct GateWeights {
    const char *input;        ///< `w_r`: cellInputOf() × stateSizeOf()
    const char *recurrent;    ///< `u_r`: stateSizeOf() × stateSizeOf()
    const char *bias;         ///< `b_r`: 1 × stateSizeOf()
    const char *name;         ///< `reset`, what a trace calls its numbers; null: they are the state itself
    float whereMasked = 0.0F; ///< its numbers at a token that is masked out, where the state stays
};
/// The gates in the order of their columns: gru reset, update and candidate; lstm input, forget, candidate and output,
/// as torch.nn.LSTM has them; rnn the state alone.
std::vector<GateWeights> gatesOf(Cell cell);

/// The bias inside the reset gate's product, h U_c + b′_c, of a gru.
inline constexpr const char *candidateStateBias = "b_uc";

/// Every weight of the chain that the cell reads.
std::vector<std::string> weightNamesOf(const CellPlace &place, Cell cell);

/// tanh(s W + b), a part of the first state of each layer of a recurrent decoder with an encoder.
struct FirstStateWeights {
    const char *weight; ///< d_model × d_model
    const char *bias;
};
inline constexpr FirstStateWeights firstStateWeights{"decoder.first_state.w", "decoder.first_state.b"};
inline constexpr FirstStateWeights firstCellWeights{"decoder.first_state.w_c", "decoder.first_state.b_c"};
/// The weights of each of the cell's statePartsOf().
std::vector<FirstStateWeights> firstStatesOf(Cell cell);

/// tanh([s; c] W_c + b_c), what the output layer of a recurrent decoder with attention reads.
inline constexpr const char *combineWeight = "decoder.combine.w";
inline constexpr const char *combineBias = "decoder.combine.b";

/// Whether a recurrent decoder begins where an encoder ended.
bool hasFirstState(const ModelConfig &config);
/// Whether a recurrent decoder attends to an encoder.
bool combinesContext(const ModelConfig &config);

} // namespace regard
