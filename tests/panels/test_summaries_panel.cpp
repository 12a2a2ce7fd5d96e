#include <cmath>

#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include "child.h"
#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "engine/analysis/summaries.h"
#include "test_class.h"
#include "views/summaries/panel/summaries_panel.h"
#include "views/summaries/panel/summary_row.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// A block whose heads look ever further: head i gives each query's weight to i + 1 keys alike.
SharedBlock widening(int heads, int tokens)
{
    auto block = std::make_shared<BlockTrace>();
    for (int head = 0; head < heads; ++head) {
        HeadTrace trace;
        trace.weights = Matrix::Zero(tokens, tokens);
        trace.weights.leftCols(head + 1).setConstant(1.0F / float(head + 1));
        block->heads.push_back(trace);
    }
    return block;
}

} // namespace

class TestSummariesPanel : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        Project project = defaultProject();
        project.source = "a b c";
        m_document->load(project, {});
        ModelConfig config = m_document->matrices().model()->config;
        config.encoderLayers = 3;
        m_document->matrices().setConfig(config, u"layers"_s);
        m_document->waitForResult();
        m_panel = std::make_unique<SummariesPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(250, 400);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void cleanup()
    {
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void rowsShowAndHideTheirMatrix_data()
    {
        QTest::addColumn<int>("summary");
        QTest::newRow("mean") << int(Summary::Mean);
        QTest::newRow("maximum") << int(Summary::Maximum);
        QTest::newRow("rollout") << int(Summary::Rollout);
    }
    void rowsShowAndHideTheirMatrix()
    {
        QFETCH(int, summary);
        SummaryRow *row = m_panel->row(Summary(summary));
        QVERIFY(!row->isChecked());
        QTest::mouseClick(row, Qt::LeftButton);
        QCOMPARE(m_document->look().selection().summary, Summary(summary));
        QVERIFY(row->isChecked());
        for (const Summary other : {Summary::Mean, Summary::Maximum, Summary::Rollout})
            QCOMPARE(m_panel->row(other)->isChecked(), other == Summary(summary));
        row->setFocus();
        QTest::keyClick(row, Qt::Key_Space);
        QCOMPARE(m_document->look().selection().summary, Summary::None);
        QVERIFY(!row->isChecked());
    }

    void rolloutNamesItsLayersAndNeedsSelfAttention()
    {
        SummaryRow *rollout = m_panel->row(Summary::Rollout);
        QCOMPARE(rollout->text(), u"Rollout, layer 1"_s);
        select(Attention::Encoder, 2, 0);
        QCOMPARE(rollout->text(), u"Rollout, layers 1–3"_s);
        addDecoder();
        select(Attention::Cross, 0, 0);
        QVERIFY(!rollout->isEnabled());
        QVERIFY(rollout->toolTip().contains(u"self-attention"_s));
        select(Attention::Decoder, 0, 0);
        QVERIFY(rollout->isEnabled());
    }

    void entropyListsEveryHead()
    {
        m_document->sentences().setSource(u"a b c d"_s);
        // Layer 3 asks nothing: it looks at all four words alike.
        m_document->matrices().editBlock("encoder.2.self.w_q", 0, 0, Matrix::Zero(16, 16), u"zeros"_s);
        m_document->waitForResult();
        QTest::mouseClick(child<SummaryRow>(m_panel, "entropyRow"), Qt::LeftButton);
        QCOMPARE(m_panel->page(), SummariesPanel::Page::Entropy);
        QCOMPARE(m_panel->caption(), u"6 heads"_s);
        const double full = list()->barRect(4).width();
        QVERIFY(std::abs(full - list()->barRect(5).width()) < 1e-6);
        for (const int other : {0, 1, 2, 3})
            QVERIFY(list()->barRect(other).width() < full);
        m_panel->order()->setCurrentIndex(int(EntropyOrder::HighestFirst));
        for (int i = 1; i < 6; ++i)
            QVERIFY(list()->barRect(i).width() <= list()->barRect(i - 1).width());
        QVERIFY(std::abs(list()->barRect(0).width() - full) < 1e-6);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, list()->rowRect(0).center().toPoint());
        QCOMPARE(m_document->look().selection().layer, 2);
        m_panel->order()->setCurrentIndex(int(EntropyOrder::LowestFirst));
        for (int i = 1; i < 6; ++i)
            QVERIFY(list()->barRect(i).width() >= list()->barRect(i - 1).width());
        QTest::mouseMove(canvas(), {20, 8});
        QTRY_COMPARE(QToolTip::text(), child<SummaryRow>(m_panel, "entropyRow")->toolTip());
    }

    void keysWalkTheList()
    {
        QTest::mouseClick(child<SummaryRow>(m_panel, "entropyRow"), Qt::LeftButton);
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_End);
        QTest::keyClick(canvas(), Qt::Key_Up);
        QCOMPARE(m_document->look().selection().layer, 0); // only Enter chooses
        QTest::keyClick(canvas(), Qt::Key_Return);
        QCOMPARE(m_document->look().selection().layer, 2);
        QCOMPARE(m_document->look().selection().head, 0);
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QCOMPARE(m_panel->page(), SummariesPanel::Page::List);
    }

    void aHeadThatIsChosenReplacesTheSummary()
    {
        QTest::mouseClick(m_panel->row(Summary::Mean), Qt::LeftButton);
        QTest::mouseClick(child<SummaryRow>(m_panel, "entropyRow"), Qt::LeftButton);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, list()->rowRect(1).center().toPoint());
        QCOMPARE(m_document->look().selection().summary, Summary::None);
        QCOMPARE(m_document->look().selection().head, 1);
        QCOMPARE(m_document->look().selection().heads, std::vector<int>{1});
    }

    void aHeadChosenElsewhereTakesTheKeyboardAlong()
    {
        QTest::mouseClick(child<SummaryRow>(m_panel, "entropyRow"), Qt::LeftButton);
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_End);
        Selection selection = m_document->look().selection();
        selection.head = 1;
        m_document->look().setSelection(selection);
        QTest::keyClick(canvas(), Qt::Key_Up); // from layer 1, head 2
        QTest::keyClick(canvas(), Qt::Key_Return);
        QCOMPARE(m_document->look().selection().layer, 0);
        QCOMPARE(m_document->look().selection().head, 0);
    }

    void similarityChoosesOneHeadThenBoth()
    {
        Selection selection = m_document->look().selection();
        selection.heads = {0};
        m_document->look().setSelection(selection);
        QTest::mouseClick(child<SummaryRow>(m_panel, "similarityRow"), Qt::LeftButton);
        QCOMPARE(m_panel->caption(), u"2 heads"_s);
        const QPoint cell = matrix()->cellRect(1, 0).center().toPoint();
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, cell);
        QCOMPARE(m_document->look().selection().head, 1);
        QCOMPARE(m_document->look().selection().heads, std::vector<int>{1});
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, cell);
        QCOMPARE(m_document->look().selection().heads, (std::vector<int>{0, 1}));
        m_panel->allLayers()->setChecked(true);
        QCOMPARE(m_panel->caption(), u"6 heads"_s);
        QTest::mouseClick(canvas(), Qt::LeftButton, Qt::ControlModifier, matrix()->cellRect(0, 5).center().toPoint());
        QCOMPARE(m_document->look().selection().layer, 2); // of another layer: in the first one's place
        QCOMPARE(m_document->look().selection().head, 1);
    }

    void fitsANarrowDock()
    {
        QTRY_VERIFY(m_panel->minimumSizeHint().width() <= 230);
        QTest::mouseClick(child<SummaryRow>(m_panel, "similarityRow"), Qt::LeftButton);
        QTRY_VERIFY(m_panel->minimumSizeHint().width() <= 230);
        QTest::mouseClick(m_panel->backButton(), Qt::LeftButton);
        QTest::mouseClick(child<SummaryRow>(m_panel, "entropyRow"), Qt::LeftButton);
        QTRY_VERIFY(m_panel->minimumSizeHint().width() <= 230);
    }

    void theBackButtonAndTheFigure()
    {
        QVERIFY(!m_panel->figure({250, 300}, Theme::light()));
        QTest::mouseClick(child<SummaryRow>(m_panel, "similarityRow"), Qt::LeftButton);
        QVERIFY(m_panel->figure({250, 300}, Theme::light()));
        QTest::mouseClick(m_panel->backButton(), Qt::LeftButton);
        QCOMPARE(m_panel->page(), SummariesPanel::Page::List);
        QVERIFY(child<SummaryRow>(m_panel, "entropyRow")->isVisible());
    }

    void otherAttentionsHaveTheirOwnNumbers()
    {
        addDecoder();
        select(Attention::Cross, 0, 0);
        QCOMPARE(m_panel->caption(), u"cross layer 1"_s);
        QTest::mouseClick(child<SummaryRow>(m_panel, "entropyRow"), Qt::LeftButton);
        QCOMPARE(m_panel->caption(), u"2 heads"_s);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, list()->rowRect(1).center().toPoint());
        QCOMPARE(m_document->look().selection().attention, Attention::Cross);
        QCOMPARE(m_document->look().selection().head, 1);
        select(Attention::Encoder, 0, 0);
        QCOMPARE(m_panel->caption(), u"6 heads"_s);
    }

    void orders()
    {
        const double nan = std::nan("");
        const std::vector<double> numbers{0.5, nan, 2, 0.5, 1};
        QCOMPARE(entropyOrder(numbers, EntropyOrder::ByHead), (std::vector<int>{0, 1, 2, 3, 4}));
        QCOMPARE(entropyOrder(numbers, EntropyOrder::LowestFirst), (std::vector<int>{0, 3, 4, 2, 1}));
        QCOMPARE(entropyOrder(numbers, EntropyOrder::HighestFirst), (std::vector<int>{2, 4, 0, 3, 1}));
    }

    void measures_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::newRow("at once") << 12;
        QTest::newRow("in the background") << 230;
    }
    void measures()
    {
        QFETCH(int, tokens);
        HeadMeasures measures(nullptr);
        QSignalSpy progressed(&measures, &HeadMeasures::progressed);
        const std::vector<SharedBlock> blocks{widening(4, tokens), widening(2, tokens)};
        const auto entropies = [&] { return measures.entropies(blocks); };
        QCOMPARE(int(entropies().size()), 6);
        QCOMPARE(std::isnan(entropies().front()), tokens == 230);
        QCOMPARE(measures.isBusy(), tokens == 230);
        QTRY_VERIFY(!measures.isBusy());
        const double expected[] = {0, std::log(2), std::log(3), std::log(4), 0, std::log(2)};
        for (std::size_t i = 0; i < 6; ++i)
            QVERIFY(std::abs(entropies()[i] - expected[i]) < 1e-5); // float32 weights
        measures.distances(blocks);
        QTRY_VERIFY(!measures.isBusy());
        const Matrix distances = measures.distances(blocks); // 6 × 6
        QCOMPARE(distances.rows(), Eigen::Index(6));
        QVERIFY(distances.isApprox(distances.transpose()));
        QCOMPARE(distances(0, 4), 0.0F); // the same head in both blocks
        QCOMPARE(distances(1, 5), 0.0F);
        std::vector<const Matrix *> all;
        for (const SharedBlock &block : blocks)
            for (const HeadTrace &head : block->heads)
                all.push_back(&head.weights);
        QVERIFY(distances.isApprox(headDistances(all)));
        QVERIFY(tokens == 12 || progressed.count() >= 2);
    }

    void whatTheTraceKeepsIsKept()
    {
        HeadMeasures measures(nullptr);
        const std::vector<SharedBlock> blocks{widening(4, 230), widening(4, 230)};
        measures.entropies(blocks);
        QTRY_VERIFY(!measures.isBusy());
        Trace trace;
        trace.blocks = {blocks[0]};
        measures.keepOnly(trace);
        const std::vector<double> entropies = measures.entropies(blocks);
        QVERIFY(!std::isnan(entropies[3]));
        QVERIFY(std::isnan(entropies[4])); // computed again
    }

private:
    void select(Attention attention, int layer, int head) const
    {
        Selection selection = m_document->look().selection();
        selection.attention = attention;
        selection.layer = layer;
        selection.head = head;
        m_document->look().setSelection(selection);
    }
    void addDecoder() const
    {
        ModelConfig config = m_document->matrices().model()->config;
        config.architecture = Architecture::EncoderDecoder;
        config.decoderLayers = 1;
        m_document->matrices().setConfig(config, u"architecture"_s);
        m_document->sentences().setTarget(u"<s> x"_s);
        m_document->waitForResult();
    }
    const BarListFigure *list() const { return dynamic_cast<const BarListFigure *>(m_panel->view()->figure()); }
    const HeatmapFigure *matrix() const { return dynamic_cast<const HeatmapFigure *>(m_panel->view()->figure()); }
    QWidget *canvas() const { return m_panel->view()->canvas(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<SummariesPanel> m_panel;
};

REGARD_TEST(TestSummariesPanel)
#include "test_summaries_panel.moc"
