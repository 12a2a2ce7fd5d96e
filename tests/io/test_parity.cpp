#include <memory>

#include <QDir>
#include <QtTest>

#include "checkpoint_copy.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "expected_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"
#include "pass_parity.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

const QString parityCheckpoints = QStringLiteral(REGARD_TEST_DATA "/checkpoints");

} // namespace

/// Small checkpoints of every family beside what the transformers library computes of them in eager float32
/// (tests/data/checkpoints).
class ParityTest : public QObject {
    Q_OBJECT
private slots:
    void pass_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("index");
        const QStringList folders = QDir(parityCheckpoints).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 17);
        for (const QString &folder : folders) {
            const ExpectedFile file(expectedPath(folder));
            for (int i = 0; i < file.count(); ++i)
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(folder).arg(i))) << folder << i;
        }
    }

    void pass()
    {
        QFETCH(QString, folder);
        QFETCH(int, index);
        open(folder);
        comparePass(m_checkpoint, *m_file, index);
    }

    /// These folders have other keys in config.json, or more tensors.
    void variant_data()
    {
        QTest::addColumn<QString>("path");
        const QDir variants(QStringLiteral(REGARD_TEST_DATA "/checkpoint_variants"));
        const QStringList files = variants.entryList({QStringLiteral("*.safetensors")});
        QCOMPARE(files.size(), 22);
        for (const QString &file : files)
            QTest::newRow(qPrintable(file)) << variants.filePath(file);
    }

    void variant()
    {
        QFETCH(QString, path);
        const ExpectedFile file(path);
        CheckpointCopy copy(file.at(0)[QStringLiteral("folder")].toString());
        const QJsonObject changed = file.at(0)[QStringLiteral("config")].toObject();
        for (const QString &key : changed.keys())
            copy.setConfig(key, changed[key]);
        for (const QString &name : file.given()) {
            const auto [shape, bytes] = file.givenTensor(name);
            copy.tensors[name] = {QStringLiteral("F32"), shape, bytes};
        }
        copy.writeTensors();
        QVERIFY(!changed.isEmpty() || !file.given().isEmpty());
        comparePass(openCheckpoint(copy.path()), file, 0);
    }

    /// The file holds every attention, and logits wherever there is an output layer.
    void files_data()
    {
        QTest::addColumn<QString>("folder");
        for (const QString &folder : QDir(parityCheckpoints).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QTest::newRow(qPrintable(folder)) << folder;
    }

    void files()
    {
        QFETCH(QString, folder);
        open(folder);
        Project project = checkpointProject(m_checkpoint);
        project.source = "x";
        project.target = "x";
        const SharedTrace trace = forward(project.model, inputOf(project));
        const QStringList names = m_file->names(0);
        QCOMPARE(names.filter(QStringLiteral(".weights")).size(), qsizetype(trace->blocks.size()));
        QCOMPARE(names.contains(QStringLiteral("logits.first")), hasOutputLayer(project.model.config));
        const QString dtype = folder.section(QLatin1Char('_'), -1);
        QCOMPARE(QString::fromStdString(m_checkpoint->dtype),
                 dtype.endsWith(QLatin1String("float16")) ? dtype : QStringLiteral("float32"));
    }

private:
    static QString expectedPath(const QString &folder)
    {
        return parityCheckpoints + QLatin1Char('/') + folder + QStringLiteral(".expected.safetensors");
    }

    void open(const QString &folder)
    {
        if (folder == m_folder)
            return;
        m_checkpoint = openCheckpoint(parityCheckpoints + QLatin1Char('/') + folder);
        m_file = std::make_unique<ExpectedFile>(expectedPath(folder));
        m_folder = folder;
    }

    QString m_folder;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::unique_ptr<ExpectedFile> m_file;
};

REGARD_GUILESS_TEST(ParityTest)
#include "test_parity.moc"
