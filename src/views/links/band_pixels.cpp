#include "views/links/band_pixels.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "views/links/band_pixels.cpp"
#include <hwy/foreach_target.h>
// Not before foreach_target.h, which says for which instructions they are.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace regard {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::CappedTag<float, bandPadding>;
using WordTag = hn::RebindToUnsigned<FloatTag>;
using IntTag = hn::RebindToSigned<FloatTag>;
using Floats = hn::Vec<FloatTag>;

/// Transposes a block of bandPadding × bandPadding floats.
void transposeBlock(const float *from, std::ptrdiff_t fromStride, float *to, std::ptrdiff_t toStride)
{
#if HWY_TARGET == HWY_SCALAR
    for (int i = 0; i < bandPadding; ++i)
        for (int j = 0; j < bandPadding; ++j)
            to[j * toStride + i] = from[i * fromStride + j];
#else
    const hn::CappedTag<float, 4> d;
    for (int i = 0; i < bandPadding; i += 4) {
        for (int j = 0; j < bandPadding; j += 4) {
            const float *block = from + i * fromStride + j;
            const auto a = hn::LoadU(d, block);
            const auto b = hn::LoadU(d, block + fromStride);
            const auto c = hn::LoadU(d, block + 2 * fromStride);
            const auto e = hn::LoadU(d, block + 3 * fromStride);
            const auto lowAc = hn::InterleaveLower(d, a, c);
            const auto lowBe = hn::InterleaveLower(d, b, e);
            const auto highAc = hn::InterleaveUpper(d, a, c);
            const auto highBe = hn::InterleaveUpper(d, b, e);
            float *transposed = to + j * toStride + i;
            hn::StoreU(hn::InterleaveLower(d, lowAc, lowBe), d, transposed);
            hn::StoreU(hn::InterleaveUpper(d, lowAc, lowBe), d, transposed + toStride);
            hn::StoreU(hn::InterleaveLower(d, highAc, highBe), d, transposed + 2 * toStride);
            hn::StoreU(hn::InterleaveUpper(d, highAc, highBe), d, transposed + 3 * toStride);
        }
    }
#endif
}

/// One channel of pixels in floats.
template <int places>
Floats channelOf(hn::Vec<WordTag> pixels)
{
    const WordTag words;
    const auto bits = hn::And(hn::ShiftRight<places>(pixels), hn::Set(words, 255U));
    return hn::ConvertTo(FloatTag(), hn::BitCast(IntTag(), bits));
}

/// A channel rounded to a whole level, in its place.
template <int places>
hn::Vec<WordTag> levelsOf(Floats channel)
{
    const auto levels = hn::ConvertTo(IntTag(), hn::Add(channel, hn::Set(FloatTag(), 0.5F)));
    return hn::ShiftLeft<places>(hn::BitCast(WordTag(), levels));
}

/// Mixes `color` into as many pixels as a vector holds; `rest` is what stays of them, 0 … 1.
void mixPixels(std::uint32_t *pixels, Floats rest, const float (&color)[3])
{
    const FloatTag d;
    const WordTag words;
    const auto below = hn::LoadU(words, pixels);
    const Floats blue = hn::Set(d, color[0]);
    const Floats green = hn::Set(d, color[1]);
    const Floats red = hn::Set(d, color[2]);
    const auto mixed = hn::Or(hn::Or(levelsOf<0>(hn::MulAdd(hn::Sub(channelOf<0>(below), blue), rest, blue)),
                                     levelsOf<8>(hn::MulAdd(hn::Sub(channelOf<8>(below), green), rest, green))),
                              levelsOf<16>(hn::MulAdd(hn::Sub(channelOf<16>(below), red), rest, red)));
    hn::StoreU(hn::Or(mixed, hn::And(below, hn::Set(words, 0xff000000U))), words, pixels);
}

/// Writes bandPadding pixels, or fewer at the end of the image's row.
void mixRow(std::uint32_t *pixels, int count, const float *rest, const float (&color)[3])
{
    const FloatTag d;
    const int width = int(hn::Lanes(d));
    std::uint32_t copy[bandPadding] = {};
    std::uint32_t *at = pixels;
    if (count < bandPadding) {
        std::memcpy(copy, pixels, std::size_t(count) * sizeof(*pixels));
        at = copy;
    }
    for (int i = 0; i < bandPadding; i += width)
        mixPixels(at + i, hn::LoadU(d, rest + i), color);
    if (count < bandPadding)
        std::memcpy(pixels, copy, std::size_t(count) * sizeof(*pixels));
}

