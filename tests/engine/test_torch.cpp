#include <QDir>
#include <QtTest>

#include "paths.h"
#include "reference_file.h"
#include "test_class.h"

using namespace regard;

/// The engine beside torch.nn.TransformerEncoder, TransformerDecoder and Transformer.
class TorchTest : public QObject {
    Q_OBJECT
private slots:
    void pass_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(REGARD_TEST_DATA "/torch"));
        const QFileInfoList files = folder.entryInfoList({QStringLiteral("*.txt")});
        QCOMPARE(files.size(), 8);
        for (const QFileInfo &file : files)
            QTest::newRow(qPrintable(file.baseName())) << file.filePath();
    }

    void pass()
    {
        QFETCH(QString, path);
        const Reference reference = readReference(path);
        const std::map<std::string, Matrix> actual = compareWithPass(reference);
        QCOMPARE(actual.size(), reference.expected.size());
    }
};

REGARD_GUILESS_TEST(TorchTest)
#include "test_torch.moc"
