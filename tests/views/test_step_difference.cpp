#include <QImage>
#include <QPainter>
#include <QTest>

#include <cmath>

#include "io/project/examples.h"
#include "step_recomputation.h"
#include "test_class.h"
#include "views/steps/step_comparison.h"
#include "views/steps/step_difference.h"
#include "views/steps/step_layout.h"
#include "views/steps/step_painter.h"
#include "views/steps/step_text.h"
#include "views/steps/steps_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

using Strings = std::vector<std::string>;

TraceComparison comparisonOf(const ComputedPass &now, const ComputedPass &before)
{
    return {std::make_shared<const Model>(now.model), now.trace, std::make_shared<const Model>(before.model),
            before.trace};
}

/// The worked example: q of x1 is 1 0 2, k of x2 4 4 0, the values 1 2 3, 2 8 0, 2 6 3.
ComputedPass worked(float firstOfWq = 1)
{
    Project project = readExample("three-inputs");
    project.model.weights.edit("encoder.0.self.w_q")(0, 0) = firstOfWq;
    return runOf(project);
}

ComputedPass withWeight(const ComputedPass &run, const std::string &name, const Input &input)
{
    ComputedPass other = run;
    other.model.weights.edit(name)(0, 0) += 0.5F;
    other.trace = forward(other.model, input);
    return other;
}

QString notes(const Step &step)
{
    return step.notes.join(u'\n');
}

/// now − before of two rows of the same places, as the contract says it: what may be rounding may be 0.
QString rowProblem(const QString &name, const std::vector<double> &shown, const std::vector<double> &now,
                   const std::vector<double> &before, double rounding)
{
    if (shown.size() != now.size() || now.size() != before.size())
        return u"%1 has another size"_s.arg(name);
    for (std::size_t i = 0; i < now.size(); ++i) {
        const double contract = now[i] != before[i] ? now[i] - before[i] : std::isinf(now[i]) ? now[i] : 0;
        if (shown[i] != contract && !(shown[i] == 0 && std::abs(contract) <= rounding))
            return u"%1 [%2] is %3"_s.arg(name).arg(i).arg(shown[i]);
    }
    return {};
}

bool isNear(double shown, double value)
{
    return shown == value || std::abs(shown - value) <= 1e-5 * (1 + std::abs(value));
}

double largestOf(const Step &step)
{
    double largest = 0;
    for (const StepStrip &strip : step.strips)
        for (const double value : strip.values)
            largest = std::max(largest, std::isfinite(value) ? std::abs(value) : 0);
    return largest;
}

/// Two states have the same tokens: every picture holds the differences, every equation now's numbers.
QString stageProblem(const Step &shown, const Step &now, const Step &before)
{
    if (shown.strips.size() != now.strips.size())
        return u"strips are missing"_s;
    const double rounding = 1e-6 * std::max(largestOf(now), largestOf(before));
    for (std::size_t i = 0; i < now.strips.size(); ++i) {
        const QString text = rowProblem(now.strips[i].name, shown.strips[i].values, now.strips[i].values,
                                        before.strips[i].values, rounding);
        if (!text.isEmpty())
            return text;
        for (const double value : shown.strips[i].values)
            if (std::isfinite(value) && std::abs(value) > shown.strips[i].limit)
                return u"the colours of %1 end too early"_s.arg(now.strips[i].name);
    }
    if (now.bars && shown.bars->names != now.bars->names)
        return u"other bars"_s;
    if (now.bars && now.bars->names == before.bars->names) {
        if (const QString text = rowProblem(u"bars"_s, shown.bars->values, now.bars->values, before.bars->values, 5e-5);
            !text.isEmpty())
            return text;
    }
    for (std::size_t i = 0; i < now.equations.size(); ++i) {
        if (shown.equations[i].result.value != now.equations[i].result.value)
            return now.equations[i].name + u" is not now's"_s;
        if (!shown.equations[i].before)
            return now.equations[i].name + u" has nothing before"_s;
        if (equationNamed(before, now.equations[i].name) &&
            !isNear(*shown.equations[i].before, equationNamed(before, now.equations[i].name)->result.value))
            return now.equations[i].name + u" was something else"_s;
    }
    return {};
}

