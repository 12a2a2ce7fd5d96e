#include <map>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>

#include "../engine/reference_file.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/project/intervention_keys.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "io/project/project_overrides.h"
#include "io/project/project_state.h"
#include "io/trace/trace_file.h"
#include "parsed_file.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

constexpr HeadRef firstHead{Attention::Encoder, 0, 0};

/// Two layers in both stacks; the encoder has 3 heads and a feed-forward, the decoder 2 heads and none.
QByteArray project(const char *more)
{
    return QByteArray(R"({"format": "regard-project", "version": 1, "source": "a b", "target": "c d",
        "model": {"architecture": "encoder_decoder", "encoder_layers": 2, "decoder_layers": 2, "d_model": 4, "heads": 3,
                  "decoder_heads": 2, "d_key": 2, "d_value": 2, "d_ff": 3, "decoder_d_ff": 0})") +
           more + "}";
}

/// Numpy's files: a project, and cases with what comes of them.
JsonValue numpyFile(const QString &name)
{
    QFile file(QStringLiteral(REGARD_TEST_DATA "/interventions/%1.json").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no file %s", qPrintable(name));
    return parseJson(file.readAll().toStdString(), name.toStdString());
}

Project projectOf(const JsonValue &file, const JsonValue &given)
{
    JsonValue document = *file.find("project");
    for (const char *key : {"off", "temperature"})
        if (const JsonValue *value = given.find(key))
            applyOverride(document, key, *value);
    return parseProject(document, "numpy");
}

Matrix matrixOf(const JsonValue &value)
{
    Matrix matrix(Eigen::Index(value.items.size()), Eigen::Index(value.items.front().numbers.size()));
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
        for (Eigen::Index j = 0; j < matrix.cols(); ++j)
            matrix(i, j) = value.items[std::size_t(i)].numbers[std::size_t(j)].single;
    return matrix;
}

std::map<std::string, Matrix> computedBy(const Project &given)
{
    return flattened(given.model, *forward(given.model, inputOf(given)));
}

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

/// Something of every kind, out of order.
const char *const everything = R"(,
    "off": [{"block": "cross", "layer": 2, "head": 1, "by": "mean"},
            {"block": "encoder", "layer": 2, "feed_forward": true, "by": "mean"},
            {"block": "decoder", "layer": 1, "by": "uniform"},
            {"block": "encoder", "layer": 1, "head": 3},
            {"feed_forward": true, "layer": 1, "block": "encoder"}],
    "temperature": [{"block": "encoder", "layer": 1, "head": 1, "temperature": 0.5},
                    {"block": "cross", "layer": 2, "head": 2, "temperature": 100}])";

} // namespace

/// `off` and `temperature` in projects and traces, and the engine beside numpy with what they say.
class TestInterventions : public QObject {
    Q_OBJECT

private slots:
    void numpy_data();
    void numpy();
    void everyKindIsRead();
    void nothingIsSaidOfNothing();
    void whatIsWrittenIsReadAgain();
    void writtenAsPeopleWriteIt();
    void whatTheModelLostIsNotWritten();
    void twoProjectsDiffer();
    void aLessonsPageMayChangeThem();
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void tracesSayIt();
    void tracesWithoutAreAsEver();
};

void TestInterventions::numpy_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("number");
    for (const char *file : {"encoder", "decoder", "transformer"}) {
        const JsonValue cases = *numpyFile(QLatin1String(file)).find("cases");
        QVERIFY(cases.items.size() > 5);
        for (std::size_t i = 0; i < cases.items.size(); ++i)
            QTest::addRow("%s: %s", file, cases.items[i].find("name")->text.c_str())
                << QString::fromLatin1(file) << int(i);
    }
}

/// To the tolerance of the other references.
void TestInterventions::numpy()
{
    QFETCH(QString, file);
    QFETCH(int, number);
    const JsonValue whole = numpyFile(file);
    const JsonValue &given = whole.find("cases")->items[std::size_t(number)];
    const std::map<std::string, Matrix> actual = computedBy(projectOf(whole, given));
    const JsonValue &expected = *given.find("expected");
    for (std::size_t i = 0; i < expected.keys.size(); ++i) {
        QVERIFY2(actual.contains(expected.keys[i]), expected.keys[i].c_str());
        compareMatrix(expected.keys[i], actual.at(expected.keys[i]), matrixOf(expected.items[i]));
    }
    const std::string last = file == QLatin1String("encoder") ? "encoder_output" : "decoder_output";
    const Matrix plain = computedBy(projectOf(whole, {})).at(last);
    const double moved = double((actual.at(last) - plain).cwiseAbs().maxCoeff());
    QVERIFY2(number == 0 ? moved == 0 : moved > 1e-3, qPrintable(QString::number(moved)));
}

