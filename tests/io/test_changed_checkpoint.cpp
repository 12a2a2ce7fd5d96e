#include <memory>
#include <string>

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include "changed_file.h"
#include "checkpoint_copy.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "io/base/file_error.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/open_checkpoints.h"
#include "io/project/project.h"
#include "message_of.h"
#include "paths.h"
#include "test_class.h"

using namespace Qt::StringLiterals;
using namespace regard;

namespace {

Input inputFor(const std::shared_ptr<const Checkpoint> &checkpoint, const char *source)
{
    Project project = checkpointProject(checkpoint);
    project.source = source;
    project.target = "It was dry.";
    return inputOf(project);
}

} // namespace

/// Folders whose files change after they were opened.
class TestChangedCheckpoint : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<CheckpointCopy> m_copy;
    std::shared_ptr<const Checkpoint> m_checkpoint;

    void open(const QString &name)
    {
        m_copy = std::make_unique<CheckpointCopy>(name);
        for (const QString &file : QDir(m_copy->path()).entryList(QDir::Files))
            makeOld(m_copy->filePath(file));
        m_checkpoint = openCheckpoint(m_copy->path());
    }
    SharedTrace pass(const char *source) const { return forward(m_checkpoint->model, inputFor(m_checkpoint, source)); }

private slots:
    void cleanup()
    {
        m_checkpoint.reset();
        m_copy.reset();
    }

    /// A sentence was read; then a file changes, and the next one is refused.
    void aPassIsRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("file");
        QTest::addColumn<FileChange>("change");
        const auto rows = [](const QString &name, const QString &file) {
            for (const FileChange change : fileChanges)
                QTest::newRow(qPrintable(name + u", "_s + file + u' ' + changeName(change))) << name << file << change;
        };
        const QString weights = u"model.safetensors"_s;
        rows(u"bert"_s, weights);               // a head of its own, tied
        rows(u"gpt2"_s, weights);               // straight matrices, tied
        rows(u"distilbert_float16"_s, weights); // rows that are converted
        rows(u"marian"_s, weights);
        for (int shard = 1; shard <= 4; ++shard) // with the embedding, with the output layer, with neither
            rows(u"llama_4_sharded"_s, u"model-0000%1-of-00004.safetensors"_s.arg(shard));
    }

    void aPassIsRefused()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, file);
        QFETCH(const FileChange, change);
        open(name);
        QVERIFY(pass("The cat sat."));
        const QString path = m_copy->filePath(file);
        const qint64 bytes = QFileInfo(path).size();
        changeFile(path, change);
        const QString sentence = changeSentence(path, change, bytes);
        QCOMPARE(messageOf<FileError>([&] { pass("A dog ran."); }), sentence);
        QCOMPARE(messageOf<FileError>([&] { pass("The cat sat."); }), sentence);
        // Opened again, it is the new file's matter.
        if (change != FileChange::Cut && change != FileChange::Grown && change != FileChange::Gone) {
            m_checkpoint = openCheckpoint(m_copy->path());
            QVERIFY(pass("A dog ran."));
        }
    }

    void aFileThatIsPutBackIsReadOn()
    {
        open(u"bert"_s);
        const QString path = m_copy->filePath(u"model.safetensors"_s);
        changeFile(path, FileChange::Gone);
        QVERIFY(messageOf<FileError>([&] { pass("The cat sat."); }) != QString());
        QVERIFY(QFile::rename(path + u".away"_s, path));
        QVERIFY(pass("The cat sat."));
    }

    /// What a user looks at after the pass needs no file.
    void whatWasComputedIsThere_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"gpt2", "llama_bfloat16", "llama_4_sharded", "bart"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void whatWasComputedIsThere()
    {
        QFETCH(const QString, name);
        open(name);
        const Model &model = m_checkpoint->model;
        SharedTrace trace = pass("The cat sat.");
        const Matrix logits = logitsRows(model, *trace, 0, 2);
        const TokenList words = trace->vocabulary;
        const Matrix weights = outputWeights(model, words);
        const std::string token = trace->source.tokens[0];
        const Matrix row = embeddingRow(model, token);
        for (const QString &file : QDir(m_copy->path()).entryList({u"*.safetensors"_s}))
            changeFile(m_copy->filePath(file), FileChange::Cut);
        QVERIFY(embeddingRow(model, token) == row);
        QVERIFY(outputWeights(model, words) == weights);
        QVERIFY(outputColumn(model, words, 3) == weights.col(3));
        Trace without = *trace; // as of a sentence whose logits are too many to be kept
        without.logits = Matrix();
        const Matrix again = logitsRows(model, without, 0, 2);
        QVERIFY(again.isApprox(logits, 1e-5F));
    }

    /// A hash is of the files that were opened, or there is none.
    void aHashIsOfWhatWasOpened_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<FileChange>("change");
        for (const char *file : {"config.json", "model.safetensors", "tokenizer.json"})
            for (const FileChange change : fileChanges)
                QTest::addRow("%s %s", file, qPrintable(changeName(change))) << QString::fromLatin1(file) << change;
    }

    void aHashIsOfWhatWasOpened()
    {
        QFETCH(const QString, file);
        QFETCH(const FileChange, change);
        open(u"bert"_s);
        const QString path = m_copy->filePath(file);
        const qint64 bytes = QFileInfo(path).size();
        changeFile(path, change);
        QCOMPARE(messageOf<FileError>([&] { hashOf(m_checkpoint); }), changeSentence(path, change, bytes));
    }

    void aFileThatCameIsNamed()
    {
        open(u"bert"_s);
        m_copy->write(u"added_tokens.json"_s, "{}");
        QCOMPARE(messageOf<FileError>([&] { hashOf(m_checkpoint); }),
                 m_copy->filePath(u"added_tokens.json"_s) +
                     u": was not there when the model was opened; open the model's folder again"_s);
    }

    /// A project asks for a folder with a certain hash: what is open counts only as long as the folder still holds it.
    void anOpenCheckpointIsTakenOnlyUnchanged()
    {
        open(u"bert"_s);
        const std::string hash = hashOf(m_checkpoint);
        std::string found;
        QVERIFY(checkpointWithHash(m_copy->path(), hash, found) == m_checkpoint);
        changeFile(m_copy->filePath(u"model.safetensors"_s), FileChange::Touched);
        const auto touched = checkpointWithHash(m_copy->path(), hash, found); // the same bytes
        QVERIFY(touched && touched != m_checkpoint);
        m_copy->setConfig(u"architectures"_s, QJsonArray{u"BertModel"_s});
        QVERIFY(!checkpointWithHash(m_copy->path(), hash, found));
        QVERIFY(found != hash);
    }
};

REGARD_GUILESS_TEST(TestChangedCheckpoint)
#include "test_changed_checkpoint.moc"
