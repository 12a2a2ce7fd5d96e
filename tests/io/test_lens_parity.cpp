#include <algorithm>
#include <cmath>
#include <memory>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "engine/analysis/lens.h"
#include "engine/analysis/next_token.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"
#include "paths.h"
#include "test_class.h"
#include "variant_copy.h"

using namespace regard;

namespace {

const QString lensCheckpoints = QStringLiteral(REGARD_TEST_DATA "/checkpoints/");

QJsonArray expectedLenses()
{
    QFile file(QStringLiteral(REGARD_TEST_DATA "/lens/lens.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).array() : QJsonArray();
}

double lensNumber(const QJsonObject &expected, const char *key, int token, int place)
{
    return expected[QLatin1String(key)].toArray()[token].toArray()[place].toDouble();
}

} // namespace

/// The lens of the small checkpoints beside hooks on the transformers library in double (tests/data/lens/make.py).
class LensParityTest : public QObject {
    Q_OBJECT
private slots:
    void sameAsTheLibrary_data()
    {
        QTest::addColumn<QJsonObject>("expected");
        const QJsonArray all = expectedLenses();
        QCOMPARE(all.size(), 12);
        for (const QJsonValue &one : all)
            QTest::newRow(qPrintable(one.toObject()[QStringLiteral("folder")].toString())) << one.toObject();
    }

    void sameAsTheLibrary()
    {
        QFETCH(QJsonObject, expected);
        Project project =
            checkpointProject(openCheckpoint(lensCheckpoints + expected[QStringLiteral("folder")].toString()));
        project.source = expected[QStringLiteral("text")].toString().toStdString();
        project.target = expected[QStringLiteral("target")].toString().toStdString();
        const SharedTrace trace = forward(project.model, inputOf(project));
        const int chosen = expected[QStringLiteral("chosen")].toInt();
        const Lens lens = *lensOf(project.model, *trace, chosen);
        QCOMPARE(lens.tokens, int(expected[QStringLiteral("best")].toArray().size()));
        QCOMPARE(lens.places, int(expected[QStringLiteral("best")].toArray()[0].toArray().size()));
        for (int token = 0; token < lens.tokens; ++token)
            for (int place = 0; place < lens.places; ++place) {
                const LensCell &cell = lens.at(token, place);
                const QByteArray where = QByteArray::number(token) + " " + QByteArray::number(place);
                // Passes in float32 are within 1e-4 of those in double; logits that near may change their order.
                QVERIFY2(std::abs(cell.probability - lensNumber(expected, "probability", token, place)) < 1e-4, where);
                QVERIFY2(std::abs(cell.chosen - lensNumber(expected, "chosen_probability", token, place)) < 1e-4,
                         where);
                QVERIFY2(std::abs(cell.rank - int(lensNumber(expected, "rank", token, place))) <= 1, where);
                if (cell.probability > 0.51)
                    QVERIFY2(cell.best == int(lensNumber(expected, "best", token, place)), where);
            }
    }

    /// The last place of every checkpoint with an output layer is what that says.
    void theLastPlaceIsTheOutput_data()
    {
        QTest::addColumn<QString>("folder");
        for (const QString &folder : QDir(lensCheckpoints).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QTest::newRow(qPrintable(folder)) << folder;
        const QDir variants(QStringLiteral(REGARD_TEST_DATA "/checkpoint_variants"));
        for (const QString &file : variants.entryList({QStringLiteral("*.safetensors")}))
            QTest::newRow(qPrintable(file)) << file;
    }

    void theLastPlaceIsTheOutput()
    {
        QFETCH(QString, folder);
        std::unique_ptr<CheckpointCopy> copy;
        if (folder.endsWith(QLatin1String(".safetensors")))
            copy = variantCopy(ExpectedFile(variantPath(folder.section(QLatin1Char('.'), 0, 0))));
        Project project = checkpointProject(openCheckpoint(copy ? copy->path() : lensCheckpoints + folder));
        project.source = "The cat sat on the rug";
        project.target = "Die Katze";
        QCOMPARE(hasLens(project.model), hasOutputLayer(project.model));
        if (!hasLens(project.model))
            return;
        const SharedTrace trace = forward(project.model, inputOf(project));
        const int words = int(trace->vocabulary.size());
        const int chosen = words / 3;
        const Lens lens = *lensOf(project.model, *trace, chosen);
        const Matrix logits = logitsRows(project.model, *trace, 0, lens.tokens);
        const Matrix probabilities = nextTokenProbabilities(logits, 1, 0);
        for (int token = 0; token < lens.tokens; ++token) {
            const LensCell &last = lens.at(token, lens.places - 1);
            Eigen::Index best = 0;
            probabilities.row(token).maxCoeff(&best);
            QCOMPARE(last.best, int(best));
            QVERIFY(std::abs(last.probability - double(probabilities(token, best))) < 1e-6);
            QVERIFY(std::abs(last.chosen - double(probabilities(token, chosen))) < 1e-6);
            const auto row = logits.row(token).array();
            QCOMPARE(last.rank, 1 + int((row > row(chosen)).count()));
        }
    }
};

REGARD_TEST(LensParityTest)
#include "test_lens_parity.moc"
