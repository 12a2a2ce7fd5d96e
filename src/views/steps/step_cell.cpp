#include "views/steps/step_cell.h"

#include <optional>
#include <utility>

#include <QCoreApplication>

#include "engine/kernels/product.h"
#include "engine/pass/recurrent_pass.h"
#include "views/steps/step_replacement.h"

namespace regard {

namespace {

struct StepCellText {
    Q_DECLARE_TR_FUNCTIONS(StepCell)
};

/// What a gate is made of.
struct Parts {
    StepFactor fromInput;
    StepFactor fromState;
};

/// The stage of a gate: a function of x W + h U + b.
struct GateStage {
    StepKind kind;
    StepDetail detail;
    std::size_t gate; ///< among gatesOf()
    QString title;
    QString heading;
    QString letter;
};

class CellSteps {
public:
    explicit CellSteps(const CellContext &context) : m_context(context) {}

    std::vector<Step> make() const
    {
        switch (m_context.config.cell) {
        case Cell::Rnn:
            return {rnnState()};
        case Cell::Gru:
            return gruStages();
        case Cell::Lstm:
            break;
        }
        return lstmStages();
    }

    std::vector<Step> firstStates() const
    {
        const bool isRead = isRecurrent(m_context.config, Stack::Encoder);
        const QString ofRows =
            StepCellText::tr("The decoder begins with the mean s of the encoder's rows: tanh(s W + b)");
        std::vector<Step> steps{firstState(
            0,
            {StepKind::FirstState, StepCellText::tr("first state"),
             isRead ? StepCellText::tr("The decoder begins where the encoder ended: tanh(s W + b) of its last states s")
                    : ofRows})};
        if (statePartsOf(m_context.config.cell) > 1)
            steps.push_back(firstState(
                1,
                {StepKind::FirstCellState, StepCellText::tr("first cell state"),
                 isRead
                     ? StepCellText::tr("The cell state begins likewise: tanh(s W_c + b_c) of the encoder’s last cell "
                                        "states s")
                     : StepCellText::tr("The cell state begins likewise: tanh(s W_c + b_c) of the same mean s")}));
        return steps;
    }

private:
    /// A part of the first state.
    Step firstState(std::size_t part, Step step) const
    {
        const bool isCell = step.kind == StepKind::FirstCellState;
        const Matrix summary = encoderSummaries(m_context.model, m_context.trace).at(part); // 1 × d_model
        const FirstStateWeights names = firstStatesOf(m_context.config.cell).at(part);
        const Matrix &weight = m_context.model.weights.at(names.weight);
        const Matrix sums = affine(summary, weight, &m_context.model.weights.at(names.bias)).numbers;
        const Eigen::Index width = m_context.config.dModel;
        const StepRow state = stepRow(m_context.trace.firstState.middleCols(Eigen::Index(part) * width, width), 0);
        const int c = m_context.component(isCell ? StepDetail::FirstCellState : StepDetail::FirstState, state);
        const StepSourceList sources{columnsSource(names.weight), alongRow(names.bias, 0)};
        const QString start = isCell ? QStringLiteral("c₀") : QStringLiteral("h₀");
        step.strips = {stepStrip(QStringLiteral("s"), stepRow(summary, 0), StepRole::Plain),
                       componentStrip(start, state, StepRole::Plain, c, sources)};
        const StepNumber sum = stepAt(stepRow(sums, 0), c, StepRole::Plain, sources);
        step.equations.push_back(
            productEquation(componentName(StepCellText::tr("sum"), c), {stepRow(summary, 0)},
                            {stepColumn(weight, c), StepRole::Plain, {alongColumn(names.weight, c)}, true}, sum,
                            m_context.productText(QStringLiteral("s"), letterOf(isCell ? "w_c" : "w"),
                                                  letterOf(isCell ? "b_c" : "b"))));
        step.equations.back().terms.push_back(biasTerm(m_context.model, names.bias, c));
        step.equations.push_back(
            {componentName(start, c), StepOperation::Tanh, {{{sum}, {}}}, stepAt(state, c, StepRole::Plain, sources)});
        step.notes.push_back(StepCellText::tr("Every layer of the decoder begins with it"));
        return step;
    }

