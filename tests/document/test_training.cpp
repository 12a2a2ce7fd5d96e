#include <new>
#include <stdexcept>

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include "document/document.h"
#include "engine/base/errors.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/examples.h"
#include "io/project/project_checkpoint.h"
#include "io/project/project_file.h"
#include "io/project/task_project.h"
#include "paths.h"
#include "test_class.h"
#include "training/run/run.h"
#include "training/tasks/task_table.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

const std::string trainingWq = "encoder.0.self.w_q";

TrainingOptions quickOptions(const Task &task)
{
    TrainingOptions options = task.options;
    options.batch = 4; // a step takes a moment without optimisation too
    options.rate.warmUp = 0;
    return options;
}

/// A small model of the task that copies letters.
Project copyProject()
{
    Task task = *findTask("copy");
    task.model.dModel = 8;
    task.model.dKey = task.model.dValue = 8;
    task.model.dFf = task.model.decoderDFf = 8;
    return taskProject(task, quickOptions(task));
}

class OtherMemoryText : public QTranslator {
public:
    QString translate(const char *context, const char *text, const char *, int) const override
    {
        const bool isIt = qstrcmp(context, "regard::BackgroundWork") == 0 && QByteArray(text).contains("memory");
        return isIt ? u"memory"_s : QString();
    }
    bool isEmpty() const override { return false; }
};

/// Bit for bit.
bool isSameModel(const Model &a, const Model &b)
{
    for (const auto &[name, matrix] : a.weights.all())
        if (*b.weights.find(name) != *matrix)
            return false;
    for (const auto &[token, row] : a.embedding)
        if (!b.embedding.contains(token) || *b.embedding.at(token) != *row)
            return false;
    return a.embedding.size() == b.embedding.size();
}

} // namespace

