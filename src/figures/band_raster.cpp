#include "figures/band_raster.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace regard {

namespace {

/// The image seen along the bands: a step is a column (or a row where `vertical`), a lane runs across it.
struct Canvas {
    std::uint8_t *bits;
    std::ptrdiff_t stepBytes;
    std::ptrdiff_t laneBytes;
    int steps;
    int lanes;
};

/// The area of one step below an edge that crosses it from `low` to `high`, integrated from minus infinity to y.
struct Edge {
    float low;
    float high;
    float halfInverse; ///< 1 / (2 · (high − low))
    float middle;

    float areaTo(float y) const
    {
        if (y <= low) {
            return 0;
        }
        if (y >= high) {
            return y - middle;
        }
        const float in = y - low;
        return in * in * halfInverse;
    }
};

/// Source over for one pixel with alpha 0 … 256 in both pairs of channels at once.
inline void blend(std::uint8_t *at, std::uint32_t redBlue, std::uint32_t alphaGreen, std::uint32_t alpha)
{
    auto *pixel = reinterpret_cast<std::uint32_t *>(at);
    const std::uint32_t d = *pixel;
    const std::uint32_t rest = 256 - alpha;
    const std::uint32_t rb = ((d & 0x00ff00ffU) * rest + redBlue * alpha + 0x00800080U) >> 8;
    const std::uint32_t ag = ((d >> 8) & 0x00ff00ffU) * rest + alphaGreen * alpha + 0x00800080U;
    *pixel = (rb & 0x00ff00ffU) | (ag & 0xff00ff00U);
}

class BandPainter {
public:
    BandPainter(const Canvas &canvas, QRgb color)
        : m_canvas(canvas), m_redBlue(color & 0x00ff00ffU), m_alphaGreen(0x00ff0000U | ((color >> 8) & 0xffU)),
          m_alpha(float(qAlpha(color)) * (256.0F / 255.0F))
    {
    }

    /// The band's part of one step: `share` of its breadth is covered, its two edges rise by `rise` within it.
    void step(int index, float share, float middle, float half, float rise) const
    {
        const float reach = rise / 2;
        const float inverse = 0.5F / rise;
        const Edge top{middle - half - reach, middle - half + reach, inverse, middle - half};
        const Edge bottom{middle + half - reach, middle + half + reach, inverse, middle + half};
        const int first = std::max(0, int(std::floor(top.low)));
        const int last = std::min(m_canvas.lanes, int(std::ceil(bottom.high)));
        if (first >= last) {
            return;
        }
        const float alpha = m_alpha * share;
        const int solidFirst = std::min(last, std::max(first, int(std::ceil(top.high))));
        const int solidLast = std::max(solidFirst, std::min(last, int(std::floor(bottom.low))));
        std::uint8_t *at = m_canvas.bits + index * m_canvas.stepBytes + first * m_canvas.laneBytes;
        at = edges(at, first, solidFirst, top, bottom, alpha);
        const auto solid = std::uint32_t(alpha + 0.5F);
        for (int lane = solidFirst; lane < solidLast; ++lane, at += m_canvas.laneBytes) {
            blend(at, m_redBlue, m_alphaGreen, solid);
        }
        edges(at, solidLast, last, top, bottom, alpha);
    }

private:
    std::uint8_t *edges(std::uint8_t *at, int first, int last, const Edge &top, const Edge &bottom, float alpha) const
    {
        float before = top.areaTo(float(first)) - bottom.areaTo(float(first));
        for (int lane = first; lane < last; ++lane, at += m_canvas.laneBytes) {
            const float after = top.areaTo(float(lane + 1)) - bottom.areaTo(float(lane + 1));
            const auto covered = std::uint32_t((after - before) * alpha + 0.5F);
            before = after;
            if (covered != 0) {
                blend(at, m_redBlue, m_alphaGreen, std::min<std::uint32_t>(covered, 256));
            }
        }
        return at;
    }

    const Canvas &m_canvas;
    std::uint32_t m_redBlue;
    std::uint32_t m_alphaGreen;
    float m_alpha;
};

void rasterBand(const Canvas &canvas, QPointF from, QPointF to, double width, QRgb color)
{
    if (from.x() > to.x()) {
        std::swap(from, to);
    }
    const double run = to.x() - from.x();
    if (!(run > 1e-6) || !(width > 0) || qAlpha(color) == 0) {
        return;
    }
    const double slope = (to.y() - from.y()) / run;
    const double half = width / 2 * std::sqrt(1 + slope * slope);
    // A band this thin never reaches half a level in any pixel, however it lies.
    if (qAlpha(color) * std::min(1.0, 2 * half) < 0.5) {
        return;
    }
    const BandPainter painter(canvas, color);
    const int first = std::max(0, int(std::floor(from.x())));
    const int last = std::min(canvas.steps, int(std::ceil(to.x())));
    for (int x = first; x < last; ++x) {
        const double left = std::max(double(x), from.x());
        const double right = std::min(double(x + 1), to.x());
        const double middle = from.y() + slope * ((left + right) / 2 - from.x());
        const double rise = std::max(1e-3, std::abs(slope) * (right - left));
        painter.step(x, float(right - left), float(middle), float(half), float(rise));
    }
}

} // namespace

void rasterBands(QImage &image, const std::vector<RasterBand> &bands, bool vertical)
{
    if (image.isNull() || image.depth() != 32) {
        return;
    }
    const std::ptrdiff_t row = image.bytesPerLine();
    const Canvas canvas = vertical ? Canvas{image.bits(), row, 4, image.height(), image.width()}
                                   : Canvas{image.bits(), 4, row, image.width(), image.height()};
    for (const RasterBand &band : bands) {
        if (vertical) {
            rasterBand(canvas, band.from.transposed(), band.to.transposed(), band.width, band.color);
        } else {
            rasterBand(canvas, band.from, band.to, band.width, band.color);
        }
    }
}

} // namespace regard