    std::vector<Step> gruStages() const
    {
        return {
            gate({StepKind::ResetGate, StepDetail::Reset, 0, StepCellText::tr("reset gate"),
                  StepCellText::tr("How much of the state before “%1” the candidate sees").arg(m_context.queryName()),
                  QStringLiteral("r")}),
            gate({StepKind::UpdateGate, StepDetail::Update, 1, StepCellText::tr("update gate"),
                  StepCellText::tr("How much of the state before “%1” stays").arg(m_context.queryName()),
                  QStringLiteral("z")}),
            candidate(), gruState()};
    }

    std::vector<Step> lstmStages() const
    {
        return {
            gate(
                {StepKind::InputGate, StepDetail::InputGate, 0, StepCellText::tr("input gate"),
                 StepCellText::tr("How much of the candidate of “%1” enters the cell state").arg(m_context.queryName()),
                 QStringLiteral("i")}),
            gate({StepKind::ForgetGate, StepDetail::ForgetGate, 1, StepCellText::tr("forget gate"),
                  StepCellText::tr("How much of the cell state before “%1” stays").arg(m_context.queryName()),
                  QStringLiteral("f")}),
            gate({StepKind::Candidate, StepDetail::Candidate, 2, StepCellText::tr("candidate"),
                  StepCellText::tr("What “%1” would add to the cell state").arg(m_context.queryName()),
                  QStringLiteral("g")}),
            gate({StepKind::OutputGate, StepDetail::OutputGate, 3, StepCellText::tr("output gate"),
                  StepCellText::tr("How much of the cell state the state after “%1” shows").arg(m_context.queryName()),
                  QStringLiteral("o")}),
            cellState(),
            lstmState()};
    }

    /// σ(x W + h U + b), or of a candidate tanh.
    Step gate(const GateStage &stage) const
    {
        Step step{stage.kind, stage.title, stage.heading};
        if (keepsState(step))
            return step;
        const bool isCandidate = stage.kind == StepKind::Candidate;
        const StepRow row = m_context.gateRow(stage.gate);
        const int c = m_context.component(stage.detail, row);
        const Parts parts = addParts(step, m_context.gate(stage.gate), c);
        const StepSourceList sources = joined(parts.fromInput.sources, parts.fromState.sources);
        step.strips.push_back(componentStrip(stage.letter, row, StepRole::Plain, c, sources));
        step.equations.push_back(
            {componentName(stage.letter, c),
             isCandidate ? StepOperation::Tanh : StepOperation::Sigmoid,
             {{{numberOf(parts.fromInput, c)}, {}}, {{numberOf(parts.fromState, c)}, {}}},
             stepAt(row, c, StepRole::Plain, sources),
             isCandidate ? StepCellText::tr("tanh(from x + from h)") : StepCellText::tr("σ(from x + from h)")});
        return step;
    }

    Step candidate() const
    {
        Step step{StepKind::Candidate, StepCellText::tr("candidate"),
                  StepCellText::tr("What “%1” would make of the state that the reset gate lets through")
                      .arg(m_context.queryName())};
        if (keepsState(step))
            return step;
        const StepRow row = m_context.gateRow(2);
        const int c = m_context.component(StepDetail::Candidate, row);
        const Parts parts = addParts(step, m_context.gate(2), c);
        const StepRow reset = m_context.gateRow(0);
        const StepSourceList sources = joined(parts.fromInput.sources, parts.fromState.sources);
        step.strips.push_back(componentStrip(QStringLiteral("r"), reset, StepRole::Plain, c, gateSources(0)));
        step.strips.push_back(componentStrip(QStringLiteral("c"), row, StepRole::Plain, c, sources));
        step.equations.push_back(
            {componentName(QStringLiteral("c"), c),
             StepOperation::Tanh,
             {{{numberOf(parts.fromInput, c)}, {}},
              {{stepAt(reset, c, StepRole::Plain, gateSources(0)), numberOf(parts.fromState, c)}, {}}},
             stepAt(row, c, StepRole::Plain, sources),
             StepCellText::tr("tanh(from x + r ∘ from h)")});
        step.notes.push_back(
            StepCellText::tr("r multiplies the product of h and U_c; in Cho et al. 2014 it multiplies h itself"));
        return step;
    }

