#include <cmath>
#include <numeric>

#include <QFile>
#include <QTest>

#include "engine/pass/forward.h"
#include "io/base/json_document.h"
#include "io/lesson/lesson_condition.h"
#include "io/lesson/lesson_numbers.h"
#include "io/lesson/lessons.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "test_class.h"

using namespace regard;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The trace of a project, and what answers its values.
struct LessonValuesPass {
    explicit LessonValuesPass(Project given, int handDecimals = 1)
        : project(std::move(given)), trace(forward(project.model, inputOf(project))),
          numbers(project.model, *trace, project.view, handDecimals)
    {
    }
    LessonAnswer answer(const char *value) { return numbers.answer(parseLessonValue(value)); }

    Project project;
    SharedTrace trace;
    LessonNumbers numbers;
};

Project causal()
{
    Project project = readExample("three-inputs");
    ModelConfig config = project.model.config;
    config.encoderMask = Mask::Causal;
    config.score = Score::ScaledDot;
    project.model = reconfigured(project.model, config);
    return project;
}

} // namespace

class TestLessonValues : public QObject {
    Q_OBJECT

private slots:
    void spellings_data();
    void spellings();
    void threeInputs_data();
    void threeInputs();
    void words();
    void underAMask_data();
    void underAMask();
    void layersAndHeads();
    void aDecoder();
    void partsAndTheLens();
    void layersOfTheOtherStack_data();
    void layersOfTheOtherStack();
    void partsThatAreNoSums();
    void whatIsNotThere_data();
    void whatIsNotThere();
    void conditions_data();
    void conditions();
};

void TestLessonValues::spellings_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<LessonValue>("value");
    const auto row = [](const char *text, const LessonValue &value) {
        QTest::newRow(text) << QString::fromLatin1(text) << value;
    };
    row("tokens", {LessonQuantity::Tokens, {}});
    row("weight 1 2", {LessonQuantity::Weight, {0, 1}});
    row("  weight   1  2 ", {LessonQuantity::Weight, {0, 1}});
    row("weight 1", {LessonQuantity::Weight, {0}});
    row("weight 1 2 @3.4", {LessonQuantity::Weight, {0, 1}, 2, 3});
    row("weight 1 2@3.4:2", {LessonQuantity::Weight, {0, 1}, 2, 3, 2});
    row("weight 1 2 @3.4 : 2", {LessonQuantity::Weight, {0, 1}, 2, 3, 2});
    row("spread:0", {LessonQuantity::Spread, {}, -1, -1, 0});
    row("hand_output 2 3", {LessonQuantity::HandOutput, {1, 2}});
    row("next_probability 1", {LessonQuantity::NextProbability, {0}});
    row("key_head 7 4 1 2", {LessonQuantity::KeyHead, {6, 3, 0, 1}});
    row("logit_head 7 2 1:2", {LessonQuantity::LogitHead, {6, 1, 0}, -1, -1, 2});
    row("lens 7 2", {LessonQuantity::Lens, {6, 1}});
    row("now weight 1 2 @3.4:2", {LessonQuantity::Weight, {0, 1}, 2, 3, 2, true});
    row(" now  tokens", {LessonQuantity::Tokens, {}, -1, -1, -1, true});
}

void TestLessonValues::spellings()
{
    QFETCH(QString, text);
    QFETCH(LessonValue, value);
    QCOMPARE(parseLessonValue(text.toStdString()), value);
}

