#include <bit>
#include <cmath>
#include <limits>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "engine/model/weight_shapes.h"
#include "io/base/file_error.h"
#include "io/project/model_keys.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

bool projectWritingSameBits(const Matrix &a, const Matrix &b)
{
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return false;
    for (Eigen::Index i = 0; i < a.size(); ++i)
        if (std::bit_cast<std::uint32_t>(a.data()[i]) != std::bit_cast<std::uint32_t>(b.data()[i]))
            return false;
    return true;
}

/// Every finite bit pattern is as likely as any other: denormals, zeros of both signs and huge numbers among them.
Matrix anyFloats(int rows, int columns, std::uint64_t &state)
{
    Matrix matrix(rows, columns);
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
        float number = std::numeric_limits<float>::infinity();
        while (!std::isfinite(number)) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            number = std::bit_cast<float>(std::uint32_t(state >> 32));
        }
        matrix.data()[i] = number;
    }
    return matrix;
}

Matrix edgeFloats()
{
    using Limits = std::numeric_limits<float>;
    Matrix row(1, 8);
    row << -0.0F, 0.0F, Limits::denorm_min(), -Limits::denorm_min(), Limits::min(), Limits::max(), Limits::lowest(),
        1.17549421e-38F;
    return row;
}

Project fullProject()
{
    Project project;
    project.title = "A \"title\" with \\ and \t, é and 我";
    project.note = "Two\nlines";
    project.source = "one two three \xF0\x9F\x91\x8D";
    project.tokenizer = Tokenizer::Whitespace;
    project.maskedSource = {3, 1};
    project.view = {{}, Summary::Maximum, 1, 2, {2, 0}, 3, 1, Stage::Scaled};
    ModelConfig config;
    config.encoderLayers = 2;
    config.dModel = 8;
    config.heads = 3;
    config.decoderHeads = 5;
    config.dKey = 4;
    config.dValue = 2;
    config.score = Score::Additive;
    config.encoderMask = Mask::Causal;
    config.position = Position::Learned;
    config.bias = true;
    config.normEpsilon = 1.0 / 3;
    config.initialization = Initialization::Gaussian;
    config.initializationStd = 0.1;
    config.seed = std::numeric_limits<std::uint64_t>::max();
    project.dimensions.assign(8, "noun");
    std::uint64_t state = 7;
    ModelWeights given;
    given.set("encoder.0.self.w_q", anyFloats(8, 12, state));
    given.set("encoder.1.self.w_v", anyFloats(8, 6, state));
    given.set("encoder.1.self.w_o", anyFloats(6, 8, state));
    given.set("encoder.1.self.b_k", anyFloats(1, 12, state));
    given.set("encoder.0.self.w_a", anyFloats(3, 4, state));
    given.set("position", anyFloats(5, 8, state));
    Embedding embedding;
    embedding["one"] = std::make_shared<const Matrix>(edgeFloats());
    embedding["\"\\\n我"] = std::make_shared<const Matrix>(anyFloats(1, 8, state));
    project.model = buildModel(config, std::move(given), std::move(embedding));
    return project;
}

/// An encoder and a decoder with every part on, and every weight given.
Project translationProject()
{
    Project project;
    project.source = "one two three";
    project.target = "<s> un deux trois";
    project.maskedSource = {2};
    project.maskedTarget = {3, 1};
    project.view = {Attention::Cross, Summary::Mean, 2, 3, {1, 3}, 3, 2, Stage::Masked};
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = 2;
    config.decoderLayers = 3;
    config.dModel = 6;
    config.heads = 2;
    config.decoderHeads = 4;
    config.dKey = 3;
    config.dValue = 5;
    config.dFf = 7;
    config.decoderDFf = 8;
    config.score = Score::Additive;
    config.encoderMask = Mask::Causal;
    config.decoderMask = Mask::None;
    config.position = Position::OneHot;
    config.embeddingScale = config.embeddingNorm = config.bias = config.residual = config.finalNorm = true;
    config.norm = Norm::Pre;
    config.normEpsilon = 1e-12;
    config.activation = Activation::GeluTanh;
    Vocabulary vocabulary{{"un", "deux", "\"\\", "stop"}, "stop"};
    std::uint64_t state = 3;
    ModelWeights given;
    for (const WeightShape &shape : weightShapes(config)) {
        const int columns = shape.columns > 0 ? shape.columns : int(vocabulary.tokens.size());
        given.set(shape.name, anyFloats(shape.rows > 0 ? shape.rows : 5, columns, state));
    }
    project.model = buildModel(config, std::move(given), {}, std::move(vocabulary));
    return project;
}

