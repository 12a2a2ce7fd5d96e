#include <QTest>

#include <cmath>

#include "engine/forward.h"
#include "figures/step_text.h"
#include "io/examples.h"
#include "widgets/step_maker.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

double operandValue(const StepNumber &number, double value)
{
    return number.isRoot ? std::sqrt(value) : value;
}

double activated(StepOperation operation, double x)
{
    switch (operation) {
    case StepOperation::Relu:
        return std::max(0.0, x);
    case StepOperation::Gelu:
        return x * 0.5 * std::erfc(-x / std::sqrt(2.0));
    case StepOperation::GeluTanh:
        return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    default:
        return x / (1 + std::exp(-x));
    }
}

/// What the equation's operation makes of these numbers, which stand in the order of its terms.
double recomputed(const StepEquation &equation, const std::vector<double> &values)
{
    std::size_t next = 0;
    std::vector<std::vector<double>> terms;
    for (const StepTerm &term : equation.terms) {
        terms.emplace_back();
        for (const StepNumber &number : term.numbers)
            terms.back().push_back(operandValue(number, values[next++]));
    }
    const std::vector<double> &first = terms.front();
    double sum = 0;
    switch (equation.operation) {
    case StepOperation::SumOfProducts:
    case StepOperation::SumOfTanh:
        for (const std::vector<double> &term : terms) {
            if (equation.operation == StepOperation::SumOfTanh && term.size() == 3) {
                sum += term[0] * std::tanh(term[1] + term[2]);
                continue;
            }
            double product = 1;
            for (const double value : term)
                product *= value;
            sum += product;
        }
        return sum;
    case StepOperation::Quotient:
        return first[0] / first[1];
    case StepOperation::Exponential:
        return std::exp(first[0] - first[1]);
    case StepOperation::Normed:
        return (first[0] - first[1]) / std::sqrt(first[2] + first[3]) * first[4] + first[5];
    default:
        return activated(equation.operation, first[0]);
    }
}

/// A written number, and half of what its last digit is worth: 0 of a whole one.
struct Written {
    double value;
    double half;
};

Written written(double value)
{
    QString text = stepNumberText(value);
    text.replace(QChar(0x2212), u'-');
    if (text.endsWith(u'∞'))
        return {value, 0};
    bool ok = false;
    const double read = text.toDouble(&ok);
    Q_ASSERT(ok);
    const qsizetype e = text.indexOf(u'e');
    const QString mantissa = e < 0 ? text : text.left(e);
    const qsizetype point = mantissa.indexOf(u'.');
    if (point < 0)
        return {read, 0};
    const double unit = std::pow(10.0, -double(mantissa.size() - point - 1) + (e < 0 ? 0 : text.mid(e + 1).toInt()));
    return {read, 0.5 * unit};
}

std::vector<double> exactValues(const StepEquation &equation)
{
    std::vector<double> values;
    for (const StepTerm &term : equation.terms) {
        for (const StepNumber &number : term.numbers)
            values.push_back(number.value);
    }
    return values;
}

/// Empty where the equation holds: for its exact numbers within float32's rounding, for the written ones within theirs.
QString problem(const StepEquation &equation)
{
    const std::vector<double> exact = exactValues(equation);
    const QString shown = equationText(equation);
    double size = 0;
    for (const double value : exact)
        size = std::max(size, std::isfinite(value) ? std::abs(value) : 0);
    const double result = equation.result.value;
    const double computed = recomputed(equation, exact);
    if (std::isinf(result) || std::isinf(computed))
        return result == computed ? QString() : shown;
    // Sums of up to a few hundred float32 products lose some units of 6e-8 of their largest numbers.
    const double loss = 1e-5 * std::max({1.0, std::abs(result), size});
    if (!(std::abs(computed - result) <= loss))
        return u"%1: exactly %2, not %3"_s.arg(shown).arg(computed, 0, 'g', 9).arg(result, 0, 'g', 9);

    std::vector<double> read;
    for (const double value : exact)
        read.push_back(written(value).value);
    double room = written(result).half + loss;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        // How far the operand's rounding can move the result, to first order and with a reserve for the rest.
        const double half = written(exact[i]).half;
        if (half == 0)
            continue;
        std::vector<double> moved = read;
        moved[i] += half;
        const double up = std::abs(recomputed(equation, moved) - recomputed(equation, read));
        moved[i] -= 2 * half;
        const double down = std::abs(recomputed(equation, moved) - recomputed(equation, read));
        room += 1.05 * std::max(up, down);
    }
    const double fromShown = recomputed(equation, read);
    if (!(std::abs(fromShown - written(result).value) <= room))
        return u"%1: as written %2 ± %3"_s.arg(shown).arg(fromShown).arg(room);
    for (const double value : exact) {
        if (!shown.contains(stepNumberText(value)))
            return u"%1 does not show %2"_s.arg(shown, stepNumberText(value));
    }
    return shown.contains(stepNumberText(result)) ? QString() : shown;
}

