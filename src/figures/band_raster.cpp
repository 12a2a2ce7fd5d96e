#include "figures/band_raster.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace regard {

namespace {

/// More bands than this lie so thick and faint over each other that 8 bits a channel do not hold their sum: a channel
/// stops moving as soon as a band changes it by less than half a level, each at another place.
constexpr std::size_t mostInBytes = 8192;

/// The image's bytes seen along the bands: a step is a column (or a row where `vertical`), a lane runs across it.
struct Strides {
    std::ptrdiff_t step;
    std::ptrdiff_t lane;
};

/// Mixes bands into the image itself.
class ByteSurface {
public:
    ByteSurface(uchar *bits, const Strides &strides, int lanes) : m_bits(bits), m_strides(strides), m_lanes(lanes) {}

    int lanes() const { return m_lanes; }
    void setColor(QRgb color)
    {
        m_redBlue = color & 0x00ff00ffU;
        m_alphaGreen = 0x00ff0000U | ((color >> 8) & 0xffU);
    }
    void mix(int step, int lane, float alpha) const
    {
        if (const auto parts = std::uint32_t(alpha * 256 + 0.5F); parts != 0)
            blend(at(step, lane), std::min<std::uint32_t>(parts, 256));
    }
    void mixSpan(int step, int first, int last, float alpha) const
    {
        const auto parts = std::uint32_t(alpha * 256 + 0.5F);
        uchar *pixel = at(step, first);
        for (int lane = first; lane < last; ++lane, pixel += m_strides.lane)
            blend(pixel, parts);
    }

private:
    uchar *at(int step, int lane) const { return m_bits + step * m_strides.step + lane * m_strides.lane; }
    /// Source over for one pixel with alpha 0 … 256 in both pairs of channels at once.
    void blend(uchar *at, std::uint32_t alpha) const
    {
        auto *pixel = reinterpret_cast<std::uint32_t *>(at);
        const std::uint32_t d = *pixel;
        const std::uint32_t rest = 256 - alpha;
        const std::uint32_t rb = ((d & 0x00ff00ffU) * rest + m_redBlue * alpha + 0x00800080U) >> 8;
        const std::uint32_t ag = ((d >> 8) & 0x00ff00ffU) * rest + m_alphaGreen * alpha + 0x00800080U;
        *pixel = (rb & 0x00ff00ffU) | (ag & 0xff00ff00U);
    }

    uchar *m_bits;
    Strides m_strides;
    int m_lanes;
    std::uint32_t m_redBlue = 0;
    std::uint32_t m_alphaGreen = 0;
};

/// Blue, green, red, alpha, each 0 … 255: four floats to a register.
using Pixel [[gnu::vector_size(16)]] = float;

constexpr std::size_t tileBytes = 1U << 20; // what a core keeps close at hand

/// A stretch of the picture in floats, which any number of bands is mixed into. The lanes of a step stand one after
/// the other.
struct Tile {
    std::vector<Pixel> pixels;
    int firstStep = 0;
    int steps = 0;
    int laneCount = 0;
    Pixel color{};

    Pixel *step(int index) { return pixels.data() + std::ptrdiff_t(index - firstStep) * laneCount; }
    int lanes() const { return laneCount; }
    void setColor(QRgb rgb) { color = Pixel{float(qBlue(rgb)), float(qGreen(rgb)), float(qRed(rgb)), 255}; }
    void mix(int index, int lane, float alpha)
    {
        Pixel &pixel = step(index)[lane];
        pixel = pixel * (1 - alpha) + color * alpha;
    }
    void mixSpan(int index, int first, int last, float alpha)
    {
        Pixel *pixel = step(index);
        const Pixel added = color * alpha;
        const float rest = 1 - alpha;
        for (int lane = first; lane < last; ++lane)
            pixel[lane] = pixel[lane] * rest + added;
    }
};

/// The area of one step below an edge that crosses it from `low` to `high`, integrated from minus infinity to y.
struct Edge {
    float low;
    float high;
    float halfInverse; ///< 1 / (2 · (high − low))
    float middle;

