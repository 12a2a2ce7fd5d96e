#include <map>
#include <string>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

#include "checkpoint_copy.h"
#include "io/base/file_error.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/model_folder.h"
#include "message_of.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

/// Models that another program has wrapped: in a module of its own, or in folders.
class WrappedCheckpointTest : public QObject {
    Q_OBJECT

    static QString folderOf(const QString &name) { return QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + name; }

    static QString openingError(const QString &folder)
    {
        return messageOf<FileError>([&] { openCheckpoint(folder); });
    }

private slots:
    void isCalledByItsName()
    {
        QCOMPARE(modelName(QStringLiteral("/a/bert")), QStringLiteral("bert"));
        QCOMPARE(modelName(QStringLiteral("/a/models--org--name/snapshots/0a1b")), QStringLiteral("name"));
        QCOMPARE(modelName(QStringLiteral("/a/models--org--name/snapshots/0a1b/0_Transformer")),
                 QStringLiteral("name"));
        QCOMPARE(modelName(QStringLiteral("/a/st/0_Transformer/")), QStringLiteral("st"));
        QCOMPARE(modelName(QStringLiteral("/a/snapshots/0a1b")), QStringLiteral("0a1b"));
    }

    void sharedPrefixesAreTakenOff_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("prefix");
        const auto row = [](const char *folder, const char *prefix) {
            QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(folder), QLatin1String(prefix))))
                << QString::fromLatin1(folder) << QString::fromLatin1(prefix);
        };
        row("bert", "_orig_mod.");
        row("bert", "module.");
        row("bert", "model.");
        row("bert_vocab", "model.encoder.bert_model.");
        row("gpt2", "_orig_mod.module.");
        row("roberta", "0.auto_model.");
        row("llama", "model.");
        row("llama", "_orig_mod.");
        row("marian", "module.");
    }

    void sharedPrefixesAreTakenOff()
    {
        QFETCH(const QString, folder);
        QFETCH(const QString, prefix);
        CheckpointCopy copy(folder);
        std::map<QString, CheckpointCopy::Tensor> wrapped;
        for (const auto &[name, tensor] : copy.tensors)
            wrapped[prefix + name] = tensor;
        copy.tensors = wrapped;
        copy.writeTensors();
        const auto checkpoint = openCheckpoint(copy.path());
        const auto original = openCheckpoint(folderOf(folder));
        QVERIFY(checkpoint->model.config == original->model.config);
        QCOMPARE(checkpoint->model.given.all().size(), original->model.given.all().size());
        for (const auto &[name, matrix] : original->model.given.all())
            QVERIFY2(checkpoint->model.given.at(name) == *matrix, name.c_str());
        QCOMPARE(checkpoint->headFault, original->headFault);
        QCOMPARE(checkpoint->parameters, original->parameters);
        QCOMPARE(QString::fromStdString(checkpoint->removedPrefix), prefix);
        QVERIFY(original->removedPrefix.empty());
        // What is missing is named as the file would.
        const QString lost =
            prefix + (folder == QLatin1String("bert") ? QStringLiteral("bert.embeddings.LayerNorm.bias") : QString());
        if (copy.tensors.erase(lost) > 0) {
            copy.writeTensors();
            QCOMPARE(
                openingError(copy.path()),
                copy.filePath(QStringLiteral("model.safetensors")) +
                    QStringLiteral(": has no tensor \"%1\", which the BERT model of its config.json needs").arg(lost));
        }
    }

    /// Where nothing fits without it either.
    void sharedPrefixesAreNamed()
    {
        CheckpointCopy copy(QStringLiteral("bert"));
        const std::map<QString, CheckpointCopy::Tensor> whole = copy.tensors;
        const auto rename = [&](const QString &prefix, const QString &from, const QString &to) {
            copy.tensors.clear();
            for (const auto &[name, tensor] : whole)
                copy.tensors[prefix + QString(name).replace(from, to)] = tensor;
            copy.writeTensors();
            return openingError(copy.path());
        };
        const QString missing =
            copy.filePath(QStringLiteral("model.safetensors")) +
            QStringLiteral(": has no tensor \"bert.embeddings.word_embeddings.weight\", which the BERT "
                           "model of its config.json needs; the names of all its tensors begin with ");
        QCOMPARE(rename(QStringLiteral("net."), QStringLiteral("word_embeddings"), QStringLiteral("words")),
                 missing + QStringLiteral("\"net.\""));
        // Another family's, whose positions would be counted otherwise.
        copy.tensors.clear();
        for (const auto &[name, tensor] : whole)
            if (name.startsWith(QLatin1String("bert.")))
                copy.tensors[QStringLiteral("roberta.") + name.mid(5)] = tensor;
        copy.writeTensors();
        QCOMPARE(openingError(copy.path()), missing + QStringLiteral("\"roberta.\""));
    }

    /// The Hub's cache, and sentence-transformers.
    void findsTheFolderInside()
    {
        const QTemporaryDir home;
        const auto copyTo = [&](const QString &folder) {
            const QDir source(folderOf(QStringLiteral("bert")));
            QVERIFY(QDir(home.path()).mkpath(folder));
            for (const QString &file : source.entryList(QDir::Files))
                QVERIFY(QFile::copy(source.filePath(file), home.filePath(folder + QLatin1Char('/') + file)));
        };
        const auto write = [&](const QString &name, const QByteArray &bytes) {
            QVERIFY(QDir(home.path()).mkpath(QFileInfo(name).path()));
            QFile file(home.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        };
        const QString cache = QStringLiteral("models--org--name");
        const QString first = cache + QStringLiteral("/snapshots/0a1b");
        copyTo(first);
        const std::string hash = checkpointHash(home.filePath(first));
        const auto opensAs = [&](const QString &path, const QString &folder) {
            QVERIFY(isCheckpointFolder(home.filePath(path)));
            QCOMPARE(openCheckpoint(home.filePath(path))->folder, home.filePath(folder));
            QCOMPARE(checkpointHash(home.filePath(path)), hash);
        };
        const QString snapshots = cache + QStringLiteral("/snapshots");
        opensAs(cache, first);
        opensAs(snapshots, first);
        const QString second = snapshots + QStringLiteral("/2c3d");
        copyTo(second);
        QVERIFY(!isCheckpointFolder(home.filePath(cache)));
        for (const QString &path : {cache, snapshots})
            QCOMPARE(openingError(home.filePath(path)),
                     home.filePath(path) +
                         QStringLiteral(": has several snapshots of a model, and its refs/main names none "
                                        "of them; open one of the folders in snapshots"));
        write(cache + QStringLiteral("/refs/main"), "2c3d\n");
        opensAs(cache, second);
        opensAs(snapshots, second);
        opensAs(first, first);

        write(QStringLiteral("sentences/config.json"), R"({"__version__": "0.2.0"})");
        write(QStringLiteral("sentences/modules.json"), "[]");
        copyTo(QStringLiteral("sentences/0_Transformer"));
        opensAs(QStringLiteral("sentences"), QStringLiteral("sentences/0_Transformer"));
        QVERIFY(QDir(home.path())
                    .rename(home.filePath(QStringLiteral("sentences")), home.filePath(second + QStringLiteral("x"))));
        write(cache + QStringLiteral("/refs/main"), "2c3dx");
        opensAs(cache, second + QStringLiteral("x/0_Transformer"));
    }
};

REGARD_GUILESS_TEST(WrappedCheckpointTest)
#include "test_wrapped_checkpoint.moc"
