#include <QTest>

#include "io/project/examples.h"
#include "step_recomputation.h"
#include "test_class.h"
#include "views/steps/step_json.h"
#include "views/steps/step_terms.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

const HeadRef onlyHead{Attention::Encoder, 0, 0};
const Sublayer onlyAttention{Stack::Encoder, 0, SublayerKind::SelfAttention};

/// The worked example, whose scores of x1 are 2, 4, 4 and whose values are 1 2 3, 2 8 0, 2 6 3.
ComputedPass stepInterventionsWorked(const Interventions &interventions)
{
    Project project = readExample("three-inputs");
    project.model.interventions = interventions;
    return runOf(project);
}

StepsData stepsOf(const ComputedPass &run, StepChoice choice = {})
{
    return stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 1), {}, choice);
}

QStringList equationTexts(const Step &step)
{
    QStringList texts;
    for (const StepEquation &equation : step.equations)
        texts.push_back(equationText(equation));
    return texts;
}

QStringList names(const StepLine &line)
{
    QStringList list;
    for (const StepPiece &piece : line)
        list.push_back(piece.sign.isEmpty() ? piece.matrix.name : piece.sign);
    return list;
}

bool isNoted(const Step &step, const QString &words)
{
    return step.notes.join(u'\n').contains(words);
}

QStringList textsOf(const std::vector<double> &values)
{
    QStringList texts;
    for (const double value : values)
        texts.push_back(stepNumberText(value));
    return texts;
}

} // namespace

/// What the stages show of heads and sublayers that are switched off or have a temperature.
class TestStepInterventions : public QObject {
    Q_OBJECT
private slots:
    void temperature_data()
    {
        QTest::addColumn<float>("temperature");
        QTest::addColumn<QStringList>("equations");
        // Scores 2, 4, 4: e^4 = 54.5982, e^8 = 2980.958, e^1 = 2.7183, e^2 = 7.3891.
        QTest::newRow("0.5") << 0.5F
                             << QStringList{u"tempered = score ÷ T = 4 ÷ 0.5000 = 8"_s, u"exp = exp(8) = 2980.96"_s,
                                            u"Σ exp = x1: 54.5982 + x2: 2980.96 + x3: 2980.96 = 6016.51"_s,
                                            u"weight = exp ÷ Σ exp = 2980.96 ÷ 6016.51 = 0.4955"_s};
        QTest::newRow("2") << 2.0F
                           << QStringList{u"tempered = score ÷ T = 4 ÷ 2 = 2"_s, u"exp = exp(2) = 7.3891"_s,
                                          u"Σ exp = x1: 2.7183 + x2: 7.3891 + x3: 7.3891 = 17.4964"_s,
                                          u"weight = exp ÷ Σ exp = 7.3891 ÷ 17.4964 = 0.4223"_s};
    }
    void temperature()
    {
        QFETCH(float, temperature);
        QFETCH(QStringList, equations);
        const ComputedPass run = stepInterventionsWorked({{}, {}, {{onlyHead, temperature}}});
        const StepsData data = stepsOf(run);
        const Step &softmax = *find(data, StepKind::Softmax);
        QCOMPARE(equationTexts(softmax), equations);
        QCOMPARE(softmax.strips.front().name, u"÷ %1"_s.arg(double(temperature)));
        QCOMPARE(
            softmax.strips.front().values,
            (std::vector<double>{2.0 / double(temperature), 4.0 / double(temperature), 4.0 / double(temperature)}));
        QVERIFY(isNoted(softmax, u"no part of the model"_s));
        QCOMPARE(softmax.bars->values, stepRow(run.trace->blocks[0]->heads[0].weights, 0));
    }

