#include <string>
#include <vector>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

#include "checkpoint_copy.h"
#include "io/base/file_error.h"
#include "io/checkpoint/checkpoint.h"
#include "io/hub/hub_models.h"
#include "message_of.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

const QString tinyModels = QStringLiteral(REGARD_TEST_DATA "/checkpoints/");
const QString commit = QStringLiteral("0123456789abcdef0123456789abcdef01234567");

void writeText(const QString &path, const QByteArray &text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

/// A cache in a folder of its own.
struct HubCacheFolder {
    QTemporaryDir dir;

    QString snapshot(const QString &model, const QString &revision = commit) const
    {
        const QString folder = dir.filePath(model + QStringLiteral("/snapshots/") + revision);
        QDir().mkpath(folder);
        return folder + QLatin1Char('/');
    }
    /// The files of a tiny model, links into `blobs` as the Hub's programs make them or plain files.
    QString add(const QString &model, const QString &from, bool asLinks, const QString &revision = commit) const
    {
        const QString folder = snapshot(model, revision);
        const QString blobs = dir.filePath(model + QStringLiteral("/blobs/"));
        QDir().mkpath(blobs);
        for (const QString &name : QDir(tinyModels + from).entryList(QDir::Files)) {
            const QString file = asLinks ? blobs + QStringLiteral("of-") + name : folder + name;
            QFile::copy(tinyModels + from + QLatin1Char('/') + name, file);
            if (asLinks)
                QFile::link(QStringLiteral("../../blobs/of-") + name, folder + name);
        }
        return folder;
    }
    std::vector<HubModel> models() const
    {
        std::vector<HubModel> all;
        findHubModels(dir.path(), [&](const HubModel &model) {
            all.push_back(model);
            return true;
        });
        return all;
    }
};

QStringList namesOf(const std::vector<HubModel> &models)
{
    QStringList names;
    for (const HubModel &model : models)
        names.append(model.name + QLatin1Char(' ') + model.revision);
    return names;
}

} // namespace

class HubModelsTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void findsTheCache();
    void listsModels();
    void passesOverWhatIsNotWhole();
    void stopsWhenAsked();
    void anOutlineSaysWhatOpeningSays_data();
    void anOutlineSaysWhatOpeningSays();
    void anOutlineReadsNoNumbers();
    void starterModelsAreOfFamiliesThatOpen();

private:
    std::vector<const char *> m_variables{"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"};
};

void HubModelsTest::init()
{
    for (const char *name : m_variables)
        qunsetenv(name);
}

void HubModelsTest::findsTheCache()
{
    QCOMPARE(hubCacheFolder(), QDir::homePath() + QStringLiteral("/.cache/huggingface/hub"));
    qputenv("XDG_CACHE_HOME", "/x/cache");
    QCOMPARE(hubCacheFolder(), QStringLiteral("/x/cache/huggingface/hub"));
    qputenv("HF_HOME", "~/models");
    QCOMPARE(hubCacheFolder(), QDir::homePath() + QStringLiteral("/models/hub"));
    qputenv("HUGGINGFACE_HUB_CACHE", "/x/older/");
    QCOMPARE(hubCacheFolder(), QStringLiteral("/x/older"));
    qputenv("HF_HUB_CACHE", "");
    QCOMPARE(hubCacheFolder(), QStringLiteral("/x/older"));
    qputenv("HF_HUB_CACHE", "/x/hub");
    QCOMPARE(hubCacheFolder(), QStringLiteral("/x/hub"));
    init();
}

void HubModelsTest::listsModels()
{
    const HubCacheFolder cache;
    cache.add(QStringLiteral("models--org--bert"), QStringLiteral("bert"), true);
    writeText(cache.dir.filePath(QStringLiteral("models--org--bert/refs/main")), commit.toLatin1() + "\n");
    writeText(cache.dir.filePath(QStringLiteral("models--org--bert/refs/pr/1")), commit.toLatin1());
    cache.add(QStringLiteral("models--gpt2"), QStringLiteral("gpt2"), false);
    const QString other = QStringLiteral("fedcba9876543210fedcba9876543210fedcba98");
    cache.add(QStringLiteral("models--gpt2"), QStringLiteral("llama_4_sharded"), true, other);
    const QString foreign = cache.snapshot(QStringLiteral("models--org--t5"));
    writeText(foreign + QStringLiteral("config.json"), R"({"model_type":"t5"})");
    writeText(foreign + QStringLiteral("pytorch_model.bin"), "abc");
    const QString keras = cache.snapshot(QStringLiteral("models--org--keras"));
    writeText(keras + QStringLiteral("config.json"), R"({"model_type":"bert"})");
    writeText(keras + QStringLiteral("tf_model.h5"), "abc");

    const std::vector<HubModel> models = cache.models();
    QCOMPARE(namesOf(models), (QStringList{QStringLiteral("gpt2 0123456"), QStringLiteral("gpt2 fedcba9"),
                                           QStringLiteral("org/bert main pr/1"), QStringLiteral("org/keras 0123456"),
                                           QStringLiteral("org/t5 0123456")}));
    QCOMPARE(models[0].family, std::string("GPT-2"));
    QCOMPARE(models[0].fault, std::string());
    QCOMPARE(models[0].bytes, QFileInfo(tinyModels + QStringLiteral("gpt2/model.safetensors")).size());
    QCOMPARE(models[1].family, std::string("Llama"));
    QCOMPARE(models[1].fault, std::string());
    QCOMPARE(models[2].family, std::string("BERT"));
    QCOMPARE(models[2].fault, std::string());
    QCOMPARE(models[2].folder, cache.dir.filePath(QStringLiteral("models--org--bert/snapshots/") + commit));
    QCOMPARE(messageOf<FileError>([&] { openCheckpoint(models[2].folder); }), QString());
    QCOMPARE(models[3].fault, models[3].folder.toStdString() +
                                  ": has no model.safetensors; its tf_model.h5 is not read, so save the model as "
                                  "safetensors first");
    QCOMPARE(models[4].family, std::string("t5"));
    QCOMPARE(models[4].bytes, std::int64_t(3));
    QVERIFY2(models[4].fault.starts_with("config.json: model_type is \"t5\", which is not read; "),
             models[4].fault.c_str());
}

