#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include <QApplication>
#include <QElapsedTimer>

#include "document/document.h"
#include "engine/model/attention_place.h"
#include "engine/model/weight_shapes.h"
#include "io/project/project.h"
#include "window/main_window.h"
#include "window_times.h"

namespace {

constexpr int edits = 400;

QString sentenceOf(int tokens)
{
    QStringList words;
    for (int i = 0; i < tokens; ++i)
        words << QStringLiteral("word%1").arg(i);
    return words.join(QLatin1Char(' '));
}

regard::Project projectOf(int tokens, int layers, int heads, int dModel)
{
    regard::Project project;
    regard::ModelConfig config;
    config.encoderLayers = layers;
    config.heads = heads;
    config.dModel = dModel;
    config.dKey = dModel / heads;
    config.dValue = dModel / heads;
    project.model = regard::buildModel(config, {}, {});
    project.source = sentenceOf(tokens).toStdString();
    return project;
}

// From the edit of a cell of the last layer's W_Q, which is the table's current one, to the window's new pixels, as a
// drag of the value makes them: one gesture, the window as it opens.
void editToPixels(benchmark::State &state, int tokens, int layers, int heads, int dModel)
{
    regard::MainWindow window;
    window.resize(1440, 900);
    window.show();
    regard::Document &document = *window.document();
    document.load(projectOf(tokens, layers, heads, dModel), {});
    document.waitForResult();
    regard::Selection selection = document.look().selection();
    selection.layer = layers - 1;
    document.look().setSelection(selection);
    const std::string name = regard::blockWeight(regard::Attention::Encoder, layers - 1, "w_q");
    document.look().setCell({name, 0, 0});
    settle();
    std::vector<double> times;
    for (auto _ : state) {
        const auto value = float(0.5 * std::sin(0.1 * double(times.size() + 1)));
        QElapsedTimer timer;
        timer.start();
        document.matrices().editCell(name, 0, 0, value, 1);
        document.waitForResult();
        settle();
        const double seconds = double(timer.nsecsElapsed()) * 1e-9;
        times.push_back(seconds * 1000);
        state.SetIterationTime(seconds);
    }
    state.counters["p50"] = percentile(times, 50);
    state.counters["p99"] = percentile(times, 99);
}
BENCHMARK_CAPTURE(editToPixels, small, 12, 1, 8, 64)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(edits);
BENCHMARK_CAPTURE(editToPixels, large, 64, 6, 12, 384)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime()
    ->Iterations(edits);

// A further window of the process with the first example, from construction to painted.
void windowToFirstPaint(benchmark::State &state)
{
    for (auto _ : state) {
        regard::MainWindow window;
        window.resize(1440, 900);
        window.show();
        window.grab();
    }
}
BENCHMARK(windowToFirstPaint)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(10);

} // namespace
