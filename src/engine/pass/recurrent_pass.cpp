#include "engine/pass/recurrent_pass.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/functions/replaced_output.h"
#include "engine/functions/score.h"
#include "engine/kernels/product.h"
#include "engine/model/recurrent.h"
#include "engine/model/sublayer.h"
#include "engine/pass/cell_run.h"
#include "engine/pass/finite_check.h"
#include "engine/pass/step_attention.h"
#include "engine/pass/sublayer_cost.h"
#include "engine/pass/sublayer_reuse.h"

namespace regard {

namespace {

/// Steps between two looks at whether the pass was cancelled.
constexpr Eigen::Index stepsAtATime = 32;

const SideTrace &chainSideOf(const Trace &trace, Stack stack)
{
    return queriesOf(trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder);
}

std::vector<std::shared_ptr<const RecurrentTrace>> &layersIn(Trace &trace, Stack stack)
{
    return stack == Stack::Encoder ? trace.encoderRecurrent : trace.decoderRecurrent;
}

const std::vector<std::shared_ptr<const RecurrentTrace>> &layersIn(const Trace &trace, Stack stack)
{
    return stack == Stack::Encoder ? trace.encoderRecurrent : trace.decoderRecurrent;
}

bool sameWeight(const Model &now, const Model &before, const std::string &name)
{
    return now.weights.find(name) == before.weights.find(name);
}

bool sameCell(const Model &now, const Model &before, const CellPlace &place)
{
    if (now.config.cell != before.config.cell || now.config.dModel != before.config.dModel ||
        directionsOf(now.config, place.stack) != directionsOf(before.config, place.stack))
        return false;
    for (const std::string &name : weightNamesOf(place, now.config.cell))
        if (!sameWeight(now, before, name))
            return false;
    return true;
}

/// Whether a cross-attention between steps asks the same keys in the same way.
bool sameStepAttention(const Model &now, const Model &before)
{
    const ModelConfig &a = now.config;
    const ModelConfig &b = before.config;
    if (a.decoderAttention != b.decoderAttention || a.decoderHeads != b.decoderHeads || a.dKey != b.dKey ||
        a.dValue != b.dValue || a.score != b.score || a.bias != b.bias || a.qkvBias != b.qkvBias ||
        a.keyValueHeads != b.keyValueHeads || a.outputProjection != b.outputProjection)
        return false;
    if (now.interventions.heads != before.interventions.heads ||
        now.interventions.sublayers != before.interventions.sublayers ||
        now.interventions.temperatures != before.interventions.temperatures ||
        now.interventions.weights != before.interventions.weights ||
        now.interventions.cuts != before.interventions.cuts)
        return false;
    for (const std::string &name : weightNamesOf(Sublayer{Stack::Decoder, 0, SublayerKind::CrossAttention}))
        if (!sameWeight(now, before, name))
            return false;
    return true;
}

Matrix sideBySide(const std::vector<std::shared_ptr<const CellTrace>> &directions)
{
    if (directions.size() == 1)
        return directions.front()->states;
    Matrix joined(directions[0]->states.rows(), directions[0]->states.cols() + directions[1]->states.cols());
    joined << directions[0]->states, directions[1]->states;
    return joined;
}

/// The layers of one stack during a pass.
class RecurrentStack {
public:
    RecurrentStack(const Model &model, Stack stack, Trace &trace, const EarlierPass &earlier,
                   const std::atomic<bool> *cancelled)
        : m_model(model), m_config(model.config), m_stack(stack), m_trace(trace), m_side(chainSideOf(trace, stack)),
          m_earlier(comparable(earlier, stack)), m_cancelled(cancelled), m_n(m_side.input.rows())
    {
    }

    bool run();

private:
    static EarlierPass comparable(const EarlierPass &earlier, Stack stack)
    {
        const bool fits = earlier.model && earlier.trace && isRecurrent(earlier.model->config, stack);
        return fits ? earlier : EarlierPass();
    }
    bool isCancelled() const { return m_cancelled && m_cancelled->load(std::memory_order_relaxed); }
    void begin();
    Matrix firstOf(const CellPlace &place) const;
    std::shared_ptr<const CellTrace> before(const CellPlace &place) const;
    Eigen::Index kept(const CellPlace &place, const Matrix &input, const Matrix &inputBefore) const;
    std::shared_ptr<const CellTrace> chain(const CellPlace &place, const Matrix &input) const;
    bool layerByLayer();
    Eigen::Index keptRows() const;
    bool stepByStep();

