#pragma once

namespace regard {

/// The stages of one pass, as followed for one pair of tokens or through one step of a chain of cells, in the order of
/// computation. (Where a cell reads what an attention gives, its stages come after that attention's.)
enum class StepKind {
    Embed,
    FirstState,
    FirstCellState,
    ResetGate,
    UpdateGate,
    InputGate,
    ForgetGate,
    Candidate,
    OutputGate,
    CellState,
    NewState,
    Project,
    Score,
    Scale,
    Mask,
    Softmax,
    Weigh,
    Join,
    Combine,
    AddNorm,
    FeedForward,
    Output,
};

/// Whether it is one of a chain of cells.
constexpr bool isOfCell(StepKind kind)
{
    return kind >= StepKind::FirstState && kind <= StepKind::NewState;
}

} // namespace regard
