#include <array>
#include <vector>

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QMouseEvent>
#include <QTest>
#include <QToolButton>

#include "../document/fake_checkpoint.h"
#include "child.h"
#include "controls/figure_view.h"
#include "controls/segment_switch.h"
#include "controls/weight_field.h"
#include "event_turns.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/base/token_focus.h"
#include "views/steps/panel/step_view_menu.h"
#include "views/steps/panel/steps_panel.h"
#include "views/steps/panel/walk_bar.h"
#include "views/steps/steps_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The panel of the steps, by mouse and by keys.
class TestStepsPanel : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_document->load(readExample("three-inputs"), {});
        m_document->waitForResult();
        m_document->look().setSelection(cleared(m_document->look().selection()));
        m_panel = std::make_unique<StepsPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(900, 400);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void cleanup()
    {
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void aNumberTypedAtTheSoftmaxSetsTheWeight()
    {
        StepView view = m_document->look().stepView();
        view.kind = StepKind::Softmax;
        m_document->look().setStepView(view);
        m_document->look().setSelection(pinnedPair(m_document->look().selection(), 0, 1));
        QWidget *canvas = m_panel->findChild<FigureView *>()->canvas();
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_0);
        auto *field = canvas->findChild<WeightField *>();
        QVERIFY(field);
        QCOMPARE(field->edit()->text(), u"0"_s);
        field->edit()->setText(u"0.2"_s);
        QTest::keyClick(field->edit(), Qt::Key_Return);
        m_document->waitForResult();
        QCOMPARE(m_document->result().trace->blocks[0]->heads[0].weights(0, 1), 0.2F);
    }

    void captionSaysWhatNothingChose()
    {
        QCOMPARE(m_panel->about(),
                 u"Nothing selected; showing the strongest link of the first query: x1 → x2, layer 1 · head 1"_s);
        select(-1, 0);
        QCOMPARE(m_panel->about(), u"No query selected: x1 → x1, layer 1 · head 1"_s);
        select(2, -1);
        QCOMPARE(m_panel->about(), u"x3 → x2, layer 1 · head 1, its strongest key"_s);
        select(2, 0);
        QCOMPARE(m_panel->about(), u"x3 → x1, layer 1 · head 1"_s);
    }

    /// [CLS] dry ##-cl ##ean ##ed cat [SEP]: what nothing chose is among those that are shown.
    void aHiddenTokenIsNoDefault()
    {
        m_document->load(fakeProject("dry-cleaned cat"), {});
        m_document->waitForResult();
        TokenView view;
        view.hidesSpecial = true;
        m_document->look().setTokenView(view);
        bool wasSpecial = false;
        for (const auto &[layer, head, query] : headsAndQueries()) {
            Selection selection = cleared(m_document->look().selection());
            selection.layer = layer;
            selection.head = head;
            selection.query = query;
            m_document->look().setSelection(selection);
            const Matrix &weights =
                m_document->result().trace->blocks[std::size_t(layer)]->heads[std::size_t(head)].weights;
            const int asks = query < 0 ? 1 : query;
            Eigen::Index strongest = 0;
            Eigen::Index ofAll = 0;
            weights.row(asks).segment(1, 5).maxCoeff(&strongest);
            weights.row(asks).maxCoeff(&ofAll);
            wasSpecial |= ofAll == 0 || ofAll == 6;
            QCOMPARE(m_panel->data().query, asks);
            QCOMPARE(m_panel->data().key, int(strongest) + 1);
            if (query < 0)
                QVERIFY2(m_panel->about().startsWith(
                             u"Nothing selected; showing the strongest link of the first query: dry → "_s),
                         qPrintable(m_panel->about()));
            const WalkPages pages = m_panel->walkPages().withScope(WalkScope::EveryToken);
            for (const WalkFrame &frame : pages.frames())
                QVERIFY(frame.query > 0 && frame.query < 6 && frame.key > 0 && frame.key < 6);
        }
        QVERIFY(wasSpecial); // else this says nothing
        m_document->look().setSelection(cleared(m_document->look().selection()));
        m_document->look().setTokenView({});
        QCOMPARE(m_panel->data().query, 0);
    }

    void chipsAndButtons()
    {
        QCOMPARE(m_panel->stages()->count(), 6);
        QCOMPARE(m_panel->step(), StepKind::Softmax);
        QVERIFY(m_panel->stages()->button(4)->isChecked());
        click(m_panel->stages()->button(2));
        QCOMPARE(m_panel->step(), StepKind::Score);
        QVERIFY(m_panel->stages()->button(2)->isChecked() && !m_panel->stages()->button(4)->isChecked());
        click(m_panel->stages()->button(2)); // again
        QVERIFY(m_panel->stages()->button(2)->isChecked());
        click(m_panel->walk()->forthButton());
        QCOMPARE(m_panel->step(), StepKind::Scale);
        click(m_panel->walk()->backButton());
        click(m_panel->walk()->backButton());
        click(m_panel->walk()->backButton());
        QCOMPARE(m_panel->step(), StepKind::Embed);
        QVERIFY(!m_panel->walk()->backButton()->isEnabled() && m_panel->walk()->forthButton()->isEnabled());
        click(m_panel->stages()->button(5));
        QVERIFY(!m_panel->walk()->forthButton()->isEnabled());
    }

    void arrowKeysWalk()
    {
        key(Qt::Key_Home);
        QCOMPARE(m_panel->step(), StepKind::Embed);
        key(Qt::Key_Right);
        QCOMPARE(m_panel->step(), StepKind::Project);
        key(Qt::Key_End);
        QCOMPARE(m_panel->step(), StepKind::Weigh);
        key(Qt::Key_Left);
        QCOMPARE(m_panel->step(), StepKind::Softmax);
        key(Qt::Key_Down);
        QCOMPARE(m_document->look().selection().query, 0);
        QCOMPARE(m_document->look().selection().key, 2);
        key(Qt::Key_Down);
        QCOMPARE(m_document->look().selection().key, 2);
        key(Qt::Key_Up);
        QCOMPARE(m_document->look().selection().key, 1);
        key(Qt::Key_Return);
        QCOMPARE(m_document->look().selection().pinnedKeys, std::vector<int>{1});
        key(Qt::Key_Return);
        QCOMPARE(m_document->look().selection().pinnedKeys, std::vector<int>{1}); // pinned stays pinned
        key(Qt::Key_Escape);
        QCOMPARE(m_document->look().selection().key, -1);
        QVERIFY(m_document->look().selection().pinnedKeys.empty());
    }

    void clickOnABarSelectsItsKey()
    {
        clickAt(figure()->barRect(4, 2).center());
        QCOMPARE(m_document->look().selection().query, 0);
        QCOMPARE(m_document->look().selection().key, 2);
        QCOMPARE(m_document->look().selection().pinnedKeys, std::vector<int>{2});
        QCOMPARE(m_panel->data().key, 2);
        m_panel->setStep(StepKind::Weigh);
        clickAt(figure()->cellRect(5, 1, 0).center()); // x2's row
        QCOMPARE(m_document->look().selection().key, 1);
    }

    void componentIsSpelledOut()
    {
        m_panel->setStep(StepKind::Weigh);
        QCOMPARE(equation(5, 0), u"output[0]"_s);
        clickAt(figure()->cellRect(5, 3, 2).center());
        QCOMPARE(equation(5, 0), u"output[2]"_s);
        key(Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(equation(5, 0), u"output[1]"_s);
        key(Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(equation(5, 0), u"output[2]"_s);
        m_panel->setStep(StepKind::Project);
        QCOMPARE(equation(1, 0), u"q[0]"_s);
    }

    void numbersFollowAnEdit()
    {
        select(0, 1);
        QCOMPARE(m_panel->data().steps[2].equations[0].result.value, 4.0);
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3); // q of x1 was 1 0 2, k of x2 is 4 4 0
        m_document->waitForResult();
        QCOMPARE(m_panel->data().steps[2].equations[0].result.value, 12.0);
    }

    void stagesFollowTheModel()
    {
        ModelConfig config = m_document->matrices().model()->config;
        config.encoderMask = Mask::Causal;
        m_document->matrices().setConfig(config, u"mask"_s);
        m_document->waitForResult();
        QCOMPARE(m_panel->stages()->count(), 7);
        m_panel->setStep(StepKind::Mask);
        QVERIFY(m_panel->stages()->button(4)->isChecked());
        m_document->undoStack()->undo();
        m_document->waitForResult();
        QCOMPARE(m_panel->stages()->count(), 6);
        QVERIFY(m_panel->stages()->button(3)->isChecked()); // the stage before the one that is gone
    }

    void allBelowEachOther()
    {
        key(Qt::Key_A);
        QVERIFY(m_panel->showsAll());
        for (int step = 0; step < 6; ++step)
            QVERIFY(!figure()->stepRect(step).isEmpty());
        QVERIFY(m_panel->figure(QSizeF(960, 720), Theme::light()));
        key(Qt::Key_A);
        QVERIFY(!m_panel->showsAll());
        QVERIFY(figure()->stepRect(0).isEmpty());
    }

    void matrixForm()
    {
        m_panel->setStep(StepKind::Score);
        key(Qt::Key_M);
        QVERIFY(child<QToolButton>(m_panel, "matrixButton")->isChecked());
        const std::vector<PlacedMatrix> &placed = figure()->layout().matrices(); // Q · Kᵀ = A with their words
        QCOMPARE(placed.size(), std::size_t(3));
        QVERIFY(placed[0].namesWidth > 0 && !placed[0].namesColumns);
        QVERIFY(placed[1].namesWidth == 0 && placed[1].namesColumns);
        QVERIFY(placed[2].namesWidth > 0 && placed[2].namesColumns);
        clickAt(figure()->matrixCellRect(2, 0, 4, 0, 2).center());
        QCOMPARE(m_document->look().selection().query, 0);
        QCOMPARE(m_document->look().selection().key, 2);
        m_panel->setStep(StepKind::Project);
        clickAt(figure()->matrixCellRect(1, 0, 4, 1, 2).center());
        QCOMPARE(equation(1, 0), u"q[2]"_s);
        QVERIFY(m_panel->figure(QSizeF(960, 720), Theme::light()));
        click(child<QToolButton>(m_panel, "matrixButton"));
        QVERIFY(m_panel->data().steps[1].matrices.empty());
    }

    /// Of the three ways to show it one is chosen, whatever the stages are below each other as.
    void oneWayIsChosen()
    {
        key(Qt::Key_M);
        key(Qt::Key_A);
        QVERIFY(m_panel->showsAll() && m_document->look().stepView().matrixForm);
        QVERIFY(!child<QToolButton>(m_panel, "matrixButton")->isChecked());
        QVERIFY(child<QToolButton>(m_panel, "allButton")->isChecked());
        click(child<QToolButton>(m_panel, "matrixButton"));
        QVERIFY(!m_panel->showsAll() && m_document->look().stepView().matrixForm);
        QVERIFY(child<QToolButton>(m_panel, "matrixButton")->isChecked());
    }

    /// Matrices use the space, without another layout; strips have one size, whatever the stage.
    void stagesGrowWithTheirPanel()
    {
        m_panel->setStep(StepKind::Project);
        key(Qt::Key_M);
        const auto growth = [this] { return 100 / m_panel->view()->toFigure(QPointF(100, 0)).x(); };
        const QRectF cell = figure()->matrixCellRect(1, 0, 4, 0, 2);
        m_panel->resize(1400, 1000);
        QCOMPARE(growth(), 2.0);
        QCOMPARE(figure()->matrixCellRect(1, 0, 4, 0, 2).size(), cell.size());
        const FigureView *view = m_panel->view();
        QVERIFY(view->canvas()->width() <= view->width() && view->canvas()->height() <= view->height());
        clickAt(figure()->matrixCellRect(1, 0, 4, 1, 2).center());
        QCOMPARE(equation(1, 0), u"q[2]"_s);
        key(Qt::Key_M);
        QCOMPARE(growth(), 2.0);
        m_panel->resize(900, 700);
        const double ofStrips = growth();
        QVERIFY2(ofStrips > 1.2 && view->width() / ofStrips >= 620, qPrintable(QString::number(ofStrips)));
        m_panel->setStep(StepKind::Softmax); // another height, and the same size
        QCOMPARE(growth(), ofStrips);
        m_panel->setStep(StepKind::Scale);
        m_panel->resize(420, 700); // narrow: as large as all numbers and names stay
        QVERIFY(growth() > 1);
        QVERIFY(view->canvas()->width() <= view->width() && view->canvas()->height() <= view->height());
        const auto namesAndNumbers = [this] {
            QList<bool> shown;
            for (const PlacedStrip &strip : figure()->layout().strips())
                shown << strip.showsNumbers << strip.showsNames << strip.isShort;
            return shown;
        };
        const QList<bool> seen = namesAndNumbers();
        const StepsFigure plain(figure()->data(), figure()->layout().strips().front().step, QSizeF(view->size()),
                                Theme::light());
        QList<bool> all;
        for (const PlacedStrip &strip : plain.layout().strips())
            all << strip.showsNumbers << strip.showsNames << strip.isShort;
        QCOMPARE(seen, all);
        m_panel->resize(420, 300);
        m_panel->setStep(StepKind::Project);
        key(Qt::Key_M);
        QCOMPARE(growth(), 1.0);
    }

    /// One line of stages, whatever the width: a menu where they do not fit side by side.
    void stagesTakeOneLine()
    {
        const SegmentSwitch *stages = m_panel->stages();
        for (const int width : {1500, 900, 500, 340}) {
            m_panel->resize(width, 300);
            turnEventLoop();
            QVERIFY(stages->height() < 2 * m_panel->fontMetrics().height() + 20);
            QVERIFY(stages->geometry().right() < width);
            QCOMPARE(stages->isFolded(), stages->width() < stages->sizeHint().width());
            QCOMPARE(stages->button(0)->isVisible(), !stages->isFolded());
        }
        QVERIFY(stages->isFolded());
        QCOMPARE(stages->foldedButton()->text(), u"5 softmax"_s);
        QMenu *menu = stages->foldedButton()->menu();
        menu->popup({});
        QCOMPARE(menu->actions().size(), 6);
        QVERIFY(menu->actions()[4]->isChecked());
        menu->actions()[2]->trigger();
        menu->close();
        QCOMPARE(m_panel->step(), StepKind::Score);
        QCOMPARE(stages->foldedButton()->text(), u"3 score"_s);
        m_panel->resize(1500, 300);
        turnEventLoop();
        QVERIFY(!stages->isFolded());
        QVERIFY(m_panel->minimumSizeHint().width() < 400);
    }

    void canvasTellsScreenReaders()
    {
        select(0, 1);
        const QString text = m_panel->view()->canvas()->accessibleDescription();
        QVERIFY2(text.contains(u"weight = exp ÷ Σ exp = 54.5982 ÷ 116.585 = 0.4683"_s), qPrintable(text));
    }

    void hoverLightsUpInputs()
    {
        select(0, 1);
        m_panel->setStep(StepKind::Project);
        hover(figure()->cellRect(1, 1, 2).center()); // q of x1, its last number
        const std::vector<CellRef> cells = m_document->look().highlight().cells;
        QVERIFY(std::find(cells.begin(), cells.end(), CellRef{"X", 0, -1}) != cells.end());
        QVERIFY(std::find(cells.begin(), cells.end(), CellRef{"encoder.0.self.w_q", -1, 2}) != cells.end());
        QVERIFY(m_document->look().highlight().pairs.empty());
        m_panel->setStep(StepKind::Softmax);
        QVERIFY(m_document->look().highlight().isEmpty());
        hover(figure()->barRect(4, 2).center());
        QVERIFY(!m_document->look().highlight().pairs.empty());
        QCOMPARE(m_document->look().highlight().pairs.front().query, 0);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(m_panel->view()->canvas(), &leave);
        QVERIFY(m_document->look().highlight().isEmpty());
        // The keyboard does what the mouse did.
        m_panel->setStep(StepKind::Project);
        key(Qt::Key_Right, Qt::ControlModifier);
        QVERIFY(!m_document->look().highlight().cells.empty());
    }

    void clickOnATermShowsItsCell()
    {
        select(0, 1);
        m_panel->setStep(StepKind::Project);
        const StepTerm &term = m_panel->data().steps[1].equations[0].terms[2]; // x[2] · W_Q[2][0]
        QCOMPARE(term.cell.matrix, std::string("encoder.0.self.w_q"));
        for (const PlacedText &text : figure()->layout().texts()) {
            const auto hit = figure()->hit(text.box.center());
            if (hit && hit->cell.matrix == term.cell.matrix && hit->cell.row == 2) {
                clickAt(text.box.center());
                break;
            }
        }
        QCOMPARE(m_document->look().cell(), (CellRef{"encoder.0.self.w_q", 2, 0}));
    }

    void columnsByHandAndDigits()
    {
        key(Qt::Key_C);
        QVERIFY(m_document->look().stepView().columns && m_panel->data().columns);
        QVERIFY(child<StepViewMenu>(m_panel, "stepView")->columnsAction()->isChecked());
        key(Qt::Key_C);
        QVERIFY(!m_panel->data().columns);
        key(Qt::Key_H);
        QCOMPARE(m_panel->data().handDecimals, 1);
        QVERIFY2(m_panel->about().startsWith(u"by hand, 1 decimal"), qPrintable(m_panel->about()));
        QCOMPARE(m_panel->data().steps[4].bars->values, (std::vector<double>{0.0, 0.5, 0.5}));
        child<StepViewMenu>(m_panel, "stepView")->handAction(2)->trigger();
        QCOMPARE(m_panel->data().steps[4].bars->values, (std::vector<double>{0.06, 0.47, 0.47}));
        child<StepViewMenu>(m_panel, "stepView")->handAction(-1)->trigger();
        QCOMPARE(m_panel->data().handDecimals, -1);
        child<StepViewMenu>(m_panel, "stepView")->digitsAction(2)->trigger();
        QVERIFY(m_panel->view()->canvas()->accessibleDescription().contains(u"= 0.47"_s));
    }

    void viewComesFromTheDocument()
    {
        m_document->look().setStepView({StepKind::Score, false, true, false, -1, -1});
        QCOMPARE(m_panel->step(), StepKind::Score);
        QVERIFY(child<QToolButton>(m_panel, "matrixButton")->isChecked() &&
                !child<QToolButton>(m_panel, "allButton")->isChecked());
        QVERIFY(m_panel->stages()->button(2)->isChecked());
    }

    void walkGoesThroughStagesAndTokens()
    {
        select(1, 0);
        m_panel->setStep(StepKind::Embed);
        WalkBar *walk = child<WalkBar>(m_panel, "walkBar");
        QCOMPARE(walk->frameCount(), 6);
        QCOMPARE(walk->frame(), 0);
        click(walk->forthButton());
        QCOMPARE(m_panel->step(), StepKind::Project);
        QCOMPARE(walk->frame(), 1);
        key(Qt::Key_End); // by the panel's own keys the walk follows
        QCOMPARE(walk->frame(), 5);
        child<QComboBox>(walk, "scopeBox")->setCurrentIndex(1);
        QCOMPARE(walk->frameCount(), 18);
        QCOMPARE(walk->frame(), 11);
        click(walk->forthButton());
        QCOMPARE(m_document->look().selection().query, 2);
        QCOMPARE(m_document->look().selection().key, 1); // its strongest
        QCOMPARE(m_panel->step(), StepKind::Embed);
        QCOMPARE(walk->frame(), 12);
        QCOMPARE(m_panel->walkPages().count(), 18);
    }

    void walkPlaysAndAnEditStopsIt()
    {
        select(1, 0);
        m_panel->setStep(StepKind::Embed);
        WalkBar *walk = child<WalkBar>(m_panel, "walkBar");
        key(Qt::Key_P);
        QVERIFY(walk->isPlaying());
        for (int i = 0; i < 1000 && m_panel->step() == StepKind::Embed; ++i)
            walk->advance(0.1);
        QCOMPARE(m_panel->step(), StepKind::Project);
        QVERIFY(walk->isPlaying());
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 2);
        QVERIFY(!walk->isPlaying());
        m_document->waitForResult();
        QCOMPARE(m_panel->step(), StepKind::Project);
    }

    void withoutASentence()
    {
        m_document->sentences().setSource({});
        m_document->load(defaultProject(), {});
        QVERIFY(m_panel->stages()->count() == 0);
        QVERIFY(!m_panel->view()->figure());
        QVERIFY(!m_panel->figure(QSizeF(400, 300), Theme::light()));
    }

    void pinnedNowAndTheDifference()
    {
        select(0, 1);
        m_panel->setStep(StepKind::Score);
        m_document->comparison().pin();
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3); // the score was 4
        m_document->waitForResult();
        QCOMPARE(score(), 12.0);
        QVERIFY(!m_panel->about().contains(u"pinned"_s));
        m_document->comparison().choose(Compared::Pinned);
        QCOMPARE(score(), 4.0);
        QCOMPARE(m_panel->about(), u"x1 → x2, layer 1 · head 1 · pinned"_s);
        m_document->comparison().setFlipped(true);
        QCOMPARE(score(), 12.0);
        m_document->comparison().setFlipped(false);
        QCOMPARE(score(), 4.0);
        m_document->comparison().choose(Compared::Difference);
        QVERIFY(m_panel->data().isDifference);
        QCOMPARE(m_panel->about(), u"x1 → x2, layer 1 · head 1 · now − pinned"_s);
        QCOMPARE(m_panel->data().steps[2].strips[3].values, (std::vector<double>{0, 8, 4}));
        QVERIFY(m_panel->view()->canvas()->accessibleDescription().contains(u"= 12  pinned 4, change +8"_s));
        clickAt(figure()->cellRect(2, 3, 2).center()); // the picture still leads to its keys
        QCOMPARE(m_document->look().selection().key, 2);
        m_document->comparison().unpin();
        QVERIFY(!m_panel->data().isDifference);
        QCOMPARE(m_panel->about(), u"x1 → x3, layer 1 · head 1"_s);
    }

    void thePinnedSentencesTokens()
    {
        select(0, 1);
        m_document->comparison().pin();
        m_document->sentences().setSource(u"x1 x2"_s);
        m_document->waitForResult();
        m_document->comparison().choose(Compared::Pinned);
        QCOMPARE(m_panel->data().key, 1);
        key(Qt::Key_Down); // to x3, which the present sentence does not have
        QCOMPARE(m_panel->data().key, 2);
        QCOMPARE(m_panel->about(), u"x1 → x3, layer 1 · head 1 · pinned"_s);
        QCOMPARE(m_document->look().selection().key, -1);
        child<QComboBox>(m_panel, "scopeBox")->setCurrentIndex(1);
        QCOMPARE(m_panel->walkPages().count(), 18);
        m_document->comparison().choose(Compared::Now);
        QCOMPARE(m_panel->walkPages().count(), 12);
        m_document->comparison().choose(Compared::Difference);
        QCOMPARE(m_panel->walkPages().count(), 12); // a difference walks through the present state
    }

    void newTokensAndHeadsHaveOneSentence()
    {
        m_document->comparison().pin();
        m_document->sentences().setSource(u"x1 x2 x4"_s);
        m_document->waitForResult();
        select(2, 0);
        QVERIFY(figure());
        m_document->comparison().choose(Compared::Difference);
        QVERIFY(!figure() && m_panel->stages()->count() == 0);
        QCOMPARE(message(), u"“x4” is new: the pinned state does not have it."_s);
        QVERIFY(!m_panel->figure(QSizeF(400, 300), Theme::light()));
        ModelConfig config = m_document->matrices().model()->config;
        config.heads = 2;
        config.outputProjection = true;
        m_document->matrices().setConfig(config, u"heads"_s);
        m_document->waitForResult();
        Selection selection = m_document->look().selection();
        selection.head = 1;
        m_document->look().setSelection(selection);
        QCOMPARE(message(), u"Head 2 of layer 1 is new: the pinned state has 1 head."_s);
        m_document->comparison().choose(Compared::Pinned);
        QVERIFY(!figure());
        QCOMPARE(message(), u"Head 2 of layer 1 is new: the pinned state has 1 head."_s);
        QCOMPARE(m_panel->about(), u"pinned"_s);
        m_document->comparison().choose(Compared::Now);
        QVERIFY(figure());
    }

    void stepsFollowWhatIsSwitchedOff()
    {
        select(0, 1);
        Interventions interventions;
        interventions.heads[{Attention::Encoder, 0, 0}] = Replacement::Zero;
        m_document->matrices().setInterventions(interventions, u"off"_s);
        m_document->waitForResult();
        QCOMPARE(m_panel->data().steps[5].strips.back().values, (std::vector<double>{0, 0, 0}));
        m_document->undoStack()->undo();
        m_document->waitForResult();
        QVERIFY(m_panel->data().steps[5].strips.back().values[0] > 1.9);
    }

    /// Without attention the stages are the chain's; the keys go from word to word.
    void aChainAlone()
    {
        Project project = defaultProject();
        ModelConfig config;
        config.encoderKind = StackKind::Recurrent;
        config.directions = 2;
        config.dModel = 4;
        project.model = buildModel(config, {}, {});
        project.source = "a b c";
        m_document->load(project, {});
        m_document->waitForResult();
        QCOMPARE(m_panel->about(), u"No state selected: a · encoder, layer 1, forward"_s);
        QCOMPARE(m_panel->stages()->count(), 5);
        m_panel->setStep(StepKind::Candidate);
        key(Qt::Key_Down);
        QCOMPARE(m_panel->about(), u"b · encoder, layer 1, forward"_s);
        QCOMPARE(m_document->look().selection().state, 1);
        key(Qt::Key_Down);
        key(Qt::Key_Down);
        QCOMPARE(m_document->look().selection().state, 2);
        key(Qt::Key_Return); // there is no key to pin
        QVERIFY(m_document->look().selection().pinnedKeys.empty());
        QCOMPARE(m_panel->step(), StepKind::Candidate);
        Selection backward = m_document->look().selection();
        backward.chain.direction = Direction::Backward;
        m_document->look().setSelection(backward);
        QCOMPARE(m_panel->about(), u"c · encoder, layer 1, backward"_s);
        // Its state before is nothing: zeros.
        QCOMPARE(m_panel->data().steps[2].strips[1].values, (std::vector<double>{0, 0}));
        m_document->comparison().pin();
        m_document->comparison().choose(Compared::Difference);
        QVERIFY(!m_panel->data().steps.empty());
    }