std::vector<StepMatrix> matricesOf(const Step &step)
{
    std::vector<StepMatrix> matrices;
    for (const StepLine &line : step.matrices) {
        for (const StepPiece &piece : line)
            if (piece.sign.isEmpty())
                matrices.push_back(piece.matrix);
    }
    return matrices;
}

} // namespace

/// The steps of two states compared, number by number.
class TestStepDifference : public QObject {
    Q_OBJECT
private slots:
    void workedExample()
    {
        const ComparedSteps steps =
            comparedSteps(comparisonOf(worked(3), worked()), at(Attention::Encoder, 0, 0, 0, 1), {});
        QVERIFY(steps.message.isEmpty());
        const StepsData &data = steps.data;
        QVERIFY(data.isDifference);
        QCOMPARE(data.title, u"x1 → x2, layer 1 · head 1 · now − pinned"_s);
        const Step &score = *find(data, StepKind::Score);
        QCOMPARE(score.strips[0].values, (std::vector<double>{2, 0, 0})); // q: 3 0 2 − 1 0 2
        QCOMPARE(score.strips[1].values, (std::vector<double>{0, 0, 0})); // k
        QCOMPARE(score.strips[3].values, (std::vector<double>{0, 8, 4})); // scores 2 12 8 − 2 4 4
        QCOMPARE(equationText(score.equations[0]), u"score = q · k = 3×4 + 0×4 + 2×0 = 12  pinned 4, change +8"_s);
        const Step &softmax = *find(data, StepKind::Softmax);
        // Weights now e^−10, 1, e^−4 ÷ 1.01836; before 0.0634, 0.4683, 0.4683.
        QCOMPARE(equationText(softmax.equations[2]),
                 u"weight = exp ÷ Σ exp = 162754.8 ÷ 165743.1 = 0.9820  pinned 0.4683, change +0.5137"_s);
        QCOMPARE(pictureNumberText(data, softmax.bars->values[0], -1), u"−0.0633"_s);
        QCOMPARE(pictureNumberText(data, softmax.bars->values[1], -1), u"+0.5137"_s);
        QCOMPARE(pictureNumberText(data, softmax.bars->values[2], -1), u"−0.4503"_s);
        const Step &weigh = *find(data, StepKind::Weigh);
        QCOMPARE(weigh.strips[1].note, u"0.9820, pinned 0.4683"_s);
        QCOMPARE(weigh.strips[1].length, 1.0);
        QVERIFY(!notes(weigh).contains(u"as long as its weight"_s));
    }

    void numbersCarrySigns()
    {
        StepsData data;
        data.isDifference = true;
        QCOMPARE(pictureNumberText(data, 0.31, -1), u"+0.3100"_s);
        QCOMPARE(pictureNumberText(data, -0.41, -1), u"−0.4100"_s);
        QCOMPARE(pictureNumberText(data, 0, -1), u"0"_s);
        QCOMPARE(pictureNumberText(data, 2, 1), u"+2.0"_s);
        QCOMPARE(pictureNumberText(data, 0.5, -1, true), u"+0.5"_s);
        QCOMPARE(pictureNumberText(data, std::numeric_limits<double>::infinity(), -1), u"+∞"_s);
        QCOMPARE(pictureNumberText(data, std::nan(""), -1), u"new"_s);
        QCOMPARE(pictureNumberText(data, std::nan(""), -1, true), u"new"_s);
        QCOMPARE(pictureNumberText(StepsData(), 0.31, -1), u"0.3100"_s);
    }

