#include <algorithm>
#include <cmath>

#include <QImage>
#include <QPainter>
#include <QtTest>

#include "engine/analysis/hand_rounding.h"
#include "engine/analysis/head_patterns.h"
#include "engine/analysis/summaries.h"
#include "engine/analysis/trace_comparison.h"
#include "io/project/examples.h"
#include "shown_example.h"
#include "step_recomputation.h"
#include "test_class.h"
#include "views/heatmap/shown_heatmap.h"
#include "views/play/play_maker.h"
#include "views/play/play_text.h"
#include "views/summaries/summary_data.h"
#include "views/why/why_maker.h"
#include "views/why/why_text.h"

using namespace regard;

namespace {

/// The bundled example with a sink in each head; its numbers are those of the second one.
Project sunken(float sink)
{
    Project project = readExample("it");
    ModelConfig config = project.model.config;
    config.attentionSinks = true;
    ModelWeights given = project.model.given;
    for (int layer = 0; layer < config.encoderLayers; ++layer)
        given.set(blockWeight(Attention::Encoder, layer, "sinks"), Matrix(Matrix::Constant(1, config.heads, sink)));
    project.model = buildModel(config, std::move(given), project.model.embedding, project.model.vocabulary);
    return project;
}

double shareOfSink(const Matrix &masked, Eigen::Index row, double sink)
{
    return std::exp(sink) / (std::exp(sink) + masked.row(row).cast<double>().array().exp().sum());
}

Matrix halves(int rows)
{
    return Matrix::Constant(rows, 2, 0.25F);
}

} // namespace

/// Where rows of weights sum to less than 1, because a sink has the rest.
class TestSinks : public QObject {
    Q_OBJECT
private slots:
    void theHeatmapHasAColumnOutsideTheSentence()
    {
        const Project project = sunken(1.5F);
        const Shown shown = shownExample(project);
        HeatmapData data = heatmapData(shown.attention, nullptr);
        const Matrix masked = headScores(project.model, *shown.attention.trace(), 0, 0).masked;
        QCOMPARE(data.sinks.size(), std::size_t(masked.rows()));
        for (Eigen::Index row = 0; row < masked.rows(); ++row)
            QVERIFY(std::abs(double(data.sinks[std::size_t(row)]) - shareOfSink(masked, row, 1.5)) < 1e-6);
        for (const QSizeF size : {QSizeF(600, 500), QSizeF(300, 240)}) {
            for (const bool inWindow : {false, true}) {
                Theme theme = Theme::light();
                theme.parts.inWindow = inWindow;
                const HeatmapFigure figure(data, size, theme);
                QImage image(size.toSize(), QImage::Format_RGB32);
                image.fill(Qt::white);
                QPainter painter(&image);
                figure.paint(painter);
                painter.end();
                for (int row = 0; row < int(data.queries.size()); ++row) {
                    const QRectF cell = figure.sinkRect(row);
                    QVERIFY(cell.left() > figure.cellsRect().right());
                    QVERIFY(cell.right() <= size.width());
                    QCOMPARE(cell.top(), figure.cellRect(row, 0).top());
                    const QPoint corner = cell.topLeft().toPoint() + QPoint(1, 1);
                    const QRgb own = figure.range().color(double(data.sinks[std::size_t(row)]), theme);
                    QCOMPARE(image.pixelColor(corner), QColor::fromRgb(own));
                    QVERIFY(!figure.hit(cell.center()));
                }
            }
        }
        data.sinks.clear();
        const HeatmapFigure plain(data, QSizeF(600, 500), Theme::light());
        QVERIFY(plain.cellsRect().width() > 0);
    }

    void onlyWeightsOfHeadsHaveTheColumn()
    {
        ShownState state = shownExample(sunken(0)).attention;
        QVERIFY(!heatmapData(state, nullptr).sinks.empty());
        state.selection.summary = Summary::Mean;
        QVERIFY(!heatmapData(state, nullptr).sinks.empty());
        for (const Summary summary : {Summary::Maximum, Summary::Rollout}) {
            state.selection.summary = summary;
            QVERIFY(heatmapData(state, nullptr).sinks.empty());
        }
        QVERIFY(heatmapData(shownExample(readExample("it")).attention, nullptr).sinks.empty());
        Project uniform = sunken(0);
        uniform.model.interventions.heads[{Attention::Encoder, 0, 0}] = Replacement::Uniform;
        QVERIFY(heatmapData(shownExample(uniform).attention, nullptr).sinks.empty());
    }

