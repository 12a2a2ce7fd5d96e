#include <memory>
#include <set>
#include <string>

#include <QDir>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "../io/changed_file.h"
#include "document/document.h"
#include "engine/base/errors.h"
#include "io/base/file_error.h"
#include "io/checkpoint/checkpoint.h"
#include "paths.h"
#include "test_class.h"

using namespace Qt::StringLiterals;
using namespace regard;

/// A document of a folder whose weights change while it is open.
class TestChangedCheckpointFile : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Document> m_document;

    QString path() const { return m_folder->filePath(u"model.safetensors"_s); }
    void wait() { m_document->waitForResult(); }
    void open(const QString &name)
    {
        m_folder = std::make_unique<QTemporaryDir>();
        const QDir source(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + name);
        for (const QString &file : source.entryList(QDir::Files))
            QVERIFY(QFile::copy(source.filePath(file), m_folder->filePath(file)));
        QVERIFY(QFile::setPermissions(path(), QFile::ReadOwner | QFile::WriteOwner));
        makeOld(path());
        m_document = std::make_unique<Document>();
        Project project = checkpointProject(openCheckpoint(m_folder->path()));
        project.source = "the cat sat";
        m_document->load(std::move(project), {});
        wait();
        QVERIFY2(m_document->inputError().isEmpty(), qPrintable(m_document->inputError()));
    }

private slots:
    void init() { open(u"gpt2"_s); }

    void theNextSentenceIsRefused_data()
    {
        QTest::addColumn<FileChange>("change");
        for (const FileChange change : fileChanges)
            QTest::newRow(qPrintable(changeName(change))) << change;
    }

    void theNextSentenceIsRefused()
    {
        QFETCH(const FileChange, change);
        const qint64 bytes = QFileInfo(path()).size();
        const SharedTrace before = m_document->result().trace;
        changeFile(path(), change);
        QVERIFY(m_document->matrices().matrix(embeddingMatrix)); // what the sentence is made of was read
        m_document->sentences().setSource(u"a dog ran away"_s);
        wait();
        QCOMPARE(m_document->inputError(), changeSentence(path(), change, bytes));
        QVERIFY(m_document->result().trace == before);  // the last good picture
        m_document->matrices().matrix(embeddingMatrix); // asked by a table, cell by cell: no exception
        QVERIFY(!m_document->isBusy());
    }

    /// Edits go on from what was read, and so does taking them back.
    void editedRowsNeedNoFile()
    {
        const float number = (*m_document->matrices().matrix(embeddingMatrix))(1, 2);
        m_document->matrices().editCell(embeddingMatrix, 1, 2, 4);
        wait();
        changeFile(path(), FileChange::Cut);
        QCOMPARE(m_document->matrices().compared().valueBefore(embeddingMatrix, 1, 2), number);
        QCOMPARE(m_document->matrices().compared().changedCells(embeddingMatrix), qsizetype(1));
        QCOMPARE(m_document->matrices().compared().changes().size(), std::size_t(1));
        m_document->matrices().revertCell(embeddingMatrix, 1, 2);
        wait();
        QCOMPARE((*m_document->matrices().matrix(embeddingMatrix))(1, 2), number);
        QVERIFY(m_document->inputError().startsWith(path() + u": has 100 bytes now"_s));
    }

    void rowsThatWereNeverReadAreNotCompared_data() { theNextSentenceIsRefused_data(); }

    /// Every token of the sentence has a row of a user's, so that nobody reads the file's.
    void rowsThatWereNeverReadAreNotCompared()
    {
        QFETCH(const FileChange, change);
        open(u"llama"_s); // whose output layer is another table
        Project project = checkpointProject(openCheckpoint(m_folder->path()));
        project.source = "the cat sat";
        const int width = project.model.config.dModel;
        std::set<std::string> words;
        for (const Token &token : m_document->sentences().tokens().tokens)
            if (words.insert(token.text).second)
                project.model.embedding[token.text] = std::make_shared<Matrix>(Matrix::Constant(1, width, 0.25F));
        m_document->load(project, {});
        wait();
        QCOMPARE(m_document->inputError(), QString());
        const qint64 bytes = QFileInfo(path()).size();
        changeFile(path(), change);

        QCOMPARE((*m_document->matrices().matrix(embeddingMatrix))(0, 0), 0.25F);
        const qsizetype all = qsizetype(width) * qsizetype(m_document->sentences().tokens().tokens.size());
        if (change == FileChange::Gone || change == FileChange::Replaced) {
            // What was opened is open still, and has the numbers.
            QCOMPARE(m_document->matrices().compared().error(), QString());
            QCOMPARE(m_document->matrices().compared().changedCells(embeddingMatrix), all);
            return;
        }
        const QString sentence = changeSentence(path(), change, bytes);
        QVERIFY(!m_document->matrices().compared().isChanged(embeddingMatrix, 0, 0));
        QCOMPARE(m_document->matrices().compared().changedCells(embeddingMatrix), qsizetype(0));
        QVERIFY(m_document->matrices().compared().changes().empty());
        QCOMPARE(m_document->matrices().compared().error(), sentence);
        QCOMPARE(m_document->matrices().compared().error(embeddingMatrix), sentence);
        QCOMPARE(m_document->matrices().compared().error("encoder.0.self.w_q"), QString());
        // What would have to bring a number back says why it cannot.
        QVERIFY_EXCEPTION_THROWN(m_document->matrices().compared().valueBefore(embeddingMatrix, 0, 0), FileError);
        QVERIFY_EXCEPTION_THROWN(m_document->matrices().revertCell(embeddingMatrix, 0, 0), FileError);
        QVERIFY_EXCEPTION_THROWN(m_document->matrices().revertMatrix(embeddingMatrix), FileError);
        QCOMPARE(m_document->undoStack()->count(), 0);
        // The rows go on to be edited, and count once the file is as it was.
        m_document->matrices().editCell(embeddingMatrix, 0, 0, 3);
        wait();
        QCOMPARE((*m_document->matrices().matrix(embeddingMatrix))(0, 0), 3.0F);
        if (change != FileChange::Touched)
            return;
        makeOld(path());
        QCOMPARE(m_document->matrices().compared().error(), QString());
        QCOMPARE(m_document->matrices().compared().changedCells(embeddingMatrix), all);
    }

    void openedAgainItGoesOn()
    {
        changeFile(path(), FileChange::Replaced);
        m_document->sentences().setSource(u"a dog ran"_s);
        wait();
        QVERIFY(!m_document->inputError().isEmpty());
        Project project = checkpointProject(openCheckpoint(m_folder->path()));
        project.source = "a dog ran";
        m_document->load(std::move(project), {});
        wait();
        QCOMPARE(m_document->inputError(), QString());
        QVERIFY(m_document->result().trace);
    }
};

REGARD_GUILESS_TEST(TestChangedCheckpointFile)
#include "test_changed_checkpoint_file.moc"
