#include <cstring>

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "engine/pass/forward.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/open_checkpoints.h"
#include "io/project/project.h"
#include "io/project/project_checkpoint.h"
#include "io/project/project_file.h"
#include "io/project/project_state.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

const QString data = QStringLiteral(REGARD_TEST_DATA "/checkpoints");

void copyFolder(const QString &from, const QString &to)
{
    QVERIFY(QDir().mkpath(to));
    for (const QString &name : QDir(from).entryList(QDir::Files))
        QVERIFY(QFile::copy(from + QLatin1Char('/') + name, to + QLatin1Char('/') + name));
}

void writeFile(const QString &path, const QByteArray &bytes, QIODevice::OpenMode mode = QIODevice::WriteOnly)
{
    QFile file(path);
    QVERIFY(file.open(mode));
    QCOMPARE(file.write(bytes), qint64(bytes.size()));
}

QByteArray readFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool sameBits(const SharedMatrix &a, const SharedMatrix &b)
{
    return a && b && a->rows() == b->rows() && a->cols() == b->cols() &&
           std::memcmp(a->data(), b->data(), std::size_t(a->size()) * sizeof(float)) == 0;
}

std::string reasonOf(const std::string &json, const QString &path)
{
    try {
        parseProject(json, path.toStdString());
    } catch (const FileError &error) {
        return error.reason;
    }
    return "read";
}

} // namespace

