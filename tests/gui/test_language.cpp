#include <algorithm>
#include <tuple>

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QSettings>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include "controls/refusal.h"
#include "document/document.h"
#include "io/project/project_attention.h"
#include "io/project/task_project.h"
#include "panel_hands.h"
#include "safetensors_bytes.h"
#include "test_class.h"
#include "training/tasks/task_table.h"
#include "views/lesson/panel/lesson_panel.h"
#include "views/model/panel/model_panel.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "views/training/panel/training_answer.h"
#include "views/training/panel/training_details.h"
#include "views/training/panel/training_options_form.h"
#include "views/training/panel/training_panel.h"
#include "views/weights/panel/weights_panel.h"
#include "window/base/language.h"
#include "window/base/settings.h"
#include "window/files/lesson_desk.h"
#include "window/main_window.h"
#include "window/regions/panel_set.h"
#include "window/window_holder.h"

using namespace regard;

/// Another language is taken while the program runs.
class TestLanguage : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    static void take(MainWindow *window, const char *word)
    {
        auto *action = window->findChild<QAction *>(QString::fromLatin1(word));
        QVERIFY(action);
        action->trigger();
        QApplication::processEvents();
    }
    static bool isChinese(const QString &text)
    {
        return std::any_of(text.begin(), text.end(), [](QChar letter) { return letter.script() == QChar::Script_Han; });
    }
    /// A file of attention whose first row sums to 0.9.
    QString writtenAttention() const
    {
        const QString path = m_folder.filePath(QStringLiteral("wrong.safetensors"));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(safetensorsBytes(
                {{QStringLiteral("format"), QStringLiteral("regard-attention")},
                 {QStringLiteral("tokens"), QStringLiteral("[\"a\", \"b\"]")}},
                {HandTensor::floats(QStringLiteral("encoder.0.self.weights"), {1, 2, 2}, {0.5F, 0.4F, 0.5F, 0.5F})}));
        return path;
    }
    static QString fileMenu(MainWindow *window)
    {
        return window->findChild<QMenu *>(QStringLiteral("menuFile"))->title();
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        Settings settings;
        settings.language = QStringLiteral("en");
        settings.write();
    }

    void switchKeepsTheDocument()
    {
        WindowHolder holder;
        QCOMPARE(fileMenu(holder.window()), QStringLiteral("&File"));
        const QPointer<MainWindow> old = holder.window();
        const QPointer<Document> document = holder.window()->document();
        document->sentences().setSource(QStringLiteral("a rose is a rose"));
        document->waitForResult();
        const int steps = document->undoStack()->count();
        QVERIFY(steps > 0);

        take(holder.window(), "zh_CN");
        QVERIFY(!old);
        QVERIFY(holder.window() && holder.window()->isVisible());
        QCOMPARE(holder.window()->document(), document.data());
        QCOMPARE(fileMenu(holder.window()), QStringLiteral("文件(&F)"));
        QCOMPARE(document->sentences().source(), QStringLiteral("a rose is a rose"));
        QCOMPARE(document->undoStack()->count(), steps);
        QVERIFY(holder.window()->isWindowModified());
        QCOMPARE(Settings::read().language, QStringLiteral("zh_CN"));
        document->undoStack()->undo();
        QVERIFY(document->sentences().source() != QLatin1String("a rose is a rose"));
        document->undoStack()->redo();

        take(holder.window(), "en");
        QCOMPARE(fileMenu(holder.window()), QStringLiteral("&File"));
        QVERIFY(holder.window()->findChild<QAction *>(QStringLiteral("en"))->isChecked());
        QCOMPARE(holder.window()->document(), document.data());
        document->undoStack()->setClean();
    }

    /// What the new window says of unsaved changes follows the document, whatever was changed before.
    void savingAfterASwitchIsSeen()
    {
        WindowHolder holder;
        Document *document = holder.window()->document();
        document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        document->waitForResult();
        take(holder.window(), "zh_CN");
        document->matrices().editCell("encoder.0.self.w_q", 0, 0, 2);
        document->waitForResult();
        QVERIFY(holder.window()->isWindowModified());
        document->save(m_folder.filePath(QStringLiteral("saved.regard")));
        QApplication::processEvents();
        QVERIFY(!document->isModified());
        QVERIFY(!holder.window()->isWindowModified());
        take(holder.window(), "en");
        QVERIFY(!holder.window()->isWindowModified());
        document->matrices().editCell("encoder.0.self.w_q", 0, 0, 1);
        document->waitForResult();
        QVERIFY(holder.window()->isWindowModified());
        holder.window()->findChild<QAction *>(QStringLiteral("actionSave"))->trigger();
        QApplication::processEvents();
        QVERIFY(!holder.window()->isWindowModified());
    }

    void anOpenLessonGoesOn()
    {
        WindowHolder holder;
        QVERIFY(holder.window()->lessons()->openBundled(QStringLiteral("three-inputs")));
        LessonPlayer *before = holder.window()->lessons()->player();
        before->go(2);
        const QString english = before->pageTitle(2);
        Document *document = holder.window()->document();
        document->matrices().editCell("encoder.0.self.w_q", 0, 0, 5);
        document->waitForResult();
        take(holder.window(), "zh_CN");
        const LessonPlayer *after = holder.window()->lessons()->player();
        QVERIFY(after->isOpen());
        QCOMPARE(after->page(), 2);
        QVERIFY(after->language() == QLatin1String("zh_CN"));
        QVERIFY(holder.window()->lessons()->player()->pageTitle(2) != english);
        QCOMPARE((*document->matrices().matrix("encoder.0.self.w_q"))(0, 0),
                 5.0F); // what was changed on the page stays
        QVERIFY(holder.window()->lessons()->panel()->isVisible());
        take(holder.window(), "en");
        QCOMPARE(holder.window()->lessons()->player()->page(), 2);
        document->undoStack()->setClean();
    }

    /// Its panel follows the focus, which goes on while its window is destroyed.
    void whileAFloatingPanelHasTheKeyboard()
    {
        WindowHolder holder;
        holder.window()->regions()->openInWindow(PanelId::Unrolled);
        QVERIFY(QTest::qWaitForWindowActive(holder.window()->panels()->panel(PanelId::Unrolled)->window()));
        take(holder.window(), "zh_CN");
        QCOMPARE(fileMenu(holder.window()), QStringLiteral("文件(&F)"));
        take(holder.window(), "en");
        holder.window()->document()->undoStack()->setClean();
    }

    /// What is wrong is said in the language that the window has now.
    void errorsAreTranslated()
    {
        WindowHolder holder;
        Document *document = holder.window()->document();
        const auto shown = [&holder] { return holder.window()->findChild<SentenceBar *>()->errorLine()->toolTip(); };
        document->sentences().setSource({});
        QCOMPARE(shown(), QStringLiteral("Type a sentence: there is no word to attend to yet."));
        take(holder.window(), "zh_CN");
        QVERIFY2(isChinese(shown()), qPrintable(shown()));
        take(holder.window(), "en");
        QCOMPARE(shown(), QStringLiteral("Type a sentence: there is no word to attend to yet."));
        document->undoStack()->undo();
        QVERIFY(document->inputError().isEmpty());

        // A pass that failed.
        Project project = defaultProject();
        project.source = "a b a";
        document->load(std::move(project), {});
        const SharedMatrix w = document->matrices().matrix("encoder.0.self.w_q");
        document->matrices().editBlock("encoder.0.self.w_q", 0, 0, Matrix::Constant(w->rows(), w->cols(), 3.4e38F),
                                       QStringLiteral("by hand"));
        document->waitForResult();
        QVERIFY2(shown().contains(QStringLiteral("too large for float32")), qPrintable(shown()));
        take(holder.window(), "zh_CN");
        document->waitForResult();
        QVERIFY2(isChinese(shown()), qPrintable(shown()));
        take(holder.window(), "en");
        document->waitForResult();
        QVERIFY2(shown().contains(QStringLiteral("too large for float32")), qPrintable(shown()));
        document->undoStack()->undo();

        // The rows of a file of attention.
        document->load(attentionProject(openAttention(writtenAttention())), {});
        QVERIFY2(shown().contains(QStringLiteral("row 1")), qPrintable(shown()));
        const QString english = shown();
        take(holder.window(), "zh_CN");
        QVERIFY2(isChinese(shown()), qPrintable(shown()));
        take(holder.window(), "en");
        QCOMPARE(shown(), english);
    }

    void errorsOfTrainingAreTranslated()
    {
        WindowHolder holder;
        Document *document = holder.window()->document();
        Training &training = document->training();
        const auto shown = [&holder] {
            auto *panel = holder.window()->findChild<TrainingPanel *>();
            openPanel(holder.window(), QStringLiteral("training"));
            QApplication::processEvents();
            const QLabel *message = panel->answer()->messageLine();
            return message->isVisible() ? message->text() : QString();
        };
        // A model that no longer fits its task: its name, too.
        training.choose("copy");
        ModelConfig encoder = document->matrices().model()->config;
        encoder.architecture = Architecture::Encoder;
        document->matrices().setConfig(encoder, QStringLiteral("encoder"));
        QVERIFY2(shown().contains(QStringLiteral("“copy”")), qPrintable(shown()));
        take(holder.window(), "zh_CN");
        QVERIFY2(isChinese(shown()) && !shown().contains(QStringLiteral("copy")), qPrintable(shown()));
        take(holder.window(), "en");

        // A file that was refused.
        training.chooseOwn(OwnKind::Pairs, m_folder.filePath(QStringLiteral("none.tsv")));
        training.waitUntilRead();
        const QString english = shown();
        QVERIFY2(english.contains(QStringLiteral("none.tsv")), qPrintable(english));
        take(holder.window(), "zh_CN");
        training.waitUntilRead();
        QVERIFY2(isChinese(shown()) && shown().contains(QStringLiteral("none.tsv")), qPrintable(shown()));
        take(holder.window(), "en");
        training.waitUntilRead();
        QCOMPARE(shown(), english);

        // A run that went wrong, and one whose steps are all taken.
        Task task = *findTask("copy");
        task.model.dModel = task.model.dKey = task.model.dValue = task.model.dFf = task.model.decoderDFf = 8;
        task.options.batch = 4;
        task.options.rate.warmUp = 0;
        document->restore(taskProject(task, task.options), QStringLiteral("model"));
        TrainingOptions options = training.state().options;
        options.rate.rate = 1e30;
        options.adam.clip = 0;
        training.setOptions(options);
        training.play();
        QTRY_VERIFY_WITH_TIMEOUT(!training.isRunning(), 60000);
        QVERIFY2(shown().contains(QStringLiteral("no longer finite")), qPrintable(shown()));
        take(holder.window(), "zh_CN");
        QVERIFY2(isChinese(shown()), qPrintable(shown()));
        options.rate.schedule = Schedule::Cosine;
        options.rate.rate = 1e-3;
        options.rate.steps = int(training.state().step) + 1;
        training.setOptions(options);
        training.play();
        QTRY_VERIFY_WITH_TIMEOUT(!training.isRunning(), 60000);
        training.play();
        QVERIFY2(isChinese(shown()), qPrintable(shown()));
        take(holder.window(), "en");
        QVERIFY2(shown().startsWith(QStringLiteral("All ") + QString::number(options.rate.steps)), qPrintable(shown()));
        document->undoStack()->setClean();
    }

    /// A value that was refused just now: in Model, in Weights, in the options of training.
    void aRefusalIsSaidAgain()
    {
        WindowHolder holder;
        Document *document = holder.window()->document();
        const auto messageOf = [&holder](const char *word) {
            QWidget *panel = openPanel(holder.window(), QString::fromLatin1(word));
            const auto *message = panel->findChild<QLabel *>(QStringLiteral("error"));
            return message && !message->isHidden() ? message->text() : QString();
        };
        PanelSet *panels = holder.window()->panels();
        panels->model->findChild<QLineEdit *>(QStringLiteral("epsilon"))->setText(QStringLiteral("zero"));
        emit panels->model->findChild<QLineEdit *>(QStringLiteral("epsilon"))->editingFinished();
        const QString model = messageOf("model");
        QVERIFY2(model.contains(QStringLiteral("“zero”")), qPrintable(model));
        panels->weights->setMatrix("encoder.0.self.w_q");
        openPanel(holder.window(), QStringLiteral("weights"));
        QAbstractItemModel *cells = panels->weights->table()->model();
        QVERIFY(!cells->setData(cells->index(0, 0), QStringLiteral("cat")));
        const QString weights = messageOf("weights");
        QVERIFY2(weights.contains(QStringLiteral("“cat”")), qPrintable(weights));
        for (const char *word : {"zh_CN", "en"}) {
            take(holder.window(), word);
            const bool isEnglish = QByteArray(word) == "en";
            for (const auto &[panel, english, value] : {std::tuple("model", model, QStringLiteral("zero")),
                                                        std::tuple("weights", weights, QStringLiteral("cat"))}) {
                const QString shown = messageOf(panel);
                QVERIFY2(isEnglish ? shown == english : isChinese(shown) && shown.contains(value), qPrintable(shown));
            }
        }
        document->training().choose("copy");
        panels = holder.window()->panels();
        const Refusal again = refusalOf([document] {
            TrainingOptions options = document->training().state().options;
            options.batch = 0;
            document->training().setOptions(options);
        });
        QVERIFY(!again().isEmpty());
        openPanel(holder.window(), QStringLiteral("training"));
        emit panels->training->details()->options()->refused(again(), again);
        const auto training = [&holder] { return holder.window()->panels()->training->answer()->messageLine(); };
        QVERIFY(training()->text().contains(again(), Qt::CaseInsensitive));
        take(holder.window(), "zh_CN");
        openPanel(holder.window(), QStringLiteral("training"));
        QVERIFY2(isChinese(training()->text()), qPrintable(training()->text()));
        take(holder.window(), "en");
        document->undoStack()->setClean();
    }

    void theSameLanguageKeepsTheWindow()
    {
        WindowHolder holder;
        const QPointer<MainWindow> window = holder.window();
        take(holder.window(), "en");
        QCOMPARE(holder.window(), window.data());
        QVERIFY(window);
    }
};

REGARD_TEST(TestLanguage)
#include "test_language.moc"
