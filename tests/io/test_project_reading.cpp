#include <bit>
#include <limits>

#include <QFile>
#include <QTest>

#include "io/base/file_error.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "parsed_file.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

QByteArray threeInputs()
{
    QFile file(QStringLiteral(REGARD_TEST_DATA "/io/three-inputs.regard"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A project with a model, and whatever else `more` says.
QByteArray projectReadingProject(const char *model, const char *more = "")
{
    return QByteArray(R"({"format": "regard-project", "version": 1, "model": {)") + model + "}" + more + "}";
}

Matrix matrix(int rows, int columns, std::initializer_list<float> numbers)
{
    return Eigen::Map<const Matrix>(numbers.begin(), rows, columns);
}

} // namespace

class TestProjectReading : public QObject {
    Q_OBJECT

private slots:
    void theThreeInputs();
    void defaults();
    void everyTopKey();
    void everyModelKey();
    void vectorsInBothForms();
    void layersOfEachArchitecture_data();
    void layersOfEachArchitecture();
    void anEncoderAndADecoder();
    void aDecoderAlone();
    void columnsOfTheOutputKeepTheirWords();
    void whatIsSwitchedOffIsHeld();
    void numbersAreRoundedOnce_data();
    void numbersAreRoundedOnce();
    void byteOrderMark();
    void refused_data();
    void refused();
    void truncatedAnywhere();
    void damagedAnywhere();
    void unreadableFiles_data();
    void unreadableFiles();
};

void TestProjectReading::theThreeInputs()
{
    const Project read = readProject(QStringLiteral(REGARD_TEST_DATA "/io/three-inputs.regard"));
    QCOMPARE(read.source, std::string("x1 x2 x3"));
    QCOMPARE(read.tokenizer, Tokenizer::Whitespace);
    const ModelConfig &config = read.model.config;
    QCOMPARE(config.dModel, 4);
    QCOMPARE(config.heads, 1);
    QCOMPARE(config.dKey, 3);
    QCOMPARE(config.dValue, 3);
    QCOMPARE(config.score, Score::Dot);
    QCOMPARE(config.outputProjection, false);
    QCOMPARE(config.encoderLayers, 1);
    QCOMPARE(int(read.model.given.all().size()), 3);
    QVERIFY(read.model.given.at("encoder.0.self.w_q") == matrix(4, 3, {1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 1}));
    QVERIFY(read.model.given.at("encoder.0.self.w_k") == matrix(4, 3, {0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0}));
    QVERIFY(read.model.weights.at("encoder.0.self.w_v") == matrix(4, 3, {0, 2, 0, 0, 3, 0, 1, 0, 3, 1, 1, 0}));
    QCOMPARE(int(read.model.embedding.size()), 3);
    QVERIFY(*read.model.embedding.at("x2") == matrix(1, 4, {0, 2, 0, 2}));
    const Input input = inputOf(read);
    QCOMPARE(input.tokens, (std::vector<std::string>{"x1", "x2", "x3"}));
    QVERIFY(input.masked.empty());

    // The numbers of the worked example come out of what was read.
    const SharedTrace trace = forward(read.model, input);
    const HeadTrace &head = trace->blocks.front()->heads.front();
    QVERIFY(head.q == matrix(3, 3, {1, 0, 2, 2, 2, 2, 2, 1, 3}));
    QVERIFY(head.k == matrix(3, 3, {0, 1, 1, 4, 4, 0, 2, 3, 1}));
    QVERIFY(head.v == matrix(3, 3, {1, 2, 3, 2, 8, 0, 2, 6, 3}));
}

void TestProjectReading::defaults()
{
    const Project read = parsedProject(projectReadingProject(""));
    QCOMPARE(read.model.config, ModelConfig());
    QCOMPARE(read.tokenizer, Tokenizer::Words);
    QVERIFY(read.source.empty() && read.title.empty() && read.note.empty());
    QCOMPARE(read.view, StoredView());
    QVERIFY(read.model.given.all().empty());
    QCOMPARE(defaultProject().model.config, ModelConfig());
    // heads, d_key and d_value do not follow d_model.
    const ModelConfig wide = parsedProject(projectReadingProject(R"("d_model": 64)")).model.config;
    QCOMPARE(wide.heads, 2);
    QCOMPARE(wide.dKey, 8);
    QCOMPARE(wide.dValue, 8);
    QCOMPARE(parsedProject(projectReadingProject(R"("heads": 5)")).model.config.decoderHeads, 5);
    QCOMPARE(parsedProject(projectReadingProject(R"("decoder_heads": 2, "heads": 5)")).model.config.decoderHeads, 2);
}

void TestProjectReading::everyTopKey()
{
    const Project read = parsedProject(projectReadingProject(R"("d_model": 2, "heads": 3, "encoder_layers": 2)", R"(,
        "title": "T \u00e9", "note": "N\nM", "source": "a b c", "target": "", "tokenizer": "words",
        "dimensions": ["noun", "verb"], "masked_source": [2, 0],
        "view": {"layer": 2, "head": 3, "heads": [1, 3], "query": 3, "key": 1, "stage": "masked",
            "steps": {"step": "add_norm", "all": true, "form": "matrix", "convention": "columns", "by_hand": 2,
                      "digits": 3},
            "cell": {"matrix": "encoder.1.self.w_q", "row": 2, "column": 1}})"));
    QCOMPARE(read.title, std::string("T \xC3\xA9"));
    QCOMPARE(read.note, std::string("N\nM"));
    QCOMPARE(read.dimensions, (std::vector<std::string>{"noun", "verb"}));
    QCOMPARE(read.maskedSource, (std::vector<int>{2, 0}));
    QCOMPARE(inputOf(read).masked, (std::vector<int>{2, 0}));
    QCOMPARE(read.view, (StoredView{{},
                                    {},
                                    1,
                                    2,
                                    {0, 2},
                                    2,
                                    0,
                                    Stage::Masked,
                                    {StepKind::AddNorm, true, true, true, 2, 3},
                                    {"encoder.1.self.w_q", 1, 0}}));
}

void TestProjectReading::everyModelKey()
{
    const ModelConfig read =
        parsedProject(projectReadingProject(R"("architecture": "encoder", "encoder_layers": 3, "decoder_layers": 0,
        "d_model": 12, "heads": 3, "d_key": 5, "d_value": 4, "d_ff": 0, "decoder_heads": 4, "decoder_d_ff": 0,
        "score": "additive", "encoder_mask": "causal", "decoder_mask": "none", "position": "one_hot",
        "embedding_scale": true, "embedding_norm": false, "output_projection": false, "bias": true,
        "residual": false, "norm": "none", "norm_epsilon": 1e-12, "final_norm": false, "activation": "gelu_tanh",
        "initialization": "kaiming", "initialization_std": 0.5, "seed": 18446744073709551615)"))
            .model.config;
    ModelConfig expected;
    expected.encoderLayers = 3;
    expected.dModel = 12;
    expected.heads = 3;
    expected.dKey = 5;
    expected.dValue = 4;
    expected.decoderHeads = 4;
    expected.score = Score::Additive;
    expected.encoderMask = Mask::Causal;
    expected.decoderMask = Mask::None;
    expected.position = Position::OneHot;
    expected.embeddingScale = true;
    expected.outputProjection = false;
    expected.bias = true;
    expected.normEpsilon = 1e-12;
    expected.activation = Activation::GeluTanh;
    expected.initialization = Initialization::Kaiming;
    expected.initializationStd = 0.5;
    expected.seed = 18446744073709551615ULL;
    QCOMPARE(read, expected);
}

void TestProjectReading::vectorsInBothForms()
{
    const Project read = parsedProject(projectReadingProject(R"("d_model": 2, "heads": 1, "d_key": 3, "bias": true)",
                                                             R"(, "weights": {"encoder.0.self.b_q": [1, 2, 3],
                                             "encoder.0.self.b_k": [[4, 5, 6]],
                                             "position": [[1, 2], [3, 4], [5, 6]]})"));
    QVERIFY(read.model.given.at("encoder.0.self.b_q") == matrix(1, 3, {1, 2, 3}));
    QVERIFY(read.model.given.at("encoder.0.self.b_k") == matrix(1, 3, {4, 5, 6}));
    QVERIFY(read.model.given.at("position") == matrix(3, 2, {1, 2, 3, 4, 5, 6}));
}

void TestProjectReading::layersOfEachArchitecture_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<int>("encoder");
    QTest::addColumn<int>("decoder");
    const auto row = [](const char *name, const char *model, int encoder, int decoder) {
        QTest::newRow(name) << QByteArray(model) << encoder << decoder;
    };
    row("nothing said", "", 1, 0);
    row("encoder", R"("architecture": "encoder")", 1, 0);
    row("decoder", R"("architecture": "decoder")", 0, 1);
    row("both", R"("architecture": "encoder_decoder")", 1, 1);
    row("both, the encoder's said", R"("architecture": "encoder_decoder", "encoder_layers": 3)", 3, 1);
    row("both, the decoder's said", R"("decoder_layers": 0, "architecture": "encoder_decoder")", 1, 0);
    row("a stack that is switched off", R"("architecture": "encoder", "decoder_layers": 2)", 1, 2);
}

void TestProjectReading::layersOfEachArchitecture()
{
    QFETCH(QByteArray, model);
    QFETCH(int, encoder);
    QFETCH(int, decoder);
    const ModelConfig config = parsedProject(projectReadingProject(model.constData())).model.config;
    QCOMPARE(config.encoderLayers, encoder);
    QCOMPARE(config.decoderLayers, decoder);
    QCOMPARE(config.decoderHeads, config.heads);
    QCOMPARE(parsedProject(projectReadingProject(R"("d_ff": 32)")).model.config.decoderDFf, 32);
    QCOMPARE(parsedProject(projectReadingProject(R"("decoder_d_ff": 8, "d_ff": 32)")).model.config.decoderDFf, 8);
}

void TestProjectReading::anEncoderAndADecoder()
{
    const Project read =
        parsedProject(projectReadingProject(R"("architecture": "encoder_decoder", "decoder_layers": 2, "d_model": 2,
        "heads": 1, "d_key": 1, "d_value": 2, "decoder_heads": 2, "decoder_d_ff": 3, "norm": "post", "bias": true,
        "position": "learned", "embedding_norm": true, "final_norm": true)",
                                            R"(, "source": "a b", "target": "<s> c d", "masked_source": [1],
        "masked_target": [2, 0], "vocabulary": ["c", "d", "stop"], "end": "stop",
        "view": {"block": "cross", "summary": "mean", "layer": 2, "head": 2, "heads": [2], "query": 3, "key": 2},
        "weights": {"decoder.1.cross.w_k": [[1, 2], [3, 4]], "decoder.1.self.b_q": [5, 6],
                    "decoder.0.ffn.w_1": [[1, 2, 3], [4, 5, 6]], "decoder.0.ffn.b_1": [7, 8, 9],
                    "decoder.0.norm_2.gain": [2, 3], "encoder.0.norm_1.bias": [4, 5],
                    "decoder.final_norm.gain": [6, 7], "encoder.embedding_norm.bias": [8, 9],
                    "encoder.position": [[1, 1], [2, 2]], "position": [[3, 3], [4, 4], [5, 5]],
                    "output.w": [[1, 2, 3], [4, 5, 6]], "output.b": [7, 8, 9]})"));
    QCOMPARE(read.target, std::string("<s> c d"));
    QCOMPARE(read.maskedTarget, (std::vector<int>{2, 0}));
    QCOMPARE(read.model.vocabulary.tokens, (std::vector<std::string>{"c", "d", "stop"}));
    QCOMPARE(read.model.vocabulary.end, std::string("stop"));
    QCOMPARE(read.view, (StoredView{Attention::Cross, Summary::Mean, 1, 1, {1}, 2, 1}));
    QCOMPARE(read.model.given.all().size(), std::size_t(12));
    QVERIFY(read.model.given.at("decoder.1.cross.w_k") == matrix(2, 2, {1, 2, 3, 4}));
    QVERIFY(read.model.given.at("decoder.0.norm_2.gain") == matrix(1, 2, {2, 3}));
    QVERIFY(read.model.weights.at("output.b") == matrix(1, 3, {7, 8, 9}));
    const Input input = inputOf(read);
    QCOMPARE(input.tokens, (std::vector<std::string>{"a", "b"}));
    QCOMPARE(input.masked, std::vector<int>{1});
    QCOMPARE(input.target, (std::vector<std::string>{"<s>", "c", "d"}));
    QCOMPARE(input.maskedTarget, (std::vector<int>{2, 0}));
    const SharedTrace trace = forward(read.model, input);
    QVERIFY(trace->source.positions == matrix(2, 2, {1, 1, 2, 2}));       // the encoder's own table
    QVERIFY(trace->target.positions == matrix(3, 2, {3, 3, 4, 4, 5, 5})); // the bare one stands in
    QCOMPARE(trace->logits.cols(), Eigen::Index(3));
}

void TestProjectReading::columnsOfTheOutputKeepTheirWords()
{
    const char *decoder = R"("architecture": "decoder", "d_model": 2, "d_key": 2, "d_value": 2)";
    const Project read = parsedProject(projectReadingProject(decoder, R"(, "source": "a b a", "end": "!",
        "weights": {"output.w": [[1, 2, 3], [4, 5, 6]]})"));
    QCOMPARE(read.model.vocabulary.tokens, (std::vector<std::string>{"a", "b", "!"}));
    QVERIFY(read.model.weights.contains("output.b"));
    const QString wrong = projectRefusal(projectReadingProject(decoder, R"(, "source": "a b c d",
        "weights": {"output.w": [[1, 2, 3], [4, 5, 6]]})"));
    QVERIFY2(wrong.contains(QStringLiteral("output.w")) && wrong.contains(QLatin1Char('3')) &&
                 wrong.contains(QLatin1Char('5')),
             qPrintable(wrong));
}

void TestProjectReading::aDecoderAlone()
{
    const Project read =
        parsedProject(projectReadingProject(R"("architecture": "decoder")", R"(, "source": "a b", "target": "c",
        "masked_target": [0], "view": {"block": "decoder", "query": 2, "key": 1})"));
    QCOMPARE(read.target, std::string("c")); // kept for when an encoder stands beside it
    QCOMPARE(read.view, (StoredView{Attention::Decoder, {}, 0, 0, {}, 1, 0}));
    const Input input = inputOf(read);
    QCOMPARE(input.tokens, (std::vector<std::string>{"a", "b"}));
    QVERIFY(input.target.empty() && input.maskedTarget.empty());
    QCOMPARE(read.model.vocabulary.end, std::string("</s>"));
}

void TestProjectReading::whatIsSwitchedOffIsHeld()
{
    const Project read = parsedProject(
        projectReadingProject(R"("architecture": "encoder", "decoder_layers": 1, "d_model": 1)",
                              R"(, "weights": {"decoder.0.norm_2.gain": [2], "encoder.final_norm.bias": [3],
                                             "encoder.0.ffn.w_1": [[1, 2, 3]], "encoder.0.ffn.b_1": [1, 2, 3],
                                             "decoder.embedding_norm.gain": [4], "output.w": [[1, 2]]})"));
    QCOMPARE(read.model.given.all().size(), std::size_t(6));
    QVERIFY(!read.model.weights.contains("decoder.0.norm_2.gain"));
    QVERIFY(read.model.given.at("encoder.0.ffn.w_1") == matrix(1, 3, {1, 2, 3}));
}

void TestProjectReading::numbersAreRoundedOnce_data()
{
    QTest::addColumn<QByteArray>("digits");
    QTest::addColumn<float>("number");
    QTest::newRow("whole") << QByteArray("7") << 7.0F;
    QTest::newRow("negative zero") << QByteArray("-0.0") << -0.0F;
    QTest::newRow("largest") << QByteArray("3.4028235e38") << std::numeric_limits<float>::max();
    QTest::newRow("smallest") << QByteArray("1e-45") << std::numeric_limits<float>::denorm_min();
    QTest::newRow("below the smallest") << QByteArray("1e-50") << 0.0F;
    QTest::newRow("below, negative") << QByteArray("-1e-400") << -0.0F;
    QTest::newRow("exponent of a whole number") << QByteArray("1E2") << 100.0F;
    // A hair above the middle between 1 and its neighbour: by way of double it would become the middle and then 1.
    QTest::newRow("just above a middle") << QByteArray("1.00000005960464477539062500001") << 1.00000011920928955F;
}

void TestProjectReading::numbersAreRoundedOnce()
{
    QFETCH(QByteArray, digits);
    QFETCH(float, number);
    const Project read =
        parsedProject(projectReadingProject(R"("d_model": 1)", R"(, "embedding": {"a": [)" + digits + "]}"));
    const float got = (*read.model.embedding.at("a"))(0, 0);
    QCOMPARE(std::bit_cast<std::uint32_t>(got), std::bit_cast<std::uint32_t>(number));
}

void TestProjectReading::byteOrderMark()
{
    QCOMPARE(parsedProject("\xEF\xBB\xBF" + threeInputs()).source, std::string("x1 x2 x3"));
}

void TestProjectReading::refused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QStringList>("named"); // each stands in the error
    const auto row = [](const char *name, const QByteArray &json, std::initializer_list<const char *> named) {
        QStringList list;
        for (const char *text : named)
            list << QString::fromUtf8(text);
        QTest::newRow(name) << json << list;
    };
    const char *small = R"("d_model": 2, "heads": 1, "d_key": 3, "d_value": 3)";
    const auto weights = [&](const char *text) {
        return projectReadingProject(small, (QByteArray(R"(, "weights": {)") + text + "}").constData());
    };
    const auto view = [&](const char *text) {
        return projectReadingProject(small, (QByteArray(R"(, "source": "a b", "view": {)") + text + "}").constData());
    };

    const auto decoder = [](const char *more) {
        return projectReadingProject(
            R"("architecture": "encoder_decoder", "decoder_layers": 2, "d_model": 2, "heads": 1, "d_key": 3,
            "d_value": 3, "decoder_heads": 2, "d_ff": 4, "decoder_d_ff": 5, "norm": "post", "bias": true)",
            more);
    };
    const auto crossView = [&](const char *text) {
        return decoder((QByteArray(R"(, "source": "a b", "target": "c d e", "view": {"block": "cross", )") + text + "}")
                           .constData());
    };

    row("empty file", "", {"line 1, column 1", "ends before"});
    row("no JSON", "hello", {"line 1, column 1", "not valid JSON"});
    row("a list", "[]", {"an object", "an empty list"});
    row("trailing comma", "{\n  \"format\": \"regard-project\",\n}", {"line 3, column 1"});
    row("two documents", projectReadingProject("") + "{}", {"line 1", "not valid JSON"});
    row("comment", "// note\n{}", {"line 1, column 1"});
    row("NaN", weights(R"("encoder.0.self.w_q": [[1, NaN, 0], [0, 0, 0]])"),
        {"line 1", "NaN is no number", "encoder.0.self.w_q"});
    row("infinity", weights(R"("encoder.0.self.w_q": [[1, -Infinity, 0], [0, 0, 0]])"), {"-Infinity is no number"});
    row("null in a row", weights(R"("encoder.0.self.w_q": [[1, 2, null], [0, 0, 0]])"),
        {"encoder.0.self.w_q: row 1 of 2, column 3 must be a number"});
    row("Infinity", weights(R"("encoder.0.self.w_q": [[1, -Infinity, 0], [0, 0, 0]])"), {"encoder.0.self.w_q"});
    row("invalid UTF-8", "{\n\"a\": \"\xC3(\"}", {"line 2, column 7", "UTF-8", "byte 9"});
    row("surrogate in UTF-8", "{\"\xED\xA0\x80\"}", {"UTF-8", "byte 3"});
    row("overlong UTF-8", "\xC0\xAF", {"UTF-8", "byte 1"});
    row("key twice", R"({"format": "regard-project", "version": 1, "version": 1, "model": {}})",
        {"\"version\"", "twice"});
    row("weight twice", weights(R"("encoder.0.self.w_q": [[1]], "encoder.0.self.w_q": [[1]])"),
        {"\"encoder.0.self.w_q\"", "twice", "\"weights\""});
    row("deep", QByteArray(100000, '['), {"32 deep"});
    row("deep objects", QByteArray("{\"a\":").repeated(5000), {"32 deep", "\"a\""});

    row("no format", R"({"version": 1, "model": {}})", {"\"format\"", "missing"});
    row("other format", R"({"format": "regard-trace", "version": 1, "model": {}})",
        {"format", "regard-project", "regard-trace"});
    row("no version", R"({"format": "regard-project", "model": {}})", {"\"version\"", "missing"});
    row("future version", R"({"format": "regard-project", "version": 2, "model": {}, "new": 1})",
        {"was written by a newer Regard (version 2, this one reads 1)"});
    row("version half", R"({"format": "regard-project", "version": 0.5, "model": {}})", {"version", "0.5"});
    row("version zero", R"({"format": "regard-project", "version": 0, "model": {}})", {"version", "0"});
    row("version text", R"({"format": "regard-project", "version": "1", "model": {}})", {"version", "\"1\""});
    row("no model", R"({"format": "regard-project", "version": 1})", {"\"model\"", "missing"});
    row("model a list", R"({"format": "regard-project", "version": 1, "model": []})", {"model", "an empty list"});
    row("unknown key", projectReadingProject("", R"(, "sorce": "a")"), {"\"sorce\"", "\"source\""});
    row("unknown model key", projectReadingProject(R"("d_modle": 4)"), {"\"d_modle\"", "\"d_model\""});
    row("checkpoint", projectReadingProject("", R"(, "checkpoint": "bert")"), {"checkpoint", "an object", "\"bert\""});

    row("decoder weight without decoder", weights(R"("decoder.0.self.w_q": [[1]])"),
        {"\"decoder.0.self.w_q\"", "decoder_layers is 0"});
    row("weight of a later decoder layer", decoder(R"(, "weights": {"decoder.2.ffn.w_1": [[1]]})"),
        {"\"decoder.2.ffn.w_1\"", "decoder_layers is 2", "count from 0"});
    row("encoder weight without encoder",
        projectReadingProject(R"("architecture": "decoder")", R"(, "weights": {"encoder.0.self.w_q": [[1]]})"),
        {"\"encoder.0.self.w_q\"", "encoder_layers is 0"});
    row("cross-attention of an encoder", weights(R"("encoder.0.cross.w_q": [[1]])"), {"\"encoder.0.cross.w_q\""});
    row("norm 3 of an encoder", weights(R"("encoder.0.norm_3.gain": [1, 1])"), {"encoder.0.norm_3.gain"});
    row("decoder's heads", decoder(R"(, "weights": {"decoder.1.cross.w_k": [[1, 2, 3], [4, 5, 6]]})"),
        {"decoder.1.cross.w_k is 2 × 3, but d_model 2 and decoder_heads 2 × d_key 3 need 2 × 6"});
    row("feed-forward size", decoder(R"(, "weights": {"decoder.0.ffn.w_2": [[1, 2], [3, 4], [5, 6]]})"),
        {"decoder.0.ffn.w_2 is 3 × 2, but decoder_d_ff 5 and d_model 2 need 5 × 2"});
    row("gain of the wrong size", decoder(R"(, "weights": {"decoder.0.norm_2.gain": [1, 2, 3]})"),
        {"decoder.0.norm_2.gain is 1 × 3, but d_model 2 needs 1 × 2"});
    row("output of the wrong size", decoder(R"(, "vocabulary": ["a", "b", "c"], "weights": {"output.w": [[1], [2]]})"),
        {"output.w is 2 × 1, but d_model 2 and a vocabulary of 3 tokens need 2 × 3"});
    row("output bias of the wrong size", decoder(R"(, "vocabulary": ["a", "b"], "weights": {"output.b": [1]})"),
        {"output.b is 1 × 1", "vocabulary of 2 tokens"});
    row("output of no column", decoder(R"(, "weights": {"output.w": [[], []]})"), {"output.w is 2 × 0"});
    row("vocabulary a text", projectReadingProject("", R"(, "vocabulary": "a b")"),
        {"vocabulary", "list of texts", "a b"});
    row("vocabulary of numbers", projectReadingProject("", R"(, "vocabulary": [1])"), {"vocabulary", "list of texts"});
    row("vocabulary mixed", projectReadingProject("", R"(, "vocabulary": ["a", null])"),
        {"vocabulary", "texts", "null"});
    row("vocabulary with an empty token", projectReadingProject("", R"(, "vocabulary": ["a", ""])"),
        {"vocabulary", "empty"});
    row("vocabulary with a token twice", projectReadingProject("", R"(, "vocabulary": ["a", "b", "a"])"),
        {"vocabulary", "\"a\"", "twice"});
    row("end a number", projectReadingProject("", R"(, "end": 0)"), {"end must be a text", "0"});
    row("target a list", projectReadingProject("", R"(, "target": ["a"])"), {"target must be a text"});
    row("masked_target beyond", decoder(R"(, "source": "a b c", "target": "d e", "masked_target": [2])"),
        {"masked_target", "2", "from 0 to 1"});
    row("masked_target without target", decoder(R"(, "source": "a b c", "masked_target": [0])"),
        {"masked_target", "0"});
    row("masked_target twice", decoder(R"(, "target": "d e", "masked_target": [1, 1])"), {"masked_target", "twice"});

    row("heads half", projectReadingProject(R"("heads": 1.5)"), {"heads", "whole number from 1 to 1024", "1.5"});
    row("heads zero", projectReadingProject(R"("heads": 0)"), {"heads", "from 1", "0"});
    row("heads text", projectReadingProject(R"("heads": "2")"), {"heads", "whole number", "the text"});
    row("d_key negative", projectReadingProject(R"("d_key": -3)"), {"d_key", "-3"});
    row("d_model huge", projectReadingProject(R"("d_model": 1000000000)"), {"d_model", "65536", "1000000000"});
    row("d_model beyond int", projectReadingProject(R"("d_model": 1e300)"), {"d_model", "65536"});
    row("d_model beyond double", projectReadingProject(R"("d_model": 1e999)"), {"1e999", "too large", "d_model"});
    row("sizes huge together", projectReadingProject(R"("d_model": 65536, "heads": 1024, "d_key": 65536)"),
        {"d_model", "heads"});
    row("layers many", projectReadingProject(R"("encoder_layers": 513)"), {"encoder_layers", "512", "513"});
    row("score unknown", projectReadingProject(R"("score": "cosine")"), {"score", "scaled_dot", "cosine"});
    row("bias a number", projectReadingProject(R"("bias": 1)"), {"bias", "true or false", "1"});
    row("bias null", projectReadingProject(R"("bias": null)"), {"bias", "true or false", "null"});
    row("seed negative", projectReadingProject(R"("seed": -1)"), {"seed", "-1"});
    row("epsilon zero", projectReadingProject(R"("norm_epsilon": 0)"), {"norm_epsilon", "above 0"});
    row("heads do not fit", projectReadingProject(R"("d_model": 5, "encoder_layers": 2, "output_projection": false)"),
        {"heads", "d_value", "d_model", "16", "5"});

    row("title a number", projectReadingProject("", R"(, "title": 4)"), {"title", "4"});
    row("tokenizer unknown", projectReadingProject("", R"(, "tokenizer": "bpe")"), {"tokenizer", "whitespace", "bpe"});
    row("weights a list", projectReadingProject("", R"(, "weights": [])"), {"weights", "an empty list"});
    row("weight of no layer", weights(R"("encoder.1.self.w_q": [[1]])"),
        {"\"encoder.1.self.w_q\"", "\"encoder.0.self.w_q\""});
    row("weight flat", weights(R"("encoder.0.self.w_q": [1, 2])"), {"encoder.0.self.w_q", "rows", "2 numbers"});
    row("weight empty", weights(R"("encoder.0.self.w_q": [])"), {"encoder.0.self.w_q", "rows"});
    row("weight text", weights(R"("encoder.0.self.w_q": "eye")"), {"encoder.0.self.w_q", "rows", "eye"});
    row("weight ragged", weights(R"("encoder.0.self.w_q": [[1, 2, 3], [4, 5]])"),
        {"encoder.0.self.w_q", "row 2 of 2", "2 numbers", "row 1 has 3", "2 × 3"});
    row("weight of wrong size", weights(R"("encoder.0.self.w_k": [[1, 2, 3, 4], [5, 6, 7, 8]])"),
        {"encoder.0.self.w_k is 2 × 4, but d_model 2 and heads 1 × d_key 3 need 2 × 3"});
    row("weight of too many rows", weights(R"("encoder.0.self.w_v": [[1, 2, 3], [1, 2, 3], [1, 2, 3]])"),
        {"encoder.0.self.w_v is 3 × 3", "2 × 3"});
    row("weight with null", weights(R"("encoder.0.self.w_q": [[1, null, 3], [4, 5, 6]])"),
        {"encoder.0.self.w_q", "row 1 of 2"});
    row("weight too large", weights(R"("encoder.0.self.w_q": [[1, 2, 3], [4, 1e39, 6]])"),
        {"encoder.0.self.w_q", "1e+39", "row 2, column 2"});
    row("bias of two rows", weights(R"("encoder.0.self.b_q": [[1, 2, 3], [1, 2, 3]])"),
        {"encoder.0.self.b_q is 2 × 3", "1 × 3"});
    row("bias short", weights(R"("encoder.0.self.b_q": [1, 2])"), {"encoder.0.self.b_q", "1 × 2", "1 × 3"});
    row("embedding short", projectReadingProject(small, R"(, "embedding": {"cat": [1]})"),
        {"\"cat\"", "1 number", "d_model 2 needs 2"});
    row("embedding nested", projectReadingProject(small, R"(, "embedding": {"cat": [[1, 2]]})"),
        {"\"cat\"", "2 numbers"});
    row("embedding a number", projectReadingProject(small, R"(, "embedding": {"cat": 3})"), {"\"cat\"", "3"});
    row("embedding too large", projectReadingProject(small, R"(, "embedding": {"cat": [1, -4e38]})"),
        {"\"cat\"", "-4e+38"});
    row("dimensions too few", projectReadingProject(small, R"(, "dimensions": ["noun"])"),
        {"dimensions", "1 name,", "needs 2"});
    row("dimensions of numbers", projectReadingProject(small, R"(, "dimensions": [1, 2])"), {"dimensions", "texts"});
    row("dimensions mixed", projectReadingProject(small, R"(, "dimensions": ["noun", 2])"),
        {"dimensions", "texts", "2"});
    row("masked half", projectReadingProject(small, R"(, "source": "a b", "masked_source": [0.5])"),
        {"masked_source", "0.5"});
    row("masked beyond", projectReadingProject(small, R"(, "source": "a b", "masked_source": [2])"),
        {"masked_source", "2", "from 0 to 1"});
    row("masked twice", projectReadingProject(small, R"(, "source": "a b", "masked_source": [1, 1])"),
        {"masked_source", "twice"});
    row("masked without source", projectReadingProject(small, R"(, "masked_source": [0])"), {"masked_source", "0"});
    row("view unknown key", view(R"("haed": 1)"), {"\"haed\"", "\"head\""});
    row("view head beyond", view(R"("head": 2)"), {"view.head", "from 1 to 1", "2"});
    row("view head zero", view(R"("head": 0)"), {"view.head", "from 1"});
    row("view heads", view(R"("heads": [1, 7])"), {"view.heads", "7"});
    row("view layer", view(R"("layer": 2)"), {"view.layer", "2"});
    row("view query", view(R"("query": 3)"), {"view.query", "from 1 to 2", "3"});
    row("view key a text", view(R"("key": "a")"), {"view.key", "the text"});
    row("view block unknown", view(R"("block": "self")"), {"view.block", "encoder, decoder, cross", "self"});
    row("view block a number", view(R"("block": 1)"), {"view.block", "1"});
    row("view block that the model lacks", view(R"("block": "cross")"), {"view.block", "cross", "no such attention"});
    row("view layer of the block", crossView(R"("layer": 3)"), {"view.layer", "from 1 to 2", "3"});
    row("view head of the block", crossView(R"("head": 3)"), {"view.head", "from 1 to 2", "3"});
    row("view query of the target", crossView(R"("query": 4)"), {"view.query", "from 1 to 3", "4"});
    row("view key of the source", crossView(R"("key": 3)"), {"view.key", "from 1 to 2", "3"});
    row("view summary unknown", view(R"("summary": "sum")"), {"view.summary", "mean, maximum, rollout", "sum"});
    row("view rollout of cross", crossView(R"("summary": "rollout")"), {"view.summary", "rollout", "cross"});
    row("view steps a word", view(R"("steps": "softmax")"), {"view.steps", "object"});
    row("view steps unknown key", view(R"("steps": {"stap": "softmax"})"), {"\"stap\"", "view.steps", "\"step\""});
    row("view steps unknown step", view(R"("steps": {"step": "softmaks"})"), {"view.steps.step", "softmax"});
    row("view steps all", view(R"("steps": {"all": 1})"), {"view.steps.all", "true or false"});
    row("view steps form", view(R"("steps": {"form": "row"})"), {"view.steps.form", "\"matrix\"", "\"row\""});
    row("view steps convention", view(R"("steps": {"convention": true})"), {"view.steps.convention", "text"});
    row("view steps by hand", view(R"("steps": {"by_hand": 4})"), {"view.steps.by_hand", "from 1 to 3", "4"});
    row("view steps digits", view(R"("steps": {"digits": -1})"), {"view.steps.digits", "from 0 to 8"});
    row("view cell without matrix", view(R"("cell": {"row": 1})"), {"view.cell.matrix", "missing"});
    row("view cell of no matrix", view(R"("cell": {"matrix": "encoder.0.self.w_z"})"), {"view.cell.matrix", "w_z"});
    row("view cell beyond", view(R"("cell": {"matrix": "encoder.0.self.w_q", "row": 99, "column": 1})"),
        {"view.cell.row", "from 1 to", "99"});
    row("view scale", view(R"("scale": "linear")"), {"view.scale", "0..1, stretch, log, percentile"});
    row("view stage", view(R"("stage": "softmax")"), {"view.stage", "softmax"});
}

void TestProjectReading::refused()
{
    QFETCH(QByteArray, json);
    QFETCH(QStringList, named);
    const QString reason = projectRefusal(json);
    QVERIFY2(!reason.isEmpty(), "it was read");
    QVERIFY2(!reason.contains(u'\n') && !reason.contains(QLatin1String("json.exception")), qPrintable(reason));
    for (const QString &name : named)
        QVERIFY2(reason.contains(name), qPrintable(reason + QStringLiteral(" — lacks ") + name));
}

void TestProjectReading::truncatedAnywhere()
{
    const QByteArray whole = threeInputs().trimmed();
    QVERIFY(!whole.isEmpty());
    QVERIFY(projectRefusal(whole).isEmpty());
    for (qsizetype length = 0; length < whole.size(); ++length) {
        const QString reason = projectRefusal(whole.left(length));
        QVERIFY2(reason.startsWith(QLatin1String("line ")), qPrintable(QString::number(length) + reason));
    }
}

void TestProjectReading::damagedAnywhere()
{
    // Whatever a byte becomes, the file is read or refused with a reason; nothing else may happen.
    const QByteArray whole = threeInputs().trimmed();
    int refusedCount = 0;
    for (qsizetype at = 0; at < whole.size(); ++at) {
        for (const char byte : {'\0', '"', '9', '-', ']', '{', '\xFF', 'e'}) {
            QByteArray damaged = whole;
            damaged[at] = byte;
            refusedCount += projectRefusal(damaged).isEmpty() ? 0 : 1;
        }
    }
    QVERIFY(refusedCount > whole.size());
}

void TestProjectReading::unreadableFiles_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("named");
    QTest::newRow("absent") << QStringLiteral("/nowhere/at all.regard") << QStringLiteral("no such file");
    QTest::newRow("folder") << QStringLiteral(REGARD_TEST_DATA) << QStringLiteral("is a folder");
    QTest::newRow("no name") << QString() << QStringLiteral("no such file");
    QTest::newRow("endless") << QStringLiteral("/dev/zero") << QStringLiteral("larger than 512 MiB");
}

void TestProjectReading::unreadableFiles()
{
    QFETCH(QString, path);
    QFETCH(QString, named);
    try {
        readProject(path);
        QFAIL("it was read");
    } catch (const FileError &error) {
        const QString what = QString::fromStdString(error.what());
        QVERIFY2(what.startsWith(path + QStringLiteral(": ")) && what.contains(named), qPrintable(what));
    }
}

REGARD_GUILESS_TEST(TestProjectReading)
#include "test_project_reading.moc"