/// Projects of a checkpoint: what is written, what is left to the checkpoint, and how the folder is found again.
class TestProjectCheckpoint : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString path(const char *name) const { return m_folder->filePath(QString::fromUtf8(name)); }

    /// A project of the tiny BERT in work/models/bert, for work/talk/some.regard.
    Project project() const
    {
        Project project = checkpointProject(openCheckpoint(path("work/models/bert")));
        project.source = "The cat sat.";
        return project;
    }
    QByteArray hash() const { return QByteArray::fromStdString(checkpointHash(path("work/models/bert"))); }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        copyFolder(data + QStringLiteral("/bert"), path("work/models/bert"));
        QVERIFY(QDir().mkpath(path("work/talk")));
    }

    void whatIsWritten()
    {
        const Project written = project();
        writeProject(path("work/talk/some.regard"), written);
        QCOMPARE(readFile(path("work/talk/some.regard")), QByteArray(R"({
  "format": "regard-project",
  "version": 1,
  "source": "The cat sat.",
  "tokenizer": "checkpoint",
  "checkpoint": { "folder": "../models/bert", "hash": ")" + hash() + R"(" },
  "model": { "d_model": 24, "heads": 3, "d_key": 8, "d_value": 8, "score": "scaled_dot" }
}
)"));
        const Project read = readProject(path("work/talk/some.regard"));
        QVERIFY(read.checkpoint == written.checkpoint); // it is open already
        QVERIFY(isSameBesidesView(read, written));
        for (const auto &[name, matrix] : written.checkpoint->model.given.all())
            QVERIFY2(read.model.given.find(name) == matrix, name.c_str());
        QVERIFY(read.model.table == written.checkpoint->model.table);
        QVERIFY(read.model.vocabulary.tokens.isSame(written.checkpoint->model.vocabulary.tokens));
    }

    void languages()
    {
        copyFolder(QStringLiteral(REGARD_TEST_DATA "/families/mbart50"), path("work/models/mbart50"));
        Project written = checkpointProject(openCheckpoint(path("work/models/mbart50")));
        written.source = "the cat";
        written.target = "it sat";
        writeProject(path("work/talk/some.regard"), written);
        QVERIFY(!readFile(path("work/talk/some.regard")).contains("language"));
        QCOMPARE(sourceTokens(written).tokens.front().text, std::string("de_DE"));
        QCOMPARE(targetTokens(written).tokens.front().text, std::string("fr_XX"));
        written.sourceLanguage = "gl_ES";
        written.targetLanguage = "zh_CN";
        writeProject(path("work/talk/some.regard"), written);
        const QByteArray text = readFile(path("work/talk/some.regard"));
        QVERIFY(text.contains("\"source_language\": \"gl_ES\",\n  \"target_language\": \"zh_CN\""));
        const Project read = readProject(path("work/talk/some.regard"));
        QVERIFY(isSameBesidesView(read, written));
        QCOMPARE(sourceTokens(read).tokens.front().text, std::string("gl_ES"));
        QCOMPARE(targetTokens(read).tokens.front().text, std::string("zh_CN"));
        written.targetLanguage.clear();
        QVERIFY(!isSameBesidesView(read, written));
        const QString place = path("work/talk/some.regard");
        QCOMPARE(
            reasonOf(QByteArray(text).replace("gl_ES", "german").toStdString(), place),
            std::string(
                "source_language: this tokenizer knows 52 languages, but not \"german\"; near it: de_DE (German)"));
        QCOMPARE(reasonOf(QByteArray(text).replace("zh_CN", "fr-XX").toStdString(), place),
                 std::string(
                     "target_language: this tokenizer knows 52 languages, but not \"fr-XX\"; near it: fr_XX (French), "
                     "en_XX (English), es_XX (Spanish), ja_XX (Japanese)"));
        const QByteArray start = R"({"format": "regard-project", "version": 1, "model": {}, )";
        const auto reason = [&](const QByteArray &rest) { return reasonOf((start + rest).toStdString(), place); };
        QCOMPARE(reason("\"target_language\": \"de_DE\"}"),
                 std::string("target_language: that needs a model whose tokenizer marks sentences with languages"));
        const QByteArray bert = "\"checkpoint\": {\"folder\": \"../models/bert\", \"hash\": \"" + hash() + "\"}, ";
        QCOMPARE(reason(bert + "\"source_language\": \"en_XX\"}"),
                 std::string("source_language: that needs a model whose tokenizer marks sentences with languages"));
    }

    /// A process that has nothing open reads what was written.
    void openedAnew()
    {
        {
            Project written = project();
            written.model.given.edit("encoder.1.self.w_q")(3, 2) = 0.1F;
            written.model = buildModel(written.model.config, written.model.given,
                                       {{"cat", std::make_shared<Matrix>(Matrix::Constant(1, 24, 0.3F))}},
                                       written.model.vocabulary, &written.model);
            writeProject(path("work/talk/some.regard"), written);
        }
        const QByteArray text = readFile(path("work/talk/some.regard"));
        QCOMPARE(text.count("encoder."), 1);
        QCOMPARE(text.count("\"cat\""), 1);
        const Project read = readProject(path("work/talk/some.regard"));
        QCOMPARE(read.checkpoint->folder, path("work/models/bert"));
        QCOMPARE(read.model.given.at("encoder.1.self.w_q")(3, 2), 0.1F);
        QCOMPARE(read.model.weights.at("encoder.1.self.w_q")(3, 2), 0.1F);
        QCOMPARE(embeddingRow(read.model, "cat")(0, 23), 0.3F);
        for (const auto &[name, matrix] : read.checkpoint->model.given.all())
            QCOMPARE(read.model.given.find(name) == matrix, name != "encoder.1.self.w_q");
        QCOMPARE(QByteArray::fromStdString(projectJson(read, path("work/talk/some.regard"))), text);
        QVERIFY(forward(read.model, inputOf(read)));
    }

    void whatIsTakenOut()
    {
        Project written = project();
        written.model.given.remove("encoder.0.ffn.b_1");
        written.model = buildModel(written.model.config, written.model.given, {}, written.model.vocabulary, nullptr);
        written.model.table = written.checkpoint->model.table;
        const std::string json = projectJson(written);
        QVERIFY(json.find("\"encoder.0.ffn.b_1\": null") != std::string::npos);
        const Project read = parseProject(json, "x.regard");
        QVERIFY(!read.model.given.contains("encoder.0.ffn.b_1"));
        QVERIFY(read.model.given.contains("encoder.1.ffn.b_1"));
        QCOMPARE(projectJson(read), json);
    }

    /// What every reader makes of the checkpoint by itself is not written, whatever its sizes are.
    void otherSizes()
    {
        Project written = project();
        ModelConfig config = written.model.config;
        config.heads = 2;
        config.decoderHeads = 2;
        config.encoderLayers = 1;
        written.model = reconfigured(written.model, config);
        const std::string json = projectJson(written);
        QVERIFY2(json.find("\"weights\"") == std::string::npos, json.c_str());
        QVERIFY(json.find("\"encoder_layers\": 1") != std::string::npos);
        const Project read = parseProject(json, "x.regard");
        QCOMPARE(read.model.config, config);
        QCOMPARE(read.model.given.all().size(), written.model.given.all().size());
        for (const auto &[name, matrix] : written.model.given.all())
            QVERIFY2(sameBits(read.model.given.find(name), matrix), name.c_str());
    }

    void vocabularyEndAndTokenizer()
    {
        Project written = project();
        written.tokenizer = Tokenizer::Whitespace;
        written.source = "the cat";
        written.model.vocabulary.end = "!";
        const std::string json = projectJson(written);
        QVERIFY(json.find("\"end\": \"!\"") != std::string::npos);
        QVERIFY(json.find("\"vocabulary\"") == std::string::npos);
        const Project read = parseProject(json, "x.regard");
        QCOMPARE(read.tokenizer, Tokenizer::Whitespace);
        QCOMPARE(read.model.vocabulary.end, std::string("!"));
        QCOMPARE(inputOf(read).tokens, (std::vector<std::string>{"the", "cat"}));
    }

    void sentences()
    {
        Project pair = project();
        pair.target = "It sat on the rug.";
        pair.maskedSource = {1};
        pair.view.query = 9;
        QVERIFY(readsPair(pair));
        const Input input = inputOf(pair);
        QVERIFY(input.target.empty());
        QCOMPARE(input.types.size(), input.tokens.size());
        QCOMPARE(input.types.front(), 0);
        QCOMPARE(input.types.back(), 1);
        QCOMPARE(std::count(input.tokens.begin(), input.tokens.end(), "[SEP]"), std::ptrdiff_t(2));
        QCOMPARE(input.labels.size(), input.tokens.size());
        const Project read = parseProject(projectJson(pair), "x.regard");
        QCOMPARE(inputOf(read), input);
        QCOMPARE(read.view.query, 9);
        Project empty = project();
        empty.source = " ";
        QVERIFY(inputOf(empty).tokens.empty());
        empty.target = "It sat.";
        QVERIFY(inputOf(empty).tokens.empty());
        Project three = project();
        three.model.config.architecture = Architecture::EncoderDecoder;
        QVERIFY(!takesPair(three));
    }

    void whereTheFolderIs_data()
    {
        QTest::addColumn<QString>("project");
        QTest::addColumn<QString>("folder"); // * is the temporary folder
        QTest::newRow("in a folder beside the project's") << "work/talk/a.regard"
                                                          << "../models/bert";
        QTest::newRow("beside the project") << "work/models/a.regard"
                                            << "bert";
        QTest::newRow("around the project") << "work/models/bert/a.regard"
                                            << ".";
        QTest::newRow("below the project") << "work/a.regard"
                                           << "models/bert";
        QTest::newRow("elsewhere") << "work/talk/deep/a.regard"
                                   << "*/work/models/bert";
        QTest::newRow("not known where") << ""
                                         << "*/work/models/bert";
    }

    void whereTheFolderIs()
    {
        QFETCH(QString, project);
        QFETCH(QString, folder);
        const QString at = project.isEmpty() ? QString() : m_folder->filePath(project);
        const auto checkpoint = openCheckpoint(path("work/models/bert"));
        const JsonValue key = parseJson(checkpointText(checkpoint, at), "key");
        QCOMPARE(QString::fromStdString(key.find("folder")->text), folder.replace(QLatin1Char('*'), m_folder->path()));
        QVERIFY(readCheckpoint(key, (at.isEmpty() ? QStringLiteral("x.regard") : at).toStdString()) == checkpoint);
    }

    /// Project and model travel together; and a folder that was named absolutely is found beside the project.
    void movedTogether()
    {
        writeProject(path("work/talk/some.regard"), project());
        QVERIFY(QDir(m_folder->path()).rename(QStringLiteral("work"), QStringLiteral("elsewhere")));
        QCOMPARE(readProject(path("elsewhere/talk/some.regard")).checkpoint->folder, path("elsewhere/models/bert"));
        const std::string absolute = projectJson(readProject(path("elsewhere/talk/some.regard")));
        QVERIFY(QDir(m_folder->path()).rename(QStringLiteral("elsewhere"), QStringLiteral("again")));
        const QString beside = path("again/models/a.regard");
        QCOMPARE(parseProject(absolute, beside.toStdString()).checkpoint->folder, path("again/models/bert"));
    }

    void missing()
    {
        writeProject(path("work/talk/some.regard"), project());
        const QByteArray saved = hash();
        QVERIFY(QDir(path("work/models/bert")).removeRecursively());
        const std::string reason =
            reasonOf(readFile(path("work/talk/some.regard")).toStdString(), path("work/talk/some.regard"));
        QCOMPARE(QByteArray::fromStdString(reason),
                 "the checkpoint's folder " + path("work/models/bert").toUtf8() +
                     " is not there: the project was saved with " + saved +
                     " and finds no hash in its place; put the folder back, or write under checkpoint.folder where it "
                     "is now");
    }

    void changed()
    {
        writeProject(path("work/talk/some.regard"), project());
        const QByteArray saved = hash();
        writeFile(path("work/models/bert/config.json"), " ", QIODevice::WriteOnly | QIODevice::Append);
        const QByteArray now = hash();
        QVERIFY(saved != now);
        const std::string reason =
            reasonOf(readFile(path("work/talk/some.regard")).toStdString(), path("work/talk/some.regard"));
        QCOMPARE(QByteArray::fromStdString(reason),
                 "the checkpoint's folder " + path("work/models/bert").toUtf8() +
                     " has changed: the project was saved with " + saved + ", and the folder has " + now +
                     " now; put back the files that it had, or write the new hash under checkpoint.hash to go on with "
                     "these");
        // The remedy.
        QByteArray text = readFile(path("work/talk/some.regard"));
        text.replace(saved, now);
        QCOMPARE(reasonOf(text.toStdString(), path("work/talk/some.regard")), std::string("read"));
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("reason");
        const QByteArray checkpoint = R"("checkpoint": { "folder": "../models/bert", "hash": "HASH" })";
        QTest::newRow("no object") << checkpoint << QByteArray(R"("checkpoint": "bert")")
                                   << QByteArray("checkpoint must be an object, not the text \"bert\"");
        QTest::newRow("no folder") << checkpoint << QByteArray(R"("checkpoint": { "hash": "HASH" })")
                                   << QByteArray("the key \"checkpoint.folder\" is missing");
        QTest::newRow("no hash") << checkpoint << QByteArray(R"("checkpoint": { "folder": "../models/bert" })")
                                 << QByteArray("the key \"checkpoint.hash\" is missing");
        QTest::newRow("an empty folder") << checkpoint
                                         << QByteArray(R"("checkpoint": { "folder": "", "hash": "HASH" })")
                                         << QByteArray("checkpoint.folder must be a text in quotes, not the text \"\"");
        QTest::newRow("another key") << checkpoint
                                     << QByteArray(R"("checkpoint": { "folder": "../models/bert", "hash": "HASH",
                                                                      "hashes": 1 })")
                                     << QByteArray("unknown key \"hashes\" in checkpoint (did you mean \"hash\"?)");
        QTest::newRow("another kind of hash")
            << QByteArray("HASH") << QByteArray("sha256:12")
            << QByteArray("checkpoint.hash must be blake2b: and 64 hexadecimal digits, not \"sha256:12\"");
        QTest::newRow("no checkpoint for the tokenizer")
            << checkpoint << QByteArray(R"("note": "n")")
            << QByteArray("tokenizer is \"checkpoint\", but the project names no checkpoint");
        QTest::newRow("nothing to take out")
            << checkpoint << checkpoint + R"(, "weights": { "position": null, "encoder.0.self.w_a": null })"
            << QByteArray("weights takes \"encoder.0.self.w_a\" out, but the project has none");
        QTest::newRow("a size that the table does not have")
            << QByteArray("\"d_model\": 24") << QByteArray("\"d_model\": 12") << QByteArray();
        QTest::newRow("a tied output") << QByteArray("\"d_model\": 24")
                                       << QByteArray("\"d_model\": 24, \"tied_output\": true")
                                       << QByteArray("tied_output is for models without a checkpoint");
        QTest::newRow("a mask beyond the pair") << checkpoint << checkpoint + R"(, "masked_source": [99])"
                                                << QByteArray("masked_source holds 99, but it must be a whole number");
    }

    void refused()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, reason);
        QByteArray text = QByteArray::fromStdString(projectJson(project(), path("work/talk/some.regard")));
        text.replace(hash(), "HASH");
        QVERIFY(text.contains(from));
        text.replace(from, to);
        text.replace("HASH", hash());
        const QByteArray said = QByteArray::fromStdString(reasonOf(text.toStdString(), path("work/talk/some.regard")));
        QVERIFY(said != "read");
        QVERIFY2(said.startsWith(reason), said.constData());
    }

    /// The tokenizer of a checkpoint is what a file means that names none.
    void tokenizerLeftOut()
    {
        QByteArray text = QByteArray::fromStdString(projectJson(project()));
        text.replace("  \"tokenizer\": \"checkpoint\",\n", "");
        QCOMPARE(parseProject(text.toStdString(), "x.regard").tokenizer, Tokenizer::Checkpoint);
    }

    void snapshotsHoldDifferencesAlone()
    {
        Project whole = project();
        Project edited = whole;
        edited.model.given.edit("encoder.0.self.w_o")(0, 0) = 2;
        edited.model = buildModel(edited.model.config, edited.model.given, {}, edited.model.vocabulary, &edited.model);
        edited.source = "It sat.";
        edited.target = "The cat.";
        Project words = whole;
        words.tokenizer = Tokenizer::Words;
        words.source = "the cat";
        words.model.vocabulary.end = "</s>";
        Project fewer = whole;
        ModelConfig config = whole.model.config;
        config.heads = config.decoderHeads = 2;
        config.encoderLayers = 1;
        fewer.model = reconfigured(whole.model, config);
        for (const Project &state : {edited, words, whole, fewer})
            whole.snapshots.push_back({"", std::make_shared<const Project>(state)});
        const std::string json = projectJson(whole);
        const QByteArray added = QByteArray::fromStdString(json.substr(json.find("\"snapshots\"")));
        QCOMPARE(added.count("encoder."), 1);
        QVERIFY(!added.contains("vocabulary"));
        QVERIFY(!added.contains("blake2b"));
        const Project read = parseProject(json, "x.regard");
        QCOMPARE(projectJson(read), json);
        for (std::size_t i = 0; i < 4; ++i) {
            QVERIFY(read.snapshots[i].state->checkpoint == whole.checkpoint);
            QCOMPARE(projectJson(*read.snapshots[i].state), projectJson(*whole.snapshots[i].state));
        }
        QCOMPARE(read.snapshots[1].state->model.vocabulary.end, std::string("</s>"));
        const Model &first = read.snapshots[0].state->model;
        QVERIFY(first.table == whole.model.table);
        for (const auto &[name, matrix] : whole.model.given.all())
            QCOMPARE(first.given.find(name) == matrix, name != "encoder.0.self.w_o");
    }

    void aHashIsReadOnce()
    {
        const auto checkpoint = openCheckpoint(path("work/models/bert"));
        const std::string first = hashOf(checkpoint);
        QCOMPARE(first, hash().toStdString());
        QVERIFY(QDir(path("work/models/bert")).removeRecursively());
        QCOMPARE(hashOf(checkpoint), first); // the folder is gone, and nobody looks
        QVERIFY(!projectJson(checkpointProject(checkpoint)).empty());
    }

    void everyFamily_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &name : QDir(data).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QTest::newRow(qPrintable(name)) << name;
    }

    void everyFamily()
    {
        QFETCH(QString, name);
        Project written = checkpointProject(openCheckpoint(data + QLatin1Char('/') + name));
        written.source = "The cat sat on the rug.";
        written.target = "It was dry.";
        const std::string json = projectJson(written);
        QVERIFY2(json.find("\"weights\"") == std::string::npos, json.c_str());
        QVERIFY2(json.find("\"embedding\"") == std::string::npos, json.c_str());
        const Project read = parseProject(json, "x.regard");
        QCOMPARE(read.model.config, written.model.config);
        QCOMPARE(inputOf(read), inputOf(written));
        QCOMPARE(projectJson(read), json);
        QVERIFY(forward(read.model, inputOf(read)));
    }
};

REGARD_GUILESS_TEST(TestProjectCheckpoint)
#include "test_project_checkpoint.moc"