    /// Entropies, distances and how broadly a head looks are those of rows divided by their sum.
    void headsAreMeasuredWithoutIt()
    {
        const Project project = sunken(2);
        const ShownState state = shownExample(project).attention;
        const ShownState measuredState = measured(state);
        QVERIFY(measuredState.trace() != state.trace());
        QCOMPARE(measured(measuredState).trace(), measuredState.trace());
        const Matrix &weights = measuredState.trace()->blocks[0]->heads[0].weights;
        double entropy = 0;
        const Matrix masked = headScores(project.model, *state.trace(), 0, 0).masked;
        for (Eigen::Index row = 0; row < masked.rows(); ++row) {
            const Eigen::ArrayXd e = masked.row(row).cast<double>().array().exp();
            const Eigen::ArrayXd p = e / e.sum(); // the softmax as if there were no sink
            QVERIFY(std::abs(double(weights.row(row).sum()) - 1) < 1e-6);
            for (Eigen::Index key = 0; key < masked.cols(); ++key)
                entropy -= p[key] > 0 ? p[key] * std::log(p[key]) : 0;
        }
        QVERIFY(std::abs(headEntropy(weights) - entropy / double(masked.rows())) < 1e-5);
        const Shown plain = shownExample(readExample("it"));
        QCOMPARE(measured(plain.attention).trace(), plain.attention.trace());
        QVERIFY(std::abs(*broadness(halves(1), 0, 2) - 1) < 1e-6); // of two keys alike, whatever a sink took
    }

    void aSinkThatTakesAllMovesAll()
    {
        const Project nothing = sunken(-300);
        const Project all = sunken(300);
        const auto before = shownExample(nothing).attention;
        const auto now = shownExample(all).attention;
        const TraceComparison comparison(now.result.model, now.trace(), before.result.model, before.trace());
        const std::optional<double> moved = comparison.movedAlone({Attention::Encoder, 0, 0});
        QVERIFY(moved && std::abs(*moved - 1) < 1e-6);
    }

    void roundingByHandKeepsTheSumWithTheSink()
    {
        // 0.34 0.33 0.13 leave 0.2: cut 0.3 0.3 0.1 0.2, and the missing tenth goes to the largest remainder.
        QCOMPARE(roundedToSum({0.34, 0.33, 0.13}, 1, true), (std::vector<double>{0.4, 0.3, 0.1}));
        QCOMPARE(roundedToSum({0.25, 0.25}, 1, true), (std::vector<double>{0.3, 0.2})); // leave 0.5
        QCOMPARE(roundedToSum({0.0, 0.0}, 1, true), (std::vector<double>{0.0, 0.0}));
    }

    void stepsWhyAndPlayNameIt()
    {
        const Project project = sunken(-0.5F);
        const Shown shown = shownExample(project);
        const ComputedPass run{project.model, shown.attention.trace()};
        const Selection pair = at(Attention::Encoder, 0, 0, 2, 1);
        const StepsData steps = stepsData(run.model, run.trace, pair, {});
        const Step &step = steps.steps[std::size_t(steps.positionOf(StepKind::Softmax))];
        const StepEquation &sum = step.equations[step.equations.size() - 2];
        const auto term = std::find_if(sum.terms.begin(), sum.terms.end(),
                                       [](const StepTerm &each) { return each.name == QStringLiteral("sink"); });
        QVERIFY(term != sum.terms.end());
        QVERIFY(std::abs(term->numbers.front().value - std::exp(-0.5)) < 1e-12);
        QCOMPARE(term->numbers.front().sources.front().matrix, std::string("encoder.0.self.sinks"));
        ShownState state = shown.tokens;
        state.selection = pair;
        const WhyData why = madeWhy(state, {}, {}).data;
        QVERIFY(why.sink && *why.sink == -0.5);
        QVERIFY(whyText(why).contains(QStringLiteral("softmax with the sink")));
        const std::shared_ptr<const PlayData> play = madePlay(state, false).data;
        double keys = 0;
        for (const PlayKey &key : play->keys)
            keys += key.exponential;
        QVERIFY(play->sink && std::abs(keys + *play->sink - play->sum) < 1e-9 * play->sum);
        const PlayMoment last{int(playScenes(*play).size()) - 2, PlayScene::Softmax, 1};
        QVERIFY(plainText(playLines(*play, last)).contains(QStringLiteral("The head's sink")));
        const PlayMoment weighed{int(playScenes(*play).size()) - 1, PlayScene::Weigh, 1};
        QVERIFY(plainText(playLines(*play, weighed)).contains(QStringLiteral("The sink has no v")));
    }
};

REGARD_TEST(TestSinks)
#include "test_sinks.moc"
