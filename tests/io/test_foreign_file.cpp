#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "checkpoint_copy.h"
#include "io/attention/attention_file.h"
#include "io/base/file_error.h"
#include "io/base/foreign_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/lesson/lesson.h"
#include "io/project/project_file.h"
#include "io/project/task_file.h"
#include "message_of.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

/// What people get in place of a file, wherever one is read.
class ForeignFileTest : public QObject {
    Q_OBJECT

    static QByteArray gguf() { return QByteArray("GGUF\3\0\0\0\1\0\0\0\0\0\0\0", 16) + QByteArray(200, 'x'); }

    static void rows()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("reason");
        const QString page =
            QStringLiteral("is an HTML page, not the file itself: download the file again, on the Hugging "
                           "Face Hub by its download link (/resolve/ in place of /blob/)");
        const QString zip =
            QStringLiteral("is a zip archive, not the file itself: unpack it, or, if PyTorch wrote it, name "
                           "it pytorch_model.bin");
        QTest::newRow("pointer") << QByteArray(
                                        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 91\n")
                                 << QStringLiteral(
                                        "is a Git LFS pointer, not the file itself: run git lfs pull in that "
                                        "folder");
        QTest::newRow("page") << QByteArray("<!DOCTYPE html>\n<html class=\"\">") << page;
        QTest::newRow("page after blanks") << QByteArray("\xEF\xBB\xBF\n  <HTML lang=en>") << page;
        QTest::newRow("gguf") << gguf()
                              << QStringLiteral(
                                     "is a GGUF file, which is not read: open the folder of the model that it "
                                     "was made from, with its config.json and model.safetensors");
        QTest::newRow("zip") << QByteArray("PK\3\4\0\0\10\10\0\0", 10) + QByteArray(100, 'a') << zip;
        QTest::newRow("empty zip") << QByteArray("PK\5\6", 4) + QByteArray(18, '\0') << zip;
    }

private slots:
    void isNamedInAFolder_data() { rows(); }

    /// Each file of a checkpoint.
    void isNamedInAFolder()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QString, reason);
        const auto check = [&](const char *folder, const char *name) {
            CheckpointCopy copy(QString::fromLatin1(folder));
            const QString file = QString::fromLatin1(name);
            QVERIFY(!copy.read(file).isEmpty());
            copy.write(file, bytes);
            QCOMPARE(messageOf<FileError>([&] { openCheckpoint(copy.path()); }),
                     copy.filePath(file) + QStringLiteral(": ") + reason);
        };
        for (const char *name : {"config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"})
            check("bert", name);
        check("bert_vocab", "vocab.txt");
        for (const char *name : {"vocab.json", "merges.txt"})
            check("gpt2", name);
        for (const char *name : {"source.spm", "target.spm", "vocab.json"})
            check("marian", name);
        check("llama_spm", "tokenizer.model");
        for (const char *name : {"model.safetensors.index.json", "model-00002-of-00004.safetensors"})
            check("llama_4_sharded", name);
    }

    void isNamedAsAnyFile_data() { rows(); }

    void isNamedAsAnyFile()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QString, reason);
        const QTemporaryDir folder;
        const auto path = [&](const char *name) {
            const QString place = folder.filePath(QString::fromLatin1(name));
            QFile file(place);
            if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
                qFatal("%s cannot be written", name);
            return place;
        };
        const QString project = path("a.regard");
        QCOMPARE(messageOf<FileError>([&] { readProject(project); }), project + QStringLiteral(": ") + reason);
        const QString lesson = path("a.lesson");
        QCOMPARE(messageOf<FileError>([&] { readLesson(lesson); }), lesson + QStringLiteral(": ") + reason);
        for (const char *name : {"a.json", "a.safetensors"}) {
            const QString attention = path(name);
            QCOMPARE(messageOf<FileError>([&] { openAttention(attention); }),
                     attention + QStringLiteral(": ") + reason);
        }
        const QString sentences = path("a.txt");
        QCOMPARE(messageOf<FileError>([&] { readOwnTask(OwnKind::Sentences, sentences, defaultProject()); }),
                 sentences + QStringLiteral(": ") + reason);
    }

    void isNamedHoweverLarge()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("model.gguf")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(gguf()) > 0 && file.resize(qint64{600} << 20));
        file.close();
        QVERIFY(messageOf<FileError>([&] { readProject(file.fileName()); }).contains(QStringLiteral("is a GGUF file")));
    }

    void whatIsReadIsNoneOfThem()
    {
        for (const char *text : {"GGUF is a format", "PK", "version 1", "", "{}", "  <p>", "PK\3"})
            refuseForeign(text, "x");
        QCOMPARE(messageOf<FileError>([] { refuseForeign("<html", "x"); }).left(18),
                 QStringLiteral("x: is an HTML page"));
    }
};

REGARD_GUILESS_TEST(ForeignFileTest)
#include "test_foreign_file.moc"
