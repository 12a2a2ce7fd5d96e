#include "views/steps/step_cell_matrices.h"

#include <optional>
#include <utility>

#include <QCoreApplication>

#include "engine/kernels/product.h"
#include "engine/pass/recurrent_pass.h"
#include "views/steps/step_pieces.h"
#include "views/steps/step_replacement.h"

namespace regard {

namespace {

struct StepCellMatricesText {
    Q_DECLARE_TR_FUNCTIONS(StepCell)
};

class CellMatrices {
public:
    explicit CellMatrices(const CellContext &context) : m_context(context), m_pieces(context) {}

    std::vector<StepLine> lines(StepKind kind) const
    {
        if (kind == StepKind::FirstState)
            return firstState(0, QStringLiteral("h₀"), "w", "b");
        if (kind == StepKind::FirstCellState)
            return firstState(1, QStringLiteral("c₀"), "w_c", "b_c");
        if (m_context.isMasked)
            return {};
        const bool isLstm = m_context.config.cell == Cell::Lstm;
        switch (kind) {
        case StepKind::ResetGate:
            return gate(0, StepCellMatricesText::tr("σ of"), QStringLiteral("r"));
        case StepKind::UpdateGate:
            return gate(1, StepCellMatricesText::tr("σ of"), QStringLiteral("z"));
        case StepKind::InputGate:
            return gate(0, StepCellMatricesText::tr("σ of"), QStringLiteral("i"));
        case StepKind::ForgetGate:
            return gate(1, StepCellMatricesText::tr("σ of"), QStringLiteral("f"));
        case StepKind::OutputGate:
            return gate(3, StepCellMatricesText::tr("σ of"), QStringLiteral("o"));
        case StepKind::Candidate:
            return isLstm ? gate(2, StepCellMatricesText::tr("tanh of"), QStringLiteral("g")) : candidate();
        case StepKind::CellState:
            return cellState();
        default:
            break;
        }
        switch (m_context.config.cell) {
        case Cell::Rnn:
            return rnnState();
        case Cell::Gru:
            return gruState();
        case Cell::Lstm:
            break;
        }
        return lstmState();
    }

private:
    std::vector<StepLine> firstState(std::size_t part, const QString &name, const char *letter,
                                     const char *biasLetter) const
    {
        const Matrix summary = encoderSummaries(m_context.model, m_context.trace).at(part);
        const FirstStateWeights names = firstStatesOf(m_context.config.cell).at(part);
        const Matrix sums =
            affine(summary, m_context.model.weights.at(names.weight), &m_context.model.weights.at(names.bias)).numbers;
        const Matrix state = m_context.trace.firstState.middleCols(Eigen::Index(part) * sums.cols(), sums.cols());
        const StepSourceList sources{columnsSource(names.weight), alongRow(names.bias, 0)};
        const int c = m_context.component(stepRow(state, 0));
        const StepPiece sum = row(StepCellMatricesText::tr("sum"), sums, c, sources);
        return {m_pieces.product(row(QStringLiteral("s"), summary, -1), weight(letterOf(letter), names.weight, c),
                                 weight(letterOf(biasLetter), names.bias, c), sum),
                {stepSign(StepCellMatricesText::tr("tanh of")), sum, stepSign(QStringLiteral("=")),
                 row(name, state, c, sources)}};
    }

    /// One step's numbers.
    StepPiece row(const QString &name, Matrix values, int column, StepSourceList sources = {}) const
    {
        StepPiece piece = m_pieces.matrix(name, std::move(values), StepRole::Plain, std::move(sources));
        piece.matrix.row = 0;
        piece.matrix.column = column;
        piece.matrix.columnsAreComponents = column >= 0;
        return piece;
    }

    StepPiece rowOf(const QString &name, const Matrix &part, int column) const
    {
        return row(name, part.row(m_context.query), column);
    }

    StepPiece weight(const QString &name, const std::string &full, int column) const
    {
        return m_pieces.weight(name, full, column);
    }

    /// What is made of all words, and of the state before this step.
    struct Read {
        std::vector<StepLine> lines;
        StepPiece fromInput;
        StepPiece fromState;
    };

    Read read(std::size_t index, int c) const
    {
        const CellContext::Gate gate = m_context.gate(index);
        const std::string input = m_context.weight(gate.weights.input);
        const std::string inputBias = m_context.weight(gate.weights.bias);
        const std::string state = m_context.weight(gate.weights.recurrent);
        const ModelWeights &weights = m_context.model.weights;
        const StepSourceList inputSources{columnsSource(input), alongRow(inputBias, 0)};
        StepSourceList stateSources{columnsSource(state)};
        std::optional<StepPiece> stateBias;
        if (gate.hasStateBias) {
            stateBias = weight(letterOf(candidateStateBias), m_context.weight(candidateStateBias), c);
            stateSources.push_back(alongRow(m_context.weight(candidateStateBias), 0));
        }
        const QString inputName = !m_context.readsContext()  ? QStringLiteral("X")
                                  : m_context.choice.columns ? StepCellMatricesText::tr("[X; contexts]")
                                                             : StepCellMatricesText::tr("[X, contexts]");
        const StepSourceList words =
            m_context.place.layer == 0 && !m_context.readsContext() ? m_context.entry.entry(eachRow) : StepSourceList();
        Read made;
        made.fromInput = row(StepCellMatricesText::tr("from x"), gate.fromInput, c, inputSources);
        made.fromState = row(StepCellMatricesText::tr("from h"), gate.fromState, c, stateSources);
        StepPiece all = m_pieces.asking(StepCellMatricesText::tr("from x"),
                                        affine(m_context.cell.input, weights.at(input), &weights.at(inputBias)).numbers,
                                        StepRole::Plain, c, inputSources);
        made.lines.push_back(
            m_pieces.product(m_pieces.asking(inputName, m_context.cell.input, StepRole::Plain, -1, words),
                             weight(letterOf(gate.weights.input), input, c),
                             weight(letterOf(gate.weights.bias), inputBias, c), std::move(all)));
        made.lines.push_back(m_pieces.product(row(QStringLiteral("h"), m_context.before, -1),
                                              weight(letterOf(gate.weights.recurrent), state, c), std::move(stateBias),
                                              made.fromState));
        return made;
    }

