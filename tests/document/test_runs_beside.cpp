#include <QTest>

#include "document/document.h"
#include "engine/base/errors.h"
#include "io/project/examples.h"
#include "io/project/task_project.h"
#include "test_class.h"
#include "training/run/run.h"
#include "training/tasks/task_table.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

bool isSameWeights(const Model &a, const Model &b)
{
    for (const auto &[name, matrix] : a.weights.all())
        if (*b.weights.find(name) != *matrix)
            return false;
    for (const auto &[token, row] : a.embedding)
        if (!b.embedding.contains(token) || *b.embedding.at(token) != *row)
            return false;
    return a.embedding.size() == b.embedding.size();
}

/// What a run of that model, alone, has become after so many steps.
Model steppedAlone(const Task &task, const Model &model, const TrainingOptions &options, int steps)
{
    Run run(task, model, options);
    for (int i = 0; i < steps; ++i)
        run.step();
    return run.model();
}

} // namespace

/// Several models that learn one task beside each other.
class TestRunsBeside : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;

    Training &training() { return m_document->training(); }
    const TrainingState &state() { return m_document->training().state(); }
    QUndoStack *stack() { return m_document->undoStack(); }
    const Model &model() const { return *m_document->matrices().model(); }
    void take(long long count)
    {
        training().takeSteps(count);
        training().waitUntilDone();
    }
    /// Small batches: a step takes a moment without optimisation too.
    void load(const char *name)
    {
        const Task task = *findTask(name);
        TrainingOptions options = task.options;
        options.batch = 2;
        m_document->load(taskProject(task, options), {});
        m_document->waitForResult();
    }