std::vector<int> someOf(int count)
{
    std::vector<int> some;
    for (const int i : {0, count / 2, count - 1}) {
        if (some.empty() || some.back() != i)
            some.push_back(i);
    }
    return some;
}

const Step *find(const StepsData &data, StepKind kind)
{
    for (const Step &step : data.steps) {
        if (step.kind == kind)
            return &step;
    }
    return nullptr;
}

struct Run {
    Model model;
    SharedTrace trace;
};

Run runOf(const Project &project)
{
    return {project.model, forward(project.model, inputOf(project))};
}

Run runOf(const ModelConfig &config, const Input &input)
{
    // Biases are drawn as zeros and gains as ones: others show whether an equation has them.
    ModelWeights given;
    const Model drawn = buildModel(config, {}, {});
    for (const auto &[name, matrix] : drawn.weights.all()) {
        if (matrix->rows() == 1 && name.find("w_a") == std::string::npos) {
            Matrix row = *matrix;
            for (Eigen::Index i = 0; i < row.cols(); ++i)
                row(0, i) += 0.1F * float(i % 7) - 0.25F;
            given.set(name, std::move(row));
        }
    }
    Model model = buildModel(config, std::move(given), {});
    SharedTrace trace = forward(model, input);
    return {std::move(model), std::move(trace)};
}

Selection at(Attention attention, int layer, int head, int query, int key)
{
    Selection selection;
    selection.attention = attention;
    selection.layer = layer;
    selection.head = head;
    selection.heads = {head};
    selection.query = query;
    selection.key = key;
    return selection;
}