// The 3 × 4 example by hand: scores 2 4 4 / 4 16 12 / 4 12 10, weights to four decimals, values 1 2 3 / 2 8 0 / 2 6 3.
void TestLessonValues::threeInputs_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QList<double>>("numbers");
    QTest::addColumn<double>("within");
    const auto row = [](const char *value, const QList<double> &numbers, double within = 0) {
        QTest::newRow(value) << QString::fromLatin1(value) << numbers << within;
    };
    row("tokens", {3});
    row("targets", {0});
    row("heads", {1});
    row("layers", {1});
    row("d_model", {4});
    row("d_key", {3});
    row("d_value", {3});
    row("d_ff", {0});
    row("x 2", {0, 2, 0, 2});
    row("x 2 4", {2});
    row("q 1", {1, 0, 2});
    row("k 2", {4, 4, 0});
    row("v 3", {2, 6, 3});
    row("v 3 2", {6});
    row("score 2", {4, 16, 12});
    row("score 2 3", {12});
    row("scaled 2 3", {12}); // the plain dot product scales nothing
    row("masked 1", {2, 4, 4});
    row("weight 1", {0.0634, 0.4683, 0.4683}, 5e-5);
    row("weight 1 2", {0.4683}, 5e-5);
    row("weighted 1 2", {0.9366, 3.7464, 0}, 5e-4);
    row("output 1", {1.9366, 6.6831, 1.5951}, 5e-5);
    row("output 1 2", {6.6831}, 5e-5);
    row("joined 1", {1.9366, 6.6831, 1.5951}, 5e-5);
    row("projected 1 1", {1.9366}, 5e-5);
    row("stream 1 1", {1.9366}, 5e-5);
    row("hand 1", {0, 0.5, 0.5});
    row("hand 2", {0, 1, 0});
    row("hand 3", {0, 0.9, 0.1});
    row("hand 3 2", {0.9});
    row("hand_weighted 1 2", {1, 4, 0});
    row("hand_output 1", {2, 7, 1.5}, 1e-12);
    row("hand_output 2", {2, 8, 0}, 1e-12);
    row("hand_output 3", {2, 7.8, 0.3}, 1e-12);
    row("hand_output 3 3", {0.3}, 1e-12);
    row("entropy 1", {-0.0634 * std::log2(0.0634) - 2 * 0.4683 * std::log2(0.4683)}, 5e-4);
    row("max_entropy", {std::log2(3.0)}, 1e-12);
    row("largest 2", {0.9820}, 5e-5);
    row("spread", {std::sqrt(712.0 / 9 - (68.0 / 9) * (68.0 / 9))}, 1e-6); // squares add up to 712, scores to 68
    row("distance 1 3", {2});
    row("distance 3 1", {2});
    row("longest", {2});
    row("pairs", {9});
    row("allowed", {9});
}

void TestLessonValues::threeInputs()
{
    QFETCH(QString, value);
    QFETCH(QList<double>, numbers);
    QFETCH(double, within);
    LessonValuesPass pass(readExample("three-inputs"));
    const LessonAnswer answer = pass.numbers.answer(parseLessonValue(value.toStdString()));
    QVERIFY(answer.exists);
    QCOMPARE(answer.numbers.size(), std::size_t(numbers.size()));
    for (std::size_t i = 0; i < answer.numbers.size(); ++i)
        QVERIFY2(std::abs(answer.numbers[i] - numbers[qsizetype(i)]) <= within,
                 qPrintable(QStringLiteral("%1 is not %2").arg(answer.numbers[i]).arg(numbers[qsizetype(i)])));
}

void TestLessonValues::words()
{
    LessonValuesPass pass(readExample("three-inputs"));
    QCOMPARE(pass.answer("token 2").word, std::string("x2"));
    QCOMPARE(pass.answer("strongest 2").word, std::string("x2"));
    LessonValuesPass both(readExample("self-and-cross"));
    QCOMPARE(both.answer("target 1").word, inputOf(both.project).target.front());
}

