#include <set>

#include <QApplication>
#include <QLineEdit>
#include <QSettings>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include "controls/figure_view.h"
#include "document/document.h"
#include "panel_hands.h"
#include "test_class.h"
#include "views/find/panel/find_panel.h"
#include "views/heads/heads_column_figure.h"
#include "views/heads/panel/heads_panel.h"
#include "views/links/link_figure.h"
#include "views/links/panel/link_panel.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "views/weights/panel/weights_panel.h"
#include "window/main_window.h"

#include "window_test.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The one selection under a hand: what is typed, pointed at and chosen in one panel is what the others act on.
class TestSelectionWindow : public QObject, private WindowTest {
    Q_OBJECT

    QLineEdit *field() const { return panel<SentenceBar>()->field(); }
    QTableView *table() const { return panel<WeightsPanel>()->table(); }
    void raise(const char *name) const { QVERIFY(openPanel(m_window.get(), QString::fromLatin1(name))->isVisible()); }
    /// With the keyboard, wherever it is.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QVERIFY(QApplication::focusWidget());
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
        settle();
    }
    void type(const QString &text) const
    {
        for (const QChar letter : text)
            QTest::keyClicks(QApplication::focusWidget(), letter);
        settle();
    }
    void clickHead(int head, Qt::KeyboardModifiers modifiers = {}) const
    {
        FigureView *view = panel<HeadsPanel>()->view();
        const auto *map = dynamic_cast<const HeadsColumnFigure *>(view->figure());
        QVERIFY(map);
        const QPoint place = map->placeRect({Attention::Encoder, 0, head}).center().toPoint();
        QTest::mouseClick(view->canvas(), Qt::LeftButton, modifiers, place);
        QApplication::processEvents();
    }
    /// Those that the links are of.
    std::set<int> drawnHeads() const
    {
        std::set<int> heads;
        const auto *links = static_cast<const LinkFigure *>(panel<LinksPanel>()->view()->figure());
        for (const LinkData::Head &head : links->data().heads)
            heads.insert(head.index);
        return heads;
    }
    /// Several heads have weights that are many times as wide as the panel.
    void loadWideModel() const
    {
        Project project = defaultProject();
        project.source = "the cat saw it";
        ModelConfig config;
        config.dModel = 64;
        config.heads = 4;
        config.dKey = config.dValue = 32;
        project.model = buildModel(config, {}, {});
        document()->load(project, {});
        settle();
    }

private slots:
    void initTestCase() { useOwnSettings(); }

    void init() { openWindow(); }

    void cleanup() { m_window.reset(); }

    void aSentenceTypedOverTheOldOneIsUndoneAtOnce()
    {
        const QString before = document()->sentences().source();
        QCOMPARE(before, u"The cat sat on the rug and it was dry-cleaned."_s);
        QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
        QVERIFY(field()->hasFocus());
        type(u"The cat sat on the dry-cleaned rug."_s);
        QCOMPARE(document()->sentences().source(), u"The cat sat on the dry-cleaned rug."_s);
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document()->sentences().source(), before);
        QCOMPARE(field()->text(), before);
        QVERIFY(!document()->isModified());
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(document()->sentences().source(), u"The cat sat on the dry-cleaned rug."_s);
    }

    void theFocusedWordStaysWhileTheSentenceIsTyped()
    {
        // The word at the query of the keyboard: rug, the sixth of the left column.
        panel<LinksPanel>()->view()->canvas()->setFocus();
        press(Qt::Key_Home);
        for (int i = 0; i < 5; ++i)
            press(Qt::Key_Down);
        const auto word = [this] {
            const int query = document()->look().selection().query;
            const auto &tokens = document()->sentences().tokens().tokens;
            return query < 0 ? std::string() : tokens.at(std::size_t(query)).text;
        };
        QCOMPARE(word(), std::string("rug"));
        QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
        press(Qt::Key_Home);
        type(u"Today "_s);
        QCOMPARE(word(), std::string("rug"));
        press(Qt::Key_A, Qt::ControlModifier);
        type(u"The cat sat on the dry-cleaned rug."_s);
        QCOMPARE(word(), std::string("rug"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(word(), std::string("rug"));
    }

    void linksShowTheChosenHead()
    {
        loadWideModel();
        panel<LinksPanel>()->setFloor(0);
        QCOMPARE(drawnHeads(), (std::set<int>{0, 1, 2, 3}));
        clickHead(2);
        QCOMPARE(drawnHeads(), std::set<int>{2});
        clickHead(0, Qt::ControlModifier);
        QCOMPARE(drawnHeads(), (std::set<int>{0, 2}));
        clickHead(2, Qt::ControlModifier);
        QCOMPARE(drawnHeads(), std::set<int>{0});
        panel<HeadsPanel>()->view()->canvas()->setFocus();
        press(Qt::Key_Right); // from the head that was taken out
        QCOMPARE(drawnHeads(), std::set<int>{3});
        press(Qt::Key_Left, Qt::ControlModifier);
        press(Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(drawnHeads(), (std::set<int>{2, 3}));
        raise("find");
        auto *find = panel<FindPanel>();
        find->findSenders(3, 1);
        find->view()->canvas()->setFocus();
        press(Qt::Key_End);
        press(Qt::Key_Return);
        QCOMPARE(drawnHeads(), std::set<int>{find->heads().back().head.head});
    }

    void typingInTheWeightsChangesTheChosenHead()
    {
        loadWideModel();
        raise("weights");
        panel<WeightsPanel>()->setMatrix("encoder.0.self.w_q");
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                          table()->visualRect(table()->model()->index(1, 1)).center());
        QCOMPARE(document()->look().cell(), (CellRef{"encoder.0.self.w_q", 1, 1}));
        const Matrix before = *document()->matrices().matrix("encoder.0.self.w_q");
        clickHead(1);
        for (int i = 0; i < 20 && !table()->hasFocus(); ++i)
            press(Qt::Key_F6);
        QVERIFY(table()->hasFocus());
        press(Qt::Key_Right);
        QCOMPARE(table()->currentIndex(), table()->model()->index(1, 32 + 2));
        QVERIFY(table()->viewport()->rect().contains(table()->visualRect(table()->currentIndex()).center()));
        type(u"5"_s);
        press(Qt::Key_Return);
        QCOMPARE((*document()->matrices().matrix("encoder.0.self.w_q"))(1, 32 + 2), 5.0F);
        QVERIFY(
            (document()->matrices().matrix("encoder.0.self.w_q")->leftCols(32).array() == before.leftCols(32).array())
                .all());
    }
};

REGARD_TEST(TestSelectionWindow)
#include "test_selection_window.moc"