    float areaTo(float y) const
    {
        if (y <= low)
            return 0;
        if (y >= high)
            return y - middle;
        const float in = y - low;
        return in * in * halfInverse;
    }
};

/// The band's part of one step: `alpha` of its breadth is covered, its two edges rise by `rise` within it.
template <typename Surface>
void rasterStep(Surface &surface, int index, float alpha, float middle, float half, float rise)
{
    const float reach = rise / 2;
    const float inverse = 0.5F / rise;
    const Edge top{middle - half - reach, middle - half + reach, inverse, middle - half};
    const Edge bottom{middle + half - reach, middle + half + reach, inverse, middle + half};
    const int first = std::max(0, int(std::floor(top.low)));
    const int last = std::min(surface.lanes(), int(std::ceil(bottom.high)));
    if (first >= last)
        return;
    const int solidFirst = std::min(last, std::max(first, int(std::ceil(top.high))));
    const int solidLast = std::max(solidFirst, std::min(last, int(std::floor(bottom.low))));
    const auto edges = [&](int from, int to) {
        float before = top.areaTo(float(from)) - bottom.areaTo(float(from));
        for (int lane = from; lane < to; ++lane) {
            const float after = top.areaTo(float(lane + 1)) - bottom.areaTo(float(lane + 1));
            surface.mix(index, lane, (after - before) * alpha);
            before = after;
        }
    };
    edges(first, solidFirst);
    surface.mixSpan(index, solidFirst, solidLast, alpha);
    edges(solidLast, last);
}

/// The part of a band from one step to before another.
template <typename Surface>
void rasterBand(Surface &surface, const RasterBand &band, bool vertical, int firstStep, int endStep)
{
    QPointF from = vertical ? band.from.transposed() : band.from;
    QPointF to = vertical ? band.to.transposed() : band.to;
    if (from.x() > to.x())
        std::swap(from, to);
    const double run = to.x() - from.x();
    if (!(run > 1e-6) || !(band.width > 0))
        return;
    const double slope = (to.y() - from.y()) / run;
    const double half = band.width / 2 * std::sqrt(1 + slope * slope);
    // A thousand bands as faint as this one would not change a pixel by a level.
    if (qAlpha(band.color) * std::min(1.0, 2 * half) < 1e-3)
        return;
    surface.setColor(band.color);
    const float alpha = float(qAlpha(band.color)) / 255.0F;
    for (int dash = 0; dash < std::max(1, band.dashes); ++dash) {
        const auto [start, stop] = dashSpan(band.dashes, dash);
        const double begin = from.x() + start * run;
        const double end = from.x() + stop * run;
        const int first = std::max(firstStep, int(std::floor(begin)));
        const int last = std::min(endStep, int(std::ceil(end)));
        for (int x = first; x < last; ++x) {
            const double left = std::max(double(x), begin);
            const double right = std::min(double(x + 1), end);
            const double middle = from.y() + slope * ((left + right) / 2 - from.x());
            const double rise = std::max(1e-3, std::abs(slope) * (right - left));
            rasterStep(surface, x, alpha * float(right - left), float(middle), float(half), float(rise));
        }
    }
}

/// Visits the tile's pixels in the order in which the image has them in memory.
template <typename Visit>
void forEachPixel(Tile &tile, uchar *bits, const Strides &strides, Visit visit)
{
    const int end = tile.firstStep + tile.steps;
    if (strides.lane < strides.step) {
        for (int step = tile.firstStep; step < end; ++step) {
            auto *at = reinterpret_cast<QRgb *>(bits + step * strides.step);
            Pixel *pixel = tile.step(step);
            for (int lane = 0; lane < tile.laneCount; ++lane)
                visit(pixel[lane], at[lane]);
        }
        return;
    }
    for (int lane = 0; lane < tile.laneCount; ++lane) {
        auto *at = reinterpret_cast<QRgb *>(bits + lane * strides.lane);
        Pixel *pixel = tile.pixels.data() + lane;
        for (int step = tile.firstStep; step < end; ++step, pixel += tile.laneCount)
            visit(*pixel, at[step]);
    }
}

using Levels [[gnu::vector_size(16)]] = int;

void readTile(Tile &tile, uchar *bits, const Strides &strides)
{
    forEachPixel(tile, bits, strides, [](Pixel &pixel, QRgb level) {
        pixel = __builtin_convertvector((Levels{qBlue(level), qGreen(level), qRed(level), qAlpha(level)}), Pixel);
    });
}

void writeTile(Tile &tile, uchar *bits, const Strides &strides)
{
    // A mixture of levels is one again: nothing leaves 0 … 255.
    forEachPixel(tile, bits, strides, [](const Pixel &pixel, QRgb &level) {
        const Levels rounded = __builtin_convertvector(pixel + 0.5F, Levels);
        level = QRgb(rounded[0] | rounded[1] << 8 | rounded[2] << 16) | QRgb(rounded[3]) << 24;
    });
}

/// The steps that any band meets, from the first to one past the last.
std::pair<int, int> stepsOf(const std::vector<RasterBand> &bands, bool vertical, int steps)
{
    double low = steps;
    double high = 0;
    for (const RasterBand &band : bands) {
        const double from = vertical ? band.from.y() : band.from.x();
        const double to = vertical ? band.to.y() : band.to.x();
        low = std::min({low, from, to});
        high = std::max({high, from, to});
    }
    return {std::clamp(int(std::floor(low)), 0, steps), std::clamp(int(std::ceil(high)), 0, steps)};
}

void rasterInTiles(uchar *bits, const Strides &strides, int lanes, const std::vector<RasterBand> &bands, bool vertical,
                   std::pair<int, int> steps)
{
    Tile tile;
    tile.firstStep = steps.first;
    tile.laneCount = lanes;
    const int most = std::max(1, int(tileBytes / (std::size_t(lanes) * sizeof(Pixel))));
    tile.pixels.resize(std::size_t(std::min(most, std::max(0, steps.second - steps.first))) * std::size_t(lanes));
    for (; tile.firstStep < steps.second; tile.firstStep += most) {
        tile.steps = std::min(most, steps.second - tile.firstStep);
        readTile(tile, bits, strides);
        for (const RasterBand &band : bands)
            rasterBand(tile, band, vertical, tile.firstStep, tile.firstStep + tile.steps);
        writeTile(tile, bits, strides);
    }
}

} // namespace

std::pair<double, double> dashSpan(int dashes, int index)
{
    constexpr double gap = 0.4; // of a dash together with the gap after it
    if (dashes < 1)
        return {0, 1};
    const double period = 1 / (dashes - gap);
    return {index * period, (index + 1 - gap) * period};
}

void rasterBands(QImage &image, const std::vector<RasterBand> &bands, bool vertical)
{
    if (image.isNull() || image.depth() != 32)
        return;
    const std::ptrdiff_t row = image.bytesPerLine();
    const Strides strides = vertical ? Strides{row, 4} : Strides{4, row};
    const int lanes = vertical ? image.width() : image.height();
    const std::pair<int, int> steps = stepsOf(bands, vertical, vertical ? image.height() : image.width());
    uchar *bits = image.bits();
    if (bands.size() > mostInBytes) {
        rasterInTiles(bits, strides, lanes, bands, vertical, steps);
        return;
    }
    ByteSurface surface(bits, strides, lanes);
    for (const RasterBand &band : bands)
        rasterBand(surface, band, vertical, steps.first, steps.second);
}

} // namespace regard