private:
    /// The small checkpoint is tried with nothing in focus, and with each token that is not a special one.
    static std::vector<std::array<int, 3>> headsAndQueries()
    {
        std::vector<std::array<int, 3>> all;
        for (int layer = 0; layer < 2; ++layer)
            for (int head = 0; head < 3; ++head)
                for (const int query : {-1, 1, 2, 3, 4, 5})
                    all.push_back({layer, head, query});
        return all;
    }
    double score() const { return m_panel->data().steps[2].equations[0].result.value; }
    QString message() const { return m_panel->view()->canvas()->accessibleDescription(); }
    const StepsFigure *figure() const { return static_cast<const StepsFigure *>(m_panel->view()->figure()); }
    QString equation(std::size_t step, std::size_t index) const
    {
        return m_panel->data().steps[step].equations[index].name;
    }
    void select(int query, int key) const
    {
        Selection selection = m_document->look().selection();
        selection.query = query;
        selection.key = key;
        m_document->look().setSelection(selection);
    }
    static void click(QToolButton *button) { QTest::mouseClick(button, Qt::LeftButton); }
    void hover(QPointF point) const
    {
        QWidget *canvas = m_panel->view()->canvas();
        const QPointF global(m_panel->view()->toGlobal(point));
        QMouseEvent move(QEvent::MouseMove, canvas->mapFromGlobal(global), global, Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(canvas, &move);
    }
    void clickAt(QPointF point) const
    {
        QWidget *canvas = m_panel->view()->canvas();
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->mapFromGlobal(m_panel->view()->toGlobal(point)));
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        m_panel->view()->canvas()->setFocus();
        QTest::keyClick(m_panel->view()->canvas(), key, modifiers);
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<StepsPanel> m_panel;
};

REGARD_TEST(TestStepsPanel)
#include "test_steps_panel.moc"
