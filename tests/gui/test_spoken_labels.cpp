#include <algorithm>
#include <functional>
#include <memory>

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QGroupBox>
#include <QLabel>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocumentFragment>
#include <QTimer>

#include "../document/fake_checkpoint.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "panel_hands.h"
#include "test_class.h"
#include "views/base/panel_title.h"
#include "views/output/panel/vocabulary_dialog.h"
#include "views/steps/panel/steps_panel.h"
#include "window/base/language.h"
#include "window/main_window.h"

using namespace regard;
using namespace Qt::StringLiterals;

namespace {

/// As speech would say it: without what underlines a letter, what says that a dialog comes, and arrows.
QString spoken(QString text)
{
    static const QRegularExpression chineseLetter(u"\\(&.\\)"_s);
    static const QRegularExpression mark(u"&(.)"_s);
    static const QRegularExpression arrow(u"[▾▸▶↶]"_s);
    return text.remove(chineseLetter)
        .replace(mark, u"\\1"_s)
        .remove(u"…"_s)
        .remove(u"..."_s)
        .remove(arrow)
        .simplified()
        .toLower();
}

/// An arrow or a cross alone is a picture.
bool hasWords(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.isLetterOrNumber(); });
}

/// Buttons and tabs with a name that does not hold what stands on them: who says what he reads is not understood
/// (WCAG 2.5.3, label in name).
QStringList misnamed(const QWidget *window)
{
    QStringList found;
    const auto check = [&](const QString &text, const QString &name, const QObject *where) {
        if (hasWords(text) && !spoken(name).contains(spoken(text)))
            found << u"%1 “%2” is called “%3”"_s.arg(QString::fromLatin1(where->metaObject()->className()), text, name);
    };
    for (QAbstractButton *button : window->findChildren<QAbstractButton *>())
        check(button->text(), QAccessible::queryAccessibleInterface(button)->text(QAccessible::Name), button);
    for (QGroupBox *box : window->findChildren<QGroupBox *>())
        check(box->title(), QAccessible::queryAccessibleInterface(box)->text(QAccessible::Name), box);
    for (QTabBar *bar : window->findChildren<QTabBar *>())
        for (int tab = 0; tab < bar->count(); ++tab)
            check(bar->tabText(tab), QAccessible::queryAccessibleInterface(bar)->child(tab)->text(QAccessible::Name),
                  bar);
    found.removeDuplicates();
    return found;
}

/// Every label and every button of a window that has a text, with a name that does not say it.
QStringList silent(const QWidget *window)
{
    QStringList found = misnamed(window);
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

/// Every label, button and tab of the program tells a screen reader what stands on it, in both languages.
class TestSpokenLabels : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    /// Looks at the next dialog, and closes it.
    QStringList silentIn(const std::function<void()> &open)
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
        open();
        return found;
    }
    void openWindow(const QString &language)
    {
        m_window.reset();
        installLanguage(language);
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->document()->waitForResult();
    }
    static void requireNone(const QStringList &found)
    {
        if (!found.isEmpty())
            QFAIL(qPrintable(found.join(u'\n')));
    }
    static void addLanguages()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << u"en"_s;
        QTest::newRow("Chinese") << u"zh_CN"_s;
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void cleanupTestCase()
    {
        m_window.reset();
        installLanguage(u"en"_s);
    }

    void ofTheWindow_data()
    {
        QTest::addColumn<std::string>("example");
        for (const ExampleEntry &entry : examples())
            QTest::newRow(entry.name.c_str()) << entry.name;
    }
    void ofTheWindow()
    {
        QFETCH(const std::string, example);
        if (!m_window) // one for all examples
            openWindow(u"en"_s);
        Document *document = m_window->document();
        document->load(readExample(example), {});
        document->waitForResult();
        document->comparison().pin();
        document->matrices().editCell(document->matrices().model()->weights.all().begin()->first, 0, 0, 3);
        document->waitForResult();
        Selection selection = document->look().selection();
        selection.query = selection.key = 1;
        document->look().setSelection(selection);
        requireNone(silent(m_window.get()));
        // What the eye finds by its place is said by its name.
        auto *question = m_window->findChild<QLabel *>(u"stripHeading"_s);
        const QString name = QAccessible::queryAccessibleInterface(question)->text(QAccessible::Name);
        QVERIFY2(name.contains(panelTitle(PanelId::Why)) && name.contains(question->text()), qPrintable(name));
    }

    /// Each state that gives buttons other texts: snapshots, two states, things off, a walk, large type, every panel.
    void ofEveryPanel_data() { addLanguages(); }
    void ofEveryPanel()
    {
        QFETCH(const QString, language);
        openWindow(language);
        Document *document = m_window->document();
        for (const int width : {1024, 1920}) {
            m_window->resize(width, 1000);
            for (const char *example : {"it", "source-and-target", "vaswani"}) {
                document->load(readExample(example), {});
                document->waitForResult();
                for (const std::string &word : panelWords()) {
                    openPanel(m_window.get(), QString::fromStdString(word));
                    requireNone(silent(m_window.get()));
                }
                document->snapshots().take();
                document->comparison().pin();
                Interventions interventions = document->matrices().model()->interventions;
                const Attention attention = document->look().selection().attention;
                interventions.heads[{attention, 0, 0}] = Replacement::Mean;
                interventions.temperatures[{attention, 0, 0}] = 2;
                document->matrices().setInterventions(interventions, u"off"_s);
                document->waitForResult();
                for (const Compared compared : {Compared::Now, Compared::Difference, Compared::Pinned}) {
                    document->comparison().choose(compared);
                    for (const Part part : {Part::Input, Part::Attention, Part::FeedForward, Part::Output}) {
                        Selection selection = document->look().selection();
                        selection.part = part;
                        document->look().setSelection(selection);
                        QApplication::processEvents();
                        requireNone(silent(m_window.get()));
                    }
                }
                document->comparison().unpin();
            }
        }
    }

    void ofAPair()
    {
        openWindow(u"en"_s);
        Document *document = m_window->document();
        document->load(fakeProject("dry-cleaned cat", "a dog"), {});
        document->waitForResult();
        requireNone(silent(m_window.get()));
    }

    void ofALesson()
    {
        openWindow(u"en"_s);
        for (QAction *action : m_window->findChildren<QAction *>())
            if (action->text() == u"Query, key, value"_s)
                action->trigger();
        requireNone(silent(m_window.get()));
    }

    void ofDialogs_data() { addLanguages(); }
    void ofDialogs()
    {
        QFETCH(const QString, language);
        openWindow(language);
        for (const char *action :
             {"actionExportFigure", "actionExportNumbers", "actionOpen", "actionSaveAs", "actionGuide", "actionAbout"})
            requireNone(silentIn([&] { m_window->findChild<QAction *>(QString::fromLatin1(action))->trigger(); }));
        auto *steps = m_window->findChild<StepsPanel *>();
        requireNone(silentIn([steps] { QMetaObject::invokeMethod(steps, "walkExportAsked"); }));
        requireNone(silentIn([this] { VocabularyDialog(m_window->document(), m_window.get()).exec(); }));
    }
};

REGARD_TEST(TestSpokenLabels)
#include "test_spoken_labels.moc"
