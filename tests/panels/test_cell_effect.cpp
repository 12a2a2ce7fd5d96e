#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "child.h"
#include "controls/elided_label.h"
#include "controls/figure_view.h"
#include "controls/flow_layout.h"
#include "document/work/background_work.h"
#include "engine/analysis/cell_derivative.h"
#include "engine/pass/forward.h"
#include "event_turns.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/base/token_focus.h"
#include "views/weights/cell_effect_request.h"
#include "views/weights/panel/cell_effect_pane.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr auto cellEffectWQ = "encoder.0.self.w_q";

/// Two layers of two heads each, causal, with a masked token.
Model twoLayers()
{
    ModelConfig config;
    config.encoderLayers = 2;
    config.dModel = config.dKey = config.dValue = 4;
    config.heads = 2;
    config.encoderMask = Mask::Causal;
    config.residual = true;
    return buildModel(config, {}, {});
}

} // namespace

class TestCellEffect : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_document->load(readExample("three-inputs"), {});
        m_document->waitForResult();
        m_document->look().setSelection(cleared(m_document->look().selection()));
        m_pane = std::make_unique<CellEffectPane>(m_document.get(), m_theme.get(), nullptr);
        m_pane->setPictureRoom(200);
        m_pane->resize(400, 320);
        m_pane->show();
        QVERIFY(QTest::qWaitForWindowActive(m_pane.get()));
    }
    void cleanup()
    {
        m_pane.reset();
        m_theme.reset();
        m_document.reset();
    }

    void words_data();
    void words();
    void aHiddenTokenIsNoDefault();
    void maskedPairsAreNotCounted();
    void theWeightOfAMaskedPairStays();

    void saysWhatToDoWithoutACell();
    void speaksOfTheCurrentCell();
    void nameSaysWhichCell();
    void otherPairsOtherNumbers();
    void followsAnEdit();
    void followsTheHeadInView();
    void takesTheDigitsOfTheSteps();
    void aCellThatReachesNothingHasNoPicture();
    void theLineIsThereWhileClosed();
    void theLineNamesTheOnlyQuery();
    void theLineIsReadInANarrowPanel();
    void theSwitchShowsTheWeights();
    void aClickPinsThePair();
    void arrowsMoveThePair();
    void pointingLightsThePairUp();
    void aScreenReaderHearsTheNumbers();
    void smallRoomHasNoPicture();
    void theThreadGivesTheSame();
    void theNewestQuestionWins();
    void theThreadDropsWhatIsCancelled();

private:
    void choose(const char *matrix, int row, int column) { m_document->look().setCell({matrix, row, column}); }
    const DerivativeFigure *figure() const
    {
        return static_cast<const DerivativeFigure *>(m_pane->picture()->figure());
    }
    void focus(int query, int key)
    {
        m_document->look().setSelection(focusedOnPair(m_document->look().selection(), query, key));
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<CellEffectPane> m_pane;
};

void TestCellEffect::words_data()
{
    QTest::addColumn<QString>("matrix");
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("column");
    QTest::addColumn<int>("query");
    QTest::addColumn<int>("key");
    QTest::addColumn<QString>("moved");
    QTest::addColumn<QString>("pair");
    const QString w = QString::fromLatin1(cellEffectWQ);
    // Column 0 of X is 1 0 1, component 1 of the keys 1 4 3. The weights of x1 are 0.0634 0.4683 0.4683.
    QTest::newRow("nothing in focus") << w << 0 << 1 << -1 << -1
                                      << u"Moves 6 of 9 scores of head 1; most x1 → x2: +4 per unit"_s
                                      << u"x1 → x2: score +4, weight +0.3084 per unit"_s;
    QTest::newRow("a pair") << w << 0 << 1 << 0 << 0 << u"Moves 6 of 9 scores of head 1; most x1 → x2: +4 per unit"_s
                            << u"x1 → x1: score +1, weight −0.1484 per unit"_s;
    QTest::newRow("a query that it leaves alone")
        << w << 0 << 1 << 1 << 1 << u"Moves 6 of 9 scores of head 1; most x1 → x2: +4 per unit"_s
        << u"x2 → x2: score 0, weight 0 per unit"_s;
    QTest::newRow("out of reach") << u"encoder.0.self.w_v"_s << 0 << 0 << 0 << 0
                                  << u"This cell does not reach head 1: it is read later, or by other heads."_s
                                  << QString();
}

