#include <benchmark/benchmark.h>

#include <memory>

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>

#include "app/main_window.h"
#include "document/document.h"
#include "engine/attention_place.h"
#include "engine/weight_shapes.h"
#include "io/project.h"

namespace {

QString sentenceOf(int tokens)
{
    QStringList words;
    for (int i = 0; i < tokens; ++i) {
        words << QStringLiteral("word%1").arg(i);
    }
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

// From the edit of a cell of the last layer's W_Q to the window's new pixels.
void editToPixels(benchmark::State &state)
{
    const int layers = int(state.range(1));
    regard::MainWindow window;
    window.resize(1440, 900);
    window.show();
    window.document()->load(projectOf(int(state.range(0)), layers, int(state.range(2)), int(state.range(3))), {});
    window.document()->waitForResult();
    regard::Selection selection = window.document()->selection();
    selection.layer = layers - 1;
    window.document()->setSelection(selection);
    QApplication::processEvents();
    const std::string name = regard::blockWeight(regard::Attention::Encoder, layers - 1, "w_q");
    float value = 0;
    for (auto _ : state) {
        value += 0.01F;
        window.document()->editCell(name, 0, 0, value, 1);
        window.document()->waitForResult();
        QApplication::processEvents();
    }
}
BENCHMARK(editToPixels)
    ->ArgNames({"tokens", "layers", "heads", "d_model"})
    ->Args({12, 1, 8, 64})
    ->Args({64, 1, 12, 384})
    ->Args({64, 6, 12, 384})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// A window of its own with the first example, from construction to painted.
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

// The default example to an SVG as a whole process.
void exportProcess(benchmark::State &state)
{
    for (auto _ : state) {
        QProcess process;
        process.start(QStringLiteral(REGARD_PROGRAM),
                      {QStringLiteral("export"), QStringLiteral("--example"), QStringLiteral("it"),
                       QStringLiteral("-o"), QStringLiteral("/tmp/regard-bench.svg")});
        process.waitForFinished();
        if (process.exitCode() != 0) {
            state.SkipWithError("regard export failed");
            break;
        }
    }
}
BENCHMARK(exportProcess)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(10);

} // namespace
