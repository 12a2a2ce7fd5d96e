#include <functional>
#include <random>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QScrollBar>
#include <QSettings>
#include <QSlider>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "app/window/main_window.h"
#include "document/document.h"
#include "document/work/fault.h"
#include "io/project/examples.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Somebody who presses whatever is there. The same seed does the same.
class Hands {
public:
    Hands(MainWindow *window, unsigned seed) : m_window(window), m_random(seed) {}

    /// One action; says which.
    QString act()
    {
        const std::vector<std::function<QString()>> kinds{
            [this] { return click(); }, [this] { return click(); },   [this] { return tab(); },
            [this] { return menu(); },  [this] { return menu(); },    [this] { return key(); },
            [this] { return key(); },   [this] { return choose(); },  [this] { return type(); },
            [this] { return cell(); },  [this] { return example(); },
        };
        return kinds[below(kinds.size())]();
    }

private:
    std::size_t below(std::size_t count) { return count == 0 ? 0 : m_random() % count; }

    template <typename Widget>
    QList<Widget *> visible() const
    {
        QList<Widget *> found;
        for (Widget *widget : m_window->findChildren<Widget *>())
            if (widget->isVisible() && widget->isEnabled() && widget->width() > 4 && widget->height() > 4)
                found.append(widget);
        return found;
    }

    static QString nameOf(const QObject *object)
    {
        const QString name =
            object->objectName().isEmpty() ? object->property("accessibleName").toString() : object->objectName();
        return QString::fromLatin1(object->metaObject()->className()) + u" "_s + name;
    }

    QString click()
    {
        const QList<QWidget *> widgets = visible<QWidget>();
        QWidget *widget = widgets[qsizetype(below(std::size_t(widgets.size())))];
        const QPoint point(int(below(std::size_t(widget->width()))), int(below(std::size_t(widget->height()))));
        const QString name = nameOf(widget);
        const Qt::KeyboardModifiers held = below(4) == 0 ? Qt::ControlModifier : Qt::NoModifier;
        QPointer<QWidget> there(widget);
        QTest::mouseMove(widget, point);
        if (there)
            QTest::mousePress(widget, Qt::LeftButton, held, point);
        if (there && below(4) == 0)
            QTest::mouseMove(widget, point + QPoint(int(below(60)) - 30, int(below(60)) - 30));
        if (there)
            QTest::mouseRelease(widget, Qt::LeftButton, held, point);
        if (there && below(6) == 0)
            QTest::mouseDClick(widget, Qt::LeftButton, held, point);
        return u"click %1 %2,%3"_s.arg(name).arg(point.x()).arg(point.y());
    }

