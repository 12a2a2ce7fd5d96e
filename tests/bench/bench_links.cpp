#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>

#include <QImage>
#include <QPainter>

#include "draw/theme.h"
#include "views/links/link_figure.h"

namespace {

constexpr QSizeF pictureSize(900, 1600);

/// Softmax rows of fixed scores, normally distributed and weaker with the distance, as a head's are: of 512 tokens'
/// links some four a row lie above 0.04, and the others sum to half.
std::shared_ptr<const regard::Matrix> weightsOf(int tokens, int head)
{
    auto weights = std::make_shared<regard::Matrix>(tokens, tokens);
    unsigned state = unsigned(head) + 1;
    const auto uniform = [&state] {
        state = state * 1664525U + 1013904223U;
        return (float(state >> 8) + 0.5F) / float(1U << 24);
    };
    for (int row = 0; row < tokens; ++row) {
        for (int column = 0; column < tokens; ++column) {
            const float normal = std::sqrt(-2 * std::log(uniform())) * std::cos(6.2831853F * uniform());
            (*weights)(row, column) = std::exp(2.5F * normal - 0.02F * float(std::abs(row - column)));
        }
        weights->row(row) /= weights->row(row).sum();
    }
    return weights;
}

regard::LinkData dataOf(int tokens, int heads, double floor)
{
    regard::LinkData data;
    for (int i = 0; i < tokens; ++i)
        data.queries << QStringLiteral("word%1").arg(i);
    data.keys = data.queries;
    for (int head = 0; head < heads; ++head)
        data.heads.push_back({head, weightsOf(tokens, head)});
    data.floor = floor;
    data.fit = true;
    return data;
}

QImage imageOf(int scale)
{
    QImage image((pictureSize * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    return image;
}

/// A whole picture of one head, on 900 × 1600 pixels times the scale, labels and all.
void paintLinks(benchmark::State &state, int tokens, double floor, bool byQPainter, bool curved = false)
{
    regard::LinkData data = dataOf(tokens, 1, floor);
    data.curved = curved;
    const regard::LinkFigure figure(data, pictureSize, regard::Theme::light());
    QImage image = imageOf(int(state.range(1)));
    for (auto _ : state) {
        QPainter painter(&image);
        byQPainter ? figure.paint(painter) : figure.paintPixels(painter);
    }
    state.counters["links"] = double(figure.bands().size());
}

void linksAll(benchmark::State &state)
{
    paintLinks(state, int(state.range(0)), 0, false);
}

void linksAtFloor(benchmark::State &state)
{
    paintLinks(state, int(state.range(0)), 0.04, false);
}

void linksCurved(benchmark::State &state)
{
    paintLinks(state, int(state.range(0)), 0, false, true);
}

void linksCurvedAtFloor(benchmark::State &state)
{
    paintLinks(state, int(state.range(0)), 0.04, false, true);
}

void linksByQPainter(benchmark::State &state)
{
    paintLinks(state, int(state.range(0)), 0, true);
}

/// From one token in focus to the next: the figure made anew and what a window of 900 × 1600 shows of it, curved and
/// with each pair's strongest head, or straight with all links of all heads, as only a file has them.
void hoverOver(benchmark::State &state, bool asInTheWindow)
{
    regard::LinkData data = dataOf(int(state.range(1)), int(state.range(0)), 0.04);
    data.fit = false;
    data.curved = data.strongest = asInTheWindow;
    const auto backdrop = std::make_shared<regard::LinkBackdrop>();
    const QRectF seen(QPointF(0, 2800), pictureSize);
    QImage image = imageOf(1);
    const auto pointAt = [&](int query) {
        data.query = query;
        const regard::LinkFigure figure(data, pictureSize, regard::Theme::light(), backdrop);
        QPainter painter(&image);
        painter.translate(-seen.topLeft());
        painter.setClipRect(seen);
        figure.paintPixels(painter);
    };
    pointAt(250);
    int step = 0;
    for (auto _ : state)
        pointAt(220 + ++step % 60);
}

void linksHover(benchmark::State &state)
{
    hoverOver(state, true);
}

void linksHoverAll(benchmark::State &state)
{
    hoverOver(state, false);
}

BENCHMARK(linksCurved)
    ->ArgNames({"tokens", "scale"})
    ->Args({12, 1})
    ->Args({64, 1})
    ->Args({64, 2})
    ->Args({512, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(linksCurvedAtFloor)
    ->ArgNames({"tokens", "scale"})
    ->Args({512, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(linksAll)
    ->ArgNames({"tokens", "scale"})
    ->Args({12, 1})
    ->Args({64, 1})
    ->Args({64, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(linksAtFloor)
    ->ArgNames({"tokens", "scale"})
    ->Args({512, 1})
    ->Args({512, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(linksAll)
    ->Name("linksEvery")
    ->ArgNames({"tokens", "scale"})
    ->Args({512, 1})
    ->Args({512, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(linksHover)->ArgNames({"heads", "tokens"})->Args({12, 512})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(linksHoverAll)->ArgNames({"heads", "tokens"})->Args({12, 512})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(linksByQPainter)
    ->ArgNames({"tokens", "scale"})
    ->Args({12, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MinTime(0.1);
BENCHMARK(linksByQPainter)
    ->ArgNames({"tokens", "scale"})
    ->Args({64, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);

} // namespace