// Scaled by √3 and seen from the left: 2/√3; 4/√3, 16/√3; 4/√3, 12/√3, 10/√3.
void TestLessonValues::underAMask_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QList<double>>("numbers");
    const double root = std::sqrt(3.0);
    QTest::newRow("allowed") << QStringLiteral("allowed") << QList<double>{6};
    QTest::newRow("pairs") << QStringLiteral("pairs") << QList<double>{9};
    QTest::newRow("scaled") << QStringLiteral("scaled 1") << QList<double>{2 / root, 4 / root, 4 / root};
    QTest::newRow("masked") << QStringLiteral("masked 2") << QList<double>{4 / root, 16 / root, -infinity};
    QTest::newRow("weight") << QStringLiteral("weight 1") << QList<double>{1, 0, 0};
    // Mean 8, squares 36 + 16 + 64 + 16 + 16 + 4 = 152.
    QTest::newRow("spread") << QStringLiteral("spread") << QList<double>{std::sqrt(152.0 / 6) / root};
    QTest::newRow("entropy") << QStringLiteral("entropy 1") << QList<double>{0};
}

void TestLessonValues::underAMask()
{
    QFETCH(QString, value);
    QFETCH(QList<double>, numbers);
    LessonValuesPass pass(causal());
    const LessonAnswer answer = pass.numbers.answer(parseLessonValue(value.toStdString()));
    QCOMPARE(answer.numbers.size(), std::size_t(numbers.size()));
    for (std::size_t i = 0; i < answer.numbers.size(); ++i) {
        const double expected = numbers[qsizetype(i)];
        QVERIFY(answer.numbers[i] == expected || std::abs(answer.numbers[i] - expected) < 1e-5); // float32
    }
}

void TestLessonValues::layersAndHeads()
{
    LessonValuesPass pass(parseProject(R"({"format": "regard-project", "version": 1, "source": "a b c d",
        "model": {"encoder_layers": 2, "heads": 2, "d_key": 8, "norm": "pre", "residual": true, "d_ff": 8}})",
                                       "test"));
    const BlockTrace &second = *pass.trace->blocks[1];
    QCOMPARE(pass.answer("weight 2 3 @2.2").numbers.front(), double(second.heads[1].weights(1, 2)));
    QCOMPARE(pass.answer("joined 2 9 @2.1").numbers.front(), double(second.joined(1, 8)));
    QCOMPARE(pass.answer("stream 2 1 @2.1").numbers.front(), double(second.stream(1, 0)));
    QCOMPARE(pass.answer("projected 2 1 @2.1").numbers.front(), double(second.output(1, 0)));
    // What Q reads is normed before: q = x · W_Q.
    const Matrix &wq = pass.project.model.weights.at("encoder.1.self.w_q");
    double q = 0;
    for (int i = 0; i < wq.rows(); ++i)
        q += pass.answer("x 3 @2.1").numbers[std::size_t(i)] * wq(i, 1);
    QVERIFY(std::abs(q - second.heads[0].q(2, 1)) < 1e-5); // a sum of 16 products in float32
    double sum = 0;
    for (int row = 1; row <= 4; ++row)
        sum += pass.answer(qPrintable(QStringLiteral("entropy %1").arg(row))).numbers.front();
    QVERIFY(std::abs(pass.answer("mean_entropy").numbers.front() - sum / 4) < 1e-12);
}

void TestLessonValues::aDecoder()
{
    LessonValuesPass pass(parseProject(R"({"format": "regard-project", "version": 1, "source": "a b", "target": "<s> c",
        "model": {"architecture": "encoder_decoder"}, "vocabulary": ["c", "d", "</s>"], "view": {"block": "cross"}})",
                                       "test"));
    Eigen::Index best = 0;
    const double largest = pass.trace->logits.row(1).maxCoeff(&best);
    double denominator = 0;
    for (int i = 0; i < 3; ++i)
        denominator += std::exp(pass.trace->logits(1, i) - largest);
    QCOMPARE(pass.answer("next 2").word, pass.trace->vocabulary[std::size_t(best)]);
    QVERIFY(std::abs(pass.answer("next_probability 2").numbers.front() - 1 / denominator) < 1e-6); // float32
    QCOMPARE(pass.answer("strongest 1").exists, true);
    QCOMPARE(pass.answer("pairs").numbers.front(), 4.0);
    QCOMPARE(pass.answer("targets").numbers.front(), 2.0);
}