    QString tab()
    {
        const QList<QTabBar *> bars = visible<QTabBar>();
        if (bars.isEmpty())
            return u"no tab"_s;
        QTabBar *bar = bars[qsizetype(below(std::size_t(bars.size())))];
        const int index = int(below(std::size_t(bar->count())));
        const QString name = bar->tabText(index);
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(index).center());
        return u"tab "_s + name;
    }

    static void collect(const QList<QAction *> &actions, QList<QAction *> &all)
    {
        for (QAction *action : actions)
            if (action->menu())
                collect(action->menu()->actions(), all);
            else if (action->isEnabled() && !action->isSeparator() && !leavesTheProgram(*action))
                all.append(action);
    }

    /// Ends it, makes another window of it, or asks for a file.
    static bool leavesTheProgram(const QAction &action)
    {
        static const QStringList names{u"actionQuit"_s,         u"actionOpen"_s,          u"actionOpenFolder"_s,
                                       u"actionSave"_s,         u"actionSaveAs"_s,        u"actionOpenLesson"_s,
                                       u"actionExportFigure"_s, u"actionExportNumbers"_s, u"actionGuide"_s,
                                       u"actionAbout"_s,        u"actionRecordLesson"_s,  u"actionEditLesson"_s};
        return names.contains(action.objectName());
    }

    QString menu()
    {
        QList<QAction *> actions;
        collect(m_window->menuBar()->actions(), actions);
        if (actions.isEmpty())
            return u"no menu"_s;
        QAction *action = actions[qsizetype(below(std::size_t(actions.size())))];
        const QString name = action->objectName() + u" "_s + action->text();
        action->trigger();
        return u"menu "_s + name;
    }

    QString key()
    {
        struct Key {
            Qt::Key key;
            Qt::KeyboardModifiers held;
        };
        static const std::vector<Key> keys{
            {Qt::Key_F6, {}},
            {Qt::Key_F7, {}},
            {Qt::Key_F8, {}},
            {Qt::Key_F8, Qt::ShiftModifier},
            {Qt::Key_R, Qt::ControlModifier},
            {Qt::Key_Z, Qt::ControlModifier},
            {Qt::Key_Y, Qt::ControlModifier},
            {Qt::Key_Left, {}},
            {Qt::Key_Right, {}},
            {Qt::Key_Up, {}},
            {Qt::Key_Down, {}},
            {Qt::Key_Home, {}},
            {Qt::Key_End, {}},
            {Qt::Key_PageDown, {}},
            {Qt::Key_Tab, {}},
            {Qt::Key_Backtab, {}},
            {Qt::Key_Space, {}},
            {Qt::Key_Return, {}},
            {Qt::Key_Escape, {}},
            {Qt::Key_Delete, {}},
            {Qt::Key_Plus, {}},
            {Qt::Key_Minus, {}},
            {Qt::Key_3, {}},
            {Qt::Key_A, {}},
            {Qt::Key_Down, Qt::ShiftModifier},
            {Qt::Key_C, Qt::ControlModifier},
            {Qt::Key_V, Qt::ControlModifier},
            {Qt::Key_0, {}},
            {Qt::Key_F, {}},
            {Qt::Key_Backspace, {}},
        };
        const Key &pressed = keys[below(keys.size())];
        QWidget *focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : m_window.data(), pressed.key, pressed.held);
        return u"key %1"_s.arg(QKeySequence(pressed.held | pressed.key).toString());
    }

    /// A field's next value, by its keys.
    QString choose()
    {
        QList<QWidget *> fields;
        for (QWidget *widget : visible<QWidget>())
            if (qobject_cast<QComboBox *>(widget) || qobject_cast<QAbstractSpinBox *>(widget) ||
                qobject_cast<QSlider *>(widget))
                fields.append(widget);
        if (fields.isEmpty())
            return u"no field"_s;
        QWidget *field = fields[qsizetype(below(std::size_t(fields.size())))];
        const QString name = nameOf(field);
        QTest::keyClick(field, below(2) == 0 ? Qt::Key_Up : Qt::Key_Down);
        return u"choose "_s + name;
    }

    QString type()
    {
        static const QStringList texts{u"the cat sat on the mat"_s,
                                       u"a"_s,
                                       QString(),
                                       u"one one one"_s,
                                       u"it was dry-cleaned, wasn't it?"_s,
                                       u"猫 坐 在 垫子 上"_s,
                                       u"one two three four five six seven eight nine ten eleven twelve"_s};
        const QString text = texts[qsizetype(below(std::size_t(texts.size())))];
        const bool isSource = below(3) > 0;
        isSource ? m_window->document()->sentences().setSource(text)
                 : m_window->document()->sentences().setTarget(text);
        return (isSource ? u"source "_s : u"target "_s) + text;
    }

    /// A number typed over a cell of the weights.
    QString cell()
    {
        for (QAbstractItemView *view : visible<QAbstractItemView>()) {
            if (!view->inherits("QTableView") || !view->model() || view->model()->rowCount() == 0)
                continue;
            const QModelIndex index = view->model()->index(int(below(std::size_t(view->model()->rowCount()))),
                                                           int(below(std::size_t(view->model()->columnCount()))));
            view->setCurrentIndex(index);
            view->model()->setData(index, double(below(200)) / 100 - 1, Qt::EditRole);
            return u"cell %1,%2"_s.arg(index.row()).arg(index.column());
        }
        return u"no table"_s;
    }

    QString example()
    {
        if (below(4) > 0)
            return u"nothing"_s;
        const ExampleEntry &entry = examples()[below(examples().size())];
        m_window->document()->load(readExample(entry.name), QString());
        return u"example "_s + QString::fromStdString(entry.name);
    }

    QPointer<MainWindow> m_window;
    std::mt19937 m_random;
};

int number(const char *variable, int otherwise)
{
    bool ok = false;
    const int value = qEnvironmentVariableIntValue(variable, &ok);
    return ok ? value : otherwise;
}

} // namespace

/// Random actions: nothing that anybody can do throws. REGARD_HANDS_ACTIONS and REGARD_HANDS_SEED try longer.
class TestRandomHands : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void nothingThrows_data()
    {
        QTest::addColumn<int>("seed");
        const int first = number("REGARD_HANDS_SEED", 1);
        for (int seed = first; seed < first + number("REGARD_HANDS_SEEDS", 2); ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }

    void nothingThrows()
    {
        QFETCH(int, seed);
        QStringList told;
        connect(&Faults::all(), &Faults::told, this, [&told](const QString &sentence) { told.append(sentence); });
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        // Whatever asks is answered with No.
        QTimer answers;
        connect(&answers, &QTimer::timeout, this, [] {
            if (QWidget *popup = QApplication::activePopupWidget())
                popup->close();
            if (auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget()))
                dialog->reject();
        });
        answers.start(5);
        Hands hands(&window, unsigned(seed));
        QStringList last;
        const int actions = number("REGARD_HANDS_ACTIONS", 300);
        const bool isLoud = qEnvironmentVariableIsSet("REGARD_HANDS_LOUD");
        for (int i = 0; i < actions && told.isEmpty(); ++i) {
            QString what;
            try {
                what = hands.act();
                window.document()->waitForResult();
            } catch (const std::exception &error) {
                told.append(QString::fromUtf8(error.what()));
            }
            QApplication::processEvents();
            if (isLoud)
                qInfo("%d %s", i, qPrintable(what));
            last.append(what);
            if (last.size() > 40)
                last.removeFirst();
        }
        disconnect(&Faults::all(), nullptr, this, nullptr);
        QVERIFY2(told.isEmpty(), qPrintable(told.join(u"\n"_s) + u"\n"_s + last.join(u"\n"_s)));
        QVERIFY(window.document()->matrices().model());
    }

private:
    QTemporaryDir m_folder;
};

REGARD_TEST(TestRandomHands)
#include "test_random_hands.moc"