    void everyNumber_data()
    {
        QTest::addColumn<int>("attention");
        QTest::addColumn<int>("hands");
        for (const auto &[name, attention] :
             {std::pair{"encoder", Attention::Encoder}, {"decoder", Attention::Decoder}, {"cross", Attention::Cross}}) {
            QTest::addRow("%s", name) << int(attention) << -1;
            QTest::addRow("%s, by hand", name) << int(attention) << 1;
        }
    }
    void everyNumber()
    {
        QFETCH(int, attention);
        QFETCH(int, hands);
        ModelConfig config = wholeTransformer();
        config.encoderMask = Mask::Causal;
        config.position = Position::OneHot;
        const ComputedPass before = runOf(config, twoSentences());
        ComputedPass now = withWeight(before, "encoder.0.self.w_q", twoSentences());
        now = withWeight(now, "decoder.0.self.w_k", twoSentences());
        now = withWeight(now, "decoder.0.cross.w_v", twoSentences());
        StepChoice choice;
        choice.handDecimals = hands;
        const Selection selection = at(Attention(attention), 1, 1, 2, 1);
        const ComparedSteps shown = comparedSteps(comparisonOf(now, before), selection, {}, choice);
        const StepsData first = stepsData(now.model, now.trace, selection, {}, choice);
        choice.extract = first.extract;
        const StepsData second = stepsData(before.model, before.trace, selection, {}, choice);
        QCOMPARE(shown.data.steps.size(), first.steps.size());
        double most = 0;
        for (std::size_t i = 0; i < first.steps.size(); ++i) {
            const QString text = stageProblem(shown.data.steps[i], first.steps[i], second.steps[i]);
            QVERIFY2(text.isEmpty(), qPrintable(first.steps[i].title + u": "_s + text));
            for (const StepStrip &strip : shown.data.steps[i].strips)
                for (const double value : strip.values)
                    most = std::max(most, std::isfinite(value) ? std::abs(value) : 0);
        }
        QVERIFY(most > 1e-3);
    }

    void theSameStateIsZero()
    {
        const ComputedPass run = runOf(wholeTransformer(), twoSentences());
        StepChoice choice;
        choice.matrixForm = true;
        const StepsData data =
            comparedSteps(comparisonOf(run, run), at(Attention::Decoder, 0, 0, 1, 0), {}, choice).data;
        for (const Step &step : data.steps) {
            for (const StepStrip &strip : step.strips)
                for (const double value : strip.values)
                    QVERIFY2(value == 0 || (std::isinf(value) && value < 0), qPrintable(step.title));
            for (const StepMatrix &matrix : matricesOf(step))
                QVERIFY2((matrix.values->array() == 0 ||
                          matrix.values->array() == -std::numeric_limits<float>::infinity()) // forbidden
                             .all(),
                         qPrintable(step.title + matrix.name));
            for (const StepEquation &equation : step.equations) {
                QCOMPARE(equation.before, std::optional(equation.result.value));
                QVERIFY(equationText(equation).endsWith(u"  pinned "_s + stepNumberText(equation.result.value)));
            }
        }
    }

    /// What two passes round differently is no change; what is more is one.
    void roundingIsNoChange_data()
    {
        QTest::addColumn<double>("change");
        QTest::addColumn<bool>("isSeen");
        QTest::addColumn<bool>("isSeenInBars");
        QTest::newRow("a few last digits") << 1.192e-07 << false << false;
        QTest::newRow("of exp") << 2e-5 << true << false;
        QTest::newRow("a change") << 1e-3 << true << true;
    }
    void roundingIsNoChange()
    {
        QFETCH(double, change);
        QFETCH(bool, isSeen);
        QFETCH(bool, isSeenInBars);
        const auto state = [](double more) {
            Step step{StepKind::Softmax, u"softmax"_s, {}};
            step.strips.push_back({u"x"_s, {1, 0.25 + more, 0}});
            step.bars = StepBars{{u"a"_s, u"b"_s}, {0.75 - more, 0.25 + more}, {0, 1}, 1, true};
            // Large numbers that cancel each other leave what they lost.
            step.equations.push_back(
                {u"y"_s, StepOperation::SumOfProducts, {{{{1}, {1}}, {}}, {{{-1}, {0.99 - more}}, {}}}, {0.01 + more}});
            step.matrices.push_back(
                {{{}, {u"S"_s, std::make_shared<const Matrix>(Matrix{{-1, float(0.25 + more), 0}})}}});
            StepsData data;
            data.steps.push_back(std::move(step));
            return data;
        };
        const StepsData data = differenceOf(state(change), state(0), {});
        const Step &step = data.steps.front();
        const double seen = isSeen ? 1 : 0;
        QCOMPARE(step.strips[0].values, (std::vector<double>{0, seen * (0.25 + change - 0.25), 0}));
        QCOMPARE(barShare(*step.bars, step.bars->values[1], true), isSeenInBars ? 1.0 : 0.0);
        QCOMPARE((*matricesOf(step).front().values)(0, 1) != 0, isSeen);
        QCOMPARE(*step.equations[0].before, 0.01 + (isSeen ? 0 : change));
        QCOMPARE(equationText(step.equations[0]).contains(u"change +"_s), isSeen && change > 1e-4);
        if (!isSeen)
            QVERIFY(equationText(step.equations[0]).endsWith(u" = 0.0100  pinned 0.0100"_s));
    }

