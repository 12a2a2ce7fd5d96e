#include <future>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTest>

#include "../io/changed_file.h"
#include "paths.h"
#include "program_run.h"
#include "test_class.h"

using namespace Qt::StringLiterals;
using namespace regard;

/// `regard export FOLDER` while the folder's files change: one sentence and exit 1, whatever happens.
class TestChangedCheckpointExport : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<ProgramFolder> m_folder;

    /// The writing end of a pipe, as soon as somebody has opened it for reading; −1: nobody did.
    int pipeWhenRead(const QString &path) const
    {
        QElapsedTimer waiting;
        waiting.start();
        for (;;) {
            const int pipe = ::open(QFile::encodeName(path).constData(), O_WRONLY | O_NONBLOCK);
            if (pipe >= 0 || waiting.elapsed() > 60000)
                return pipe;
            QTest::qSleep(2);
        }
    }

private slots:
    void init() { m_folder = std::make_unique<ProgramFolder>(); }

    void aSentenceAfterTheChange_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<FileChange>("change");
        for (const char *name : {"bert", "gpt2"})
            for (const FileChange change : fileChanges)
                QTest::addRow("%s %s", name, qPrintable(changeName(change))) << QString::fromLatin1(name) << change;
    }

    /// The sentences come from a pipe, which the program opens when the model is there.
    void aSentenceAfterTheChange()
    {
        QFETCH(const QString, name);
        QFETCH(const FileChange, change);
        QVERIFY(m_folder->makeFolder(name));
        const QDir source(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + name);
        for (const QString &file : source.entryList(QDir::Files))
            QVERIFY(QFile::copy(source.filePath(file), m_folder->path(name + u'/' + file)));
        const QString weights = m_folder->path(name + u"/model.safetensors"_s);
        QVERIFY(QFile::setPermissions(weights, QFile::ReadOwner | QFile::WriteOwner));
        makeOld(weights);
        const qint64 bytes = QFileInfo(weights).size();
        const QString sentences = m_folder->path(u"sentences"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(sentences).constData(), 0600), 0);

        std::future<ProgramRun> running = std::async(std::launch::async, [&] {
            return m_folder->run({u"export"_s, name, u"--sources"_s, u"sentences"_s, u"-o"_s, u"a.json"_s});
        });
        const int pipe = pipeWhenRead(sentences);
        if (pipe >= 0) {
            changeFile(weights, change);
            const QByteArray lines = "The cat sat.\nA dog ran away.\n";
            const bool isWritten = ::write(pipe, lines.constData(), size_t(lines.size())) == lines.size();
            ::close(pipe);
            QVERIFY(isWritten);
        }
        const ProgramRun ran = running.get();
        QVERIFY2(pipe >= 0, ran.err.constData());
        QCOMPARE(QString::fromUtf8(ran.err), u"regard: sentences: 2 of 2 sentences failed; the first: line 1: "_s +
                                                 changeSentence(weights, change, bytes) + u'\n');
        QCOMPARE(ran.exitCode, 1);
        QVERIFY(m_folder->names("a").isEmpty());
    }

    /// The program that comes first may well have ended in the middle of the file.
    void cutBeforeItIsOpened()
    {
        QVERIFY(m_folder->makeFolder(u"bert"_s));
        const QDir source(QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert"));
        for (const QString &file : source.entryList(QDir::Files))
            QVERIFY(QFile::copy(source.filePath(file), m_folder->path(u"bert/"_s + file)));
        const QString weights = m_folder->path(u"bert/model.safetensors"_s);
        QVERIFY(QFile::setPermissions(weights, QFile::ReadOwner | QFile::WriteOwner));
        const qint64 bytes = QFileInfo(weights).size();
        for (const qint64 left : {bytes - 1, bytes / 2, qint64{9}, qint64{0}}) {
            changeFile(weights, FileChange::Cut, left);
            const ProgramRun ran =
                m_folder->run({u"export"_s, u"bert"_s, u"--source"_s, u"cat"_s, u"-o"_s, u"a.json"_s});
            QVERIFY2(ran.err.startsWith("regard: " + weights.toUtf8() + ": ") && ran.err.count('\n') == 1,
                     ran.err.constData());
            QCOMPARE(ran.exitCode, 1);
        }
    }
};

REGARD_GUILESS_TEST(TestChangedCheckpointExport)
#include "test_changed_checkpoint_export.moc"
