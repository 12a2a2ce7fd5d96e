#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <memory>

#include "engine/analysis/trace_comparison.h"
#include "engine/model/recurrent.h"
#include "line_recomputation.h"
#include "step_recomputation.h"
#include "test_class.h"
#include "views/steps/step_comparison.h"
#include "views/steps/step_json.h"
#include "views/steps/step_subject.h"
#include "views/steps/step_walk.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

using Kinds = std::vector<StepKind>;

ModelConfig recurrent(Cell cell, DecoderAttention attention, int directions)
{
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderKind = config.decoderKind = StackKind::Recurrent;
    config.cell = cell;
    config.decoderAttention = attention;
    config.encoderLayers = config.decoderLayers = 2;
    config.directions = directions;
    config.dModel = 8;
    config.decoderHeads = 2;
    config.dKey = config.dValue = 4;
    config.position = Position::None;
    if (attention == DecoderAttention::Bahdanau)
        config.score = Score::Additive;
    if (attention == DecoderAttention::Luong)
        config.score = Score::General;
    return config;
}

ModelConfig encoderAlone()
{
    ModelConfig config = recurrent(Cell::Gru, DecoderAttention::None, 2);
    config.architecture = Architecture::Encoder;
    config.decoderKind = StackKind::Attention;
    return config;
}

ModelConfig decoderAlone()
{
    ModelConfig config = recurrent(Cell::Rnn, DecoderAttention::None, 1);
    config.architecture = Architecture::Decoder;
    config.encoderKind = StackKind::Attention;
    return config;
}

/// Cells below attentions, and the reverse.
ModelConfig mixture(Stack recurrentStack, DecoderAttention attention)
{
    ModelConfig config = recurrent(Cell::Gru, attention, 1);
    (recurrentStack == Stack::Encoder ? config.decoderKind : config.encoderKind) = StackKind::Attention;
    return config;
}

Input sentences(const ModelConfig &config)
{
    Input input{{"one", "two", "three", "four"}, {}, {}, {}};
    if (config.architecture == Architecture::EncoderDecoder)
        input.target = {"eins", "zwei", "drei"};
    return input;
}

Kinds kindsOf(const StepsData &data)
{
    Kinds kinds;
    for (const Step &step : data.steps)
        kinds.push_back(step.kind);
    return kinds;
}

Selection atState(const CellPlace &place, int state, Attention attention = Attention::Encoder)
{
    Selection selection;
    selection.attention = attention;
    selection.part = Part::Cells;
    selection.chain = place;
    selection.state = state;
    return selection;
}

/// With a token of the chain in view, whichever way it goes through the model.
Selection chosen(const ModelConfig &config, const CellPlace &place, int token)
{
    const bool crosses = layersOf(config, Attention::Cross) > 0;
    const std::vector<Attention> attentions = attentionsOf(config);
    Selection selection = atState(place, token,
                                  crosses              ? Attention::Cross
                                  : attentions.empty() ? Attention::Encoder
                                                       : attentions.front());
    (place.stack == Stack::Encoder ? selection.key : selection.query) = crosses ? token : -1;
    return selection;
}

std::vector<CellPlace> chainsOf(const ModelConfig &config)
{
    std::vector<CellPlace> chains = cellsOf(config, Stack::Encoder);
    for (const CellPlace &place : cellsOf(config, Stack::Decoder))
        chains.push_back(place);
    return chains;
}

const Step &stage(const StepsData &data, StepKind kind)
{
    const Step *found = find(data, kind);
    Q_ASSERT(found);
    return *found;
}

/// The numbers that go on are the engine's; the name of the first that are not.
QString foreignNumbers(const ComputedPass &run, const StepsData &data, const CellPlace &place, int token)
{
    const CellTrace &cell = cellsAt(*run.trace, place);
    const auto differs = [&](StepKind kind, const Matrix &part) {
        return stage(data, kind).strips.back().values != stepRow(part, token);
    };
    if (data.chain != place)
        return u"chain"_s;
    if (differs(StepKind::NewState, cell.states))
        return u"state"_s;
    using enum StepKind;
    const Kinds gates = run.model.config.cell == Cell::Lstm ? Kinds{InputGate, ForgetGate, Candidate, OutputGate}
                                                            : Kinds{ResetGate, UpdateGate, Candidate};
    for (std::size_t gate = 0; gate < cell.gates.size(); ++gate)
        if (differs(gates[gate], cell.gates[gate]))
            return u"gate %1"_s.arg(gate);
    return cell.cellStates.size() > 0 && differs(CellState, cell.cellStates) ? u"cell state"_s : QString();
}

