#include <functional>
#include <new>
#include <stdexcept>
#include <thread>

#include <QAction>
#include <QLabel>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "controls/guarded_items.h"
#include "document/document.h"
#include "document/work/background_work.h"
#include "document/work/fault.h"
#include "engine/base/errors.h"
#include "io/project/project_file.h"
#include "panel_hands.h"
#include "test_class.h"
#include "window/application.h"
#include "window/fault_strip.h"
#include "window/main_window.h"
#include "window/regions/regions.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Throws from whichever handler it is told to.
class Thrower : public QWidget {
    Q_OBJECT
public:
    using Handlers = std::function<void(QEvent::Type)>;
    Handlers at = [](QEvent::Type) {};

protected:
    bool event(QEvent *event) override
    {
        if (event->type() != QEvent::Paint)
            at(event->type());
        return QWidget::event(event);
    }
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.save();
        painter.fillRect(rect(), Qt::red);
        at(QEvent::Paint);
        painter.restore();
        painter.fillRect(rect(), Qt::blue);
    }
};

class ThrowingModel : public QStandardItemModel {
    Q_OBJECT
public:
    using QStandardItemModel::QStandardItemModel;
    bool throws = false;

    QVariant data(const QModelIndex &index, int role) const override
    {
        if (throws && role == Qt::DisplayRole)
            throw std::out_of_range("no such cell");
        return role == Qt::BackgroundRole ? QVariant(QColor(Qt::blue)) : QStandardItemModel::data(index, role);
    }
};

class ThrowingDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        painter->save();
        throw std::out_of_range("no such card");
    }
};

} // namespace

/// Whatever is thrown, wherever: one line in the log, one sentence, and the program goes on.
class TestApplication : public QObject {
    Q_OBJECT
    Q_CLASSINFO("faults", "expected")

    QTemporaryDir m_folder;
    QStringList m_told;

    static void expectLine(const QString &pattern) { QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(pattern)); }
    QStringList told()
    {
        QCoreApplication::sendPostedEvents(&Faults::all());
        return std::exchange(m_told, {});
    }
    static Thrower::Handlers throwsAt(QEvent::Type type, const std::function<void()> &what)
    {
        return [type, what](QEvent::Type event) {
            if (event == type)
                what();
        };
    }

