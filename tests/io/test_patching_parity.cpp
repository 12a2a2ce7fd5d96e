#include <cmath>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "engine/analysis/patching.h"
#include "engine/pass/forward.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"
#include "io/project/words.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

/// Maps of patches beside TransformerLens and hooks on the transformers library (tests/data/patching/make.py).
class PatchingParityTest : public QObject {
    Q_OBJECT
private slots:
    void sameAsTheLibraries_data()
    {
        QTest::addColumn<QJsonObject>("expected");
        QTest::addColumn<QString>("kind");
        QFile file(QStringLiteral(REGARD_TEST_DATA "/patching/patching.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        int rows = 0;
        for (const QJsonValue &one : QJsonDocument::fromJson(file.readAll()).array())
            for (const QString &kind : one[QStringLiteral("grids")].toObject().keys()) {
                QTest::addRow("%s, %s", qPrintable(one[QStringLiteral("folder")].toString()), qPrintable(kind))
                    << one.toObject() << kind;
                ++rows;
            }
        QCOMPARE(rows, 15);
    }

    void sameAsTheLibraries()
    {
        QFETCH(QJsonObject, expected);
        QFETCH(QString, kind);
        Project project = checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") +
                                                           expected[QStringLiteral("folder")].toString()));
        const auto model = std::make_shared<const Model>(project.model);
        const auto passOf = [&](const char *key) {
            project.source = expected[QLatin1String(key)].toString().toStdString();
            return forward(*model, inputOf(project));
        };
        const SharedTrace pinned = passOf("pinned");
        const SharedTrace now = passOf("text");
        const TraceComparison comparison(model, now, model, pinned);
        const auto whole = [&](const char *key) { return expected[QLatin1String(key)].toInt(); };
        const PatchMeasure measure{LogitQuestion{whole("position"), whole("word"), whole("other")}};
        const PatchGrid grid{*valueOf<PatchKind>(kind.toStdString()),
                             expected[QStringLiteral("folder")].toString() == QLatin1String("bert")
                                 ? Attention::Encoder
                                 : Attention::Decoder};
        const PatchMap map = *patchMap(comparison, grid, measure);
        // Passes in float32 are within 1e-5 of each other.
        const auto isNear = [](double a, const QJsonValue &b) { return std::abs(a - b.toDouble()) < 2e-5; };
        QVERIFY(isNear(map.now, expected[QStringLiteral("now")]));
        QVERIFY(isNear(map.before, expected[QStringLiteral("before")]));
        const QJsonArray rows = expected[QStringLiteral("grids")][kind].toArray();
        QCOMPARE(map.rows, int(rows.size()));
        QCOMPARE(map.columns, int(rows[0].toArray().size()));
        for (int row = 0; row < map.rows; ++row)
            for (int column = 0; column < map.columns; ++column)
                QVERIFY2(isNear(map.patched[std::size_t(row * map.columns + column)], rows[row][column]),
                         qPrintable(QStringLiteral("%1 %2").arg(row).arg(column)));
    }
};

REGARD_GUILESS_TEST(PatchingParityTest)
#include "test_patching_parity.moc"