/// What shines through bandPadding lanes from `values` on; false where nothing lies there.
bool restOf(const float *values, float *rest)
{
    const FloatTag d;
    const int width = int(hn::Lanes(d));
    Floats most = hn::Zero(d);
    for (int i = 0; i < bandPadding; i += width)
        most = hn::Max(most, hn::LoadU(d, values + i));
    const bool isPainted = !hn::AllTrue(d, hn::Le(most, hn::Zero(d)));
    // Below the smallest exponent that Exp() takes, nothing shines through anyway.
    for (int i = 0; i < bandPadding; i += width) {
        const Floats value = hn::Min(hn::Max(hn::LoadU(d, values + i), hn::Zero(d)), hn::Set(d, 80.0F));
        hn::StoreU(isPainted ? hn::Exp(d, hn::Neg(value)) : hn::Set(d, 1.0F), d, rest + i);
    }
    return isPainted;
}

/// Steps are the image's rows.
void paintAlongRows(const BandPlane &plane, const float (&color)[3], const BandPixels &pixels)
{
    float rest[bandPadding];
    for (int step = 0; step < plane.steps; ++step) {
        const float *values = plane.values + step * plane.stride;
        auto *row = reinterpret_cast<std::uint32_t *>(pixels.bits + (plane.firstStep + step) * pixels.step);
        for (int lane = 0; lane < plane.lanes; lane += bandPadding)
            if (restOf(values + lane, rest))
                mixRow(row + lane, std::min(bandPadding, plane.lanes - lane), rest, color);
    }
}

/// Steps are the image's columns: blocks of as many lanes as steps are transposed on the way.
void paintAlongColumns(const BandPlane &plane, const float (&color)[3], const BandPixels &pixels)
{
    HWY_ALIGN float rest[bandPadding * bandPadding];
    HWY_ALIGN float transposed[bandPadding * bandPadding];
    // Along the image's rows, so that what is read next is near.
    for (int lane = 0; lane < plane.lanes; lane += bandPadding) {
        const int lanes = std::min(bandPadding, plane.lanes - lane);
        for (int step = 0; step < plane.steps; step += bandPadding) {
            const int steps = std::min(bandPadding, plane.steps - step);
            bool isPainted = false;
            for (int i = 0; i < steps; ++i)
                isPainted |= restOf(plane.values + (step + i) * plane.stride + lane, rest + i * bandPadding);
            if (!isPainted)
                continue;
            std::fill(rest + steps * bandPadding, std::end(rest), 1.0F);
            transposeBlock(rest, bandPadding, transposed, bandPadding);
            unsigned char *at = pixels.bits + (plane.firstStep + step) * pixels.step + lane * pixels.lane;
            for (int i = 0; i < lanes; ++i, at += pixels.lane)
                mixRow(reinterpret_cast<std::uint32_t *>(at), steps, transposed + i * bandPadding, color);
        }
    }
}

void paintPlane(const BandPlane &plane, const float (&color)[3], const BandPixels &pixels)
{
    if (pixels.lane < pixels.step)
        paintAlongRows(plane, color, pixels);
    else
        paintAlongColumns(plane, color, pixels);
}

/// A block of at most bandPadding × bandPadding pixels in floats, its rows as in the image: blue, green, red.
struct PixelBlock {
    HWY_ALIGN float channels[3][bandPadding * bandPadding];
};

void readRow(const std::uint32_t *pixels, int count, int row, PixelBlock &block)
{
    const FloatTag d;
    const WordTag words;
    const int width = int(hn::Lanes(d));
    std::uint32_t copy[bandPadding] = {};
    if (count < bandPadding) {
        std::memcpy(copy, pixels, std::size_t(count) * sizeof(*pixels));
        pixels = copy;
    }
    for (int i = 0; i < bandPadding; i += width) {
        const auto here = hn::LoadU(words, pixels + i);
        const int at = row * bandPadding + i;
        hn::StoreU(channelOf<0>(here), d, block.channels[0] + at);
        hn::StoreU(channelOf<8>(here), d, block.channels[1] + at);
        hn::StoreU(channelOf<16>(here), d, block.channels[2] + at);
    }
}

/// Keeps the pixels' fourth byte.
void writeRow(const PixelBlock &block, int row, int count, std::uint32_t *pixels)
{
    const FloatTag d;
    const WordTag words;
    const int width = int(hn::Lanes(d));
    std::uint32_t copy[bandPadding] = {};
    std::uint32_t *to = pixels;
    if (count < bandPadding) {
        std::memcpy(copy, pixels, std::size_t(count) * sizeof(*pixels));
        to = copy;
    }
    for (int i = 0; i < bandPadding; i += width) {
        const int at = row * bandPadding + i;
        const auto mixed = hn::Or(hn::Or(levelsOf<0>(hn::LoadU(d, block.channels[0] + at)),
                                         levelsOf<8>(hn::LoadU(d, block.channels[1] + at))),
                                  levelsOf<16>(hn::LoadU(d, block.channels[2] + at)));
        const auto rest = hn::And(hn::LoadU(words, to + i), hn::Set(words, 0xff000000U));
        hn::StoreU(hn::Or(mixed, rest), words, to + i);
    }
    if (count < bandPadding)
        std::memcpy(pixels, copy, std::size_t(count) * sizeof(*pixels));
}

