#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "document/document.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "io/project/task_project.h"
#include "test_class.h"
#include "training/tasks/task_table.h"
#include "widgets/parts/app_theme.h"
#include "widgets/parts/figure_view.h"
#include "widgets/training/matrix_lock.h"
#include "widgets/training/number_box.h"
#include "widgets/training/task_sentences.h"
#include "widgets/training/training_options_form.h"
#include "widgets/training/training_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The panel, as a hand uses it.
class TestTrainingPanel : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<TrainingPanel> m_panel;

    void loadCopy()
    {
        Task task = *findTask("copy");
        task.model.dModel = task.model.dKey = task.model.dValue = 8;
        task.model.dFf = task.model.decoderDFf = 8;
        task.options.batch = 4;
        m_document->load(taskProject(task, task.options), {});
        m_document->waitForResult();
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
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }
    void cleanup() { m_panel.reset(); }

    /// A model without an output layer learns nothing; one click gives the one that does.
    void theModelForATaskIsOneClickAway()
    {
        QVERIFY(!m_panel->playButton()->isEnabled());
        m_panel->task()->setFocus();
        QTest::keyClick(m_panel->task(), Qt::Key_Down);
        QCOMPARE(m_document->training().task()->name, std::string("it"));
        QVERIFY(!m_panel->playButton()->isEnabled());
        QVERIFY2(m_panel->messageLine()->text().contains(u"no output layer"_s),
                 qPrintable(m_panel->messageLine()->text()));
        QVERIFY(m_panel->remedyButton()->isVisible());
        click(m_panel->remedyButton());
        QVERIFY(m_panel->playButton()->isEnabled());
        QVERIFY(!m_panel->remedyButton()->isVisible());
        QVERIFY(!m_panel->messageLine()->isVisible());
        QCOMPARE(m_document->matrices().model()->config.encoderLayers, 2);
        QCOMPARE(m_document->undoStack()->count(), 1);
        m_document->undoStack()->undo();
        QVERIFY(!m_panel->playButton()->isEnabled());
        QCOMPARE(m_document->sentences().source(), u"x1 x2 x3"_s);
    }

    /// A task's models stand in a list: it says which one is there, and choosing one makes it, as one undo step.
    void modelsOfATaskAreOneClickAway()
    {
        QComboBox *models = m_panel->modelList();
        m_document->training().choose("copy");
        QVERIFY(!models->isVisible()); // it has one alone
        m_document->training().choose("dates");
        QVERIFY(models->isVisible());
        QCOMPARE(models->count(), int(findTask("dates")->variants.size()));
        QCOMPARE(models->currentIndex(), -1); // the example's model is none of them
        models->setFocus();
        QTest::keyClick(models, Qt::Key_Down);
        QCOMPARE(models->currentText(), u"Transformer"_s);
        QVERIFY(m_panel->playButton()->isEnabled());
        QCOMPARE(m_document->matrices().model()->config.dModel, findTask("dates")->model.dModel);
        QVERIFY(m_document->sentences().target().startsWith(u"<s>"_s));
        QCOMPARE(m_document->training().state().options.rate.steps, findTask("dates")->options.rate.steps);
        QCOMPARE(m_document->undoStack()->count(), 1);
        QTest::keyClick(models, Qt::Key_Up); // it is the present one already
        QCOMPARE(m_document->undoStack()->count(), 1);
        m_document->undoStack()->undo();
        QCOMPARE(models->currentIndex(), -1);
        QCOMPARE(m_document->sentences().source(), u"x1 x2 x3"_s);
    }

    /// One button trains all models of a task whose accuracy is a matter of length, and the chart becomes theirs.
    void allModelsAreOneClickAway()
    {
        m_document->training().choose("dates");
        QVERIFY(!m_panel->trialsButton()->isVisible());
        m_document->load(taskProject(*findTask("reverse-long"), findTask("reverse-long")->options), {});
        QVERIFY(m_panel->trialsButton()->isVisible());
        QCOMPARE(m_panel->trialsButton()->text(), u"Train all 3"_s);
        QVERIFY(!m_panel->lengthsChip()->isVisible());
        click(m_panel->trialsButton());
        QVERIFY(m_document->trials().isRunning());
        QCOMPARE(m_panel->trialsButton()->text(), u"Stop"_s);
        QVERIFY(!m_panel->playButton()->isEnabled());
        click(m_panel->trialsButton());
        QVERIFY(!m_document->trials().isRunning());
        QVERIFY(m_panel->playButton()->isEnabled());

        m_document->trials().start({.steps = 2, .sentences = 2});
        m_document->trials().waitUntilDone();
        QVERIFY(m_panel->lengthsChip()->isVisible());
        QVERIFY(m_panel->view()->isVisible());
        QTRY_VERIFY(dynamic_cast<const LengthFigure *>(m_panel->view()->figure()));
        const auto *chart = dynamic_cast<const LengthFigure *>(m_panel->view()->figure());
        QCOMPARE(int(chart->data().models.size()), 3);
        QCOMPARE(chart->data().models[1].name, u"GRU without attention"_s);
        QCOMPARE(chart->data().models[1].points.size(), std::size_t(5));
        QVERIFY2(m_panel->modelList()->itemText(1).contains(u"trained"_s),
                 qPrintable(m_panel->modelList()->itemText(1)));
        m_panel->modelList()->setFocus();
        QTest::keyClick(m_panel->modelList(), Qt::Key_Down);
        QCOMPARE(m_document->matrices().model()->config.dModel, 88);
        QCOMPARE(m_document->training().state().step, 2LL);
        // The run has a curve of its own now; the chip chooses.
        m_panel->lengthsChip()->setChecked(false);
        QVERIFY(!dynamic_cast<const LengthFigure *>(m_panel->view()->figure()));
        click(m_panel->lengthsChip());
        QVERIFY(dynamic_cast<const LengthFigure *>(m_panel->view()->figure()));
    }

    /// What a person types is answered by characters: a way of writing a date, but no other text.
    void datesAreAnswered()
    {
        m_document->load(taskProject(*findTask("dates"), findTask("dates")->options), {});
        m_document->sentences().setSource(u"the 7th of May 2026"_s);
        m_document->sentences().setTarget(u"<s>2026-"_s);
        m_document->waitForResult();
        const QString answer = m_panel->answerLine()->text();
        QVERIFY2(answer.count(u"✓"_s) + answer.count(u"✗"_s) == 6, qPrintable(answer));
        QVERIFY2(answer.contains(u"✗ (2)"_s) && !answer.contains(u"   "_s), qPrintable(answer)); // nothing is blank
        m_document->sentences().appendToken("0");                                                // as Generate does
        QCOMPARE(m_document->sentences().target(), u"<s>2026-0"_s);
        m_document->sentences().setSource(u"the 8nd of May 2026"_s);
        m_document->waitForResult();
        QVERIFY2(m_panel->answerLine()->text().contains(u"none of the task’s questions"_s),
                 qPrintable(m_panel->answerLine()->text()));
    }

    void buttonsPlayPauseAndStep()
    {
        loadCopy();
        click(m_panel->playButton());
        QVERIFY(m_document->training().isRunning());
        QCOMPARE(m_panel->playButton()->text(), u"Pause"_s);
        QTRY_VERIFY_WITH_TIMEOUT(step() > 2, 60000);
        QTest::keyClick(m_panel->playButton(), Qt::Key_Space);
        QVERIFY(!m_document->training().isRunning());
        const long long paused = step();
        click(m_panel->stepButton());
        QTRY_COMPARE_WITH_TIMEOUT(step(), paused + 1, 60000);
        m_panel->stepsField()->setValue(5);
        click(m_panel->stepsButton());
        QTRY_COMPARE_WITH_TIMEOUT(step(), paused + 6, 60000);
        QVERIFY(m_panel->statusLine()->text().startsWith(u"Step %1 of 400"_s.arg(paused + 6)));
        QVERIFY(m_panel->startButton()->isEnabled());
        click(m_panel->startButton());
        QCOMPARE(step(), 0LL);
        QVERIFY(!m_panel->startButton()->isEnabled());
    }

    /// Right and wrong are told apart without colours, and a sentence of one's own is answered too.
    void theAnswerStandsThere()
    {
        m_document->load(taskProject(*findTask("it"), findTask("it")->options), {});
        m_document->waitForResult();
        const QString text = m_panel->answerLine()->text();
        QVERIFY2(text.contains(u"it: "_s) && (text.contains(u"✓"_s) != text.contains(u"✗"_s)), qPrintable(text));
        QVERIFY2(text.contains(u"not used in training"_s), qPrintable(text));
        m_document->sentences().setSource(u"The cat sat on the rug and it was hungry."_s);
        QVERIFY2(m_panel->answerLine()->text().contains(u"it: "_s), qPrintable(m_panel->answerLine()->text()));
        m_document->sentences().setSource(u"The cat sat on the banana and it was hungry."_s);
        QVERIFY2(m_panel->answerLine()->text().contains(u"banana"_s), qPrintable(m_panel->answerLine()->text()));
        m_document->sentences().setSource(u"The cat sat."_s);
        QVERIFY2(m_panel->answerLine()->text().contains(u"none of the task’s questions"_s),
                 qPrintable(m_panel->answerLine()->text()));
    }

    void sentencesOfTheTaskAreOneClickAway()
    {
        loadCopy();
        TaskSentences *sentences = m_panel->sentences();
        QCOMPARE(sentences->count(), 26); // two headings
        sentences->setFocus();
        sentences->setCurrentIndex(1);
        QTest::keyClick(sentences, Qt::Key_Down);
        QCOMPARE(sentences->currentIndex(), 2);
        const Task &task = *m_document->training().task();
        QCOMPARE(m_document->sentences().source().toStdString(), textOf(task, task.sentence(1, 1, true).source));
        QCOMPARE(m_document->sentences().target().toStdString(), textOf(task, task.sentence(1, 1, true).target));
        QVERIFY(m_panel->answerLine()->text().contains(u"not used in training"_s));
        QCOMPARE(m_document->undoStack()->count(), 1);
        QTest::keyClick(sentences, Qt::Key_End);
        QVERIFY(m_panel->answerLine()->text().endsWith(u"a sentence used in training"_s));
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
        m_panel->options()->setOpen(true);
        QVERIFY(field<NumberBox>("epsilon")->isVisible());
        for (QPushButton *button : m_panel->options()->findChildren<QPushButton *>())
            click(button); // "As in Vaswani et al. 2017"
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
        click(m_panel->stepButton());
        QTRY_COMPARE_WITH_TIMEOUT(step(), 1LL, 60000);
        const Matrix query = matrix("encoder.0.self.w_q");
        const Matrix key = matrix("encoder.0.self.w_k");
        const Matrix value = matrix("encoder.0.self.w_v");
        lock.setMatrix("encoder.0.self.w_k");
        QVERIFY(lock.lockButton()->isChecked());
        QCOMPARE(lock.lockButton()->text(), u"Locked"_s);
        click(lock.lockButton());
        click(m_panel->stepButton());
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
        QVERIFY(!m_panel->view()->isVisible());
        QVERIFY(!m_panel->figure(QSizeF(300, 400), m_theme->theme()));
        m_panel->stepsField()->setValue(3);
        click(m_panel->stepsButton());
        QTRY_COMPARE_WITH_TIMEOUT(step(), 3LL, 60000);
        QVERIFY(m_panel->view()->isVisible());
        const auto *figure = dynamic_cast<const TrainingFigure *>(m_panel->view()->figure());
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
        QTimer::singleShot(0, this, [this] {
            QTRY_VERIFY(m_panel->ownButton()->menu()->isVisible());
            QTest::keyClick(m_panel->ownButton()->menu(), Qt::Key_S);
        });
        m_panel->ownButton()->setFocus();
        QTest::keyClick(m_panel->ownButton(), Qt::Key_Space);
        QVERIFY(asked == OwnKind::Sentences);
        m_document->training().chooseOwn(*asked, file.fileName());
        QVERIFY(m_panel->statusLine()->text().contains(u"words.txt"_s));
        m_document->training().waitUntilRead();
        QVERIFY2(m_panel->task()->currentText().contains(u"words.txt"_s), qPrintable(m_panel->task()->currentText()));
        const auto learned = [this] {
            for (const QLabel *label : m_panel->findChildren<QLabel *>(u"muted"_s))
                if (label->isVisibleTo(m_panel.get()) && label->text().contains(u"vocabulary"_s))
                    return label->text();
            return QString();
        };
        QVERIFY2(learned().contains(u"words.txt: 4 line(s), 4 token(s) in the vocabulary"_s), qPrintable(learned()));
        click(m_panel->remedyButton());
        QVERIFY(m_panel->playButton()->isEnabled());
        QVERIFY2(m_panel->answerLine()->text().contains(u"not used in training"_s),
                 qPrintable(m_panel->answerLine()->text()));
        QCOMPARE(m_panel->sentences()->count(), 26);
        click(m_panel->stepButton());
        QTRY_COMPARE_WITH_TIMEOUT(step(), 1LL, 60000);
        const QString path = folder.filePath(u"own.regard"_s);
        m_document->save(path);
        QVERIFY(QFile::remove(file.fileName()));
        m_document->load(readProject(path), path);
        m_document->training().waitUntilRead();
        QVERIFY(m_panel->task()->currentText().contains(u"words.txt"_s));
        QVERIFY2(m_panel->statusLine()->text().startsWith(u"Step 1 of"_s), qPrintable(m_panel->statusLine()->text()));
        QVERIFY(m_panel->messageLine()->text().contains(u"words.txt"_s));
        QVERIFY(!m_panel->playButton()->isEnabled() && m_panel->view()->isVisible());
        asked.reset();
        click(m_panel->remedyButton());
        QVERIFY(asked == OwnKind::Sentences);
        // Another task is another run; the one of one's own leaves the list.
        const int count = m_panel->task()->count();
        m_panel->task()->setFocus();
        QTest::keyClick(m_panel->task(), Qt::Key_Home);
        QCOMPARE(m_document->training().task()->name, std::string("it"));
        QCOMPARE(m_panel->task()->count(), count - 1);
    }

    /// Nothing red stays that is about another task than the one that is shown, or about a run before the one that goes
    /// on.
    void noSentenceAboutAnotherTaskStays()
    {
        const QLabel *message = m_panel->messageLine();
        loadCopy();
        TrainingOptions options = m_document->training().state().options;
        options.rate.schedule = Schedule::Cosine;
        options.rate.steps = 1;
        m_document->training().setOptions(options);
        click(m_panel->playButton());
        QTRY_VERIFY_WITH_TIMEOUT(!m_document->training().isRunning() && step() == 1, 60000);
        QVERIFY(!message->isVisible());
        click(m_panel->playButton());
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
        emit m_panel->options()->refused(u"the batch is too large"_s);
        QVERIFY(message->isVisible());
        m_document->training().choose("sort");
        QVERIFY2(!message->isVisible(), qPrintable(message->text()));

        // A file that was refused is not spoken of while another run goes on.
        m_document->training().chooseOwn(OwnKind::Pairs, folder.filePath(u"none.tsv"_s));
        m_document->training().waitUntilRead();
        QVERIFY(message->isVisible() && message->text().contains(u"none.tsv"_s));
        click(m_panel->playButton());
        QVERIFY(m_document->training().isRunning());
        QVERIFY2(!message->isVisible(), qPrintable(message->text()));
        m_document->training().pause();
    }

    void everyFieldHasANameAndATip()
    {
        loadCopy();
        m_panel->options()->setOpen(true);
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
