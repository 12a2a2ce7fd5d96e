#include <cmath>

#include <QAction>
#include <QMenu>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

#include "child.h"
#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "engine/analysis/summaries.h"
#include "engine/pass/forward.h"
#include "test_class.h"
#include "views/base/value_text.h"
#include "views/heads/panel/heads_panel.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/links/panel/link_panel.h"
#include "views/sentence/panel/sentence_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// NaN where either is NaN: the same numbers.
bool same(const Matrix &a, const Matrix &b)
{
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return false;
    for (Eigen::Index i = 0; i < a.size(); ++i)
        if (!(a.data()[i] == b.data()[i] || (std::isnan(a.data()[i]) && std::isnan(b.data()[i]))))
            return false;
    return true;
}

/// now − before for words that stand in the same places, NaN where a row or column is new.
Matrix minus(const Matrix &now, const Matrix &before, const std::vector<int> &isNew = {})
{
    Matrix difference = now - before;
    for (const int token : isNew) {
        difference.row(token).setConstant(std::numeric_limits<float>::quiet_NaN());
        difference.col(token).setConstant(std::numeric_limits<float>::quiet_NaN());
    }
    return difference;
}

constexpr int changed = 3; // "big" → "small"

} // namespace

/// The four panels while something is pinned: their data against the engine's numbers, and what they say.
class TestComparison : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        Project project = defaultProject();
        project.source = "it was too big .";
        m_document->load(project, {});
        setConfig([](ModelConfig &config) { config.encoderLayers = 2; });
        m_window = std::make_unique<QWidget>();
        m_window->resize(1000, 800);
        const auto add = [this](auto *panel, QRect place) {
            panel->setGeometry(place);
            return panel;
        };
        m_links = add(new LinksPanel(m_document.get(), m_theme.get(), m_window.get()), {0, 0, 500, 400});
        m_heatmap = add(new HeatmapPanel(m_document.get(), m_theme.get(), m_window.get()), {500, 0, 500, 400});
        m_heads = add(new HeadsPanel(m_document.get(), m_theme.get(), m_window.get()), {0, 400, 500, 400});
        m_sentence = add(new SentencePanel(m_document.get(), m_theme.get(), m_window.get()), {500, 400, 500, 400});
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup()
    {
        m_window.reset();
        m_theme.reset();
        m_document.reset();
    }

    void nothingIsPinned()
    {
        QVERIFY(!m_links->linkData().isDifference);
        QVERIFY(!m_heatmap->heatmapData().isDifference);
        QVERIFY(!m_heads->headsData().isDifference);
        QVERIFY(!m_sentence->sentenceData().isDifference);
        QVERIFY(m_heads->headsData().shareLabel.isEmpty());
        QVERIFY(!child<QAction>(m_heads, "sortHeads")->isVisible());
    }

    /// Each panel in the three modes: an edit alone, and a minimal pair.
    void theThreeStates_data()
    {
        QTest::addColumn<bool>("otherSentence");
        QTest::newRow("an edit") << false;
        QTest::newRow("an edit and a minimal pair") << true;
    }

    void theThreeStates()
    {
        QFETCH(bool, otherSentence);
        setHeads({0, 1}, 1);
        const SharedTrace before = m_document->result().trace;
        m_document->comparison().pin();
        edit();
        if (otherSentence)
            setSource(u"it was too small ."_s);
        const SharedTrace now = m_document->result().trace;
        const std::vector<int> isNew = otherSentence ? std::vector<int>{changed} : std::vector<int>{};
        const auto weights = [](const SharedTrace &trace, int head) -> const Matrix & {
            return trace->blocks[0]->heads[std::size_t(head)].weights;
        };

        for (const auto &[mode, trace] : {std::pair(Compared::Now, now), std::pair(Compared::Pinned, before)}) {
            m_document->comparison().choose(mode);
            for (int head = 0; head < 2; ++head) {
                QCOMPARE(m_links->linkData().heads[std::size_t(head)].weights.get(), &weights(trace, head));
                QCOMPARE(m_sentence->sentenceData().heads[std::size_t(head)].weights.get(), &weights(trace, head));
            }
            QCOMPARE(m_heatmap->heatmapData().values.get(), &weights(trace, 1));
            QCOMPARE(m_heads->headsData().sections[0].layers[0].get(), trace->blocks[0].get());
            const QString word = mode == Compared::Now && otherSentence ? u"small"_s : u"big"_s;
            QCOMPARE(m_links->linkData().queries[changed], word);
            QCOMPARE(m_heatmap->heatmapData().keys[changed], word);
            QCOMPARE(m_sentence->sentenceData().tokens[changed], word);
            QVERIFY(!m_links->linkData().isDifference);
        }

        m_document->comparison().choose(Compared::Difference);
        const LinkData links = m_links->linkData();
        const HeatmapData heatmap = m_heatmap->heatmapData();
        const HeadsData heads = m_heads->headsData();
        const SentenceData sentence = m_sentence->sentenceData();
        QVERIFY(links.isDifference && heatmap.isDifference && heads.isDifference && sentence.isDifference);
        for (int head = 0; head < 2; ++head) {
            const Matrix expected = minus(weights(now, head), weights(before, head), isNew);
            QVERIFY(same(*links.heads[std::size_t(head)].weights, expected));
            QVERIFY(same(*sentence.heads[std::size_t(head)].weights, expected));
            QVERIFY(same(heads.sections[0].layers[0]->heads[std::size_t(head)].weights, expected));
        }
        QVERIFY(same(*heatmap.values, minus(weights(now, 1), weights(before, 1), isNew)));
        const std::vector<bool> marks{false, false, false, otherSentence, false};
        QCOMPARE(links.newQueries, marks);
        QCOMPARE(links.newKeys, marks);
        QCOMPARE(heatmap.newQueries, marks);
        QCOMPARE(heatmap.newKeys, marks);
        QCOMPARE(sentence.newTokens, marks);
        // The same matrix again: pointing at a cell must not make the picture anew.
        QCOMPARE(m_heatmap->heatmapData(), heatmap);
    }

    void captionsAndTitlesSayWhatIsShown()
    {
        m_document->comparison().pin();
        edit();
        QCOMPARE(m_heads->caption(), u"2 layers × 2 heads"_s);
        QCOMPARE(m_sentence->caption(), QString());
        m_document->comparison().choose(Compared::Pinned);
        QVERIFY2(m_links->caption().startsWith(u"layer 1 · all 2 heads · pinned · random"_s),
                 qPrintable(m_links->caption()));
        QVERIFY2(m_heatmap->caption().contains(u" · pinned · random"_s), qPrintable(m_heatmap->caption()));
        QCOMPARE(m_heads->caption(), u"2 layers × 2 heads · pinned"_s);
        QCOMPARE(m_sentence->caption(), u"pinned"_s);
        QCOMPARE(m_links->linkData().title, u"layer 1 · all 2 heads · pinned"_s);
        QCOMPARE(m_heatmap->heatmapData().title, u"layer 1 · head 1 · pinned"_s);
        QVERIFY(m_sentence->sentenceData().title.startsWith(u"layer 1 · all 2 heads · pinned · "_s));
        m_document->comparison().choose(Compared::Difference);
        QVERIFY2(m_links->caption().startsWith(u"layer 1 · all 2 heads · now − pinned · random"_s),
                 qPrintable(m_links->caption()));
        QCOMPARE(m_links->linkData().title, u"layer 1 · all 2 heads · now − pinned"_s);
        QCOMPARE(m_heatmap->heatmapData().title, u"layer 1 · head 1 · now − pinned"_s);
        QVERIFY(m_sentence->sentenceData().title.startsWith(u"layer 1 · all 2 heads · now − pinned · "_s));
        m_document->comparison().unpin();
        QCOMPARE(m_sentence->caption(), QString());
        QCOMPARE(m_links->linkData().title, u"layer 1 · all 2 heads"_s);
    }

    void stages_data()
    {
        QTest::addColumn<int>("stage");
        QTest::newRow("scores") << int(Stage::Scores);
        QTest::newRow("scaled") << int(Stage::Scaled);
        QTest::newRow("masked") << int(Stage::Masked);
    }

    void stages()
    {
        QFETCH(int, stage);
        m_document->comparison().pin();
        const Result before = m_document->result();
        edit();
        const Result now = m_document->result();
        Selection selection = m_document->look().selection();
        selection.stage = Stage(stage);
        m_document->look().setSelection(selection);
        m_document->comparison().choose(Compared::Difference);
        const auto matrix = [&](const Result &result) {
            const HeadScores scores = headScores(*result.model, *result.trace, 0, 0);
            return Stage(stage) == Stage::Scores   ? scores.scores
                   : Stage(stage) == Stage::Scaled ? scores.scaled
                                                   : scores.masked;
        };
        QVERIFY(same(*m_heatmap->heatmapData().values, minus(matrix(now), matrix(before))));
        QVERIFY(m_heatmap->heatmapData().isDifference);
        QCOMPARE(m_heatmap->heatmapData(), m_heatmap->heatmapData());
        m_document->comparison().choose(Compared::Pinned);
        QVERIFY(same(*m_heatmap->heatmapData().values, matrix(before)));
    }

    /// A key that is masked now and was not before: what it lost is seen, not hatched away.
    void aMaskThatChanged()
    {
        m_document->comparison().pin();
        const SharedTrace before = m_document->result().trace;
        m_document->sentences().setMasked(Side::Source, 1, true);
        m_document->waitForResult();
        m_document->comparison().choose(Compared::Difference);
        HeatmapData heatmap = m_heatmap->heatmapData();
        QVERIFY(heatmap.maskedKeys.empty());
        QCOMPARE((*heatmap.values)(0, 1), -before->blocks[0]->heads[0].weights(0, 1));
        // Masked in both it is.
        m_document->comparison().pin();
        edit();
        heatmap = m_heatmap->heatmapData();
        QCOMPARE(heatmap.maskedKeys, std::vector<int>{1});
        Selection selection = m_document->look().selection();
        selection.stage = Stage::Masked;
        m_document->look().setSelection(selection);
        QVERIFY(std::isinf((*m_heatmap->heatmapData().values)(0, 1)));
        // Masked before and not now: there is no difference to name.
        m_document->sentences().setMasked(Side::Source, 1, false);
        m_document->waitForResult();
        QVERIFY(std::isnan((*m_heatmap->heatmapData().values)(0, 1)));
        QVERIFY(std::isfinite((*m_heatmap->heatmapData().values)(0, 0)));
    }

    void summaries_data()
    {
        QTest::addColumn<int>("summary");
        QTest::newRow("mean") << int(Summary::Mean);
        QTest::newRow("maximum") << int(Summary::Maximum);
        QTest::newRow("rollout") << int(Summary::Rollout);
    }

    void summaries()
    {
        QFETCH(int, summary);
        m_document->comparison().pin();
        const SharedTrace before = m_document->result().trace;
        edit();
        const SharedTrace now = m_document->result().trace;
        Selection selection = m_document->look().selection();
        selection.summary = Summary(summary);
        selection.layer = 1;
        m_document->look().setSelection(selection);
        const auto matrix = [&](const Trace &trace) {
            return Summary(summary) == Summary::Mean      ? meanOverHeads(*trace.blocks[1])
                   : Summary(summary) == Summary::Maximum ? maximumOverHeads(*trace.blocks[1])
                                                          : attentionRollout(trace, Attention::Encoder, 1);
        };
        m_document->comparison().choose(Compared::Difference);
        const Matrix expected = minus(matrix(*now), matrix(*before));
        QVERIFY((expected.array() != 0).any());
        QVERIFY(same(*m_links->linkData().heads.at(0).weights, expected));
        QVERIFY(same(*m_heatmap->heatmapData().values, expected));
        QVERIFY(same(*m_sentence->sentenceData().heads.at(0).weights, expected));
        m_document->comparison().choose(Compared::Pinned);
        QVERIFY(same(*m_links->linkData().heads.at(0).weights, matrix(*before)));
        m_document->comparison().choose(Compared::Now);
        QVERIFY(same(*m_links->linkData().heads.at(0).weights, matrix(*now)));
    }

    void aNewHeadSaysSo()
    {
        m_document->comparison().pin();
        setConfig([](ModelConfig &config) { config.heads = 3; });
        setHeads({0, 2}, 2);
        const QString sentence = u"Head 3 of layer 1 is new: the pinned state has 2 heads."_s;
        for (const Compared mode : {Compared::Pinned, Compared::Difference}) {
            m_document->comparison().choose(mode);
            // The head in view alone:
            QVERIFY(!m_heatmap->figure({300, 300}, Theme::light()));
            QCOMPARE(m_heatmap->plot()->accessibleDescription(), sentence);
            // The links have another one left.
            QVERIFY(m_links->figure({300, 300}, Theme::light()));
            QCOMPARE(m_links->linkData().heads.size(), std::size_t(1));
            QVERIFY2(m_links->caption().contains(u"head 3 is new"_s), qPrintable(m_links->caption()));
            QVERIFY(!m_links->linkData().title.contains(u'3'));
            setHeads({2}, 2);
            QVERIFY(!m_links->figure({300, 300}, Theme::light()));
            QVERIFY(!m_sentence->figure({300, 300}, Theme::light()));
            QVERIFY(m_heads->figure({300, 300}, Theme::light()));
            setHeads({0, 2}, 2);
        }
        QVERIFY(m_heads->headsData().note({Attention::Encoder, 0, 2}).isNew);
        QVERIFY(!m_heads->headsData().note({Attention::Encoder, 0, 1}).isNew);
        QCOMPARE(m_heads->headsData().note({Attention::Encoder, 0, 2}).share, -1.0);
        QVERIFY(m_heads->headsData().sections[0].layers[0]->heads[2].weights.array().isNaN().all());
        // The map of the pinned state marks no head for one that it lacks.
        m_document->comparison().choose(Compared::Pinned);
        QCOMPARE(m_heads->headsData().sections[0].layers[0]->heads.size(), std::size_t(2));
        QCOMPARE(m_heads->headsData().marks.selected, (HeadPlace{Attention::Encoder, 0, 2}));
        QTest::keyClick(m_heads->view()->canvas(), Qt::Key_Right);
        m_document->comparison().choose(Compared::Now);
        QVERIFY(m_heatmap->figure({300, 300}, Theme::light()));
    }

    void aNewLayerSaysSo()
    {
        m_document->comparison().pin();
        setConfig([](ModelConfig &config) { config.encoderLayers = 3; });
        Selection selection = m_document->look().selection();
        selection.layer = 2;
        m_document->look().setSelection(selection);
        m_document->comparison().choose(Compared::Difference);
        QCOMPARE(m_heatmap->plot()->accessibleDescription(), u"Layer 3 is new: the pinned state has 2 layers."_s);
        selection.summary = Summary::Mean;
        m_document->look().setSelection(selection);
        QVERIFY(!m_links->figure({300, 300}, Theme::light()));
        m_document->comparison().choose(Compared::Pinned);
        QTest::keyClick(m_heads->view()->canvas(), Qt::Key_Down);
        QVERIFY(!m_links->figure({300, 300}, Theme::light()));
    }

    void tipsNameBothNumbers()
    {
        m_document->comparison().pin();
        const Matrix before = m_document->result().trace->blocks[0]->heads[0].weights;
        edit();
        const Matrix now = m_document->result().trace->blocks[0]->heads[0].weights;
        setHeads({0}, 0);
        m_document->comparison().choose(Compared::Difference);
        const float difference = now(0, 2) - before(0, 2);
        const QString text =
            u"%1 pinned, %2 now, %3%4"_s.arg(valueText(before(0, 2)), valueText(now(0, 2)),
                                             difference < 0 ? u"−"_s : u"+"_s, valueText(std::abs(difference)));
        QVERIFY(difference != 0);
        Selection selection = m_document->look().selection();
        selection.query = 0;
        selection.key = 2;
        m_document->look().setSelection(selection);
        QCOMPARE(m_links->view()->canvas()->accessibleDescription(), u"it → too: %1, head 1"_s.arg(text));
        QVERIFY2(m_heatmap->plot()->accessibleDescription().contains(u"it → too, weight "_s + text),
                 qPrintable(m_heatmap->plot()->accessibleDescription()));
        // The map names the movement of the head.
        const double moved = 0.5 * (now - before).cast<double>().cwiseAbs().rowwise().sum().mean();
        const QString percent = QString::number(100 * moved, 'f', 100 * moved < 9.95 ? 1 : 0);
        QVERIFY2(m_heads->view()->canvas()->accessibleDescription().contains(u"moved %1 %"_s.arg(percent)),
                 qPrintable(m_heads->view()->canvas()->accessibleDescription()));
    }

    void newWordsAreNotCompared()
    {
        m_document->comparison().pin();
        setSource(u"it was too small ."_s);
        m_document->comparison().choose(Compared::Difference);
        Selection selection = m_document->look().selection();
        selection.query = changed;
        selection.key = 0;
        m_document->look().setSelection(selection);
        const QString description = m_heatmap->plot()->accessibleDescription();
        QVERIFY2(description.contains(u"now, new"_s) && !description.contains(u"nan"_s), qPrintable(description));
        // Pointing at the word itself.
        setHeads({0}, 0);
        hover(m_links->view()->canvas(), queryAt(changed));
        QTRY_VERIFY(QToolTip::text().contains(u"“small” is new"_s));
    }

    /// A word that only the pinned sentence has can be pointed at and pinned there.
    void aWordThatIsGone()
    {
        m_document->comparison().pin();
        setSource(u"it was too small ."_s);
        m_document->comparison().choose(Compared::Pinned);
        hover(m_links->view()->canvas(), queryAt(changed));
        QCOMPARE(m_document->shown().attention.asked.query, changed);
        QCOMPARE(m_document->look().selection().query, -1);
        QCOMPARE(m_links->linkData().query, changed);
        QCOMPARE(m_heatmap->heatmapData().query, changed);
        QVERIFY(m_sentence->sentenceData().title.contains(u"“big” looks at"_s));
        QTest::mouseClick(m_links->view()->canvas(), Qt::LeftButton, {}, queryAt(changed).toPoint());
        QCOMPARE(m_document->shown().attention.asked.pinnedQueries, std::vector<int>{changed});
        // It cannot be masked in a sentence that does not have it.
        QTest::keyClick(m_links->view()->canvas(), Qt::Key_M);
        QVERIFY(m_document->sentences().masked(Side::Source).empty());
        // A word of both sentences is the same in both.
        hover(m_links->view()->canvas(), queryAt(4));
        QCOMPARE(m_document->look().selection().query, 4);
        m_document->comparison().choose(Compared::Now);
        QCOMPARE(m_links->linkData().query, 4);
    }

    /// What only the pinned sentence has is named with what it had.
    void goneWordsAreNamed()
    {
        m_document->comparison().pin();
        const HeadTraces before = m_document->result().trace->blocks[0]->heads;
        setHeads({0, 1}, 0);
        QVERIFY(m_links->linkData().gone.empty());
        setSource(u"it was too small ."_s);
        QVERIFY(m_links->linkData().gone.empty()); // of the present state nothing is gone
        m_document->comparison().choose(Compared::Difference);
        QCOMPARE(m_heatmap->heatmapData().gone, QStringList{u"big"_s});
        const auto gone = [this] { return m_links->linkData().gone; };
        QCOMPARE(gone().size(), std::size_t(1));
        QCOMPARE(gone()[0].token, u"big"_s);
        QCOMPARE(gone()[0].lost, 0.0); // no query in focus
        Selection selection = m_document->look().selection();
        selection.query = 2;
        m_document->look().setSelection(selection);
        const double first = double(before[0].weights(2, changed));
        QCOMPARE(gone()[0].lost, -(first + double(before[1].weights(2, changed))) / 2);
        m_links->setSideBySide(true);
        QCOMPARE(gone()[0].lost, 0.0);
        m_links->setSideBySide(false);
        setHeads({0}, 0);
        QCOMPARE(gone()[0].lost, -first);
        selection = m_document->look().selection();
        selection.query = changed; // new itself
        m_document->look().setSelection(selection);
        QCOMPARE(gone()[0].lost, 0.0);
    }

    /// Exports have no chips and no header: their titles say what is done to the heads.
    void titlesSayWhatIsDone()
    {
        setHeads({0, 1}, 0);
        const auto set = [this](const Interventions &interventions) {
            m_document->matrices().setInterventions(interventions, u"set"_s);
            m_document->waitForResult();
        };
        const HeadRef head{Attention::Encoder, 0, 0};
        Interventions bent;
        bent.temperatures[head] = 4;
        set(bent);
        QCOMPARE(m_heatmap->heatmapData().title, u"layer 1 · head 1 · T = 4"_s);
        QCOMPARE(m_links->linkData().title, u"layer 1 · all 2 heads · head 1 T = 4"_s);
        QVERIFY2(m_heatmap->caption().contains(u"softmax(QKᵀ / √dₖ ÷ 4)"_s), qPrintable(m_heatmap->caption()));
        m_document->comparison().pin();
        m_document->comparison().choose(Compared::Difference);
        setHeads({0}, 0);
        QCOMPARE(m_links->linkData().title, u"layer 1 · head 1 · T = 4 · now − pinned"_s);
        m_document->comparison().unpin();
        Interventions uniform;
        uniform.heads[head] = Replacement::Uniform;
        set(uniform);
        QCOMPARE(m_heatmap->heatmapData().title, u"layer 1 · head 1 · uniform"_s);
        QVERIFY2(m_heatmap->caption().contains(u"head 1 · uniform attention"_s), qPrintable(m_heatmap->caption()));
        Interventions off;
        off.heads[head] = Replacement::Mean;
        off.heads[{Attention::Encoder, 0, 1}] = Replacement::Zero;
        set(off);
        setHeads({0, 1}, 0);
        QCOMPARE(m_links->linkData().title, u"layer 1 · all 2 heads · switched off"_s);
        QCOMPARE(m_heatmap->heatmapData().title, u"layer 1 · head 1 · switched off"_s);
        QVERIFY(m_heatmap->caption().contains(u"softmax(QKᵀ / √dₖ)"_s));
        set({});
        QCOMPARE(m_heatmap->heatmapData().title, u"layer 1 · head 1"_s);
    }

    void noTipOfAnEarlierResult()
    {
        QWidget *canvas = m_heads->view()->canvas();
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Right);
        QTRY_VERIFY(QToolTip::isVisible() && QToolTip::text().contains(u"strongest"_s));
        edit();
        QTRY_VERIFY(!QToolTip::isVisible());
    }

    void flippingShowsThePinnedState()
    {
        m_document->comparison().pin();
        const SharedTrace before = m_document->result().trace;
        edit();
        const QImage now = picture();
        m_document->comparison().setFlipped(true);
        const Matrix &weights = before->blocks[0]->heads[0].weights;
        QCOMPARE(m_heatmap->heatmapData().values.get(), &weights);
        const HeatmapFigure *cells = m_heatmap->plot()->figure();
        const QImage flipped = m_heatmap->plot()->grab().toImage();
        for (int key = 0; key < weights.cols(); ++key) {
            const QColor seen = flipped.pixelColor((cells->cellRect(1, key).topLeft() + QPointF(4, 4)).toPoint());
            const QColor expected = cells->range().color(double(weights(1, key)), m_theme->theme());
            QVERIFY2(std::abs(seen.lightness() - expected.lightness()) <= 2, qPrintable(seen.name() + expected.name()));
        }
        m_document->comparison().setFlipped(false);
        QCOMPARE(picture(), now);
    }

    void headsSortedByChange()
    {
        m_document->comparison().pin();
        m_document->matrices().editCell("encoder.1.self.w_q", 0, 8, 5); // layer 2, head 2
        m_document->waitForResult();
        const auto comparison = m_document->shown().tokens.comparison;
        HeadsData heads = m_heads->headsData();
        QVERIFY(heads.order.empty());
        QCOMPARE(heads.shareLabel, u"moved"_s);
        QCOMPARE(heads.note({Attention::Encoder, 0, 0}).share, 0.0);
        QCOMPARE(heads.note({Attention::Encoder, 1, 1}).share, *comparison->moved({Attention::Encoder, 1, 1}));
        QVERIFY(heads.note({Attention::Encoder, 1, 1}).share > 0);
        QVERIFY(child<QAction>(m_heads, "sortHeads")->isVisible());
        child<QAction>(m_heads, "sortHeads")->trigger();
        heads = m_heads->headsData();
        const std::vector<HeadPlace> expected{{Attention::Encoder, 1, 1},
                                              {Attention::Encoder, 0, 0},
                                              {Attention::Encoder, 0, 1},
                                              {Attention::Encoder, 1, 0}};
        QCOMPARE(heads.order, expected);
        m_document->comparison().unpin();
        QVERIFY(m_heads->headsData().order.empty());
        QVERIFY(!child<QAction>(m_heads, "sortHeads")->isVisible());
    }

    void importanceWhileNothingIsPinned()
    {
        m_heads->setImportance({{{Attention::Encoder, 1, 0}, 0.25}}, u"importance"_s);
        HeadsData heads = m_heads->headsData();
        QCOMPARE(heads.shareLabel, u"importance"_s);
        QCOMPARE(heads.note({Attention::Encoder, 1, 0}).share, 0.25);
        QVERIFY(heads.note({Attention::Encoder, 0, 0}).share < 0);
        m_document->comparison().pin();
        QCOMPARE(m_heads->headsData().shareLabel, u"moved"_s);
        // What was asked for last is shown, until something else is pinned; told again it is not asked for again.
        m_heads->setImportance({{{Attention::Encoder, 1, 0}, 0.5}}, u"importance, of an earlier state"_s);
        QCOMPARE(m_heads->headsData().shareLabel, u"moved"_s);
        m_heads->setImportance({}, {});
        m_heads->setImportance({{{Attention::Encoder, 1, 0}, 0.433}}, u"importance"_s);
        heads = m_heads->headsData();
        QCOMPARE(heads.shareLabel, u"importance"_s);
        QCOMPARE(heads.note({Attention::Encoder, 1, 0}).share, 0.433);
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        m_document->waitForResult();
        QCOMPARE(m_heads->headsData().shareLabel, u"importance"_s);
        m_document->comparison().pin();
        QCOMPARE(m_heads->headsData().shareLabel, u"moved"_s);
        m_document->comparison().unpin();
        m_heads->setImportance({}, {});
        QVERIFY(m_heads->headsData().shareLabel.isEmpty());
    }

    void oSwitchesAHeadOff()
    {
        setHeads({0, 1}, 1);
        QWidget *canvas = m_heads->view()->canvas();
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_O);
        m_document->waitForResult();
        const HeadRef head{Attention::Encoder, 0, 1};
        QCOMPARE(m_document->matrices().model()->interventions.heads,
                 (std::map<HeadRef, Replacement>{{head, Replacement::Zero}}));
        QCOMPARE(m_document->undoStack()->undoText(), u"switch off layer 1 head 2"_s);
        QVERIFY(m_heads->headsData().note({Attention::Encoder, 0, 1}).isOff);
        QVERIFY(!m_heads->headsData().note({Attention::Encoder, 0, 0}).isOff);
        QVERIFY(canvas->accessibleDescription().contains(u"switched off"_s));
        QTest::keyClick(canvas, Qt::Key_O);
        QCOMPARE(m_document->undoStack()->undoText(), u"switch on layer 1 head 2"_s);
        QVERIFY(m_document->matrices().model()->interventions.isEmpty());
        m_document->undoStack()->undo();
        QVERIFY(m_document->matrices().model()->interventions.heads.contains(head));
    }

    void theMenuSwitchesHeads_data()
    {
        QTest::addColumn<int>("entry");
        QTest::addColumn<int>("replacement");
        QTest::newRow("zeros") << 0 << int(Replacement::Zero);
        QTest::newRow("mean") << 1 << int(Replacement::Mean);
        QTest::newRow("uniform") << 2 << int(Replacement::Uniform);
    }

    void theMenuSwitchesHeads()
    {
        QFETCH(int, entry);
        QFETCH(int, replacement);
        QWidget *canvas = m_heads->view()->canvas();
        const auto choose = [&](int index) {
            QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(1, 1), QPoint(1, 1));
            QCoreApplication::sendEvent(canvas, &asked);
            auto *menu = m_heads->findChildren<QMenu *>().constLast(); // behind that of all heads
            QVERIFY(menu);
            QList<QAction *> actions = menu->actions();
            actions.removeIf([](const QAction *action) { return action->isSeparator(); });
            actions.at(index)->trigger();
            delete menu;
        };
        choose(entry);
        QCOMPARE(m_document->matrices().model()->interventions.heads.at({Attention::Encoder, 0, 0}),
                 Replacement(replacement));
        choose(3);
        QVERIFY(m_document->matrices().model()->interventions.isEmpty());
    }

    void sublayersAndTemperaturesAreMarked()
    {
        Interventions interventions;
        interventions.sublayers[{Stack::Encoder, 1, SublayerKind::SelfAttention}] = Replacement::Mean;
        interventions.temperatures[{Attention::Encoder, 0, 0}] = 2;
        m_document->matrices().setInterventions(interventions, u"bend"_s);
        m_document->waitForResult();
        const HeadsData heads = m_heads->headsData();
        QVERIFY(heads.note({Attention::Encoder, 0, 0}).hasTemperature && !heads.note({Attention::Encoder, 0, 0}).isOff);
        for (int head = 0; head < 2; ++head)
            QVERIFY(heads.note({Attention::Encoder, 1, head}).isOff);
        QVERIFY(!heads.note({Attention::Encoder, 0, 1}).hasTemperature);
    }

