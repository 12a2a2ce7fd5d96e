#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QImage>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

#include "document/document.h"
#include "engine/analysis/token_groups.h"
#include "io/project/project.h"
#include "views/heads/heads_figure.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "window/main_window.h"

namespace {

constexpr int layers = 12;
constexpr int headsPerLayer = 12;

/// Blocks with weights alone, each row a softmax of normal numbers.
regard::HeadsData manyHeads(int tokens)
{
    std::mt19937 random(1);
    std::normal_distribution<float> normal(0, 2);
    regard::HeadsData data;
    data.sections.push_back({regard::Attention::Encoder, QStringLiteral("encoder"), {}});
    for (int layer = 0; layer < layers; ++layer) {
        auto block = std::make_shared<regard::BlockTrace>();
        for (int head = 0; head < headsPerLayer; ++head) {
            block->heads.push_back({});
            regard::Matrix weights(tokens, tokens);
            for (int row = 0; row < tokens; ++row) {
                for (int column = 0; column < tokens; ++column)
                    weights(row, column) = std::exp(normal(random));
                weights.row(row) /= weights.row(row).sum();
            }
            block->heads.back().weights = std::move(weights);
        }
        data.sections.front().layers.push_back(std::move(block));
    }
    return data;
}

/// The map of heads as wide as its panel, from plain data to pixels.
void paintThumbnails(const regard::HeadsData &data, const std::shared_ptr<regard::HeadThumbnails> &kept)
{
    const QSizeF size(226, 250);
    const regard::HeadsFigure figure(data, size, regard::Theme::light(), kept);
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    figure.paintPixels(painter);
}

void thumbnailsFirst(benchmark::State &state)
{
    const regard::HeadsData data = manyHeads(int(state.range(1)));
    for (auto _ : state)
        paintThumbnails(data, std::make_shared<regard::HeadThumbnails>());
}
BENCHMARK(thumbnailsFirst)
    ->ArgNames({"heads", "tokens"})
    ->Args({layers * headsPerLayer, 512})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void thumbnailsCached(benchmark::State &state)
{
    const regard::HeadsData data = manyHeads(int(state.range(1)));
    const auto kept = std::make_shared<regard::HeadThumbnails>();
    paintThumbnails(data, kept);
    for (auto _ : state)
        paintThumbnails(data, kept);
}
BENCHMARK(thumbnailsCached)
    ->ArgNames({"heads", "tokens"})
    ->Args({layers * headsPerLayer, 512})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// Until nothing is left to do.
void settle()
{
    while (QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents)) {
    }
}

void pressSpace(QWidget *widget)
{
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
        QKeyEvent event(type, Qt::Key_Space, Qt::NoModifier, QStringLiteral(" "));
        QApplication::sendEvent(widget, &event);
    }
}

/// A window with a head of so many tokens in its heatmap.
class HeatmapWindow {
public:
    explicit HeatmapWindow(int tokens)
    {
        regard::Project project;
        regard::ModelConfig config;
        config.heads = 12;
        config.dModel = 384;
        config.dKey = config.dValue = 32;
        project.model = regard::buildModel(config, {}, {});
        for (int i = 0; i < tokens; ++i)
            project.source += "word" + std::to_string(i) + " ";
        m_window.resize(1440, 900);
        m_window.show();
        document()->load(project, {});
        document()->waitForResult();
        settle();
    }

    regard::Document *document() { return m_window.document(); }
    void choose(regard::Stage stage)
    {
        pressSpace(m_window.findChild<regard::HeatmapPanel *>()->stageChip(stage));
        settle();
    }

private:
    regard::MainWindow m_window;
};

// From a key press on the chip of a stage to the whole window's new pixels, the head's scores being known.
void heatmapStageSwitch(benchmark::State &state)
{
    HeatmapWindow window(int(state.range(0)));
    const std::array stages{regard::Stage::Scores, regard::Stage::Scaled, regard::Stage::Masked,
                            regard::Stage::Weights};
    std::size_t next = 0;
    for (auto _ : state)
        window.choose(stages[next++ % stages.size()]);
}
BENCHMARK(heatmapStageSwitch)->ArgName("tokens")->Arg(512)->Unit(benchmark::kMillisecond)->UseRealTime();

// A head whose scores nobody has asked for yet: they are computed first.
void heatmapFirstSwitch(benchmark::State &state)
{
    HeatmapWindow window(int(state.range(0)));
    int head = 0;
    for (auto _ : state) {
        state.PauseTiming();
        window.choose(regard::Stage::Weights);
        regard::Selection selection = window.document()->look().selection();
        selection.head = ++head % 12;
        window.document()->look().setSelection(selection);
        settle();
        state.ResumeTiming();
        window.choose(regard::Stage::Scaled);
    }
}
BENCHMARK(heatmapFirstSwitch)->ArgName("tokens")->Arg(512)->Unit(benchmark::kMillisecond)->UseRealTime();

// 72 heads' weights of pieces become weights of words, three pieces to every other word.
void mergeIntoWords(benchmark::State &state)
{
    const auto tokens = int(state.range(1));
    const regard::HeadsData data = manyHeads(tokens);
    auto trace = std::make_shared<regard::Trace>();
    for (int layer = 0; layer < state.range(0) / headsPerLayer; ++layer) {
        auto block = std::make_shared<regard::BlockTrace>(*data.sections.front().layers.at(std::size_t(layer)));
        block->name = "encoder." + std::to_string(layer) + ".self";
        trace->blocks.push_back(std::move(block));
    }
    regard::TokenGroups words;
    for (int first = 0; first < tokens;) {
        const int count = std::min(words.groups.size() % 2 == 0 ? 1 : 3, tokens - first);
        words.groups.push_back({first, count, "word", "word"});
        first += count;
    }
    trace->source.tokens.resize(std::size_t(tokens));
    for (auto _ : state)
        benchmark::DoNotOptimize(regard::groupedTrace(trace, words, {}, {}, nullptr));
}
BENCHMARK(mergeIntoWords)->ArgNames({"heads", "tokens"})->Args({72, 512})->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