    const Model &m_model;
    const ModelConfig &m_config;
    Stack m_stack;
    Trace &m_trace;
    const SideTrace &m_side;
    EarlierPass m_earlier;
    const std::atomic<bool> *m_cancelled;
    Eigen::Index m_n;
};

/// Computes the state with which a decoder begins from the encoder's states.
void RecurrentStack::begin()
{
    if (m_stack != Stack::Decoder || !hasFirstState(m_config))
        return;
    const std::vector<Matrix> summaries = encoderSummaries(m_model, m_trace);
    const std::vector<FirstStateWeights> parts = firstStatesOf(m_config.cell);
    Matrix first(1, carriedSizeOf(m_config, m_stack));
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const Affine sums =
            affine(summaries[part], m_model.weights.at(parts[part].weight), &m_model.weights.at(parts[part].bias));
        checkFinite(sums.isFinite, Quantity::States, {m_stack, 0, SublayerKind::SelfAttention});
        const Matrix tanh = sums.numbers.array().tanh();
        first.middleCols(Eigen::Index(part) * m_config.dModel, m_config.dModel) = tanh;
    }
    m_trace.firstState = std::move(first);
}

Matrix RecurrentStack::firstOf(const CellPlace &place) const
{
    if (m_trace.firstState.size() > 0 && place.stack == Stack::Decoder)
        return m_trace.firstState;
    return Matrix::Zero(1, carriedSizeOf(m_config, place.stack));
}

/// Returns the chain of the earlier pass; null where it had none, or with other weights.
std::shared_ptr<const CellTrace> RecurrentStack::before(const CellPlace &place) const
{
    if (!m_earlier.trace || !sameCell(m_model, *m_earlier.model, place))
        return nullptr;
    const auto &layers = layersIn(*m_earlier.trace, m_stack);
    if (place.layer >= int(layers.size()))
        return nullptr;
    auto found = layers[std::size_t(place.layer)]->directions.at(place.direction == Direction::Forward ? 0 : 1);
    return sameBits(found->first, firstOf(place)) ? found : nullptr;
}

Eigen::Index RecurrentStack::kept(const CellPlace &place, const Matrix &input, const Matrix &inputBefore) const
{
    return commonSteps(place, input, inputBefore, m_side, chainSideOf(*m_earlier.trace, m_stack), m_model.interventions,
                       m_earlier.model->interventions);
}

/// Null where it was cancelled.
std::shared_ptr<const CellTrace> RecurrentStack::chain(const CellPlace &place, const Matrix &input) const
{
    const std::shared_ptr<const CellTrace> earlier = before(place);
    const Eigen::Index from = earlier ? kept(place, input, earlier->input) : 0;
    if (earlier && from == m_n && from == earlier->input.rows())
        return earlier;
    CellRun run(m_model, place, m_n, m_side.masked, firstOf(place));
    if (earlier)
        run.keep(*earlier, from);
    run.read(input, from);
    for (Eigen::Index step = from; step < m_n; ++step) {
        if (step % stepsAtATime == 0 && isCancelled())
            return nullptr;
        run.step(step);
    }
    return run.take();
}

bool RecurrentStack::layerByLayer()
{
    auto &layers = layersIn(m_trace, m_stack);
    for (int layer = 0; layer < layersOf(m_config, m_stack); ++layer) {
        const Matrix &input = layer == 0 ? m_side.input.get() : layers.back()->output;
        auto made = std::make_shared<RecurrentTrace>();
        for (const CellPlace &place : cellsOf(m_config, m_stack)) {
            if (place.layer != layer)
                continue;
            made->directions.push_back(chain(place, input));
            if (!made->directions.back())
                return false;
        }
        made->output = sideBySide(made->directions);
        layers.push_back(std::move(made));
    }
    return true;
}

/// Counts the rows that stay as they were in a decoder whose steps and attention depend on each other.
Eigen::Index RecurrentStack::keptRows() const
{
    if (!m_earlier.trace || !sameStepAttention(m_model, *m_earlier.model) ||
        !sameBits(m_trace.encoderOutput, m_earlier.trace->encoderOutput) ||
        m_trace.source.masked != m_earlier.trace->source.masked ||
        layersOf(m_config, m_stack) != layersOf(m_earlier.model->config, m_stack))
        return 0;
    Eigen::Index rows = m_n;
    for (const CellPlace &place : cellsOf(m_config, m_stack)) {
        if (!before(place))
            return 0;
        rows = std::min(rows, kept(place, m_side.input, chainSideOf(*m_earlier.trace, m_stack).input));
    }
    return rows;
}

bool RecurrentStack::stepByStep()
{
    const std::vector<CellPlace> places = cellsOf(m_config, m_stack);
    const Eigen::Index from = keptRows();
    StepAttention attention(m_model, {Attention::Cross, 0}, m_trace.encoderOutput, m_n,
                            {m_side.masked, m_trace.source.masked, m_side.tokens});
    std::vector<CellRun> runs;
    for (const CellPlace &place : places) {
        runs.emplace_back(m_model, place, m_n, m_side.masked, firstOf(place));
        if (from > 0)
            runs.back().keep(*before(place), from);
    }
    if (from > 0)
        attention.keep(*m_earlier.trace->blocks.back(), from);
    Matrix asking(m_n, m_config.dModel);
    if (from > 0)
        asking.topRows(from) = m_earlier.trace->asking.topRows(from);
    for (Eigen::Index step = from; step < m_n; ++step) {
        if (step % stepsAtATime == 0 && isCancelled())
            return false;
        const Matrix state = runs.back().state();
        asking.row(step) = state.row(0);
        const Matrix context = attention.ask(step, state);
        Matrix read(1, m_config.dModel + context.cols());
        read << m_side.input.row(step), context;
        for (CellRun &run : runs) {
            run.readRow(step, read);
            run.step(step);
            read = run.state();
        }
    }
    m_trace.asking = std::move(asking);
    m_trace.blocks.push_back(attention.finish());
    for (CellRun &run : runs) {
        auto layer = std::make_shared<RecurrentTrace>();
        layer->directions.push_back(run.take());
        layer->output = layer->directions.front()->states;
        layersIn(m_trace, m_stack).push_back(std::move(layer));
    }
    return true;
}

bool RecurrentStack::run()
{
    begin();
    const bool asks = m_stack == Stack::Decoder && combinesContext(m_config);
    if (asks && m_config.decoderAttention == DecoderAttention::Bahdanau)
        return stepByStep();
    if (!layerByLayer())
        return false;
    if (asks)
        m_trace.asking = layersIn(m_trace, m_stack).back()->output;
    return true;
}

double gatesCost(const ModelConfig &config, const CellPlace &place)
{
    const double size = stateSizeOf(config, place.stack);
    return double(gatesOf(config.cell).size()) * size * (cellInputOf(config, place) + size + functionCost);
}

} // namespace

