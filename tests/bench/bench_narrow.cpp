// Weights that stay as narrow as in their file, beside the same numbers as float32.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include "all_threads.h"
#include "engine/base/weight.h"
#include "engine/kernels/product.h"

namespace {

using Clock = std::chrono::steady_clock;

/// Half a gigabyte and more as float32, so that a pass over them does not find them in the processor's cache.
constexpr int weights = 24;
constexpr Eigen::Index inner = 2048;
constexpr Eigen::Index columns = 2816;

/// A pass over all weights that `at` gives, in seconds.
template <typename At>
double passOver(const regard::Matrix &x, At at)
{
    const auto start = Clock::now();
    for (int i = 0; i < weights; ++i) {
        const regard::Matrix made = regard::product(x, at(i));
        benchmark::DoNotOptimize(made.data());
    }
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Float32 and narrow weights take turns; `ratio` is that of the shortest passes of each. The time is the narrow one's.
void narrowProduct(benchmark::State &state)
{
    const AllThreads all;
    const auto kind = state.range(1) == 0 ? regard::NarrowKind::BFloat16 : regard::NarrowKind::Float16;
    std::vector<regard::Weight> narrow;
    std::vector<regard::SharedMatrix> wide;
    for (int i = 0; i < weights; ++i) {
        const auto matrix = std::make_shared<regard::NarrowMatrix>(kind, inner, columns);
        for (Eigen::Index j = 0; j < inner * columns; ++j) // magnitudes from 2⁻⁷ to 2⁻⁶
            matrix->data()[j] = kind == regard::NarrowKind::BFloat16 ? std::uint16_t(((j * 40503) & 0x807F) | 0x3C00)
                                                                     : std::uint16_t(((j * 40503) & 0x83FF) | 0x2000);
        narrow.push_back(regard::Weight(matrix));
        wide.push_back(narrow.back().matrix());
    }
    regard::Matrix x(state.range(0), inner);
    for (Eigen::Index i = 0; i < x.size(); ++i)
        x.data()[i] = std::sin(float(i));
    double leastWide = INFINITY;
    double leastNarrow = INFINITY;
    for (auto _ : state) {
        leastWide = std::min(leastWide, passOver(x, [&](int i) -> const regard::Matrix & { return *wide[i]; }));
        const double seconds = passOver(x, [&](int i) -> const regard::Weight & { return narrow[i]; });
        leastNarrow = std::min(leastNarrow, seconds);
        state.SetIterationTime(seconds);
    }
    state.counters["ratio"] = leastNarrow / leastWide;
}
BENCHMARK(narrowProduct)
    ->ArgNames({"rows", "half"})
    ->ArgsProduct({{1, 16, 64, 256}, {0, 1}})
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime()
    ->Iterations(5);

} // namespace