/// Calls `visit` with the first lane, the first step and the numbers of both, for every block of a plane, along the
/// image's rows.
template <typename Visit>
HWY_INLINE void forEachBlock(const BandPlane &plane, Visit visit)
{
    for (int lane = 0; lane < plane.lanes; lane += bandPadding)
        for (int step = 0; step < plane.steps; step += bandPadding)
            visit(lane, step, std::min(bandPadding, plane.lanes - lane), std::min(bandPadding, plane.steps - step));
}

std::uint32_t *pixelAt(const BandPlane &plane, const BandPixels &pixels, int lane, int step)
{
    return reinterpret_cast<std::uint32_t *>(pixels.bits + (plane.firstStep + step) * pixels.step + lane * pixels.lane);
}

void copyRow(const float *from, float *to)
{
    const FloatTag d;
    const int width = int(hn::Lanes(d));
    for (int i = 0; i < bandPadding; i += width)
        hn::StoreU(hn::LoadU(d, from + i), d, to + i);
}

void readPixels(const BandPixels &pixels, const BandPlane &blue, const BandPlane &green, const BandPlane &red)
{
    const BandPlane *const planes[3] = {&blue, &green, &red};
    const bool alongRows =
        pixels.lane < pixels.step; // then a block has the same orientation in the image as in the planes
    PixelBlock block;
    std::memset(&block, 0, sizeof(block));
    HWY_ALIGN float transposed[bandPadding * bandPadding];
    forEachBlock(blue, [&](int lane, int step, int lanes, int steps) {
        const int rows = alongRows ? steps : lanes;
        const int columns = alongRows ? lanes : steps;
        for (int i = 0; i < rows; ++i)
            readRow(pixelAt(blue, pixels, alongRows ? lane : lane + i, alongRows ? step + i : step), columns, i, block);
        for (int channel = 0; channel < 3; ++channel) {
            const float *rowsOf = block.channels[channel];
            if (!alongRows) {
                transposeBlock(rowsOf, bandPadding, transposed, bandPadding);
                rowsOf = transposed;
            }
            const BandPlane &plane = *planes[channel];
            for (int i = 0; i < steps; ++i)
                copyRow(rowsOf + i * bandPadding, plane.values + (step + i) * plane.stride + lane);
        }
    });
}

void writePixels(const BandPlane &blue, const BandPlane &green, const BandPlane &red, const BandPixels &pixels)
{
    const BandPlane *const planes[3] = {&blue, &green, &red};
    const bool alongRows = pixels.lane < pixels.step;
    PixelBlock block;
    HWY_ALIGN float rowsOf[bandPadding * bandPadding] = {};
    std::memset(&block, 0, sizeof(block));
    forEachBlock(blue, [&](int lane, int step, int lanes, int steps) {
        const int rows = alongRows ? steps : lanes;
        const int columns = alongRows ? lanes : steps;
        for (int channel = 0; channel < 3; ++channel) {
            const BandPlane &plane = *planes[channel];
            float *to = alongRows ? block.channels[channel] : rowsOf;
            for (int i = 0; i < steps; ++i)
                copyRow(plane.values + (step + i) * plane.stride + lane, to + i * bandPadding);
            if (!alongRows)
                transposeBlock(rowsOf, bandPadding, block.channels[channel], bandPadding);
        }
        for (int i = 0; i < rows; ++i)
            writeRow(block, i, columns,
                     pixelAt(blue, pixels, alongRows ? lane : lane + i, alongRows ? step + i : step));
    });
}

} // namespace HWY_NAMESPACE
} // namespace regard
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace regard {

HWY_EXPORT(paintPlane);
HWY_EXPORT(readPixels);
HWY_EXPORT(writePixels);

void paintPlane(const BandPlane &plane, const float (&color)[3], const BandPixels &pixels)
{
    HWY_DYNAMIC_DISPATCH(paintPlane)(plane, color, pixels);
}

void readPixels(const BandPixels &pixels, const BandPlane &blue, const BandPlane &green, const BandPlane &red)
{
    HWY_DYNAMIC_DISPATCH(readPixels)(pixels, blue, green, red);
}

void writePixels(const BandPlane &blue, const BandPlane &green, const BandPlane &red, const BandPixels &pixels)
{
    HWY_DYNAMIC_DISPATCH(writePixels)(blue, green, red, pixels);
}

} // namespace regard
#endif