    /// Where the first component is 0 another is spelled out: of both states the same.
    void theSameComponent()
    {
        Project project = readExample("three-inputs");
        const ComputedPass before = runOf(project);                  // q of x1 is 1 0 2
        project.model.weights.edit("encoder.0.self.w_q")(0, 0) -= 1; // 0 0 2: the third is the largest
        const StepsData data =
            comparedSteps(comparisonOf(runOf(project), before), at(Attention::Encoder, 0, 0, 0, 1), {}).data;
        const StepEquation &q = find(data, StepKind::Project)->equations[0];
        QCOMPARE(q.name, u"q[2]"_s);
        QCOMPARE(q.before, std::optional(2.0));
    }

    void sharedTokensOfAnotherSentence()
    {
        const ModelConfig config;
        const ComputedPass before = runOf(config, {Strings{"it", "is", "too", "big"}});
        const ComputedPass now = runOf(config, {Strings{"so", "it", "is", "small"}});
        const TraceComparison comparison = comparisonOf(now, before);
        const StepsData data = comparedSteps(comparison, at(Attention::Encoder, 0, 1, 1, 2), {}).data;
        const Matrix &weightsNow = now.trace->blocks[0]->heads[1].weights;
        const Matrix &weightsBefore = before.trace->blocks[0]->heads[1].weights;
        const StepBars &bars = *find(data, StepKind::Softmax)->bars;
        QCOMPARE(bars.names, (QStringList{u"so"_s, u"it"_s, u"is"_s, u"small"_s}));
        QVERIFY(std::isnan(bars.values[0]) && std::isnan(bars.values[3]));
        QCOMPARE(bars.values[1], double(weightsNow(1, 1)) - double(weightsBefore(0, 0)));
        QCOMPARE(bars.values[2], double(weightsNow(1, 2)) - double(weightsBefore(0, 1)));
        const QString gone = u"Only the pinned state has: too %1, big %2"_s.arg(
            stepNumberText(double(weightsBefore(0, 2))), stepNumberText(double(weightsBefore(0, 3))));
        QVERIFY2(find(data, StepKind::Softmax)->notes.contains(gone),
                 qPrintable(notes(*find(data, StepKind::Softmax))));
        const Step &weigh = *find(data, StepKind::Weigh);
        QVERIFY(std::isnan(weigh.strips[0].values[0]));
        QVERIFY(weigh.strips[0].note.endsWith(u", new"_s));
        QCOMPARE(weigh.strips[1].values[0],
                 double(weightsNow(1, 1)) * double(now.trace->blocks[0]->heads[1].v(1, 0)) -
                     double(weightsBefore(0, 0)) * double(before.trace->blocks[0]->heads[1].v(0, 0)));
        // The token's place is another, its row the same.
        const Step &embed = *find(data, StepKind::Embed);
        QCOMPARE(embed.strips[0].values, std::vector<double>(embed.strips[0].values.size(), 0.0));
    }

    void matricesOfAnotherSentence()
    {
        const ModelConfig config;
        const ComputedPass before = runOf(config, {Strings{"it", "is", "too", "big"}});
        const ComputedPass now = runOf(config, {Strings{"so", "it", "is", "small"}});
        StepChoice choice;
        choice.matrixForm = true;
        const StepsData data =
            comparedSteps(comparisonOf(now, before), at(Attention::Encoder, 0, 0, 1, 2), {}, choice).data;
        const std::vector<StepMatrix> softmax = matricesOf(*find(data, StepKind::Softmax));
        QCOMPARE(softmax.back().name, u"Â"_s);
        const Matrix &difference = *softmax.back().values;
        const Matrix &weightsNow = now.trace->blocks[0]->heads[0].weights;
        const Matrix &weightsBefore = before.trace->blocks[0]->heads[0].weights;
        QCOMPARE(difference.rows(), Eigen::Index(4));
        for (const int isNew : {0, 3}) {
            QVERIFY(difference.row(isNew).array().isNaN().all());
            QVERIFY(difference.col(isNew).array().isNaN().all());
        }
        QCOMPARE(difference(2, 1), float(double(weightsNow(2, 1)) - double(weightsBefore(1, 0))));
        // No sign between them: the differences of factors do not make the difference of a product.
        for (const Step &step : data.steps) {
            QVERIFY2(!step.matrices.empty(), qPrintable(step.title));
            for (const StepLine &line : step.matrices)
                for (const StepPiece &piece : line)
                    QVERIFY(piece.sign.isEmpty() || piece.sign == u"|"_s);
        }
        // Weights belong to no token: nothing of them is new.
        const std::vector<StepMatrix> project = matricesOf(*find(data, StepKind::Project));
        QVERIFY(project[1].name == u"W_Q"_s && project[1].values->isZero(0));
    }