    std::vector<StepLine> gate(std::size_t index, const QString &function, const QString &name) const
    {
        const Matrix &part = m_context.cell.gates[index];
        const int c = m_context.component(m_context.row(part));
        Read made = read(index, c);
        made.lines.push_back({stepSign(function), made.fromInput, stepSign(QStringLiteral("+")), made.fromState,
                              stepSign(QStringLiteral("=")), rowOf(name, part, c)});
        return made.lines;
    }

    std::vector<StepLine> candidate() const
    {
        const int c = m_context.component(m_context.gateRow(2));
        Read made = read(2, c);
        made.lines.push_back({stepSign(StepCellMatricesText::tr("tanh of")), made.fromInput,
                              stepSign(QStringLiteral("+")), rowOf(QStringLiteral("r"), m_context.cell.gates[0], c),
                              stepSign(QStringLiteral("∘")), made.fromState, stepSign(QStringLiteral("=")),
                              rowOf(QStringLiteral("c"), m_context.cell.gates[2], c)});
        return made.lines;
    }

    std::vector<StepLine> gruState() const
    {
        const Matrix update = m_context.cell.gates[1].row(m_context.query);
        const Matrix rest = 1.0F - update.array();
        const Matrix made = rest.array() * m_context.cell.gates[2].row(m_context.query).array() +
                            update.array() * m_context.before.array();
        const int c = m_context.component(stepRow(made, 0));
        const auto sign = [](const QString &text) { return stepSign(text); };
        return replaced({{row(QStringLiteral("1 − z"), rest, c), sign(QStringLiteral("∘")),
                          rowOf(QStringLiteral("c"), m_context.cell.gates[2], c), sign(QStringLiteral("+")),
                          row(QStringLiteral("z"), update, c), sign(QStringLiteral("∘")),
                          row(QStringLiteral("h"), m_context.before, c), sign(QStringLiteral("="))}},
                        QStringLiteral("h′"), made, c);
    }

    std::vector<StepLine> cellState() const
    {
        const std::vector<Matrix> &gates = m_context.cell.gates;
        const Matrix made = m_context.madeCellState();
        const int c = m_context.component(stepRow(made, 0));
        const auto sign = [](const QString &text) { return stepSign(text); };
        return replaced({{rowOf(QStringLiteral("f"), gates[1], c), sign(QStringLiteral("∘")),
                          row(QStringLiteral("c"), m_context.cellBefore, c), sign(QStringLiteral("+")),
                          rowOf(QStringLiteral("i"), gates[0], c), sign(QStringLiteral("∘")),
                          rowOf(QStringLiteral("g"), gates[2], c), sign(QStringLiteral("="))}},
                        QStringLiteral("c′"), made, c);
    }

    std::vector<StepLine> lstmState() const
    {
        const Matrix cell = m_context.madeCellState();
        const Matrix active = cell.array().tanh();
        const Matrix made = m_context.cell.gates[3].row(m_context.query).array() * active.array();
        const int c = m_context.component(stepRow(made, 0));
        const StepPiece tanh = row(QStringLiteral("tanh c′"), active, c);
        return replaced({{stepSign(StepCellMatricesText::tr("tanh of")), row(QStringLiteral("c′"), cell, c),
                          stepSign(QStringLiteral("=")), tanh},
                         {rowOf(QStringLiteral("o"), m_context.cell.gates[3], c), stepSign(QStringLiteral("∘")), tanh,
                          stepSign(QStringLiteral("="))}},
                        QStringLiteral("h′"), made, c);
    }

    std::vector<StepLine> rnnState() const
    {
        const CellContext::Gate gate = m_context.gate(0);
        const Matrix made = (gate.fromInput + gate.fromState).array().tanh();
        const int c = m_context.component(stepRow(made, 0));
        Read parts = read(0, c);
        parts.lines.push_back({stepSign(StepCellMatricesText::tr("tanh of")), parts.fromInput,
                               stepSign(QStringLiteral("+")), parts.fromState, stepSign(QStringLiteral("="))});
        return replaced(std::move(parts.lines), QStringLiteral("h′"), made, c);
    }

    /// The new state behind the last line, and zeros in its place where it is put to zero.
    std::vector<StepLine> replaced(std::vector<StepLine> lines, const QString &name, const Matrix &made, int c) const
    {
        const StepPiece state = row(m_context.isZero ? StepCellMatricesText::tr("computed") : name, made, c);
        lines.back().push_back(state);
        if (m_context.isZero)
            lines.push_back(replacedLine(Replacement::Zero, state, row(name, Matrix::Zero(1, made.cols()), c)));
        return lines;
    }

    const CellContext &m_context;
    StepPieces m_pieces;
};

} // namespace

std::vector<StepLine> cellLines(const CellContext &context, StepKind kind)
{
    return CellMatrices(context).lines(kind);
}

} // namespace regard
