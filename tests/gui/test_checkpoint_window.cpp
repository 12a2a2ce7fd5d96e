#include <memory>

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "child.h"
#include "controls/figure_view.h"
#include "document/document.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "open_dialog.h"
#include "paths.h"
#include "test_class.h"
#include "views/links/panel/link_panel.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "window/main_window.h"

using namespace regard;
using namespace Qt::StringLiterals;

namespace {

const QString data = QStringLiteral(REGARD_TEST_DATA "/checkpoints/");

} // namespace

/// A window with a trained model in it: how it comes there, and what it is saved as.
class TestCheckpointWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;

    Document *document() const { return m_window->document(); }
    /// Clicks a button of the message box that the next call opens, and keeps its text.
    void answer(QMessageBox::StandardButton button, QString *text = nullptr) const
    {
        auto *timer = new QTimer(m_window.get());
        connect(timer, &QTimer::timeout, this, [timer, button, text] {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            if (!box)
                return;
            timer->stop();
            timer->deleteLater();
            if (text)
                *text = box->text();
            box->button(button)->click();
        });
        timer->start(20);
    }
    void drop(const QString &path)
    {
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(50, 50), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
    }
    std::vector<std::string> tokens(Side side = Side::Source) const
    {
        document()->waitForResult();
        const Trace &trace = *document()->result().trace;
        return side == Side::Source ? trace.source.tokens : trace.target.tokens;
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
    }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void everyFamilyShowsASentence_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &name : QDir(data).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QTest::newRow(qPrintable(name)) << name;
    }

    void everyFamilyShowsASentence()
    {
        QFETCH(QString, name);
        QVERIFY(m_window->openFile(data + name));
        document()->waitForResult();
        QCOMPARE(document()->inputError(), QString());
        QVERIFY(document()->result().trace);
        QCOMPARE(document()->sentences().source(), u"The cat sat on the rug and it was dry-cleaned."_s);
        QCOMPARE(document()->sentences().target().isEmpty(), !readsTarget(document()->matrices().model()->config));
        QVERIFY(m_window->windowTitle().startsWith(name));
        QVERIFY(!document()->isModified());
        QVERIFY(document()->path().isEmpty());
        for (QWidget *panel : m_window->findChildren<QWidget *>())
            if (panel->isVisible())
                panel->grab();
    }

    /// File › Save as a model folder…: what is edited, as a new folder; never in the place of another.
    void savedAsAFolder()
    {
        auto *menu = m_window->findChild<QMenu *>(u"menuFile"_s);
        auto *action = m_window->findChild<QAction *>(u"actionSaveModel"_s);
        const auto choosing = [this](const QString &path) {
            whenOpen<QFileDialog>(m_window.get(), [path](QFileDialog *dialog) {
                child<QLineEdit>(dialog, "fileNameEdit")->setText(path);
                QMetaObject::invokeMethod(dialog, "accept");
            });
        };
        emit menu->aboutToShow();
        QVERIFY(!action->isEnabled());
        QVERIFY(m_window->openFile(data + u"bert"_s));
        emit menu->aboutToShow();
        QVERIFY(action->isEnabled());
        document()->matrices().editCell("encoder.1.self.w_k", 2, 3, 0.75F);
        const QString saved = m_folder->filePath(u"猫"_s);
        choosing(saved);
        action->trigger();
        const auto again = openCheckpoint(saved);
        QCOMPARE(again->model.given.at("encoder.1.self.w_k")(2, 3), 0.75F);
        QVERIFY(document()->isModified()); // the project is in no file

        document()->matrices().setInterventions({.heads = {{{Attention::Encoder, 0, 1}, Replacement::Zero}}}, u"off"_s);
        QString said;
        whenOpen<QFileDialog>(m_window.get(), [this, &said](QFileDialog *dialog) {
            child<QLineEdit>(dialog, "fileNameEdit")->setText(m_folder->filePath(u"other"_s));
            answer(QMessageBox::Ok, &said);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        action->trigger();
        QVERIFY2(said.contains(u"heads or sublayers are switched off"_s), qPrintable(said));
        QVERIFY(!QFile::exists(m_folder->filePath(u"other"_s)));
    }

    void aFileOfTheFolder_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("the folder") << u"bert/"_s;
        QTest::newRow("its configuration") << u"bert/config.json"_s;
        QTest::newRow("its weights") << u"bert/model.safetensors"_s;
    }

    void aFileOfTheFolder()
    {
        QFETCH(QString, file);
        drop(data + file);
        QCOMPARE(tokens()[1], std::string("the"));
        QCOMPARE(document()->checkpoint()->folder, QDir::cleanPath(data + u"bert"_s));
    }

    void unsavedChangesAreAskedAbout()
    {
        QVERIFY(m_window->openFile(data + u"gpt2"_s));
        document()->sentences().setSource(u"changed"_s);
        answer(QMessageBox::Cancel);
        QVERIFY(!m_window->openFile(data + u"bert"_s));
        QCOMPARE(document()->sentences().source(), u"changed"_s);
        answer(QMessageBox::Discard);
        QVERIFY(m_window->openFile(data + u"bert"_s));
        QVERIFY(document()->checkpoint());
    }

    void aFolderWithoutAModel()
    {
        const QString source = document()->sentences().source();
        QString sentence;
        answer(QMessageBox::Ok, &sentence);
        QVERIFY(!m_window->openFile(m_folder->path()));
        QVERIFY2(sentence.contains(u"config.json"_s), qPrintable(sentence));
        QCOMPARE(document()->sentences().source(), source);
    }

    void theMenuOpensAFolder()
    {
        auto *action = m_window->findChild<QAction *>(u"actionOpenFolder"_s);
        QVERIFY(action);
        QCOMPARE(action->shortcut(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
        QVERIFY(m_window->findChild<QMenu *>(u"menuFile"_s)->actions().contains(action));
        for (const QAction *other : m_window->findChildren<QAction *>())
            QVERIFY(other == action || other->shortcut() != action->shortcut());
    }

    void aFolderIsARecentFile()
    {
        QVERIFY(m_window->openFile(data + u"gpt2"_s));
        auto *menu = m_window->findChild<QMenu *>(u"menuRecent"_s);
        emit menu->aboutToShow();
        QCOMPARE(menu->actions().first()->text(), u"gpt2"_s);
        QVERIFY(m_window->openFile(data + u"bert"_s));
        emit menu->aboutToShow();
        menu->actions()[1]->trigger();
        QCOMPARE(tokens().front(), std::string("The"));
    }

    /// Typed, edited, saved, opened again: one matrix in the file, and it counts as changed.
    void savedAndOpenedAgain()
    {
        QVERIFY(m_window->openFile(data + u"bert"_s));
        QTest::keyClicks(m_window->findChild<SentenceBar *>()->targetField(), u"it was dry."_s);
        document()->matrices().editCell("encoder.0.self.w_q", 1, 2, 0.75F);
        const QString path = m_folder->filePath(u"some.regard"_s);
        document()->save(path);
        QVERIFY(!document()->isModified());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QCOMPARE(text.count("encoder."), 1);
        QString asked;
        answer(QMessageBox::Yes, &asked); // the folder is far from the file
        QVERIFY(m_window->openFile(path));
        QVERIFY2(asked.contains(data + u"bert"_s), qPrintable(asked));
        QCOMPARE(document()->path(), path);
        QCOMPARE(tokens().back(), std::string("[SEP]"));
        QVERIFY(document()->sentences().readsPair());
        QVERIFY(document()->matrices().compared().isChanged("encoder.0.self.w_q", 1, 2));
        QCOMPARE(document()->matrices().compared().changes().size(), std::size_t(1));
        document()->matrices().revertChanges();
        QVERIFY(document()->matrices().compared().changes().empty());
    }

    /// Everything that is undone comes back, whatever it was.
    void undoOfAll()
    {
        QVERIFY(m_window->openFile(data + u"bert"_s));
        const std::string before = projectJson(document()->project());
        document()->sentences().setSource(u"the [MASK] sat"_s);
        document()->sentences().setTarget(u"it was"_s);
        document()->sentences().setMasked(Side::Source, 2, true);
        document()->sentences().setTokenizer(Tokenizer::Words);
        document()->sentences().setTokenizer(Tokenizer::Checkpoint);
        ModelConfig config = document()->matrices().model()->config;
        config.heads = config.decoderHeads = 2;
        document()->matrices().setConfig(config, u"heads"_s);
        document()->matrices().editCell("X", 1, 1, 2.0F);
        document()->snapshots().take();
        const std::string after = projectJson(document()->project());
        while (document()->undoStack()->canUndo())
            document()->undoStack()->undo();
        QCOMPARE(QByteArray::fromStdString(projectJson(document()->project())), QByteArray::fromStdString(before));
        while (document()->undoStack()->canRedo())
            document()->undoStack()->redo();
        QCOMPARE(QByteArray::fromStdString(projectJson(document()->project())), QByteArray::fromStdString(after));
        document()->waitForResult();
        QCOMPARE(document()->inputError(), QString());
    }
};

REGARD_TEST(TestCheckpointWindow)
#include "test_checkpoint_window.moc"