/// A model made by hand: after “met” usually comes “Eve”, with a logit of 3 against seven of 0, and what head 2.1 reads
/// gets 6 times its weight. The parts of a score sum to how far it is above the mean of its row.
void TestLessonValues::partsAndTheLens()
{
    LessonValuesPass pass(readBundledLesson("why-it-looks-there").pages[2].project);
    const auto number = [&pass](const char *value) { return pass.answer(value).numbers.at(0); };
    QCOMPARE(pass.answer("lens 7 1").word, "Eve");
    QVERIFY(std::abs(number("lens_probability 7 1") - std::exp(3) / (std::exp(3) + 7)) < 1e-6);
    QCOMPARE(pass.answer("lens 7 2").word, pass.answer("next 7").word);
    QVERIFY(std::abs(number("lens_probability 7 2") - number("next_probability 7")) < 1e-6);
    QVERIFY(std::abs(number("logit_head 7 2 1") - 6 * number("weight 7 4 @2.1")) < 1e-5); // “Eve” has none of it
    QVERIFY(std::abs(number("logit_head 7 2 2") - 6 * 0.5 / 7) < 1e-5);                   // the mean of seven words
    QCOMPARE(number("logit_head 7 1 1"), 0.0);
    // “Met” asks for itself with 4 · 4 / √12 against five of 0, and finds it twice: the text says “as much”.
    const double same = std::exp(16 / std::sqrt(12.0));
    for (const char *met : {"weight 7 3 @1.2", "weight 7 7 @1.2"})
        QVERIFY2(std::abs(number(met) - same / (2 * same + 5)) < 1e-6, met);
    const std::vector<double> row = pass.answer("scaled 7").numbers;
    const double beyond = row[3] - std::accumulate(row.begin(), row.end(), 0.0) / 7;
    for (const char *part : {"query_word 7 4", "key_head 7 4 1 1"})
        QVERIFY2(std::abs(number(part) - beyond) < 1e-5, part);
    for (const char *part :
         {"key_word 7 4", "query_position 7 4", "key_position 7 4", "query_head 7 4 1 1", "key_head 7 4 2 1"})
        QVERIFY2(std::abs(number(part)) < 1e-5, part);
    QVERIFY(!pass.answer("query_word 3 4").exists); // the mask hides it
    QVERIFY(!pass.answer("key_head 7 4 3 1").exists);
    QVERIFY(!pass.answer("lens 8 1").exists);
    LessonValuesPass without(readExample("three-inputs"));
    QVERIFY(!without.answer("lens 1 1").exists); // no output layer
    QVERIFY(!without.answer("logit_head 1 1 1").exists);
}

/// The lens and the parts of a logit have the decoder's layers and heads, whatever attention is in view, and what a
/// cross-attention's keys are made of has the encoder's.
void TestLessonValues::layersOfTheOtherStack_data()
{
    QTest::addColumn<QString>("block");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *block, const char *value, const char *reason = "") {
        QTest::addRow("%s, %s", block, value)
            << QString::fromLatin1(block) << QString::fromLatin1(value) << QString::fromLatin1(reason);
    };
    for (const char *block : {"encoder", "decoder", "cross"}) {
        row(block, "lens 4 2");
        row(block, "lens 4 3", "there is no layer 3, only 2");
        row(block, "lens 4 6", "there is no layer 6, only 2");
        row(block, "lens 5 2", "the decoder reads no token 5, only 4");
        row(block, "lens_probability 4 2");
        row(block, "lens_probability 4 3", "there is no layer 3, only 2");
        row(block, "logit_head 4 2 1");
        row(block, "logit_head 4 3 1", "there is no layer 3, only 2");
        row(block, "logit_head 4 2 2", "there is no head 2, only 1");
    }
    row("encoder", "query_head 2 2 6 3");
    row("encoder", "key_head 2 2 7 1", "there is no layer 7, only 6");
    row("encoder", "query_word 3 1", "there is no query 3, only 2");
    row("decoder", "key_head 4 1 2 1");
    row("decoder", "key_head 4 1 3 1", "there is no layer 3, only 2");
    row("decoder", "key_position 4 5", "there is no key 5, only 4");
    row("cross", "key_head 4 2 6 3");
    row("cross", "key_head 4 2 7 1", "there is no layer 7, only 6");
    row("cross", "key_head 4 2 6 4", "there is no head 4, only 3");
    row("cross", "query_head 4 2 2 1");
    row("cross", "query_head 4 2 3 1", "there is no layer 3, only 2");
    row("cross", "query_head 4 2 2 2", "there is no head 2, only 1");
    row("cross", "query_position 4 3", "there is no key 3, only 2");
}