/// What a project holds, one difference named; empty where both hold the same, bit for bit.
std::string projectWritingDifference(const Project &a, const Project &b)
{
    if (a.title != b.title || a.note != b.note || a.source != b.source || a.target != b.target ||
        a.tokenizer != b.tokenizer || a.dimensions != b.dimensions)
        return "texts";
    if (a.maskedSource != b.maskedSource || a.maskedTarget != b.maskedTarget)
        return "masked positions";
    if (!(a.view == b.view))
        return "view";
    if (!(a.model.config == b.model.config) || !(a.model.vocabulary == b.model.vocabulary))
        return "configuration or vocabulary";
    if (a.model.given.all().size() != b.model.given.all().size() ||
        a.model.embedding.size() != b.model.embedding.size())
        return "number of matrices";
    for (const auto &[name, matrix] : a.model.given.all())
        if (!b.model.given.contains(name) || !projectWritingSameBits(b.model.given.at(name), *matrix))
            return name;
    for (const auto &[token, row] : a.model.embedding) {
        const auto found = b.model.embedding.find(token);
        if (found == b.model.embedding.end() || !projectWritingSameBits(*found->second, *row))
            return token;
    }
    return {};
}

QByteArray projectWritingBytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

} // namespace

class TestProjectWriting : public QObject {
    Q_OBJECT

private slots:
    void roundTrip_data();
    void roundTrip();
    void everyWeightIsWritten();
    void aSwitchedOffDecoderIsKept();
    void theFirstBlockIsNotWritten();
    void stepsAndCell();
    void onlyWhatIsGiven();
    void aRowOfAMatrixIsALine();
    void everyModelKeyComesBack_data();
    void everyModelKeyComesBack();
    void whatNoLongerFitsIsLeftOut();
    void notFiniteIsRefused();
    void throughAFile();
    void aFailedWriteLeavesTheOldFile_data();
    void aFailedWriteLeavesTheOldFile();
};

void TestProjectWriting::roundTrip_data()
{
    QTest::addColumn<bool>("translates");
    QTest::newRow("an encoder") << false;
    QTest::newRow("an encoder and a decoder with everything on") << true;
}

void TestProjectWriting::roundTrip()
{
    QFETCH(bool, translates);
    const Project written = translates ? translationProject() : fullProject();
    const std::string json = projectJson(written);
    const Project read = parseProject(json, "written");
    QCOMPARE(projectWritingDifference(written, read), std::string());
    QCOMPARE(projectJson(read), json);
}

void TestProjectWriting::everyWeightIsWritten()
{
    const Project project = translationProject();
    const std::string json = projectJson(project);
    // Two stacks: 2 encoder layers of 10 + 2 + 6 + 2 weights and 25 of cells, 3 decoder layers of 2 · (10 + 2) + 6 + 2
    // and 25, 6 of a recurrent decoder, two final norms of 2, positions and embedding norms of 1 + 2 three times, token
    // types, and the output layer's 2 + 4. Besides 4 for the norms of q and k in each of 5 self-attentions, 2 of the
    // projected embedding and 1 of the projected output, 2 biases by distance, and the sinks of those 5.
    QCOMPARE(project.model.given.all().size(),
             std::size_t(2 * (20 + 25) + 3 * (32 + 25) + 6 + 2 * 2 + 3 * 3 + 1 + 6 + 24 + 1 + 5));
    for (const char *name :
         {"encoder.0.self.w_q", "encoder.1.ffn.w_1", "encoder.1.norm_2.bias", "encoder.final_norm.gain",
          "encoder.position", "decoder.position", "position", "embedding_norm.gain", "encoder.embedding_norm.bias",
          "decoder.embedding_norm.gain", "decoder.0.self.w_a", "decoder.2.cross.b_o", "decoder.2.ffn.b_2",
          "decoder.1.norm_3.gain", "decoder.final_norm.bias", "output.w", "output.b"})
        QVERIFY2(json.find("\"" + std::string(name) + "\": [") != std::string::npos, name);
}

