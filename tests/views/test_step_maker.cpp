#include <QDir>
#include <QTest>

#include <array>
#include <cmath>

#include "engine/pass/output_layer.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/examples.h"
#include "io/project/words.h"
#include "paths.h"
#include "step_recomputation.h"
#include "test_class.h"
#include "views/steps/step_terms.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Empty where the weights "by hand" are rounded to a row that sums to 1, nowhere by a whole unit, and their sum of the
/// value rows is the one shown; and where nothing is rounded elsewhere.
QString handProblem(const StepsData &data, const HeadTrace &head)
{
    const Step &softmax = *find(data, StepKind::Softmax);
    const Step &weigh = *find(data, StepKind::Weigh);
    const StepRow exact = stepRow(head.weights, data.query);
    const bool byHand = data.handDecimals > 0;
    if ((byHand ? softmax.bars->exact : softmax.bars->values) != exact)
        return u"the exact weights are not the engine's"_s;
    for (const Step &step : data.steps) {
        const bool says = step.notes.join(u' ').contains(u"“By hand” ends with the weighted sum"_s);
        if (says != (byHand && step.kind > StepKind::Weigh))
            return u"%1 does not say where the exact numbers begin"_s.arg(step.title);
    }
    if (!byHand)
        return softmax.bars->exact.empty() ? QString() : u"exact weights beside exact ones"_s;
    const double scale = std::pow(10.0, data.handDecimals);
    double units = 0;
    double largest = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        const double shown = softmax.bars->values[i] * scale;
        if (std::abs(shown - std::round(shown)) > 1e-9 || std::abs(shown - exact[i] * scale) >= 1)
            return u"weight %1 is rounded to %2"_s.arg(exact[i]).arg(softmax.bars->values[i]);
        units += std::round(shown);
        largest = std::max(largest, exact[i]);
    }
    if (head.hasSink ? units > scale : units != (largest == 0 ? 0 : scale))
        return u"the rounded weights sum to %1 units"_s.arg(units);
    for (Eigen::Index c = 0; c < head.v.cols(); ++c) {
        double sum = 0;
        for (std::size_t i = 0; i < exact.size(); ++i)
            sum += softmax.bars->values[i] * double(head.v(Eigen::Index(i), c));
        const StepStrip *shown = stripNamed(weigh, u"sum"_s);
        if (!shown || std::abs(shown->values[std::size_t(c)] - sum) > 1e-9 * (1 + std::abs(sum)))
            return u"the rounded weights do not give %1"_s.arg(sum);
        const StepStrip *beside = stripNamed(weigh, u"exact"_s);
        const bool isReplaced = stripNamed(weigh, u"output"_s) != nullptr;
        const double engines =
            isReplaced ? double(head.weights.row(data.query).dot(head.v.col(c))) : double(head.output(data.query, c));
        if (!beside ||
            std::abs(beside->values[std::size_t(c)] - engines) > (isReplaced ? 1e-5 * (1 + std::abs(engines)) : 0))
            return u"the exact sum beside is not the engine's"_s;
    }
    return {};
}

const HeadTrace &headOf(const ComputedPass &run, Attention attention, int layer, int head)
{
    return run.trace->blocks[std::size_t(blockIndex(run.model.config, attention, layer))]->heads[std::size_t(head)];
}

