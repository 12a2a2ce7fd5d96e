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

/// Of a recurrent stack's layers; a decoder has one direction.
int directionsOf(const ModelConfig &config, Stack stack);

/// Every chain of a stack in the order of computation; none where the stack is not recurrent.
std::vector<CellPlace> cellsOf(const ModelConfig &config, Stack stack);

/// Numbers of one state: d_model, divided among the directions.
int stateSizeOf(const ModelConfig &config, Stack stack);

/// Numbers that a chain's step reads beside its own last state: d_model, and in the lowest layer of a decoder with
/// Bahdanau's attention also those of the context.
int cellInputOf(const ModelConfig &config, const CellPlace &place);

/// Numbers of a row that the decoder's cross-attention gives: d_model, or heads · d_value without output projection.
int contextSizeOf(const ModelConfig &config);

/// `encoder.0.forward`, `encoder.0.backward`, `decoder.0.forward`
std::string cellName(const CellPlace &place);
std::string cellWeight(const CellPlace &place, const char *name);

/// The parts of a cell in the order of their columns: gru reset, update and candidate, rnn the state alone.
struct GateWeights {
    const char *input;     ///< `w_r`: cellInputOf() × stateSizeOf()
    const char *recurrent; ///< `u_r`: stateSizeOf() × stateSizeOf()
    const char *bias;      ///< `b_r`: 1 × stateSizeOf()
};
std::vector<GateWeights> gatesOf(Cell cell);

/// The bias inside the reset gate's product, h U_c + b′_c, of a gru.
inline constexpr const char *candidateStateBias = "b_uc";

/// Every weight of the chain that the cell reads.
std::vector<std::string> weightNamesOf(const CellPlace &place, Cell cell);

/// tanh(s W + b), the first state of each layer of a recurrent decoder with an encoder.
inline constexpr const char *firstStateWeight = "decoder.first_state.w";
inline constexpr const char *firstStateBias = "decoder.first_state.b";
/// tanh([s; c] W_c + b_c), what the output layer of a recurrent decoder with attention reads.
inline constexpr const char *combineWeight = "decoder.combine.w";
inline constexpr const char *combineBias = "decoder.combine.b";

/// Whether a recurrent decoder begins where an encoder ended.
bool hasFirstState(const ModelConfig &config);
/// Whether a recurrent decoder attends to an encoder.
bool combinesContext(const ModelConfig &config);

} // namespace regard