/// A document whose model learns on a thread: waited for by conditions, never by time.
class TestTraining : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;

    Training &training() { return m_document->training(); }
    QUndoStack *stack() { return m_document->undoStack(); }
    const Model &model() const { return *m_document->matrices().model(); }
    long long step() { return training().state().step; }
    void take(long long count)
    {
        training().takeSteps(count);
        training().waitUntilDone();
    }
    /// The model after so many steps without a window, from the document's present one.
    Model trainedAlone(int steps)
    {
        Run run(*training().task(), model(), training().state().options);
        for (int i = 0; i < steps; ++i)
            run.step();
        return run.model();
    }
    void playTo(long long wanted)
    {
        training().play();
        QTRY_VERIFY_WITH_TIMEOUT(step() >= wanted, 60000);
    }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(copyProject(), u"/somewhere/copy.regard"_s);
        m_document->waitForResult();
        QVERIFY(training().task());
        QCOMPARE(step(), 0LL);
        QVERIFY(!training().isRunning());
    }

    void stepsAreThoseOfARunWithoutAWindow()
    {
        const Model alone = trainedAlone(7);
        take(3);
        QCOMPARE(step(), 3LL);
        QVERIFY(!training().isRunning());
        take(4);
        QCOMPARE(step(), 7LL);
        QVERIFY(isSameModel(model(), alone));
        QCOMPARE(training().state().curve->steps.size(), std::size_t(7));
        for (int i = 0; i < 7; ++i)
            QCOMPARE(training().state().curve->steps[std::size_t(i)].step, i + 1LL);
        m_document->waitForResult();
        QVERIFY(m_document->result().model == m_document->matrices().model());
        QCOMPARE(stack()->count(), 1); // one stretch
        QCOMPARE(stack()->undoText(), u"Train 7 step(s)"_s);
    }

    void heldOutSentencesAreMeasuredAtTheSameSteps()
    {
        take(13);
        take(13);
        QCOMPARE(training().state().curve->heldOut.steps, (std::vector<long long>{0, 20}));
        QCOMPARE(training().state().curve->heldOut.measures.at("diagonal").size(), std::size_t(2));
    }

    void itPlaysUntilItIsPaused()
    {
        QSignalSpy states(&training(), &Training::stateChanged);
        playTo(5);
        QVERIFY(training().isRunning());
        QVERIFY(m_document->isModified());
        training().pause();
        QVERIFY(!training().isRunning());
        QVERIFY(states.count() >= 2);
        const long long paused = step();
        const auto shown = m_document->matrices().model();
        QTest::qWait(50);
        QCOMPARE(step(), paused);
        QVERIFY(m_document->matrices().model() == shown);
        QCOMPARE(stack()->count(), 1);
    }

    void undoAndRedoOfAStretchAreExact()
    {
        const auto drawn = m_document->matrices().model();
        take(5);
        const auto learned = m_document->matrices().model();
        stack()->undo();
        QCOMPARE(step(), 0LL);
        QVERIFY(m_document->matrices().model() == drawn);
        QVERIFY(!m_document->isModified());
        stack()->redo();
        QCOMPARE(step(), 5LL);
        QVERIFY(m_document->matrices().model() == learned);
        take(3); // with the moments of step 5
        const Model went = model();
        stack()->undo();
        stack()->undo();
        QVERIFY(m_document->matrices().model() == drawn);
        const Model alone = trainedAlone(8);
        QVERIFY(isSameModel(went, alone));
    }

    void undoWhileItTrainsPausesFirst()
    {
        const auto drawn = m_document->matrices().model();
        playTo(3);
        stack()->undo();
        QVERIFY(!training().isRunning());
        QCOMPARE(step(), 0LL);
        QVERIFY(m_document->matrices().model() == drawn);
        QTest::qWait(50);
        QCOMPARE(step(), 0LL);
    }

    void anEditEndsTheStretchAndCounts()
    {
        take(4);
        const float before = (*m_document->matrices().matrix(trainingWq))(0, 0);
        m_document->matrices().editCell(trainingWq, 0, 0, before + 1);
        const auto edited = m_document->matrices().model();
        take(2);
        QCOMPARE(step(), 6LL);
        QCOMPARE(stack()->count(), 3);
        QVERIFY(std::abs((*m_document->matrices().matrix(trainingWq))(0, 0) - before - 1) < 0.1F);
        QCOMPARE(training().state().curve->marks.size(), std::size_t(1));
        QCOMPARE(training().state().curve->marks[0].step, 4LL);
        QCOMPARE(training().state().curve->marks[0].text, stack()->text(1));
        stack()->undo();
        QVERIFY(m_document->matrices().model() == edited);
        QCOMPARE(step(), 4LL);
        stack()->undo();
        QCOMPARE((*m_document->matrices().matrix(trainingWq))(0, 0), before);
        stack()->undo();
        QCOMPARE(step(), 0LL);
    }

    void anEditWhileItTrainsIsTakenUp()
    {
        playTo(3);
        m_document->matrices().editCell(trainingWq, 0, 0, 5);
        QVERIFY(training().isRunning());
        const long long edited = step();
        QTRY_VERIFY_WITH_TIMEOUT(step() > edited, 60000);
        QVERIFY((*m_document->matrices().matrix(trainingWq))(0, 0) > 4);
        training().pause();
        QCOMPARE(stack()->count(), 3);
        Interventions off;
        off.heads[{Attention::Encoder, 0, 0}] = Replacement::Zero;
        training().play();
        m_document->matrices().setInterventions(off, u"switch a head off"_s);
        const long long without = step();
        QTRY_VERIFY_WITH_TIMEOUT(step() > without, 60000);
        QVERIFY(model().interventions == off);
        training().pause();
        QCOMPARE(training().state().curve->marks.back().text, u"switch a head off"_s);
    }

    /// It neither stops training nor ends its stretch.
    void aSentenceDoesNotInterrupt()
    {
        playTo(2);
        const long long typed = step();
        m_document->sentences().setSource(u"a b c"_s);
        QTRY_VERIFY_WITH_TIMEOUT(step() > typed, 60000);
        m_document->sentences().setSource(u"a b c d"_s);
        training().pause();
        QCOMPARE(stack()->count(), 2); // typing is one step, too
        m_document->waitForResult();
        QCOMPARE(m_document->result().trace->source.tokens.size(), std::size_t(4));
        QVERIFY(m_document->result().model == m_document->matrices().model());
        stack()->undo();
        QVERIFY(step() > typed);
        stack()->undo();
        QCOMPARE(step(), 0LL);
    }

    void backToTheStart()
    {
        const Model drawn = model();
        take(3);
        m_document->matrices().editCell(trainingWq, 0, 0, 5);
        take(3);
        QVERIFY(training().canGoBack());
        training().backToStart();
        QVERIFY(isSameModel(model(), drawn));
        QCOMPARE(step(), 0LL);
        QVERIFY(training().state().curve->steps.empty());
        const Model alone = trainedAlone(3);
        take(3);
        QVERIFY(isSameModel(model(), alone));
        stack()->undo();
        stack()->undo();
        QCOMPARE(step(), 6LL);
    }

    void optionsCountFromTheNextStep()
    {
        take(2);
        TrainingOptions options = training().state().options;
        options.rate = {Schedule::Constant, 0.5, 0, 100, 8};
        training().setOptions(options);
        take(1);
        QCOMPARE(training().state().curve->steps.back().rate, 0.5);
        QCOMPARE(training().state().curve->marks.size(), std::size_t(1));
        QCOMPARE(training().state().curve->marks[0].step, 2LL);
        options.rate.rate = -1;
        QVERIFY_EXCEPTION_THROWN(training().setOptions(options), ConfigError);
        QCOMPARE(training().state().options.rate.rate, 0.5);
    }

    void aLockedMatrixStaysAsItIs()
    {
        take(1);
        const Matrix before = *m_document->matrices().matrix(trainingWq);
        training().setLocked(trainingWq, true);
        take(2);
        QVERIFY(*m_document->matrices().matrix(trainingWq) == before);
        training().setLocked(trainingWq, false);
        take(1);
        QVERIFY(*m_document->matrices().matrix(trainingWq) != before);
    }

    /// A file names locks of weights that there are.
    void locksGoWithTheirMatrix()
    {
        training().setLocked("encoder.0.self.w_q", true);
        training().setLocked("encoder.5.self.w_q", true);
        QCOMPARE(m_document->project().task->options.adam.locked, (std::set<std::string>{"encoder.0.self.w_q"}));
        QVERIFY(parseProject(projectJson(m_document->project()), "copy").task);
    }

    void whatIsNoLongerFiniteStopsIt()
    {
        take(1);
        TrainingOptions options = training().state().options;
        options.rate.rate = 1e30;
        options.adam.clip = 0;
        training().setOptions(options);
        training().play();
        QTRY_VERIFY_WITH_TIMEOUT(!training().isRunning(), 60000);
        QVERIFY2(training().stopReason().contains(u"no longer finite"_s), qPrintable(training().stopReason()));
        for (const auto &[name, matrix] : model().weights.all())
            QVERIFY2(matrix->allFinite(), name.c_str());
        QCOMPARE(step(), training().state().curve->steps.back().step);
    }

    void aTasksModelIsCalledAfterTheTask()
    {
        Document untitled;
        untitled.load(defaultProject(), {});
        untitled.waitForResult();
        untitled.training().choose("reverse");
        QCOMPARE(untitled.title(), QString::fromStdString(findTask("reverse")->title));
    }

    /// Why a run stopped is said of the task and step that are shown, and of no others.
    void noReasonStaysWithAnotherTask()
    {
        const auto diverge = [this] {
            TrainingOptions options = training().state().options;
            options.rate.rate = 1e30;
            options.adam.clip = 0;
            training().setOptions(options);
            training().play();
            QTRY_VERIFY_WITH_TIMEOUT(!training().isRunning(), 60000);
        };
        take(1);
        diverge();
        QVERIFY(!training().stopReason().isEmpty());
        while (step() > 0)
            stack()->undo();
        QCOMPARE(training().stopReason(), QString()); // another step is shown
        diverge();
        training().choose("reverse");
        QCOMPARE(training().stopReason(), QString());

        // All steps are taken: said as long as that is so.
        TrainingOptions options = training().state().options;
        options.rate.schedule = Schedule::Cosine;
        options.rate.steps = 2;
        options.rate.warmUp = 0;
        training().setOptions(options);
        training().play();
        QTRY_COMPARE_WITH_TIMEOUT(step(), 2LL, 60000);
        QTRY_VERIFY_WITH_TIMEOUT(!training().isRunning(), 60000);
        QCOMPARE(training().stopReason(), QString());
        training().play();
        QVERIFY(training().stopReason().startsWith(u"All 2 steps are taken"_s));
        options.rate.steps = 3;
        training().setOptions(options);
        QCOMPARE(training().stopReason(), QString());
        options.rate.steps = 2;
        training().setOptions(options);
        training().play();
        training().choose("sort");
        QCOMPARE(training().stopReason(), QString());
    }

    /// Said in the language of the moment, not of that in which it happened.
    void aLackOfMemoryIsTranslated()
    {
        Task task = *findTask("copy");
        task.sentence = [](std::uint64_t, std::uint64_t, bool) -> TrainingSentence { throw std::bad_alloc(); };
        Training::State state = training().state();
        state.task = std::make_shared<const Task>(task);
        training().read(state);
        take(1);
        QVERIFY(!training().isRunning());
        QCOMPARE(training().stopReason(), u"There is not enough memory for this."_s);
        OtherMemoryText other;
        QVERIFY(QCoreApplication::installTranslator(&other));
        QCOMPARE(training().stopReason(), u"memory"_s);
    }

    /// A file that was refused is spoken of until another task is chosen, the present one included, or a run begins.
    void noProblemOfAFileStaysWithAnotherTask()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"pairs.tsv"_s);
        const auto refuse = [&] {
            training().chooseOwn(OwnKind::Pairs, path);
            training().waitUntilRead();
            QVERIFY(training().fileProblem().contains(u"pairs.tsv"_s));
        };
        refuse();
        training().choose(training().task()->name);
        QCOMPARE(training().fileProblem(), QString());
        refuse();
        take(1);
        QCOMPARE(training().fileProblem(), QString());
        training().choose("sort"); // a step
        refuse();
        stack()->undo();
        QCOMPARE(training().fileProblem(), QString());
        refuse();
        training().readAgain();
        training().waitUntilRead();
        QVERIFY(training().fileProblem().contains(u"pairs.tsv"_s));
        // What is all right meanwhile is not taken unasked.
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("one\tun\ntwo\tdeux\n") > 0);
        file.close();
        const std::string task = training().task()->name;
        training().readAgain();
        training().waitUntilRead();
        QCOMPARE(training().fileProblem(), QString());
        QCOMPARE(training().task()->name, task);
    }

    void otherSizesEndTheRunAndUndoGivesItBack()
    {
        playTo(2);
        ModelConfig config = model().config;
        config.encoderLayers = 2;
        m_document->matrices().setConfig(config, u"layers"_s);
        QVERIFY(!training().isRunning());
        QVERIFY(!training().reasonAgainst().isEmpty());
        QVERIFY_EXCEPTION_THROWN(training().play(), ConfigError);
        const long long learned = step();
        stack()->undo();
        QVERIFY(training().reasonAgainst().isEmpty());
        QCOMPARE(step(), learned);
        stack()->redo();
        training().beginAnew();
        QCOMPARE(step(), 0LL);
        take(2);
        QCOMPARE(step(), 2LL);
        QCOMPARE(model().config.encoderLayers, 2);
        config.architecture = Architecture::Encoder;
        m_document->matrices().setConfig(config, u"encoder"_s);
        QVERIFY2(training().reasonAgainst().contains(u"decoder"_s), qPrintable(training().reasonAgainst()));
    }

    void theMeanOverSentencesIsRefused()
    {
        Interventions off;
        off.heads[{Attention::Decoder, 0, 0}] = Replacement::MeanOver;
        m_document->matrices().setInterventions(off, u"off"_s);
        QVERIFY(training().reasonAgainst().contains(u"would make it old"_s));
        QVERIFY_EXCEPTION_THROWN(training().play(), ConfigError);
        stack()->undo();
        QVERIFY(training().reasonAgainst().isEmpty());
    }

    void attentionSetByHandIsRefused()
    {
        Interventions set;
        set.weights[{Attention::Decoder, 0, 0}] = {{{0, 0}, 1.0F}};
        playTo(2);
        m_document->matrices().setInterventions(set, u"by hand"_s);
        QVERIFY(!training().isRunning());
        QVERIFY(training().reasonAgainst().contains(u"set by hand"_s));
        QVERIFY_EXCEPTION_THROWN(training().play(), ConfigError);
        stack()->undo();
        QVERIFY(training().reasonAgainst().isEmpty());
    }

    void savingEndsTheStretch()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"copy.regard"_s);
        take(2);
        m_document->save(path);
        QVERIFY(!m_document->isModified());
        take(1);
        QVERIFY(m_document->isModified());
        QCOMPARE(stack()->count(), 2);
        stack()->undo();
        QVERIFY(!m_document->isModified());
        m_document->load(readProject(path), path);
        QCOMPARE(step(), 2LL);
        QCOMPARE(training().task()->name, std::string("copy"));
        QCOMPARE(training().state().curve->steps.size(), std::size_t(2));
        QVERIFY(training().beginsMomentsAnew());
        QVERIFY(!training().canGoBack());
        take(1);
        QVERIFY(!training().beginsMomentsAnew());
        QCOMPARE(step(), 3LL);
    }

    /// A task of one's own: read on a thread, saved with the file's name, and taken up again where it was.
    void aFileOfOnesOwn()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"pairs.tsv"_s);
        const auto write = [&](const QByteArray &content) {
            QFile out(file);
            QVERIFY(out.open(QIODevice::WriteOnly) && out.write(content) == content.size());
        };
        write("one two\tun deux\nthree\ttrois\nfour\tquatre\nfour one\tquatre un\n");
        training().chooseOwn(OwnKind::Pairs, file);
        QCOMPARE(training().fileInReading(), file);
        training().waitUntilRead();
        QVERIFY(training().fileInReading().isEmpty());
        QCOMPARE(training().fileProblem(), QString());
        QCOMPARE(training().task()->name, std::string("pairs"));
        QCOMPARE(training().task()->file->lines, 4LL);
        // The columns of the present output layer stand for letters, even where there happen to be as many.
        QCOMPARE(training().reasonAgainst(), QString());
        QVERIFY(model().vocabulary.tokens == training().task()->vocabulary.tokens);
        Task small = *training().task();
        small.model.dModel = small.model.dKey = small.model.dValue = 8;
        m_document->restore(taskProject(small, quickOptions(small)), u"the model"_s);
        QCOMPARE(training().reasonAgainst(), QString());
        QCOMPARE(training().task()->name, std::string("pairs"));
        take(3);
        QCOMPARE(step(), 3LL);
        const QString path = folder.filePath(u"own.regard"_s);
        m_document->save(path);
        QFile saved(path);
        QVERIFY(saved.open(QIODevice::ReadOnly) && saved.readAll().contains("\"data\": \"pairs.tsv\""));

        m_document->load(readProject(path), path);
        QVERIFY(training().unreadRun() == OwnKind::Pairs);
        QCOMPARE(step(), 3LL);
        QCOMPARE(training().state().curve->steps.size(), std::size_t(3));
        training().waitUntilRead();
        QVERIFY(training().task() && !training().unreadRun());
        QCOMPARE(training().fileProblem(), QString());
        take(2);
        QCOMPARE(step(), 5LL);
        QCOMPARE(training().record()->data, file.toStdString());
        stack()->undo();
        QCOMPARE(step(), 3LL);
        QVERIFY(training().task());

        // The file is gone, has words that were never learned, is elsewhere: the run stays what it was.
        QVERIFY(QFile::remove(file));
        m_document->load(readProject(path), path);
        training().waitUntilRead();
        QVERIFY(training().fileProblem().contains(u"pairs.tsv"_s));
        QVERIFY(training().unreadRun() == OwnKind::Pairs);
        QVERIFY_EXCEPTION_THROWN(training().play(), ConfigError);
        QCOMPARE(m_document->project().task->step, 3LL);
        QCOMPARE(m_document->project().task->curve.size(), std::size_t(3));
        write("one\tun\nfive\tcinq\n");
        training().chooseOwn(OwnKind::Pairs, file);
        training().waitUntilRead();
        QVERIFY2(training().fileProblem().contains(u"\"five\""_s), qPrintable(training().fileProblem()));
        QVERIFY(training().unreadRun() == OwnKind::Pairs);
        QVERIFY(QFile::rename(file, folder.filePath(u"moved.tsv"_s)));
        QFile moved(folder.filePath(u"moved.tsv"_s));
        QVERIFY(moved.open(QIODevice::WriteOnly) && moved.write("one\tun\nthree\ttrois\n") > 0);
        moved.close();
        training().chooseOwn(OwnKind::Pairs, moved.fileName());
        training().waitUntilRead();
        QCOMPARE(training().fileProblem(), QString());
        QCOMPARE(step(), 3LL);
        QCOMPARE(training().record()->data, moved.fileName().toStdString());
        take(1);
        QCOMPARE(step(), 4LL);
    }

    void aFileThatIsNoTextSaysSo()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"bad.txt"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("a b\ncaf\xE9\n") > 0);
        file.close();
        training().chooseOwn(OwnKind::Sentences, file.fileName());
        training().waitUntilRead();
        QVERIFY2(training().fileProblem().contains(u"line 2 is not UTF-8"_s), qPrintable(training().fileProblem()));
        QCOMPARE(training().task()->name, std::string("copy")); // as before
        training().chooseOwn(OwnKind::Sentences, file.fileName());
        m_document->load(readExample("three-inputs"), {}); // another document, while it is read
        training().waitUntilRead();
        QVERIFY(training().fileProblem().isEmpty() && !training().task());
        training().chooseOwn(OwnKind::Sentences, file.fileName());
        m_document.reset();
    }

    void aSnapshotIsOfItsStep()
    {
        take(2);
        m_document->snapshots().take();
        const auto early = m_document->matrices().model();
        take(2);
        m_document->snapshots().recall(0);
        QCOMPARE(step(), 2LL);
        QVERIFY(isSameModel(model(), *early));
        stack()->undo();
        QCOMPARE(step(), 4LL);
        take(1);
        QCOMPARE(step(), 5LL);
    }

    /// Links and heatmap show the same one of several.
    void aTaskShowsOneHead()
    {
        training().choose("dates");
        QVERIFY(model().config.heads > 1);
        const Selection &selection = m_document->look().selection();
        QCOMPARE(selection.heads, std::vector<int>{selection.head});
    }

    /// A task comes with its model, as one step; what was there before becomes a snapshot.
    void aTaskBringsItsModel()
    {
        take(1);
        const auto learned = m_document->matrices().model();
        training().choose("sort");
        QCOMPARE(step(), 0LL);
        QCOMPARE(training().reasonAgainst(), QString());
        QCOMPARE(model().config.dModel, findTask("sort")->model.dModel);
        QVERIFY(m_document->inputError().isEmpty());
        const Selection &selection = m_document->look().selection();
        QCOMPARE(selection.heads, std::vector<int>{selection.head});
        QCOMPARE(stack()->count(), 2);
        QCOMPARE(m_document->snapshots().all().size(), std::size_t(1));
        QCOMPARE(m_document->snapshots().all().front().name, std::string("Before “sort”"));
        stack()->undo();
        QCOMPARE(training().task()->name, std::string("copy"));
        QCOMPARE(step(), 1LL);
        QVERIFY(isSameModel(model(), *learned));
        QVERIFY(m_document->snapshots().all().empty());
        stack()->redo();
        QCOMPARE(training().task()->name, std::string("sort"));
        m_document->snapshots().recall(0);
        QVERIFY(isSameModel(model(), *learned));
        QCOMPARE(step(), 1LL);
        QVERIFY_EXCEPTION_THROWN(training().choose("juggling"), ConfigError);
    }

    /// Where the list of snapshots is full, undoing still gives the model back.
    void aFullListOfSnapshotsIsNoObstacle()
    {
        while (m_document->snapshots().canTake())
            m_document->snapshots().take();
        m_document->matrices().editCell(trainingWq, 0, 0, 3);
        const std::size_t count = m_document->snapshots().all().size();
        training().choose("sort");
        QCOMPARE(m_document->snapshots().all().size(), count);
        stack()->undo();
        QCOMPARE((*m_document->matrices().matrix(trainingWq))(0, 0), 3.0F);
    }

    /// A checkpoint that gave way to a task's model is in the project's file, and comes back from it.
    void aCheckpointBecomesASnapshot()
    {
        const Project checkpoint =
            checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert")));
        m_document->load(checkpoint, {});
        training().choose("it");
        QVERIFY(!m_document->checkpoint());
        take(1);
        QTemporaryDir folder;
        const QString path = folder.filePath(u"it.regard"_s);
        m_document->save(path);
        m_document->load(readProject(path), path);
        QCOMPARE(step(), 1LL);
        m_document->snapshots().recall(0);
        QVERIFY(m_document->checkpoint());
        QCOMPARE(m_document->matrices().model()->config.dModel, checkpoint.model.config.dModel);
        QVERIFY(!training().task());
    }

    /// However slow it is, a step is shown at once, orders are followed at once, and the numbers are the same.
    void aSpeedChangesNoNumber()
    {
        constexpr double almostNever = 1e-5; // steps a second: waiting for the next one would be noticed
        const Model alone = trainedAlone(4);
        training().setSpeed(almostNever);
        training().play();
        QTRY_COMPARE_WITH_TIMEOUT(step(), 1LL, 60000);
        QVERIFY(training().isRunning());
        training().pause();
        QCOMPARE(step(), 1LL);
        take(1); // the first step of a run waits for nothing
        training().play();
        QTRY_COMPARE_WITH_TIMEOUT(step(), 3LL, 60000);
        training().setSpeed(0);
        QTRY_VERIFY_WITH_TIMEOUT(step() > 6, 60000);
        training().pause();
        stack()->undo(); // one stretch
        QCOMPARE(step(), 0LL);
        take(4);
        QCOMPARE(step(), 4LL);
        QVERIFY(isSameModel(model(), alone));
        training().setSpeed(almostNever);
        training().play();
        QTRY_COMPARE_WITH_TIMEOUT(step(), 5LL, 60000);
        m_document->matrices().editCell(trainingWq, 0, 0, 5); // taken up by another run
        QTRY_COMPARE_WITH_TIMEOUT(step(), 6LL, 60000);
        m_document.reset(); // while it waits
    }

    /// Rules are no sizes.
    void anotherRuleGoesOn()
    {
        take(2);
        ModelConfig config = model().config;
        config.activation = Activation::Gelu;
        QVERIFY(!training().wouldEnd(config));
        m_document->matrices().setConfig(config, u"gelu"_s);
        take(1);
        QCOMPARE(step(), 3LL);
        config.dFf = 16;
        QVERIFY(training().wouldEnd(config));
    }

    void aDocumentWithoutATaskIsTaughtNothing()
    {
        m_document->load(readExample("three-inputs"), {});
        QVERIFY(!training().task());
        QVERIFY(!m_document->project().task);
        QVERIFY_EXCEPTION_THROWN(training().play(), ConfigError);
        training().choose("it");
        QCOMPARE(training().reasonAgainst(), QString());
    }

    /// A picture that a listener cannot show does not count, and training stops.
    void aListenerThatThrowsPutsItBack()
    {
        const auto drawn = m_document->matrices().model();
        const auto connection = connect(&m_document->matrices(), &Matrices::modelChanged, this,
                                        [] { throw std::out_of_range("a mistake"); });
        training().takeSteps(1);
        QVERIFY_EXCEPTION_THROWN(training().waitUntilDone(), std::out_of_range);
        disconnect(connection);
        QVERIFY(m_document->matrices().model() == drawn);
        QCOMPARE(step(), 0LL);
        QVERIFY(!training().isRunning());
        QCOMPARE(stack()->count(), 0);
        take(1);
        QCOMPARE(step(), 1LL);
    }

    void aDocumentThatTrainsCanGo()
    {
        training().play();
        m_document.reset();
        init();
        playTo(1);
        m_document->load(readExample("three-inputs"), {});
        QVERIFY(!training().isRunning());
        QTest::qWait(20);
        QVERIFY(!training().task());
    }
};

REGARD_GUILESS_TEST(TestTraining)
#include "test_training.moc"
