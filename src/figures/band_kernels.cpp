#include "figures/band_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "figures/band_kernels.cpp"
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

/// An edge that rises from `low` within a step: the area of the step beyond it, integrated up to a lane.
struct EdgeArea {
    Floats low;
    Floats inverseRise;
    Floats halfRise;

    Floats to(Floats lane) const
    {
        const FloatTag d;
        const Floats one = hn::Set(d, 1.0F);
        const Floats in = hn::Sub(lane, low);
        const Floats share = hn::Min(hn::Max(hn::Mul(in, inverseRise), hn::Zero(d)), one);
        const Floats past = hn::Max(hn::Sub(in, hn::Add(halfRise, halfRise)), hn::Zero(d));
        return hn::MulAdd(hn::Mul(share, share), halfRise, past);
    }
};

void addSection(float *values, std::ptrdiff_t stride, int phaseBits, int lanes, const BandSection &section)
{
    const FloatTag d;
    const int width = static_cast<int>(hn::Lanes(d));
    const Floats one = hn::Set(d, 1.0F);
    const Floats opacity = hn::Set(d, section.opacity);
    const Floats halfRise = hn::Set(d, section.rise / 2);
    const Floats inverseRise = hn::Set(d, 1 / section.rise);
    // Where a band is thin or faint, three terms of −log(1 − x) are exact to a float.
    const bool isFaint = section.opacity * std::min(1.0F, 2 * section.half / std::max(1.0F, section.rise)) < 0.06F;
    for (int phase = 0; phase < 1 << phaseBits; ++phase, values += stride) {
        const float middle =
            section.middle + static_cast<float>(phase) / static_cast<float>(1 << phaseBits) - section.rise / 2;
        const EdgeArea near{hn::Set(d, middle - section.half), inverseRise, halfRise};
        const EdgeArea far{hn::Set(d, middle + section.half), inverseRise, halfRise};
        for (int i = 0; i < lanes; i += width) {
            const Floats from = hn::Iota(d, static_cast<float>(i));
            const Floats to = hn::Add(from, one);
            const Floats covered = hn::Sub(hn::Sub(near.to(to), near.to(from)), hn::Sub(far.to(to), far.to(from)));
            const Floats part = hn::Mul(hn::Min(hn::Max(covered, hn::Zero(d)), one), opacity);
            Floats value = part;
            if (section.isLog && isFaint) {
                const Floats terms = hn::MulAdd(part, hn::Set(d, 1.0F / 3), hn::Set(d, 0.5F));
                value = hn::MulAdd(hn::Mul(part, part), terms, part);
            } else if (section.isLog) {
                value = hn::Neg(hn::Log(d, hn::Sub(one, part)));
            }
            hn::StoreU(hn::Add(hn::LoadU(d, values + i), value), d, values + i);
        }
    }
}

/// Calls `visit` with the row of values, the plane's offset of its first lane, the number of lanes and the weight, for
/// every step in which some of the profile is in the plane. Lanes come in whole paddings.
template <typename Visit>
HWY_INLINE void forEachStep(const BandProfile &profile, const BandPlane &plane, Visit visit)
{
    const int first = std::max(plane.firstStep, profile.firstStep);
    const int end = std::min(plane.firstStep + plane.steps, profile.endStep);
    const int phaseShift = 32 - profile.phaseBits;
    const std::int64_t phaseMask = (std::int64_t(1) << profile.phaseBits) - 1;
    std::int64_t place = profile.start + profile.slope * first;
    for (int step = first; step < end; ++step, place += profile.slope) {
        const float weight = profile.stepWeights[step];
        const auto lane = static_cast<std::ptrdiff_t>(place >> 32);
        if (weight == 0.0F || lane >= plane.lanes || lane + profile.length <= 0)
            continue;
        const std::ptrdiff_t phase = (place >> phaseShift) & phaseMask;
        const std::ptrdiff_t skipped = lane < 0 ? -lane & -std::ptrdiff_t(bandPadding) : 0;
        const std::ptrdiff_t count = std::min<std::ptrdiff_t>(profile.length, plane.lanes - lane) - skipped;
        visit(profile.values + phase * profile.stride + skipped,
              (step - plane.firstStep) * plane.stride + lane + skipped, count, weight);
    }
}

/// Calls `work` with a tag of as few lanes as hold a profile of that length: the wider a vector, the more of them lie
/// across two lines of the cache.
template <typename Work>
HWY_INLINE void withFewLanes(int length, Work work)
{
    if (length <= 4)
        work(hn::CappedTag<float, 4>());
    else if (length <= 8)
        work(hn::CappedTag<float, 8>());
    else
        work(FloatTag());
}