void TestCellEffect::words()
{
    QFETCH(QString, matrix);
    QFETCH(int, row);
    QFETCH(int, column);
    QFETCH(int, query);
    QFETCH(int, key);
    const Result &result = m_document->result();
    const auto derivative = std::make_shared<const HeadDerivative>(
        *headDerivative(*result.model, *result.trace, {matrix.toStdString(), row, column}, {Attention::Encoder, 0}, 0));
    Selection selection;
    selection.query = query;
    selection.key = key;
    const CellEffect effect = cellEffect(*result.model, *result.trace, selection, derivative);
    QTEST(effect.movedText, "moved");
    QTEST(effect.pairText, "pair");
}

/// The scores of x3 are 4 12 10: the first key is hidden, and then the second.
void TestCellEffect::aHiddenTokenIsNoDefault()
{
    const Result &result = m_document->result();
    const auto derivative = std::make_shared<const HeadDerivative>(
        *headDerivative(*result.model, *result.trace, {cellEffectWQ, 0, 1}, {Attention::Encoder, 0}, 0));
    const HiddenTokens hidden{{true, true, false}, {true, true, false}};
    CellEffect effect = cellEffect(*result.model, *result.trace, {}, derivative, -1, hidden);
    QVERIFY2(effect.pairText.startsWith(u"x3 → x3: score +3, "_s), qPrintable(effect.pairText));
    setPair(effect, *result.model, *result.trace, {}, *derivative);
    QVERIFY2(effect.pairText.startsWith(u"x1 → x2: "_s), qPrintable(effect.pairText));
}

void TestCellEffect::maskedPairsAreNotCounted()
{
    const Model model = twoLayers();
    const SharedTrace trace = forward(model, {{"a", "b", "c", "d"}, {1}});
    const auto derivative = std::make_shared<const HeadDerivative>(
        *headDerivative(model, *trace, {"encoder.0.self.w_k", 0, 0}, {Attention::Encoder, 0}, 0));
    const CellEffect effect = cellEffect(model, *trace, {}, derivative);
    QCOMPARE(effect.count, 7); // ten on and below the diagonal, less three in the masked column
    QCOMPARE(effect.moved, 7);
    QVERIFY(effect.movedText.contains(u"7 of 7 scores of head 1 in layer 1"_s));
}

void TestCellEffect::theWeightOfAMaskedPairStays()
{
    const Model model = twoLayers();
    const SharedTrace trace = forward(model, {{"a", "b", "c", "d"}, {1}});
    const auto derivative = std::make_shared<const HeadDerivative>(
        *headDerivative(model, *trace, {"encoder.0.self.w_k", 0, 0}, {Attention::Encoder, 0}, 0));
    Selection selection;
    selection.query = 1;
    selection.key = 3;
    const CellEffect effect = cellEffect(model, *trace, selection, derivative);
    QVERIFY(effect.isMasked);
    QVERIFY2(effect.pairText.endsWith(u"masked, so its weight stays 0"_s), qPrintable(effect.pairText));
}

void TestCellEffect::saysWhatToDoWithoutACell()
{
    QTRY_COMPARE(m_pane->message(), u"Select a cell of the table to see which scores it moves."_s);
    QVERIFY(m_pane->picture()->isHidden());
    choose(cellEffectWQ, 0, 1);
    QTRY_VERIFY(m_pane->picture()->isVisible());
    m_document->look().setCell({});
    QTRY_COMPARE(m_pane->message(), u"Select a cell of the table to see which scores it moves."_s);
    QVERIFY(m_pane->picture()->isHidden() && m_pane->movedText().isEmpty());
}