    Step gruState() const
    {
        Step step = stateStep();
        if (keepsState(step))
            return step;
        const StepRow update = m_context.gateRow(1);
        const StepRow candidate = m_context.gateRow(2);
        const StepRow before = stepRow(m_context.before, 0);
        StepRow rest = update;
        StepRow made = update;
        for (std::size_t i = 0; i < update.size(); ++i) {
            rest[i] = double(1.0F - float(update[i]));
            made[i] = double(float(rest[i]) * float(candidate[i]) + float(update[i]) * float(before[i]));
        }
        const StepRow state = m_context.isZero ? made : m_context.row(m_context.cell.states);
        const int c = m_context.component(StepDetail::State, state);
        const StepSourceList ofCandidate = gateSources(2);
        const StepSourceList ofUpdate = gateSources(1);
        step.strips = {componentStrip(QStringLiteral("h"), before, StepRole::Plain, c),
                       componentStrip(QStringLiteral("z"), update, StepRole::Plain, c, ofUpdate),
                       componentStrip(QStringLiteral("1 − z"), rest, StepRole::Plain, c, ofUpdate),
                       componentStrip(QStringLiteral("c"), candidate, StepRole::Plain, c, ofCandidate)};
        addState(
            step, hidden, state, c, joined(ofCandidate, ofUpdate),
            {componentName(nameOf(hidden), c),
             StepOperation::SumOfProducts,
             {{{stepAt(rest, c, StepRole::Plain, ofUpdate), stepAt(candidate, c, StepRole::Plain, ofCandidate)}, {}},
              {{stepAt(update, c, StepRole::Plain, ofUpdate), stepAt(before, c)}, {}}},
             {},
             QStringLiteral("(1 − z) ∘ c + z ∘ h")});
        return step;
    }

    Step rnnState() const
    {
        Step step = stateStep();
        if (keepsState(step))
            return step;
        const CellContext::Gate gate = m_context.gate(0);
        const Matrix made = (gate.fromInput + gate.fromState).array().tanh();
        const StepRow state = m_context.isZero ? stepRow(made, 0) : m_context.row(m_context.cell.states);
        const int c = m_context.component(StepDetail::State, state);
        const Parts parts = addParts(step, gate, c);
        addState(step, hidden, state, c, joined(parts.fromInput.sources, parts.fromState.sources),
                 {componentName(nameOf(hidden), c),
                  StepOperation::Tanh,
                  {{{numberOf(parts.fromInput, c)}, {}}, {{numberOf(parts.fromState, c)}, {}}},
                  {},
                  StepCellText::tr("tanh(from x + from h)")});
        return step;
    }

    Step stateStep() const
    {
        return {StepKind::NewState, StepCellText::tr("new state"),
                StepCellText::tr("The state after “%1”").arg(m_context.queryName())};
    }

    /// c′ = f ∘ c + i ∘ g
    Step cellState() const
    {
        Step step{StepKind::CellState, StepCellText::tr("cell state"),
                  StepCellText::tr("What the cell remembers after “%1”").arg(m_context.queryName())};
        if (keepsState(step))
            return step;
        const StepRow input = m_context.gateRow(0);
        const StepRow forget = m_context.gateRow(1);
        const StepRow candidate = m_context.gateRow(2);
        const StepRow before = stepRow(m_context.cellBefore, 0);
        const StepRow state =
            m_context.isZero ? stepRow(m_context.madeCellState(), 0) : m_context.row(m_context.cell.cellStates);
        const int c = m_context.component(StepDetail::CellState, state);
        const StepSourceList ofInput = gateSources(0);
        const StepSourceList ofForget = gateSources(1);
        const StepSourceList ofCandidate = gateSources(2);
        step.strips = {componentStrip(QStringLiteral("c"), before, StepRole::Plain, c),
                       componentStrip(QStringLiteral("f"), forget, StepRole::Plain, c, ofForget),
                       componentStrip(QStringLiteral("i"), input, StepRole::Plain, c, ofInput),
                       componentStrip(QStringLiteral("g"), candidate, StepRole::Plain, c, ofCandidate)};
        addState(
            step, remembered, state, c, cellSources(),
            {componentName(nameOf(remembered), c),
             StepOperation::SumOfProducts,
             {{{stepAt(forget, c, StepRole::Plain, ofForget), stepAt(before, c)}, {}},
              {{stepAt(input, c, StepRole::Plain, ofInput), stepAt(candidate, c, StepRole::Plain, ofCandidate)}, {}}},
             {},
             QStringLiteral("f ∘ c + i ∘ g")});
        return step;
    }

