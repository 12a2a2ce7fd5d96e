#include <memory>

#include <QDir>
#include <QtTest>

#include "engine/model/model.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "expected_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/model_keys.h"
#include "io/project/project.h"
#include "pass_parity.h"
#include "paths.h"
#include "test_class.h"
#include "variant_copy.h"

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

    /// These folders have other keys in config.json, or more tensors, or are whole models of another family.
    void variant_data()
    {
        QTest::addColumn<QString>("path");
        const QDir variants(QStringLiteral(REGARD_TEST_DATA "/checkpoint_variants"));
        const QStringList files = variants.entryList({QStringLiteral("*.safetensors")});
        QCOMPARE(files.size(), 44);
        for (const QString &file : files)
            QTest::newRow(qPrintable(file)) << variants.filePath(file);
    }

    void variant()
    {
        QFETCH(QString, path);
        const ExpectedFile file(path);
        const std::unique_ptr<CheckpointCopy> copy = variantCopy(file);
        QVERIFY(!file.at(0)[QStringLiteral("config")].toObject().isEmpty() || !file.given().isEmpty());
        const std::shared_ptr<const Checkpoint> checkpoint = openCheckpoint(copy->path());
        for (int i = 0; i < file.count(); ++i)
            comparePass(checkpoint, file, i);
    }

    /// Each rule of a family changes its numbers: without it they are not the library's.
    void everyRuleCounts_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char *variant, const char *key, const char *value) {
            QTest::addRow("%s %s", variant, key) << QByteArray(key) << QByteArray(value);
        };
        row("llama_linear", "rope_scaling", "none");
        row("llama_dynamic", "rope_scaling", "none");
        row("llama_llama3", "rope_scaling", "none");
        row("llama_4_llama3", "rope_low", "0.1");
        row("llama_4_llama3", "rope_high", "8");
        row("llama_yarn", "rope_scaling", "linear");
        row("llama_yarn", "rope_attention", "1");
        row("llama_yarn_whole", "rope_truncate", "true");
        row("llama_yarn_mscale", "rope_attention", "1");
        row("llama_longrope", "rope_original", "64");
        row("mistral_window", "window", "0");
        row("mistral_window", "window", "4");
        row("qwen2_window", "window", "0");
        row("qwen2_window", "qkv_bias", "false");
        row("qwen2_window", "full_layers", "");
        row("qwen2_layer_types", "full_layers", "1");
        row("qwen3", "window", "0");
        row("qwen3", "qk_norm", "none");
        row("qwen3_biased", "qk_norm", "none");
        row("smollm3", "unrotated_layers", "");
        row("smollm3_window", "window", "0");
        row("phi3", "window", "0");
        row("phi3_long", "rotary_width", "0");
        row("phi3_long", "rope_original", "64");
        row("phi3_su", "rope_attention", "1");
        row("granite", "embedding_multiplier", "1");
        row("granite", "residual_multiplier", "1");
        row("granite", "score_scale", "0");
        row("granite", "logits_divisor", "1");
        row("olmo2", "norm", "post");
        row("olmo2", "qk_norm", "none");
        row("olmo3", "window", "0");
        row("olmo3", "window_theta", "0");
        row("olmo3", "rope_scaling", "none");
        row("olmo3_4", "window_theta", "0");
    }

    void everyRuleCounts()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        const ExpectedFile file(variantPath(QString::fromLatin1(QByteArray(QTest::currentDataTag()).split(' ')[0])));
        const std::unique_ptr<CheckpointCopy> copy = variantCopy(file); // whose rows are read when they are needed
        const auto checkpoint = openCheckpoint(copy->path());
        Project project = checkpointProject(checkpoint);
        project.source = file.at(0)[QStringLiteral("text")].toString().toStdString();
        const Input input = inputOf(project);
        ModelConfig changed = project.model.config;
        setModelKey(changed, key.toStdString(), value.toStdString());
        if (changed.ropeScaling == RopeScaling::LongRope && key == "rotary_width")
            changed.ropeShort = changed.ropeLong = std::vector<double>(std::size_t(changed.dKey / 2), 1);
        const Matrix expected = file.matrices(0, QStringLiteral("logits.last")).front();
        const auto differs = [&](const Model &model) {
            const SharedTrace trace = forward(model, input);
            return firstDifference(logitsRows(model, *trace, int(trace->decoderOutput.rows()) - 1, 1), expected) >= 0;
        };
        QVERIFY(!differs(project.model));
        QVERIFY(differs(reconfigured(project.model, changed)));
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
