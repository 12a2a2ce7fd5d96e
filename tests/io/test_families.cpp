#include <algorithm>
#include <memory>
#include <vector>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "checkpoint_copy.h"
#include "engine/analysis/model_cell.h"
#include "engine/analysis/next_token.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "expected_file.h"
#include "io/base/file_error.h"
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
        row("bloom", "bias=false");
        row("opt", "bias=false");
        row("opt_post", "norm=pre");
        row("opt_350m", "norm=pre");
        row("opt_unnormed", "final_norm=true");
        row("opt_narrow_unnormed", "final_norm=true");
        row("electra_discriminator_narrow", "activation=gelu");
        row("gpt_neo", "window=0");
        row("gpt_neo", "score=scaled_dot");
        row("gptj", "rotary_interleaved=false");
        row("gptj", "rotary_width=0");
        row("gptj", "parallel_residual=false");
        row("gptj", "bias=false");
        row("gpt_neox", "rotary_width=0");
        row("gpt_neox", "parallel_residual=false");
        row("gpt_neox", "bias=false");
        row("gpt_neox_sequential", "parallel_residual=true");
        row("phi", "rotary_width=0");
        row("phi", "parallel_residual=false");
        row("phi", "bias=false");
        row("mbart", "norm=post");
        row("mbart", "final_norm=false");
        row("mbart", "embedding_norm=false");
        row("mbart", "norm_epsilon=0.0001");
        row("mbart50", "embedding_scale=false");
        row("m2m_100", "position_start=2");
        row("m2m_100", "position=sinusoidal_halves");
        row("m2m_100", "embedding_scale=false");
        row("nllb", "position_start=0");
        row("nllb", "final_norm=false");
        row("marian_separate", "embedding_scale=false");
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
        project.target = file.at(0)[QStringLiteral("target")].toString().toStdString();
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
            if (!folder.startsWith(QLatin1String("electra_discriminator")))
                QTest::newRow(qPrintable(folder)) << QStringLiteral("../families/") + folder;
        for (const char *folder : {"bert_cased", "distilbert", "roberta", "gpt2", "bart", "marian"})
            QTest::newRow(folder) << QString::fromLatin1(folder);
    }

    /// A stored head counts whatever tie_word_embeddings says; without one, false means that there is no output layer.
    void headsByTheirFiles()
    {
        QFETCH(const QString, folder);
        const CheckpointCopy usual(folder);
        const auto opened = openCheckpoint(usual.path());
        const Family &family = *familyOf(opened->modelType);
        const QString head = QString::fromLatin1(family.head.tensor);
        const auto embedding = std::find_if(usual.tensors.begin(), usual.tensors.end(), [&](const auto &tensor) {
            return tensor.first.endsWith(opened->model.table->target ? QLatin1String("decoder.embed_tokens.weight")
                                                                     : QLatin1String(family.embedding));
        });
        QVERIFY(embedding != usual.tensors.end());
        for (const auto &[isTied, isStored] : {std::pair(true, true), {true, false}, {false, true}, {false, false}}) {
            CheckpointCopy copy(folder);
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

    void discriminator_data()
    {
        QTest::addColumn<QString>("className");
        QTest::addColumn<bool>("isTied");
        QTest::addColumn<QString>("taken"); ///< a tensor that is not in the files; *: none of the head's
        QTest::addColumn<bool>("hasGenerator");
        QTest::addColumn<QString>("kind"); ///< of the output layer
        QTest::addColumn<QString>("missing");
        const QString bias = QStringLiteral("discriminator_predictions.dense_prediction.bias");
        const QString dense = QStringLiteral("discriminator_predictions.dense.weight");
        const auto row = [](const char *name, const char *className, bool isTied, const QString &taken,
                            bool hasGenerator, const char *kind, const QString &missing) {
            QTest::newRow(name) << QString::fromLatin1(className) << isTied << taken << hasGenerator
                                << QString::fromLatin1(kind) << missing;
        };
        row("stored, tied", "ElectraForPreTraining", true, {}, false, "replaced", {});
        row("stored, not tied", "ElectraForPreTraining", false, {}, false, "replaced", {});
        row("stored, of no class", "ElectraModel", true, {}, false, "replaced", {});
        row("absent, tied", "ElectraForPreTraining", true, QStringLiteral("*"), false, "none", dense);
        row("absent, not tied", "ElectraForPreTraining", false, QStringLiteral("*"), false, "none", dense);
        row("absent, of no class", "ElectraModel", true, QStringLiteral("*"), false, "none", {});
        row("in part", "ElectraForPreTraining", true, bias, false, "none", bias);
        row("both, the discriminator's class", "ElectraForPreTraining", true, {}, true, "replaced", {});
        row("both, the generator's class", "ElectraForMaskedLM", true, {}, true, "words", {});
    }

    /// Its head is never tied; where both heads are stored, the class says whose files these are.
    void discriminator()
    {
        QFETCH(const QString, className);
        QFETCH(const bool, isTied);
        QFETCH(const QString, taken);
        QFETCH(const bool, hasGenerator);
        QFETCH(const QString, kind);
        QFETCH(const QString, missing);
        CheckpointCopy copy(QStringLiteral("../families/electra_discriminator_narrow"));
        copy.setConfig(QStringLiteral("architectures"), QJsonArray{className});
        copy.setConfig(QStringLiteral("tie_word_embeddings"), isTied);
        std::erase_if(copy.tensors, [&](const auto &tensor) {
            return tensor.first == taken || (taken == QLatin1String("*") &&
                                             tensor.first.startsWith(QLatin1String("discriminator_predictions.")));
        });
        if (hasGenerator)
            for (const auto &[name, tensor] : CheckpointCopy(QStringLiteral("../families/electra")).tensors)
                if (name.startsWith(QLatin1String("generator_")))
                    copy.tensors[name] = tensor;
        copy.writeTensors();
        const auto opened = openCheckpoint(copy.path());
        const ModelConfig &config = opened->model.config;
        QCOMPARE(config.replacedTokens, kind == QLatin1String("replaced"));
        QCOMPARE(config.maskedLanguageModel, kind == QLatin1String("words"));
        QCOMPARE(hasOutputLayer(opened->model), kind != QLatin1String("none"));
        QCOMPARE(opened->headFault.isAny(), !missing.isEmpty());
        QCOMPARE(opened->headFault.tensor, missing.toStdString());
    }

    /// The softmax of its two logits is the sigmoid of the one that the library gives.
    void probabilityOfBeingReplaced()
    {
        const auto opened = openCheckpoint(familyFolders + QStringLiteral("/electra_discriminator"));
        Project project = checkpointProject(opened);
        const ExpectedFile file = familyNumbers(QStringLiteral("electra_discriminator"));
        project.source = file.at(0)[QStringLiteral("text")].toString().toStdString();
        const SharedTrace trace = forward(project.model, inputOf(project));
        QCOMPARE(trace->vocabulary, TokenList({"original", "replaced"}));
        QCOMPARE(project.model.vocabulary.tokens.size(), std::size_t(69)); // which it reads
        const Matrix expected = file.matrices(0, QStringLiteral("logits.first")).front();
        const Matrix probabilities = nextTokenProbabilities(logitsRows(project.model, *trace, 0, 1), 1, 0);
        QVERIFY(std::abs(double(probabilities(0, 1)) - 1 / (1 + std::exp(-double(expected(0, 1))))) < 1e-5);
    }

    /// M2M100's first files hold their positions, which the library computes anew.
    void storedSinesArePassedOver()
    {
        CheckpointCopy copy(QStringLiteral("../families/m2m_100"));
        copy.tensors[QStringLiteral("model.encoder.embed_positions.weights")] = {
            QStringLiteral("F32"), QJsonArray{2, 12}, QByteArray(96, '\0')};
        copy.writeTensors();
        const auto opened = openCheckpoint(copy.path());
        QCOMPARE(opened->unusedTensors, std::vector<std::string>());
        comparePass(opened, familyNumbers(QStringLiteral("m2m_100")), 0);
    }

    void areRefusedByName_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QJsonValue>("value");
        QTest::addColumn<QString>("message");
        const auto row = [](const char *folder, const char *key, const QJsonValue &value, const char *message) {
            QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(folder), QLatin1String(key))))
                << QString::fromLatin1(folder) << QString::fromLatin1(key) << value << QString::fromUtf8(message);
        };
        row("mbart", "normalize_before", false, "of mBART models only those with normalize_before true can be read");
        row("mbart", "share_encoder_decoder_embeddings", false, "share_encoder_decoder_embeddings is false");
        row("m2m_100", "add_final_layer_norm", false, "of M2M100 models only those with add_final_layer_norm true");
        row("m2m_100", "is_causal", true, "is_causal is true");
        row("m2m_100", "decoder_attention_heads", 2, "heads of unlike sizes in the two stacks");
        row("esm", "mask_token_id", 33, "the embedding has 33 rows, but the id of the mask token is 33");
        row("gpt_neox", "rope_parameters", QJsonObject{{QStringLiteral("partial_rotary_factor"), 0.4}},
            "partial_rotary_factor asks to rotate 3 of a head's 8 columns, but only pairs of columns can be rotated");
        row("gpt_neox", "rope_parameters", QJsonObject{{QStringLiteral("partial_rotary_factor"), 0.1}},
            "partial_rotary_factor asks to rotate 0 of a head's 8 columns");
        row("marian_separate", "decoder_vocab_size", 125, "has 126 rows, but decoder_vocab_size of config.json is 125");
        row("marian_separate", "vocab_size", 111, "has 110 rows, but vocab_size of config.json is 111");
        row("marian_separate", "share_encoder_decoder_embeddings", true,
            "decoder.embed_tokens.weight\" holds other numbers than \"model.encoder.embed_tokens.weight");
    }

    void areRefusedByName()
    {
        QFETCH(const QString, folder);
        QFETCH(const QString, key);
        QFETCH(const QJsonValue, value);
        QFETCH(const QString, message);
        CheckpointCopy copy(QStringLiteral("../families/") + folder);
        copy.setConfig(key, value);
        const QString said = messageOf<FileError>([&] { openCheckpoint(copy.path()); });
        QVERIFY2(said.contains(message), qPrintable(said));
    }

    /// A word that both vocabularies have has a row in each, which an edit of one side changes alone.
    void vocabulariesOfTheirOwn()
    {
        const auto marian = openCheckpoint(familyFolders + QStringLiteral("/marian_separate"));
        const Model &model = marian->model;
        QVERIFY(model.table->target);
        QVERIFY(model.table->isTied());
        QCOMPARE(model.table->embedding->rows(), 110);
        QCOMPARE(model.table->target->embedding->rows(), 126);
        QCOMPARE(int(model.vocabulary.tokens.size()), 126);
        const std::string word = "\u2581on";
        QCOMPARE(rowKey(model, word, false), word);
        QCOMPARE(rowKey(model, word, true), "target " + word);
        const Matrix source = embeddingRow(model, word);
        const Matrix target = embeddingRow(model, "target " + word);
        QVERIFY(source != target);
        Project project = checkpointProject(marian);
        project.source = project.target = "sat on";
        const Input input = inputOf(project);
        const SharedTrace before = forward(model, input);
        const int row = int(std::find(input.tokens.begin(), input.tokens.end(), word) - input.tokens.begin());
        const int other = int(std::find(input.target.begin(), input.target.end(), word) - input.target.begin());
        QVERIFY(isReadByEntry(model, *before, {"X", row, 0}, Stack::Encoder));
        QVERIFY(!isReadByEntry(model, *before, {"X", row, 0}, Stack::Decoder));
        QVERIFY(isReadByEntry(model, *before, {"X target", other, 0}, Stack::Decoder));
        QVERIFY(!isReadByEntry(model, *before, {"X target", other, 0}, Stack::Encoder));
        Model edited = model;
        edited.embedding["target " + word] = std::make_shared<Matrix>(source);
        const SharedTrace after = forward(edited, input, {before.get(), &model});
        const SharedTrace anew = forward(edited, input);
        QVERIFY(after->source.embedded == before->source.embedded);
        QVERIFY(after->target.embedded != before->target.embedded);
        QVERIFY(after->logits == anew->logits);
        const int column = outputRowOf(*model.table, "target " + word);
        QCOMPARE(model.vocabulary.tokens[std::size_t(column)], word);
        QCOMPARE(outputRowOf(*model.table, word), -1);
        edited.embedding = {{word, std::make_shared<Matrix>(target)}};
        QVERIFY(forward(edited, input)->source.embedded != before->source.embedded);
        QVERIFY(forward(edited, input)->target.embedded == before->target.embedded);
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
