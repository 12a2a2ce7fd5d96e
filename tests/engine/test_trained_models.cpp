#include <QDir>
#include <QtTest>

#include "paths.h"
#include "reference_file.h"
#include "test_class.h"

using namespace regard;

/// The engine beside tiny random models of the transformers library.
class TrainedModelsTest : public QObject {
    Q_OBJECT
private slots:
    void pass_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("converts");
        const QDir folder(QStringLiteral(REGARD_TEST_DATA "/trained"));
        const QFileInfoList files = folder.entryInfoList({QStringLiteral("*.txt")});
        QCOMPARE(files.size(), 5);
        for (const QFileInfo &file : files) {
            QTest::newRow(qPrintable(file.baseName())) << file.filePath() << false;
            QTest::newRow(qPrintable(file.baseName() + QStringLiteral(", converted"))) << file.filePath() << true;
        }
    }

    void pass()
    {
        QFETCH(QString, path);
        QFETCH(bool, converts);
        const Reference reference = readReference(path);
        QVERIFY(reference.expected.contains("logits"));
        compareWithPass(reference, converts);
    }
};

REGARD_GUILESS_TEST(TrainedModelsTest)
#include "test_trained_models.moc"