/// Every equation of some queries, keys, heads, layers and components holds; returns the first that does not.
QString firstProblem(const Run &run, int *equations)
{
    const ModelConfig &config = run.model.config;
    for (const Attention attention : attentionsOf(config)) {
        const int queries = int(queriesOf(*run.trace, attention).tokens.size());
        const int keys = int(keysOf(*run.trace, attention).tokens.size());
        for (const int layer : someOf(layersOf(config, attention))) {
            for (const int head : someOf(headsOf(config, attention))) {
                for (const int query : someOf(queries)) {
                    for (const int key : someOf(keys)) {
                        for (const int component : {-1, 1}) {
                            const StepsData data =
                                stepsData(run.model, run.trace, at(attention, layer, head, query, key), {},
                                          {component, false, {}});
                            for (const Step &step : data.steps) {
                                for (const StepEquation &equation : step.equations) {
                                    ++*equations;
                                    if (const QString text = problem(equation); !text.isEmpty())
                                        return u"%1, %2: %3"_s.arg(data.title, step.title, text);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    return {};
}

QStringList titles(const StepsData &data)
{
    QStringList list;
    for (const Step &step : data.steps)
        list.push_back(step.title);
    return list;
}

} // namespace

/// The stages of one weight: every equation recomputed from what it shows, and what stands in them.
class TestStepMaker : public QObject {
    Q_OBJECT
private slots:
    void numbers_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("whole") << 4.0 << u"4"_s;
        QTest::newRow("negative whole") << -16.0 << u"−16"_s;
        QTest::newRow("negative zero") << -0.0 << u"0"_s;
        QTest::newRow("small") << 0.06337894 << u"0.0634"_s;
        QTest::newRow("two digits") << 28.33071 << u"28.3307"_s;
        QTest::newRow("three digits") << 149.6357 << u"149.636"_s;
        QTest::newRow("five digits") << 12345.678 << u"12345.7"_s;
        QTest::newRow("tiny") << 1.2345e-5 << u"1.234e−05"_s;
        QTest::newRow("huge") << -2.5e7 << u"−2.500e+07"_s;
        QTest::newRow("forbidden") << -std::numeric_limits<double>::infinity() << u"−∞"_s;
    }
    void numbers()
    {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(stepNumberText(value), text);
    }

    void equationsOfExamples_data()
    {
        QTest::addColumn<QString>("name");
        for (const ExampleEntry &example : examples())
            QTest::newRow(example.name.c_str()) << QString::fromStdString(example.name);
    }
    void equationsOfExamples()
    {
        QFETCH(QString, name);
        int equations = 0;
        const QString text = firstProblem(runOf(readExample(name.toStdString())), &equations);
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QVERIFY(equations > 20);
    }

    void equationsOfModels_data()
    {
        QTest::addColumn<int>("score");
        QTest::addColumn<int>("norm");
        QTest::addColumn<int>("activation");
        QTest::addColumn<int>("position");
        const auto row = [](const char *name, Score score, Norm norm, Activation activation, Position position) {
            QTest::newRow(name) << int(score) << int(norm) << int(activation) << int(position);
        };
        row("post, relu", Score::ScaledDot, Norm::Post, Activation::Relu, Position::Sinusoidal);
        row("pre, gelu", Score::Dot, Norm::Pre, Activation::Gelu, Position::Learned);
        row("additive, gelu tanh", Score::Additive, Norm::Post, Activation::GeluTanh, Position::OneHot);
        row("no norm, silu", Score::ScaledDot, Norm::None, Activation::Silu, Position::None);
    }
    void equationsOfModels()
    {
        QFETCH(int, score);
        QFETCH(int, norm);
        QFETCH(int, activation);
        QFETCH(int, position);
        ModelConfig config = whole();
        config.score = Score(score);
        config.norm = Norm(norm);
        config.finalNorm = Norm(norm) != Norm::None;
        config.activation = Activation(activation);
        config.position = Position(position);
        int equations = 0;
        const QString text = firstProblem(runOf(config, sentences()), &equations);
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QVERIFY(equations > 500);
    }

    void workedExample()
    {
        const Run run = runOf(readExample("three-inputs"));
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 1), {});
        QCOMPARE(titles(data),
                 (QStringList{u"embed"_s, u"project"_s, u"score"_s, u"scale"_s, u"softmax"_s, u"weigh"_s}));
        QVERIFY(data.isChosen);
        const Step &score = data.steps[2];
        QCOMPARE(score.strips[0].values, (std::vector<double>{1, 0, 2}));
        QCOMPARE(score.strips[1].values, (std::vector<double>{4, 4, 0}));
        QCOMPARE(score.strips[2].values, (std::vector<double>{4, 0, 0}));
        QCOMPARE(score.strips[3].values, (std::vector<double>{2, 4, 4}));
        QCOMPARE(equationText(score.equations[0]), u"score = q · k = 1×4 + 0×4 + 2×0 = 4"_s);
        QVERIFY(data.steps[3].equations.empty());
        QVERIFY(data.steps[3].notes[0].contains(u"nothing is scaled"_s));
        const Step &softmax = data.steps[4];
        QCOMPARE(textsOf(softmax.bars->values), (QStringList{u"0.0634"_s, u"0.4683"_s, u"0.4683"_s}));
        QCOMPARE(equationText(softmax.equations[0]), u"exp = exp(4 − 4) = 1"_s);
        QCOMPARE(equationText(softmax.equations[1]), u"Σ exp = x1: 0.1353 + x2: 1 + x3: 1 = 2.1353"_s);
        QCOMPARE(equationText(softmax.equations[2]), u"weight = exp ÷ Σ exp = 1 ÷ 2.1353 = 0.4683"_s);
        const Step &weigh = data.steps[5];
        QCOMPARE(weigh.strips.size(), std::size_t(4));
        QCOMPARE(textsOf(weigh.strips[3].values), (QStringList{u"1.9366"_s, u"6.6831"_s, u"1.5951"_s}));
        QCOMPARE(stepNumberText(weigh.strips[0].length), u"0.0634"_s);
        // v of x2 is 2 8 0.
        QCOMPARE(weigh.strips[1].values[1], 8 * weigh.strips[1].length);
        QCOMPARE(equationText(weigh.equations[0]),
                 u"output[0] = Σ weight × v = x1: 0.0634×1 + x2: 0.4683×2 + x3: 0.4683×2 = 1.9366"_s);
    }

    void nothingInFocus()
    {
        const Run run = runOf(readExample("three-inputs"));
        StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, -1, -1), {});
        QVERIFY(!data.isChosen);
        QCOMPARE(data.query, 0);
        QCOMPARE(data.key, 1); // 0.4683, before the equal one of x3
        data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 2, -1), {});
        QCOMPARE(data.query, 2);
        QCOMPARE(data.key, 1); // scores 4 12 10
        QVERIFY(!data.isChosen);
    }

    void longSumsDropNothing()
    {
        ModelConfig config;
        config.dModel = 768;
        config.heads = 12;
        config.dKey = config.dValue = 64;
        const Run run = runOf(config, {{"a", "b", "c"}, {}, {}, {}});
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 3, 1, 2), {});
        const StepEquation &q = find(data, StepKind::Project)->equations[0];
        QCOMPARE(q.terms.size(), std::size_t(7));
        QCOMPARE(q.terms.back().name, u"762 others"_s);
        double last = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i + 1 < q.terms.size(); ++i) {
            const double size = std::abs(q.terms[i].numbers[0].value * q.terms[i].numbers[1].value);
            QVERIFY(size <= last);
            last = size;
            QVERIFY(q.terms[i].name.startsWith(u"dim "_s));
        }
        const StepEquation &score = find(data, StepKind::Score)->equations[0];
        QCOMPARE(score.terms.back().name, u"58 others"_s);
        QVERIFY2(problem(q).isEmpty() && problem(score).isEmpty(), qPrintable(problem(q) + problem(score)));
    }

    void matricesOfExamples_data() { equationsOfExamples_data(); }
    void matricesOfExamples()
    {
        QFETCH(QString, name);
        const Run run = runOf(readExample(name.toStdString()));
        int products = 0;
        for (const Attention attention : attentionsOf(run.model.config)) {
            const StepsData data = stepsData(run.model, run.trace, at(attention, 0, 0, 1, 0), {}, {-1, true, {}});
            for (const Step &step : data.steps) {
                QVERIFY(!step.matrices.empty());
                for (const StepLine &line : step.matrices)
                    checkLine(data.title + step.title, line, &products);
            }
        }
        QVERIFY(products >= 5);
    }

    void matricesOfTheWholeTransformer()
    {
        const Run run = runOf(whole(), sentences());
        int products = 0;
        for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross}) {
            const StepsData data = stepsData(run.model, run.trace, at(attention, 1, 1, 1, 0), {}, {-1, true, {}});
            for (const Step &step : data.steps) {
                QVERIFY(!step.matrices.empty());
                for (const StepLine &line : step.matrices)
                    checkLine(data.title + step.title, line, &products);
            }
        }
        // Q, K, V, A, O, W_O, two of the feed-forward, and the output of two attentions: x · W.
        QCOMPARE(products, 3 * 7 + 2);
    }

    void matricesMarkThePair()
    {
        const Run run = runOf(readExample("three-inputs"));
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 1), {}, {-1, true, {}});
        const StepLine &score = find(data, StepKind::Score)->matrices.at(0);
        QCOMPARE(score.size(), std::size_t(5));
        QCOMPARE(score[0].matrix.row, 0);
        QCOMPARE(score[2].matrix.column, 1);
        QCOMPARE(score[4].matrix.row, 0);
        QCOMPARE(score[4].matrix.column, 1);
        Matrix scores(3, 3);
        scores << 2, 4, 4, 4, 16, 12, 4, 12, 10;
        QVERIFY(*score[4].matrix.values == scores);
        QVERIFY(stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 1), {}).steps[2].matrices.empty());
        // There is no mask: the stage before it is meant.
        const StepsData one =
            stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 1), {}, {-1, true, StepKind::Mask});
        for (const Step &step : one.steps)
            QCOMPARE(step.matrices.empty(), step.kind != StepKind::Scale);
    }

    void zerosNeedNoNames()
    {
        const Run run = runOf(readExample("it"));
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 7, 1), {});
        for (const StepEquation &equation : find(data, StepKind::Project)->equations) {
            for (std::size_t i = 1; i + 1 < equation.terms.size(); ++i)
                QVERIFY(equation.terms[i].numbers[0].value * equation.terms[i].numbers[1].value != 0);
        }
    }

    void longSentences()
    {
        Input input;
        for (int i = 0; i < 40; ++i)
            input.tokens.push_back("w" + std::to_string(i));
        const Run run = runOf(ModelConfig(), input);
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 5, 6), {});
        const Step &weigh = *find(data, StepKind::Weigh);
        QCOMPARE(weigh.strips.size(), std::size_t(14)); // twelve, the others, the sum
        double weight = 0;
        std::vector<double> sum(weigh.strips.back().values.size());
        for (std::size_t i = 0; i + 1 < weigh.strips.size(); ++i) {
            weight += weigh.strips[i].length;
            for (std::size_t j = 0; j < sum.size(); ++j)
                sum[j] += weigh.strips[i].values[j];
        }
        QVERIFY(std::abs(weight - 1) < 1e-5); // forty float32 weights
        for (std::size_t j = 0; j < sum.size(); ++j)
            QVERIFY(std::abs(sum[j] - weigh.strips.back().values[j]) < 1e-5);
        QCOMPARE(weigh.strips[12].name, u"28 others"_s);
        QCOMPARE(find(data, StepKind::Softmax)->bars->values.size(), std::size_t(40));
    }

    void maskedPairs_data()
    {
        QTest::addColumn<int>("query");
        QTest::addColumn<int>("key");
        QTest::addColumn<QString>("why");
        QTest::addColumn<bool>("forbidden");
        QTest::newRow("later") << 1 << 3 << u"causal mask forbids"_s << true;
        QTest::newRow("padding") << 2 << 0 << u"as padding"_s << true;
        QTest::newRow("itself") << 2 << 2 << u"is allowed"_s << false;
    }
    void maskedPairs()
    {
        QFETCH(int, query);
        QFETCH(int, key);
        QFETCH(QString, why);
        QFETCH(bool, forbidden);
        ModelConfig config;
        config.encoderMask = Mask::Causal;
        const Run run = runOf(config, {{"a", "b", "c", "d"}, {0}, {}, {}});
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 1, query, key), {});
        const Step *mask = find(data, StepKind::Mask);
        QVERIFY(mask);
        QVERIFY2(mask->notes[0].contains(why), qPrintable(mask->notes[0]));
        QCOMPARE(std::isinf(mask->equations[0].result.value), forbidden);
        const Step &softmax = *find(data, StepKind::Softmax);
        QCOMPARE(softmax.equations.back().result.value == 0, forbidden);
        if (forbidden)
            QVERIFY(equationText(softmax.equations[0]).startsWith(u"exp = exp(−∞ − "_s));
        for (const StepEquation &equation : softmax.equations)
            QVERIFY2(problem(equation).isEmpty(), qPrintable(problem(equation)));
    }

    void everyKeyForbidden()
    {
        ModelConfig config;
        config.encoderMask = Mask::Causal;
        const Run run = runOf(config, {{"a", "b"}, {0}, {}, {}});
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 1), {});
        const Step &softmax = *find(data, StepKind::Softmax);
        QVERIFY(softmax.equations.empty());
        QCOMPARE(softmax.bars->values, (std::vector<double>{0, 0}));
        QVERIFY(softmax.notes[0].contains(u"all weights are 0"_s));
        QCOMPARE(find(data, StepKind::Weigh)->equations[0].result.value, 0.0);
    }

    void stagesOfAttentions()
    {
        const Run run = runOf(whole(), sentences());
        const auto kinds = [&](Attention attention) {
            return titles(stepsData(run.model, run.trace, at(attention, 1, 1, 1, 0), {}));
        };
        const QStringList all{u"embed"_s, u"project"_s,    u"score"_s,      u"scale"_s,       u"softmax"_s,
                              u"weigh"_s, u"join heads"_s, u"add & norm"_s, u"feed forward"_s};
        QCOMPARE(kinds(Attention::Encoder), all);
        QCOMPARE(kinds(Attention::Cross), all + QStringList{u"output"_s});
        QStringList masked = all + QStringList{u"output"_s};
        masked.insert(4, u"mask"_s);
        QCOMPARE(kinds(Attention::Decoder), masked);
    }

    void crossAttentionReadsTheEncoder()
    {
        const Run run = runOf(whole(), sentences());
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Cross, 0, 0, 1, 2), {});
        QVERIFY(data.title.startsWith(u"zwei → three, cross layer 1 · head 1"_s));
        const Step &project = *find(data, StepKind::Project);
        const StepStrip *key = nullptr;
        for (const StepStrip &strip : project.strips) {
            if (strip.name == u"x(three)"_s)
                key = &strip;
        }
        QVERIFY(key);
        for (std::size_t i = 0; i < key->values.size(); ++i)
            QCOMPARE(key->values[i], double(run.trace->encoderOutput(2, Eigen::Index(i))));
    }

    void outputNamesTheNextToken()
    {
        const Run run = runOf(whole(), sentences());
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Decoder, 1, 0, 1, 0), {});
        const Step &output = *find(data, StepKind::Output);
        Eigen::Index best = 0;
        run.trace->logits.row(1).maxCoeff(&best);
        QCOMPARE(output.bars->keys.front(), int(best));
        QCOMPARE(output.bars->marked, 0);
        QVERIFY(!output.bars->overKeys);
        QCOMPARE(output.equations.front().result.value, double(run.trace->logits(1, best)));
        QCOMPARE(output.equations.back().name, u"probability"_s);
    }

    void reluCutsAreCounted()
    {
        const Run run = runOf(whole(), sentences());
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 0), {});
        const Step &step = *find(data, StepKind::FeedForward);
        const auto cut = std::count_if(step.strips[1].values.begin(), step.strips[1].values.end(),
                                       [](double value) { return value < 0; });
        const auto zeros = std::count(step.strips[2].values.begin(), step.strips[2].values.end(), 0.0);
        QCOMPARE(zeros, cut);
        QVERIFY(step.notes[0].startsWith(u"ReLU cuts %1 of 12 hidden"_s.arg(cut)));
    }