    /// h′ = o ∘ tanh(c′)
    Step lstmState() const
    {
        Step step = stateStep();
        if (keepsState(step))
            return step;
        const Matrix cell = m_context.madeCellState();
        const Matrix tanh = cell.array().tanh();
        const Matrix made = m_context.cell.gates[3].row(m_context.query).array() * tanh.array();
        const StepRow state = m_context.isZero ? stepRow(made, 0) : m_context.row(m_context.cell.states);
        const int c = m_context.component(StepDetail::State, state);
        const StepRow active = stepRow(tanh, 0);
        const StepRow output = m_context.gateRow(3);
        const StepSourceList ofCell = cellSources();
        const StepSourceList ofOutput = gateSources(3);
        const QString activeName = QStringLiteral("tanh c′");
        step.strips = {componentStrip(QStringLiteral("c′"), stepRow(cell, 0), StepRole::Plain, c, ofCell),
                       componentStrip(activeName, active, StepRole::Plain, c, ofCell),
                       componentStrip(QStringLiteral("o"), output, StepRole::Plain, c, ofOutput)};
        step.equations.push_back({componentName(activeName, c),
                                  StepOperation::Tanh,
                                  {{{stepAt(stepRow(cell, 0), c, StepRole::Plain, ofCell)}, {}}},
                                  stepAt(active, c, StepRole::Plain, ofCell)});
        addState(step, hidden, state, c, joined(ofCell, ofOutput),
                 {componentName(nameOf(hidden), c),
                  StepOperation::SumOfProducts,
                  {{{stepAt(output, c, StepRole::Plain, ofOutput), stepAt(active, c, StepRole::Plain, ofCell)}, {}}},
                  {},
                  QStringLiteral("o ∘ tanh c′")});
        return step;
    }

    static constexpr char16_t hidden = u'h';     ///< the letter of the state
    static constexpr char16_t remembered = u'c'; ///< of the cell state

    static QString after(char16_t letter) { return QString(QChar(letter)) + u'′'; }
    /// What it is called after the step; where something else is put in its place, what was computed.
    QString nameOf(char16_t letter) const { return m_context.isZero ? StepCellText::tr("computed") : after(letter); }

    void addState(Step &step, char16_t letter, const StepRow &state, int c, StepSourceList sources,
                  StepEquation equation) const
    {
        equation.result = stepAt(state, c, StepRole::Plain, sources);
        step.strips.push_back(componentStrip(nameOf(letter), state, StepRole::Plain, c, std::move(sources)));
        step.equations.push_back(std::move(equation));
        if (!m_context.isZero)
            return;
        addReplacement(step, m_context,
                       {Replacement::Zero, after(letter), StepRow(state.size(), 0.0), StepRole::Plain, c});
        step.notes.push_back(StepCellText::tr("The state is set to zero"));
    }

    /// Shows at a token that is masked out the state before and after, and why nothing else is there.
    bool keepsState(Step &step) const
    {
        if (!m_context.isMasked)
            return false;
        step.notes.push_back(
            StepCellText::tr("“%1” is masked out: the state stays as it was").arg(m_context.queryName()));
        const bool isCell = step.kind == StepKind::CellState;
        if (!isCell && step.kind != StepKind::NewState)
            return true;
        const char16_t letter = isCell ? remembered : hidden;
        const StepRow before = stepRow(isCell ? m_context.cellBefore : m_context.before, 0);
        const int c = m_context.component(isCell ? StepDetail::CellState : StepDetail::State, before);
        step.strips.push_back(componentStrip(QString(QChar(letter)), before, StepRole::Plain, c));
        addState(step, letter, before, c, {},
                 {componentName(nameOf(letter), c), StepOperation::SumOfProducts, {{{stepAt(before, c)}, {}}}, {}, {}});
        return true;
    }

