#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "io/checkpoint/checkpoint_series.h"
#include "test_class.h"

using namespace regard;

/// Which folders beside each other are steps of one training.
class TestCheckpointSeries : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    void make(const QString &name, bool isCheckpoint = true) const
    {
        QVERIFY(QDir(m_folder.path()).mkdir(name));
        QFile file(m_folder.filePath(name + QStringLiteral("/config.json")));
        QVERIFY(!isCheckpoint || (file.open(QIODevice::WriteOnly) && file.write("{}") == 2));
    }
    QStringList seriesOf(const QString &name) const
    {
        QStringList names;
        for (const QString &folder : checkpointSeries(m_folder.filePath(name)))
            names.append(QDir(m_folder.path()).relativeFilePath(folder));
        return names;
    }

private slots:
    void initTestCase()
    {
        for (const char *name : {"a-step1000", "a-step2000", "a-step10000", "a-step0", "b-step1000", "checkpoint-500",
                                 "checkpoint-1500", "llama-2-7b", "llama-2-13b", "model1", "model2", "epoch_09",
                                 "epoch_10", "epoch_9x", "alone-step5", "a-stepx"})
            make(QString::fromLatin1(name));
        make(QStringLiteral("a-step3000"), false); // no checkpoint in it
    }

    void series_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("series");
        const auto row = [](const char *name, const char *series) {
            QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(series);
        };
        row("a-step1000", "a-step0 a-step1000 a-step2000 a-step10000"); // by number, not by letters
        row("a-step10000/", "a-step0 a-step1000 a-step2000 a-step10000");
        row("checkpoint-500", "checkpoint-500 checkpoint-1500");
        row("epoch_10", "epoch_09 epoch_10");
        row("alone-step5", "");
        row("llama-2-7b", ""); // sizes, not steps
        row("model1", "");
        row("a-stepx", "");
        row("missing-step1", "");
    }
    void series()
    {
        QFETCH(QString, name);
        QFETCH(QString, series);
        QCOMPARE(seriesOf(name).join(QLatin1Char(' ')), series);
    }
};

REGARD_GUILESS_TEST(TestCheckpointSeries)

#include "test_checkpoint_series.moc"
