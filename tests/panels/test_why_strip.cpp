#include <cmath>

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/document.h"
#include "draw/even_number.h"
#include "event_turns.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/examples.h"
#include "paths.h"
#include "test_class.h"
#include "views/base/token_focus.h"
#include "views/steps/step_text.h"
#include "views/why/panel/cell_field.h"
#include "views/why/panel/why_panel.h"
#include "views/why/why_maker.h"
#include "views/why/why_strip_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The strip under the stage: the reason of a link, and the cell that is changed in it.
class TestWhyStrip : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_document->load(readExample("it"), {});
        m_document->waitForResult();
        m_window = std::make_unique<QWidget>();
        m_window->resize(1200, 200);
        m_panel = new WhyPanel(m_document.get(), m_theme.get(), m_window.get());
        m_panel->setGeometry(0, 0, 1176, 118);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        focus(it);
    }
    void cleanup()
    {
        m_window.reset();
        m_theme.reset();
        m_document.reset();
    }

    /// q · k = 16, ÷ √8 = 5.66; e^5.66 ÷ (e^5.66 + 9 + e^−5.66) = 0.97.
    void theCalculation()
    {
        QCOMPARE(m_panel->question(), u"Why does “it” look at “cat”?"_s);
        QCOMPARE(text(), u"q · k: 4 × 4 = 16 → ÷ √8: 5.66 → softmax: 0.97"_s);
        QCOMPARE(sentence(), u"“it” looks at “cat”: q · k = 4 × 4 = 16, ÷ √8 = 5.66, softmax 0.97"_s);
        QCOMPARE(m_panel->remark(), u"Other scores: rug −16, nine words 0"_s);
        QCOMPARE(m_panel->cellText(), u"The 4 is WQ [pronoun, 0]. Change it:"_s);
        QCOMPARE(m_panel->cellField()->number()->text(), u"4"_s);
        QCOMPARE(m_panel->tryButton()->text(), u"Try −4"_s);
        QVERIFY(!m_panel->undoButton()->isVisible());
        QVERIFY(fits());
        QVERIFY(m_panel->view()->canvas()->accessibleDescription().contains(u"weight 0.9695"_s));
    }

    void nothingInFocusShowsTheStrongestLink()
    {
        focus(-1);
        QCOMPARE(m_panel->question(), u"Why does “it” look at “cat”?"_s);
        QVERIFY(!m_panel->cellText().isEmpty());
    }

    void aMaskedOrFaintLinkIsAskedAbout()
    {
        Selection selection = m_document->look().selection();
        selection.query = it;
        selection.key = rug;
        m_document->look().setSelection(selection);
        QCOMPARE(m_panel->question(), u"Why does “it” look so little at “rug”?"_s);
        QCOMPARE(text(), u"q · k: 4 × −4 = −16 → ÷ √8: −5.66 → softmax: <0.001"_s);
    }

    /// As on the wall, where a caption says it.
    void theSentenceFollowsWhileTheStripIsHidden()
    {
        m_panel->hide();
        Selection selection = m_document->look().selection();
        selection.key = rug;
        m_document->look().setSelection(selection);
        QCOMPARE(sentence(), u"“it” looks little at “rug”: q · k = 4 × −4 = −16, ÷ √8 = −5.66, softmax <0.001"_s);
        std::vector<StepRole> roles; // of the two factors and of what comes out
        for (const WhyRun &run : m_panel->sentence())
            if (run.look == WhyRun::Look::Result && run.role != StepRole::Plain)
                roles.push_back(run.role);
        QVERIFY(
            (roles == std::vector{StepRole::Query, StepRole::Key, StepRole::Score, StepRole::Score, StepRole::Score}));
    }

    void oneStepChangesTheCell()
    {
        const int steps = m_document->undoStack()->index();
        QTest::mouseClick(m_panel->tryButton(), Qt::LeftButton);
        m_document->waitForResult();
        QCOMPARE(m_document->undoStack()->index(), steps + 1);
        QCOMPARE(cell(), -4.0F);
        QCOMPARE(m_panel->question(), u"“it” now looks at “rug”"_s);
        QCOMPARE(text(), u"q · k: −4 × −4 = 16 → ÷ √8: 5.66 → softmax: 0.97 (was <0.001)"_s);
        QCOMPARE(sentence(),
                 u"“it” now looks at “rug”: q · k = −4 × −4 = 16, ÷ √8 = 5.66, softmax 0.97 (was <0.001)"_s);
        QCOMPARE(m_panel->cellText(), u"WQ [pronoun, 0], before: 4"_s);
        QVERIFY(!m_panel->tryButton()->isVisible());
        QVERIFY(fits());
        QTest::mouseClick(m_panel->undoButton(), Qt::LeftButton);
        m_document->waitForResult();
        QCOMPARE(cell(), 4.0F);
        QCOMPARE(m_panel->question(), u"Why does “it” look at “cat”?"_s);
        QVERIFY(!m_panel->undoButton()->isVisible());
    }

    /// An edit made elsewhere, as in Weights, is told and undone here, too.
    void aCellIsChangedInWeights()
    {
        const CellRef cell{"encoder.0.self.w_q", 4, 0};
        m_document->look().setCell(cell);
        m_document->matrices().editCell(cell.matrix, cell.row, cell.column, -4);
        m_document->waitForResult();
        QCOMPARE(m_panel->question(), u"“it” now looks at “rug”"_s);
        QCOMPARE(text(), u"q · k: −4 × −4 = 16 → ÷ √8: 5.66 → softmax: 0.97 (was <0.001)"_s);
        QCOMPARE(m_panel->cellText(), u"WQ [pronoun, 0], before: 4"_s);
        QTest::mouseClick(m_panel->undoButton(), Qt::LeftButton);
        m_document->waitForResult();
        QCOMPARE(m_panel->question(), u"Why does “it” look at “cat”?"_s);
        QVERIFY(!m_panel->undoButton()->isVisible());
        m_document->undoStack()->redo();
        m_document->waitForResult();
        QCOMPARE(m_panel->question(), u"“it” now looks at “rug”"_s);
        m_document->undoStack()->undo();
        // Without a word in focus it is about the one that moved most.
        focus(-1);
        m_document->matrices().editCell(cell.matrix, cell.row, cell.column, -4);
        m_document->waitForResult();
        QCOMPARE(m_panel->question(), u"“it” now looks at “rug”"_s);
    }

    /// Each press is a step of its own; what was before is what was before all of them.
    void theFieldStepsOneByOne()
    {
        const int steps = m_document->undoStack()->index();
        for (const float value : {3.0F, 2.0F}) {
            QTest::mouseClick(m_panel->cellField()->lessButton(), Qt::LeftButton);
            m_document->waitForResult();
            QCOMPARE(cell(), value);
        }
        QCOMPARE(m_document->undoStack()->index(), steps + 2);
        // 2 × 4 ÷ √8 = 2.83; e^2.83 ÷ (e^2.83 + 9 + e^−2.83) = 0.65
        QCOMPARE(text(), u"q · k: 2 × 4 = 8 → ÷ √8: 2.83 → softmax: 0.65 (was 0.97)"_s);
        QCOMPARE(m_panel->question(), u"“it” still looks at “cat”"_s);
        QTest::mouseClick(m_panel->undoButton(), Qt::LeftButton);
        m_document->waitForResult();
        QCOMPARE(cell(), 3.0F);
        QVERIFY(m_panel->undoButton()->isVisible());
        QVERIFY(text().endsWith(u"(was 0.97)"_s));
        // A step of another kind is not the strip's.
        m_document->sentences().setSource(u"The cat sat on the rug and it was cheap."_s);
        m_document->waitForResult();
        QVERIFY(!m_panel->undoButton()->isVisible());
        QVERIFY(m_panel->question().startsWith(u"Why"_s));
    }

    void aNumberIsTyped()
    {
        CellNumber *number = m_panel->cellField()->number();
        number->setFocus();
        number->selectAll();
        QTest::keyClicks(number, u"-4"_s);
        QCOMPARE(cell(), 4.0F); // not yet
        QTest::keyClick(number, Qt::Key_Return);
        m_document->waitForResult();
        QCOMPARE(cell(), -4.0F);
        QCOMPARE(number->text(), u"−4"_s);
        QTest::keyClick(number, Qt::Key_Up);
        m_document->waitForResult();
        QCOMPARE(cell(), -3.0F);
    }

    void aDifferenceSaysWhatChanged()
    {
        m_document->comparison().pin();
        QTest::mouseClick(m_panel->tryButton(), Qt::LeftButton);
        m_document->waitForResult();
        m_document->comparison().choose(Compared::Difference);
        QCOMPARE(m_panel->question(), u"“it” now looks at “rug” instead of “cat”"_s);
        QCOMPARE(text(), u"rug  <0.001 → 0.97  +0.97   cat  0.97 → <0.001  −0.97   "
                         "No other word and no other head moved."_s);
        QVERIFY(!m_panel->playButton()->isVisible());
        QVERIFY(m_panel->cellText().isEmpty());
        QVERIFY(fits());
        m_document->comparison().choose(Compared::Now);
        QVERIFY(m_panel->playButton()->isVisible());
    }

    void aDifferenceCountsWhatElseMoved()
    {
        m_document->comparison().pin();
        Interventions interventions;
        interventions.temperatures[{Attention::Encoder, 0, 0}] = 4;
        interventions.temperatures[{Attention::Encoder, 0, 1}] = 4;
        m_document->matrices().setInterventions(interventions, u"warm"_s);
        m_document->waitForResult();
        m_document->comparison().choose(Compared::Difference);
        QVERIFY2(m_panel->question() == u"“it” still looks at “cat”"_s, qPrintable(m_panel->question()));
        QVERIFY2(text().contains(u"1 other head"_s), qPrintable(text()));
    }

    void aLowStripIsOneLine()
    {
        m_panel->resize(1176, 48);
        QVERIFY(m_panel->isLow());
        QCOMPARE(m_panel->question(), u"Why does “it” look at “cat”?"_s);
        const auto *heading = m_panel->findChild<QLabel *>(u"stripHeading"_s);
        QVERIFY(heading->isVisible());
        QVERIFY(m_panel->view()->isVisible());
        const auto middle = [this](const QWidget *widget) {
            return widget->mapTo(m_panel, widget->rect().center()).y();
        };
        QVERIFY(std::abs(middle(heading) - middle(m_panel->view())) <= 4);
        QVERIFY(std::abs(middle(heading) - middle(m_panel->playButton())) <= 4);
        QVERIFY(text().endsWith(u"0.97"_s));
        QVERIFY(heading->width() >= heading->fontMetrics().horizontalAdvance(heading->text()));
        QVERIFY(fits());
        QVERIFY(m_panel->cellText().isEmpty());
        for (const int width : {1176, 848, 656}) {
            m_panel->resize(width, 48);
            turnEventLoop();
            QVERIFY(heading->mapTo(m_panel, heading->rect().bottomRight()).x() <
                    m_panel->view()->mapTo(m_panel, QPoint()).x());
            QVERIFY(heading->width() > 200);
        }
        m_panel->resize(1176, 78);
        QVERIFY(!m_panel->isLow());
        QVERIFY(!m_panel->cellText().isEmpty());
        QVERIFY(fits());
    }

    void aNarrowStripKeepsTheResult()
    {
        for (const int width : {1176, 824, 640, 480}) {
            m_panel->resize(width, 118);
            QVERIFY2(fits(), qPrintable(QString::number(width)));
            QVERIFY(text().endsWith(u"0.97"_s));
            QVERIFY(m_panel->playButton()->geometry().right() < width);
        }
    }

    void playIsAsked()
    {
        QSignalSpy play(m_panel, &WhyPanel::playAsked);
        QTest::mouseClick(m_panel->playButton(), Qt::LeftButton);
        QCOMPARE(play.count(), 1);
    }

    /// As many of its sentences as there is room for, until something is clicked.
    void noteUntilTheFirstClick()
    {
        QSignalSpy whole(m_panel, &WhyPanel::noteShown);
        m_panel->resize(1180, 118);
        m_panel->setNote(u"Made by hand. See the cat."_s);
        QCOMPARE(m_panel->shownNote(), u"Made by hand. See the cat."_s);
        QCOMPARE(whole.takeLast().first().toBool(), true);
        m_panel->setNote(u"Made by hand. "_s + u"Very long. "_s.repeated(80));
        QVERIFY(m_panel->shownNote().startsWith(u"Made by hand. Very long."_s));
        QVERIFY(m_panel->shownNote().endsWith(u'.') && m_panel->shownNote().size() < 400);
        QCOMPARE(whole.takeLast().first().toBool(), false);
        m_panel->setNote(u"Made by hand. See the cat."_s);
        m_panel->resize(640, 118); // no room beside the answer
        turnEventLoop();
        QVERIFY(m_panel->shownNote().isEmpty());
        m_panel->resize(1180, 118);
        turnEventLoop();
        QVERIFY(!m_panel->shownNote().isEmpty());
        m_document->setShownSelection(focusedOn(m_document->look().selection(), TokenSide::Query, 2)); // pointed at
        QVERIFY(!m_panel->shownNote().isEmpty());
        m_document->setShownSelection(pinned(m_document->look().selection(), TokenSide::Query, 2, false));
        QVERIFY(m_panel->shownNote().isEmpty());
        QCOMPARE(whole.takeLast().first().toBool(), false);
    }

    void everyScoreFunction_data()
    {
        QTest::addColumn<int>("score");
        QTest::newRow("dot") << int(Score::Dot);
        QTest::newRow("scaled") << int(Score::ScaledDot);
        QTest::newRow("additive") << int(Score::Additive);
        QTest::newRow("general") << int(Score::General);
    }
    /// The score and the weight are the trace's.
    void everyScoreFunction()
    {
        QFETCH(int, score);
        ModelConfig config = m_document->matrices().model()->config;
        config.score = Score(score);
        m_document->matrices().setConfig(config, u"score"_s);
        m_document->waitForResult();
        const Selection within = withWhyPair(m_document->shown().tokens);
        const HeadTrace &head = m_document->result().trace->blocks[0]->heads[std::size_t(within.head)];
        const double weight = double(head.weights(within.query, within.key));
        QVERIFY2(text().endsWith(u"softmax: "_s + shortWeight(weight)), qPrintable(text()));
        QCOMPARE(text().contains(u"÷ √8"_s), Score(score) == Score::ScaledDot);
        QCOMPARE(text().startsWith(u"w_a · tanh(q + k)"_s), Score(score) == Score::Additive);
        QCOMPARE(text().startsWith(u"q W_g · k"_s), Score(score) == Score::General);
        QVERIFY(fits());
        if (m_panel->cellText().isEmpty())
            return;
        const int steps = m_document->undoStack()->index();
        QTest::mouseClick(m_panel->tryButton(), Qt::LeftButton);
        m_document->waitForResult();
        QCOMPARE(m_document->undoStack()->index(), steps + 1);
    }

    void aMaskIsAStep()
    {
        ModelConfig config = m_document->matrices().model()->config;
        config.encoderMask = Mask::Causal;
        m_document->matrices().setConfig(config, u"mask"_s);
        m_document->waitForResult();
        Selection selection = m_document->look().selection();
        selection.query = 1;
        selection.key = 5;
        m_document->look().setSelection(selection);
        QVERIFY2(text().endsWith(u"mask: −∞ → softmax: 0"_s), qPrintable(text()));
        QVERIFY(m_panel->question().contains(u"not look at"_s));
        QVERIFY2(m_panel->remark().startsWith(u"the causal mask hides what comes later"_s),
                 qPrintable(m_panel->remark()));
    }

    void crossAttention()
    {
        ModelConfig config = m_document->matrices().model()->config;
        config.architecture = Architecture::EncoderDecoder;
        config.decoderLayers = 1;
        m_document->asOneStep(u"two sentences"_s, [&] {
            m_document->sentences().setTarget(u"<s> le chat"_s);
            m_document->matrices().setConfig(config, u"two sentences"_s);
        });
        m_document->waitForResult();
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Cross;
        selection.query = 2;
        selection.key = -1;
        m_document->look().setSelection(selection);
        QVERIFY2(m_panel->question().contains(u"“chat”"_s), qPrintable(m_panel->question()));
        QVERIFY(text().contains(u"softmax: "_s));
    }

    /// Many products are shown as the largest ones and the rest.
    void aCheckpointNamesTheLargest()
    {
        Project project = checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert")));
        project.source = "the cat sat on the rug";
        m_document->load(project, {});
        m_document->waitForResult();
        QTRY_VERIFY(m_panel->view()->figure());
        QVERIFY2(text().contains(u"= the three largest of"_s), qPrintable(text()));
        const Selection within = withWhyPair(m_document->shown().tokens);
        const HeadTrace &head = m_document->result().trace->blocks[0]->heads[0];
        QVERIFY(within.query < head.weights.rows());
        // The numbers written add up to the score that is written.
        const QString sum = text().section(u": "_s, 1).section(u" → "_s, 0, 0);
        double total = 0;
        double sign = 1;
        for (const QString &word : sum.section(u" = "_s, 0, 0).split(u' ')) {
            if (word == u"+"_s || word == u"−"_s)
                sign = word == u"+"_s ? 1 : -1;
            else
                total += sign * QString(word).replace(QChar(0x2212), u'-').toDouble();
        }
        const double score = sum.section(u" = "_s, 1).replace(QChar(0x2212), u'-').toDouble();
        QVERIFY2(std::abs(total - score) < 0.025, qPrintable(sum)); // five numbers of two digits
        QCOMPARE(m_panel->remark().startsWith(u"layer 1 · head 1"_s), true);
    }

    void withoutASentence()
    {
        m_document->sentences().setSource({});
        QVERIFY(!m_panel->playButton()->isVisible() || !m_panel->question().isEmpty());
        QVERIFY(m_panel->findChild<QLabel *>(u"stripHeading"_s)->text().size() > 0);
    }

    void weightsAreNeverRoundedToAnEnd_data()
    {
        QTest::addColumn<double>("weight");
        QTest::addColumn<QString>("text");
        QTest::newRow("0") << 0.0 << u"0"_s;
        QTest::newRow("tiny") << 1e-7 << u"<0.001"_s;
        QTest::newRow("small") << 0.0031 << u"0.003"_s;
        QTest::newRow("usual") << 0.9695 << u"0.97"_s;
        QTest::newRow("large") << 0.9968 << u"0.997"_s;
        QTest::newRow("nearly all") << 0.99996 << u">0.999"_s;
        QTest::newRow("1") << 1.0 << u"1"_s;
        QTest::newRow("none") << std::nan("") << u"—"_s;
    }
    void weightsAreNeverRoundedToAnEnd()
    {
        QFETCH(double, weight);
        QFETCH(QString, text);
        QCOMPARE(shortWeight(weight), text);
    }

