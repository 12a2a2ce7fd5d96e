#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QUndoStack>
#include <QWheelEvent>

#include "io/project/examples.h"
#include "panel_hands.h"
#include "test_class.h"
#include "window_test.h"

using namespace regard;
using namespace Qt::StringLiterals;

/// What every combo box, spin box and slider of the window has in common.
class TestFieldRules : public QObject, private WindowTest {
    Q_OBJECT

private:
    /// As a mouse does it, whose wheel gives the focus where the policy says so.
    static void turnWheel(QWidget *widget, int by)
    {
        const QPointF place = QRectF(widget->rect()).center();
        QWheelEvent event(place, widget->mapToGlobal(place), {}, {0, by}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&event);
        QApplication::sendEvent(widget, &event);
    }
    static QString textOf(const QWidget *field)
    {
        if (const auto *list = qobject_cast<const QComboBox *>(field))
            return QString::number(list->currentIndex());
        if (const auto *box = qobject_cast<const QAbstractSpinBox *>(field))
            return box->text();
        return QString::number(static_cast<const QSlider *>(field)->value());
    }
    QWidgetList fields() const
    {
        QWidgetList found;
        for (QWidget *widget : m_window->findChildren<QWidget *>())
            if (widget->isVisible() && widget->isEnabled() &&
                (qobject_cast<QComboBox *>(widget) || qobject_cast<QAbstractSpinBox *>(widget) ||
                 qobject_cast<QSlider *>(widget)))
                found << widget;
        return found;
    }
    template <typename Field>
    Field *field(const char *name) const
    {
        return m_window->findChild<Field *>(QString::fromLatin1(name));
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void theWheelChangesNoFieldThatWasNotClicked_data()
    {
        QTest::addColumn<QString>("panel");
        QTest::addColumn<QString>("example");
        for (const char *panel : {"model", "weights", "ablation", "training", "find", "steps", "summaries"})
            QTest::newRow(panel) << QString::fromLatin1(panel) << u"it"_s;
        // Words that follow, and ways to choose from, are a decoder's.
        for (const char *panel : {"output", "path"})
            QTest::newRow(panel) << QString::fromLatin1(panel) << u"source-and-target"_s;
    }

    void theWheelChangesNoFieldThatWasNotClicked()
    {
        QFETCH(QString, panel);
        QFETCH(QString, example);
        document()->load(readExample(example.toStdString()), {});
        openPanel(m_window.get(), panel);
        settle();
        QVERIFY(!fields().isEmpty());
        QWidget *focus = m_window->focusWidget();
        const int steps = document()->undoStack()->count();
        for (QWidget *field : fields()) {
            const QString before = textOf(field);
            for (const int by : {120, -120, -120}) {
                turnWheel(field, by);
                QVERIFY2(textOf(field) == before, qPrintable(field->objectName() + u' ' + field->accessibleName()));
            }
            QCOMPARE(m_window->focusWidget(), focus);
        }
        QCOMPARE(document()->undoStack()->count(), steps);
    }

    void theWheelTurnsAFieldThatWasClicked()
    {
        openPanel(m_window.get(), u"model"_s);
        auto *heads = field<QSpinBox>("heads");
        const int before = heads->value();
        heads->setFocus(Qt::TabFocusReason); // not by a click
        turnWheel(heads, 120);
        QCOMPARE(heads->value(), before);
        QTest::mouseClick(heads->findChild<QLineEdit *>(), Qt::LeftButton);
        turnWheel(heads, 120);
        QCOMPARE(heads->value(), before + 1);
        QTest::mouseClick(field<QSpinBox>("dModel")->findChild<QLineEdit *>(), Qt::LeftButton);
        turnWheel(heads, 120);
        QCOMPARE(heads->value(), before + 1);
    }

    void aListShowsAllItsEntries_data()
    {
        QTest::addColumn<QString>("panel");
        QTest::addColumn<QString>("list");
        for (const char *list : {"score", "norm", "initialization", "position", "activation", "encoderKind", "cell"})
            QTest::newRow(list) << u"model"_s << QString::fromLatin1(list);
        QTest::newRow("schedule") << u"training"_s << u"schedule"_s;
    }

    void aListShowsAllItsEntries()
    {
        QFETCH(QString, panel);
        QFETCH(QString, list);
        openPanel(m_window.get(), panel);
        auto *box = m_window->findChild<QComboBox *>(list);
        QVERIFY(box && box->count() > 1);
        for (QWidget *part = box; part && part != m_window.get(); part = part->parentWidget())
            part->setVisible(true); // some are for other models
        box->showPopup();
        const QAbstractItemView *view = box->view();
        QTRY_VERIFY(view->isVisible());
        const QRect last = view->visualRect(view->model()->index(box->count() - 1, 0));
        QVERIFY(last.height() > 0);
        QVERIFY2(view->viewport()->rect().contains(last),
                 qPrintable(u"%1 of %2"_s.arg(last.bottom()).arg(view->viewport()->height())));
        QCOMPARE(view->verticalScrollBar()->maximum(), 0);
        box->hidePopup();
    }
};

REGARD_TEST(TestFieldRules)
#include "test_field_rules.moc"