template <class D>
HWY_INLINE void addProfile(D d, const BandProfile &profile, float sign, const BandPlane &plane)
{
    const auto width = static_cast<std::ptrdiff_t>(hn::Lanes(d));
    forEachStep(profile, plane, [&](const float *from, std::ptrdiff_t offset, std::ptrdiff_t lanes, float weight) {
        const auto factor = hn::Set(d, weight * sign);
        float *to = plane.values + offset;
        for (std::ptrdiff_t lane = 0; lane < lanes; lane += width)
            hn::StoreU(hn::MulAdd(hn::LoadU(d, from + lane), factor, hn::LoadU(d, to + lane)), d, to + lane);
    });
}

void addProfiles(const BandProfile *profiles, std::size_t count, float sign, const BandPlane &plane)
{
    for (std::size_t i = 0; i < count; ++i)
        withFewLanes(profiles[i].length, [&](auto d) HWY_ATTR { addProfile(d, profiles[i], sign, plane); });
}

template <class D>
HWY_INLINE void mixProfile(D d, const BandProfile &profile, const BandPlane &blue, float *const (&planes)[3])
{
    const auto width = static_cast<std::ptrdiff_t>(hn::Lanes(d));
    forEachStep(profile, blue, [&](const float *from, std::ptrdiff_t offset, std::ptrdiff_t lanes, float weight) {
        const auto factor = hn::Set(d, weight);
        for (int channel = 0; channel < 3; ++channel) {
            const auto color = hn::Set(d, profile.color[channel]);
            float *to = planes[channel] + offset;
            for (std::ptrdiff_t lane = 0; lane < lanes; lane += width) {
                const auto opacity = hn::Mul(hn::LoadU(d, from + lane), factor);
                const auto below = hn::LoadU(d, to + lane);
                hn::StoreU(hn::MulAdd(hn::Sub(color, below), opacity, below), d, to + lane);
            }
        }
    });
}