QString firstProblem(const ComputedPass &run, const StepsData &data, bool columns, int *equations, int *lines)
{
    for (const Step &step : data.steps) {
        for (const StepEquation &equation : step.equations) {
            ++*equations;
            if (const QString text = problem(equation); !text.isEmpty())
                return u"%1, %2: %3"_s.arg(data.title, step.title, text);
        }
        int products = 0;
        for (const StepLine &line : step.matrices) {
            ++*lines;
            if (const QString text = lineProblem(line, columns, &products); !text.isEmpty())
                return u"%1, %2: %3"_s.arg(data.title, step.title, text);
        }
    }
    return run.trace ? QString() : u"no trace"_s;
}

struct NamedModel {
    const char *name;
    ModelConfig config;
};

std::vector<NamedModel> models()
{
    using enum DecoderAttention;
    return {{"rnn, none", recurrent(Cell::Rnn, None, 1)},
            {"rnn, Bahdanau, two directions", recurrent(Cell::Rnn, Bahdanau, 2)},
            {"rnn, Luong", recurrent(Cell::Rnn, Luong, 1)},
            {"gru, none, two directions", recurrent(Cell::Gru, None, 2)},
            {"gru, Bahdanau, two directions", recurrent(Cell::Gru, Bahdanau, 2)},
            {"gru, Luong, two directions", recurrent(Cell::Gru, Luong, 2)},
            {"lstm, none, two directions", recurrent(Cell::Lstm, None, 2)},
            {"lstm, Bahdanau, two directions", recurrent(Cell::Lstm, Bahdanau, 2)},
            {"lstm, Luong", recurrent(Cell::Lstm, Luong, 1)},
            {"gru encoder alone", encoderAlone()},
            {"rnn decoder alone", decoderAlone()},
            {"recurrent encoder, attention decoder", mixture(Stack::Encoder, None)},
            {"attention encoder, decoder without", mixture(Stack::Decoder, None)},
            {"attention encoder, decoder with Luong's", mixture(Stack::Decoder, Luong)}};
}

} // namespace