private slots:
    void init() { m_document = std::make_unique<Document>(); }

    /// In turn, with the same number of steps; each gets the very bits that it gets alone.
    void theyStepInTurn()
    {
        load("dates");
        const Model own = model();
        training().putBeside("gru-bahdanau", 7);
        training().putBeside(std::string(), 8); // the document's own with another seed
        QCOMPARE(state().beside.size(), std::size_t(2));
        QCOMPARE(stack()->count(), 2);
        const std::vector<RunBeside> before = state().beside;
        QVERIFY(before[0].model->config.decoderAttention == DecoderAttention::Bahdanau);
        QCOMPARE(before[0].options.seed, std::uint64_t(7));
        QVERIFY(before[1].model->config.dModel == own.config.dModel && !isSameWeights(*before[1].model, own));
        take(2);
        take(1);
        QCOMPARE(state().step, 3LL);
        QVERIFY(isSameWeights(model(), steppedAlone(*state().task, own, state().options, 3)));
        for (std::size_t i = 0; i < before.size(); ++i) {
            const RunBeside &run = state().beside[i];
            QCOMPARE(run.step, 3LL);
            QVERIFY(isSameWeights(*run.model, steppedAlone(*run.task, *before[i].model, run.options, 3)));
            QCOMPARE(run.curve->steps.size(), std::size_t(3));
            QCOMPARE(run.curve->heldOut.steps, std::vector<long long>{0});
        }
        stack()->undo(); // one stretch
        QCOMPARE(state().step, 0LL);
        QCOMPARE(state().beside[0].step, 0LL);
        QVERIFY(state().beside[0].model == before[0].model);
        stack()->undo();
        QCOMPARE(state().beside.size(), std::size_t(1));
    }

    /// However it is stopped, none is a step ahead.
    void pausingLeavesThemAtOneStep()
    {
        load("copy");
        training().putBeside(std::string(), 5);
        for (int round = 1; round <= 3; ++round) {
            training().play();
            const long long before = state().step;
            QTRY_VERIFY_WITH_TIMEOUT(state().step > before, 60000);
            training().pause();
            QCOMPARE(state().beside[0].step, state().step);
        }
    }

    /// One that is put beside later takes the steps that it has missed, then goes on with the others.
    void aLaterOneCatchesUp()
    {
        load("copy");
        take(4);
        training().putBeside(std::string(), 5);
        const RunBeside before = state().beside[0];
        training().setSpeed(1e-5); // steps a second: waiting would be noticed
        training().takeSteps(1);
        training().waitUntilDone();
        QCOMPARE(state().step, 5LL);
        QCOMPARE(state().beside[0].step, 5LL);
        QVERIFY(isSameWeights(*state().beside[0].model, steppedAlone(*before.task, *before.model, before.options, 5)));
    }

    void theyChangePlaces()
    {
        load("dates");
        training().putBeside("gru-bahdanau", 7);
        take(1);
        const auto own = m_document->matrices().model();
        const auto other = state().beside[0].model;
        training().takeBeside(0);
        m_document->waitForResult();
        QVERIFY(isSameWeights(model(), *other));
        QVERIFY(state().beside[0].model == own);
        QCOMPARE(training().reasonAgainst(), QString());
        QVERIFY(m_document->inputError().isEmpty());
        take(1);
        QCOMPARE(state().step, 2LL);
        QVERIFY(isSameWeights(*state().beside[0].model, steppedAlone(*state().beside[0].task, *state().beside[0].first,
                                                                     state().beside[0].options, 2)));
        stack()->undo();
        stack()->undo();
        QVERIFY(m_document->matrices().model() == own);
        training().removeBeside(0);
        QVERIFY(state().beside.empty());
    }

    void backToTheStartIsForAll()
    {
        load("copy");
        training().putBeside(std::string(), 5);
        const auto first = state().beside[0].model;
        take(2);
        training().backToStart();
        QCOMPARE(state().step, 0LL);
        QCOMPARE(state().beside[0].step, 0LL);
        QVERIFY(state().beside[0].model == first);
        QVERIFY(state().beside[0].curve->steps.empty());
    }

    /// All that the task offers, and how much each knows of each length once it is at the end of its run.
    void trainAllMeasuresLengths()
    {
        load("reverse-long");
        TrainingOptions options = state().options;
        options.batch = 2;
        options.rate.warmUp = 0;
        options.rate.steps = 2;
        training().setOptions(options);
        training().setLengthSentences(3);
        training().trainAll();
        QVERIFY(training().isRunning());
        QCOMPARE(state().beside.size(), std::size_t(2));
        training().pause();
        while (state().step < 2) // those beside have thousands of steps before them
            take(1);
        QVERIFY(state().models);
        QCOMPARE(state().models->size(), std::size_t(1));
        QCOMPARE(state().models->front().model, std::string("transformer"));
        QCOMPARE(state().models->front().step, 2LL);
        Run alone(*state().task, *state().first, state().options);
        alone.step();
        alone.step();
        QVERIFY(state().models->front().lengths == alone.accuracyByLength(3));
        QVERIFY(m_document->project().task->models == *state().models);
        training().trainAll(); // all are there
        training().pause();
        QCOMPARE(state().beside.size(), std::size_t(2));
    }

    /// A bundled one joins with the steps that it has.
    void aTrainedOneJoins()
    {
        load("dates");
        training().putBeside(readExample("dates"));
        QVERIFY(state().beside[0].step > 0);
        QVERIFY(!state().beside[0].curve->heldOut.steps.empty());
        QCOMPARE(training().frontStep(), state().beside[0].step);
        load("copy");
        QVERIFY_EXCEPTION_THROWN(training().putBeside(readExample("dates")), ConfigError);
        QVERIFY_EXCEPTION_THROWN(training().putBeside("gru", 1), ConfigError);
        QVERIFY(state().beside.empty());
    }

    void anotherTaskLeavesThem()
    {
        load("copy");
        training().putBeside(std::string(), 5);
        training().choose("sort");
        QVERIFY(state().beside.empty());
        stack()->undo();
        QCOMPARE(state().beside.size(), std::size_t(1));
        training().play();
        m_document.reset(); // while they learn
    }
};

REGARD_GUILESS_TEST(TestRunsBeside)
#include "test_runs_beside.moc"