private:
    template <typename Change>
    void setConfig(Change change)
    {
        ModelConfig config = m_document->matrices().model()->config;
        change(config);
        m_document->matrices().setConfig(config, u"model"_s);
        m_document->waitForResult();
    }
    void setHeads(std::vector<int> heads, int head)
    {
        Selection selection = m_document->look().selection();
        selection.heads = std::move(heads);
        selection.head = head;
        m_document->look().setSelection(selection);
    }
    void edit()
    {
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        m_document->matrices().editCell("encoder.0.self.w_q", 1, 9, -2);
        m_document->waitForResult();
    }
    void setSource(const QString &text)
    {
        m_document->sentences().setSource(text);
        m_document->waitForResult();
    }
    QPointF queryAt(int token) const
    {
        const auto *figure = static_cast<const LinkFigure *>(m_links->view()->figure());
        return figure->tokenRect(LinkHit::Side::Query, token).center();
    }
    static void hover(QWidget *canvas, QPointF point)
    {
        QMouseEvent move(QEvent::MouseMove, point, canvas->mapToGlobal(point), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(canvas, &move);
    }
    QImage picture() const { return m_window->grab().toImage(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<QWidget> m_window;
    LinksPanel *m_links = nullptr;
    HeatmapPanel *m_heatmap = nullptr;
    HeadsPanel *m_heads = nullptr;
    SentencePanel *m_sentence = nullptr;
};

REGARD_TEST(TestComparison)
#include "test_comparison.moc"
