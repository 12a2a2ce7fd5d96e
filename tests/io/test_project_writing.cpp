#include <bit>
#include <cmath>
#include <limits>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "io/file_error.h"
#include "io/model_keys.h"
#include "io/project.h"

using namespace regard;

namespace {

bool sameBits(const Matrix &a, const Matrix &b)
{
    if (a.rows() != b.rows() || a.cols() != b.cols()) {
        return false;
    }
    for (Eigen::Index i = 0; i < a.size(); ++i) {
        if (std::bit_cast<std::uint32_t>(a.data()[i]) != std::bit_cast<std::uint32_t>(b.data()[i])) {
            return false;
        }
    }
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
            number = std::bit_cast<float>(static_cast<std::uint32_t>(state >> 32));
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
    project.view = {1, 2, {2, 0}, 3, 1, "scaled"};
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

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

} // namespace

class TestProjectWriting : public QObject {
    Q_OBJECT

private slots:
    void roundTrip();
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

void TestProjectWriting::roundTrip()
{
    const Project written = fullProject();
    const std::string json = projectJson(written);
    const Project read = parseProject(json, "written");
    QCOMPARE(read.title, written.title);
    QCOMPARE(read.note, written.note);
    QCOMPARE(read.source, written.source);
    QCOMPARE(read.tokenizer, written.tokenizer);
    QCOMPARE(read.dimensions, written.dimensions);
    QCOMPARE(read.maskedSource, written.maskedSource);
    QCOMPARE(read.view, written.view);
    QCOMPARE(read.model.config, written.model.config);
    QCOMPARE(read.model.given.all().size(), written.model.given.all().size());
    for (const auto &[name, matrix] : written.model.given.all()) {
        QVERIFY2(sameBits(read.model.given.at(name), *matrix), name.c_str());
    }
    QCOMPARE(read.model.embedding.size(), written.model.embedding.size());
    for (const auto &[token, row] : written.model.embedding) {
        QVERIFY2(sameBits(*read.model.embedding.at(token), *row), token.c_str());
    }
    QCOMPARE(projectJson(read), json);
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
    row("decoder_heads", "3");
    row("score", "additive");
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
    project.view = {9, 9, {9, 1, 1}, 9, 0, "weights"};
    project.dimensions = {"noun"};
    const Project read = parseProject(projectJson(project), "written");
    QCOMPARE(read.maskedSource, std::vector<int>{0});
    QCOMPARE(read.view, (StoredView{0, 0, {1}, -1, 0, "weights"}));
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
    const QByteArray before = bytesOf(old);
    Project project = fullProject();
    if (named == QLatin1String("not finite")) {
        project.model.given.edit("position")(0, 0) = std::numeric_limits<float>::infinity();
    }
    const QString target = dir.filePath(path);
    try {
        writeProject(target, project);
        QFAIL("it was written");
    } catch (const FileError &error) {
        const QString what = QString::fromStdString(error.what());
        QVERIFY2(what.startsWith(target + QStringLiteral(": cannot be written: ")) && what.contains(named),
                 qPrintable(what));
    }
    QCOMPARE(bytesOf(old), before);
    QCOMPARE(dir.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 2);
}

QTEST_GUILESS_MAIN(TestProjectWriting)
#include "test_project_writing.moc"