void TestCellEffect::speaksOfTheCurrentCell()
{
    choose(cellEffectWQ, 0, 1);
    QTRY_COMPARE(m_pane->movedText(), u"Moves 6 of 9 scores of head 1; most x1 → x2: +4 per unit"_s);
    QCOMPARE(m_pane->pairText(), u"x1 → x2: score +4, weight +0.3084 per unit"_s);
    QVERIFY(m_pane->message().isEmpty());
    QVERIFY(figure());
    choose("X", 1, 0); // d(q·k): W_Q[0] · k where x2 asks, q · W_K[0] where it is attended to
    QTRY_COMPARE(m_pane->movedText(), u"Moves 5 of 9 scores of head 1; most x2 → x2: +6 per unit"_s);
}

void TestCellEffect::nameSaysWhichCell()
{
    const auto names = [this] {
        QStringList texts;
        for (const QLabel *label : m_pane->findChildren<QLabel *>())
            texts.append(label->text());
        return texts;
    };
    choose(cellEffectWQ, 3, 2);
    QVERIFY(names().contains(u"W_Q [3, 2], layer 1"_s));
    choose("X", 1, 0);
    QVERIFY(names().contains(u"E [1, 0]"_s));
}

void TestCellEffect::otherPairsOtherNumbers()
{
    choose(cellEffectWQ, 0, 1);
    QTRY_VERIFY(!m_pane->pairText().isEmpty());
    focus(2, 0);
    QTRY_VERIFY(m_pane->pairText().startsWith(u"x3 → x1: score +1"_s));
    QCOMPARE(m_pane->movedText(), u"Moves 6 of 9 scores of head 1; most x1 → x2: +4 per unit"_s);
}

void TestCellEffect::followsAnEdit()
{
    choose(cellEffectWQ, 0, 1);
    QTRY_VERIFY(!m_pane->movedText().isEmpty());
    m_document->matrices().editCell("encoder.0.self.w_k", 1, 1, 3); // component 1 of the key of x2 is 2 · 3 + 2
    m_document->waitForResult();
    QTRY_COMPARE(m_pane->movedText(), u"Moves 6 of 9 scores of head 1; most x1 → x2: +8 per unit"_s);
}

void TestCellEffect::followsTheHeadInView()
{
    Project project = defaultProject();
    project.model = twoLayers();
    project.source = "a b c";
    m_document->load(project, {});
    m_document->waitForResult();
    choose(cellEffectWQ, 0, 5); // of head 2
    QTRY_COMPARE(m_pane->message(),
                 u"This cell does not reach head 1 in layer 1: it is read later, or by other heads."_s);
    m_document->look().setSelection(withHead(m_document->look().selection(), 0, 1));
    QTRY_VERIFY(m_pane->movedText().startsWith(u"Moves 6 of 6 scores of head 2 in layer 1"_s));
    m_document->look().setSelection(
        withHead(m_document->look().selection(), 1, 0)); // what moves there moves all that follows
    QTRY_VERIFY(m_pane->movedText().contains(u"of head 1 in layer 2"_s));
    QVERIFY(m_pane->message().isEmpty());
}

void TestCellEffect::takesTheDigitsOfTheSteps()
{
    choose(cellEffectWQ, 0, 1);
    QTRY_VERIFY(!m_pane->pairText().isEmpty());
    StepView view = m_document->look().stepView();
    view.digits = 2;
    m_document->look().setStepView(view);
    QTRY_COMPARE(m_pane->pairText(), u"x1 → x2: score +4.00, weight +0.31 per unit"_s);
}

void TestCellEffect::aCellThatReachesNothingHasNoPicture()
{
    choose("encoder.0.self.w_v", 0, 0);
    QTRY_VERIFY(m_pane->message().startsWith(u"This cell does not reach head 1"_s));
    QVERIFY(m_pane->picture()->isHidden());
    QVERIFY(!child<QToolButton>(m_pane, "weightsChip")->isEnabled());
}

