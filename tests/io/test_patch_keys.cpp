#include <QtTest>

#include "io/base/file_error.h"
#include "io/project/intervention_keys.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "message_of.h"
#include "test_class.h"

using namespace regard;

namespace {

/// Three heads in each of two layers, without feed-forward, and more keys.
Project patchKeysRead(const std::string &entries)
{
    return parseProject(R"({"format": "regard-project", "version": 1, "source": "a b c",
        "model": {"encoder_layers": 2, "d_model": 4, "heads": 3, "d_key": 2, "d_value": 2}, "patch": [)" +
                            entries + "]}",
                        "file");
}

} // namespace

/// `patch` of a project: rows of another pass, with their numbers.
class PatchKeysTest : public QObject {
    Q_OBJECT
private slots:
    void theyAreKept()
    {
        const Project project = patchKeysRead(R"(
            {"what": "value", "block": "encoder", "layer": 1, "head": 3, "token": 2, "from": "x, y",
             "values": [0.1, -2]},
            {"what": "value", "block": "encoder", "layer": 1, "head": 3, "token": 1, "values": [1, 2]},
            {"what": "pattern", "block": "encoder", "layer": 2, "head": 1, "token": 3, "keys": [3, 1],
             "values": [0.25, 0.75]},
            {"what": "stream", "block": "encoder", "layer": 0, "token": 1, "values": [1, 2, 3, 4]},
            {"what": "stream", "block": "encoder", "layer": 2, "token": 1, "values": [1, 2, 3, 1e-40]})");
        Interventions expected;
        expected.patches[{PatchKind::Value, Attention::Encoder, 0, 2}] = {{0, {{1, 2}, {}, {}}},
                                                                          {1, {{0.1F, -2}, {}, "x, y"}}};
        expected.patches[{PatchKind::Pattern, Attention::Encoder, 1, 0}] = {{2, {{0.25F, 0.75F}, {2, 0}, {}}}};
        expected.patches[{PatchKind::Stream, Attention::Encoder, 0}] = {{0, {{1, 2, 3, 4}, {}, {}}}};
        expected.patches[{PatchKind::Stream, Attention::Encoder, 2}] = {{0, {{1, 2, 3, 1e-40F}, {}, {}}}};
        QVERIFY(project.model.interventions == expected);
        QVERIFY(parseProject(projectJson(project), "again").model.interventions == expected);
        // What is told of them has no numbers.
        const auto texts = interventionTexts(project.model);
        QCOMPARE(texts.size(), 1U);
        QCOMPARE(texts[0].first, std::string("patch"));
        QVERIFY(texts[0].second.find("\"token\": 2, \"from\": \"x, y\"") != std::string::npos);
        QVERIFY(texts[0].second.find("values") == std::string::npos);
    }

    void whatIsWrongIsNamed_data()
    {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *entry, const char *reason) {
            QTest::newRow(reason) << QString::fromUtf8(entry) << QString::fromUtf8(reason);
        };
        row(R"({"block": "encoder", "layer": 1, "token": 1, "values": [1]})", "patch[1].what is missing");
        row(R"({"what": "stream", "block": "encoder", "token": 1, "values": [1, 2, 3, 4]})",
            "patch[1].layer is missing");
        row(R"({"what": "stream", "block": "encoder", "layer": 3, "token": 1, "values": [1, 2, 3, 4]})",
            "patch[1].layer must be a whole number from 0 to 2");
        row(R"({"what": "value", "block": "encoder", "layer": 1, "token": 1, "values": [1, 2]})",
            "patch[1].head is missing");
        row(R"({"what": "attention", "block": "encoder", "layer": 1, "head": 1, "token": 1, "values": [1, 2, 3, 4]})",
            "patch[1].head belongs to what is of a head");
        row(R"({"what": "feed-forward", "block": "encoder", "layer": 1, "token": 1, "values": [1, 2, 3, 4]})",
            "in the block \"encoder\" of this model there is none");
        row(R"({"what": "value", "block": "encoder", "layer": 1, "head": 1, "values": [1, 2]})",
            "patch[1].token is missing");
        row(R"({"what": "value", "block": "encoder", "layer": 1, "head": 1, "token": 1})",
            "patch[1].values is missing");
        row(R"({"what": "value", "block": "encoder", "layer": 1, "head": 1, "token": 1, "values": [1, 2, 3]})",
            "patch[1].values must be a list of 2 numbers, not a list of 3 numbers");
        row(R"({"what": "value", "block": "encoder", "layer": 1, "head": 1, "token": 1, "values": [1, 1e39]})",
            "patch[1].values holds a number beyond float32");
        row(R"({"what": "value", "block": "encoder", "layer": 1, "head": 1, "token": 1, "keys": [1],
            "values": [1, 2]})",
            "patch[1].keys belongs to a pattern");
        row(R"({"what": "pattern", "block": "encoder", "layer": 1, "head": 1, "token": 1, "values": [1]})",
            "patch[1].keys is missing");
        row(R"({"what": "pattern", "block": "encoder", "layer": 1, "head": 1, "token": 1, "keys": [1, 1],
            "values": [0.5, 0.5]})",
            "patch[1].keys must be a list of different whole numbers");
        row(R"({"what": "pattern", "block": "encoder", "layer": 1, "head": 1, "token": 1, "keys": [1],
            "values": [1.5]})",
            "patch[1].values must be numbers from 0 to 1");
        row(R"({"what": "value", "block": "encoder", "layer": 1, "head": 1, "token": 1, "values": [1, 2]},
            {"what": "value", "block": "encoder", "layer": 1, "head": 1, "token": 1, "values": [3, 4]})",
            "patch[2] patches what an entry before it does");
    }
    void whatIsWrongIsNamed()
    {
        QFETCH(QString, entry);
        QFETCH(QString, reason);
        const QString error = messageOf<FileError>([&] { patchKeysRead(entry.toStdString()); });
        QVERIFY2(error.contains(reason), qPrintable(error));
    }
};

REGARD_GUILESS_TEST(PatchKeysTest)
#include "test_patch_keys.moc"
