#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>

#include <QImage>
#include <QPainter>

#include "figures/link_figure.h"
#include "figures/theme.h"

namespace {

// Softmax rows of fixed pseudo-random scores, as spread out as those of an untrained model.
std::shared_ptr<const regard::Matrix> weightsOf(int tokens)
{
    auto weights = std::make_shared<regard::Matrix>(tokens, tokens);
    unsigned state = 1;
    for (int row = 0; row < tokens; ++row) {
        float sum = 0;
        for (int column = 0; column < tokens; ++column) {
            state = state * 1664525U + 1013904223U;
            const float value = std::exp(6.0F * float(state >> 8) / float(1U << 24));
            (*weights)(row, column) = value;
            sum += value;
        }
        weights->row(row) /= sum;
    }
    return weights;
}

regard::LinkFigure figureOf(int tokens, double floor)
{
    regard::LinkData data;
    for (int i = 0; i < tokens; ++i) {
        data.queries << QStringLiteral("word%1").arg(i);
    }
    data.keys = data.queries;
    data.heads.push_back({0, weightsOf(tokens)});
    data.floor = floor;
    return regard::LinkFigure(data, QSizeF(900, 1600), regard::Theme::light());
}

template <bool Pixels>
void links(benchmark::State &state)
{
    const regard::LinkFigure figure = figureOf(int(state.range(0)), double(state.range(1)) / 1000);
    QImage image(figure.size().toSize(), QImage::Format_ARGB32_Premultiplied);
    for (auto _ : state) {
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        if constexpr (Pixels) {
            figure.paintPixels(painter);
        } else {
            figure.paint(painter);
        }
    }
}

// All links of one head and, at 512 tokens, also those above the default floor; by Regard's band rasteriser and by
// QPainter on the same figure in the same run (but for all 262,144 links, which take QPainter minutes).
BENCHMARK(links<true>)
    ->Name("linksByRaster")
    ->ArgNames({"tokens", "floor/1000"})
    ->Args({12, 0})
    ->Args({64, 0})
    ->Args({512, 40})
    ->Args({512, 0})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(links<false>)
    ->Name("linksByQPainter")
    ->ArgNames({"tokens", "floor/1000"})
    ->Args({12, 0})
    ->Args({64, 0})
    ->Args({512, 40})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MinTime(0.1);

} // namespace