void TestCellEffect::theLineIsThereWhileClosed()
{
    QSignalSpy spy(m_pane.get(), &CellEffectPane::openChanged);
    QTest::mouseClick(child<QToolButton>(m_pane, "openButton"), Qt::LeftButton);
    QVERIFY(!m_pane->isOpen());
    QCOMPARE(spy.count(), 1);
    choose(cellEffectWQ, 0, 1);
    QTRY_COMPARE(m_pane->lineText(), u"Moves 6 of 9 scores of head 1; most x1 → x2: +4 per unit"_s);
    QVERIFY(!m_pane->picture()->isVisible());
    QTest::keyClick(child<QToolButton>(m_pane, "openButton"), Qt::Key_Space);
    QVERIFY(m_pane->isOpen());
    QTRY_VERIFY(m_pane->movedText().startsWith(u"Moves 6 of 9"_s));
}

/// The pronoun's column 0 meets 4 in the key of “cat” and −4 in that of “rug”, 0 in all others.
void TestCellEffect::theLineNamesTheOnlyQuery()
{
    m_document->load(readExample("it"), {});
    m_document->waitForResult();
    choose(cellEffectWQ, 4, 0);
    QTRY_COMPARE(m_pane->lineText(), u"Moves only “it”: cat +4, rug −4 per unit"_s);
    QVERIFY(m_pane->movedText().startsWith(u"Moves 2 of 121 scores"_s));
}

/// In a narrow panel what else stands in the row goes below the line, so that all of it is read.
void TestCellEffect::theLineIsReadInANarrowPanel()
{
    auto *other = new QToolButton(m_pane.get());
    other->setText(u"Revert, Paste, Fill"_s);
    m_pane->lineRow()->addWidget(other);
    m_document->load(readExample("it"), {});
    m_document->waitForResult();
    choose(cellEffectWQ, 4, 0);
    QTRY_COMPARE(m_pane->lineText(), u"Moves only “it”: cat +4, rug −4 per unit"_s);
    const auto *line = child<ElidedLabel>(m_pane, "effectLine");
    for (const int width : {800, 344}) {
        m_pane->resize(width, 320);
        QTRY_COMPARE(line->shownText(line->width()), line->text());
        QCOMPARE(other->mapTo(m_pane.get(), QPoint()).y() >
                     line->mapTo(m_pane.get(), QPoint()).y() + line->height() / 2,
                 width == 344);
    }
}

void TestCellEffect::theSwitchShowsTheWeights()
{
    choose(cellEffectWQ, 0, 1);
    QTRY_VERIFY(figure());
    const Theme &theme = m_theme->theme();
    QCOMPARE(figure()->cellColor(0, 0), theme.diverging(0.25)); // +1 of +4
    QTest::mouseClick(child<QToolButton>(m_pane, "weightsChip"), Qt::LeftButton);
    QTRY_COMPARE(figure()->cellColor(0, 1), theme.diverging(1)); // +0.3084 is the most that any weight moves
    QVERIFY(QColor::fromRgb(figure()->cellColor(0, 0)) == QColor::fromRgb(theme.diverging(-0.148445 / 0.308360)));
    QVERIFY(!child<QToolButton>(m_pane, "scoresChip")->isChecked());
}

void TestCellEffect::aClickPinsThePair()
{
    choose(cellEffectWQ, 0, 1);
    QTRY_VERIFY(figure());
    const QPoint cell = figure()->cellRect(2, 1).center().toPoint();
    QTest::mouseClick(m_pane->picture()->canvas(), Qt::LeftButton, {}, cell);
    QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{2});
    QCOMPARE(m_document->look().selection().pinnedKeys, std::vector<int>{1});
    QTRY_VERIFY(m_pane->pairText().startsWith(u"x3 → x2"_s));
    QTest::mouseClick(m_pane->picture()->canvas(), Qt::LeftButton, {}, cell);
    QVERIFY(m_document->look().selection().pinnedQueries.empty());
}

void TestCellEffect::arrowsMoveThePair()
{
    choose(cellEffectWQ, 0, 1);
    QTRY_VERIFY(figure());
    QWidget *canvas = m_pane->picture()->canvas();
    canvas->setFocus();
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(canvas, key);
        return std::pair(m_document->look().selection().query, m_document->look().selection().key);
    };
    QCOMPARE(press(Qt::Key_Down), std::pair(1, 1)); // from x1 → x2
    QCOMPARE(press(Qt::Key_Right), std::pair(1, 2));
    QCOMPARE(press(Qt::Key_Right), std::pair(1, 2));
    QCOMPARE(press(Qt::Key_Home), std::pair(1, 0));
    QCOMPARE(press(Qt::Key_Up), std::pair(0, 0));
    press(Qt::Key_Return);
    QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{0});
    QCOMPARE(press(Qt::Key_Escape), std::pair(-1, -1));
}

