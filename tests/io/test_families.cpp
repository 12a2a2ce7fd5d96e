#include <algorithm>
#include <memory>
#include <vector>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "checkpoint_copy.h"
#include "engine/pass/forward.h"
#include "expected_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/checkpoint_series.h"
#include "io/checkpoint/family.h"
#include "io/project/model_keys.h"
#include "io/project/project.h"
#include "message_of.h"
#include "pass_parity.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

const QString familyFolders = QStringLiteral(REGARD_TEST_DATA "/families");

ExpectedFile familyNumbers(const QString &folder)
{
    return ExpectedFile(familyFolders + QLatin1Char('/') + folder + QStringLiteral(".expected.safetensors"));
}

} // namespace

/// Tiny models of further families beside what the transformers library computes of them (tests/data/families).
class TestFamilies : public QObject {
    Q_OBJECT
private slots:
    void pass_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("index");
        const QStringList folders = QDir(familyFolders).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QVERIFY(folders.size() >= 9);
        for (const QString &folder : folders)
            for (int i = 0; i < familyNumbers(folder).count(); ++i)
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(folder).arg(i))) << folder << i;
    }

    void pass()
    {
        QFETCH(QString, folder);
        QFETCH(int, index);
        const auto checkpoint = openCheckpoint(familyFolders + QLatin1Char('/') + folder);
        comparePass(checkpoint, familyNumbers(folder), index);
        QCOMPARE(checkpoint->unknownKeys, std::vector<std::string>());
    }

    void withoutItsRuleTheNumbersDiffer_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("rule");
        const auto row = [](const char *folder, const char *rule) {
            QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(folder), QLatin1String(rule))))
                << QString::fromLatin1(folder) << QString::fromLatin1(rule);
        };
        row("bert_decoder", "encoder_mask=none");
        row("mpnet", "score_bias=none");
        row("mpnet", "score_bias=alibi");
        row("esm", "token_dropout=false");
        row("esm", "position=none");
        row("esm", "rope_scaling=none");
        row("esm", "final_norm=false");
        row("esm_absolute", "embedding_norm=false");
        row("gpt2_by_layer", "scale_by_layer=false");
        row("bloom", "score_bias=none");
        row("bloom", "embedding_norm=false");
        row("opt_post", "norm=pre");
        row("gpt_neo", "window=0");
        row("gpt_neo", "score=scaled_dot");
        row("gptj", "rotary_interleaved=false");
        row("gptj", "rotary_width=0");
        row("gptj", "parallel_residual=false");
        row("gpt_neox", "rotary_width=0");
        row("gpt_neox", "parallel_residual=false");
        row("gpt_neox_sequential", "parallel_residual=true");
        row("phi", "rotary_width=0");
        row("phi", "parallel_residual=false");
    }

    /// Each rule of a family is seen in what it computes.
    void withoutItsRuleTheNumbersDiffer()
    {
        QFETCH(const QString, folder);
        QFETCH(const QString, rule);
        const auto checkpoint = openCheckpoint(familyFolders + QLatin1Char('/') + folder);
        Project project = checkpointProject(checkpoint);
        const ExpectedFile file = familyNumbers(folder);
        project.source = file.at(0)[QStringLiteral("text")].toString().toStdString();
        ModelConfig config = project.model.config;
        setModelKey(config, rule.section(QLatin1Char('='), 0, 0).toStdString(),
                    rule.section(QLatin1Char('='), 1).toStdString());
        QVERIFY(config != project.model.config);
        const Input input = inputOf(project);
        project.model = reconfigured(project.model, config);
        const SharedTrace trace = forward(project.model, input);
        bool differs = false;
        for (const QString &name : file.names(0)) {
            const std::vector<Matrix> expected = file.matrices(0, name);
            const std::vector<Matrix> actual = matricesOf(project.model, *trace, name, -1);
            for (std::size_t i = 0; i < actual.size(); ++i)
                differs = differs || firstDifference(actual[i], expected[i]) >= 0;
        }
        QVERIFY(differs);
    }

    /// Pythia's training steps, a folder each, are walked through by number; the second holds other numbers.
    void stepsOfPythia()
    {
        QTemporaryDir place;
        CheckpointCopy copy(QStringLiteral("../families/gpt_neox"));
        const QStringList names{QStringLiteral("pythia-14m-step512"), QStringLiteral("pythia-14m-step1000"),
                                QStringLiteral("pythia-14m-step143000")};
        for (const QString &name : names) {
            QByteArray &embedding = copy.tensors.at(QStringLiteral("gpt_neox.embed_in.weight")).bytes;
            std::reverse(embedding.begin() + 4, embedding.begin() + 8); // another number
            copy.writeTensors();
            QVERIFY(QDir(place.path()).mkdir(name));
            for (const QString &file : QDir(copy.path()).entryList(QDir::Files))
                QVERIFY(QFile::copy(copy.filePath(file), place.filePath(name + QLatin1Char('/') + file)));
        }
        const QStringList series = checkpointSeries(place.filePath(names[1]));
        QCOMPARE(series.size(), 3);
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(QFileInfo(series[i]).fileName(), names[i]);
            const auto step = openCheckpoint(series[i]);
            QCOMPARE(step->family, std::string("GPT-NeoX"));
            QCOMPARE(step->model.config.rotaryWidth, 2);
        }
    }

    void headsByTheirFiles_data()
    {
        QTest::addColumn<QString>("folder");
        for (const QString &folder : QDir(familyFolders).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            if (folder != QLatin1String("electra_discriminator"))
                QTest::newRow(qPrintable(folder)) << folder;
    }

    /// A stored head counts whatever tie_word_embeddings says; without one, false means that there is no output layer.
    void headsByTheirFiles()
    {
        QFETCH(const QString, folder);
        const CheckpointCopy usual(QStringLiteral("../families/") + folder);
        const auto opened = openCheckpoint(usual.path());
        const Family &family = *familyOf(opened->modelType);
        const QString head = QString::fromLatin1(family.head.tensor);
        const auto embedding = std::find_if(usual.tensors.begin(), usual.tensors.end(), [&](const auto &tensor) {
            return tensor.first.endsWith(QLatin1String(family.embedding));
        });
        QVERIFY(embedding != usual.tensors.end());
        for (const auto &[isTied, isStored] : {std::pair(true, true), {true, false}, {false, true}, {false, false}}) {
            CheckpointCopy copy(QStringLiteral("../families/") + folder);
            copy.setConfig(QStringLiteral("tie_word_embeddings"), isTied);
            for (const std::string &name : family.head.names())
                copy.tensors.erase(QString::fromStdString(name));
            if (isStored)
                copy.tensors[head] = {embedding->second.dtype, embedding->second.shape,
                                      QByteArray(embedding->second.bytes.size(), '\0')};
            copy.writeTensors();
            const auto changed = openCheckpoint(copy.path());
            const RowTable *output = changed->model.table->output.get();
            QCOMPARE(output != nullptr, isTied || isStored);
            QCOMPARE(changed->headFault.kind == HeadFault::Kind::Missing, !isTied && !isStored);
            if (!output)
                continue;
            std::vector<float> row(std::size_t(output->columns()), 1);
            output->read(3, 1, row.data());
            QCOMPARE(std::count(row.begin(), row.end(), 0.0F) == output->columns(), isStored);
        }
    }

    /// ALBERT's layers of one group are one matrix in memory, and count once.
    void layersShareTheirWeights()
    {
        const auto albert = openCheckpoint(familyFolders + QStringLiteral("/albert"));
        const ModelWeights &weights = albert->model.weights;
        QCOMPARE(albert->model.config.encoderLayers, 6);
        QVERIFY(weights.find("encoder.0.self.w_q") == weights.find("encoder.2.self.w_q"));
        QVERIFY(weights.find("encoder.0.self.w_q") != weights.find("encoder.1.self.w_q"));
        QVERIFY(weights.find("encoder.0.self.w_q") != weights.find("encoder.4.self.w_q"));
        qint64 numbers = 0;
        const CheckpointCopy copy(QStringLiteral("../families/albert"));
        for (const auto &[name, tensor] : copy.tensors)
            numbers += name.contains(QLatin1String("pooler")) || name.contains(QLatin1String("sop"))
                           ? 0
                           : tensor.bytes.size() / 4;
        QCOMPARE(qint64(albert->parameters), numbers);
    }
};

REGARD_GUILESS_TEST(TestFamilies)
#include "test_families.moc"