void TestProjectWriting::aSwitchedOffDecoderIsKept()
{
    Project project = translationProject();
    ModelConfig config = project.model.config;
    config.architecture = Architecture::Encoder;
    project.model = reconfigured(project.model, config);
    project.view = {};
    const Project read = parseProject(projectJson(project), "written");
    QCOMPARE(projectWritingDifference(project, read), std::string());
    QCOMPARE(read.target, std::string("<s> un deux trois"));
    QVERIFY(read.model.given.contains("decoder.2.cross.w_k"));
    QVERIFY(inputOf(read).target.empty());
}

void TestProjectWriting::theFirstBlockIsNotWritten()
{
    Project project = translationProject();
    project.view = {};
    project.view.block = Attention::Encoder;
    QVERIFY(projectJson(project).find("\"view\"") == std::string::npos);
    project.view.block = Attention::Cross;
    QVERIFY(projectJson(project).find(R"("view": { "block": "cross" })") != std::string::npos);
    project.view.summary = Summary::Rollout; // which cross-attention has not
    QVERIFY(projectJson(project).find("rollout") == std::string::npos);
    project.view.block = Attention::Decoder;
    QVERIFY(projectJson(project).find(R"("view": { "block": "decoder", "summary": "rollout" })") != std::string::npos);
}

void TestProjectWriting::stepsAndCell()
{
    Project project = translationProject();
    project.view = {};
    project.view.steps = {StepKind::FeedForward, true, true, true, 1, 0};
    project.view.cell = {"decoder.1.cross.w_k", 1, 2};
    QCOMPARE(parseProject(projectJson(project), "written").view, project.view);
    QVERIFY(projectJson(project).find(R"("cell": { "matrix": "decoder.1.cross.w_k", "row": 2, "column": 3 })") !=
            std::string::npos);
    project.view.cell = {"decoder.1.cross.w_k", 999, 2}; // which a smaller model no longer has
    QVERIFY(projectJson(project).find("\"cell\"") == std::string::npos);
    project.view.cell = {"encoder.9.self.w_k", 0, 0};
    QVERIFY(projectJson(project).find("\"cell\"") == std::string::npos);
    project.view.steps.digits = -1;
    QCOMPARE(parseProject(projectJson(project), "written").view.steps, project.view.steps);
}

void TestProjectWriting::onlyWhatIsGiven()
{
    QCOMPARE(projectJson(defaultProject()), std::string(R"({
  "format": "regard-project",
  "version": 1,
  "tokenizer": "words",
  "model": { "d_model": 16, "heads": 2, "d_key": 8, "d_value": 8, "score": "scaled_dot" }
}
)"));
}

void TestProjectWriting::aRowOfAMatrixIsALine()
{
    const Project project = readProject(QStringLiteral(REGARD_TEST_DATA "/io/three-inputs.regard"));
    QCOMPARE(projectJson(project), std::string(R"({
  "format": "regard-project",
  "version": 1,
  "source": "x1 x2 x3",
  "tokenizer": "whitespace",
  "model": { "d_model": 4, "heads": 1, "d_key": 3, "d_value": 3, "score": "dot", "output_projection": false },
  "embedding": {
    "x1": [1, 0, 1, 0],
    "x2": [0, 2, 0, 2],
    "x3": [1, 1, 1, 1]
  },
  "weights": {
    "encoder.0.self.w_q": [
      [1, 0, 1],
      [1, 0, 0],
      [0, 0, 1],
      [0, 1, 1]
    ],
    "encoder.0.self.w_k": [
      [0, 0, 1],
      [1, 1, 0],
      [0, 1, 0],
      [1, 1, 0]
    ],
    "encoder.0.self.w_v": [
      [0, 2, 0],
      [0, 3, 0],
      [1, 0, 3],
      [1, 1, 0]
    ]
  }
}
)"));
}

void TestProjectWriting::everyModelKeyComesBack_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char *key, const char *value) {
        QTest::newRow(key) << QByteArray(key) << QByteArray(value);
    };
    row("encoder_layers", "3");
    row("d_model", "7");
    row("heads", "64");
    row("d_key", "1");
    row("d_value", "9");
    row("architecture", "encoder_decoder");
    row("decoder_layers", "5");
    row("d_ff", "12");
    row("decoder_d_ff", "4");
    row("embedding_norm", "true");
    row("residual", "true");
    row("norm", "pre");
    row("final_norm", "true");
    row("decoder_heads", "3");
    row("score", "additive");
    row("score", "general");
    row("encoder_mask", "causal");
    row("decoder_mask", "none");
    row("position", "sinusoidal");
    row("embedding_scale", "true");
    row("output_projection", "false");
    row("bias", "true");
    row("norm_epsilon", "1e-12");
    row("activation", "silu");
    row("initialization", "kaiming");
    row("initialization_std", "0.3");
    row("seed", "18446744073709551615");
}

