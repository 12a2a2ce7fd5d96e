#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>

#include "io/project/project_file.h"
#include "io/project/task_file.h"
#include "io/project/task_project.h"
#include "open_dialog.h"
#include "opened_files.h"
#include "paths.h"
#include "test_class.h"
#include "views/training/panel/training_panel.h"
#include "window/files/lesson_desk.h"
#include "window/files/project_files.h"
#include "window/window_holder.h"
#include "window_test.h"

using namespace regard;
using namespace Qt::StringLiterals;

/// A project or a lesson that names what is outside of its own folder: the window shows it and asks.
class TestOutsideConsent : public QObject, WindowTest {
    Q_OBJECT

private:
    int m_questions = 0;
    QString m_asked; ///< the text of the last question

    QString at(const QString &name) const { return QFileInfo(m_folder.path()).canonicalFilePath() + u'/' + name; }
    void answer(QMessageBox::StandardButton button)
    {
        whenOpen<QMessageBox>(m_window.get(), [this, button](QMessageBox *box) {
            ++m_questions;
            m_asked = box->text();
            QCOMPARE(box->textFormat(), Qt::PlainText);
            QVERIFY(box->defaultButton() == box->button(QMessageBox::No));
            QTest::mouseClick(box->button(button), Qt::LeftButton);
        });
    }
    bool drop(const QString &path)
    {
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QDropEvent event(QPointF(50, 50), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
        return document()->path() == path;
    }
    static void copyFolder(const QString &from, const QString &to)
    {
        QVERIFY(QDir().mkpath(to));
        for (const QString &name : QDir(from).entryList(QDir::Files))
            QVERIFY(QFile::exists(to + u'/' + name) || QFile::copy(from + u'/' + name, to + u'/' + name));
    }
    /// A project, saved by this very program, in a folder of its own beside the model's.
    QString projectOfModel(const QString &name) const
    {
        const QString path = at(u"sent/"_s + name);
        writeProject(path, checkpointProject(openCheckpoint(at(u"models/bert"_s))));
        return path;
    }
    QString sentences() const { return at(u"texts/mine.txt"_s); }
    QString projectOfSentences(const QString &name) const
    {
        QFile file(sentences());
        if (!QDir().mkpath(at(u"texts"_s)) || !file.open(QIODevice::WriteOnly) || file.write("a b\nb a\nc a b\n") < 0)
            qFatal("no sentences");
        file.close();
        const Task task = readOwnTask(OwnKind::Sentences, sentences(), Project());
        const QString path = at(u"sent/"_s + name);
        writeProject(path, taskProject(task, task.options));
        return path;
    }

private slots:
    void initTestCase()
    {
        useOwnSettings();
        copyFolder(QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert"), at(u"models/bert"_s));
        QVERIFY(QDir().mkpath(at(u"sent"_s)));
    }
    void init()
    {
        openWindow();
        m_questions = 0;
        m_asked.clear();
    }
    void cleanup() { m_window.reset(); }

    void aModelElsewhere()
    {
        const QString path = projectOfModel(u"a.regard"_s);
        const QString before = m_window->windowTitle();
        const OpenedFile weights(at(u"models/bert/model.safetensors"_s));
        answer(QMessageBox::No);
        QVERIFY(!drop(path));
        QCOMPARE(m_questions, 1);
        QVERIFY2(m_asked.contains(at(u"models/bert"_s)), qPrintable(m_asked));
        QCOMPARE(m_window->windowTitle(), before);
        QVERIFY(!weights.wasOpened());

        answer(QMessageBox::Yes);
        QVERIFY(drop(path));
        QCOMPARE(m_questions, 2);
        QVERIFY(document()->checkpoint());
        QVERIFY(weights.wasOpened());

        // It is remembered of this file and this place, also by the next window.
        QVERIFY(m_window->files()->startNew());
        QVERIFY(drop(path));
        m_window->close();
        openWindow();
        QVERIFY(m_window->openFile(path));
        QCOMPARE(m_questions, 2);
        const QString copy = at(u"sent/copy.regard"_s);
        QVERIFY(QFile::copy(path, copy));
        answer(QMessageBox::No);
        QVERIFY(!m_window->openFile(copy));
        QCOMPARE(m_questions, 3);
        copyFolder(at(u"models/bert"_s), at(u"models/other"_s));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray moved = file.readAll().replace("models/bert", "models/other");
        QVERIFY(file.resize(0) && file.seek(0) && file.write(moved) == moved.size());
        file.close();
        answer(QMessageBox::No);
        QVERIFY(!m_window->openFile(path));
        QCOMPARE(m_questions, 4);
        QVERIFY(m_asked.contains(at(u"models/other"_s)));
    }

    /// Escape, and the window's own button, mean no.
    void escapeMeansNo()
    {
        const QString path = projectOfModel(u"escape.regard"_s);
        const QString before = m_window->windowTitle();
        whenOpen<QMessageBox>(m_window.get(), [](QMessageBox *box) { QTest::keyClick(box, Qt::Key_Escape); });
        QVERIFY(!m_window->openFile(path));
        whenOpen<QMessageBox>(m_window.get(), [](QMessageBox *box) { box->close(); });
        QVERIFY(!m_window->openFile(path));
        whenOpen<QMessageBox>(m_window.get(), [](QMessageBox *box) { QTest::keyClick(box, Qt::Key_Return); });
        QVERIFY(!m_window->openFile(path));
        QCOMPARE(m_window->windowTitle(), before);
    }

    /// A folder inside is nobody's question, and neither is one that the user saved.
    void notAsked()
    {
        copyFolder(at(u"models/bert"_s), at(u"sent/inside"_s));
        const QString inside = at(u"sent/inside.regard"_s);
        writeProject(inside, checkpointProject(openCheckpoint(at(u"sent/inside"_s))));
        QVERIFY(m_window->openFile(inside));
        QVERIFY(m_window->openFile(at(u"models/bert"_s)));
        const QString own = at(u"sent/own.regard"_s);
        document()->save(own);
        answer(QMessageBox::Yes);
        QVERIFY(m_window->openFile(own)); // saved by another program, for all that the window knows
        QCOMPARE(m_questions, 1);
        const QString saved = at(u"sent/saved.regard"_s);
        QVERIFY(QFile::copy(own, saved));
        answer(QMessageBox::Yes);
        QVERIFY(m_window->openFile(saved));
        QCOMPARE(m_questions, 2);
        document()->sentences().setSource(u"another one"_s);
        QVERIFY(m_window->files()->save());
        QVERIFY(m_window->openFile(saved));
        QCOMPARE(m_questions, 2);
    }

    void aLinkInTheFolder()
    {
        QVERIFY(QFile::link(at(u"models/bert"_s), at(u"sent/linked"_s)));
        const QString path = at(u"sent/linked.regard"_s);
        QFile file(path);
        writeProject(path, checkpointProject(openCheckpoint(at(u"sent/linked"_s))));
        answer(QMessageBox::No);
        QVERIFY(!m_window->openFile(path));
        QVERIFY2(m_asked.contains(at(u"sent/linked"_s) + u" → "_s + at(u"models/bert"_s)), qPrintable(m_asked));
    }

    /// The project is shown without its sentences; they are read when somebody chooses the file by hand.
    void sentencesElsewhere()
    {
        const QString path = projectOfSentences(u"run.regard"_s);
        const OpenedFile file(sentences());
        answer(QMessageBox::No);
        QVERIFY(drop(path));
        QCOMPARE(m_questions, 1);
        QVERIFY2(m_asked.contains(sentences()), qPrintable(m_asked));
        document()->training().waitUntilRead();
        settle();
        QVERIFY(!file.wasOpened());
        QVERIFY(document()->training().unreadRun() == OwnKind::Sentences);
        QVERIFY(document()->training().fileProblem().contains(sentences()));
        QCOMPARE(QString::fromStdString(document()->project().task->data), sentences()); // not lost on saving

        // Neither does saving agree to it, nor undoing and redoing read it.
        document()->sentences().setSource(u"b"_s);
        document()->undoStack()->undo();
        QVERIFY(m_window->files()->save());
        document()->training().waitUntilRead();
        QVERIFY(!file.wasOpened());
        answer(QMessageBox::No);
        QVERIFY(m_window->openFile(path));
        QCOMPARE(m_questions, 2);

        document()->training().chooseOwn(OwnKind::Sentences, sentences());
        document()->training().waitUntilRead();
        QVERIFY(document()->training().task());

        answer(QMessageBox::Yes);
        QVERIFY(m_window->openFile(path));
        QCOMPARE(m_questions, 3);
        document()->training().waitUntilRead();
        QVERIFY(file.wasOpened());
        QVERIFY(document()->training().task());
    }

    void aLesson()
    {
        const QString model = projectOfModel(u"neighbour.regard"_s);
        const QString path = at(u"sent/a.lesson"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) &&
                file.write(R"({"format": "regard-lesson", "version": 3, "title": "L", "file": "neighbour.regard",
                               "pages": [{"text": "one"}]})") > 0);
        file.close();
        answer(QMessageBox::No);
        QVERIFY(!m_window->openFile(path));
        QVERIFY(!m_window->lessons()->session());
        QVERIFY(m_asked.contains(at(u"models/bert"_s)));
        answer(QMessageBox::Yes);
        QVERIFY(m_window->openFile(path));
        QCOMPARE(m_questions, 2);
        QVERIFY(m_window->lessons()->session());
    }

    /// Many places are one question, and no path can look like words of it.
    void manyPlaces()
    {
        QFile file(projectOfSentences(u"many.regard"_s));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QJsonObject project = QJsonDocument::fromJson(file.readAll()).object();
        QJsonObject task = project[u"task"_s].toObject();
        QJsonArray snapshots;
        for (int i = 0; i < 9; ++i) {
            const QString name = at(u"texts/%1\n\nPress Yes. \u202E<b>%2"_s.arg(i).arg(QString(i * 20, u'x')));
            QFile text(name);
            QVERIFY(text.open(QIODevice::WriteOnly) && text.write("a b\nb a\n") > 0);
            task[u"data"_s] = name;
            snapshots.append(QJsonObject{{u"task"_s, task}});
        }
        project[u"snapshots"_s] = snapshots;
        const QByteArray json = QJsonDocument(project).toJson();
        QVERIFY(file.resize(0) && file.seek(0) && file.write(json) == json.size());
        file.close();
        QString details;
        whenOpen<QMessageBox>(m_window.get(), [&](QMessageBox *box) {
            ++m_questions;
            m_asked = box->text();
            details = box->detailedText();
            box->button(QMessageBox::No)->click();
        });
        m_window->openFile(file.fileName());
        QCOMPARE(m_questions, 1);
        QVERIFY2(m_asked.count(u'\n') <= 12, qPrintable(m_asked)); // eight places, how many more, and the question
        QVERIFY(!m_asked.contains(QChar(0x202E)));
        QCOMPARE(details.count(u'\n'), 9); // ten places
        QVERIFY(details.contains(QString(8 * 20, u'x')));
    }
};

REGARD_TEST(TestOutsideConsent)
#include "test_outside_consent.moc"