void mixProfiles(const BandProfile *profiles, std::size_t count, const BandPlane &blue, const BandPlane &green,
                 const BandPlane &red)
{
    float *const planes[3] = {blue.values, green.values, red.values};
    for (std::size_t i = 0; i < count; ++i)
        withFewLanes(profiles[i].length, [&](auto d) HWY_ATTR { mixProfile(d, profiles[i], blue, planes); });
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

/// The same for a row of at most bandPadding pixels, of which the image may have no more.
void mixRow(std::uint32_t *pixels, int count, const float *rest, const float (&color)[3])
{
    const FloatTag d;
    const int width = static_cast<int>(hn::Lanes(d));
    std::uint32_t copy[bandPadding] = {};
    std::uint32_t *at = pixels;
    if (count < bandPadding) {
        std::memcpy(copy, pixels, static_cast<std::size_t>(count) * sizeof(*pixels));
        at = copy;
    }
    for (int i = 0; i < bandPadding; i += width)
        mixPixels(at + i, hn::LoadU(d, rest + i), color);
    if (count < bandPadding)
        std::memcpy(pixels, copy, static_cast<std::size_t>(count) * sizeof(*pixels));
}

/// What shines through bandPadding lanes from `values` on; false where nothing lies there.
bool restOf(const float *values, float *rest)
{
    const FloatTag d;
    const int width = static_cast<int>(hn::Lanes(d));
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

/// Steps are the image's columns: a block of as many lanes as steps is turned on its way.
void paintAlongColumns(const BandPlane &plane, const float (&color)[3], const BandPixels &pixels)
{
    constexpr int turned = bandPadding + 1; // rows do not fall on one another in the cache
    const FloatTag d;
    const int width = static_cast<int>(hn::Lanes(d));
    float rest[bandPadding * turned];
    float row[bandPadding];
    const auto stepsApart = hn::Mul(hn::Iota(IntTag(), 0), hn::Set(IntTag(), turned));
    for (int step = 0; step < plane.steps; step += bandPadding) {
        const int steps = std::min(bandPadding, plane.steps - step);
        for (int lane = 0; lane < plane.lanes; lane += bandPadding) {
            bool isPainted = false;
            for (int i = 0; i < steps; ++i)
                isPainted |= restOf(plane.values + (step + i) * plane.stride + lane, rest + i * turned);
            if (!isPainted)
                continue;
            for (int i = steps; i < bandPadding; ++i)
                std::fill_n(rest + i * turned, bandPadding, 1.0F);
            const int lanes = std::min(bandPadding, plane.lanes - lane);
            unsigned char *at = pixels.bits + (plane.firstStep + step) * pixels.step + lane * pixels.lane;
            for (int i = 0; i < lanes; ++i, at += pixels.lane) {
                for (int j = 0; j < bandPadding; j += width)
                    hn::StoreU(hn::GatherIndex(d, rest + j * turned + i, stepsApart), d, row + j);
                mixRow(reinterpret_cast<std::uint32_t *>(at), steps, row, color);
            }
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

/// Calls `visit` with a row of the image's pixels, how many there are, and where the first is in the planes, for every
/// stretch of at most bandPadding pixels; those that follow are `apart` from each other in the planes.
template <typename Visit>
HWY_INLINE void forEachStretch(const BandPlane &plane, const BandPixels &pixels, Visit visit)
{
    const bool alongRows = pixels.lane < pixels.step;
    const int rows = alongRows ? plane.steps : plane.lanes;
    const int columns = alongRows ? plane.lanes : plane.steps;
    const std::ptrdiff_t rowStride = alongRows ? plane.stride : 1;
    const std::ptrdiff_t apart = alongRows ? 1 : plane.stride;
    // A block of rows at a time, because what is next to each other in the image is far apart in the planes.
    for (int top = 0; top < rows; top += bandPadding) {
        for (int column = 0; column < columns; column += bandPadding) {
            for (int row = top; row < std::min(rows, top + bandPadding); ++row) {
                unsigned char *bits =
                    pixels.bits + plane.firstStep * pixels.step + row * std::max(pixels.step, pixels.lane);
                visit(reinterpret_cast<std::uint32_t *>(bits) + column, std::min(bandPadding, columns - column),
                      row * rowStride + column * apart, apart);
            }
        }
    }
}

void readPixels(const BandPixels &pixels, const BandPlane &blue, const BandPlane &green, const BandPlane &red)
{
    const FloatTag d;
    const WordTag words;
    const auto width = static_cast<int>(hn::Lanes(d));
    forEachStretch(blue, pixels, [&](const std::uint32_t *row, int count, std::ptrdiff_t place, std::ptrdiff_t apart) {
        int i = 0;
        const auto places = hn::Mul(hn::Iota(IntTag(), 0), hn::Set(IntTag(), static_cast<std::int32_t>(apart)));
        for (; i + width <= count; i += width) {
            const auto here = hn::LoadU(words, row + i);
            const std::ptrdiff_t at = place + i * apart;
            hn::ScatterIndex(channelOf<0>(here), d, blue.values + at, places);
            hn::ScatterIndex(channelOf<8>(here), d, green.values + at, places);
            hn::ScatterIndex(channelOf<16>(here), d, red.values + at, places);
        }
        for (; i < count; ++i) {
            blue.values[place + i * apart] = static_cast<float>(row[i] & 255U);
            green.values[place + i * apart] = static_cast<float>(row[i] >> 8 & 255U);
            red.values[place + i * apart] = static_cast<float>(row[i] >> 16 & 255U);
        }
    });
}

void writePixels(const BandPlane &blue, const BandPlane &green, const BandPlane &red, const BandPixels &pixels)
{
    const FloatTag d;
    const WordTag words;
    const auto width = static_cast<int>(hn::Lanes(d));
    // A mixture of levels is one again: nothing leaves 0 … 255.
    const auto level = [](float value) { return static_cast<std::uint32_t>(value + 0.5F); };
    forEachStretch(blue, pixels, [&](std::uint32_t *row, int count, std::ptrdiff_t place, std::ptrdiff_t apart) {
        int i = 0;
        const auto places = hn::Mul(hn::Iota(IntTag(), 0), hn::Set(IntTag(), static_cast<std::int32_t>(apart)));
        for (; i + width <= count; i += width) {
            const std::ptrdiff_t at = place + i * apart;
            const auto mixed = hn::Or(hn::Or(levelsOf<0>(hn::GatherIndex(d, blue.values + at, places)),
                                             levelsOf<8>(hn::GatherIndex(d, green.values + at, places))),
                                      levelsOf<16>(hn::GatherIndex(d, red.values + at, places)));
            const auto rest = hn::And(hn::LoadU(words, row + i), hn::Set(words, 0xff000000U));
            hn::StoreU(hn::Or(mixed, rest), words, row + i);
        }
        for (; i < count; ++i) {
            const std::ptrdiff_t at = place + i * apart;
            row[i] = (row[i] & 0xff000000U) | level(red.values[at]) << 16 | level(green.values[at]) << 8 |
                     level(blue.values[at]);
        }
    });
}

} // namespace HWY_NAMESPACE
} // namespace regard
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace regard {

HWY_EXPORT(addSection);
HWY_EXPORT(addProfiles);
HWY_EXPORT(mixProfiles);
HWY_EXPORT(paintPlane);
HWY_EXPORT(readPixels);
HWY_EXPORT(writePixels);

void addSection(float *values, std::ptrdiff_t stride, int phaseBits, int lanes, const BandSection &section)
{
    HWY_DYNAMIC_DISPATCH(addSection)(values, stride, phaseBits, lanes, section);
}

void addProfiles(const BandProfile *profiles, std::size_t count, float sign, const BandPlane &plane)
{
    HWY_DYNAMIC_DISPATCH(addProfiles)(profiles, count, sign, plane);
}

void mixProfiles(const BandProfile *profiles, std::size_t count, const BandPlane &blue, const BandPlane &green,
                 const BandPlane &red)
{
    HWY_DYNAMIC_DISPATCH(mixProfiles)(profiles, count, blue, green, red);
}

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
