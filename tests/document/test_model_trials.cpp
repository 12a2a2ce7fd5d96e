#include <QSignalSpy>
#include <QTest>

#include "document/document.h"
#include "document/training/model_trials.h"
#include "io/project/task_project.h"
#include "test_class.h"
#include "training/run/run.h"
#include "training/tasks/task_table.h"

using namespace regard;

/// The models of a task, trained one after the other.
class TestModelTrials : public QObject {
    Q_OBJECT

    static constexpr TrialSizes few{.steps = 3, .sentences = 4};

    static void load(Document &document, const char *task)
    {
        document.load(taskProject(*findTask(task), findTask(task)->options), {});
        document.waitForResult();
    }

private slots:
    void onlyATaskOfLengthsHasThem()
    {
        Document document;
        QVERIFY(!document.trials().isOffered());
        load(document, "dates"); // it offers models, but measures no lengths
        QVERIFY(!document.trials().isOffered());
        document.trials().start(few);
        QVERIFY(!document.trials().isRunning());
        load(document, "reverse-long");
        QVERIFY(document.trials().isOffered());
    }

    /// Each as a run of its own with the document's seed; the document's model stays.
    void trainsEachModel()
    {
        Document document;
        load(document, "reverse-long");
        const auto model = document.matrices().model();
        QSignalSpy changed(&document.trials(), &ModelTrials::changed);
        document.trials().start(few);
        QVERIFY(document.trials().isRunning());
        document.trials().waitUntilDone();
        QVERIFY(!document.trials().isRunning());
        QVERIFY(changed.size() >= 7); // begun, each begun and done, all done
        QCOMPARE(document.matrices().model(), model);

        const std::vector<ModelLengths> lengths = document.trials().lengths();
        const Task task = *findTask("reverse-long");
        QCOMPARE(lengths.size(), task.variants.size());
        QCOMPARE(lengths.size(), std::size_t(3));
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            QCOMPARE(lengths[i].model, task.variants[i].name);
            QCOMPARE(lengths[i].step, 3LL);
            const Task chosen = *withVariant(task, lengths[i].model);
            TrainingOptions options = chosen.options;
            options.rate.steps = 3;
            Run run(chosen, modelFor(chosen, options.seed), options);
            for (int step = 0; step < 3; ++step)
                run.step();
            QVERIFY(lengths[i].lengths == run.accuracyByLength(few.sentences));
            const std::optional<Project> trained = document.trials().trained(lengths[i].model);
            const Model own = run.model();
            QVERIFY(trained && trained->model.config == own.config);
            for (const auto &[name, matrix] : own.weights.all())
                QVERIFY2(*trained->model.weights.find(name) == *matrix, name.c_str());
            QCOMPARE(trained->task->step, 3LL);
            QVERIFY(trained->task->curve == run.curve());
            QVERIFY(trained->task->models == lengths);
        }
    }

    /// What they know is a part of the document: an undo step, and in its project.
    void whatTheyKnowIsKept()
    {
        Document document;
        load(document, "reverse-long");
        document.trials().start(few);
        document.trials().waitUntilDone();
        const std::vector<ModelLengths> lengths = document.trials().lengths();
        QCOMPARE(document.undoStack()->count(), 1);
        QVERIFY(document.project().task->models == lengths);
        document.undoStack()->undo();
        QVERIFY(document.project().task->models.empty());
        QVERIFY(document.trials().lengths().empty());
        document.undoStack()->redo();
        QVERIFY(document.trials().lengths() == lengths);

        document.restore(*document.trials().trained("gru"), QStringLiteral("Take"));
        document.waitForResult();
        QCOMPARE(document.matrices().model()->config.decoderAttention, DecoderAttention::None);
        QCOMPARE(document.training().state().step, 3LL);
        QVERIFY(document.project().task->models == lengths);
        QVERIFY(!document.training().canGoBack()); // what is known of the first weights is another model's

        Document other;
        other.load(document.project(), {});
        QVERIFY(other.trials().lengths() == lengths);
        QVERIFY(!other.trials().trained("gru")); // its weights are the document's now
    }

    void stopsAndFollowsTheTask()
    {
        Document document;
        load(document, "reverse-long");
        document.trials().start();
        QTRY_VERIFY_WITH_TIMEOUT(document.trials().progress().step > 0, 60000);
        QCOMPARE(document.trials().progress().model, std::string("transformer"));
        document.trials().stop();
        QVERIFY(!document.trials().isRunning());
        QVERIFY(document.trials().lengths().empty()); // nothing was measured yet
        QCOMPARE(document.undoStack()->count(), 0);
        document.trials().start();
        document.training().choose("copy");
        QVERIFY(!document.trials().isRunning());
    }

    void aDocumentWhoseModelsTrainCanGo()
    {
        Document document;
        load(document, "reverse-long");
        document.trials().start();
    }
};

REGARD_GUILESS_TEST(TestModelTrials)
#include "test_model_trials.moc"
