#include <benchmark/benchmark.h>

#include <QImage>
#include <QPainter>

#include "document/look/selection_rules.h"
#include "engine/analysis/cell_derivative.h"
#include "io/project/project.h"
#include "io/project/words.h"
#include "views/steps/step_maker.h"
#include "views/steps/steps_figure.h"

namespace {

/// BERT-base's shape with one layer, 512 tokens: the largest rows that the steps of one pair have.
struct LargePass {
    LargePass()
    {
        regard::ModelConfig config;
        config.heads = 12;
        config.dModel = 768;
        config.dKey = config.dValue = 64;
        config.dFf = 3072;
        config.bias = config.residual = true;
        config.norm = regard::Norm::Post;
        regard::Project project;
        project.model = regard::buildModel(config, {}, {});
        for (int i = 0; i < 512; ++i)
            project.source += "word" + std::to_string(i) + " ";
        model = project.model;
        trace = regard::forward(model, regard::inputOf(project));
    }
    regard::Model model;
    regard::SharedTrace trace;
};

// What a panel does for each pair that is chosen: the stage's numbers, its picture and the pixels of it.
void stepToPixels(benchmark::State &state)
{
    static const LargePass pass;
    regard::Selection selection;
    selection.query = 100;
    selection.key = 3;
    regard::StepChoice choice;
    choice.only = static_cast<regard::StepKind>(state.range(0));
    choice.matrixForm = state.range(1) != 0;
    QImage image(1000, 300, QImage::Format_ARGB32_Premultiplied);
    for (auto _ : state) {
        selection.key = (selection.key + 1) % 512;
        regard::StepsData data = regard::stepsData(pass.model, pass.trace, selection, {}, choice);
        const int place = data.positionOf(*choice.only);
        const regard::StepsFigure figure(std::move(data), place, {1000, 300}, regard::Theme::light());
        QPainter painter(&image);
        painter.setClipRect(image.rect());
        figure.paintPixels(painter);
    }
    state.SetLabel(regard::wordOf(*choice.only));
}
BENCHMARK(stepToPixels)
    ->ArgNames({"step", "matrix"})
    ->ArgsProduct({{1, 2, 5, 6, 7, 9}, {0, 1}})
    ->Unit(benchmark::kMillisecond);

// How a cell of W_Q moves a head of the same layer.
void cellDerivative(benchmark::State &state)
{
    static const LargePass pass;
    for (auto _ : state)
        benchmark::DoNotOptimize(regard::headDerivative(pass.model, *pass.trace, {"encoder.0.self.w_q", 5, 7}, {}, 0));
}
BENCHMARK(cellDerivative)->Unit(benchmark::kMillisecond);

} // namespace
