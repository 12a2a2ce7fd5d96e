#include <memory>

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "controls/segment_switch.h"
#include "document/document.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/examples.h"
#include "io/project/project.h"
#include "paths.h"
#include "test_class.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/patch/panel/patch_grids.h"
#include "views/patch/panel/patch_panel.h"
#include "views/patch/patch_grids_figure.h"
#include "views/patch/patch_run.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestPatchPanel : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<PatchPanel> m_panel;

    /// The first sentence is pinned, the second one is present.
    void openCheckpointNamed(const QString &name, const char *pinned, const QString &now)
    {
        Project project = checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + name));
        project.source = pinned;
        m_document->load(project, {});
        m_document->waitForResult();
        m_document->comparison().pin();
        m_document->sentences().setSource(now);
        show();
    }
    void show()
    {
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        settle();
    }
    void settle()
    {
        m_document->waitForResult();
        m_panel->run()->waitUntilDone();
        QCoreApplication::processEvents();
    }

    const HeatmapFigure *figure() const { return static_cast<const HeatmapFigure *>(m_panel->view()->figure()); }
    const Interventions &interventions() const { return m_document->matrices().model()->interventions; }
    void press(int key) { QTest::keyClick(m_panel->view()->canvas(), Qt::Key(key)); }
    void choose(PatchKind kind)
    {
        QComboBox *box = m_panel->kindBox();
        box->setCurrentIndex(box->findData(int(kind)));
        emit box->activated(box->currentIndex());
        settle();
    }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_panel = std::make_unique<PatchPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(460, 480);
    }
    void cleanup()
    {
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void itSaysWhatIsMissing()
    {
        Project project = checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/gpt2")));
        project.source = "one two three";
        m_document->load(project, {});
        show();
        QVERIFY(m_panel->emptyMessage().startsWith(u"Pin a state first"_s));
        QVERIFY(!m_panel->kindBox()->isEnabled());
        m_document->comparison().pin();
        settle();
        QVERIFY(m_panel->emptyMessage().contains(u"hardly differ"_s));
        QVERIFY(!figure());
    }

    void aClickPutsItIn()
    {
        openCheckpointNamed(u"gpt2_json"_s, "one two three, the cat sat", u"one three two, the cat sat"_s);
        QVERIFY(figure());
        QVERIFY(m_panel->note().contains(u"pinned"_s));
        const QPoint cell = figure()->cellRect(1, 2).center().toPoint();
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {}, cell);
        const PatchPlace place{PatchKind::HeadOutput, Attention::Decoder, 1, 2};
        QCOMPARE(interventions().patches.size(), std::size_t(1));
        const Patch rows = patchOf(interventions(), place);
        QCOMPARE(int(rows.size()), int(m_document->sentences().tokens().tokens.size()));
        QCOMPARE(rows.begin()->second.from, std::string("one two three, the cat sat"));
        settle();
        QCOMPARE(m_document->undoStack()->undoText(), u"patch decoder layer 2 · head 3, output"_s);
        QVERIFY(figure()); // the map stays as it is
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {}, cell);
        QVERIFY(interventions().isEmpty());
        m_document->undoStack()->undo();
        QCOMPARE(patchOf(interventions(), place), rows);
    }

    void keysDoTheSame()
    {
        openCheckpointNamed(u"gpt2_json"_s, "one two three, the cat sat", u"one three two, the cat sat"_s);
        choose(PatchKind::Stream);
        for (const int key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Right, Qt::Key_Return})
            press(key);
        QCOMPARE(interventions().patches.begin()->first, (PatchPlace{PatchKind::Stream, Attention::Decoder, 1}));
        QCOMPARE(interventions().patches.begin()->second.begin()->first, 1);
        QVERIFY(m_panel->view()->canvas()->accessibleDescription().contains(u"of the way"_s));
        settle();
        press(Qt::Key_Return);
        QVERIFY(interventions().isEmpty());
    }

    void swappingGoesTheOtherWay()
    {
        openCheckpointNamed(u"gpt2_json"_s, "one two three, the cat sat", u"one three two, the cat sat"_s);
        m_panel->swapButton()->click();
        settle();
        QCOMPARE(m_document->project().source, std::string("one two three, the cat sat"));
        QCOMPARE(m_document->comparison().pinned()->source.normalized, std::string("one three two, the cat sat"));
        QVERIFY(figure());
        // What is pinned goes back and forth with the step.
        const auto pinned = [this] { return m_document->comparison().pinned()->source.normalized; };
        m_document->undoStack()->undo();
        settle();
        QCOMPARE(m_document->project().source, std::string("one three two, the cat sat"));
        QCOMPARE(pinned(), std::string("one two three, the cat sat"));
        m_document->undoStack()->redo();
        settle();
        QCOMPARE(m_document->project().source, std::string("one two three, the cat sat"));
        QCOMPARE(pinned(), std::string("one three two, the cat sat"));
        m_document->comparison().pin(); // what is pinned since then stays
        const auto since = m_document->comparison().pinned();
        m_document->undoStack()->undo();
        settle();
        QVERIFY(m_document->comparison().pinned() == since);
        m_document->undoStack()->redo();
        settle();
        QVERIFY(m_document->comparison().pinned() == since);
    }

    /// With an output layer the token in focus tells, and no head or key.
    void whatIsPointedAtStartsNoMap()
    {
        openCheckpointNamed(u"gpt2_json"_s, "one two three, the cat sat", u"one three two, the cat sat"_s);
        QVERIFY(figure());
        const QSignalSpy maps(m_panel->run(), &PatchRun::progressed);
        Selection selection = m_document->look().selection();
        selection.query = -1;
        m_document->look().setSelection(selection);
        settle();
        const auto before = maps.count();
        selection.key = 1;
        selection.layer = 1;
        selection.head = 2;
        selection.heads = {2};
        m_document->look().setSelection(selection);
        settle();
        QCOMPARE(maps.count(), before);
        selection.query = 1;
        m_document->look().setSelection(selection);
        settle();
        QVERIFY(maps.count() > before);
        QVERIFY2(figure() || m_panel->emptyMessage().contains(u"hardly differ"_s), qPrintable(m_panel->emptyMessage()));
    }

    /// A map that a file waited for is not computed again.
    void aWholeMapIsKept()
    {
        openCheckpointNamed(u"gpt2_json"_s, "one two three, the cat sat", u"one three two, the cat sat"_s);
        QComboBox *box = m_panel->kindBox();
        box->setCurrentIndex(box->findData(int(PatchKind::Value)));
        emit box->activated(box->currentIndex());
        QVERIFY(m_panel->run()->isBusy());
        QVERIFY(m_panel->figure({460, 480}, Theme::light()));
        QVERIFY(!m_panel->run()->isBusy());
        QCoreApplication::processEvents();
        QVERIFY(!m_panel->run()->isBusy());
        QVERIFY(figure());
        QVERIFY(m_panel->caption().isEmpty());
    }

    /// A click on the map of the sentence before does not patch the next one.
    void aMapOfTheSentenceBeforeIsNotClicked()
    {
        openCheckpointNamed(u"gpt2_json"_s, "one two three, the cat sat", u"one three two, the cat sat"_s);
        const QPoint cell = figure()->cellRect(1, 2).center().toPoint();
        m_document->sentences().setSource(u"one three two, the sat cat"_s);
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {}, cell);
        QVERIFY(interventions().isEmpty());
        settle();
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {}, cell);
        QCOMPARE(interventions().patches.size(), std::size_t(1));
    }

    /// A model with several attentions: whose heads they are is said.
    void titlesSayWhoseHeadsTheyAre()
    {
        m_document->load(readExample("source-and-target"), {});
        m_document->waitForResult();
        m_document->comparison().pin();
        Interventions off;
        off.heads[{Attention::Cross, 0, 0}] = Replacement::Zero;
        m_document->matrices().setInterventions(off, u"off"_s);
        m_document->waitForResult();
        QStringList titles;
        for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross}) {
            ShownState state = m_document->shown().as(Compared::Now).tokens;
            state.selection.attention = attention;
            titles << patchData(state, *patchAnswer(state, PatchKind::HeadOutput, {}), {}).title;
        }
        QCOMPARE(titles.removeDuplicates(), 0);
        QVERIFY2(titles.back().contains(u"cross-attention"_s), qPrintable(titles.back()));
    }

    void aCellIsDragged()
    {
        openCheckpointNamed(u"gpt2_json"_s, "one two three, the cat sat", u"one three two, the cat sat"_s);
        m_panel->modeSwitch()->button(1)->click();
        settle();
        PatchGrids *grids = m_panel->grids();
        QTRY_VERIFY(grids->isVisible() && grids->figure());
        QVERIFY(!m_panel->view()->isVisible());
        QTRY_VERIFY(!grids->isBusy());
        QWidget *canvas = grids->view()->canvas();
        const auto centre = [&](bool isNow, int token, int place) {
            return grids->figure()->cellRect({isNow, {token, place}}).center().toPoint();
        };
        grids->resize(grids->width(), 3000); // so that both are in view
        QCoreApplication::processEvents();
        const std::vector<float> row = [&] {
            const auto &pinned = *m_document->comparison().pinned()->result.trace;
            const auto numbers = pinned.decoderFeedForward[0]->stream.row(2);
            return std::vector<float>(numbers.begin(), numbers.end());
        }();
        QTest::mousePress(canvas, Qt::LeftButton, {}, centre(false, 2, 1));
        QTest::mouseMove(canvas, centre(true, 3, 0));
        QTest::mouseMove(canvas, centre(true, 3, 1));
        const int tokens = int(grids->figure()->data(true).tokens.size());
        QCOMPARE(int(grids->reached().size()), 1 + tokens - 3); // itself, and above it no earlier token
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, centre(true, 3, 1));
        const PatchPlace place{PatchKind::Stream, Attention::Decoder, 1};
        QCOMPARE(patchOf(interventions(), place).size(), std::size_t(1));
        QVERIFY(patchOf(interventions(), place).at(3).numbers == row);
        settle();
        QTRY_VERIFY(!grids->isBusy());
        // A file has what is seen; presented there is the map alone.
        const auto file = m_panel->figure({460, 480}, Theme::light());
        QVERIFY(dynamic_cast<const PatchGridsFigure *>(file.get()));
        QCOMPARE(m_panel->seenView(), grids->view());
        m_panel->setBare(true, m_panel->view());
        settle();
        m_document->comparison().choose(Compared::Difference); // shows all anew
        settle();
        QVERIFY(m_panel->view()->isVisible() && figure());
        QCOMPARE(m_panel->seenView(), m_panel->view());
        m_panel->setBare(false);
        m_document->comparison().choose(Compared::Now);
        settle();
        QTRY_VERIFY(grids->isVisible() && !grids->isBusy());
        QVERIFY(!m_panel->view()->isVisible());
        grids->resize(grids->width(), 3000);
        QCoreApplication::processEvents();
        QTest::mouseClick(canvas, Qt::LeftButton, {}, centre(true, 3, 1)); // takes it out
        QVERIFY(interventions().isEmpty());
        // By keys: the first pinned cell, two to the right, put where the mark leads.
        settle();
        QTest::keyClick(canvas, Qt::Key_Escape);
        for (const int key : {Qt::Key_Down, Qt::Key_Right, Qt::Key_Down, Qt::Key_Space, Qt::Key_Down, Qt::Key_Return})
            QTest::keyClick(canvas, Qt::Key(key));
        QCOMPARE(patchOf(interventions(), place).begin()->first, 2);
        settle();
        QTest::keyClick(canvas, Qt::Key_Delete);
        QVERIFY(interventions().isEmpty());
    }

    /// Without an output layer the link tells that the strip explains: the one in focus, else the strongest.
    void aLinkTells()
    {
        Project project = readExample("it");
        m_document->load(project, {});
        m_document->waitForResult();
        m_document->comparison().pin();
        m_document->sentences().setSource(QString::fromStdString(project.source).replace(u"cat"_s, u"dog"_s));
        show();
        Selection selection = m_document->look().selection();
        selection.query = selection.key = -1;
        m_document->look().setSelection(selection);
        settle();
        const QString said = m_panel->emptyMessage() + m_panel->caption();
        QVERIFY2(said.contains(u"it → "_s), qPrintable(said));
        QVERIFY(!m_panel->words()->isVisible());
    }
};

REGARD_TEST(TestPatchPanel)
#include "test_patch_panel.moc"