    /// The sources of what a step makes of the cell state.
    StepSourceList cellSources() const { return joined(joined(gateSources(1), gateSources(0)), gateSources(2)); }

    /// The sources in a gate's weights, cell by cell.
    StepSourceList inputSources(const GateWeights &weights) const
    {
        return {columnsSource(m_context.weight(weights.input)), alongRow(m_context.weight(weights.bias), 0)};
    }

    StepSourceList stateSources(const CellContext::Gate &gate) const
    {
        StepSourceList list{columnsSource(m_context.weight(gate.weights.recurrent))};
        if (gate.hasStateBias)
            list.push_back(alongRow(m_context.weight(candidateStateBias), 0));
        return list;
    }

    StepSourceList gateSources(std::size_t index) const
    {
        const CellContext::Gate gate = m_context.gate(index);
        return joined(inputSources(gate.weights), stateSources(gate));
    }

    static StepNumber numberOf(const StepFactor &factor, int component)
    {
        return stepAt(factor.values, component, StepRole::Plain, factor.sources);
    }

    /// What the step reads, and what it makes of it: strips of x, h, both products, and their equations.
    Parts addParts(Step &step, const CellContext::Gate &gate, int c) const
    {
        const Parts parts{{stepRow(gate.fromInput, 0), StepRole::Plain, inputSources(gate.weights)},
                          {stepRow(gate.fromState, 0), StepRole::Plain, stateSources(gate)}};
        const StepRow input = stepRow(m_context.input, 0);
        const StepRow before = stepRow(m_context.before, 0);
        const auto words = input.begin() + m_context.config.dModel;
        step.strips.push_back(
            m_context.modelStrip(QStringLiteral("x"), {input.begin(), words}, -1, m_context.wordSources()));
        if (m_context.place.layer > 0)
            step.strips.back().names.clear();
        if (m_context.readsContext())
            step.strips.push_back(stepStrip(StepCellText::tr("context"), {words, input.end()}, StepRole::Plain));
        step.strips.push_back(stepStrip(QStringLiteral("h"), before, StepRole::Plain));
        const QString fromInput = StepCellText::tr("from x");
        const QString fromState = StepCellText::tr("from h");
        step.strips.push_back(
            componentStrip(fromInput, parts.fromInput.values, StepRole::Plain, c, parts.fromInput.sources));
        step.strips.push_back(
            componentStrip(fromState, parts.fromState.values, StepRole::Plain, c, parts.fromState.sources));
        step.equations.push_back(product(fromInput, c, inputFactor(input), inputName(), gate.weights.input,
                                         gate.weights.bias, numberOf(parts.fromInput, c)));
        step.equations.push_back(product(fromState, c, {before}, QStringLiteral("h"), gate.weights.recurrent,
                                         gate.hasStateBias ? candidateStateBias : nullptr,
                                         numberOf(parts.fromState, c)));
        return parts;
    }

    StepFactor inputFactor(const StepRow &input) const
    {
        return {input, StepRole::Plain, m_context.readsContext() ? StepSourceList() : m_context.wordSources()};
    }

    QString inputName() const
    {
        if (!m_context.readsContext())
            return QStringLiteral("x");
        return m_context.choice.columns ? StepCellText::tr("[x; context]") : StepCellText::tr("[x, context]");
    }

    StepEquation product(const QString &name, int c, const StepFactor &factor, const QString &factorName,
                         const char *weight, const char *bias, StepNumber result) const
    {
        const std::string full = m_context.weight(weight);
        StepEquation equation = productEquation(
            componentName(name, c), factor,
            {stepColumn(m_context.model.weights.weight(full), c), StepRole::Plain, {alongColumn(full, c)}, true},
            std::move(result), m_context.productText(factorName, letterOf(weight), bias ? letterOf(bias) : QString()));
        if (bias)
            equation.terms.push_back(biasTerm(m_context.model, m_context.weight(bias), c));
        return equation;
    }

    const CellContext &m_context;
};

} // namespace

std::vector<Step> firstStateSteps(const CellContext &context)
{
    return CellSteps(context).firstStates();
}

std::vector<Step> cellSteps(const CellContext &context)
{
    return CellSteps(context).make();
}

} // namespace regard