void TestLessonValues::layersOfTheOtherStack()
{
    QFETCH(QString, block);
    QFETCH(QString, value);
    QFETCH(QString, reason);
    Project project = parseProject(R"({"format": "regard-project", "version": 1, "source": "a b", "target": "<s> c d e",
        "model": {"architecture": "encoder_decoder", "encoder_layers": 6, "decoder_layers": 2, "heads": 3,
        "decoder_heads": 1, "d_model": 6, "d_key": 2, "d_value": 2, "residual": true, "norm": "pre"}})",
                                   "test");
    project.view.block = block == QLatin1String("encoder")   ? Attention::Encoder
                         : block == QLatin1String("decoder") ? Attention::Decoder
                                                             : Attention::Cross;
    LessonValuesPass pass(std::move(project));
    const LessonValue parsed = parseLessonValue(value.toStdString());
    QCOMPARE(missingValue(parsed, pass.project.model.config, {2, 4}, pass.project.view), reason.toStdString());
    const LessonAnswer answer = pass.numbers.answer(parsed);
    QCOMPARE(answer.exists, reason.isEmpty());
    QVERIFY(!answer.exists || (isWord(parsed.quantity) ? !answer.word.empty() : answer.numbers.size() == 1));
}

/// Models whose rows or scores have no parts say so; a page is refused by that sentence.
void TestLessonValues::partsThatAreNoSums()
{
    const auto reasonFor = [](const ModelConfig &config, const char *value) {
        StoredView view;
        if (config.architecture == Architecture::EncoderDecoder)
            view.block = Attention::Cross;
        return missingValue(parseLessonValue(value), config, {3, 3}, view);
    };
    ModelConfig config;
    QCOMPARE(reasonFor(config, "query_word 1 1"), std::string());
    for (const char *value : {"lens 1 1", "lens_probability 1 1", "logit_head 1 1 1"})
        QVERIFY2(reasonFor(config, value).find("no output layer") != std::string::npos, value);
    const std::vector<const char *> ofScores{"query_word 1 1",   "key_word 1 1",       "query_position 1 1",
                                             "key_position 1 1", "query_head 1 1 1 1", "key_head 1 1 1 1"};
    config.score = Score::Additive;
    for (const char *value : ofScores)
        QVERIFY2(reasonFor(config, value).find("neither additive") != std::string::npos, value);
    config.score = Score::ScaledDot;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = config.decoderLayers = 1;
    config.encoderKind = StackKind::Recurrent;
    for (const char *value : ofScores)
        QVERIFY2(reasonFor(config, value).find("recurrent") != std::string::npos, value);
    QCOMPARE(reasonFor(config, "lens 1 1"), std::string());
    config.decoderKind = StackKind::Recurrent;
    QVERIFY(reasonFor(config, "lens 1 1").find("no output layer") != std::string::npos);
}