    void temperatureByHand()
    {
        StepChoice choice;
        choice.handDecimals = 1;
        const StepsData data = stepsOf(stepInterventionsWorked({{}, {}, {{onlyHead, 2.0F}}}), choice);
        const Step &softmax = *find(data, StepKind::Softmax);
        // e² = 7.3891, e¹ = 2.7183
        QCOMPARE(equationTexts(softmax), (QStringList{u"tempered = score ÷ T = 4 ÷ 2 = 2"_s, u"exp = exp(2) = 7.3891"_s,
                                                      u"Σ exp = x1: 2.7183 + x2: 7.3891 + x3: 7.3891 = 17.4964"_s,
                                                      u"weight = exp ÷ Σ exp = 7.3891 ÷ 17.4964 = 0.4223"_s,
                                                      u"weight = rounded to one decimal = 0.4"_s}));
        QCOMPARE(softmax.bars->values, (std::vector<double>{0.2, 0.4, 0.4}));
        // 0.2 · (1 2 3) + 0.4 · (2 8 0) + 0.4 · (2 6 3)
        QCOMPARE(textsOf(stripNamed(*find(data, StepKind::Weigh), u"sum"_s)->values),
                 (QStringList{u"1.8000"_s, u"6"_s, u"1.8000"_s}));
    }

    void temperatureOneIsNone()
    {
        const StepsData data = stepsOf(stepInterventionsWorked({{}, {}, {{onlyHead, 1.0F}}}));
        QVERIFY(find(data, StepKind::Softmax)->strips.empty());
        QCOMPARE(find(data, StepKind::Softmax)->equations.size(), std::size_t(3));
    }

    void uniform_data()
    {
        QTest::addColumn<bool>("ofSublayer");
        QTest::newRow("head") << false;
        QTest::newRow("sublayer") << true;
    }
    void uniform()
    {
        QFETCH(bool, ofSublayer);
        Interventions interventions{{}, {}, {{onlyHead, 0.5F}}}; // there is no softmax that it could bend
        if (ofSublayer)
            interventions.sublayers[onlyAttention] = Replacement::Uniform;
        else
            interventions.heads[onlyHead] = Replacement::Uniform;
        const StepsData data = stepsOf(stepInterventionsWorked(interventions));
        const Step &softmax = *find(data, StepKind::Softmax);
        QCOMPARE(equationTexts(softmax), QStringList{u"weight = 1 ÷ allowed keys = 1 ÷ 3 = 0.3333"_s});
        QVERIFY(isNoted(softmax, u"made uniform in place of the softmax"_s));
        QVERIFY(softmax.strips.empty());
        // (1 2 3) + (2 8 0) + (2 6 3), ÷ 3
        QCOMPARE(textsOf(find(data, StepKind::Weigh)->strips.back().values),
                 (QStringList{u"1.6667"_s, u"5.3333"_s, u"2"_s}));
        QVERIFY(!stripNamed(*find(data, StepKind::Weigh), u"output"_s));
    }