private:
    /// a · b = c, a · b + bias = c and a + b = c; other lines stand for functions of their own tests.
    static void checkLine(const QString &where, const StepLine &line, int *products)
    {
        std::vector<Matrix> matrices;
        QStringList signs;
        for (const StepPiece &piece : line) {
            if (piece.sign.isEmpty())
                matrices.push_back(*piece.matrix.values);
            else
                signs.push_back(piece.sign);
        }
        Matrix result;
        if (signs == QStringList{u"·"_s, u"="_s} || signs == QStringList{u"·"_s, u"+"_s, u"="_s}) {
            result = matrices[0] * matrices[1];
            if (signs.size() == 3)
                result.rowwise() += matrices[2].row(0);
            ++*products;
        } else if (signs == QStringList{u"activation of"_s, u"·"_s, u"="_s} ||
                   signs == QStringList{u"activation of"_s, u"·"_s, u"+"_s, u"="_s}) {
            result = matrices[0] * matrices[1];
            if (signs.size() == 4)
                result.rowwise() += matrices[2].row(0);
            result = result.cwiseMax(0.0F); // ReLU
        } else if (signs == QStringList{u"+"_s, u"="_s}) {
            result = matrices[0] + matrices[1];
        } else if (signs == QStringList{u"="_s}) {
            result = matrices[0];
        } else {
            return;
        }
        QVERIFY2((result - matrices.back()).cwiseAbs().maxCoeff() <= 1e-5F * (1 + result.cwiseAbs().maxCoeff()),
                 qPrintable(where));
    }

    static QStringList textsOf(const std::vector<double> &values)
    {
        QStringList texts;
        for (const double value : values)
            texts.push_back(stepNumberText(value));
        return texts;
    }

    /// Every part that a model can have.
    static ModelConfig whole()
    {
        ModelConfig config;
        config.architecture = Architecture::EncoderDecoder;
        config.encoderLayers = config.decoderLayers = 2;
        config.dModel = 10;
        config.heads = config.decoderHeads = 2;
        config.dKey = 4;
        config.dValue = 5;
        config.dFf = config.decoderDFf = 12;
        config.position = Position::Sinusoidal;
        config.embeddingScale = config.embeddingNorm = true;
        config.bias = config.residual = true;
        config.norm = Norm::Post;
        return config;
    }
    static Input sentences() { return {{"one", "two", "three"}, {}, {"eins", "zwei", "drei", "vier"}, {}}; }
};

QTEST_GUILESS_MAIN(TestStepMaker)
#include "test_step_maker.moc"
