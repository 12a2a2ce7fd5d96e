#include <cmath>
#include <cstddef>
#include <functional>

#include <malloc.h>

#include <QTest>

#include "document/document.h"
#include "engine/kernels/spare_threads.h"
#include "engine/model/attention_place.h"
#include "engine/model/interventions.h"
#include "test_class.h"

#if defined(__SANITIZE_ADDRESS__)
#define REGARD_WITH_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define REGARD_WITH_ASAN
#endif
#endif
#ifdef REGARD_WITH_ASAN
extern "C" std::size_t __sanitizer_get_current_allocated_bytes(); // its quarantine is not counted
#endif

using namespace regard;

namespace {

/// Bytes that are allocated now and not freed.
double liveBytes()
{
    waitForSpareThreads(); // where old results are freed
#ifdef REGARD_WITH_ASAN
    return double(__sanitizer_get_current_allocated_bytes());
#else
    const auto info = mallinfo2();
    return double(info.uordblks) + double(info.hblkhd);
#endif
}

const std::string query = "encoder.0.self.w_q";
constexpr int dModel = 96;
constexpr double matrixBytes = 96 * 96 * sizeof(float);
/// What one step of the Undo menu may take: names, texts and a few numbers.
constexpr double stepBytes = 1024;

/// A drawn model whose W_Q is large beside everything that one edit should take.
Project project()
{
    Project project;
    ModelConfig &config = project.model.config;
    config.dModel = dModel;
    config.heads = config.decoderHeads = 8;
    config.dKey = config.dValue = 12;
    config.encoderLayers = 2;
    project.model = buildModel(config, {}, {});
    project.source = "the cat sat";
    return project;
}

float value(int step)
{
    return 0.1F * std::sin(float(step) + 0.5F);
}

using Edit = std::function<void(Document &document, int step)>;

void editCell(Document &document, int step, int gesture = -1)
{
    document.matrices().editCell(query, step % dModel, (step / dModel) % dModel, value(step), gesture);
}

} // namespace

/// What edits cost in memory for as long as they can be undone.
class TestMemory : public QObject {
    Q_OBJECT

private slots:
    void oneStepTakesBytes_data()
    {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<double>("most");
        QTest::newRow("a cell") << Edit([](Document &document, int step) { editCell(document, step); }) << stepBytes;
        QTest::newRow("a cell of a token's row") << Edit([](Document &document, int step) {
            document.matrices().editCell(embeddingMatrix, 0, step % dModel, value(step));
        }) << stepBytes;
        QTest::newRow("a cell of the output layer") << Edit([](Document &document, int step) {
            document.matrices().editCell("output.w", step % dModel, 0, value(step));
        }) << stepBytes;
        QTest::newRow("a block of 1 × 8") << Edit([](Document &document, int step) {
            document.matrices().editBlock(query, step % dModel, 8, Matrix::Constant(1, 8, value(step)),
                                          QStringLiteral("Block"));
        }) << stepBytes + 64;
        QTest::newRow("a gesture on a cell")
            << Edit([](Document &document, int step) { document.matrices().editCell(query, 1, 1, value(step), 7); })
            << 64.0;
        QTest::newRow("a cell, then a head switched") << Edit([](Document &document, int step) {
            editCell(document, step);
            Interventions interventions;
            if (step % 2 == 0)
                interventions.heads[{Attention::Encoder, 0, 0}] = Replacement::Zero;
            document.matrices().setInterventions(interventions, QStringLiteral("Switch"));
        }) << 2 * stepBytes + double(sizeof(ModelConfig) + sizeof(Interventions)); // which one of the two steps holds
        QTest::newRow("a cell, then another sentence") << Edit([](Document &document, int step) {
            editCell(document, step);
            document.sentences().setSource(QStringLiteral("the cat sat %1").arg(step % 3));
        }) << 2 * stepBytes;
        QTest::newRow("a cell, edited and undone") << Edit([](Document &document, int step) {
            editCell(document, step);
            document.undoStack()->undo();
        }) << 64.0;
    }

    void oneStepTakesBytes()
    {
        QFETCH(Edit, edit);
        QFETCH(double, most);
        Document document;
        Project loaded = project();
        loaded.model.config.architecture = Architecture::EncoderDecoder;
        loaded.model.config.decoderLayers = 1;
        loaded.model = buildModel(loaded.model.config, {}, {});
        loaded.target = "die Katze";
        document.load(loaded, {});
        document.waitForResult();
        for (int step = 0; step < 4; ++step) // what is made once: a given matrix, caches, tables of texts
            edit(document, step);
        document.waitForResult();
        // What is made once, when another thread is late for instance, is shared by more and more steps.
        const double before = liveBytes();
        double grown = 0;
        int steps = 0;
        do {
            for (const int end = steps + 200; steps < end; ++steps) {
                edit(document, steps + 4);
                document.waitForResult();
            }
            grown = (liveBytes() - before) / steps;
        } while (grown > most && steps < 2000);
        QVERIFY2(grown <= most, qPrintable(QStringLiteral("%1 bytes a step").arg(grown)));
    }

    void theFirstEditOfAMatrixTakesNoSecondCopy()
    {
        Document document;
        ModelConfig config = project().model.config;
        document.load(project(), {});
        config.seed = 2; // all weights are drawn anew, and nobody else holds them
        document.matrices().setConfig(config, QStringLiteral("Seed"));
        document.undoStack()->clear();
        document.waitForResult();
        const double before = liveBytes();
        editCell(document, 1);
        document.waitForResult();
        // The given matrix stands in the place of the drawn one, which undo draws again.
        QTRY_VERIFY2(liveBytes() - before < 0.5 * matrixBytes, qPrintable(QString::number(liveBytes() - before)));
        const Matrix drawn = buildModel(config, {}, {}).weights.at(query);
        QVERIFY(document.matrices().model()->weights.at(query) != drawn);
        document.undoStack()->undo();
        QVERIFY(document.matrices().model()->weights.at(query) == drawn);
        QVERIFY(!document.matrices().model()->given.contains(query));
    }

    void tenThousandEditsTakeTheirHistoryAlone()
    {
        Document document;
        document.load(project(), {});
        document.waitForResult();
        for (int step = 0; step < 100; ++step)
            editCell(document, step);
        document.waitForResult();
        const double before = liveBytes();
        for (int step = 100; step < 10100; ++step) {
            editCell(document, step);
            document.waitForResult();
        }
        QTRY_VERIFY2(liveBytes() - before <= 10000 * stepBytes,
                     qPrintable(QStringLiteral("%1 bytes a step").arg((liveBytes() - before) / 10000)));
        document.undoStack()->clear();
        const double places = 20000 * sizeof(void *); // the stack keeps its list
        QTRY_VERIFY2(liveBytes() - before < matrixBytes + places, qPrintable(QString::number(liveBytes() - before)));
    }

    void tenThousandStepsOfGesturesAreAsManyAsGestures()
    {
        Document document;
        document.load(project(), {});
        for (int step = 0; step < 10000; ++step)
            document.matrices().editCell(query, 1, 1, value(step), step / 100);
        QCOMPARE(document.undoStack()->count(), 100);
    }
};

REGARD_GUILESS_TEST(TestMemory)
#include "test_memory.moc"