void TestInterventions::everyKindIsRead()
{
    const Interventions read = parsedProject(project(everything)).model.interventions;
    const std::map<HeadRef, Replacement> heads{{{Attention::Encoder, 0, 2}, Replacement::Zero},
                                               {{Attention::Cross, 1, 0}, Replacement::Mean}};
    const std::map<Sublayer, Replacement> sublayers{
        {{Stack::Encoder, 0, SublayerKind::FeedForward}, Replacement::Zero},
        {{Stack::Encoder, 1, SublayerKind::FeedForward}, Replacement::Mean},
        {{Stack::Decoder, 0, SublayerKind::SelfAttention}, Replacement::Uniform}};
    const std::map<HeadRef, float> temperatures{{firstHead, 0.5F}, {{Attention::Cross, 1, 1}, 100.0F}};
    QVERIFY(read.heads == heads);
    QVERIFY(read.sublayers == sublayers);
    QVERIFY(read.temperatures == temperatures);
}

void TestInterventions::nothingIsSaidOfNothing()
{
    for (const char *more : {"", R"(, "off": [], "temperature": [])",
                             R"(, "temperature": [{"block": "encoder", "layer": 1, "head": 1, "temperature": 1}])"}) {
        const Project read = parsedProject(project(more));
        QVERIFY(read.model.interventions.isEmpty());
        const std::string written = projectJson(read);
        QVERIFY(written.find("\"off\"") == std::string::npos);
        QVERIFY(written.find("\"temperature\"") == std::string::npos);
    }
}

void TestInterventions::whatIsWrittenIsReadAgain()
{
    const Project read = parsedProject(project(everything));
    const std::string written = projectJson(read);
    const Project again = parseProject(written, "again");
    QVERIFY(again.model.interventions == read.model.interventions);
    QVERIFY(isSameBesidesView(read, again));
    QCOMPARE(projectJson(again), written);
}

void TestInterventions::writtenAsPeopleWriteIt()
{
    const QByteArray written = QByteArray::fromStdString(projectJson(parsedProject(project(everything))));
    QVERIFY2(written.contains(R"(
  "off": [
    { "block": "encoder", "layer": 1, "head": 3 },
    { "block": "cross", "layer": 2, "head": 1, "by": "mean" },
    { "block": "encoder", "layer": 1, "feed_forward": true },
    { "block": "encoder", "layer": 2, "feed_forward": true, "by": "mean" },
    { "block": "decoder", "layer": 1, "by": "uniform" }
  ],
  "temperature": [
    { "block": "encoder", "layer": 1, "head": 1, "temperature": 0.5 },
    { "block": "cross", "layer": 2, "head": 2, "temperature": 100 }
  ])"),
             written.constData());
}

void TestInterventions::whatTheModelLostIsNotWritten()
{
    Project read = parsedProject(project(everything));
    read.model.interventions.heads[{Attention::Encoder, 5, 0}] = Replacement::Zero;
    read.model.interventions.temperatures[{Attention::Encoder, 0, 7}] = 2;
    const Project again = parseProject(projectJson(read), "again");
    QVERIFY(again.model.interventions == parsedProject(project(everything)).model.interventions);
}

void TestInterventions::twoProjectsDiffer()
{
    const Project plain = parsedProject(project(""));
    QVERIFY(isSameBesidesView(plain, parsedProject(project(R"(, "off": [])"))));
    QVERIFY(
        !isSameBesidesView(plain, parsedProject(project(R"(, "off": [{"block": "encoder", "layer": 1, "head": 1}])"))));
    QVERIFY(!isSameBesidesView(
        plain,
        parsedProject(project(R"(, "temperature": [{"block": "encoder", "layer": 1, "head": 1, "temperature": 2}])"))));
}

