#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/document.h"
#include "io/attention/attention_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/examples.h"
#include "io/project/project_attention.h"
#include "io/project/project_checkpoint.h"
#include "io/project/project_file.h"
#include "io/project/project_state.h"
#include "io/project/task_project.h"
#include "paths.h"
#include "safetensors_bytes.h"
#include "test_class.h"
#include "training/tasks/task_table.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/training/panel/matrix_lock.h"
#include "views/training/panel/number_box.h"
#include "views/training/panel/run_card.h"
#include "views/training/panel/task_sentences.h"
#include "views/training/panel/training_answer.h"
#include "views/training/panel/training_details.h"
#include "views/training/panel/training_options_form.h"
#include "views/training/panel/training_panel.h"
#include "views/training/panel/training_row.h"
#include "views/training/panel/training_runs.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The panel, as a hand uses it.
class TestTrainingPanel : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<TrainingPanel> m_panel;
    QTemporaryDir m_folder;

    void loadCopy()
    {
        Task task = *findTask("copy");
        task.model.dModel = task.model.dKey = task.model.dValue = 8;
        task.model.dFf = task.model.decoderDFf = 8;
        task.options.batch = 4;
        m_document->load(taskProject(task, task.options), {});
        m_document->waitForResult();
    }
    /// By the list, as a hand does.
    void choose(const std::string &task)
    {
        QMenu *menu = m_panel->row()->taskButton()->menu();
        emit menu->aboutToShow();
        for (QAction *action : menu->actions())
            if (action->data().toString().toStdString() == task) {
                action->trigger();
                return;
            }
        QFAIL("no such task");
    }
    static QStringList texts(QMenu *menu)
    {
        emit menu->aboutToShow();
        QStringList texts;
        for (const QAction *action : menu->actions())
            if (!action->isSeparator())
                texts << action->text();
        return texts;
    }
    static Project withoutTitle(Project project)
    {
        project.snapshots.clear();
        return project;
    }
    /// An example, a checkpoint, or a file of attention.
    Project projectOf(const QString &source)
    {
        if (source == u"checkpoint"_s)
            return checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert")));
        if (source != u"attention"_s)
            return readExample(source.toStdString());
        const QString path = m_folder.filePath(u"attention.safetensors"_s);
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(safetensorsBytes(
                {{u"format"_s, u"regard-attention"_s}, {u"tokens"_s, u"[\"a\", \"b\"]"_s}},
                {HandTensor::floats(u"encoder.0.self.weights"_s, {1, 2, 2}, {0.5F, 0.5F, 0.25F, 0.75F})}));
        file.close();
        return attentionProject(openAttention(path));
    }
    void click(QWidget *widget) { QTest::mouseClick(widget, Qt::LeftButton); }
    long long step() { return m_document->training().state().step; }
    template <typename Field>
    Field *field(const char *name)
    {
        return m_panel->findChild<Field *>(QLatin1String(name));
    }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(readExample("three-inputs"), {});
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_panel = std::make_unique<TrainingPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(320, 700);
        m_panel->show();
        m_panel->row()->optionsAction()->setChecked(true);
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }
    void cleanup() { m_panel.reset(); }

    /// Beside its name, as in More.
    void everyTaskSaysWhatWillBeSeen()
    {
        for (const QString &text : texts(m_panel->row()->taskButton()->menu()))
            QVERIFY2(text.section(u'\t', 1).endsWith(u'.'), qPrintable(text));
    }

    /// The model comes with the task, from whatever there was; that becomes a snapshot, and Ctrl+Z gives it back.
    void aTaskBringsItsModel()
    {
        const Project before = m_document->project();
        choose("it");
        QCOMPARE(m_document->training().task()->name, std::string("it"));
        QVERIFY(m_panel->row()->playButton()->isEnabled());
        QVERIFY(!m_panel->answer()->messageLine()->isVisible());
        QVERIFY(!m_panel->answer()->remedyButton()->isVisible());
        QCOMPARE(m_panel->row()->taskButton()->text(), u"it: the cat or the rug?"_s);
        const QString half = u"Half of the answers are usually right after about %1 steps."_s;
        const QString about = m_panel->answer()->answerLine()->text();
        QVERIFY2(about.contains(half.arg(m_document->training().task()->halfRightAfter)), qPrintable(about));
        QCOMPARE(m_document->matrices().model()->config.encoderLayers, 2);
        QCOMPARE(m_document->undoStack()->count(), 1);
        QCOMPARE(m_document->snapshots().all().size(), std::size_t(1));
        QVERIFY(isSameBesidesView(*m_document->snapshots().all().front().state, withoutTitle(before)));
        m_document->undoStack()->undo();
        QVERIFY(isSameBesidesView(m_document->project(), before));
        QVERIFY(m_document->snapshots().all().empty());
        QVERIFY(!m_document->training().task());
    }

    /// From the first measurement after which 95 % of the answers stay right: 0.92 at step 320, 1 at 360 in the file.
    void saysWhenItHasLearned()
    {
        m_document->load(readExample("dates"), {});
        m_document->waitForResult();
        const QString said = u"Learned: since step 360 at least 95 % of the answers are right."_s;
        const QString about = m_panel->answer()->answerLine()->text();
        QVERIFY2(about.contains(said), qPrintable(about));
    }

    /// Without a task ▶ asks for one and trains it: two clicks.
    void playAsksForATask()
    {
        QMenu *menu = m_panel->row()->taskButton()->menu();
        click(m_panel->row()->playButton());
        QTRY_VERIFY(menu->isVisible());
        QAction *first = menu->actions().front();
        QTest::mouseClick(menu, Qt::LeftButton, Qt::NoModifier, menu->actionGeometry(first).center());
        QVERIFY(m_document->training().isRunning());
        QCOMPARE(m_document->training().task()->name, std::string("it"));
        m_document->training().pause();
        // Chosen by the list itself, a task waits.
        menu->popup(m_panel->mapToGlobal(QPoint()));
        menu->close();
        choose("copy");
        QVERIFY(!m_document->training().isRunning());
    }

    void everyTaskFromEverything_data()
    {
        QTest::addColumn<QString>("source");
        for (const ExampleEntry &example : examples())
            QTest::newRow(example.name.c_str()) << QString::fromStdString(example.name);
        QTest::newRow("checkpoint") << u"checkpoint"_s;
        QTest::newRow("attention") << u"attention"_s;
    }
    /// No error is spoken of on the way, and the second click trains. One whose steps are all taken says so instead.
    void everyTaskFromEverything()
    {
        QFETCH(QString, source);
        const Project project = projectOf(source);
        QStringList errors;
        connect(m_document.get(), &Document::inputErrorChanged, this, [&](const QString &error) {
            if (!error.isEmpty())
                errors << error;
        });
        const auto look = [&] {
            if (m_panel->answer()->messageLine()->isVisible())
                errors << m_panel->answer()->messageLine()->text();
            if (m_panel->answer()->remedyButton()->isVisible())
                errors << m_panel->answer()->remedyButton()->text();
        };
        connect(&m_document->training(), &Training::stateChanged, this, look);
        connect(m_document.get(), &Document::resultChanged, this, look);
        const std::vector<Task> all = tasks();
        for (const Task &task : all) {
            m_document->load(project, {});
            m_document->waitForResult();
            errors.clear(); // such as a file's own
            look();
            const bool isThere = m_document->training().task() && m_document->training().task()->name == task.name;
            choose(task.name);
            m_document->waitForResult();
            look();
            QVERIFY2(errors.isEmpty(), qPrintable(errors.join(u'\n')));
            QCOMPARE(m_document->training().task()->name, task.name);
            QVERIFY(m_document->hasModel());
            QVERIFY(m_panel->row()->playButton()->isEnabled());
            QCOMPARE(m_document->undoStack()->count(), isThere ? 0 : 1);
            click(m_panel->row()->playButton());
            const bool isDone = m_document->training().areAllStepsTaken();
            QCOMPARE(isDone, source == u"dates"_s && isThere); // the trained example
            QVERIFY2(m_document->training().isRunning() != isDone, task.name.c_str());
            QCOMPARE(m_panel->answer()->messageLine()->isVisible(), isDone);
            m_document->training().rest();
            while (m_document->undoStack()->canUndo()) // a step may have been shown by now
                m_document->undoStack()->undo();
            QVERIFY(isSameBesidesView(m_document->project(), project));
        }
    }

    /// What is new and untouched is not worth a snapshot.
    void triedTasksLeaveOneSnapshot()
    {
        choose("it");
        choose("copy");
        choose("sort");
        QCOMPARE(m_document->snapshots().all().size(), std::size_t(1));
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        choose("it");
        QCOMPARE(m_document->snapshots().all().size(), std::size_t(2));
        m_document->snapshots().recall(1);
        QCOMPARE(m_document->training().task()->name, std::string("sort"));
        QCOMPARE((*m_document->matrices().matrix("encoder.0.self.w_q"))(0, 0), 3.0F);
        choose("sort"); // the present one
        QCOMPARE((*m_document->matrices().matrix("encoder.0.self.w_q"))(0, 0), 3.0F);
    }

    /// A speed is the user's: neither the project nor the run knows it, and no undo step changes it.
    void theSpeedIsNoPartOfTheProject()
    {
        loadCopy();
        QSignalSpy changed(m_panel->row(), &TrainingRow::speedChanged);
        QCOMPARE(m_panel->row()->speed(), 10.0);
        QCOMPARE(m_document->training().speed(), 10.0);
        const std::string before = projectJson(m_document->project());
        QSlider *slider = m_panel->row()->speedSlider();
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(m_panel->row()->speed(), 0.0);
        QCOMPARE(m_document->training().speed(), 0.0);
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(m_document->training().speed(), 1.0);
        QCOMPARE(changed.size(), 2);
        QCOMPARE(projectJson(m_document->project()), before);
        QVERIFY(!m_document->isModified());
        for (const double speed : {1.0, 2.0, 10.0, 100.0, 0.0}) {
            m_panel->row()->setSpeed(speed);
            QCOMPARE(m_panel->row()->speed(), speed);
        }
        m_panel->row()->setSpeed(1e9);
        QCOMPARE(m_panel->row()->speed(), 100.0);
    }

    /// Nothing is cut at any width, and the row is one line of 60 pixels where there is room.
    void theRowGivesWay()
    {
        choose("reverse-long"); // the longest title
        TrainingRow *row = m_panel->row();
        for (const int width : {1264, 944, 740, 300}) {
            row->setParent(nullptr);
            row->resize(width, row->heightForWidth(width));
            row->show();
            QVERIFY(QTest::qWaitForWindowExposed(row));
            QVERIFY2(width < 1264 || row->height() <= 60, qPrintable(QString::number(row->height())));
            QList<QRect> taken;
            for (QWidget *part : row->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
                if (part->isWindow() || part->isHidden() || part->width() == 0)
                    continue;
                QVERIFY(row->rect().contains(part->geometry()));
                QVERIFY(part->width() >= part->minimumSizeHint().width());
                if (!part->findChild<QWidget *>() && !qobject_cast<QAbstractButton *>(part))
                    continue; // the space between
                for (const QRect &other : taken)
                    QVERIFY(!other.intersects(part->geometry()));
                taken << part->geometry();
            }
        }
        row->setParent(m_panel.get());
    }

    /// A task's models stand in a list: it says which one is there, and choosing one makes it, as one undo step.
    void modelsOfATaskAreOneClickAway()
    {
        QComboBox *models = m_panel->details()->modelList();
        m_document->training().choose("copy");
        QVERIFY(!models->isVisible()); // it has one alone
        m_document->training().choose("dates");
        QVERIFY(models->isVisible());
        QCOMPARE(models->count(), int(findTask("dates")->variants.size()));
        QCOMPARE(models->currentText(), u"Transformer"_s);
        QCOMPARE(m_document->undoStack()->count(), 2);
        models->setFocus();
        QTest::keyClick(models, Qt::Key_Down);
        QVERIFY(m_panel->row()->playButton()->isEnabled());
        const Task chosen = *withVariant(*findTask("dates"), models->currentData().toString().toStdString());
        QVERIFY(m_document->matrices().model()->config.decoderAttention == chosen.model.decoderAttention);
        QVERIFY(m_document->sentences().target().startsWith(u"<s>"_s));
        QCOMPARE(m_document->training().state().options.rate.steps, chosen.options.rate.steps);
        QCOMPARE(m_document->undoStack()->count(), 3);
        m_document->undoStack()->undo();
        QCOMPARE(models->currentText(), u"Transformer"_s);
        m_document->undoStack()->undo();
        m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().source(), u"x1 x2 x3"_s);
    }

    /// Another model stands beside the present one: a card each, one chart, the same step.
    void severalModelsLearnBesideEachOther()
    {
        const Task task = *findTask("dates");
        TrainingOptions options = task.options;
        options.batch = 2;
        m_document->load(taskProject(task, options), {});
        m_document->waitForResult();
        QVERIFY(!m_panel->runs()->isVisible());
        QCOMPARE(texts(m_panel->row()->modelButton()->menu()),
                 (QStringList{u"Transformer"_s, u"GRU with attention (Bahdanau)"_s, u"LSTM with attention (Bahdanau)"_s,
                              u"GRU with attention (Bahdanau), trained"_s, u"The same with another &seed"_s,
                              u"Train &all 3"_s}));
        m_panel->row()->modelButton()->menu()->actions().at(1)->trigger();
        QCOMPARE(m_document->training().state().beside.size(), std::size_t(1));
        QVERIFY(m_panel->runs()->isVisible());
        QCOMPARE(m_panel->runs()->cards().size(), std::size_t(2));
        QCOMPARE(m_panel->runs()->cards()[0]->titleLine()->text(), u"Transformer"_s);
        QCOMPARE(m_panel->runs()->cards()[1]->titleLine()->text(), u"GRU with attention (Bahdanau)"_s);
        m_panel->row()->oneStepAction()->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(step() == 1 && !m_document->training().isRunning(), 60000);
        QCOMPARE(m_document->training().state().beside[0].step, 1LL);
        QCOMPARE(m_panel->row()->stepValue()->text(), u"1"_s);
        QVERIFY(!m_panel->row()->lossValue()->isVisible() && m_panel->row()->leftValue()->isVisible());
        m_panel->runs()->results()->waitUntilDone();
        for (const RunCard *card : m_panel->runs()->cards()) {
            QVERIFY2(card->rightLine()->text().endsWith(u"% right"_s), qPrintable(card->rightLine()->text()));
            QTRY_VERIFY(dynamic_cast<const HeatmapFigure *>(card->view()->figure()));
        }
        const auto *curves = dynamic_cast<const RunCurveFigure *>(m_panel->answer()->view()->figure());
        QVERIFY(curves);
        QCOMPARE(curves->data().lines.size(), std::size_t(2));
        m_panel->runs()->cards()[1]->takeAction()->trigger();
        QTRY_VERIFY(m_document->matrices().model()->config.decoderAttention == DecoderAttention::Bahdanau);
        QVERIFY(!m_panel->answer()->messageLine()->isVisible());
        QTRY_COMPARE(m_panel->runs()->cards()[0]->titleLine()->text(), u"GRU with attention (Bahdanau)"_s);
        m_panel->runs()->cards()[1]->removeAction()->trigger();
        QTRY_VERIFY(m_panel->runs()->cards().empty());
        QVERIFY(!m_panel->runs()->isVisible());
        QVERIFY(m_panel->row()->lossValue()->isVisible());
    }

    /// What is known of lengths stands in the chart once it is asked for.
    void lengthsAreOneClickAway()
    {
        const Task task = *findTask("reverse-long");
        Project project = taskProject(task, task.options);
        TrainingRecord record = *project.task;
        record.models = {{"transformer", 2, {{5, 0.5, 0.75}, {10, 0.25, 0.5}}}};
        m_document->load(project, {});
        QVERIFY(!m_panel->row()->lengthsAction()->isEnabled());
        QVERIFY(texts(m_panel->row()->modelButton()->menu()).contains(u"Train &all 3"_s));
        project.task = std::make_shared<const TrainingRecord>(record);
        m_document->load(project, {});
        QVERIFY(m_panel->row()->lengthsAction()->isEnabled());
        QVERIFY(dynamic_cast<const RunCurveFigure *>(m_panel->answer()->view()->figure()));
        m_panel->row()->lengthsAction()->trigger();
        const auto *chart = dynamic_cast<const LengthFigure *>(m_panel->answer()->view()->figure());
        QVERIFY(chart);
        QCOMPARE(chart->data().models.size(), std::size_t(1));
        QCOMPARE(chart->data().models[0].points.size(), std::size_t(2));
    }

    /// What a user types is answered by characters: a way of writing a date, but no other text.
    void datesAreAnswered()
    {
        m_document->load(taskProject(*findTask("dates"), findTask("dates")->options), {});
        m_document->sentences().setSource(u"the 7th of May 2026"_s);
        m_document->sentences().setTarget(u"<s>2026-"_s);
        m_document->waitForResult();
        const QString answer = m_panel->answer()->headingLine()->text();
        QVERIFY2(answer.count(u"✓"_s) + answer.count(u"✗"_s) == 6, qPrintable(answer));
        QVERIFY2(answer.contains(u"✗ (2)"_s) && !answer.contains(u"   "_s), qPrintable(answer)); // nothing is blank
        m_document->sentences().appendToken("0");                                                // as Generate does
        QCOMPARE(m_document->sentences().target(), u"<s>2026-0"_s);
        m_document->sentences().setSource(u"the 8nd of May 2026"_s);
        m_document->waitForResult();
        QVERIFY2(m_panel->answer()->answerLine()->text().contains(u"none of the task’s questions"_s),
                 qPrintable(m_panel->answer()->answerLine()->text()));
    }

    void buttonsPlayPauseAndStep()
    {
        loadCopy();
        click(m_panel->row()->playButton());
        QVERIFY(m_document->training().isRunning());
        QCOMPARE(m_panel->row()->playButton()->text(), u"❚❚ Pause"_s);
        QTRY_VERIFY_WITH_TIMEOUT(step() > 2, 60000);
        QTest::keyClick(m_panel->row()->playButton(), Qt::Key_Space);
        QVERIFY(!m_document->training().isRunning());
        const long long paused = step();
        m_panel->row()->oneStepAction()->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(step(), paused + 1, 60000);
        m_panel->details()->stepsField()->setValue(5);
        click(m_panel->details()->stepsButton());
        QTRY_COMPARE_WITH_TIMEOUT(step(), paused + 6, 60000);
        click(m_panel->row()->tenButton());
        QTRY_COMPARE_WITH_TIMEOUT(step(), paused + 16, 60000);
        QCOMPARE(m_panel->row()->stepValue()->text(), QLocale().toString(step()));
        QVERIFY(m_panel->row()->lossValue()->text() != u"–"_s && m_panel->row()->rightValue()->text().endsWith(u"%"_s));
        QVERIFY(m_panel->details()->statusLine()->text().startsWith(u"Step %1 of 400"_s.arg(paused + 16)));
        QVERIFY(m_panel->row()->resetAction()->isEnabled());
        m_panel->row()->resetAction()->trigger();
        QCOMPARE(step(), 0LL);
        QVERIFY(!m_panel->row()->resetAction()->isEnabled());
    }

    /// Right and wrong are told apart without colours, and a sentence of one's own is answered too.
    void theAnswerStandsThere()
    {
        m_document->load(taskProject(*findTask("it"), findTask("it")->options), {});
        m_document->waitForResult();
        const QString text = m_panel->answer()->headingLine()->text();
        QVERIFY2(text.startsWith(u"“it” is the "_s) && (text.contains(u"✓"_s) != text.contains(u"✗"_s)),
                 qPrintable(text));
        const QString about = m_panel->answer()->answerLine()->text();
        QVERIFY2(about.startsWith(u"Not trained yet. A sentence that it never trained on."_s), qPrintable(about));
        m_document->sentences().setSource(u"The cat sat on the rug and it was hungry."_s);
        QVERIFY(m_panel->answer()->headingLine()->text().startsWith(u"“it” is the "_s));
        m_document->sentences().setSource(u"The cat sat on the banana and it was hungry."_s);
        QVERIFY2(m_panel->answer()->answerLine()->text().contains(u"banana"_s),
                 qPrintable(m_panel->answer()->answerLine()->text()));
        m_document->sentences().setSource(u"The cat sat."_s);
        QVERIFY2(m_panel->answer()->answerLine()->text().contains(u"none of the task’s questions"_s),
                 qPrintable(m_panel->answer()->answerLine()->text()));
    }

    void sentencesOfTheTaskAreOneClickAway()
    {
        loadCopy();
        QMenu *menu = m_panel->answer()->sentences()->findChild<QMenu *>();
        m_panel->answer()->sentences()->setFocus();
        QTest::keyClick(m_panel->answer()->sentences(), Qt::Key_Space);
        QTRY_VERIFY(menu->isVisible());
        QCOMPARE(menu->actions().size(), 26); // two headings
        menu->actions().at(2)->trigger();
        menu->close();
        const Task &task = *m_document->training().task();
        QCOMPARE(m_document->sentences().source().toStdString(), textOf(task, task.sentence(1, 1, true).source));
        QCOMPARE(m_document->sentences().target().toStdString(), textOf(task, task.sentence(1, 1, true).target));
        QVERIFY(m_panel->answer()->answerLine()->text().contains(u"never trained on"_s));
        QCOMPARE(m_document->undoStack()->count(), 1);
        menu->actions().back()->trigger();
        QVERIFY(m_panel->answer()->answerLine()->text().contains(u"is used in training"_s));
    }

    void optionsCountAndRefuse()
    {
        loadCopy();
        auto *rate = field<NumberBox>("rate");
        QCOMPARE(rate->text(), u"0.001"_s);
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, u"2e-4"_s);
        QTest::keyClick(rate, Qt::Key_Return);
        QCOMPARE(m_document->training().state().options.rate.rate, 2e-4);
        QCOMPARE(rate->text(), u"0.0002"_s);
        QTest::keyClick(rate, Qt::Key_Up);
        QCOMPARE(rate->text(), u"0.0005"_s);
        QTest::keyClick(rate, Qt::Key_Down);
        QTest::keyClick(rate, Qt::Key_Down);
        QCOMPARE(rate->text(), u"0.0001"_s);
        auto *dropout = field<NumberBox>("dropout");
        dropout->setFocus();
        QTest::keyClick(dropout, Qt::Key_Up);
        QCOMPARE(m_document->training().state().options.dropout, 0.1);
        QTest::keyClick(dropout, Qt::Key_Down);
        QTest::keyClick(dropout, Qt::Key_Down);
        QTest::keyClick(dropout, Qt::Key_Down);
        QTest::keyClick(dropout, Qt::Key_Down);
        QCOMPARE(m_document->training().state().options.dropout, 0.0);
        QVERIFY(!field<NumberBox>("epsilon")->isVisible());
        m_panel->details()->options()->setOpen(true);
        QVERIFY(field<NumberBox>("epsilon")->isVisible());
        for (QPushButton *button : m_panel->details()->options()->findChildren<QPushButton *>())
            button->click(); // "As in Vaswani et al. 2017", which may be scrolled out of view
        const TrainingOptions &options = m_document->training().state().options;
        QCOMPARE(options.rate.schedule, Schedule::InverseRoot);
        QCOMPARE(options.adam.epsilon, 1e-9);
        QCOMPARE(options.batch, 4);
        QCOMPARE(field<NumberBox>("smoothing")->text(), u"0.1"_s);
        QCOMPARE(field<NumberBox>("epsilon")->text(), u"1e-09"_s);
    }

    /// W_Q learns alone, then W_K too.
    void matricesAreLocked()
    {
        loadCopy();
        MatrixLock lock(m_document.get(), nullptr);
        lock.setMatrix("encoder.0.self.w_q");
        lock.show();
        click(lock.aloneButton());
        const auto matrix = [&](const char *name) { return *m_document->matrices().model()->weights.find(name); };
        m_panel->row()->oneStepAction()->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(step(), 1LL, 60000);
        const Matrix query = matrix("encoder.0.self.w_q");
        const Matrix key = matrix("encoder.0.self.w_k");
        const Matrix value = matrix("encoder.0.self.w_v");
        lock.setMatrix("encoder.0.self.w_k");
        QVERIFY(lock.lockButton()->isChecked());
        QCOMPARE(lock.lockButton()->text(), u"Locked"_s);
        click(lock.lockButton());
        m_panel->row()->oneStepAction()->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(step(), 2LL, 60000);
        QVERIFY(matrix("encoder.0.self.w_q") != query);
        QVERIFY(matrix("encoder.0.self.w_k") != key);
        QVERIFY(matrix("encoder.0.self.w_v") == value);
        m_document->load(readExample("three-inputs"), {});
        QVERIFY(!lock.isVisible()); // nothing is learned
    }

    /// The chart is there once there is a curve, and the same picture is exported.
    void theChartFollows()
    {
        loadCopy();
        QVERIFY(!m_panel->details()->view()->isVisible());
        QVERIFY(!m_panel->figure(QSizeF(300, 400), m_theme->theme()));
        m_panel->details()->stepsField()->setValue(3);
        click(m_panel->details()->stepsButton());
        QTRY_COMPARE_WITH_TIMEOUT(step(), 3LL, 60000);
        QVERIFY(m_panel->details()->view()->isVisible());
        const auto *figure = dynamic_cast<const TrainingFigure *>(m_panel->details()->view()->figure());
        QVERIFY(figure);
        QCOMPARE(figure->data().losses[0].raw.size(), std::size_t(3));
        QCOMPARE(figure->data().steps, 3.0);
        QVERIFY(m_panel->figure(QSizeF(300, 400), m_theme->theme()));
    }

    /// Chosen from a menu, by keyboard; its size is said before it begins; reopened, the run is shown.
    void aFileOfOnesOwn()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"words.txt"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("a b c\nb c a\nc a b\na c b\n") > 0);
        file.close();
        std::optional<OwnKind> asked;
        connect(m_panel.get(), &TrainingPanel::ownFileAsked, this, [&](OwnKind kind) { asked = kind; });
        emit m_panel->row()->moreButton()->menu()->aboutToShow();
        m_panel->row()->ownMenu()->actions().at(1)->trigger();
        QVERIFY(asked == OwnKind::Sentences);
        m_document->training().chooseOwn(*asked, file.fileName());
        QVERIFY(m_panel->answer()->headingLine()->text().contains(u"words.txt"_s));
        m_document->training().waitUntilRead();
        const QToolButton *task = m_panel->row()->taskButton();
        QVERIFY2(task->text().contains(u"words.txt"_s), qPrintable(task->text()));
        const auto learned = [this] {
            for (const QLabel *label : m_panel->findChildren<QLabel *>(u"muted"_s))
                if (label->isVisibleTo(m_panel.get()) && label->text().contains(u"vocabulary"_s))
                    return label->text();
            return QString();
        };
        QVERIFY2(learned().contains(u"words.txt: 4 line(s), 4 token(s) in the vocabulary"_s), qPrintable(learned()));
        QVERIFY(m_panel->row()->playButton()->isEnabled());
        QVERIFY2(m_panel->answer()->answerLine()->text().contains(u"never trained on"_s),
                 qPrintable(m_panel->answer()->answerLine()->text()));
        m_panel->row()->oneStepAction()->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(step(), 1LL, 60000);
        const QString path = folder.filePath(u"own.regard"_s);
        m_document->save(path);
        QVERIFY(QFile::remove(file.fileName()));
        m_document->load(readProject(path), path);
        m_document->training().waitUntilRead();
        QVERIFY(task->text().contains(u"words.txt"_s));
        QVERIFY2(m_panel->details()->statusLine()->text().startsWith(u"Step 1 of"_s),
                 qPrintable(m_panel->details()->statusLine()->text()));
        QVERIFY(m_panel->answer()->messageLine()->text().contains(u"words.txt"_s));
        QVERIFY(!m_panel->row()->playButton()->isEnabled() && m_panel->details()->view()->isVisible());
        asked.reset();
        click(m_panel->answer()->remedyButton());
        QVERIFY(asked == OwnKind::Sentences);
        // Another task is another run; the one of one's own leaves the list.
        choose("it");
        QCOMPARE(m_document->training().task()->name, std::string("it"));
        QVERIFY(!task->text().contains(u"words.txt"_s));
    }

    /// Nothing red stays that is about another task than the one that is shown, or about a run before the one that goes
    /// on.
    void noSentenceAboutAnotherTaskStays()
    {
        const QLabel *message = m_panel->answer()->messageLine();
        loadCopy();
        TrainingOptions options = m_document->training().state().options;
        options.rate.schedule = Schedule::Cosine;
        options.rate.steps = 1;
        m_document->training().setOptions(options);
        click(m_panel->row()->playButton());
        QTRY_VERIFY_WITH_TIMEOUT(!m_document->training().isRunning() && step() == 1, 60000);
        QVERIFY(!message->isVisible());
        click(m_panel->row()->playButton());
        QVERIFY2(message->isVisible() && message->text().startsWith(u"All 1 steps"_s), qPrintable(message->text()));
        // Chosen by a dialog, not by the panel's own list.
        QTemporaryDir folder;
        QFile file(folder.filePath(u"pairs.tsv"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int i = 0; i < 30; ++i)
            file.write(QByteArrayLiteral("a b\tb a\nb c\tc b\n"));
        file.close();
        m_document->training().chooseOwn(OwnKind::Pairs, file.fileName());
        m_document->training().waitUntilRead();
        QVERIFY(m_document->training().task()->file);
        QVERIFY2(!message->text().contains(u"All 1 steps"_s), qPrintable(message->text()));

        // What the panel itself refused goes with the task, too.
        loadCopy();
        m_document->training().choose("reverse");
        emit m_panel->details()->options()->refused(u"the batch is too large"_s, {});
        QVERIFY(message->isVisible());
        m_document->training().choose("sort");
        QVERIFY2(!message->isVisible(), qPrintable(message->text()));

        // A file that was refused is not spoken of while another run goes on.
        m_document->training().chooseOwn(OwnKind::Pairs, folder.filePath(u"none.tsv"_s));
        m_document->training().waitUntilRead();
        QVERIFY(message->isVisible() && message->text().contains(u"none.tsv"_s));
        click(m_panel->row()->playButton());
        QVERIFY(m_document->training().isRunning());
        QVERIFY2(!message->isVisible(), qPrintable(message->text()));
        m_document->training().pause();
    }

    void everyFieldHasANameAndATip()
    {
        loadCopy();
        m_panel->details()->options()->setOpen(true);
        for (QWidget *widget : m_panel->findChildren<QWidget *>()) {
            if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() || widget->parent() == nullptr ||
                qobject_cast<QLineEdit *>(widget))
                continue;
            auto *button = qobject_cast<QAbstractButton *>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     widget->metaObject()->className());
            QVERIFY2(!widget->toolTip().isEmpty(), qPrintable(widget->objectName() + widget->accessibleName()));
        }
    }
};

REGARD_TEST(TestTrainingPanel)
#include "test_training_panel.moc"