    void weightsOfTheMatrixForm()
    {
        StepChoice choice;
        choice.matrixForm = true;
        const StepsData data =
            comparedSteps(comparisonOf(worked(3), worked()), at(Attention::Encoder, 0, 0, 0, 1), {}, choice).data;
        const std::vector<StepMatrix> project = matricesOf(*find(data, StepKind::Project));
        QCOMPARE(project[1].name, u"W_Q"_s);
        QCOMPARE((*project[1].values)(0, 0), 2.0F);
        QCOMPARE(project[1].values->cwiseAbs().sum(), 2.0F);
        // Each weighted row by its own name, without now's weight in it.
        bool isNamed = false;
        for (const StepMatrix &matrix : matricesOf(*find(data, StepKind::Weigh)))
            isNamed = isNamed || matrix.name == u"weight · v(x2)"_s;
        QVERIFY(isNamed);
    }

    void whatIsNewHasOneSentence_data()
    {
        QTest::addColumn<int>("query");
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("head");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("query") << 3 << 1 << 0 << u"“small” is new: the pinned state does not have it."_s;
        QTest::newRow("key") << 1 << 3 << 0 << u"“small” is new: the pinned state does not have it."_s;
        QTest::newRow("head") << 1 << 1 << 2 << u"Head 3 of layer 1 is new: the pinned state has 2 heads."_s;
        QTest::newRow("nothing") << 1 << 2 << 1 << QString();
    }
    void whatIsNewHasOneSentence()
    {
        QFETCH(int, query);
        QFETCH(int, key);
        QFETCH(int, head);
        QFETCH(QString, sentence);
        ModelConfig config;
        const ComputedPass before = runOf(config, {Strings{"it", "is", "too", "big"}});
        config.heads = 3;
        const ComputedPass now = runOf(config, {Strings{"it", "is", "too", "small"}});
        const ComparedSteps steps =
            comparedSteps(comparisonOf(now, before), at(Attention::Encoder, 0, head, query, key), {});
        QCOMPARE(steps.message, sentence);
        QCOMPARE(steps.data.steps.empty(), !sentence.isEmpty());
    }

    void stagesOfOneSide_data()
    {
        QTest::addColumn<bool>("maskedNow");
        QTest::newRow("now") << true;
        QTest::newRow("pinned") << false;
    }
    void stagesOfOneSide()
    {
        QFETCH(bool, maskedNow);
        ModelConfig config;
        const Input input{Strings{"a", "b", "c"}};
        const ComputedPass plain = runOf(config, input);
        config.encoderMask = Mask::Causal;
        const ComputedPass masked = runOf(config, input);
        const StepsData data = comparedSteps(maskedNow ? comparisonOf(masked, plain) : comparisonOf(plain, masked),
                                             at(Attention::Encoder, 0, 0, 1, 0), {})
                                   .data;
        const Step *mask = find(data, StepKind::Mask);
        QVERIFY(mask);
        QCOMPARE(data.steps[4].kind, StepKind::Mask); // where it stood
        QVERIFY(mask->strips.empty());
        QVERIFY2(notes(*mask).contains(maskedNow ? u"Only the present state has this stage"_s
                                                 : u"Only the pinned state has this stage"_s),
                 qPrintable(notes(*mask)));
        QCOMPARE(mask->equations.empty(), !maskedNow);
    }