private:
    static constexpr int it = 7;
    static constexpr int rug = 5;

    void focus(int query)
    {
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Encoder;
        selection.layer = selection.head = 0;
        selection.heads = {0};
        selection.query = query;
        selection.key = -1;
        selection.pinnedQueries.clear();
        selection.pinnedKeys.clear();
        m_document->look().setSelection(selection);
    }
    const WhyStripFigure *figure() const { return static_cast<const WhyStripFigure *>(m_panel->view()->figure()); }
    QString text() const { return figure() ? figure()->text() : QString(); }
    QString sentence() const
    {
        QString words;
        for (const WhyRun &run : m_panel->sentence())
            words += run.text;
        return words;
    }
    /// Whether the calculation is whole, and everything lies within the strip, nothing over another.
    bool fits() const
    {
        QCoreApplication::sendPostedEvents();
        const FigureView *view = m_panel->view();
        if (!figure() || figure()->size().width() > view->viewport()->width() + 0.5 ||
            figure()->size().height() > view->viewport()->height() + 0.5)
            return false;
        QList<QRect> boxes;
        for (const QWidget *widget :
             {static_cast<const QWidget *>(view), static_cast<const QWidget *>(m_panel->cellField()),
              static_cast<const QWidget *>(m_panel->tryButton()), static_cast<const QWidget *>(m_panel->undoButton()),
              static_cast<const QWidget *>(m_panel->playButton())}) {
            if (!widget->isVisible())
                continue;
            const QRect box(widget->mapTo(m_panel, QPoint()), widget->size());
            if (!m_panel->rect().contains(box))
                return false;
            for (const QRect &other : boxes)
                if (other.intersects(box))
                    return false;
            boxes << box;
        }
        return true;
    }
    float cell() const
    {
        const auto &names = m_document->matrices().dimensions();
        const auto row = std::find(names.begin(), names.end(), "pronoun") - names.begin();
        return (*m_document->matrices().matrix("encoder.0.self.w_q"))(row, 0);
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<QWidget> m_window;
    WhyPanel *m_panel = nullptr;
};

REGARD_TEST(TestWhyStrip)
#include "test_why_strip.moc"