void TestLessonValues::whatIsNotThere_data()
{
    QTest::addColumn<QString>("value");
    for (const char *value : {"token 4", "target 1", "weight 4 1", "weight 1 4", "x 1 5", "q 1 4", "next 1",
                              "weight 1 1 @2.1", "weight 1 1 @1.2", "distance 1 4", "hand_output 1 4"})
        QTest::newRow(value) << QString::fromLatin1(value);
}

void TestLessonValues::whatIsNotThere()
{
    QFETCH(QString, value);
    LessonValuesPass pass(readExample("three-inputs"));
    QVERIFY(!pass.numbers.answer(parseLessonValue(value.toStdString())).exists);
}

void TestLessonValues::conditions_data()
{
    QTest::addColumn<QByteArray>("condition");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *condition, bool expected) {
        QTest::newRow(condition) << QByteArray(condition) << expected;
    };
    row(R"({"value": "weight 1 2", "at_least": 0.46})", true);
    row(R"({"value": "weight 1 2", "at_least": 0.47})", false);
    row(R"({"value": "weight 1 2", "at_least": 0.46, "at_most": 0.467})", false);
    row(R"({"value": "score 2 2", "at_least": 16, "at_most": 16})", true);
    row(R"({"value": "weight 4 1", "at_most": 1})", false);
    row(R"({"model": {"heads": 1}})", true);
    row(R"({"model": {"heads": 1, "score": "scaled_dot"}})", false);
    row(R"({"model": {"output_projection": false, "norm_epsilon": 0.00001}})", true);
    row(R"({"source": " x1 x2 x3\n"})", true);
    row(R"({"source": "x1 x2"})", false);
    row(R"({"target": " "})", true);
    row(R"({"target": "<s> x1"})", false);
    row(R"({"view": {"query": 2, "stage": "scores"}})", true);
    row(R"({"view": {"query": 1}})", false);
    row(R"({"view": {"block": "encoder", "layer": 1, "head": 1, "heads": [1]}})", true);
    row(R"({"view": {"block": "cross"}})", false);
    row(R"({"view": {"summary": "mean"}})", false);
    row(R"({"view": {"key": 3}})", false);
    row(R"({"view": {"steps": {"step": "mask"}}})", true);
    row(R"({"view": {"steps": {"step": "mask", "all": true}}})", false);
    row(R"({"view": {"steps": {"form": "rows", "convention": "columns", "by_hand": 2, "digits": 3}}})", true);
    row(R"({"view": {"steps": {"form": "matrix"}}})", false);
    row(R"({"view": {"steps": {"convention": "rows"}}})", false);
    row(R"({"view": {"steps": {"by_hand": 1}}})", false);
    row(R"({"view": {"steps": {"digits": 2}}})", false);
    row(R"({"view": {"cell": {"matrix": "encoder.0.self.w_q"}}})", true);
    row(R"({"view": {"cell": {"matrix": "encoder.0.self.w_q", "row": 2, "column": 1}}})", true);
    row(R"({"view": {"cell": {"matrix": "encoder.0.self.w_q", "row": 1}}})", false);
}

void TestLessonValues::conditions()
{
    QFETCH(QByteArray, condition);
    QFETCH(bool, expected);
    Project project = readExample("three-inputs");
    project.view = {};
    project.view.query = 1;
    project.view.stage = Stage::Scores;
    project.view.steps = {StepKind::Mask, false, false, true, 2, 3};
    project.view.cell = {"encoder.0.self.w_q", 1, 0};
    LessonValuesPass pass(project);
    const LessonCondition read = readLessonCondition(parseJson(condition.toStdString(), "test"), "done[1]", "test");
    const LessonState state{pass.project.model.config, pass.project.view, pass.project.source, pass.project.target};
    QCOMPARE(holds(read, state, pass.numbers), expected);
}

REGARD_GUILESS_TEST(TestLessonValues)
#include "test_lesson_values.moc"