    void whatIsSwitchedOff_data()
    {
        QTest::addColumn<bool>("isNow");
        QTest::newRow("now") << true;
        QTest::newRow("pinned") << false;
    }
    void whatIsSwitchedOff()
    {
        QFETCH(bool, isNow);
        ComputedPass off = worked();
        off.model.interventions.heads[{Attention::Encoder, 0, 0}] = Replacement::Zero;
        off.trace = forward(off.model, inputOf(readExample("three-inputs")));
        const TraceComparison comparison = isNow ? comparisonOf(off, worked()) : comparisonOf(worked(), off);
        StepChoice choice;
        const Selection selection = at(Attention::Encoder, 0, 0, 0, 1);
        const StepsData rows = comparedSteps(comparison, selection, {}, choice).data;
        const Step &weigh = *find(rows, StepKind::Weigh);
        // The sum stays; the output goes from it to zeros, or comes back.
        QCOMPARE(stripNamed(weigh, u"sum"_s)->values, (std::vector<double>{0, 0, 0}));
        const double output = stripNamed(weigh, u"output"_s)->values[1];
        QCOMPARE(stepDifferenceText(output), isNow ? u"−6.6831"_s : u"+6.6831"_s);
        QCOMPARE(
            equationText(*equationNamed(weigh, u"output[0]"_s)),
            isNow
                ? u"output[0] = zeros in its place = 0  pinned 1.9366, change −1.9366"_s
                : u"output[0] = Σ weight × v = x1: 0.0634×1 + x2: 0.4683×2 + x3: 0.4683×2 = 1.9366  pinned 0, change +1.9366"_s);
        if (isNow)
            QVERIFY(equationText(*equationNamed(weigh, u"sum[0]"_s)).endsWith(u"= 1.9366  pinned 1.9366"_s));
        else
            QVERIFY(notes(weigh).contains(u"In the pinned state what is computed here is replaced"_s));
        choice.matrixForm = true;
        const StepsData whole = comparedSteps(comparison, selection, {}, choice).data;
        const std::vector<StepMatrix> matrices = matricesOf(*find(whole, StepKind::Weigh));
        const auto &last = *std::find_if(matrices.rbegin(), matrices.rend(),
                                         [](const StepMatrix &matrix) { return matrix.name == u"O"_s; });
        QCOMPARE(stepDifferenceText(double((*last.values)(0, 1))), isNow ? u"−6.6831"_s : u"+6.6831"_s);
    }

    void aTemperatureOfOneSide()
    {
        ComputedPass hotter = worked();
        hotter.model.interventions.temperatures[{Attention::Encoder, 0, 0}] = 2;
        hotter.trace = forward(hotter.model, inputOf(readExample("three-inputs")));
        const StepsData data =
            comparedSteps(comparisonOf(hotter, worked()), at(Attention::Encoder, 0, 0, 0, 1), {}).data;
        const Step &softmax = *find(data, StepKind::Softmax);
        QVERIFY(softmax.strips.empty());
        QVERIFY(notes(softmax).contains(u"Only the present state has: ÷ 2"_s));
        QVERIFY(equationText(softmax.equations[0]).endsWith(u"= 2"_s));               // there was no such division
        QCOMPARE(pictureNumberText(data, softmax.bars->values[1], -1), u"−0.0460"_s); // 0.4223 − 0.4683
        const StepsData other =
            comparedSteps(comparisonOf(worked(), hotter), at(Attention::Encoder, 0, 0, 0, 1), {}).data;
        QVERIFY(notes(*find(other, StepKind::Softmax)).contains(u"Only the pinned state has: ÷ 2"_s));
    }

    void forbiddenInBothStaysForbidden()
    {
        ModelConfig config;
        config.encoderMask = Mask::Causal;
        const ComputedPass before = runOf(config, {Strings{"a", "b", "c"}});
        const ComputedPass now = runOf(config, {Strings{"a", "b", "c"}, {0}});
        const StepsData data = comparedSteps(comparisonOf(now, before), at(Attention::Encoder, 0, 0, 1, 1), {}).data;
        const double forbidden = -std::numeric_limits<double>::infinity();
        const Step &mask = *find(data, StepKind::Mask);
        // The first was allowed before; the third comes later, now and before.
        QCOMPARE(mask.strips[1].values, (std::vector<double>{forbidden, 0, forbidden}));
        QVERIFY(mask.notes.contains(u"Forbidden now, allowed before: a"_s));
        QCOMPARE(equationText(mask.equations[0]).contains(u"change"_s), false);
        const StepsData other = comparedSteps(comparisonOf(before, now), at(Attention::Encoder, 0, 0, 1, 0), {}).data;
        const Step &back = *find(other, StepKind::Mask);
        QCOMPARE(back.strips[1].values, (std::vector<double>{-forbidden, 0, forbidden}));
        QVERIFY(back.notes.contains(u"Allowed now, forbidden before: a"_s));
    }