void TestInterventions::aLessonsPageMayChangeThem()
{
    const JsonValue plain = parseJson(projectJson(parsedProject(project(""))), "plain");
    const JsonValue off = parseJson(projectJson(parsedProject(project(everything))), "off");
    for (const auto &[from, to] : {std::pair(&plain, &off), std::pair(&off, &plain)}) {
        const JsonValue changes = overridesBetween(*from, *to);
        QCOMPARE(changes.keys, (std::vector<std::string>{"off", "temperature"}));
        JsonValue page = *from;
        for (std::size_t i = 0; i < changes.keys.size(); ++i)
            applyOverride(page, changes.keys[i], changes.items[i]);
        QVERIFY(parseProject(page, "page").model.interventions == parseProject(*to, "to").model.interventions);
    }
}

void TestInterventions::mistakesAreNamed_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<QString>("sentence");
    const auto off = [](const char *name, const char *entries, const char *sentence) {
        QTest::newRow(name) << QByteArray(R"(, "off": )") + entries << QString::fromUtf8(sentence);
    };
    off("no list", R"({"block": "encoder"})", "off must be a list of objects in braces, not an object");
    off("numbers", "[1, 2]", "off must be a list of objects in braces, not a list of 2 numbers");
    off("no object", R"([{"block": "encoder", "layer": 1}, "x"])",
        "off[2] must be an object in braces, not the text \"x\"");
    off("unknown key", R"([{"block": "encoder", "layer": 1, "heads": 1}])",
        "unknown key \"heads\" in off[1] (did you mean \"head\"?)");
    off("no block", R"([{"layer": 1}])", "off[1].block is missing");
    off("no layer", R"([{"block": "encoder"}])", "off[1].layer is missing");
    off("another block", R"([{"block": "encode", "layer": 1}])",
        "off[1].block must be one of encoder, decoder, cross, not the text \"encode\"");
    off("layer 0", R"([{"block": "encoder", "layer": 0}])", "off[1].layer must be a whole number from 1 to 2, not 0");
    off("layer 3", R"([{"block": "cross", "layer": 3, "head": 1}])",
        "off[1].layer must be a whole number from 1 to 2, not 3");
    off("half a head", R"([{"block": "encoder", "layer": 1, "head": 1.5}])",
        "off[1].head must be a whole number from 1 to 3, not 1.5");
    off("a head of the other stack", R"([{"block": "decoder", "layer": 1, "head": 3}])",
        "off[1].head must be a whole number from 1 to 2, not 3");
    off("another replacement", R"([{"block": "encoder", "layer": 1, "by": "noise"}])",
        "off[1].by must be one of zero, mean, uniform, mean-of, not the text \"noise\"");
    off("a head twice", R"([{"block": "encoder", "layer": 1, "head": 1},
                            {"block": "encoder", "layer": 1, "head": 1, "by": "mean"}])",
        "off[2] switches off what an entry before it does; leave one out");
    off("an attention twice", R"([{"block": "cross", "layer": 1}, {"block": "cross", "layer": 1}])",
        "off[2] switches off what an entry before it does; leave one out");
    off("a feed-forward twice", R"([{"block": "encoder", "layer": 1, "feed_forward": true},
                                    {"block": "encoder", "layer": 1, "feed_forward": true}])",
        "off[2] switches off what an entry before it does; leave one out");
    off("a uniform feed-forward", R"([{"block": "encoder", "layer": 1, "feed_forward": true, "by": "uniform"}])",
        "off[1].by is \"uniform\", but a feed-forward attends to nothing; take zero or mean");
    off("a feed-forward's head", R"([{"block": "encoder", "layer": 1, "feed_forward": true, "head": 1}])",
        "off[1].head belongs to an attention, but a feed-forward has no heads; leave it out");
    off("the feed-forward of a cross-attention", R"([{"block": "cross", "layer": 1, "feed_forward": true}])",
        "off[1].block is \"cross\", which has no feed-forward of its own; the decoder's layers have one");
    off("no feed-forward", R"([{"block": "decoder", "layer": 1, "feed_forward": true}])",
        "off[1].feed_forward is true, but the decoder's layers have no feed-forward: its d_ff is 0");
    off("no flag", R"([{"block": "encoder", "layer": 1, "feed_forward": 1}])",
        "off[1].feed_forward must be true or false, not 1");

    const auto refusedTemperature = [](const char *name, const char *entry, const char *sentence) {
        QTest::newRow(name) << QByteArray(R"(, "temperature": [)") + entry + "]" << QString::fromUtf8(sentence);
    };
    refusedTemperature("no head", R"({"block": "encoder", "layer": 1, "temperature": 2})",
                       "temperature[1].head is missing");
    refusedTemperature("no temperature", R"({"block": "encoder", "layer": 1, "head": 1})",
                       "temperature[1].temperature is missing");
    refusedTemperature("a replacement of a temperature",
                       R"({"block": "encoder", "layer": 1, "head": 1, "temperature": 2, "by": "zero"})",
                       "unknown key \"by\" in temperature[1]");
    for (const char *number : {"0", "-1", "0.009", "101", "1e+39"})
        QTest::addRow("temperature %s", number)
            << QByteArray(R"(, "temperature": [{"block": "encoder", "layer": 1, "head": 1, "temperature": )") + number +
                   "}]"
            << QStringLiteral("temperature[1].temperature must be a number from 0.01 to 100, not %1")
                   .arg(QLatin1String(number));
    refusedTemperature("no number", R"({"block": "encoder", "layer": 1, "head": 1, "temperature": "hot"})",
                       "temperature[1].temperature must be a number from 0.01 to 100, not the text \"hot\"");
    refusedTemperature("the same head twice", R"({"block": "cross", "layer": 1, "head": 2, "temperature": 2},
                                   {"block": "cross", "layer": 1, "head": 2, "temperature": 3})",
                       "temperature[2] is of the same head as an entry before it; leave one out");
}