/// The stages of a step of a chain: every equation and matrix line recomputed, and which stages there are.
class TestStepCell : public QObject {
    Q_OBJECT
private slots:
    void everyEquationAndLine_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<bool>("intervened");
        const auto all = models();
        for (std::size_t i = 0; i < all.size(); ++i) {
            QTest::newRow(all[i].name) << int(i) << false;
            QTest::addRow("%s, masked words and zero states", all[i].name) << int(i) << true;
        }
    }
    void everyEquationAndLine()
    {
        QFETCH(int, number);
        QFETCH(bool, intervened);
        const ModelConfig config = models()[std::size_t(number)].config;
        Input input = sentences(config);
        Interventions interventions;
        if (intervened) {
            input.masked = {1};
            for (const CellPlace &place : chainsOf(config))
                interventions.states.insert({place, 2});
        }
        const ComputedPass run = runOf(config, input, interventions);
        int equations = 0;
        int lines = 0;
        for (const CellPlace &place : chainsOf(config)) {
            const int count = int(cellsAt(*run.trace, place).states.rows());
            for (int token = 0; token < count; ++token) {
                for (StepChoice choice : stepChoices()) {
                    choice.matrixForm = true;
                    const StepsData data = stepsData(run.model, run.trace, chosen(config, place, token), {}, choice);
                    const QString text = firstProblem(run, data, choice.columns, &equations, &lines);
                    QVERIFY2(text.isEmpty(), qPrintable(text));
                    const bool isMasked = intervened && place.stack == sourceStack(config) && token == 1;
                    if (!isMasked)
                        QCOMPARE(foreignNumbers(run, data, place, token), QString());
                }
            }
        }
        QVERIFY(equations > 100);
        QVERIFY(lines > 50);
    }

    void theOrderIsThatOfComputation()
    {
        using enum StepKind;
        const auto kinds = [](const ModelConfig &config, const CellPlace &place) {
            const ComputedPass run = runOf(config, sentences(config));
            return kindsOf(stepsData(run.model, run.trace, chosen(config, place, 1), {}));
        };
        const CellPlace encoder{Stack::Encoder, 0, Direction::Backward};
        const CellPlace decoder{Stack::Decoder, 1, Direction::Forward};
        using enum DecoderAttention;
        QVERIFY((kinds(recurrent(Cell::Gru, Luong, 2), encoder) == Kinds{Embed, ResetGate, UpdateGate, Candidate,
                                                                         NewState, Project, Score, Scale, Softmax,
                                                                         Weigh, Join, Combine, Output}));
        QVERIFY((kinds(recurrent(Cell::Gru, Luong, 2), decoder) == Kinds{Embed, FirstState, ResetGate, UpdateGate,
                                                                         Candidate, NewState, Project, Score, Scale,
                                                                         Softmax, Weigh, Join, Combine, Output}));
        // The state before the step asks, so the cell comes after what it reads.
        QVERIFY((kinds(recurrent(Cell::Gru, Bahdanau, 2), decoder) == Kinds{Embed, FirstState, Project, Score, Scale,
                                                                            Softmax, Weigh, Join, ResetGate, UpdateGate,
                                                                            Candidate, NewState, Combine, Output}));
        QVERIFY((kinds(recurrent(Cell::Lstm, None, 2), decoder) == Kinds{Embed, FirstState, FirstCellState, InputGate,
                                                                         ForgetGate, Candidate, OutputGate, CellState,
                                                                         NewState, Output}));
        QVERIFY(
            (kinds(recurrent(Cell::Rnn, None, 1), {Stack::Encoder, 1, Direction::Forward}) == Kinds{Embed, NewState}));
        QVERIFY((kinds(recurrent(Cell::Rnn, None, 1), decoder) == Kinds{Embed, FirstState, NewState, Output}));
        QVERIFY((kinds(decoderAlone(), decoder) == Kinds{Embed, NewState, Output}));
    }

    /// A stage that is not there gives way to the one before it, also where the cell comes late.
    void theStageBefore()
    {
        const ModelConfig config = recurrent(Cell::Rnn, DecoderAttention::Bahdanau, 1);
        const ComputedPass run = runOf(config, sentences(config));
        const StepsData data =
            stepsData(run.model, run.trace, chosen(config, {Stack::Decoder, 0, Direction::Forward}, 1), {});
        const auto shown = [&](StepKind kind) { return data.steps[std::size_t(data.positionOf(kind))].kind; };
        for (const StepKind kind : kindsOf(data))
            QCOMPARE(shown(kind), kind);
        QCOMPARE(shown(StepKind::Candidate), StepKind::FirstState);
        QCOMPARE(shown(StepKind::Mask), StepKind::Scale);
        QCOMPARE(shown(StepKind::FeedForward), StepKind::Combine);
    }

    /// A gru of two numbers by hand: W, U and b so that every sum is seen.
    void byHand()
    {
        ModelConfig config = encoderAlone();
        config.encoderLayers = config.directions = 1;
        config.dModel = 2;
        ModelWeights given;
        const auto set = [&](const char *name, std::initializer_list<float> values) {
            Matrix matrix(Eigen::Index(values.size()) / 2, 2);
            std::copy(values.begin(), values.end(), matrix.data());
            given.set(std::string("encoder.0.forward.") + name, std::move(matrix));
        };
        set("w_r", {1, 0, 0, 1});
        set("u_r", {0, 0, 0, 0});
        set("b_r", {0, 1});
        set("w_z", {0, 0, 0, 0});
        set("u_z", {0, 0, 0, 0});
        set("b_z", {0, 0});
        set("w_c", {0, 0, 0, 0});
        set("u_c", {1, 0, 0, 1});
        set("b_c", {0.5F, 0});
        set("b_uc", {1, 2});
        Model model = buildModel(config, std::move(given), {});
        Matrix row(1, 2);
        row << 2, -1;
        model.embedding["one"] = std::make_shared<const Matrix>(row);
        const SharedTrace trace = forward(model, {{"one"}, {}, {}, {}});
        const StepsData data = stepsData(model, trace, chosen(config, {}, 0), {});
        const auto text = [&](StepKind kind, int equation) {
            return equationText(stage(data, kind).equations.at(std::size_t(equation)));
        };
        QCOMPARE(text(StepKind::ResetGate, 0), u"from x[0] = x · W_r + b_r = 2×1 + (−1)×0 + bias: 0 = 2"_s);
        QCOMPARE(text(StepKind::ResetGate, 2), u"r[0] = σ(from x + from h) = σ(2 + 0) = 0.8808"_s);
        QCOMPARE(text(StepKind::UpdateGate, 2), u"z[0] = σ(from x + from h) = σ(0 + 0) = 0.5000"_s);
        // tanh(0.5 + σ(2) · 1)
        QCOMPARE(text(StepKind::Candidate, 2),
                 u"c[0] = tanh(from x + r ∘ from h) = tanh(0.5000 + 0.8808×1) = 0.8811"_s);
        QCOMPARE(text(StepKind::NewState, 0), u"h′[0] = (1 − z) ∘ c + z ∘ h = 0.5000×0.8811 + 0.5000×0 = 0.4406"_s);
    }

    /// The second step of an lstm of two numbers by hand: i = σ(2), f = σ(0), g = tanh(0.5), o = σ(1) in both steps, so
    /// c = i g = 0.4070 before it and c′ = c / 2 + i g = 0.6105.
    void anLstmByHand()
    {
        ModelConfig config = encoderAlone();
        config.encoderLayers = config.directions = 1;
        config.dModel = 2;
        config.cell = Cell::Lstm;
        ModelWeights given;
        const auto set = [&](const std::string &name, const Matrix &matrix) {
            given.set("encoder.0.forward." + name, matrix);
        };
        for (const char *gate : {"i", "f", "g", "o"}) {
            set(std::string("w_") + gate, Matrix::Zero(2, 2));
            set(std::string("u_") + gate, Matrix::Zero(2, 2));
            set(std::string("b_") + gate, Matrix::Zero(1, 2));
        }
        set("w_i", Matrix::Identity(2, 2));
        set("b_g", Matrix::Constant(1, 2, 0.5F));
        set("b_o", Matrix::Constant(1, 2, 1));
        Model model = buildModel(config, std::move(given), {});
        Matrix row(1, 2);
        row << 2, -1;
        model.embedding["one"] = std::make_shared<const Matrix>(row);
        const SharedTrace trace = forward(model, {{"one", "one"}, {}, {}, {}});
        const StepsData data = stepsData(model, trace, chosen(config, {}, 1), {});
        const auto text = [&](StepKind kind, int equation) {
            return equationText(stage(data, kind).equations.at(std::size_t(equation)));
        };
        QCOMPARE(text(StepKind::InputGate, 0), u"from x[0] = x · W_i + b_i = 2×1 + (−1)×0 + bias: 0 = 2"_s);
        QCOMPARE(text(StepKind::InputGate, 2), u"i[0] = σ(from x + from h) = σ(2 + 0) = 0.8808"_s);
        QCOMPARE(text(StepKind::ForgetGate, 2), u"f[0] = σ(from x + from h) = σ(0 + 0) = 0.5000"_s);
        QCOMPARE(text(StepKind::Candidate, 2), u"g[0] = tanh(from x + from h) = tanh(0.5000 + 0) = 0.4621"_s);
        QCOMPARE(text(StepKind::OutputGate, 2), u"o[0] = σ(from x + from h) = σ(1 + 0) = 0.7311"_s);
        QCOMPARE(text(StepKind::CellState, 0), u"c′[0] = f ∘ c + i ∘ g = 0.5000×0.4070 + 0.8808×0.4621 = 0.6105"_s);
        QCOMPARE(text(StepKind::NewState, 0), u"tanh c′[0] = tanh(0.6105) = 0.5445"_s);
        QCOMPARE(text(StepKind::NewState, 1), u"h′[0] = o ∘ tanh c′ = 0.7311×0.5445 = 0.3981"_s);
    }

    void aMaskedWordKeepsTheCellStateToo()
    {
        const ModelConfig config = recurrent(Cell::Lstm, DecoderAttention::None, 1);
        Input input = sentences(config);
        input.masked = {1};
        const ComputedPass run = runOf(config, input);
        const CellPlace place{Stack::Encoder, 0, Direction::Forward};
        const StepsData data = stepsData(run.model, run.trace, chosen(config, place, 1), {});
        const CellTrace &cell = cellsAt(*run.trace, place);
        QVERIFY(stage(data, StepKind::ForgetGate).strips.empty());
        QCOMPARE(stage(data, StepKind::CellState).strips.back().values, stepRow(cell.cellStates, 0));
        QCOMPARE(stage(data, StepKind::NewState).strips.back().values, stepRow(cell.states, 0));
    }

    void aMaskedWordKeepsTheState()
    {
        const ModelConfig config = recurrent(Cell::Gru, DecoderAttention::None, 1);
        Input input = sentences(config);
        input.masked = {1};
        const ComputedPass run = runOf(config, input);
        const CellPlace place{Stack::Encoder, 0, Direction::Forward};
        const StepsData data = stepsData(run.model, run.trace, chosen(config, place, 1), {});
        for (const StepKind kind : {StepKind::ResetGate, StepKind::UpdateGate, StepKind::Candidate}) {
            QVERIFY(stage(data, kind).strips.empty());
            QVERIFY(stage(data, kind).notes.join(u' ').contains(u"masked out"_s));
        }
        const Step &state = stage(data, StepKind::NewState);
        QCOMPARE(state.strips.front().values, state.strips.back().values);
        QCOMPARE(state.strips.back().values, stepRow(cellsAt(*run.trace, place).states, 0));
        Selection nothing = chosen(config, place, -1);
        QCOMPARE(stepsData(run.model, run.trace, nothing, {}).query, 0);
        QVERIFY(!stepsData(run.model, run.trace, nothing, {}).isChosen);
    }

    void aStateOfZeros()
    {
        const ModelConfig config = recurrent(Cell::Rnn, DecoderAttention::Luong, 1);
        const CellPlace place{Stack::Decoder, 1, Direction::Forward};
        Interventions interventions;
        interventions.states = {{place, 1}};
        const ComputedPass run = runOf(config, sentences(config), interventions);
        const StepsData data = stepsData(run.model, run.trace, chosen(config, place, 1), {});
        const Step &state = stage(data, StepKind::NewState);
        QCOMPARE(state.replaced, int(state.strips.size()) - 1);
        QCOMPARE(state.strips.back().values, StepRow(8, 0.0));
        QVERIFY(largestMagnitude(state.strips[state.strips.size() - 2].values) > 0.01);
        // The step after it begins with zeros.
        const StepsData after = stepsData(run.model, run.trace, chosen(config, place, 2), {});
        QCOMPARE(stripNamed(stage(after, StepKind::NewState), u"h"_s)->values, StepRow(8, 0.0));
    }

    void aChainAloneOrWithAPair()
    {
        const CellPlace encoder{Stack::Encoder, 1, Direction::Forward};
        const CellPlace decoder{Stack::Decoder, 0, Direction::Forward};
        const ModelConfig with = recurrent(Cell::Gru, DecoderAttention::Luong, 1);
        const ModelConfig without = recurrent(Cell::Gru, DecoderAttention::None, 1);
        const ModelConfig mixed = mixture(Stack::Decoder, DecoderAttention::Luong);
        const auto data = [](const ModelConfig &config, const Selection &selection) {
            const ComputedPass run = runOf(config, sentences(config));
            return stepsData(run.model, run.trace, selection, {});
        };
        const StepsData both = data(with, chosen(with, encoder, 2));
        QCOMPARE(both.key, 2);
        QVERIFY(both.chain == encoder);
        QCOMPARE(both.steps.front().heading, u"How “three” becomes its row of X"_s);
        const StepsData alone = data(without, chosen(without, decoder, 2));
        QCOMPARE(alone.query, 2);
        QCOMPARE(alone.key, -1);
        QCOMPARE(alone.title, u"drei · decoder, layer 1"_s);
        // An attention that has nothing to do with the chain.
        const StepsData self = data(mixed, at(Attention::Encoder, 1, 0, 1, 2));
        QVERIFY(!self.chain && self.key == 2);
        QVERIFY(!find(self, StepKind::NewState));
        const StepsData cells = data(mixed, atState(decoder, 1, Attention::Encoder));
        QCOMPARE(cells.key, -1);
        QCOMPARE(cells.query, 1);
        QVERIFY(find(cells, StepKind::NewState));
    }

    void theWalkOfAChain()
    {
        const ModelConfig config = recurrent(Cell::Gru, DecoderAttention::None, 2);
        const ComputedPass run = runOf(config, sentences(config));
        const Selection selection = chosen(config, {Stack::Encoder, 0, Direction::Backward}, 2);
        const auto token = walkFrames(run.model, run.trace, selection, WalkScope::Token);
        QCOMPARE(token.size(), 5U);
        QVERIFY((token.back() == WalkFrame{2, -1, StepKind::NewState}));
        const auto every = walkFrames(run.model, run.trace, selection, WalkScope::EveryToken);
        QCOMPARE(every.size(), 20U);
        const Selection third = withTokensOf(selection, every[10]);
        QCOMPARE(third.state, 2);
        QCOMPARE(third.query, selection.query);
    }

    void numbersInJson()
    {
        const ModelConfig config = recurrent(Cell::Gru, DecoderAttention::None, 2);
        const ComputedPass run = runOf(config, sentences(config));
        const Selection selection = chosen(config, {Stack::Encoder, 0, Direction::Backward}, 2);
        const auto document = QJsonDocument::fromJson(
            QByteArray::fromStdString(stepsJson(run.model, run.trace, selection, {}, {}, StepKind::ResetGate)));
        const QJsonObject steps = document.object();
        QCOMPARE(steps[u"chain"].toString(), u"encoder.0.backward"_s);
        QCOMPARE(steps[u"query"].toInt(), 3);
        QVERIFY(!steps.contains(u"key") && !steps.contains(u"block"));
        QCOMPARE(steps[u"tokens"].toArray(), QJsonArray{u"three"_s});
        const QJsonObject stageObject = steps[u"stages"].toArray().at(0).toObject();
        QCOMPARE(stageObject[u"step"].toString(), u"reset_gate"_s);
        const QJsonObject gate = stageObject[u"equations"].toArray().at(2).toObject();
        QCOMPARE(gate[u"operation"].toString(), u"sigmoid"_s);
        QCOMPARE(float(gate[u"result"].toDouble()), cellsAt(*run.trace, selection.chain).gates[0](2, 0));
    }

    void twoStates()
    {
        const ModelConfig config = recurrent(Cell::Gru, DecoderAttention::None, 1);
        const Input input = sentences(config);
        const ComputedPass before = runOf(config, input);
        ComputedPass now = before;
        now.model.weights.edit("encoder.0.forward.b_z")(0, 0) += 1;
        now.trace = forward(now.model, input);
        const CellPlace place{Stack::Encoder, 0, Direction::Forward};
        const TraceComparison comparison(std::make_shared<const Model>(now.model), now.trace,
                                         std::make_shared<const Model>(before.model), before.trace);
        const ComparedSteps compared = comparedSteps(comparison, chosen(config, place, 2), {}, {});
        QCOMPARE(compared.message, QString());
        QCOMPARE(kindsOf(compared.data).size(), 5U);
        const Matrix difference = cellsAt(*now.trace, place).states - cellsAt(*before.trace, place).states;
        QCOMPARE(stage(compared.data, StepKind::NewState).strips.back().values.front(), double(difference(2, 0)));
        // Another chain is not compared with this one.
        ComputedPass oneLayer = before;
        ModelConfig smaller = config;
        smaller.encoderLayers = 1;
        oneLayer = runOf(smaller, input);
        const TraceComparison other(std::make_shared<const Model>(now.model), now.trace,
                                    std::make_shared<const Model>(oneLayer.model), oneLayer.trace);
        const CellPlace upper{Stack::Encoder, 1, Direction::Forward};
        QCOMPARE(comparedSteps(other, chosen(config, upper, 2), {}, {}).message,
                 u"The pinned state has no such chain of cells."_s);
    }
};

REGARD_TEST(TestStepCell)

#include "test_step_cell.moc"
