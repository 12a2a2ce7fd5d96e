#include <algorithm>
#include <memory>
#include <set>

#include <QAbstractButton>
#include <QAccessible>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include "child.h"
#include "controls/app_theme.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "ui_main_window.h"
#include "views/base/panel_title.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "window/bar/more_menu.h"
#include "window/bar/top_bar.h"
#include "window/base/language.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestTopBar : public QObject {
    Q_OBJECT
private slots:
    void cleanup()
    {
        m_window.reset();
        m_theme.reset();
        m_document.reset();
        installLanguage(u"en"_s);
    }

    void nothingIsCut_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<double>("type");
        QTest::addColumn<bool>("hasTarget");
        for (const char *language : {"en", "zh_CN"})
            for (const double type : {0.8, 1.0, 2.0, 2.5})
                for (const bool hasTarget : {false, true})
                    QTest::addRow("%s, type × %g%s", language, type, hasTarget ? ", target" : "")
                        << QString::fromLatin1(language) << type << hasTarget;
    }

    void nothingIsCut()
    {
        QFETCH(QString, language);
        QFETCH(double, type);
        QFETCH(bool, hasTarget);
        installLanguage(language);
        open(hasTarget ? "source-and-target" : "it", type);
        QCOMPARE(m_sentence->targetField()->isVisible(), hasTarget);
        for (const Mode mode : {Mode::Explore, Mode::Train})
            for (const int width : {760, 900, 960, 1024, 1280, 1440, 1920}) {
                m_bar->setMode(mode);
                resize(width);
                const QByteArray where = QByteArray::number(width);
                QVERIFY2(m_bar->width() == width, where);
                std::vector<const QWidget *> parts;
                for (const QAbstractButton *button : m_bar->findChildren<QAbstractButton *>()) {
                    if (!button->isVisible())
                        continue;
                    QVERIFY2(button->width() >= button->sizeHint().width(), where + ' ' + qPrintable(button->text()));
                    QVERIFY2(button->height() >= button->sizeHint().height(), where + ' ' + qPrintable(button->text()));
                    QVERIFY2(m_bar->rect().contains(placeOf(button)), where + ' ' + qPrintable(button->text()));
                    if (!m_sentence->isAncestorOf(button))
                        parts.push_back(button);
                }
                parts.push_back(m_sentence);
                for (const QWidget *part : parts)
                    for (const QWidget *other : parts)
                        QVERIFY2(part == other || !placeOf(part).intersects(placeOf(other)), where);
                QVERIFY2(m_sentence->width() >= m_sentence->minimumSizeHint().width(), where);
                QVERIFY2(m_sentence->width() >= 240, where);
            }
    }

    void heightsAreTheDesigns()
    {
        open("it");
        resize(1280);
        QCOMPARE(m_bar->height(), 56);
        open("source-and-target");
        resize(1280);
        QCOMPARE(m_bar->height(), 96);
    }

    void partsGiveWayInOrder()
    {
        open("it");
        const auto compare = [this] { return button("topCompare")->text(); };
        int sentenceBefore = 0;
        int stage = 0; // everything, icons, the modes' menu
        for (int width = 1280; width >= 700; width -= 4) {
            resize(width);
            const int now = !child<QWidget>(*m_bar, "modeSwitch")->isVisible() ? 2 : compare() != u"Compare"_s ? 1 : 0;
            QVERIFY(now == stage || now == stage + 1);
            if (now > stage) // the sentence had given way before
                QVERIFY2(sentenceBefore < 244, QByteArray::number(sentenceBefore));
            stage = now;
            sentenceBefore = m_sentence->width();
            QCOMPARE(button("topPresent")->text() == u"▶"_s, now > 0);
            QCOMPARE(button("topModes")->isVisible(), now == 2);
            QCOMPARE(button("topOpen")->text(), u"Open ▾"_s);
        }
        QCOMPARE(stage, 2);
        resize(760);
        QCOMPARE(button("topCompare")->accessibleName(), u"Compare"_s);
        QCOMPARE(button("topPresent")->accessibleName(), u"Present"_s);
        QCOMPARE(m_bar->height(), 56);
        resize(1280);
        QCOMPARE(compare(), u"Compare"_s);
        QVERIFY(child<QWidget>(*m_bar, "modeSwitch")->isVisible());
    }

    void largeTypePutsTheSentenceOnItsOwnLine()
    {
        open("it", 2);
        resize(760);
        QVERIFY(placeOf(m_sentence).top() > placeOf(button("topOpen")).bottom());
        QCOMPARE(placeOf(m_sentence).left(), placeOf(button("topOpen")).left());
        resize(1920);
        QVERIFY(placeOf(m_sentence).left() > placeOf(button("topOpen")).right());
        QTRY_COMPARE(placeOf(m_sentence).top(), placeOf(button("topOpen")).top());
    }

    void modesAreAskedForByClickAndArrows()
    {
        open("it");
        resize(1280);
        m_sentence->field()->setFocus();
        QSignalSpy asked(m_bar, &TopBar::modeAsked);
        QTest::mouseClick(button("explain"), Qt::LeftButton);
        QCOMPARE(asked.takeFirst().first().value<Mode>(), Mode::Explain);
        QVERIFY(m_sentence->field()->hasFocus());
        QTest::mouseClick(button("explain"), Qt::LeftButton); // restores its arrangement
        QCOMPARE(asked.takeFirst().first().value<Mode>(), Mode::Explain);
        button("explain")->setFocus(Qt::TabFocusReason);
        QTest::keyClick(button("explain"), Qt::Key_Right);
        QCOMPARE(asked.takeFirst().first().value<Mode>(), Mode::Edit);
        QVERIFY(button("edit")->hasFocus() && button("edit")->isChecked());
        QTest::keyClick(button("edit"), Qt::Key_Left);
        QCOMPARE(asked.takeFirst().first().value<Mode>(), Mode::Explain);
        m_bar->setMode(Mode::Train);
        QVERIFY(button("train")->isChecked());
        const QAccessibleInterface *group = QAccessible::queryAccessibleInterface(child<QWidget>(*m_bar, "modeSwitch"));
        QCOMPARE(group->role(), QAccessible::Grouping);
        QCOMPARE(group->text(QAccessible::Name), u"Mode"_s);
        QCOMPARE(group->childCount(), 4);
        QCOMPARE(group->child(3)->role(), QAccessible::RadioButton);
        QVERIFY(group->child(3)->state().checked);
        QVERIFY(asked.isEmpty());
        resize(760);
        QCOMPARE(button("topModes")->text(), u"Train ▾"_s);
        QCOMPARE(button("topModes")->accessibleName(), u"Mode: Train"_s);
        button("topModes")->menu()->actions()[0]->trigger();
        QCOMPARE(asked.takeFirst().first().value<Mode>(), Mode::Explore);
        QCOMPARE(button("topModes")->text(), u"Explore ▾"_s);
    }

    void theTabKeyReachesEverything_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<QStringList>("order");
        QTest::newRow("wide") << 1280 << QStringList{u"topOpen"_s,    u"explore"_s, u"field"_s,      u"tokenCount"_s,
                                                     u"topCompare"_s, u"topMore"_s, u"topPresent"_s, u"topMenu"_s};
        QTest::newRow("narrow") << 760 << QStringList{u"topOpen"_s,    u"topModes"_s, u"field"_s,      u"tokenCount"_s,
                                                      u"topCompare"_s, u"topMore"_s,  u"topPresent"_s, u"topMenu"_s};
    }

    void theTabKeyReachesEverything()
    {
        QFETCH(int, width);
        QFETCH(QStringList, order);
        open("it");
        resize(width);
        button("topOpen")->setFocus(Qt::TabFocusReason);
        QStringList reached;
        for (int i = 0; i < order.size(); ++i) {
            QWidget *focus = m_window->focusWidget();
            reached << focus->objectName();
            QVERIFY2(!focus->accessibleName().isEmpty(), qPrintable(focus->objectName()));
            QTest::keyClick(focus, Qt::Key_Tab);
        }
        QCOMPARE(reached, order);
    }

    /// What no mode shows is in the list, and nothing else.
    void moreHasEveryOtherPanel()
    {
        std::set<PanelId> standing{PanelId::Heads};
        for (const ModeRow &mode : modeRows()) {
            standing.insert(mode.pictures.begin(), mode.pictures.end());
            for (const std::optional<PanelId> panel : {mode.strip, mode.inspector})
                if (panel)
                    standing.insert(*panel);
        }
        std::vector<PanelId> all(standing.begin(), standing.end());
        for (const MoreRow &row : moreRows())
            all.push_back(row.panel);
        std::sort(all.begin(), all.end());
        QCOMPARE(all, allPanels()); // each once
    }

    void moreOpensByKeyboardAndMouse()
    {
        open("it");
        resize(1280);
        QSignalSpy asked(m_bar, &TopBar::panelAsked);
        QMenu *menu = openedMore();
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(asked.first().at(0).value<PanelId>(), PanelId::Summaries);
        QCOMPARE(asked.takeFirst().at(1).toBool(), false);
        QVERIFY(!menu->isVisible());
        openedMore();
        QTest::keyClicks(menu, u"sn"_s);
        QTest::keyClick(menu, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(asked.first().at(0).value<PanelId>(), PanelId::Snapshots);
        QCOMPARE(asked.takeFirst().at(1).toBool(), true);
        for (const bool isShiftDown : {false, true}) {
            openedMore();
            const QPoint find = menu->actionGeometry(child<QAction>(*menu, "find")).center();
            QTest::mouseMove(menu, find);
            QTest::mouseClick(menu, Qt::LeftButton, isShiftDown ? Qt::ShiftModifier : Qt::NoModifier, find);
            QCOMPARE(asked.first().at(0).value<PanelId>(), PanelId::Find);
            QCOMPARE(asked.takeFirst().at(1).toBool(), isShiftDown);
        }
    }

    void lettersGoThroughMore()
    {
        open("it");
        resize(1280);
        QMenu *menu = openedMore();
        const auto reached = [menu](const QString &letters) {
            QTest::keyClicks(menu, letters);
            return menu->activeAction()->objectName();
        };
        QCOMPARE(reached(u"s"_s), u"sentence"_s);
        QCOMPARE(reached(u"s"_s), u"summaries"_s);
        QCOMPARE(reached(u"w"_s), u"ablation"_s); // "Switch off": "sw" is spelt
        QCOMPARE(reached(u"f"_s), u"find"_s);
        QCOMPARE(reached(u"z"_s), u"find"_s);
        QCOMPARE(reached(u"m"_s), u"model"_s);
        menu->close();
    }

    /// Names bold, sentences beside them, nothing over its neighbour, also in Chinese.
    void moreFitsItsTexts_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << u"en"_s;
        QTest::newRow("Chinese") << u"zh_CN"_s;
    }

    void moreFitsItsTexts()
    {
        QFETCH(QString, language);
        installLanguage(language);
        open("it");
        resize(1280);
        const QMenu *menu = openedMore();
        QFont bold = menu->font();
        bold.setBold(true);
        int names = 0;
        for (const MoreRow &row : moreRows())
            names = std::max(names, QFontMetrics(bold).horizontalAdvance(panelTitle(row.panel)));
        for (const MoreRow &row : moreRows())
            QVERIFY(names + menu->fontMetrics().horizontalAdvance(row.sentence) < menu->width());
        // The row of Find has ink in both columns, and none at its right end.
        for (const QAction *action : menu->actions()) // a screen reader says both
            if (!action->isSeparator() && action->isEnabled())
                QVERIFY(action->text().contains(action->statusTip()) && !action->statusTip().isEmpty());
        const QImage image = const_cast<QMenu *>(menu)->grab().toImage();
        const QRect row = menu->actionGeometry(child<QAction>(*menu, "find"));
        const auto ink = [&image, row](int from, int to) {
            int found = 0;
            for (int x = from; x < to; ++x)
                for (int y = row.top(); y < row.bottom(); ++y)
                    found += image.pixelColor(x, y) != image.pixelColor(row.right() - 2, row.top() + 1);
            return found;
        };
        const int gap = menu->fontMetrics().height();
        QVERIFY(ink(row.left(), row.left() + gap + names) > 20);
        QVERIFY(ink(row.left() + 2 * gap + names, row.right() - gap) > 20);
        QCOMPARE(ink(row.right() - gap / 2, row.right() - 2), 0);
        const_cast<QMenu *>(menu)->close();
    }

    void everyMenuIsBehindOneButton()
    {
        open("it");
        const QList<QAction *> behind = button("topMenu")->menu()->actions();
        for (QAction *menu : m_ui.menubar->actions())
            QVERIFY2(behind.contains(menu), qPrintable(menu->text()));
        for (QAction *action : {m_undo, m_redo, m_ui.actionSave, m_ui.actionExportFigure})
            QVERIFY2(behind.contains(action), qPrintable(action->text()));
        const QList<QAction *> open = button("topOpen")->menu()->actions();
        for (QAction *action : {m_ui.menuLessons->menuAction(), m_ui.menuExamples->menuAction(),
                                m_ui.menuRecent->menuAction(), m_ui.actionOpen, m_ui.actionOpenModel})
            QVERIFY2(open.contains(action), qPrintable(action->text()));
    }

    /// The keys of actions work although the menu bar is hidden.
    void keysWorkWithoutTheMenuBar()
    {
        open("it");
        resize(1280);
        m_ui.menubar->hide();
        QSignalSpy opens(m_ui.actionOpen, &QAction::triggered);
        QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
        QCOMPARE(opens.count(), 1);
        m_ui.menubar->show(); // no key is ambiguous then
        QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
        QCOMPARE(opens.count(), 2);
    }

    void compareFollowsThePin()
    {
        open("it");
        connect(m_ui.actionPin, &QAction::triggered, m_document.get(), [this] { m_document->comparison().pin(); });
        connect(m_ui.actionUnpin, &QAction::triggered, m_document.get(), [this] { m_document->comparison().unpin(); });
        QTest::mouseClick(button("topCompare"), Qt::LeftButton);
        QVERIFY(m_document->comparison().pinned() && button("topCompare")->isChecked());
        m_document->comparison().unpin();
        QVERIFY(!button("topCompare")->isChecked());
        QTest::mouseClick(button("topCompare"), Qt::LeftButton);
        QTest::mouseClick(button("topCompare"), Qt::LeftButton);
        QVERIFY(!m_document->comparison().pinned() && !button("topCompare")->isChecked());
    }

