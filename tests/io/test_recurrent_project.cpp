#include <map>
#include <set>
#include <string>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/model/recurrent.h"
#include "engine/pass/forward.h"
#include "io/attention/imported_name.h"
#include "io/base/file_error.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "io/trace/trace_file.h"
#include "io/trace/trace_tensors.h"
#include "parsed_file.h"
#include "test_class.h"

using namespace regard;

namespace {

QByteArray recurrentProjectProject(const char *model, const char *more = "")
{
    return QByteArray(R"({"format": "regard-project", "version": 1, "source": "a b c", "target": "<s> d",
        "model": {"architecture": "encoder_decoder", "encoder_kind": "recurrent", "decoder_kind": "recurrent",
                  "directions": 2, "d_model": 4, "heads": 1, "d_key": 2, "d_value": 2)") +
           model + "}" + more + "}";
}

constexpr CellPlace backward{Stack::Encoder, 0, Direction::Backward};

} // namespace

/// Recurrent stacks in projects and traces.
class TestRecurrentProject : public QObject {
    Q_OBJECT
private slots:
    void theScoreGoesWithTheAttention()
    {
        QCOMPARE(parsedProject(recurrentProjectProject("")).model.config.score, Score::ScaledDot);
        QCOMPARE(parsedProject(recurrentProjectProject(R"(, "decoder_attention": "bahdanau")")).model.config.score,
                 Score::Additive);
        QCOMPARE(parsedProject(recurrentProjectProject(R"(, "decoder_attention": "luong")")).model.config.score,
                 Score::General);
        QCOMPARE(parsedProject(recurrentProjectProject(R"(, "score": "dot", "decoder_attention": "bahdanau")"))
                     .model.config.score,
                 Score::Dot);
    }

    void whatIsWrittenIsReadAgain()
    {
        for (const char *attention : {"none", "bahdanau", "luong"}) {
            const QByteArray more =
                QByteArray(R"(, "cell": "rnn", "encoder_layers": 2, "decoder_attention": ")") + attention + "\"";
            const Project first = parsedProject(recurrentProjectProject(more.constData(), R"(,
                "weights": {"encoder.1.backward.u": [[1, 2], [3, 4]], "encoder.0.forward.w_r": [[1, 1], [2, 2], [3, 3], [4, 4]]},
                "off": [{"block": "encoder", "layer": 1, "state": 2, "direction": "backward"},
                        {"block": "decoder", "layer": 1, "state": 7}])"));
            QCOMPARE(first.model.given.at("encoder.1.backward.u")(1, 0), 3.0F);
            QVERIFY(first.model.given.contains("encoder.0.forward.w_r")); // held: the cells are rnn
            QCOMPARE(first.model.interventions.states,
                     (std::set<StateRef>{{backward, 1}, {{Stack::Decoder, 0, Direction::Forward}, 6}}));
            const Project second = parsedProject(QByteArray::fromStdString(projectJson(first)));
            QCOMPARE(second.model.config, first.model.config);
            QCOMPARE(second.model.interventions, first.model.interventions);
            QCOMPARE(second.model.given.at("encoder.1.backward.u"), first.model.given.at("encoder.1.backward.u"));
        }
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const char *model, const char *more, const char *says) {
            QTest::newRow(name) << recurrentProjectProject(model, more) << QString::fromUtf8(says);
        };
        row("kind", R"(, "decoder_attention": "cho")", "", "decoder_attention");
        row("odd", R"(, "d_model": 5)", "", "d_model");
        row("head", "", R"(, "off": [{"block": "encoder", "layer": 1, "head": 1}])",
            "off[1].head belongs to an attention, but the encoder is recurrent");
        row("mean", "", R"(, "off": [{"block": "encoder", "layer": 1, "state": 1, "by": "mean"}])",
            "off[1].by must be \"zero\"");
        row("no state", "", R"(, "off": [{"block": "encoder", "layer": 1}])", "off[1].state is missing");
        row("layer", "", R"(, "off": [{"block": "encoder", "layer": 2, "state": 1}])", "off[1].layer");
        row("state 0", "", R"(, "off": [{"block": "encoder", "layer": 1, "state": 0}])", "off[1].state");
        row("direction", "", R"(, "off": [{"block": "decoder", "layer": 1, "state": 1, "direction": "backward"}])",
            "off[1].direction is \"backward\", but the decoder goes forward alone");
        row("twice", "",
            R"(, "off": [{"block": "encoder", "layer": 1, "state": 1}, {"block": "encoder", "layer": 1, "state": 1}])",
            "off[2] switches off what an entry before it does");
        row("of an attention", R"(, "encoder_kind": "attention", "directions": 1)",
            R"(, "off": [{"block": "encoder", "layer": 1, "state": 1}])",
            "off[1].state belongs to a recurrent encoder or decoder");
        row("weight", "", R"(, "weights": {"encoder.0.forward.w_r": [[1, 2]]})",
            "encoder.0.forward.w_r is 1 × 2, but d_model 4 and directions 2 need 4 × 2");
        row("weight of an lstm", R"(, "cell": "lstm")", R"(, "weights": {"decoder.0.forward.w_o": [[1, 2]]})",
            "decoder.0.forward.w_o is 1 × 2, but d_model 4 needs 4 × 4");
        row("no layer", R"(, "encoder_layers": 0)", "",
            "encoder_kind recurrent needs encoder_layers of at least 1, not 0");
    }

