#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "engine/model/model.h"

namespace regard {

/// How far one weight moved from an earlier model. Norms are Frobenius': the square root of the sum of all squares.
struct MatrixChange {
    std::string name; ///< "encoder.0.self.w_q"
    int rows = 0;     ///< of the weight now
    int columns = 0;  ///< of the weight now
    double difference; ///< ‖now − before‖; NaN where the earlier model has none of that name, or one of another size
    double before;     ///< ‖before‖; NaN where `difference` is

    /// ‖now − before‖ ÷ ‖before‖; 0 where nothing moved, NaN where something did and all was 0 before.
    double relative() const;
};

/// Every weight that the model uses, in the order in which it applies them; position tables where they are given. Sums
/// are in double precision; a weight that both models share costs nothing but its norm. Nothing where it was cancelled.
std::vector<MatrixChange> matrixChanges(const Model &now, const Model &before,
                                        const std::atomic<bool> *cancelled = nullptr);

} // namespace regard
