#include <functional>
#include <memory>

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDialog>
#include <QGroupBox>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QShortcut>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>
#include <QTimer>

#include "document/document.h"
#include "test_class.h"
#include "views/output/panel/vocabulary_dialog.h"
#include "views/snapshots/panel/snapshot_strip.h"
#include "views/steps/panel/steps_panel.h"
#include "window/base/language.h"
#include "window/guide_dialog.h"
#include "window/main_window.h"

using namespace regard;

namespace {

/// Who has which letter. Two that share one get it in turns, or not at all.
class Letters {
public:
    void add(const QString &text) { addKey(QKeySequence::mnemonic(text), text); }
    void addKey(const QKeySequence &key, const QString &text)
    {
        if (!key.isEmpty() && key[0].keyboardModifiers() == Qt::AltModifier)
            m_texts[key.toString()] << text;
    }
    QString twice() const
    {
        QStringList all;
        for (auto entry = m_texts.begin(); entry != m_texts.end(); ++entry)
            if (entry.value().size() > 1)
                all << entry.key() + QStringLiteral(": ") + entry.value().join(QStringLiteral(" | "));
        return all.join(QStringLiteral("; "));
    }
    bool isEmpty() const { return m_texts.isEmpty(); }

private:
    QMap<QString, QStringList> m_texts;
};

/// Returns the letters of everything that belongs to a window, seen or not.
Letters lettersOf(const QWidget *window)
{
    Letters letters;
    for (const QWidget *widget : window->findChildren<QWidget *>()) {
        if (widget->window() != window)
            continue; // a menu, or a dialog of its own
        if (const auto *label = qobject_cast<const QLabel *>(widget); label && label->buddy())
            letters.add(label->text());
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            letters.add(button->text());
        if (const auto *box = qobject_cast<const QGroupBox *>(widget))
            letters.add(box->title());
        if (const auto *tabs = qobject_cast<const QTabBar *>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                letters.add(tabs->tabText(i));
        if (const auto *bar = qobject_cast<const QMenuBar *>(widget))
            for (const QAction *action : bar->actions())
                letters.add(action->text());
    }
    for (const QAction *action : window->findChildren<QAction *>())
        for (const QKeySequence &key : action->shortcuts())
            letters.addKey(key, action->text());
    for (const QShortcut *shortcut : window->findChildren<QShortcut *>())
        if (shortcut->context() == Qt::WindowShortcut || shortcut->context() == Qt::ApplicationShortcut)
            letters.addKey(shortcut->key(), QStringLiteral("a shortcut"));
    return letters;
}

Letters lettersOf(const QMenu *menu)
{
    Letters letters;
    for (const QAction *action : menu->actions())
        letters.add(action->text().section(QLatin1Char('\t'), 0, 0));
    return letters;
}

} // namespace

/// An underlined letter stands for one thing: in the window, in each menu, in each dialog, in both languages.
class TestMnemonics : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    /// Looks at the dialog that comes up, and puts it away.
    QString twiceIn(const std::function<void()> &open) const
    {
        QString twice = QStringLiteral("no dialog came");
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] {
            auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            timer.stop();
            twice = lettersOf(dialog).twice();
            dialog->reject();
        });
        timer.start(10);
        open();
        return twice;
    }
    /// The menu of a field, as the key for it opens it; nothing where it has none.
    static QString twiceInMenuOf(QWidget *field)
    {
        QString twice;
        bool came = false;
        QTimer timer;
        const auto look = [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            if (!menu)
                return;
            timer.stop();
            came = true;
            twice = lettersOf(menu).twice();
            menu->close();
        };
        connect(&timer, &QTimer::timeout, look);
        timer.start(0);
        QContextMenuEvent event(QContextMenuEvent::Keyboard, field->rect().center(),
                                field->mapToGlobal(field->rect().center()));
        QApplication::sendEvent(field, &event); // of a spin box it returns once the menu is closed
        look();
        return came ? twice : QStringLiteral("no menu");
    }
    void trigger(const char *action) const { m_window->findChild<QAction *>(QString::fromLatin1(action))->trigger(); }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void cleanup()
    {
        m_window.reset();
        installLanguage(QStringLiteral("en"));
    }

    void everyLetterStandsForOneThing_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN");
    }

    void everyLetterStandsForOneThing()
    {
        QFETCH(QString, language);
        installLanguage(language);
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        Document *document = m_window->document();
        document->waitForResult();
        document->snapshots().take(QStringLiteral("one"));
        QApplication::processEvents();

        const Letters ofWindow = lettersOf(m_window.get());
        QVERIFY(!ofWindow.isEmpty());
        QCOMPARE(ofWindow.twice(), QString());
        const QList<QMenu *> menus = m_window->findChildren<QMenu *>();
        QVERIFY(menus.size() > 10);
        for (QMenu *menu : menus) {
            emit menu->aboutToShow(); // some are filled then
            QCOMPARE(lettersOf(menu).twice(), QString());
        }
        document->comparison().pin();
        QApplication::processEvents();
        QCOMPARE(lettersOf(m_window->findChild<QMenu *>(QStringLiteral("menuDemo"))).twice(), QString());

        // Qt's own menus of fields, one of each kind and state.
        QStringList kinds;
        for (QWidget *field : m_window->findChildren<QWidget *>()) {
            const auto *line = qobject_cast<QLineEdit *>(field);
            const bool isText = line || qobject_cast<QAbstractSpinBox *>(field) || qobject_cast<QTextEdit *>(field);
            if (!isText || !field->isEnabled() || field->contextMenuPolicy() != Qt::DefaultContextMenu ||
                qobject_cast<QAbstractSpinBox *>(field->parentWidget()))
                continue;
            kinds << QString::fromLatin1(field->metaObject()->className());
            QCOMPARE(twiceInMenuOf(field), QString());
        }
        QVERIFY(kinds.filter(QStringLiteral("SpinBox")).size() > 3);
        QVERIFY(kinds.filter(QStringLiteral("LineEdit")).size() > 0 ||
                kinds.filter(QStringLiteral("SentenceField")).size() > 0);

        for (const char *action :
             {"actionExportFigure", "actionExportNumbers", "actionOpen", "actionSaveAs", "actionGuide", "actionAbout"})
            QCOMPARE(twiceIn([this, action] { trigger(action); }), QString());
        auto *steps = m_window->findChild<StepsPanel *>();
        QCOMPARE(twiceIn([steps] { QMetaObject::invokeMethod(steps, "walkExportAsked"); }), QString());
        QCOMPARE(twiceIn([&] { VocabularyDialog(document, m_window.get()).exec(); }), QString());
        for (const auto buttons : {QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel,
                                   QMessageBox::Yes | QMessageBox::No, QMessageBox::Ok | QMessageBox::Cancel})
            QCOMPARE(twiceIn([&] {
                         QMessageBox box(QMessageBox::Question, QString(), QString(), buttons, m_window.get());
                         box.exec();
                     }),
                     QString());
        document->undoStack()->setClean();
    }
};

REGARD_TEST(TestMnemonics)
#include "test_mnemonics.moc"
