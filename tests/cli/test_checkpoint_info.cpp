#include <QFile>
#include <QStringList>
#include <QTemporaryDir>
#include <QtTest>

#include "../io/checkpoint_copy.h"
#include "cli/info_command.h"
#include "io/checkpoint/checkpoint.h"
#include "run_program.h"
#include "test_class.h"

namespace {

ProgramRun infoOf(const QString &folder)
{
    return Program{{QStringLiteral("info"), folder}}.run();
}

} // namespace

class CheckpointInfoTest : public QObject {
    Q_OBJECT

private slots:
    void tellsWhatTheModelIs();
    void tellsWhatIsNotRead();
    void refusesADamagedFolder();
    void theStatusLineCountsTheTablesToo_data();
    void theStatusLineCountsTheTablesToo();
};

/// `regard info FOLDER`: family, sizes, parameters, dtype, tokenizer and the memory that it takes.
void CheckpointInfoTest::tellsWhatTheModelIs()
{
    const ProgramRun ran = infoOf(QStringLiteral(REGARD_TEST_DATA "/checkpoints/llama_bfloat16"));
    QCOMPARE(ran.exitCode, 0);
    QCOMPARE(ran.err, QByteArray());
    const QStringList lines = QString::fromUtf8(ran.out).split(QLatin1Char('\n'));
    // One layer: 16 · (16 + 4 + 4 + 16) of attention and 3 · 16 · 40 numbers of two bytes, and three norms of 16
    // numbers of four, 5312 bytes in all; twice 383 · 16 numbers more stay in the file.
    for (const char *line :
         {"family = Llama", "model_type = llama", "dtype = bfloat16", "weights_file = model.safetensors",
          "file_size = 30.9 kB", "weights_memory = 5.3 kB", "tokenizer = byte-level BPE", "vocabulary_size = 383",
          "blocks = decoder.0.self", "parameters = 14864", "d_model = 16", "heads = 4", "key_value_heads = 1",
          "position = rotary", "maximum_tokens = 64", "tied_output = false"})
        QVERIFY2(lines.contains(QString::fromLatin1(line)), line);
    QCOMPARE(lines.filter(QStringLiteral("trace_memory_64 = ")).size(), 1); // it reads no more
    QCOMPARE(lines.filter(QStringLiteral("trace_memory")).size(), 1);
    for (const char *key : {"not_known_here", "unused_tensors", "output_layer", "auto_map"})
        QVERIFY2(lines.filter(QLatin1String(key)).isEmpty(), key);
}

/// What of a folder is not read, a line each.
void CheckpointInfoTest::tellsWhatIsNotRead()
{
    const auto linesOf = [](const QString &folder) {
        return QString::fromUtf8(infoOf(folder).out).split(QLatin1Char('\n'));
    };
    const QStringList cased = linesOf(QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert_cased"));
    QVERIFY(cased.contains(QStringLiteral("unused_tensors = bert.pooler.dense.bias, bert.pooler.dense.weight, "
                                          "cls.seq_relationship.bias, cls.seq_relationship.weight")));
    regard::CheckpointCopy copy(QStringLiteral("gpt2"));
    QVERIFY(linesOf(copy.path()).filter(QStringLiteral("not_known_here")).isEmpty());
    copy.setConfig(QStringLiteral("zebra"), 1);
    QVERIFY(linesOf(copy.path()).contains(QStringLiteral("not_known_here = zebra")));
    QVERIFY(linesOf(copy.path()).contains(QStringLiteral("tied_output = true"))); // as its config.json says
    copy.setConfig(QStringLiteral("is_causal"), false);
    copy.setConfig(QStringLiteral("auto_map"),
                   QJsonObject{{QStringLiteral("AutoModelForCausalLM"), QStringLiteral("a.B")}});
    copy.setConfig(QStringLiteral("tie_word_embeddings"), false);
    const QStringList lines = linesOf(copy.path());
    for (const char *line : {"auto_map = names code of the folder's own, which is not run", "decoder_mask = none",
                             "output_layer = none, because the files have no tensor lm_head.weight"})
        QVERIFY2(lines.contains(QString::fromLatin1(line)), line);
}

void CheckpointInfoTest::refusesADamagedFolder()
{
    QTemporaryDir dir;
    QFile config(dir.filePath(QStringLiteral("config.json")));
    QVERIFY(config.open(QIODevice::WriteOnly) && config.write(R"({"model_type": "t5"})") > 0);
    config.close();
    const ProgramRun ran = infoOf(dir.path());
    QCOMPARE(ran.exitCode, 1);
    QCOMPARE(ran.out, QByteArray());
    const QString error = QString::fromUtf8(ran.err);
    QVERIFY2(
        error.startsWith(QStringLiteral("regard: %1: model_type is \"t5\", which is not read; those that are: bert")
                             .arg(config.fileName())),
        qPrintable(error));
    QCOMPARE(error.count(QLatin1Char('\n')), 1);
}

void CheckpointInfoTest::theStatusLineCountsTheTablesToo_data()
{
    QTest::addColumn<QString>("folder");
    for (const char *folder : {"bert", "gpt2", "llama", "qwen2"})
        QTest::newRow(folder) << QString::fromLatin1(folder);
}

/// The model in the window has as many weights as the files' headers say, tied or not.
void CheckpointInfoTest::theStatusLineCountsTheTablesToo()
{
    QFETCH(QString, folder);
    const auto checkpoint = regard::openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + folder);
    const double count = regard::parameterCount(checkpoint->model, 5, int(checkpoint->model.vocabulary.tokens.size()));
    QCOMPARE(count, double(checkpoint->parameters));
}

REGARD_GUILESS_TEST(CheckpointInfoTest)
#include "test_checkpoint_info.moc"
