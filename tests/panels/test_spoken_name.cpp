#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>

#include "controls/app_theme.h"
#include "controls/elided_label.h"
#include "controls/figure_view.h"
#include "controls/spoken_name.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

QList<QObject *> renamed; ///< whose other name was told

void noteEvent(QAccessibleEvent *event)
{
    if (event->type() == QAccessible::NameChanged)
        renamed.append(event->object());
}

QString nameOf(QWidget *widget)
{
    return QAccessible::queryAccessibleInterface(widget)->text(QAccessible::Name);
}

} // namespace

/// What a screen reader gets of what stands written.
class TestSpokenName : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { installSpokenNames(); }
    void cleanup()
    {
        QAccessible::installUpdateHandler(nullptr);
        QAccessible::setActive(false);
    }

    void theNameOfALabelSaysItsText_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("spoken");
        QTest::newRow("both") << u"Pair in focus"_s << u"it → cat 0.97"_s << u"Pair in focus: it → cat 0.97"_s;
        QTest::newRow("no text") << u"Pair in focus"_s << QString() << u"Pair in focus"_s;
        QTest::newRow("no name") << QString() << u"11 tokens"_s << u"11 tokens"_s;
        QTest::newRow("the name in the text") << u"Page"_s << u"Page 3 of 8"_s << u"Page 3 of 8"_s;
        QTest::newRow("the text in the name")
            << u"Largest change: it → cat"_s << u"it → cat"_s << u"Largest change: it → cat"_s;
        QTest::newRow("marked up") << u"Try this"_s << u"<p>Set <b>W_Q</b> &amp; look</p>"_s
                                   << u"Try this: Set W_Q & look"_s;
    }
    void theNameOfALabelSaysItsText()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, text);
        QFETCH(const QString, spoken);
        QLabel label;
        ElidedLabel elided(nullptr);
        for (QLabel *each : {&label, static_cast<QLabel *>(&elided)}) {
            each->setAccessibleName(name);
            each->setText(text);
            QCOMPARE(nameOf(each), spoken);
            QCOMPARE(QAccessible::queryAccessibleInterface(each)->role(), QAccessible::StaticText);
        }
    }

    void aLabelNamesItsField()
    {
        QWidget window;
        auto *column = new QVBoxLayout(&window);
        auto *label = new QLabel(u"&Width && more"_s, &window);
        auto *field = new QSpinBox(&window);
        column->addWidget(label);
        column->addWidget(field);
        label->setBuddy(field);
        QCOMPARE(nameOf(label), u"Width & more"_s);
        QCOMPARE(nameOf(field), u"Width & more"_s);
        const auto related = QAccessible::queryAccessibleInterface(label)->relations(QAccessible::Labelled);
        QCOMPARE(related.size(), 1);
        QCOMPARE(related.first().first->object(), field);
    }

    void anotherTextIsTold()
    {
        if (!QAccessible::isActive())
            QSKIP("the offscreen platform tells nobody; run with -platform xcb and QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1");
        QLabel label(u"it → cat 0.97"_s);
        label.setAccessibleName(u"Pair in focus"_s);
        label.resize(300, 40);
        label.show();
        QVERIFY(QTest::qWaitForWindowExposed(&label));
        QCOMPARE(nameOf(&label), u"Pair in focus: it → cat 0.97"_s); // somebody listens
        renamed.clear();
        QAccessible::installUpdateHandler(noteEvent);
        label.setText(u"it → rug 0.72"_s);
        QTRY_COMPARE(renamed, QList<QObject *>{&label});
        QCOMPARE(nameOf(&label), u"Pair in focus: it → rug 0.72"_s);
        label.repaint();
        QCOMPARE(renamed.size(), 1); // the same text is told once
    }

    /// A picture says what stands in place of a figure, where its description does not.
    void aPictureSaysItsMessage()
    {
        AppTheme theme(AppTheme::Choice::Light);
        FigureView view(&theme, nullptr);
        view.canvas()->setAccessibleName(u"Thumbnails of all heads"_s);
        view.setMessage(u"Small pictures of all heads will appear here."_s);
        QCOMPARE(nameOf(view.canvas()), u"Thumbnails of all heads: Small pictures of all heads will appear here."_s);
        view.canvas()->setAccessibleDescription(u"Small pictures of all heads will appear here."_s);
        QCOMPARE(nameOf(view.canvas()), u"Thumbnails of all heads"_s);
    }
};

REGARD_TEST(TestSpokenName)
#include "test_spoken_name.moc"