void TestInterventions::mistakesAreNamed()
{
    QFETCH(QByteArray, more);
    QFETCH(QString, sentence);
    QCOMPARE(projectRefusal(project(more.constData())), sentence);
}

void TestInterventions::tracesSayIt()
{
    const Project given = parsedProject(project(everything));
    const SharedTrace trace = forward(given.model, inputOf(given));
    const QTemporaryDir folder;
    const QString json = folder.filePath(QStringLiteral("trace.json"));
    writeTraceJson(json, given.model, *trace);
    const QByteArray written = bytesOf(json);
    const QJsonObject object = QJsonDocument::fromJson(written).object();
    const QJsonObject projectObject = QJsonDocument::fromJson(QByteArray::fromStdString(projectJson(given))).object();
    for (const char *key : {"off", "temperature"}) {
        QVERIFY(object[QLatin1String(key)].toArray().size() > 1);
        QCOMPARE(object[QLatin1String(key)], projectObject[QLatin1String(key)]);
    }
    QVERIFY(written.indexOf("\"target_tokens\"") < written.indexOf("\"off\""));
    QVERIFY(written.indexOf("\"off\"") < written.indexOf("\"temperature\": [{ \"block\""));
    QVERIFY(written.indexOf("\"temperature\": [{ \"block\"") < written.indexOf("\"input\""));

    const QString tensors = folder.filePath(QStringLiteral("trace.safetensors"));
    writeTraceSafetensors(tensors, given.model, *trace);
    const QByteArray packed = bytesOf(tensors);
    const auto length = qsizetype(qFromLittleEndian<quint64>(packed.constData()));
    const QJsonObject metadata =
        QJsonDocument::fromJson(packed.mid(8, length)).object()[QLatin1String("__metadata__")].toObject();
    for (const char *key : {"off", "temperature"})
        QCOMPARE(QJsonDocument::fromJson(metadata[QLatin1String(key)].toString().toUtf8()).array(),
                 projectObject[QLatin1String(key)].toArray());
}

void TestInterventions::tracesWithoutAreAsEver()
{
    const Project given = parsedProject(project(""));
    const SharedTrace trace = forward(given.model, inputOf(given));
    const QTemporaryDir folder;
    const QString json = folder.filePath(QStringLiteral("trace.json"));
    writeTraceJson(json, given.model, *trace);
    QVERIFY(bytesOf(json).contains("\"target_tokens\": [\"c\",\"d\"],\n\"input\": [["));
    const QString tensors = folder.filePath(QStringLiteral("trace.safetensors"));
    writeTraceSafetensors(tensors, given.model, *trace);
    QVERIFY(!bytesOf(tensors).contains("\"off\""));
}

REGARD_GUILESS_TEST(TestInterventions)
#include "test_interventions.moc"
