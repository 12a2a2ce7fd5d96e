#include <QLabel>
#include <QTest>
#include <QVBoxLayout>

#include "controls/elided_label.h"
#include "controls/label_place.h"
#include "event_turns.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Counts how often a widget was asked to lay itself out.
class Layouts : public QObject {
public:
    explicit Layouts(QWidget *widget) { widget->installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        count += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return false;
    }
};

} // namespace

class TestLabelPlace : public QObject {
    Q_OBJECT
private slots:
    void anotherTextOfTheSameHeightLaysNothingOut()
    {
        QWidget window;
        auto *layout = new QVBoxLayout(&window);
        auto *label = new ElidedLabel(&window);
        layout->addWidget(new LabelPlace(label, &window));
        window.resize(300, 100);
        window.show();
        turnEventLoop();
        Layouts layouts(&window);
        label->setText(u"a rather longer line than the one before it"_s);
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        QCOMPARE(layouts.count, 0);
        QCOMPARE(label->size(), label->parentWidget()->size());
    }

    void whatIsTooLongLosesWholeParts()
    {
        const QString all = u"head 1 · softmax of the scores · pinned"_s;
        ElidedLabel caption(nullptr, ElidedLabel::Cut::Vanishes);
        ElidedLabel name(nullptr);
        for (QLabel *label : {&caption, &name})
            label->setText(all);
        const auto width = [&](const QString &text) { return caption.fontMetrics().horizontalAdvance(text); };
        QCOMPARE(caption.shownText(width(all)), all);
        QCOMPARE(caption.shownText(width(all) - 1), u"head 1 · softmax of the scores"_s);
        QCOMPARE(caption.shownText(width(u"head 1"_s) + 5), u"head 1"_s);
        QCOMPARE(caption.shownText(width(u"head 1"_s) - 1), QString());
        QCOMPARE(name.shownText(width(all) - 1), u"head 1 · softmax of the scores"_s);
        QVERIFY(name.shownText(width(u"head 1"_s) - 1).endsWith(u'…'));
    }

    void moreLinesGetMoreRoom()
    {
        QWidget window;
        auto *layout = new QVBoxLayout(&window);
        auto *label = new QLabel(u"short"_s, &window);
        label->setWordWrap(true);
        layout->addWidget(new LabelPlace(label, &window));
        layout->addStretch(1);
        window.resize(200, 400);
        window.show();
        turnEventLoop();
        const int before = label->height();
        Layouts layouts(&window);
        label->setText(u"many words that do not stand on one line of a window that is as narrow as this one"_s);
        QTRY_VERIFY(label->height() > before);
        QVERIFY(layouts.count > 0);
        QCOMPARE(label->height(), label->heightForWidth(label->width()));
        label->setText(u"short"_s);
        QTRY_COMPARE(label->height(), before);
    }

    void isSeenAsTheLabelIs()
    {
        QWidget window;
        auto *layout = new QVBoxLayout(&window);
        auto *label = new QLabel(u"text"_s, &window);
        label->hide();
        auto *place = new LabelPlace(label, &window);
        layout->addWidget(place);
        window.show();
        QVERIFY(place->isHidden());
        label->show();
        QVERIFY(label->isVisible());
        QVERIFY(place->isVisible());
        label->hide();
        QVERIFY(place->isHidden());
    }
};

REGARD_TEST(TestLabelPlace)
#include "test_label_place.moc"