    void mistakesAreNamed()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, says);
        if (QByteArray(QTest::currentDataTag()) == "odd")
            json.replace("\"d_model\": 4, ", "");
        if (QByteArray(QTest::currentDataTag()) == "of an attention")
            json.replace("\"encoder_kind\": \"recurrent\", ", "").replace("\"directions\": 2, ", "");
        const QString refused = projectRefusal(json);
        QVERIFY2(refused.contains(says), qPrintable(refused));
    }

    void tracesHoldStatesAndGates()
    {
        const Project project = parsedProject(::recurrentProjectProject(R"(, "decoder_attention": "bahdanau")"));
        const Input input = inputOf(project);
        const SharedTrace trace = forward(project.model, input);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("t.json"));
        writeTraceJson(path, project.model, *trace);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
        const QJsonArray chains = root.value(QStringLiteral("recurrent")).toArray();
        QCOMPARE(chains.size(), 3);
        const CellTrace &cell = *trace->encoderRecurrent[0]->directions[1];
        const QJsonObject chain = chains[1].toObject();
        QCOMPARE(chain.value(QStringLiteral("name")).toString(), QStringLiteral("encoder.0.backward"));
        for (const auto &[key, matrix] : {std::pair("reset", &cell.gates[0]), std::pair("update", &cell.gates[1]),
                                          std::pair("candidate", &cell.gates[2]), std::pair("states", &cell.states)})
            QCOMPARE(float(chain.value(QLatin1StringView(key)).toArray()[2].toArray()[1].toDouble()), (*matrix)(2, 1));
        QCOMPARE(float(root.value(QStringLiteral("first_state")).toArray()[0].toArray()[3].toDouble()),
                 trace->firstState(0, 3));
        QCOMPARE(root.value(QStringLiteral("asking")).toArray().size(), 2);
        QVERIFY(!root.contains(QStringLiteral("first_cell_state")) && !chain.contains(QStringLiteral("cell_states")));
    }

    /// In JSON and as tensors; either is a file of attention too, which is written again with all of it.
    void tracesOfAnLstmHoldItsCellStates()
    {
        const Project project =
            parsedProject(recurrentProjectProject(R"(, "cell": "lstm", "decoder_attention": "luong")"));
        const SharedTrace trace = forward(project.model, inputOf(project));
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("t.json"));
        writeTraceJson(path, project.model, *trace);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
        const CellTrace &cell = *trace->encoderRecurrent[0]->directions[1];
        const QJsonObject chain = root.value(QStringLiteral("recurrent")).toArray()[1].toObject();
        const std::map<std::string, const Matrix *> parts{
            {"input_gate", &cell.gates[0]},  {"forget_gate", &cell.gates[1]}, {"candidate", &cell.gates[2]},
            {"output_gate", &cell.gates[3]}, {"states", &cell.states},        {"cell_states", &cell.cellStates}};
        for (const auto &[key, matrix] : parts)
            QCOMPARE(float(chain.value(QString::fromStdString(key)).toArray()[2].toArray()[1].toDouble()),
                     (*matrix)(2, 1));
        QVERIFY(!chain.contains(QStringLiteral("reset")));
        for (const auto &[key, column] : {std::pair("first_state", 0), std::pair("first_cell_state", 4)})
            QCOMPARE(float(root.value(QLatin1StringView(key)).toArray()[0].toArray()[3].toDouble()),
                     trace->firstState(0, column + 3));
        std::set<std::string> names;
        for (const Tensor &tensor : traceTensors(project.model, *trace, "", {}))
            names.insert(tensor.name);
        for (const auto &[key, matrix] : parts)
            QVERIFY2(names.contains("encoder.0.backward." + key), key.c_str());
        QVERIFY(names.contains("decoder.first_state") && names.contains("decoder.first_cell_state"));
        for (const std::string &name : names)
            QVERIFY2(importedName(name), name.c_str());
    }
};

REGARD_GUILESS_TEST(TestRecurrentProject)
#include "test_recurrent_project.moc"
