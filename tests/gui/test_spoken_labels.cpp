#include <memory>

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocumentFragment>
#include <QTimer>

#include "app/window/main_window.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "test_class.h"

using namespace regard;
using namespace Qt::StringLiterals;

namespace {

/// Every label of a window that has a text, with a name that does not say it.
QStringList silent(const QWidget *window)
{
    QStringList found;
    for (QLabel *label : window->findChildren<QLabel *>()) {
        QString text = label->text();
        if (Qt::mightBeRichText(text) && label->textFormat() != Qt::PlainText)
            text = QTextDocumentFragment::fromHtml(text).toPlainText();
        text.remove(u'&');
        const QString name = QAccessible::queryAccessibleInterface(label)->text(QAccessible::Name).remove(u'&');
        if (!name.contains(text))
            found << name + u" does not say "_s + text;
    }
    return found;
}

} // namespace

/// Every label of the program tells a screen reader what stands on it.
class TestSpokenLabels : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    /// Looks at the next dialog, and closes it.
    QStringList silentIn(const char *action)
    {
        QStringList found{u"no dialog came"_s};
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] {
            QWidget *dialog = QApplication::activeModalWidget();
            if (!dialog)
                return;
            timer.stop();
            found = silent(dialog);
            dialog->close();
        });
        timer.start(20);
        m_window->findChild<QAction *>(QString::fromLatin1(action))->trigger();
        return found;
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void init()
    {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->document()->waitForResult();
    }
    void cleanup() { m_window.reset(); }

    void ofTheWindow_data()
    {
        QTest::addColumn<std::string>("example");
        for (const ExampleEntry &entry : examples())
            QTest::newRow(entry.name.c_str()) << entry.name;
    }
    void ofTheWindow()
    {
        QFETCH(const std::string, example);
        Document *document = m_window->document();
        document->load(readExample(example), {});
        document->waitForResult();
        document->pin();
        document->matrices().editCell(document->matrices().model()->weights.all().begin()->first, 0, 0, 3);
        document->waitForResult();
        Selection selection = document->selection();
        selection.query = selection.key = 1;
        document->setSelection(selection);
        QCOMPARE(silent(m_window.get()), QStringList());
        // What the eye finds by its place is said by its name.
        QStringList names;
        for (QLabel *label : m_window->findChildren<QLabel *>())
            names << QAccessible::queryAccessibleInterface(label)->text(QAccessible::Name);
        for (const auto &begin :
             {u"Pair in focus: "_s, u"State of the project: "_s, u"Number of tokens: "_s, u"Changed cells: "_s})
            QVERIFY2(names.filter(begin).size() == 1, qPrintable(begin));
    }

    void ofALesson()
    {
        for (QAction *action : m_window->findChildren<QAction *>())
            if (action->text() == u"Query, key, value"_s)
                action->trigger();
        QCOMPARE(silent(m_window.get()), QStringList());
    }

    void ofDialogs_data()
    {
        QTest::addColumn<QByteArray>("action");
        for (const char *action : {"actionExportFigure", "actionExportNumbers", "actionGuide", "actionAbout"})
            QTest::newRow(action) << QByteArray(action);
    }
    void ofDialogs()
    {
        QFETCH(const QByteArray, action);
        QCOMPARE(silentIn(action.constData()), QStringList());
    }
};

REGARD_TEST(TestSpokenLabels)
#include "test_spoken_labels.moc"
