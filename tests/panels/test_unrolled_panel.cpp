#include <QMenu>
#include <QTest>
#include <QTimer>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/document.h"
#include "engine/model/recurrent.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/unrolled/panel/unrolled_panel.h"
#include "views/unrolled/unrolled_data.h"
#include "views/unrolled/unrolled_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// Pointing, choosing and putting to zero in the unrolled network.
class TestUnrolledPanel : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<UnrolledPanel> m_panel;

    const UnrolledFigure &figure() const { return static_cast<const UnrolledFigure &>(*m_panel->view()->figure()); }
    QPoint place(const UnrolledBox &box) const { return figure().boxRect(box).center().toPoint(); }
    void press(int key) { QTest::keyClick(m_panel->view()->canvas(), Qt::Key(key)); }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        Project project = defaultProject();
        ModelConfig config;
        config.architecture = Architecture::EncoderDecoder;
        config.encoderKind = config.decoderKind = StackKind::Recurrent;
        config.decoderAttention = DecoderAttention::Bahdanau;
        config.decoderLayers = 1;
        config.directions = 2;
        config.dModel = 8;
        project.model = buildModel(config, {}, {});
        project.source = "a b c d e";
        project.target = "u v w";
        m_document->load(project, {});
        m_document->waitForResult();
        m_panel = std::make_unique<UnrolledPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(600, 520);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void cleanup()
    {
        m_panel.reset();
        m_document.reset();
    }

    /// The strips are the trace's states, the links its weights.
    void showsTheTrace()
    {
        const Trace &trace = *m_document->result().trace;
        const UnrolledData &data = figure().data();
        QCOMPARE(data.sentences.size(), std::size_t(2));
        QCOMPARE(data.sentences[0].rows.size(), std::size_t(2));
        for (int direction = 0; direction < 2; ++direction) {
            const Matrix &states = trace.encoderRecurrent[0]->directions[std::size_t(direction)]->states;
            for (int token = 0; token < 5; ++token)
                for (int i = 0; i < 4; ++i)
                    QCOMPARE(data.sentences[0]
                                 .rows[std::size_t(direction)]
                                 .states[std::size_t(token)]
                                 .numbers[std::size_t(i)],
                             states(token, i));
        }
        QVERIFY(data.sentences[0].rows[1].isBackward);
        QCOMPARE(data.firstState.numbers.size(), std::size_t(8));
        QCOMPARE(data.links.size(), std::size_t(15));
        for (const UnrolledData::Link &link : data.links)
            QCOMPARE(link.weight, double(trace.blocks.back()->heads[0].weights(link.query, link.key)));
    }

    void pointingSaysWhereAStateComesFrom()
    {
        QTest::mouseMove(m_panel->view()->canvas(), place({1, 0, 1}));
        QTRY_COMPARE(m_panel->focus(), std::optional(UnrolledBox{1, 0, 1}));
        const QString said = m_panel->view()->canvas()->accessibleDescription();
        QVERIFY2(said.contains(u"from the state after “u”"_s) && said.contains(u"the word “v”"_s) &&
                     said.contains(u"context"_s),
                 qPrintable(said));
        QVERIFY(stateText(m_document->shown().tokens, {0, 1, 4}).contains(u"from zeros"_s));
        QVERIFY(stateText(m_document->shown().tokens, {1, 0, 0}).contains(u"first state"_s));
    }

    /// h and c of an lstm, side by side in each box, and both norms in words.
    void showsTheCellStates()
    {
        ModelConfig config = m_document->matrices().model()->config;
        config.cell = Cell::Lstm;
        m_document->matrices().setConfig(config, QStringLiteral("lstm"));
        m_document->waitForResult();
        const Trace &trace = *m_document->result().trace;
        const UnrolledData &data = figure().data();
        const CellTrace &cell = *trace.encoderRecurrent[0]->directions[1];
        const UnrolledData::State &state = data.sentences[0].rows[1].states[3];
        for (int i = 0; i < 4; ++i) {
            QCOMPARE(state.numbers[std::size_t(i)], cell.states(3, i));
            QCOMPARE(state.cellNumbers[std::size_t(i)], cell.cellStates(3, i));
        }
        QCOMPARE(data.firstState.numbers.size(), std::size_t(8));
        QCOMPARE(data.firstState.cellNumbers.front(), trace.firstState(0, 8));
        const QString said = stateText(m_document->shown().tokens, {0, 1, 3});
        QVERIFY2(said.contains(u"cell state, norm "_s + QString::number(double(cell.cellStates.row(3).norm()), 'g', 6)),
                 qPrintable(said));
    }

    void aClickChoosesTheChain()
    {
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {}, place({0, 1, 2}));
        QCOMPARE(m_document->look().selection().part, Part::Cells);
        QCOMPARE(m_document->look().selection().chain, (CellPlace{Stack::Encoder, 0, Direction::Backward}));
        QCOMPARE(m_document->look().selection().key, 2);
        QCOMPARE(m_document->look().stepView().kind, StepKind::NewState);
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {}, place({1, 0, 2}));
        QCOMPARE(m_document->look().selection().chain.stack, Stack::Decoder);
        QCOMPARE(m_document->look().selection().query, 2);
    }

    /// By the menu and by a key; the state after it changes, and one undo gives it back.
    void aStateIsPutToZero()
    {
        const StateRef third{{Stack::Encoder, 0, Direction::Forward}, 2};
        const Matrix before = m_document->result().trace->encoderRecurrent[0]->directions[0]->states;
        QTimer::singleShot(0, this, [this] {
            QTRY_VERIFY(QApplication::activePopupWidget());
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QTest::keyClick(menu, Qt::Key_Down);
            QTest::keyClick(menu, Qt::Key_Return);
        });
        const QPoint at = place({0, 0, 2});
        QContextMenuEvent asked(QContextMenuEvent::Mouse, at, m_panel->view()->canvas()->mapToGlobal(at));
        QApplication::sendEvent(m_panel->view()->canvas(), &asked);
        QVERIFY(m_document->matrices().model()->interventions.states.contains(third));
        QCOMPARE(m_document->undoStack()->count(), 1);
        m_document->waitForResult();
        const Matrix after = m_document->result().trace->encoderRecurrent[0]->directions[0]->states;
        QVERIFY(after.row(2).isZero(0) && after.row(1) == before.row(1) && after.row(3) != before.row(3));
        QVERIFY(figure().data().sentences[0].rows[0].states[2].isOff);

        QTest::mouseMove(m_panel->view()->canvas(), QPoint(1, 1));
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {}, place({0, 0, 2}));
        press(Qt::Key_0);
        QVERIFY(m_document->matrices().model()->interventions.isEmpty());
        m_document->undoStack()->undo();
        QVERIFY(m_document->matrices().model()->interventions.states.contains(third));
    }

    void theKeyboardReachesEveryState()
    {
        press(Qt::Key_Right);
        QCOMPARE(m_panel->focus(), std::optional(UnrolledBox{0, 0, 0}));
        press(Qt::Key_Right);
        press(Qt::Key_Up);
        QCOMPARE(m_panel->focus(), std::optional(UnrolledBox{0, 1, 1}));
        press(Qt::Key_Up);
        QCOMPARE(m_panel->focus(), std::optional(UnrolledBox{1, 0, 1}));
        press(Qt::Key_Up);
        QCOMPARE(m_panel->focus(), std::optional(UnrolledBox{1, 0, 1})); // there is nothing above
        press(Qt::Key_Down);
        QCOMPARE(m_panel->focus(), std::optional(UnrolledBox{0, 1, 1}));
        press(Qt::Key_Return);
        QCOMPARE(m_document->look().selection().chain.direction, Direction::Backward);
    }

    /// A shorter sentence, and a model without cells: nothing stays that is not there.
    void followsTheDocument()
    {
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {}, place({0, 0, 4}));
        m_document->sentences().setSource(u"a b"_s);
        m_document->waitForResult();
        QCOMPARE(figure().data().sentences[0].words.size(), qsizetype(2));
        QVERIFY(!m_panel->focus());
        m_document->load(readExample("it"), {});
        m_document->waitForResult();
        QVERIFY(!m_panel->view()->figure());
        QVERIFY(m_panel->figure({300, 300}, Theme::light()) == nullptr);
    }
};

REGARD_TEST(TestUnrolledPanel)
#include "test_unrolled_panel.moc"