bool runRecurrent(const Model &model, Stack stack, Trace &trace, const EarlierPass &earlier,
                  const std::atomic<bool> *cancelled)
{
    return RecurrentStack(model, stack, trace, earlier, cancelled).run();
}

std::vector<Matrix> encoderSummaries(const Model &model, const Trace &trace)
{
    const auto parts = std::size_t(statePartsOf(model.config.cell));
    if (isRecurrent(model.config, Stack::Encoder)) {
        const auto &directions = trace.encoderRecurrent.back()->directions;
        const Eigen::Index size = stateSizeOf(model.config, Stack::Encoder);
        std::vector<Matrix> last(parts, Matrix(1, model.config.dModel));
        for (std::size_t i = 0; i < directions.size(); ++i) {
            const Matrix carried = carriedAfter(*directions[i], i == 0 ? directions[i]->states.rows() - 1 : 0);
            for (std::size_t part = 0; part < parts; ++part)
                last[part].middleCols(Eigen::Index(i) * size, size) =
                    carried.middleCols(Eigen::Index(part) * size, size);
        }
        return last;
    }
    Matrix rows = trace.encoderOutput;
    const Replacement mean = Replacement::Mean;
    replaceOutput(rows, &mean, trace.source.masked);
    return std::vector<Matrix>(parts, rows.topRows(1));
}

Matrix combinedStates(const Model &model, const Matrix &states, const Matrix &context)
{
    Matrix both(states.rows(), states.cols() + context.cols());
    both << states, context;
    const Affine sums = affine(both, model.weights.at(combineWeight), &model.weights.at(combineBias));
    checkFinite(sums.isFinite, Quantity::States, {Stack::Decoder, layersOf(model.config, Stack::Decoder) - 1, {}});
    return sums.numbers.array().tanh();
}

bool sameRecurrentStack(const Model &model, const Model &previous, Stack stack, bool sameMasks, bool sameKeys)
{
    const std::vector<CellPlace> cells = cellsOf(model.config, stack);
    if (!sameMasks || cells != cellsOf(previous.config, stack) ||
        model.interventions.states != previous.interventions.states)
        return false;
    for (const CellPlace &place : cells)
        if (!sameCell(model, previous, place))
            return false;
    if (stack == Stack::Encoder)
        return true;
    if (!hasFirstState(model.config) || !hasFirstState(previous.config))
        return hasFirstState(model.config) == hasFirstState(previous.config);
    for (const FirstStateWeights &part : {firstStateWeights, firstCellWeights})
        if (!sameWeight(model, previous, part.weight) || !sameWeight(model, previous, part.bias))
            return false;
    for (const char *name : {combineWeight, combineBias})
        if (!sameWeight(model, previous, name))
            return false;
    return sameKeys && sameStepAttention(model, previous);
}

double recurrentCost(const ModelConfig &config, Stack stack, double tokens, double keys)
{
    double cost = 0;
    for (const CellPlace &place : cellsOf(config, stack))
        cost += tokens * gatesCost(config, place);
    if (stack == Stack::Decoder && combinesContext(config))
        cost += tokens * (config.dModel + contextSizeOf(config)) * config.dModel;
    for (const Sublayer &sublayer : sublayersOf(config, stack))
        cost += sublayerCost(config, sublayer, tokens, keys);
    return cost;
}

} // namespace regard