/// Every equation of some queries, keys, heads, layers and components holds; returns the first that does not. Each
/// query and each key is looked at in every way, each pair in one or two of them.
QString stepMakerFirstProblem(const ComputedPass &run, int *equations,
                              const std::vector<StepChoice> &choices = stepChoices())
{
    const ModelConfig &config = run.model.config;
    std::size_t first = 0;
    for (const Attention attention : attentionsOf(config)) {
        const int queries = int(queriesOf(*run.trace, attention).tokens.size());
        const int keys = int(keysOf(*run.trace, attention).tokens.size());
        for (const int layer : someOf(layersOf(config, attention))) {
            for (const int head : someOf(headsOf(config, attention))) {
                for (const int query : someOf(queries)) {
                    ++first; // so that each key has its turn in every way
                    std::size_t turn = first;
                    for (const int key : someOf(keys)) {
                        for (std::size_t way = turn++ % 2; way < choices.size(); way += 2) {
                            const StepChoice &choice = choices[way];
                            const StepsData data =
                                stepsData(run.model, run.trace, at(attention, layer, head, query, key), {}, choice);
                            if (const QString text = handProblem(data, headOf(run, attention, layer, head));
                                !text.isEmpty())
                                return u"%1: %2"_s.arg(data.title, text);
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

/// The numbers of the query's row that go on are the engine's, replaced or not; returns the first stage whose are not.
QString foreignOutput(const ComputedPass &run, Attention attention, int layer, int head, int query)
{
    const StepsData data = stepsData(run.model, run.trace, at(attention, layer, head, query, 0), {});
    const BlockTrace &block = *run.trace->blocks[std::size_t(blockIndex(run.model.config, attention, layer))];
    const auto last = [&](StepKind kind) { return find(data, kind)->strips.back().values; };
    if (last(StepKind::Weigh) != stepRow(block.heads[std::size_t(head)].output, query))
        return u"weigh"_s;
    if (last(StepKind::Join) != stepRow(block.output, query))
        return u"join"_s;
    if (stripNamed(*find(data, StepKind::AddNorm), u"output"_s)->values != stepRow(block.output, query))
        return u"add & norm"_s;
    const auto &layers =
        stackOf(attention) == Stack::Encoder ? run.trace->encoderFeedForward : run.trace->decoderFeedForward;
    if (stripNamed(*find(data, StepKind::FeedForward), u"output"_s)->values !=
        stepRow(layers[std::size_t(layer)]->output, query))
        return u"feed forward"_s;
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
        const QString text = stepMakerFirstProblem(runOf(readExample(name.toStdString())), &equations);
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
        row("general, gelu", Score::General, Norm::Pre, Activation::Gelu, Position::Learned);
        row("additive, gelu tanh", Score::Additive, Norm::Post, Activation::GeluTanh, Position::OneHot);
        row("no norm, silu", Score::ScaledDot, Norm::None, Activation::Silu, Position::None);
    }
    void equationsOfModels()
    {
        QFETCH(int, score);
        QFETCH(int, norm);
        QFETCH(int, activation);
        QFETCH(int, position);
        ModelConfig config = wholeTransformer();
        config.score = Score(score);
        config.norm = Norm(norm);
        config.finalNorm = Norm(norm) != Norm::None;
        config.activation = Activation(activation);
        config.position = Position(position);
        int equations = 0;
        const QString text = stepMakerFirstProblem(runOf(config, twoSentences()), &equations);
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QVERIFY(equations > 500);
    }

    void equationsOfTrainedModels_data()
    {
        QTest::addColumn<int>("number");
        const auto cases = trainedCases();
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].name) << int(i);
    }
    void equationsOfTrainedModels()
    {
        QFETCH(int, number);
        const ModelConfig config = trainedCases()[std::size_t(number)].config;
        int equations = 0;
        const QString text = stepMakerFirstProblem(runOf(config, inputFor(config)), &equations);
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QVERIFY(equations > 200);
    }

    /// Small models of every family, as files of trained models hold them.
    void equationsOfCheckpoints_data()
    {
        QTest::addColumn<QString>("folder");
        const QDir all(QStringLiteral(REGARD_TEST_DATA "/checkpoints"));
        for (const QString &name : all.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            if (isCheckpointFolder(all.filePath(name)))
                QTest::newRow(qPrintable(name)) << all.filePath(name);
    }
    void equationsOfCheckpoints()
    {
        QFETCH(QString, folder);
        Project project = checkpointProject(openCheckpoint(folder));
        project.source = "The cat sat.";
        if (project.model.config.architecture == Architecture::EncoderDecoder)
            project.target = "Le chat";
        int equations = 0;
        const QString text = stepMakerFirstProblem(runOf(project), &equations, {StepChoice()});
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QVERIFY(equations > 100);
    }

    /// Columns c and c + 3 of 6 turn together; key head 2 is that of heads 3 and 4.
    void rotatedAndShared()
    {
        const ComputedPass run = runOf(likeLlama(), inputFor(likeLlama()));
        StepChoice choice;
        choice.component = 4;
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Decoder, 0, 3, 2, 1), {}, choice);
        const Step &project = *find(data, StepKind::Project);
        const HeadTrace &head = headOf(run, Attention::Decoder, 0, 3);
        const StepRow plain = stripNamed(project, u"q₀(three)"_s)->values;
        const StepRow turned = stripNamed(project, u"q(three)"_s)->values;
        QCOMPARE(turned, stepRow(head.q, 2));
        QCOMPARE(stripNamed(project, u"k(two)"_s)->values, stepRow(head.k, 1));
        // The second pair of three: 2 × 500^(−2/6) is the angle of position 2.
        const double angle = 2 * std::pow(500, -2.0 / 6);
        QVERIFY(std::abs(turned[4] - (plain[4] * std::cos(angle) + plain[1] * std::sin(angle))) < 1e-6);
        QVERIFY(std::abs(equationNamed(project, u"φ of q"_s)->result.value - angle) < 1e-6);
        QCOMPARE(equationNamed(project, u"q[22]"_s)->formula, u"q₀[22] × cos φ + q₀[19] × sin φ"_s);
        // Query head 4 owns columns 18 to 23 of W_Q; key head 2 columns 6 to 11 of W_K and W_V.
        QVERIFY(equationNamed(project, u"q₀[22]"_s)->formula.endsWith(u"column 22"_s));
        QVERIFY(equationNamed(project, u"k₀[10]"_s)->formula.endsWith(u"column 10"_s));
        QVERIFY(equationNamed(project, u"v[10]"_s)->formula.endsWith(u"column 10"_s));
        QVERIFY(project.notes.contains(u"Head 4 reads key and value head 2, as heads 3 to 4 do"_s));
        const std::vector<StepSource> sources = equationNamed(project, u"k[10]"_s)->result.sources;
        for (const int column : {10, 7})
            QVERIFY(std::find(sources.begin(), sources.end(), StepSource{"decoder.0.self.w_k", -1, column}) !=
                    sources.end());
    }

    void typesAreAdded()
    {
        const ComputedPass run = runOf(likeBert(), inputFor(likeBert()));
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 1, 0), {});
        const Step &embed = *find(data, StepKind::Embed);
        QCOMPARE(stripNamed(embed, u"type 1"_s)->values, stepRow(run.model.weights.at("token_type"), 1));
        const StepEquation &sum = embed.equations.front();
        QCOMPARE(sum.formula, u"token + position + type"_s);
        QCOMPARE(sum.terms.size(), std::size_t(3));
        QCOMPARE(sum.terms[2].cell.matrix, std::string("token_type"));
        QCOMPARE(sum.terms[2].cell.row, 1);
    }

    void gatedHiddenNumbers()
    {
        const ComputedPass run = runOf(likeLlama(), inputFor(likeLlama()));
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Decoder, 1, 0, 2, 0), {});
        const Step &step = *find(data, StepKind::FeedForward);
        const StepRow activated = stripNamed(step, u"activated"_s)->values;
        const StepRow gate = stripNamed(step, u"gate"_s)->values;
        const StepRow hidden = stripNamed(step, u"hidden"_s)->values;
        for (std::size_t i = 0; i < hidden.size(); ++i)
            QVERIFY(std::abs(hidden[i] - activated[i] * gate[i]) < 1e-6);
        QCOMPARE(find(data, StepKind::Project)->equations.front().name, u"mean square"_s);
    }

    /// Only the logits of the likeliest words are shown, but the equations count all of thousands.
    void aLargeVocabulary()
    {
        const ComputedPass run = runWithManyWords();
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Decoder, 0, 0, 2, 1), {});
        const Step &output = *find(data, StepKind::Output);
        const StepStrip &logits = *stripNamed(output, u"logits"_s);
        QCOMPARE(logits.values.size(), output.bars->values.size());
        QCOMPARE(logits.names, output.bars->names);
        const Matrix all = logitsRows(run.model, *run.trace, 2, 1);
        QCOMPARE(logits.values[0], double(all.maxCoeff()));
        QVERIFY(!logits.isComponent);
        for (const StepEquation &equation : output.equations) {
            const QString text = problem(equation);
            QVERIFY2(text.isEmpty(), qPrintable(text));
        }
    }

    /// The window shows labels, files the tokenizer's spelling.
    void labelsOfTokens()
    {
        Input input = inputFor({});
        input.labels = {"one", "·two", "three"};
        const ComputedPass run = runOf(ModelConfig(), input);
        const Selection selection = at(Attention::Encoder, 0, 0, 1, 2);
        QVERIFY(stepsData(run.model, run.trace, selection, {}).title.startsWith(u"·two → three"_s));
        StepChoice files;
        files.asSpelled = true;
        QVERIFY(stepsData(run.model, run.trace, selection, {}, files).title.startsWith(u"two → three"_s));
    }

    void equationsUnderInterventions_data()
    {
        QTest::addColumn<Interventions>("interventions");
        QTest::addColumn<int>("norm");
        const HeadRef encoder{Attention::Encoder, 0, 1};
        const HeadRef decoder{Attention::Decoder, 1, 0};
        const HeadRef cross{Attention::Cross, 0, 0};
        const Sublayer encoderSelf{Stack::Encoder, 0, SublayerKind::SelfAttention};
        const Sublayer decoderSelf{Stack::Decoder, 1, SublayerKind::SelfAttention};
        const Sublayer crossing{Stack::Decoder, 0, SublayerKind::CrossAttention};
        const Sublayer encoderFf{Stack::Encoder, 1, SublayerKind::FeedForward};
        const Sublayer decoderFf{Stack::Decoder, 0, SublayerKind::FeedForward};
        const std::array kinds{Replacement::Zero, Replacement::Mean, Replacement::Uniform};
        for (std::size_t i = 0; i < kinds.size(); ++i) { // each place each kind once
            const Replacement a = kinds[i];
            const Replacement b = kinds[(i + 1) % 3];
            const Replacement c = kinds[(i + 2) % 3];
            const bool isZero = i == 0;
            QTest::addRow("heads, %s first", wordOf(a).c_str())
                << Interventions{{{encoder, a}, {decoder, b}, {cross, c}}} << int(Norm::Post);
            QTest::addRow("sublayers, %s first", wordOf(a).c_str())
                << Interventions{{},
                                 {{encoderSelf, a},
                                  {decoderSelf, b},
                                  {crossing, c},
                                  {encoderFf, isZero ? Replacement::Zero : Replacement::Mean},
                                  {decoderFf, isZero ? Replacement::Mean : Replacement::Zero}}}
                << int(Norm::Pre);
        }
        QTest::newRow("temperatures") << Interventions{{}, {}, {{encoder, 0.5F}, {decoder, 2.0F}, {cross, 0.5F}}}
                                      << int(Norm::Post);
        QTest::newRow("everything at once")
            << Interventions{{{encoder, Replacement::Mean},
                              {decoder, Replacement::Uniform},
                              {cross, Replacement::Zero}},
                             {{encoderSelf, Replacement::Mean}, {decoderSelf, Replacement::Zero}},
                             {{encoder, 0.5F}, {decoder, 2.0F}, {cross, 0.5F}}}
            << int(Norm::None);
    }
    void equationsUnderInterventions()
    {
        QFETCH(Interventions, interventions);
        QFETCH(int, norm);
        ModelConfig config = wholeTransformer();
        config.norm = Norm(norm);
        Input input = twoSentences();
        input.masked = {1}; // the mean leaves it out
        input.maskedTarget = {0};
        const ComputedPass run = runOf(config, input, interventions);
        QVERIFY(!(run.trace->decoderOutput.array() == runOf(config, input).trace->decoderOutput.array()).all());
        int equations = 0;
        StepChoice hands;
        hands.handDecimals = 1;
        const QString text = stepMakerFirstProblem(run, &equations, {StepChoice(), hands});
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QVERIFY(equations > 500);
        for (const Attention attention : attentionsOf(config)) {
            for (const int layer : {0, 1}) {
                for (const int head : {0, 1}) {
                    const QString stage = foreignOutput(run, attention, layer, head, 2);
                    QVERIFY2(stage.isEmpty(), qPrintable(stage));
                }
            }
        }
    }

    void workedExample()
    {
        const ComputedPass run = runOf(readExample("three-inputs"));
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
        // e² = 7.3891, e⁴ = 54.5982
        QCOMPARE(equationText(softmax.equations[0]), u"exp = exp(4) = 54.5982"_s);
        QCOMPARE(equationText(softmax.equations[1]), u"Σ exp = x1: 7.3891 + x2: 54.5982 + x3: 54.5982 = 116.585"_s);
        QCOMPARE(equationText(softmax.equations[2]), u"weight = exp ÷ Σ exp = 54.5982 ÷ 116.585 = 0.4683"_s);
        QVERIFY(softmax.notes[0].contains(u"Programs subtract the row's largest, 4 of “x2”"_s));
        const Step &weigh = data.steps[5];
        QCOMPARE(weigh.strips.size(), std::size_t(4));
        QCOMPARE(textsOf(weigh.strips[3].values), (QStringList{u"1.9366"_s, u"6.6831"_s, u"1.5951"_s}));
        QCOMPARE(stepNumberText(weigh.strips[0].length), u"0.0634"_s);
        // v of x2 is 2 8 0.
        QCOMPARE(weigh.strips[1].values[1], 8 * weigh.strips[1].length);
        QCOMPARE(equationText(weigh.equations[0]),
                 u"output[0] = Σ weight × v = x1: 0.0634×1 + x2: 0.4683×2 + x3: 0.4683×2 = 1.9366"_s);
    }

    void workedExampleByHand_data()
    {
        QTest::addColumn<int>("query");
        QTest::addColumn<QStringList>("weights");
        QTest::addColumn<std::vector<double>>("output");
        QTest::addColumn<QString>("equation");
        QTest::newRow("x1") << 0 << QStringList{u"0.0"_s, u"0.5"_s, u"0.5"_s} << std::vector<double>{2, 7, 1.5}
                            << u"output[1] = Σ weight × v = x1: 0.0×2 + x2: 0.5×8 + x3: 0.5×6 = 7.0"_s;
        QTest::newRow("x2") << 1 << QStringList{u"0.0"_s, u"1.0"_s, u"0.0"_s} << std::vector<double>{2, 8, 0}
                            << u"output[1] = Σ weight × v = x1: 0.0×2 + x2: 1.0×8 + x3: 0.0×6 = 8.0"_s;
        QTest::newRow("x3") << 2 << QStringList{u"0.0"_s, u"0.9"_s, u"0.1"_s} << std::vector<double>{2, 7.8, 0.3}
                            << u"output[1] = Σ weight × v = x1: 0.0×2 + x2: 0.9×8 + x3: 0.1×6 = 7.8"_s;
    }
    void workedExampleByHand()
    {
        QFETCH(int, query);
        QFETCH(QStringList, weights);
        QFETCH(std::vector<double>, output);
        QFETCH(QString, equation);
        const ComputedPass run = runOf(readExample("three-inputs"));
        StepChoice choice;
        choice.handDecimals = 1;
        choice.component = 1;
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, query, 1), {}, choice);
        QCOMPARE(data.handDecimals, 1);
        const Step &weigh = *find(data, StepKind::Weigh);
        QCOMPARE(weigh.strips.size(), std::size_t(5));
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(find(data, StepKind::Softmax)->bars->values[i], weights[qsizetype(i)].toDouble());
            QCOMPARE(weigh.strips[i].note, weights[qsizetype(i)]);
            QCOMPARE(weigh.strips[i].length, weights[qsizetype(i)].toDouble());
            QVERIFY(std::abs(weigh.strips[3].values[i] - output[i]) < 1e-12);
        }
        QCOMPARE(equationText(weigh.equations[0]), equation);
    }

    void byHand()
    {
        const ComputedPass run = runOf(readExample("three-inputs"));
        StepChoice choice;
        choice.handDecimals = 1;
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 1), {}, choice);
        const Step &softmax = *find(data, StepKind::Softmax);
        // e² = 7.3891, e⁴ = 54.5982
        QCOMPARE(equationText(softmax.equations[0]), u"exp = exp(4) = 54.5982"_s);
        QCOMPARE(equationText(softmax.equations[1]), u"Σ exp = x1: 7.3891 + x2: 54.5982 + x3: 54.5982 = 116.585"_s);
        QCOMPARE(equationText(softmax.equations[2]), u"weight = exp ÷ Σ exp = 54.5982 ÷ 116.585 = 0.4683"_s);
        QCOMPARE(equationText(softmax.equations[3]), u"weight = rounded to one decimal = 0.5"_s);
        QVERIFY(softmax.notes[0].contains(u"as it is"_s));
        QCOMPARE(textsOf(softmax.bars->exact), (QStringList{u"0.0634"_s, u"0.4683"_s, u"0.4683"_s}));
        const Step &weigh = *find(data, StepKind::Weigh);
        QCOMPARE(equationText(weigh.equations[1]),
                 u"exact[0] = Σ weight × v = x1: 0.0634×1 + x2: 0.4683×2 + x3: 0.4683×2 = 1.9366"_s);
        QCOMPARE(textsOf(weigh.strips.back().values), (QStringList{u"1.9366"_s, u"6.6831"_s, u"1.5951"_s}));
    }

    void rowsThatNeedTheShift_data()
    {
        QTest::addColumn<float>("factor");
        QTest::addColumn<QString>("note");
        QTest::newRow("too large") << 300.0F << u"too large for a computer"_s;   // scores to 4800
        QTest::newRow("too small") << -1000.0F << u"too small for a computer"_s; // −2000 and below
    }
    void rowsThatNeedTheShift()
    {
        QFETCH(float, factor);
        QFETCH(QString, note);
        Project project = readExample("three-inputs");
        project.model.weights.edit("encoder.0.self.w_q") *= factor;
        const ComputedPass run = runOf(project);
        for (const int decimals : {-1, 1}) {
            StepChoice choice;
            choice.handDecimals = decimals;
            for (const int key : {0, 1, 2}) {
                const StepsData data =
                    stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, key), {}, choice);
                const Step &softmax = *find(data, StepKind::Softmax);
                QVERIFY2(softmax.notes[0].contains(note), qPrintable(softmax.notes[0]));
                QVERIFY(softmax.notes[0].contains(u"why programs subtract the largest"_s));
                QCOMPARE(softmax.equations[0].terms[0].numbers.size(), std::size_t(2));
                for (const StepEquation &equation : softmax.equations)
                    QVERIFY2(problem(equation).isEmpty(), qPrintable(problem(equation)));
                QVERIFY(decimals < 0 || handProblem(data, headOf(run, Attention::Encoder, 0, 0)).isEmpty());
            }
        }
    }

    void columnsInLetters()
    {
        const ComputedPass run = runOf(wholeTransformer(), twoSentences());
        StepChoice choice;
        choice.columns = true;
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Decoder, 0, 1, 1, 0), {}, choice);
        QVERIFY(data.columns);
        const StepsData rows = stepsData(run.model, run.trace, at(Attention::Decoder, 0, 1, 1, 0), {});
        QVERIFY(!rows.columns);
        const auto formula = [](const StepsData &of, StepKind kind, std::size_t i) {
            return find(of, kind)->equations.at(i).formula;
        };
        QCOMPARE(formula(rows, StepKind::Project, 0), u"x · W_Q + b_Q, column 4"_s);
        QCOMPARE(formula(data, StepKind::Project, 0), u"W_Q · x + b_Q, row 4"_s);
        QCOMPARE(formula(data, StepKind::Project, 2), u"W_V · x + b_V, row 5"_s);
        QCOMPARE(formula(data, StepKind::Join, 0), u"W_O · heads + b_O"_s);
        QCOMPARE(formula(data, StepKind::AddNorm, 0), u"stream + output"_s);
        QCOMPARE(formula(data, StepKind::FeedForward, 0), u"W_1 · x, the largest"_s);
        QCOMPARE(formula(data, StepKind::FeedForward, 2), u"W_2 · hidden"_s);
        QCOMPARE(formula(data, StepKind::Output, 0), u"W · x"_s);
        QVERIFY(find(data, StepKind::Project)->heading.endsWith(u"rows times column"_s));
        QVERIFY(find(data, StepKind::Softmax)->notes[0].contains(u"the column's largest"_s));
        QVERIFY(find(data, StepKind::Join)->heading.startsWith(u"The heads below each other"_s));
        // Another way to write the same: no number changes.
        for (std::size_t i = 0; i < data.steps.size(); ++i) {
            for (std::size_t j = 0; j < data.steps[i].equations.size(); ++j) {
                QCOMPARE(exactValues(data.steps[i].equations[j]), exactValues(rows.steps[i].equations[j]));
                QCOMPARE(data.steps[i].equations[j].result.value, rows.steps[i].equations[j].result.value);
            }
        }
    }

    void oneHotPositions()
    {
        ModelConfig config;
        config.dModel = 3;
        config.position = Position::OneHot;
        ModelWeights given;
        Matrix table(4, 3);
        table << 0.5F, 0, 0, 0, 0.25F, 1, -2, 8, 0, 9, 9, 9;
        given.set("position", table);
        Embedding embedding;
        Matrix a(1, 3);
        a << 1, 2, 3;
        embedding["a"] = std::make_shared<const Matrix>(a);
        const Model model = buildModel(config, given, embedding);
        const ComputedPass run{model, forward(model, {{"a", "b", "a"}, {}, {}, {}})};
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 2, 0), {});
        const Step &embed = *find(data, StepKind::Embed);
        QStringList names;
        for (const StepStrip &strip : embed.strips)
            names.push_back(strip.name);
        QCOMPARE(names, (QStringList{u"token"_s, u"one-hot 2"_s, u"appended"_s, u"position 2"_s, u"X"_s}));
        QCOMPARE(embed.strips[1].values, (std::vector<double>{0, 0, 1}));
        QCOMPARE(embed.strips[2].values, (std::vector<double>{1, 2, 3, 0, 0, 1}));
        QCOMPARE(embed.strips[3].values, (std::vector<double>{-2, 8, 0}));
        QCOMPARE(embed.strips[4].values, (std::vector<double>{-1, 10, 3}));
        QCOMPARE(equationText(embed.equations[0]),
                 u"X[0] = [token, one-hot] · [I; W_P] = 1×1 + 2×0 + 3×0 + 0×0.5000 + 0×0 + 1×(−2) = −1"_s);
        QCOMPARE(equationText(embed.equations[1]), u"X[0] = token + position = 1 + (−2) = −1"_s);
        QVERIFY(embed.notes[0].contains(u"the same as an added, learned one"_s));
        QCOMPARE(embed.equations[0].terms[5].cell, (StepSource{"position", 2, 0}));
        QCOMPARE(embed.equations[0].terms[2].cell, (StepSource{"X", 2, 2}));
    }

    void nothingInFocus()
    {
        const ComputedPass run = runOf(readExample("three-inputs"));
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
        const ComputedPass run = runOf(config, {{"a", "b", "c"}, {}, {}, {}});
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

    void zerosNeedNoNames()
    {
        const ComputedPass run = runOf(readExample("it"));
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 7, 1), {});
        for (const StepEquation &equation : find(data, StepKind::Project)->equations)
            for (std::size_t i = 1; i + 1 < equation.terms.size(); ++i)
                QVERIFY(equation.terms[i].numbers[0].value * equation.terms[i].numbers[1].value != 0);
    }

    void longSentences()
    {
        Input input;
        for (int i = 0; i < 40; ++i)
            input.tokens.push_back("w" + std::to_string(i));
        const ComputedPass run = runOf(ModelConfig(), input);
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
        const ComputedPass run = runOf(config, {{"a", "b", "c", "d"}, {0}, {}, {}});
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 1, query, key), {});
        const Step *mask = find(data, StepKind::Mask);
        QVERIFY(mask);
        QVERIFY2(mask->notes[0].contains(why), qPrintable(mask->notes[0]));
        QCOMPARE(std::isinf(mask->equations[0].result.value), forbidden);
        const Step &softmax = *find(data, StepKind::Softmax);
        QCOMPARE(softmax.equations.back().result.value == 0, forbidden);
        if (forbidden)
            QVERIFY(equationText(softmax.equations[0]).startsWith(u"exp = exp(−∞) = 0"_s));
        for (const StepEquation &equation : softmax.equations)
            QVERIFY2(problem(equation).isEmpty(), qPrintable(problem(equation)));
    }

    void everyKeyForbidden()
    {
        ModelConfig config;
        config.encoderMask = Mask::Causal;
        const ComputedPass run = runOf(config, {{"a", "b"}, {0}, {}, {}});
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 1), {});
        const Step &softmax = *find(data, StepKind::Softmax);
        QVERIFY(softmax.equations.empty());
        QCOMPARE(softmax.bars->values, (std::vector<double>{0, 0}));
        QVERIFY(softmax.notes[0].contains(u"all weights are 0"_s));
        QCOMPARE(find(data, StepKind::Weigh)->equations[0].result.value, 0.0);
    }

    void stagesOfAttentions()
    {
        const ComputedPass run = runOf(wholeTransformer(), twoSentences());
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
        const ComputedPass run = runOf(wholeTransformer(), twoSentences());
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Cross, 0, 0, 1, 2), {});
        QVERIFY(data.title.startsWith(u"zwei → three, cross layer 1 · head 1"_s));
        const Step &project = *find(data, StepKind::Project);
        const StepStrip *key = nullptr;
        for (const StepStrip &strip : project.strips)
            if (strip.name == u"x(three)"_s)
                key = &strip;
        QVERIFY(key);
        for (std::size_t i = 0; i < key->values.size(); ++i)
            QCOMPARE(key->values[i], double(run.trace->encoderOutput(2, Eigen::Index(i))));
    }

    void outputNamesTheNextToken()
    {
        const ComputedPass run = runOf(wholeTransformer(), twoSentences());
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
        const ComputedPass run = runOf(wholeTransformer(), twoSentences());
        const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 0), {});
        const Step &step = *find(data, StepKind::FeedForward);
        const auto cut = std::count_if(step.strips[1].values.begin(), step.strips[1].values.end(),
                                       [](double value) { return value < 0; });
        const auto zeros = std::count(step.strips[2].values.begin(), step.strips[2].values.end(), 0.0);
        QCOMPARE(zeros, cut);
        QVERIFY(step.notes[0].startsWith(u"ReLU cuts %1 of 12 hidden"_s.arg(cut)));
    }

private:
    static QStringList textsOf(const std::vector<double> &values)
    {
        QStringList texts;
        for (const double value : values)
            texts.push_back(stepNumberText(value));
        return texts;
    }
};

REGARD_GUILESS_TEST(TestStepMaker)
#include "test_step_maker.moc"