void HubModelsTest::passesOverWhatIsNotWhole()
{
    const HubCacheFolder cache;
    const QString bare = cache.snapshot(QStringLiteral("models--org--config-alone"));
    writeText(bare + QStringLiteral("config.json"), R"({"model_type":"bert"})");
    cache.snapshot(QStringLiteral("models--org--empty"));
    QDir().mkpath(cache.dir.filePath(QStringLiteral("models--org--without-snapshots")));
    const QString dangling = cache.add(QStringLiteral("models--org--dangling"), QStringLiteral("bert"), true);
    QVERIFY(QFile::remove(cache.dir.filePath(QStringLiteral("models--org--dangling/blobs/of-model.safetensors"))));
    const QString sharded = cache.add(QStringLiteral("models--org--shards"), QStringLiteral("llama_4_sharded"), true);
    QVERIFY(QFile::remove(sharded + QStringLiteral("model-00002-of-00004.safetensors")));
    cache.add(QStringLiteral("datasets--org--data"), QStringLiteral("bert"), false);
    writeText(cache.dir.filePath(QStringLiteral("models--a-file")), "x");
    QCOMPARE(namesOf(cache.models()), QStringList());
    findHubModels(cache.dir.filePath(QStringLiteral("nowhere")), [](const HubModel &) { return true; });
}

void HubModelsTest::stopsWhenAsked()
{
    const HubCacheFolder cache;
    for (const char *name : {"models--a", "models--b"})
        cache.add(QString::fromLatin1(name), QStringLiteral("bert"), false);
    int count = 0;
    findHubModels(cache.dir.path(), [&](const HubModel &) { return ++count < 1; });
    QCOMPARE(count, 1);
}

void HubModelsTest::anOutlineSaysWhatOpeningSays_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("file"); // to be spoilt
    QTest::addColumn<QByteArray>("text");
    for (const QString &folder : QDir(tinyModels).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (QFileInfo::exists(tinyModels + folder + QStringLiteral("/config.json")))
            QTest::newRow(qPrintable(folder)) << folder << QString() << QByteArray();
    const auto row = [](const char *name, const char *folder, const char *file, const QByteArray &text) {
        QTest::newRow(name) << QString::fromLatin1(folder) << QString::fromLatin1(file) << text;
    };
    row("broken config", "bert", "config.json", "{");
    row("no family", "bert", "config.json", "{}");
    row("cut weights", "bert", "model.safetensors", "abc");
    row("tokenizer of another model", "bert", "tokenizer.json", "[]");
    row("missing shard", "llama_4_sharded", "model.safetensors.index.json", R"({"weight_map":{"a":"b.safetensors"}})");
    row("adapter", "bert", "adapter_config.json", "{}");
    row("a pointer", "gpt2_json", "model.safetensors", "version https://git-lfs.github.com/spec/v1\n");
}

void HubModelsTest::anOutlineSaysWhatOpeningSays()
{
    QFETCH(const QString, folder);
    QFETCH(const QString, file);
    QFETCH(const QByteArray, text);
    CheckpointCopy copy(folder);
    if (!file.isEmpty())
        copy.write(file, text);
    const CheckpointOutline outline = checkpointOutline(copy.path());
    std::shared_ptr<const Checkpoint> opened;
    QString error = messageOf<FileError>([&] { opened = openCheckpoint(copy.path()); });
    if (error.startsWith(copy.path() + QLatin1Char('/')))
        error.remove(0, copy.path().size() + 1);
    QCOMPARE(QString::fromStdString(outline.fault), error);
    QCOMPARE(error.isEmpty(), file.isEmpty());
    if (opened) {
        QCOMPARE(outline.family, opened->family);
        QCOMPARE(outline.fileBytes, opened->fileBytes);
    }
}

/// What only the numbers say, opening says.
void HubModelsTest::anOutlineReadsNoNumbers()
{
    CheckpointCopy copy(QStringLiteral("bert"));
    auto &tensor = copy.tensors[QStringLiteral("bert.embeddings.LayerNorm.bias")];
    tensor.bytes.fill('\xFF');
    copy.writeTensors();
    QCOMPARE(checkpointOutline(copy.path()).fault, std::string());
    QVERIFY(messageOf<FileError>([&] { openCheckpoint(copy.path()); }).contains(QStringLiteral("not finite")));
}

void HubModelsTest::starterModelsAreOfFamiliesThatOpen()
{
    QCOMPARE(starterModels().size(), std::size_t(10));
    QCOMPARE(QString::fromStdString(fetchCommand(starterModels().front())),
             QStringLiteral("hf download sentence-transformers/all-MiniLM-L6-v2 config.json tokenizer.json "
                            "tokenizer_config.json model.safetensors"));
    QStringList families;
    for (const QString &folder : QDir(tinyModels).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        families.append(QString::fromStdString(checkpointOutline(tinyModels + folder).family));
    for (const StarterModel &model : starterModels())
        QVERIFY2(families.contains(QString::fromLatin1(model.family)), model.name);
}

REGARD_GUILESS_TEST(HubModelsTest)
#include "test_hub_models.moc"