    void wordsOfAnotherVocabulary()
    {
        const ModelConfig config = wholeTransformer();
        const Input before = twoSentences();
        Input now = before;
        now.target = {"null", "eins", "zwei", "drei", "vier"};
        const ComputedPass then = runOf(config, before);
        const ComputedPass present = runOf(config, now);
        const StepsData data =
            comparedSteps(comparisonOf(present, then), at(Attention::Decoder, 1, 0, 2, 1), {}).data; // zwei → eins
        const StepBars &bars = *find(data, StepKind::Output)->bars;
        const std::vector<std::string> &words = then.trace->vocabulary;
        const auto probability = [](const ComputedPass &run, int row, const std::string &word) {
            const auto &all = run.trace->vocabulary;
            const auto place = std::find(all.begin(), all.end(), word) - all.begin();
            const auto logits = run.trace->logits.row(row).cast<double>().eval();
            return std::exp(logits(place)) / logits.array().exp().sum();
        };
        QVERIFY(bars.values.size() > 4);
        for (std::size_t i = 0; i < bars.values.size(); ++i) {
            const std::string name = bars.names[qsizetype(i)].toStdString();
            const bool isNew = std::find(words.begin(), words.end(), name) == words.end();
            QCOMPARE(std::isnan(bars.values[i]), isNew);
            if (!isNew)
                QVERIFY(std::abs(bars.values[i] - probability(present, 2, name) + probability(then, 1, name)) < 1e-6);
        }
        QVERIFY(find(data, StepKind::Output)->equations[0].before.has_value());
    }

    void longSentencesCompareTheSameRows()
    {
        Input input;
        for (int i = 0; i < 40; ++i)
            input.tokens.push_back("w" + std::to_string(i));
        const ModelConfig config;
        const ComputedPass before = runOf(config, input);
        ComputedPass now = before;
        now.model.weights.edit("encoder.0.self.w_q") *= -1; // what was least is now most
        now.trace = forward(now.model, input);
        const StepsData data = comparedSteps(comparisonOf(now, before), at(Attention::Encoder, 0, 0, 5, 6), {}).data;
        const Step &weigh = *find(data, StepKind::Weigh);
        QCOMPARE(weigh.strips.size(), std::size_t(14)); // twelve, the others, the sum
        const HeadTrace &headNow = now.trace->blocks[0]->heads[0];
        const HeadTrace &headBefore = before.trace->blocks[0]->heads[0];
        std::vector<double> sum(std::size_t(headNow.v.cols()), 0.0);
        for (std::size_t i = 0; i < 13; ++i) {
            const StepStrip &strip = weigh.strips[i];
            if (strip.key >= 0)
                QCOMPARE(strip.values[0],
                         double(headNow.weights(5, strip.key)) * double(headNow.v(strip.key, 0)) -
                             double(headBefore.weights(5, strip.key)) * double(headBefore.v(strip.key, 0)));
            for (std::size_t c = 0; c < sum.size(); ++c)
                sum[c] += strip.values[c];
        }
        for (std::size_t c = 0; c < sum.size(); ++c)
            QVERIFY(std::abs(sum[c] - weigh.strips.back().values[c]) < 1e-5);
    }