void TestCellEffect::pointingLightsThePairUp()
{
    choose(cellEffectWQ, 0, 1);
    QTRY_VERIFY(figure());
    emit m_pane->picture()->hovered(figure()->cellRect(0, 2).center(), {});
    const std::vector<PairRef> pair{{0, 2}};
    QCOMPARE(m_document->look().highlight().pairs, pair);
    emit m_pane->picture()->left();
    QVERIFY(m_document->look().highlight().isEmpty());
}

void TestCellEffect::aScreenReaderHearsTheNumbers()
{
    choose(cellEffectWQ, 0, 1);
    QTRY_VERIFY(figure());
    QVERIFY(!m_pane->picture()->canvas()->accessibleName().isEmpty());
    QCOMPARE(m_pane->picture()->canvas()->accessibleDescription(), m_pane->movedText() + u'\n' + m_pane->pairText());
}

void TestCellEffect::smallRoomHasNoPicture()
{
    choose(cellEffectWQ, 0, 1);
    QTRY_VERIFY(m_pane->picture()->isVisible());
    m_pane->setPictureRoom(30);
    QVERIFY(m_pane->picture()->isHidden());
    QVERIFY(!m_pane->movedText().isEmpty());
    m_pane->setPictureRoom(120);
    QTRY_VERIFY(m_pane->picture()->isVisible());
    QVERIFY(m_pane->picture()->height() <= 120);
}

void TestCellEffect::theThreadGivesTheSame()
{
    m_pane->setThreadCost(0);
    choose(cellEffectWQ, 0, 1);
    QTRY_COMPARE(m_pane->message(), u"computing…"_s);
    QTRY_COMPARE(m_pane->movedText(), u"Moves 6 of 9 scores of head 1; most x1 → x2: +4 per unit"_s);
    QCOMPARE(m_pane->pairText(), u"x1 → x2: score +4, weight +0.3084 per unit"_s);
    // After an edit the old numbers stay until the new ones are there.
    m_document->matrices().editCell("encoder.0.self.w_k", 1, 1, 3);
    m_document->waitForResult();
    QVERIFY(!m_pane->movedText().isEmpty());
    QTRY_COMPARE(m_pane->movedText(), u"Moves 6 of 9 scores of head 1; most x1 → x2: +8 per unit"_s);
}

void TestCellEffect::theNewestQuestionWins()
{
    m_pane->setThreadCost(0);
    for (int i = 0; i < 20; ++i)
        choose(cellEffectWQ, i % 4, i % 3);
    choose("encoder.0.self.w_v", 0, 0);
    choose("X", 1, 0);
    QTRY_COMPARE(m_pane->movedText(), u"Moves 5 of 9 scores of head 1; most x2 → x2: +6 per unit"_s);
    m_pane->findChild<BackgroundWork *>()->waitUntilDone();
    turnEventLoop();
    QCOMPARE(m_pane->movedText(), u"Moves 5 of 9 scores of head 1; most x2 → x2: +6 per unit"_s);
}

void TestCellEffect::theThreadDropsWhatIsCancelled()
{
    const Result &result = m_document->result();
    CellEffectRequest request{result.model, result.trace, {cellEffectWQ, 0, 1}, {Attention::Encoder, 0}, 0};
    const std::atomic<bool> cancelled = true;
    QVERIFY(!runCellEffect(request, &cancelled));
    const auto outcome = runCellEffect(request);
    QVERIFY(outcome && outcome->derivative);
    request.cell.matrix = "encoder.9.self.w_q";
    QVERIFY(runCellEffect(request) && !runCellEffect(request)->derivative); // no such cell: nothing to show
}

REGARD_TEST(TestCellEffect)

#include "test_cell_effect.moc"
