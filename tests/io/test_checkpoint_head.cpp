#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <QJsonArray>
#include <QtTest>

#include "engine/pass/output_layer.h"
#include "io/checkpoint/checkpoint.h"
#include "paths.h"
#include "test_class.h"
#include "variant_copy.h"

using namespace regard;

/// An output head that does not fit costs the head, not the attention.
class CheckpointHeadTest : public QObject {
    Q_OBJECT

    static QString folderOf(const QString &name) { return QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + name; }

private slots:
    /// A vocabulary that was resized without its head, and the like.
    void aHeadThatDoesNotFitCostsTheHead_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<QJsonArray>("shape");
        QTest::addColumn<QString>("clause");
        const auto row = [](const char *name, const char *folder, const char *tensor, const char *dtype,
                            const QJsonArray &shape, const char *clause) {
            QTest::newRow(name) << QString::fromLatin1(folder) << QString::fromLatin1(tensor)
                                << QString::fromLatin1(dtype) << shape << QString::fromUtf8(clause);
        };
        row("bias", "bert", "cls.predictions.bias", "F32", {289}, "is 289, but the model needs 294");
        row("transform", "bert", "cls.predictions.transform.dense.weight", "F32", {24, 12},
            "is 24 × 12, but the model needs 24 × 24");
        row("norm", "roberta", "lm_head.layer_norm.weight", "F32", {12}, "is 12, but the model needs 24");
        row("whole numbers", "distilbert", "vocab_projector.bias", "I32", {294},
            "has the dtype I32; weights are read from F64, F32, F16 and BF16");
        row("layer", "llama", "lm_head.weight", "F32", {384, 24}, "is 384 × 24, but the model needs 383 × 24");
        row("final bias", "marian", "final_logits_bias", "F32", {1, 302}, "is 1 × 302, but the model needs 303");
    }

    void aHeadThatDoesNotFitCostsTheHead()
    {
        QFETCH(const QString, folder);
        QFETCH(const QString, tensor);
        QFETCH(const QString, dtype);
        QFETCH(const QJsonArray, shape);
        QFETCH(const QString, clause);
        CheckpointCopy copy(folder);
        QVERIFY(copy.tensors.contains(tensor));
        qsizetype bytes = 4;
        for (const QJsonValue size : shape)
            bytes *= size.toInt();
        copy.tensors[tensor] = {dtype, shape, QByteArray(bytes, '\0')};
        copy.writeTensors();
        const auto checkpoint = openCheckpoint(copy.path());
        const auto original = openCheckpoint(folderOf(folder));
        QCOMPARE(QString::fromStdString(headFaultText(checkpoint->headFault)),
                 QStringLiteral("the tensor %1 %2").arg(tensor, clause));
        QVERIFY(!hasOutputLayer(checkpoint->model));
        const std::vector<std::string> &unused = checkpoint->unusedTensors;
        QVERIFY(std::find(unused.begin(), unused.end(), tensor.toStdString()) != unused.end());
        for (const auto &[name, matrix] : original->model.given.all())
            if (!name.starts_with("output."))
                QVERIFY2(checkpoint->model.given.at(name) == *matrix, name.c_str());
    }

    void aStoredHeadCountsBeforeTheTie_data()
    {
        QTest::addColumn<bool>("isTied");
        QTest::addColumn<bool>("isStored");
        for (const char *family :
             {"llama", "mistral", "qwen2", "qwen3", "smollm3", "phi3", "granite", "olmo2", "olmo3"})
            for (const bool isTied : {false, true})
                for (const bool isStored : {false, true})
                    QTest::addRow("%s%s%s", family, isTied ? " tied" : "", isStored ? " stored" : "")
                        << isTied << isStored;
    }

    /// from_pretrained() of transformers 5.24: other numbers than the embedding's are kept, whatever the key says;
    /// without any, an output layer that is not tied would be drawn at random.
    void aStoredHeadCountsBeforeTheTie()
    {
        QFETCH(const bool, isTied);
        QFETCH(const bool, isStored);
        const QString family = QString::fromLatin1(QByteArray(QTest::currentDataTag()).split(' ')[0]);
        const std::unique_ptr<CheckpointCopy> copy = familyCopy(family);
        copy->setConfig(QStringLiteral("tie_word_embeddings"), isTied);
        const QString head = QStringLiteral("lm_head.weight");
        CheckpointCopy::Tensor own = copy->tensors.at(QStringLiteral("model.embed_tokens.weight"));
        std::reverse(own.bytes.begin(), own.bytes.end()); // numbers, though not its own
        for (qsizetype i = 0; i < own.bytes.size(); i += 4)
            std::reverse(own.bytes.begin() + i, own.bytes.begin() + i + 4);
        copy->tensors.erase(head);
        if (isStored)
            copy->tensors[head] = own;
        copy->writeTensors();
        const auto checkpoint = openCheckpoint(copy->path());
        QCOMPARE(hasOutputLayer(checkpoint->model), isTied || isStored);
        QCOMPARE(headFaultText(checkpoint->headFault).empty(), isTied || isStored);
        if (!isTied && !isStored)
            return;
        QCOMPARE(regard::isTied(checkpoint->model), !isStored);
        const Matrix column = outputColumn(checkpoint->model, checkpoint->model.vocabulary.tokens, 3);
        const auto *expected = reinterpret_cast<const float *>(
            copy->tensors.at(isStored ? head : QStringLiteral("model.embed_tokens.weight")).bytes.constData());
        for (Eigen::Index i = 0; i < column.rows(); ++i)
            QCOMPARE(column(i, 0), expected[3 * column.rows() + i]);
    }

    /// RobertaLMHead of modeling_roberta.py has gelu whatever hidden_act says; its logits are in checkpoint_variants.
    void robertasHeadKeepsItsActivation()
    {
        CheckpointCopy copy(QStringLiteral("roberta"));
        copy.setConfig(QStringLiteral("hidden_act"), QStringLiteral("quick_gelu"));
        const auto checkpoint = openCheckpoint(copy.path());
        QCOMPARE(checkpoint->model.config.activation, Activation::QuickGelu);
        QCOMPARE(checkpoint->model.config.outputActivation, std::optional(Activation::Gelu));
        QVERIFY(hasOutputLayer(checkpoint->model) && !checkpoint->headFault.isAny());
    }
};

REGARD_GUILESS_TEST(CheckpointHeadTest)
#include "test_checkpoint_head.moc"