private:
    void open(const char *example, double type = 1)
    {
        m_window.reset();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_theme->setScale(type);
        m_document = std::make_unique<Document>();
        m_document->load(readExample(example), {});
        m_document->waitForResult();
        m_window = std::make_unique<QMainWindow>();
        m_ui.setupUi(m_window.get());
        m_undo = new QAction(u"Undo"_s, m_window.get());
        m_redo = new QAction(u"Redo"_s, m_window.get());
        m_sentence = new SentenceBar(m_document.get(), m_theme.get(), m_window.get());
        m_bar = new TopBar(m_document.get(), m_sentence, &m_ui, m_undo, m_redo, m_window.get());
        auto *centre = new QWidget(m_window.get());
        auto *column = new QVBoxLayout(centre);
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(m_bar);
        column->addStretch();
        m_window->setCentralWidget(centre);
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void resize(int width)
    {
        m_window->resize(width, 720);
        QTRY_COMPARE(m_window->width(), width);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QCoreApplication::processEvents();
    }
    QRect placeOf(const QWidget *part) const { return {part->mapTo(m_bar, QPoint()), part->size()}; }
    QPushButton *button(const char *name) const { return child<QPushButton>(*m_bar, name); }
    QMenu *openedMore() const
    {
        QMenu *menu = button("topMore")->menu();
        menu->popup(m_window->mapToGlobal(QPoint(100, 60)));
        return menu;
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<QMainWindow> m_window;
    Ui::MainWindow m_ui;
    SentenceBar *m_sentence = nullptr;
    TopBar *m_bar = nullptr;
    QAction *m_undo = nullptr;
    QAction *m_redo = nullptr;
};

REGARD_TEST(TestTopBar)
#include "test_top_bar.moc"
