#include "views/steps/step_cell.h"

#include <optional>
#include <utility>

#include <QCoreApplication>

#include "engine/kernels/product.h"
#include "engine/pass/recurrent_pass.h"
#include "views/step_parts/step_replacement.h"

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

class CellSteps {
public:
    explicit CellSteps(const CellContext &context) : m_context(context) {}

    std::vector<Step> make() const
    {
        if (!m_context.isGru())
            return {rnnState()};
        return {gate(StepKind::ResetGate, 0), gate(StepKind::UpdateGate, 1), candidate(), gruState()};
    }

    Step firstState() const
    {
        const Matrix summary = encoderSummary(m_context.model, m_context.trace); // 1 × d_model
        const Matrix &weight = m_context.model.weights.at(firstStateWeight);
        const Matrix sums = affine(summary, weight, &m_context.model.weights.at(firstStateBias)).numbers;
        const StepRow state = stepRow(m_context.trace.firstState, 0);
        const int c = m_context.component(StepDetail::FirstState, state);
        const StepSourceList sources{columnsSource(firstStateWeight), alongRow(firstStateBias, 0)};
        Step step{
            StepKind::FirstState, StepCellText::tr("first state"),
            isRecurrent(m_context.config, Stack::Encoder)
                ? StepCellText::tr("The decoder begins where the encoder ended: tanh(s W + b) of its last states s")
                : StepCellText::tr("The decoder begins with the mean s of the encoder's rows: tanh(s W + b)")};
        const QString start = QStringLiteral("h₀");
        step.strips = {stepStrip(QStringLiteral("s"), stepRow(summary, 0), StepRole::Plain),
                       componentStrip(start, state, StepRole::Plain, c, sources)};
        const StepNumber sum = stepAt(stepRow(sums, 0), c, StepRole::Plain, sources);
        step.equations.push_back(
            productEquation(componentName(StepCellText::tr("sum"), c), {stepRow(summary, 0)},
                            {stepColumn(weight, c), StepRole::Plain, {alongColumn(firstStateWeight, c)}, true}, sum,
                            m_context.productText(QStringLiteral("s"), QStringLiteral("W"), QStringLiteral("b"))));
        step.equations.back().terms.push_back(biasTerm(m_context.model, firstStateBias, c));
        step.equations.push_back(
            {componentName(start, c), StepOperation::Tanh, {{{sum}, {}}}, stepAt(state, c, StepRole::Plain, sources)});
        step.notes.push_back(StepCellText::tr("Every layer of the decoder begins with it"));
        return step;
    }

private:
    /// σ(x W + h U + b), of the reset gate or the update gate.
    Step gate(StepKind kind, std::size_t index) const
    {
        const bool isReset = kind == StepKind::ResetGate;
        Step step{
            kind, isReset ? StepCellText::tr("reset gate") : StepCellText::tr("update gate"),
            isReset
                ? StepCellText::tr("How much of the state before “%1” the candidate sees").arg(m_context.queryName())
                : StepCellText::tr("How much of the state before “%1” stays").arg(m_context.queryName())};
        if (keepsState(step))
            return step;
        const StepRow row = m_context.row(isReset ? m_context.cell.reset : m_context.cell.update);
        const int c = m_context.component(isReset ? StepDetail::Reset : StepDetail::Update, row);
        const Parts parts = addParts(step, m_context.gate(index), c);
        const QString name = isReset ? QStringLiteral("r") : QStringLiteral("z");
        const StepSourceList sources = joined(parts.fromInput.sources, parts.fromState.sources);
        step.strips.push_back(componentStrip(name, row, StepRole::Plain, c, sources));
        step.equations.push_back({componentName(name, c),
                                  StepOperation::Sigmoid,
                                  {{{numberOf(parts.fromInput, c)}, {}}, {{numberOf(parts.fromState, c)}, {}}},
                                  stepAt(row, c, StepRole::Plain, sources),
                                  StepCellText::tr("σ(from x + from h)")});
        return step;
    }

    Step candidate() const
    {
        Step step{StepKind::Candidate, StepCellText::tr("candidate"),
                  StepCellText::tr("What “%1” would make of the state that the reset gate lets through")
                      .arg(m_context.queryName())};
        if (keepsState(step))
            return step;
        const StepRow row = m_context.row(m_context.cell.candidate);
        const int c = m_context.component(StepDetail::Candidate, row);
        const Parts parts = addParts(step, m_context.gate(2), c);
        const StepRow reset = m_context.row(m_context.cell.reset);
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
        const StepRow update = m_context.row(m_context.cell.update);
        const StepRow candidate = m_context.row(m_context.cell.candidate);
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
            step, state, c, joined(ofCandidate, ofUpdate),
            {componentName(stateName(), c),
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
        addState(step, state, c, joined(parts.fromInput.sources, parts.fromState.sources),
                 {componentName(stateName(), c),
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

    /// What the new state is called where something else is put in its place.
    QString stateName() const { return m_context.isZero ? StepCellText::tr("computed") : QStringLiteral("h′"); }

    void addState(Step &step, const StepRow &state, int c, StepSourceList sources, StepEquation equation) const
    {
        equation.result = stepAt(state, c, StepRole::Plain, sources);
        step.strips.push_back(componentStrip(stateName(), state, StepRole::Plain, c, std::move(sources)));
        step.equations.push_back(std::move(equation));
        if (!m_context.isZero)
            return;
        addReplacement(step, m_context,
                       {Replacement::Zero, QStringLiteral("h′"), StepRow(state.size(), 0.0), StepRole::Plain, c});
        step.notes.push_back(StepCellText::tr("The state is set to zero"));
    }

    /// At a token that is masked out: the state before and after, and why nothing else is there.
    bool keepsState(Step &step) const
    {
        if (!m_context.isMasked)
            return false;
        step.notes.push_back(
            StepCellText::tr("“%1” is masked out: the state stays as it was").arg(m_context.queryName()));
        if (step.kind != StepKind::NewState)
            return true;
        const StepRow before = stepRow(m_context.before, 0);
        const int c = m_context.component(StepDetail::State, before);
        step.strips.push_back(componentStrip(QStringLiteral("h"), before, StepRole::Plain, c));
        addState(step, before, c, {},
                 {componentName(stateName(), c), StepOperation::SumOfProducts, {{{stepAt(before, c)}, {}}}, {}, {}});
        return true;
    }

    /// Those of the weights of a gate, cell by cell.
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
            {stepColumn(m_context.model.weights.at(full), c), StepRole::Plain, {alongColumn(full, c)}, true},
            std::move(result), m_context.productText(factorName, letterOf(weight), bias ? letterOf(bias) : QString()));
        if (bias)
            equation.terms.push_back(biasTerm(m_context.model, m_context.weight(bias), c));
        return equation;
    }

    const CellContext &m_context;
};

} // namespace

Step firstStateStep(const CellContext &context)
{
    return CellSteps(context).firstState();
}

std::vector<Step> cellSteps(const CellContext &context)
{
    return CellSteps(context).make();
}

} // namespace regard