private slots:
    void initTestCase()
    {
        QVERIFY(qobject_cast<Application *>(qApp));
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        connect(&Faults::all(), &Faults::reported, this, [this](const QString &sentence) { m_told.append(sentence); });
    }

    void cleanup() { QVERIFY(told().isEmpty()); }

    void anEvent_data()
    {
        QTest::addColumn<std::function<void()>>("what");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const std::function<void()> &what, const QString &type,
                            const QString &sentence) { QTest::newRow(name) << what << type << sentence; };
        row(
            "error", [] { throw ShapeError("w_q is 4 × 3"); }, u"regard::ShapeError"_s, u"w_q is 4 × 3."_s);
        row(
            "memory", [] { throw std::bad_alloc(); }, u"std::bad_alloc"_s, u"There is not enough memory for this."_s);
        row(
            "logic", [] { std::vector<int>().at(3); }, u"std::out_of_range"_s, u"vector"_s);
        row(
            "number", [] { throw 7; }, u"int"_s, u"An error in the program (int)."_s);
    }

    void anEvent()
    {
        QFETCH(std::function<void()>, what);
        QFETCH(QString, type);
        QFETCH(QString, sentence);
        Thrower widget;
        widget.setObjectName(u"thrower"_s);
        widget.setAccessibleName(u"The panel"_s);
        widget.at = throwsAt(QEvent::KeyPress, what);
        for (int i = 0; i < 2; ++i) { // a key is told of each time
            expectLine(u"^%1 in .*\"thrower\" during KeyPress: "_s.arg(type));
            QTest::keyPress(&widget, Qt::Key_A);
            const QStringList sentences = told();
            QCOMPARE(sentences.size(), 1);
            QVERIFY(sentences.first().startsWith(u"The panel: "_s));
            QVERIFY2(sentences.first().contains(sentence), qPrintable(sentences.first()));
            QVERIFY(sentences.first().endsWith(u"Nothing of the document is lost."_s));
        }
    }

    void aSlot()
    {
        QPushButton button(u"Press"_s);
        int pressed = 0;
        connect(&button, &QPushButton::clicked, this, [&pressed] {
            ++pressed;
            throw InputError("nothing to press");
        });
        for (int i = 1; i <= 2; ++i) {
            expectLine(u"^regard::InputError in QPushButton during MouseButtonRelease: nothing to press"_s);
            QTest::mouseClick(&button, Qt::LeftButton);
            QCOMPARE(told().size(), 1);
            QCOMPARE(pressed, i);
            QVERIFY(!button.isDown());
        }
    }

    void anAction()
    {
        QMainWindow window;
        QAction *action = window.menuBar()->addMenu(u"&Menu"_s)->addAction(u"&Do it"_s);
        action->setShortcut(Qt::Key_F5);
        connect(action, &QAction::triggered, this, [] { throw InputError("not now"); });
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        expectLine(u"^regard::InputError in QAction in QMainWindow during Shortcut: not now"_s);
        QTest::keyClick(&window, Qt::Key_F5);
        QCOMPARE(told(), QStringList(u"Do it: not now. Nothing of the document is lost."_s));
    }

    void aTimer()
    {
        QObject owner;
        owner.setObjectName(u"clock"_s);
        auto *timer = new QTimer(&owner);
        int ticks = 0;
        connect(timer, &QTimer::timeout, this, [&ticks] {
            ++ticks;
            throw InputError("too late");
        });
        expectLine(u"^regard::InputError in QTimer in QObject \"clock\" during Timer: too late"_s);
        timer->start(0);
        QTRY_VERIFY(ticks > 3); // it goes on, and is told of once
        QCOMPARE(told().size(), 1);
    }

    void aQueuedCall()
    {
        expectLine(u"^regard::InputError in TestApplication during MetaCall: later"_s);
        QMetaObject::invokeMethod(
            this, [] { throw InputError("later"); }, Qt::QueuedConnection);
        QCoreApplication::processEvents();
        QCOMPARE(told().size(), 1);
    }

    void painting()
    {
        Thrower widget;
        widget.setObjectName(u"picture"_s);
        widget.resize(40, 40);
        widget.at = throwsAt(QEvent::Paint, [] { throw std::bad_alloc(); });
        expectLine(u"^std::bad_alloc in .*\"picture\" during Paint: "_s);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        widget.repaint();
        widget.repaint();
        QCOMPARE(told().size(), 1);
        widget.at = [](QEvent::Type) {};
        QCOMPARE(widget.grab().toImage().pixelColor(20, 20), QColor(Qt::blue));
    }

    void aModelsData()
    {
        GuardedModel<ThrowingModel> model(1, 1);
        QTableView view;
        view.setModel(&model);
        view.resize(200, 100);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const auto cell = [&view] {
            const QPoint centre = view.visualRect(view.model()->index(0, 0)).center();
            const QColor color = view.viewport()->grab().toImage().pixelColor(centre);
            return color.blue() > 200 && color.red() < 100; // with what the mouse adds
        };
        QVERIFY(cell());
        model.throws = true;
        expectLine(u"^std::out_of_range in ThrowingModel during data\\(\\): "_s);
        view.viewport()->repaint();
        view.viewport()->repaint();
        QCOMPARE(told().size(), 1);
        QVERIFY(cell()); // all that could be asked is painted
        model.throws = false;
        view.viewport()->repaint();
    }

    void aDelegate()
    {
        QStandardItemModel model(1, 1);
        QTableView view;
        view.setModel(&model);
        view.setItemDelegate(new GuardedDelegate<ThrowingDelegate>(&view));
        expectLine(u"^std::out_of_range in ThrowingDelegate in QTableView during paint\\(\\): "_s);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.viewport()->repaint();
        QCOMPARE(told().size(), 1);
    }

    void aHandlerThatDeletesItsObject()
    {
        auto *widget = new Thrower;
        widget->at = throwsAt(QEvent::User, [widget] {
            delete widget;
            throw InputError("gone");
        });
        expectLine(u"^regard::InputError during User of a Thrower that is gone: gone"_s);
        QEvent event(QEvent::User);
        QCoreApplication::sendEvent(widget, &event);
        QCOMPARE(told().size(), 1);
    }

    void aWindowThatCannotAskStaysOpen()
    {
        Thrower widget;
        widget.show();
        widget.at = throwsAt(QEvent::Close, [] { throw InputError("nobody was asked"); });
        expectLine(u"during Close: nobody was asked"_s);
        QVERIFY(!widget.close());
        QVERIFY(widget.isVisible());
        QCOMPARE(told().size(), 1);
        widget.at = [](QEvent::Type) {};
    }

    void threads()
    {
        BackgroundWork work(nullptr);
        QString problem;
        expectLine(u"^int during work in the background: "_s);
        work.start([](const BackgroundWork::Piece &) { throw 3; },
                   [&problem](const QString &sentence) { problem = sentence; });
        work.waitUntilDone();
        QCOMPARE(problem, u"An error in the program (int)."_s);
        QCOMPARE(told().size(), 1);

        expectLine(u"^std::logic_error during elsewhere: "_s);
        std::thread([] { guarded(nullptr, "elsewhere", [] { throw std::logic_error("there"); }); }).join();
        QCOMPARE(told().size(), 1);
    }

    /// The window says it, keeps the document as it was, and works on.
    void theWindow()
    {
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        Document *document = window.document();
        document->waitForResult();
        auto *strip = window.findChild<FaultStrip *>();
        QVERIFY(strip->isHidden());
        const std::string before = projectJson(document->project());
        connect(
            &document->matrices(), &Matrices::modelChanged, this, [] { throw std::out_of_range("a panel's mistake"); },
            Qt::SingleShotConnection);
        expectLine(u"^std::out_of_range in .* during .*: .*a panel's mistake"_s);
        QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(told().size(), 1);
        QApplication::processEvents(); // the lines over the stage get their room
        QVERIFY(strip->isVisible());
        QVERIFY(strip->height() > 0 &&
                window.regions()->rect().contains(QRect(strip->mapTo(window.regions(), QPoint()), strip->size())));
        QVERIFY(strip->findChild<QLabel *>()->text().contains(u"a panel's mistake"_s));
        QCOMPARE(projectJson(document->project()), before);
        QVERIFY(!document->isModified());
        QTest::mouseClick(strip->findChild<QAbstractButton *>(), Qt::LeftButton);
        QVERIFY(strip->isHidden());
        QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
        QVERIFY(projectJson(document->project()) != before);
        QVERIFY(document->isModified());
        document->undoStack()->setClean();
    }

    /// Its table of 256 positions stands for both stacks; another 512 were asked of it once.
    void pinDrawAnewAndLookAtTheChanges()
    {
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.document()->waitForResult();
        QTest::keyClick(&window, Qt::Key_F8);
        QVERIFY(window.document()->comparison().pinned());
        QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY(openPanel(&window, u"changes"_s)->isVisible());
        QCoreApplication::processEvents();
        for (const MatrixChanges &changes : window.document()->matrices().compared().changes())
            QVERIFY(changes.matrix != "encoder.position");
        window.document()->undoStack()->setClean();
    }
};

REGARD_TEST(TestApplication)
#include "test_application.moc"
