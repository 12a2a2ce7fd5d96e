#pragma once

#include <string>
#include <vector>

#include <QString>

#include "engine/model/recurrent.h"
#include "views/steps/step_pass.h"

namespace regard {

/// What the makers of a cell's stages share: one step of a chain.
class CellContext : public StepPass {
public:
    /// `query` is the token that the step reads, of the sentence that the chain runs over.
    CellContext(const Model &model, const Trace &trace, const Selection &within,
                const std::vector<std::string> &dimensions, const StepChoice &choice, const CellPlace &place,
                int query);

    /// What a gate is made of: x · W + b of its weights and h · U, of a gru's candidate h · U_c + b′_c.
    struct Gate {
        GateWeights weights;
        bool hasStateBias = false;
        Matrix fromInput; ///< 1 × stateSizeOf()
        Matrix fromState; ///< 1 × stateSizeOf()
    };
    Gate gate(std::size_t index) const;

    CellPlace place;
    const CellTrace &cell;
    Matrix input;      ///< 1 × cellInputOf(), x
    Matrix before;     ///< 1 × stateSizeOf(), h
    Matrix cellBefore; ///< 1 × stateSizeOf(), c of an lstm; else empty
    bool isMasked;     ///< the state stays
    bool isZero;       ///< the state is put to zero afterwards

    /// `encoder.0.forward.w_r` of "w_r".
    std::string weight(const char *part) const { return cellWeight(place, part); }
    /// Whether x is the word's row and the context that the attention gives below it.
    bool readsContext() const { return input.cols() > config.dModel; }
    /// What the numbers of the word's row are made of; nothing above the lowest layer.
    StepSourceList wordSources() const;
    /// The step's row of one part of the trace: `cell.states`.
    StepRow row(const Matrix &part) const { return stepRow(part, query); }
    /// The row of a gate.
    StepRow gateRow(std::size_t index) const { return row(cell.gates[index]); }
    /// c′ = f ∘ c + i ∘ g of an lstm, before zeros replace it: 1 × stateSizeOf().
    Matrix madeCellState() const;
};

/// How formulas write a weight: "W_r" of "w_r", and a bias as it is named.
QString letterOf(const char *weight);

} // namespace regard
