#include <algorithm>
#include <string>
#include <vector>

#include <QJsonArray>
#include <QtTest>

#include "checkpoint_copy.h"
#include "engine/pass/output_layer.h"
#include "io/checkpoint/checkpoint.h"
#include "paths.h"
#include "test_class.h"

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