void TestProjectWriting::everyModelKeyComesBack()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    Project project = defaultProject();
    ModelConfig config;
    setModelKey(config, key.toStdString(), value.toStdString());
    QVERIFY(config != ModelConfig());
    project.model = buildModel(config, {}, {});
    QCOMPARE(parseProject(projectJson(project), "written").model.config, config);
}

void TestProjectWriting::whatNoLongerFitsIsLeftOut()
{
    Project project = fullProject();
    project.source = "one";
    project.maskedSource = {0, 0, 2};
    project.target = "un";
    project.maskedTarget = {4, 0};
    project.view = {Attention::Cross, {}, 9, 9, {9, 1, 1}, 9, 0};
    project.dimensions = {"noun"};
    const Project read = parseProject(projectJson(project), "written");
    QCOMPARE(read.maskedSource, std::vector<int>{0});
    QCOMPARE(read.maskedTarget, std::vector<int>{0});
    QCOMPARE(read.view, (StoredView{{}, {}, 0, 0, {1}, -1, 0}));
    QVERIFY(read.dimensions.empty());
}

void TestProjectWriting::notFiniteIsRefused()
{
    Project project = defaultProject();
    Matrix row = Matrix::Zero(1, 16);
    row(0, 3) = std::numeric_limits<float>::quiet_NaN();
    project.model.embedding["cat"] = std::make_shared<const Matrix>(row);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.regard"));
    try {
        writeProject(path, project);
        QFAIL("it was written");
    } catch (const FileError &error) {
        const QString reason = QString::fromStdString(error.reason);
        QVERIFY2(reason.contains(QLatin1String("\"cat\"")) && reason.contains(QLatin1String("column 4")),
                 qPrintable(reason));
    }
    QVERIFY(!QFile::exists(path));
}

void TestProjectWriting::throughAFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("我 é.regard"));
    writeProject(path, defaultProject());
    writeProject(path, fullProject()); // over an existing one
    QCOMPARE(projectJson(readProject(path)), projectJson(fullProject()));
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
}

void TestProjectWriting::aFailedWriteLeavesTheOldFile_data()
{
    QTest::addColumn<QString>("path"); // inside a folder that holds old.regard and a folder sub
    QTest::addColumn<QString>("named");
    QTest::newRow("no such folder") << QStringLiteral("none/a.regard") << QStringLiteral("does not exist");
    QTest::newRow("a folder") << QStringLiteral("sub") << QStringLiteral("it is a folder");
    QTest::newRow("below a file") << QStringLiteral("old.regard/a.regard") << QStringLiteral("is not a folder");
    QTest::newRow("no numbers to write") << QStringLiteral("old.regard") << QStringLiteral("not finite");
}

void TestProjectWriting::aFailedWriteLeavesTheOldFile()
{
    QFETCH(QString, path);
    QFETCH(QString, named);
    const QTemporaryDir folder;
    const QDir dir(folder.path());
    QVERIFY(dir.mkdir(QStringLiteral("sub")));
    const QString old = dir.filePath(QStringLiteral("old.regard"));
    writeProject(old, defaultProject());
    const QByteArray before = projectWritingBytesOf(old);
    Project project = fullProject();
    if (named == QLatin1String("not finite"))
        project.model.given.edit("position")(0, 0) = std::numeric_limits<float>::infinity();
    const QString target = dir.filePath(path);
    try {
        writeProject(target, project);
        QFAIL("it was written");
    } catch (const FileError &error) {
        const QString what = QString::fromStdString(error.what());
        QVERIFY2(what.startsWith(target + QStringLiteral(": cannot be written: ")) && what.contains(named),
                 qPrintable(what));
    }
    QCOMPARE(projectWritingBytesOf(old), before);
    QCOMPARE(dir.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 2);
}

REGARD_GUILESS_TEST(TestProjectWriting)
#include "test_project_writing.moc"
