#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "engine/pass/forward.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/intervention_keys.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "message_of.h"
#include "pass_parity.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

/// Three heads in each of two layers, and more keys.
std::string byHandProject(const std::string &more)
{
    return R"({"format": "regard-project", "version": 1, "source": "a b c",
        "model": {"encoder_layers": 2, "d_model": 4, "heads": 3, "d_key": 2, "d_value": 2})" +
           more + "}";
}

Project byHandRead(const std::string &more)
{
    return parseProject(byHandProject(more), "file");
}

QString byHandError(const std::string &more)
{
    return messageOf<FileError>([&] { byHandRead(more); });
}

} // namespace

/// `attend` and `cut` of a project, and what they do beside transformers (tests/data/interventions/make_by_hand.py).
class ByHandTest : public QObject {
    Q_OBJECT
private slots:
    void transformers_data()
    {
        QTest::addColumn<QJsonObject>("given");
        QFile file(QStringLiteral(REGARD_TEST_DATA "/interventions/by_hand.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray cases = QJsonDocument::fromJson(file.readAll()).array();
        QCOMPARE(cases.size(), 4);
        for (const QJsonValue &each : cases)
            QTest::newRow(qPrintable(each[QStringLiteral("checkpoint")].toString())) << each.toObject();
    }
    void transformers()
    {
        QFETCH(QJsonObject, given);
        Project project = checkpointProject(openCheckpoint(
            QStringLiteral(REGARD_TEST_DATA "/checkpoints/%1").arg(given[QStringLiteral("checkpoint")].toString())));
        project.source = given[QStringLiteral("text")].toString().toStdString();
        const std::string keys = QJsonDocument(given).toJson().toStdString();
        project.model.interventions = readInterventions(parseJson(keys, "case"), project.model.config, "case");
        const SharedTrace trace = forward(project.model, inputOf(project));
        const QJsonArray rows = given[QStringLiteral("output")].toArray();
        Matrix expected(rows.size(), rows[0].toArray().size());
        for (Eigen::Index i = 0; i < expected.rows(); ++i)
            for (Eigen::Index j = 0; j < expected.cols(); ++j)
                expected(i, j) = float(rows[i].toArray()[j].toDouble());
        const bool decodes = project.model.config.architecture == Architecture::Decoder;
        compareMatrix(QStringLiteral("output"), decodes ? trace->decoderOutput : trace->encoderOutput, expected);
        const QJsonObject first = given[QStringLiteral("attend")][0].toObject();
        const Matrix &weights = trace->blocks[std::size_t(first[QStringLiteral("layer")].toInt() - 1)]
                                    ->heads[std::size_t(first[QStringLiteral("head")].toInt() - 1)]
                                    .weights;
        const QJsonArray row = given[QStringLiteral("row")].toArray();
        for (Eigen::Index key = 0; key < weights.cols(); ++key)
            QVERIFY(std::abs(double(weights(first[QStringLiteral("query")].toInt() - 1, key)) - row[key].toDouble()) <
                    2e-6);
    }

    void theyAreKept()
    {
        const std::string text =
            R"(, "attend": [{"block": "encoder", "layer": 1, "head": 3, "query": 3, "key": 2, "weight": 0.8}],
               "cut": [{"block": "encoder", "layer": 1, "last_layer": 2, "heads": [3, 1], "query": 1, "key": 2},
                       {"block": "encoder", "layer": 2, "query": 2, "key": 1}])";
        const Project project = byHandRead(text);
        Interventions expected;
        expected.weights[{Attention::Encoder, 0, 2}] = {{{2, 1}, 0.8F}};
        expected.cuts = {{Attention::Encoder, 0, 1, {0, 2}, {0, 1}}, {Attention::Encoder, 1, 1, {}, {1, 0}}};
        QVERIFY(project.model.interventions == expected);
        const Project again = parseProject(projectJson(project), "again");
        QVERIFY(again.model.interventions == expected);
    }

    void whatIsWrongIsNamed_data()
    {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *entry, const char *reason) {
            QTest::newRow(reason) << QString::fromUtf8(entry) << QString::fromUtf8(reason);
        };
        row(R"("attend": [{"block": "encoder", "layer": 1, "query": 1, "key": 1, "weight": 1}])",
            "attend[1].head is missing");
        row(R"("attend": [{"block": "encoder", "layer": 1, "head": 1, "key": 1, "weight": 1}])",
            "attend[1].query is missing");
        row(R"("attend": [{"block": "encoder", "layer": 1, "head": 1, "query": 1, "key": 1}])",
            "attend[1].weight is missing");
        row(R"("attend": [{"block": "encoder", "layer": 1, "head": 1, "query": 1, "key": 1, "weight": 1.5}])",
            "attend[1].weight must be a number from 0 to 1");
        row(R"("attend": [{"block": "encoder", "layer": 1, "head": 4, "query": 1, "key": 1, "weight": 1}])",
            "attend[1].head must be a whole number from 1 to 3");
        row(R"("means": {"sentences": "a.txt", "sentences_hash": "h"})", "means.model_hash is missing");
        row(R"("means": {"sentences": "a.txt", "sentences_hash": "h", "model_hash": "h", "more": 1})", "more");
        row(R"("means": {"sentences": "a.txt", "sentences_hash": "h", "model_hash": "h", "old": true})", "old");
        const std::string head = R"("means": {"sentences": "a.txt", "sentences_hash": "h", "model_hash": "h", "of": [)"
                                 R"({"block": "encoder", "layer": 1, "head": 1)";
        row((head + "}]}").c_str(), "means.of[1].mean is missing");
        row((head + R"(, "mean": "x"}]})").c_str(), "means.of[1].mean must be a list of numbers");
        row((head + R"(, "mean": [1, 1e99]}]})").c_str(), "means.of[1].mean holds a number that is not finite");
        row((head + R"(, "mean": [1, 2], "special": [1]}]})").c_str(), "means.of[1].special must be an object");
        row((head + R"(, "mean": [1, 2]}, {"block": "encoder", "layer": 1, "head": 1, "mean": [1, 2]}]})").c_str(),
            "means.of[2] is of the same part");
        row(R"("cut": [{"block": "encoder", "layer": 2, "last_layer": 1, "query": 1, "key": 1}])", "cut[1].last_layer");
        row(R"("cut": [{"block": "encoder", "layer": 1, "heads": [1, 1], "query": 1, "key": 1}])", "cut[1].heads must");
        row(R"("cut": [{"block": "encoder", "layer": 1, "heads": [], "query": 1, "key": 1}])", "cut[1].heads must");
        row(R"("cut": [{"block": "cross", "layer": 1, "query": 1, "key": 1}])", "cut[1].block is \"cross\"");
        row(R"("cut": [{"block": "encoder", "layer": 1, "query": 1, "key": 1}, {"block": "encoder", "layer": 1,
            "query": 1, "key": 1}])",
            "cut[2] cuts what an entry before it does");
    }
    void whatIsWrongIsNamed()
    {
        QFETCH(QString, entry);
        QFETCH(QString, reason);
        const QString error = byHandError(", " + entry.toStdString());
        QVERIFY2(error.contains(reason), qPrintable(error));
    }
};

REGARD_GUILESS_TEST(ByHandTest)
#include "test_by_hand.moc"
