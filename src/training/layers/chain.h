#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/model/recurrent.h"
#include "training/base/rows.h"
#include "training/layers/step_order.h"

namespace regard {

/// The places of one chain's numbers among the parameters.
struct ChainPlan {
    struct Gate {
        std::size_t input = 0;     ///< inputs × size
        std::size_t recurrent = 0; ///< size × size
        std::size_t bias = 0;
    };

    CellPlace place{};
    Cell cell = Cell::Gru;
    int inputs = 0;            ///< numbers that a step reads beside its last state
    int size = 0;              ///< of a state
    std::vector<Gate> gates{}; ///< as gatesOf()
    std::optional<std::size_t> candidateStateBias{};
    std::vector<int> zeroTokens{}; ///< whose states are put to zero, from 0

    /// Numbers that a step passes on to the next: carriedSizeOf().
    Eigen::Index carried() const { return Eigen::Index(statePartsOf(cell)) * size; }
    bool isBackward() const { return place.direction == Direction::Backward; }
    Eigen::Index columns() const { return Eigen::Index(gates.size()) * size; }
};

/// One chain of cells over some sentences, forward and backward through time: Werbos 1990. What the cells compute:
/// engine/pass/cell_run.h. It keeps its memory from one run to the next; `order` must stay during one.
template <typename Number>
class ChainRun {
public:
    /// masked: of each sentence the tokens at which the state stays. first: what the first steps get, a row for each
    /// sentence, the longest first; none: zeros.
    void begin(const ChainPlan &plan, const Number *weights, const StepOrder &order,
               std::span<const std::vector<int> *const> masked, const std::optional<ConstView<Number>> &first);
    /// Reads the rows of the sentences: their first columns, where the rest comes step by step.
    void read(ConstView<Number> sentences);
    /// The rest of what a step reads, order.count(step) rows, from that column on.
    void readStep(Eigen::Index step, ConstView<Number> rows, Eigen::Index column);
    void step(Eigen::Index step);

    /// h, of the step's sentences.
    ConstView<Number> before(Eigen::Index step) const { return carriedBefore(step, m_plan->size); }
    ConstView<Number> after(Eigen::Index step) const
    {
        return m_carried.part(m_order->first(step), m_order->count(step), 0, m_plan->size);
    }
    /// All states h, in the order of the steps.
    ConstView<Number> states() const { return m_carried.part(0, m_carried.rows(), 0, m_plan->size); }
    /// What the last step of a sentence passes on, of `length` tokens and the i-th from the longest on: a row.
    ConstView<Number> last(Eigen::Index i, Eigen::Index length) const
    {
        return m_carried.part(m_order->first(length - 1) + i, 1, 0, m_carried.columns());
    }

    /// dLast: the derivative by what the last steps pass on, as `first` of begin(); none: zeros.
    void beginBackward(const std::optional<ConstView<Number>> &dLast = {});
    /// Takes the derivative by what the step gave, beside that which the step after it left. Steps come from the last
    /// one on.
    void backStep(Eigen::Index step, ConstView<Number> dStates);
    /// Adds to the derivative by the states before the step that was the last to be gone back.
    void addToBefore(ConstView<Number> d);
    /// The derivative by what the first steps got, after the last step; the longest sentence first.
    ConstView<Number> dFirst() const { return m_dBefore.all(); }
    /// Computes the derivative by some columns of what a step read.
    void dInput(Eigen::Index step, Eigen::Index column, RowsView<Number> d) const;
    /// Adds the weights' derivatives, and those by the first columns of what was read, none or more, to the rows of the
    /// sentences.
    void finishBackward(Number *gradient, RowsView<Number> dSentences);

private:
    ConstView<Number> rowsOf(const Rows<Number> &rows, Eigen::Index step) const
    {
        return rows.part(m_order->first(step), m_order->count(step), 0, rows.columns());
    }
    RowsView<Number> rowsOf(Rows<Number> &rows, Eigen::Index step) const
    {
        return rows.part(m_order->first(step), m_order->count(step), 0, rows.columns());
    }
    /// The first columns of what the step's sentences are passed on.
    ConstView<Number> carriedBefore(Eigen::Index step, Eigen::Index columns) const
    {
        return (step == 0 ? m_first : m_carried)
            .part(step == 0 ? 0 : m_order->first(step - 1), m_order->count(step), 0, columns);
    }
    /// A part of the step's sums, as wide as the state, or of what it got and passes on.
    RowsView<Number> partOf(Rows<Number> &rows, Eigen::Index step, Eigen::Index part)
    {
        return rows.part(m_order->first(step), m_order->count(step), part * m_plan->size, m_plan->size);
    }
    /// The step's gates, or their derivatives: the first parts of `rows`, as arrays.
    template <std::size_t count>
    auto gatesOf(Rows<Number> &rows, Eigen::Index step)
    {
        return [&]<std::size_t... part>(std::index_sequence<part...>)
        {
            return std::array{partOf(rows, step, part).array()...};
        }
        (std::make_index_sequence<count>());
    }
    void join();
    void findKept(std::span<const std::vector<int> *const> masked);
    void rnn(Eigen::Index step);
    void gru(Eigen::Index step);
    void lstm(Eigen::Index step);
    void holdStates(Eigen::Index step);
    void backRnn(Eigen::Index step);
    void backGru(Eigen::Index step);
    void backLstm(Eigen::Index step);

    const ChainPlan *m_plan = nullptr;
    const Number *m_weights = nullptr;
    const StepOrder *m_order = nullptr;
    Rows<Number> m_inputWeights, m_stateWeights, m_bias, m_stateBias; ///< the gates' side by side
    Rows<Number> m_input;                                             ///< rows of steps, as all that follow
    Rows<Number> m_sums;    ///< x W + b, then what the functions of it give: the gates, or the state
    Rows<Number> m_inner;   ///< of a gru h U_c + b′_c, which the reset gate lets through; of an lstm tanh(c′)
    Rows<Number> m_before;  ///< what each row's step was passed on
    Rows<Number> m_carried; ///< what it passes on
    Rows<Number> m_recurrent;
    std::vector<char> m_isMasked, m_isZero; ///< of each row
    Rows<Number> m_first;

    Rows<Number> m_dSums, m_dRecurrent, m_dCarried, m_dBefore, m_product;
};

} // namespace regard