    void barsStandOnALineInTheMiddle_data()
    {
        QTest::addColumn<bool>("columns");
        QTest::newRow("rows") << false;
        QTest::newRow("columns") << true;
    }
    void barsStandOnALineInTheMiddle()
    {
        QFETCH(bool, columns);
        StepChoice choice;
        choice.columns = columns;
        StepsData data =
            comparedSteps(comparisonOf(worked(3), worked()), at(Attention::Encoder, 0, 0, 0, 1), {}, choice).data;
        const int stage = data.positionOf(StepKind::Softmax);
        const StepsFigure figure(std::move(data), stage, {700, 300}, Theme::light());
        const PlacedBars &placed = figure.layout().bars().front();
        QVERIFY(placed.isSigned);
        const QRectF down = figure.barRect(stage, 0);  // −0.06
        const QRectF up = figure.barRect(stage, 1);    // +0.51, the largest
        const QRectF other = figure.barRect(stage, 2); // −0.45
        const QPointF middle = placed.plot.center();
        if (columns) {
            QCOMPARE(up.left(), middle.x());
            QCOMPARE(up.right(), placed.plot.right());
            QCOMPARE(other.right(), middle.x());
            QVERIFY(down.width() < other.width() && other.left() > placed.plot.left());
        } else {
            QCOMPARE(up.bottom(), middle.y());
            QCOMPARE(up.top(), placed.plot.top());
            QCOMPARE(other.top(), middle.y());
            QVERIFY(down.height() < other.height() && other.bottom() < placed.plot.bottom());
        }
    }

    void aNumberStandsOnNoOtherBar_data()
    {
        QTest::addColumn<bool>("columns");
        QTest::newRow("rows") << false;
        QTest::newRow("columns") << true;
    }
    void aNumberStandsOnNoOtherBar()
    {
        QFETCH(bool, columns);
        Step step{StepKind::Output, u"output"_s, {}};
        StepBars bars{{}, {}, {}, 30, false};
        for (int i = 0; i < 60; ++i) {
            bars.names.push_back(u"w"_s);
            bars.values.push_back(i == 30 ? -0.123456 : 0.5);
            bars.keys.push_back(i);
        }
        step.bars = std::move(bars);
        StepsData data;
        data.isDifference = true;
        data.columns = columns;
        data.steps.push_back(std::move(step));
        const StepsFigure figure(std::move(data), 0, {700, 300}, Theme::light());
        QImage image(figure.size().toSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        figure.paint(painter);
        painter.end();
        // The next bar is painted over the number, the one before it would be painted over.
        const QRect inside = figure.barRect(0, 29).toAlignedRect().adjusted(1, 0, -1, 0);
        QVERIFY(inside.width() >= 2);
        for (int y = inside.top(); y <= inside.bottom(); ++y)
            for (int x = inside.left(); x <= inside.right(); ++x)
                QVERIFY(std::abs(qGray(image.pixel(x, y)) - qGray(image.pixel(inside.left(), y))) <= 3);
    }

    /// Where every zero has room but no change has, bare cells between zeros would hide what changed.
    void changesShowTheirNumbers_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("width");
        QTest::addColumn<QString>("text");
        QTest::newRow("whole") << -11.3137 << 60.0 << u"−11.31"_s;
        QTest::newRow("one digit") << -11.3137 << 32.0 << u"−11.3"_s;
        QTest::newRow("none") << 11.3137 << 20.0 << u"+11"_s;
        QTest::newRow("too narrow") << -11.3137 << 12.0 << QString();
        QTest::newRow("two digits stay") << -0.9695 << 26.0 << QString();
        QTest::newRow("zero") << 0.0 << 12.0 << u"0"_s;
    }
    void changesShowTheirNumbers()
    {
        QFETCH(double, value);
        QFETCH(double, width);
        StepsData data;
        data.isDifference = true;
        QTEST(StepLayout::cellNumber(data, value, -1, true, width), "text");
    }

    void newCellsAreBlank()
    {
        const ModelConfig config;
        const ComputedPass before = runOf(config, {Strings{"it", "is", "big"}});
        const ComputedPass now = runOf(config, {Strings{"so", "it", "is"}});
        StepsData data = comparedSteps(comparisonOf(now, before), at(Attention::Encoder, 0, 0, 1, 2), {}).data;
        const int stage = data.positionOf(StepKind::Score);
        const auto strip = int(data.steps[std::size_t(stage)].strips.size()) - 1; // over the keys
        const Theme &theme = Theme::light();
        const StepsFigure figure(std::move(data), stage, {900, 300}, theme);
        QImage image(figure.size().toSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        figure.paint(painter);
        painter.end();
        const QRectF cell = figure.cellRect(stage, strip, 0);
        QCOMPARE(image.pixelColor((cell.topLeft() + QPointF(3, 3)).toPoint()), theme.panel);
        const auto hit = figure.hit(cell.center());
        QVERIFY(hit && hit->note.endsWith(u" new"_s));
    }
};

REGARD_TEST(TestStepDifference)
#include "test_step_difference.moc"
