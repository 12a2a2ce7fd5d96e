#pragma once

#include <string>

#include "engine/model/interventions.h"
#include "engine/model/model.h"

namespace regard {

/// Through which of its three readings a head takes up what an earlier one wrote.
enum class Composition { Q, K, V };

/// Why a head has no composition scores, as one sentence; empty: it has.
///
/// Between two heads of one stack they are defined where nothing but a sum lies between what the one writes and what
/// the other's norm reads, and where scores are a product of queries and keys.
std::string whyNoComposition(const Model &model, const HeadRef &head);

/// ‖A · B‖ ÷ (‖A‖ · ‖B‖) in the Frobenius norm, of every head of every earlier layer: layers × heads. A is the earlier
/// head's W_V W_O, B the head's W_Q W_Kᵀ (Q), W_K W_Qᵀ (K) or W_V W_O (V). The gain of the norm that each reads through
/// is folded in; where it subtracts the mean, that is taken out of what is read and of what is written. Biases, and
/// rotation by positions, do not count. 0 where a matrix is. Elhage et al. 2021, "Virtual weights".
Matrix compositionScores(const Model &model, const HeadRef &head, Composition composition);

} // namespace regard