    void uniformSkipsWhatIsForbidden()
    {
        ModelConfig config;
        config.encoderMask = Mask::Causal;
        const Input input{{"a", "b", "c", "d"}, {0}, {}, {}};
        const ComputedPass run = runOf(config, input, {{{{Attention::Encoder, 0, 1}, Replacement::Uniform}}});
        const auto weightOf = [&](int query, int key) {
            const StepsData data = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 1, query, key), {});
            return equationTexts(*find(data, StepKind::Softmax));
        };
        QCOMPARE(weightOf(2, 1), QStringList{u"weight = 1 ÷ allowed keys = 1 ÷ 2 = 0.5000"_s});
        QCOMPARE(weightOf(2, 3), QStringList{u"weight = 0"_s}); // later
        QCOMPARE(weightOf(2, 0), QStringList{u"weight = 0"_s}); // padding
        QCOMPARE(weightOf(0, 0), QStringList());                // nothing is allowed
    }

    /// Softmax of 2, 4, 4 is 0.0634, 0.4683, 0.4683; x2 is set to 0.2, which leaves 0.8 for what was 0.5317.
    void setByHand()
    {
        Interventions interventions;
        interventions.weights[onlyHead] = {{{0, 1}, 0.2F}};
        const ComputedPass run = stepInterventionsWorked(interventions);
        const StepsData data = stepsOf(run);
        const Step &softmax = *find(data, StepKind::Softmax);
        QCOMPARE(equationTexts(softmax).mid(2), (QStringList{u"weight = exp ÷ Σ exp = 54.5982 ÷ 116.585 = 0.4683"_s,
                                                             u"weight = set by hand = 0.2000"_s}));
        QVERIFY(isNoted(softmax,
                        u"Set by hand: “x2” 0.2. The row's other weights are multiplied by (1 − 0.2000) ÷ (1 − "
                        "0.4683)"_s));
        QCOMPARE(textsOf(softmax.bars->values), (QStringList{u"0.0954"_s, u"0.2000"_s, u"0.7046"_s}));
        const StepsData other = stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 2), {}, {});
        const QString last = equationTexts(*find(other, StepKind::Softmax)).back();
        QVERIFY2(last.endsWith(u"0.4683×1.5046 = 0.7046"_s), qPrintable(last));
        for (const Step &step : other.steps)
            for (const StepEquation &equation : step.equations)
                QCOMPARE(problem(equation), QString());
        QVERIFY(find(stepsData(run.model, run.trace, at(Attention::Encoder, 0, 0, 1, 1), {}, {}), StepKind::Softmax)
                    ->notes.join(u' ')
                    .contains(u"by hand"_s) == false); // another row
    }

    void aCutIsMasked()
    {
        Interventions interventions;
        interventions.cuts = {{Attention::Encoder, 0, 0, {}, {0, 1}}};
        const StepsData data = stepsOf(stepInterventionsWorked(interventions));
        QVERIFY(isNoted(*find(data, StepKind::Mask), u"The link from “x1” to “x2” is cut by hand"_s));
        QVERIFY(textsOf(find(data, StepKind::Softmax)->bars->values) ==
                (QStringList{u"0.1192"_s, u"0"_s, u"0.8808"_s})); // of 2 and 4
    }

    void zeros()
    {
        const ComputedPass run = stepInterventionsWorked({{{onlyHead, Replacement::Zero}}});
        const StepsData data = stepsOf(run);
        const Step &weigh = *find(data, StepKind::Weigh);
        QCOMPARE(equationTexts(weigh),
                 (QStringList{u"sum[0] = Σ weight × v = x1: 0.0634×1 + x2: 0.4683×2 + x3: 0.4683×2 = 1.9366"_s,
                              u"output[0] = zeros in its place = 0"_s}));
        QCOMPARE(textsOf(stripNamed(weigh, u"sum"_s)->values), (QStringList{u"1.9366"_s, u"6.6831"_s, u"1.5951"_s}));
        QCOMPARE(stripNamed(weigh, u"output"_s)->values, (std::vector<double>{0, 0, 0}));
        QVERIFY(isNoted(weigh, u"switched off: zeros in place of its output"_s));
    }

    void mean()
    {
        const ComputedPass run = stepInterventionsWorked({{{onlyHead, Replacement::Mean}}});
        const Step weigh = *find(stepsOf(run), StepKind::Weigh);
        // Outputs 1.9366 6.6831 1.5951, 2.0000 7.9640 0.0540, 1.9997 7.7599 0.3584 of the three tokens.
        QCOMPARE(equationText(weigh.equations[1]), u"output[0] = the mean over the tokens = 5.9363 ÷ 3 = 1.9788"_s);
        QCOMPARE(textsOf(stripNamed(weigh, u"output"_s)->values), (QStringList{u"1.9788"_s, u"7.4690"_s, u"0.6691"_s}));
        QVERIFY(isNoted(weigh, u"switched off: the mean over the sentence's tokens in place of its output"_s));
        QVERIFY(problem(weigh.equations[1]).isEmpty());
    }

    void attentionOff()
    {
        // One head and no output projection: there is no stage that joins, but for what is put in its place.
        const ComputedPass run = stepInterventionsWorked({{}, {{onlyAttention, Replacement::Zero}}});
        const StepsData data = stepsOf(run);
        const Step &weigh = *find(data, StepKind::Weigh);
        QVERIFY(!stripNamed(weigh, u"output"_s)); // the head goes on as ever, to nowhere
        QVERIFY(!isNoted(weigh, u"switched off"_s));
        const Step *join = find(data, StepKind::Join);
        QVERIFY(join);
        QCOMPARE(textsOf(join->strips.front().values), (QStringList{u"1.9366"_s, u"6.6831"_s, u"1.5951"_s}));
        QCOMPARE(join->strips.back().values, (std::vector<double>{0, 0, 0}));
        QVERIFY(isNoted(*join, u"The attention is switched off: zeros in place of its output"_s));
    }

    void otherStagesSayIt()
    {
        Interventions interventions;
        interventions.heads = {{{Attention::Encoder, 0, 0}, Replacement::Zero},
                               {{Attention::Encoder, 0, 1}, Replacement::Zero}};
        interventions.sublayers = {{onlyAttention, Replacement::Mean},
                                   {{Stack::Encoder, 0, SublayerKind::FeedForward}, Replacement::Zero}};
        const ComputedPass run = runOf(wholeTransformer(), twoSentences(), interventions);
        const StepsData data = stepsOf(run);
        QVERIFY(isNoted(*find(data, StepKind::Join), u"zeros in place of the output of: head 1, 2"_s));
        QVERIFY(isNoted(*find(data, StepKind::Join), u"attention is switched off: the mean"_s));
        QVERIFY(isNoted(*find(data, StepKind::AddNorm), u"attention is switched off: the mean"_s));
        QVERIFY(isNoted(*find(data, StepKind::FeedForward), u"feed-forward is switched off: zeros"_s));
        const StepsData other = stepsData(run.model, run.trace, at(Attention::Encoder, 1, 0, 0, 1), {});
        for (const Step &step : other.steps)
            QVERIFY2(!isNoted(step, u"witched off"_s), qPrintable(step.title));
    }

    void jsonFollows()
    {
        const auto json = [](const ComputedPass &run) {
            return QString::fromStdString(
                stepsJson(run.model, run.trace, at(Attention::Encoder, 0, 0, 0, 1), {}, {}, StepKind::Weigh));
        };
        const QString off = json(stepInterventionsWorked({{{onlyHead, Replacement::Zero}}}));
        QVERIFY(off.contains(uR"({"name": "output", "values": [0, 0, 0]})"_s));
        QVERIFY(off.contains(uR"("text": "output[0] = zeros in its place = 0")"_s));
        QVERIFY(off.contains(uR"("name": "sum", "values": [1.93)"_s));
        // What is bent elsewhere changes nothing here.
        const QString plain = json(runOf(readExample("three-inputs")));
        QVERIFY(!plain.contains(u"zeros"_s));
        QCOMPARE(json(stepInterventionsWorked({{}, {}, {{onlyHead, 1.0F}}})), plain);
    }

    void zerosAreMadeOfNothing()
    {
        const StepsData data = stepsOf(stepInterventionsWorked({{{onlyHead, Replacement::Zero}}}));
        const Step &weigh = *find(data, StepKind::Weigh);
        QVERIFY(!stripNamed(weigh, u"sum"_s)->sources.empty());
        QVERIFY(stripNamed(weigh, u"output"_s)->sources.empty());
        QVERIFY(equationNamed(weigh, u"output[0]"_s)->result.sources.empty());
    }

    void linesOfTheMatrixForm()
    {
        StepChoice choice;
        choice.matrixForm = true;
        StepsData data = stepsOf(stepInterventionsWorked({{{onlyHead, Replacement::Zero}}}), choice);
        const std::vector<StepLine> &weigh = find(data, StepKind::Weigh)->matrices;
        QCOMPARE(names(weigh[0]), (QStringList{u"Â"_s, u"·"_s, u"V"_s, u"="_s, u"sum"_s}));
        QCOMPARE(names(weigh[1]), (QStringList{u"sum"_s, u"replaced by zeros,"_s, u"="_s, u"O"_s}));
        QVERIFY(weigh[1].back().matrix.values->isZero());
        data = stepsOf(stepInterventionsWorked({{}, {}, {{onlyHead, 2.0F}}}), choice);
        QCOMPARE(names(find(data, StepKind::Softmax)->matrices[0]),
                 (QStringList{u"softmax of"_s, u"A"_s, u"÷ 2"_s, u"="_s, u"Â"_s}));
    }
};

REGARD_GUILESS_TEST(TestStepInterventions)
#include "test_step_interventions.moc"
