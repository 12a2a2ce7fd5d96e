#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "../io/checkpoint_copy.h"
#include "paths.h"
#include "run_program.h"
#include "test_class.h"

namespace {

QList<QByteArrayList> linesOf(const QByteArray &out)
{
    QList<QByteArrayList> lines;
    for (const QByteArray &line : out.split('\n'))
        if (!line.isEmpty())
            lines.append(line.split('\t'));
    return lines;
}

} // namespace

/// `regard models`, and `regard info` of what PyTorch wrote.
class ModelsTest : public QObject {
    Q_OBJECT

private slots:
    void listsTheCache();
    void anEmptyCacheLeavesTheTen();
    void infoReadsAPickle();
};

void ModelsTest::listsTheCache()
{
    const QTemporaryDir cache;
    const QString folder = cache.filePath(QStringLiteral("models--org--bert/snapshots/0123456789"));
    QDir().mkpath(folder);
    const QString from = QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert/");
    for (const QString &name : QDir(from).entryList(QDir::Files))
        QVERIFY(QFile::copy(from + name, folder + QLatin1Char('/') + name));
    const auto list = [&] {
        Program program{{QStringLiteral("models")}};
        program.environment.insert("HF_HUB_CACHE", QFile::encodeName(cache.path()));
        const ProgramRun ran = program.run();
        return ran.exitCode == 0 && ran.err.isEmpty() ? linesOf(ran.out) : QList<QByteArrayList>();
    };
    const QList<QByteArrayList> lines = list();
    QCOMPARE(lines.size(), 11);
    QCOMPARE(lines[0].mid(0, 2), (QByteArrayList{"org/bert", "0123456"}));
    QCOMPARE(lines[0].mid(3), (QByteArrayList{"BERT", "opens", QFile::encodeName(folder)}));
    QCOMPARE(lines[1], (QByteArrayList{"sentence-transformers/all-MiniLM-L6-v2", "", "91.0 MB", "BERT", "to fetch",
                                       "hf download sentence-transformers/all-MiniLM-L6-v2 config.json tokenizer.json "
                                       "tokenizer_config.json model.safetensors"}));
    QVERIFY(QFile::remove(folder + QStringLiteral("/tokenizer.json")));
    QVERIFY(list()[0][4].startsWith("does not open: "));
}

void ModelsTest::anEmptyCacheLeavesTheTen()
{
    Program program{{QStringLiteral("models")}};
    program.environment.insert("HF_HUB_CACHE", "/nowhere/at/all");
    const ProgramRun ran = program.run();
    QCOMPARE(ran.exitCode, 0);
    QCOMPARE(linesOf(ran.out).size(), 10);
}

void ModelsTest::infoReadsAPickle()
{
    regard::CheckpointCopy copy(QStringLiteral("gpt2_json"));
    QVERIFY(QFile::remove(copy.filePath(QStringLiteral("model.safetensors"))));
    const QString pickle = copy.filePath(QStringLiteral("pytorch_model.bin"));
    QVERIFY(QFile::copy(QStringLiteral(REGARD_TEST_DATA "/pickles/gpt2_json.bin"), pickle));
    for (const QString &path : {copy.path(), pickle}) { // the file is as good as its folder
        const ProgramRun ran = Program{{QStringLiteral("info"), path}}.run();
        QCOMPARE(ran.err, QByteArray());
        for (const char *line :
             {"opens = yes", "family = GPT-2", "weights_file = pytorch_model.bin", "dtype = float32"})
            QVERIFY2(ran.out.contains(line), line);
    }
    QFile file(pickle);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("\x80\2cos\nsystem\n.") > 0);
    file.close();
    const ProgramRun ran = Program{{QStringLiteral("info"), copy.path()}}.run();
    QCOMPARE(ran.exitCode, 1);
    QCOMPARE(ran.err,
             "regard: " + QFile::encodeName(pickle) +
                 ": is no file that PyTorch's torch.save writes: neither a zip archive nor the older format\n");
}

REGARD_GUILESS_TEST(ModelsTest)
#include "test_models.moc"
