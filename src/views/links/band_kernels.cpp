#include "views/links/band_kernels.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "views/links/band_kernels.cpp"
#include <hwy/foreach_target.h>
// Not before foreach_target.h, which says for which instructions they are.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace regard {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr double lane32 = 4294967296.0; // 2^32: a lane in a profile's fixed-point numbers

using FloatTag = hn::CappedTag<float, bandPadding>;
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
    const int width = int(hn::Lanes(d));
    const Floats one = hn::Set(d, 1.0F);
    const Floats opacity = hn::Set(d, section.opacity);
    const Floats halfRise = hn::Set(d, section.rise / 2);
    const Floats inverseRise = hn::Set(d, 1 / section.rise);
    // Where a band is thin or faint, three terms of −log(1 − x) are exact to a float.
    const bool isFaint = section.opacity * std::min(1.0F, 2 * section.half / std::max(1.0F, section.rise)) < 0.06F;
    const int same = 1 << (phaseBits - section.phaseBits); // rows in which it has the same place
    for (int phase = 0; phase < 1 << section.phaseBits; ++phase, values += same * stride) {
        const float moved = (float(phase) + 0.5F) / float(1 << section.phaseBits) - bandPhaseLead;
        const float middle = section.middle + moved - section.rise / 2;
        const EdgeArea near{hn::Set(d, middle - section.half), inverseRise, halfRise};
        const EdgeArea far{hn::Set(d, middle + section.half), inverseRise, halfRise};
        for (int i = 0; i < lanes; i += width) {
            const Floats from = hn::Iota(d, float(i));
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
            float *row = values + i;
            for (int k = 0; k < same; ++k, row += stride)
                hn::StoreU(hn::Add(hn::LoadU(d, row), value), d, row);
        }
    }
}

/// Calls `visit` with the row of values, the plane's step, the lane of the row's first value and the weight, for every
/// step in which some of the profile is in the plane.
template <typename Visit>
HWY_INLINE void forEachStepOf(const BandProfile &profile, const BandPlane &plane, Visit visit)
{
    const int first = std::max(plane.firstStep, profile.firstStep);
    const int end = std::min(plane.firstStep + plane.steps, profile.endStep);
    const int phaseShift = 32 - profile.phaseBits;
    const std::int64_t phaseMask = (std::int64_t(1) << profile.phaseBits) - 1;
    const BandCurve &curve = profile.curve;
    std::int64_t straight = profile.start + profile.slope * first;
    for (int step = first; step < end; ++step, straight += profile.slope) {
        const float weight = profile.stepWeights[step];
        const std::int64_t place =
            curve.shares ? profile.start + std::int64_t(curve.rise * lane32 * curve.shares[step]) : straight;
        const auto lane = std::ptrdiff_t(place >> 32);
        if (weight == 0.0F || lane >= plane.lanes || lane + profile.length <= 0)
            continue;
        const std::ptrdiff_t phase = (place >> phaseShift) & phaseMask;
        visit(profile.values + phase * profile.stride, step - plane.firstStep, lane, weight);
    }
}

/// The pieces of a band, with the row of values and the plane's offset from the first lane in view, and the number of
/// lanes, a multiple of bandPadding.
template <typename Visit>
HWY_INLINE void forEachStep(const BandProfile &profile, const BandPlane &plane, Visit visit)
{
    forEachStepOf(profile, plane, [&](const float *row, int step, std::ptrdiff_t lane, float weight) {
        const std::ptrdiff_t skipped = lane < 0 ? -lane & -std::ptrdiff_t(bandPadding) : 0;
        const std::ptrdiff_t count = std::min<std::ptrdiff_t>(profile.length, plane.lanes - lane) - skipped;
        visit(row + skipped, step * plane.stride + lane + skipped, count, weight);
    });
}

constexpr float leastCurveRise = 1e-3F;

/// A piece of a step, in which parallel curved bands are straight.
struct CurvePiece {
    float rise;        ///< of their edges
    float stretch = 1; ///< of a thickness, where it is measured along the lanes

    CurvePiece(const BandCurve &curve, std::ptrdiff_t at)
        : rise(std::max(leastCurveRise, std::abs(float(curve.rise)) * curve.moves[at]))
    {
        const float slope = rise * float(curve.pieces);
        if (curve.isLine)
            stretch = std::sqrt(1 + slope * slope);
    }
};

/// A curved band in a step.
struct CurveSection {
    std::ptrdiff_t lane; ///< of the first value
    int lanes;
    double start;      ///< where the curve begins, counted from that lane
    std::ptrdiff_t at; ///< its first piece
    float opacity;     ///< of what one piece covers
};

/// Calls `visit` with the plane's step and the section there, for every step in which some of a curved band is in the
/// plane.
template <typename Visit>
HWY_INLINE void forEachSection(const BandProfile &profile, const BandPlane &plane, Visit visit)
{
    const BandCurve &curve = profile.curve;
    const double start = double(profile.start) / lane32;
    const int first = std::max(plane.firstStep, profile.firstStep);
    const int end = std::min(plane.firstStep + plane.steps, profile.endStep);
    for (int step = first; step < end; ++step) {
        const std::ptrdiff_t at = std::ptrdiff_t(step) * curve.pieces;
        double low = plane.lanes;
        double high = 0;
        for (int i = 0; i < curve.pieces; ++i) {
            const CurvePiece piece(curve, at + i);
            const double middle = start + curve.rise * curve.shares[at + i];
            const auto reach = double(curve.half * piece.stretch + piece.rise / 2);
            low = std::min(low, middle - reach);
            high = std::max(high, middle + reach);
        }
        const auto lane = std::ptrdiff_t(std::max(low, 0.0));
        const float weight = profile.stepWeights[step];
        if (lane >= plane.lanes || high <= double(lane) || !(weight > 0))
            continue;
        const int lanes = int(std::min(high, double(plane.lanes)) - double(lane)) + 1;
        visit(step - plane.firstStep,
              CurveSection{lane, lanes, start - double(lane), at, curve.opacity * weight / float(curve.pieces)});
    }
}

/// How much a band covers of each lane from `from` on, counted from where its nearer edge begins; both edges rise.
template <class D, class Lanes = hn::Vec<D>>
HWY_INLINE Lanes coverOf(D d, Lanes from, Lanes thick, Lanes rise, Lanes inverse)
{
    const Lanes zero = hn::Zero(d);
    const Lanes one = hn::Set(d, 1.0F);
    // The area beyond an edge, integrated up to a lane; `inverse` is half of the rise's.
    const auto area = [&](Lanes to) HWY_ATTR {
        const Lanes past = hn::Max(to, zero);
        const Lanes within = hn::Min(past, rise);
        return hn::MulAdd(hn::Mul(within, within), inverse, hn::Sub(past, within));
    };
    const Lanes to = hn::Add(from, one);
    const Lanes nearEdge = hn::Sub(area(to), area(from));
    const Lanes farEdge = hn::Sub(area(hn::Sub(to, thick)), area(hn::Sub(from, thick)));
    return hn::Min(hn::Max(hn::Sub(nearEdge, farEdge), zero), one);
}

/// How much of each lane of a section is covered, times its opacity, from lane `at` of it on.
template <class D>
HWY_INLINE hn::Vec<D> sectionAt(D d, const BandCurve &curve, const CurveSection &section, int at)
{
    auto sum = hn::Zero(d);
    for (int i = 0; i < curve.pieces; ++i) {
        const CurvePiece piece(curve, section.at + i);
        const float half = curve.half * piece.stretch;
        const auto middle = float(section.start + curve.rise * curve.shares[section.at + i]);
        const auto from = hn::Sub(hn::Iota(d, float(at)), hn::Set(d, middle - half - piece.rise / 2));
        sum =
            hn::Add(sum, coverOf(d, from, hn::Set(d, 2 * half), hn::Set(d, piece.rise), hn::Set(d, 0.5F / piece.rise)));
    }
    return hn::Mul(sum, hn::Set(d, section.opacity));
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

/// A long profile, from whole paddings of the plane on: of what is read and written, only the profile then lies across
/// two lines of the cache.
void addLongProfile(const BandProfile &profile, float sign, const BandPlane &plane)
{
    const FloatTag d;
    const auto width = std::ptrdiff_t(hn::Lanes(d));
    forEachStepOf(profile, plane, [&](const float *row, int step, std::ptrdiff_t lane, float weight) {
        const auto factor = hn::Set(d, weight * sign);
        float *to = plane.values + step * plane.stride;
        const std::ptrdiff_t end = std::min<std::ptrdiff_t>(lane + profile.length, plane.lanes);
        for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(lane, 0) & -std::ptrdiff_t(bandPadding); i < end; i += width)
            hn::StoreU(hn::MulAdd(hn::LoadU(d, row + (i - lane)), factor, hn::LoadU(d, to + i)), d, to + i);
    });
}

template <class D>
HWY_INLINE void addProfile(D d, const BandProfile &profile, float sign, const BandPlane &plane)
{
    const auto width = std::ptrdiff_t(hn::Lanes(d));
    forEachStep(profile, plane, [&](const float *from, std::ptrdiff_t offset, std::ptrdiff_t lanes, float weight) {
        const auto factor = hn::Set(d, weight * sign);
        float *to = plane.values + offset;
        for (std::ptrdiff_t lane = 0; lane < lanes; lane += width)
            hn::StoreU(hn::MulAdd(hn::LoadU(d, from + lane), factor, hn::LoadU(d, to + lane)), d, to + lane);
    });
}

void multiplyCurve(const BandProfile &profile, const BandPlane &plane)
{
    forEachSection(profile, plane, [&](int step, const CurveSection &section) {
        withFewLanes(section.lanes, [&](auto d) HWY_ATTR {
            float *to = plane.values + step * plane.stride + section.lane;
            for (int lane = 0; lane < section.lanes; lane += int(hn::Lanes(d))) {
                const auto shining = hn::LoadU(d, to + lane);
                hn::StoreU(hn::NegMulAdd(sectionAt(d, profile.curve, section, lane), shining, shining), d, to + lane);
            }
        });
    });
}

constexpr int lanesABand = 4; // of a vector that holds several bands

/// Parallel curved bands side by side in one vector: most cover few lanes of a step.
class CurveGroup {
public:
    /// `count` bands of a vector of `width` lanes, at least one.
    CurveGroup(const BandProfile *curves, int count, int width) : m_curves(curves), m_count(count)
    {
        for (int i = 0; i < width; ++i) {
            const int band = std::min(i / lanesABand, count - 1);
            const BandProfile &profile = curves[band];
            m_whole[band] = std::ptrdiff_t(profile.start >> 32);
            m_part[i] = float(double(profile.start & 0xffffffff) / lane32);
            m_half[i] = profile.curve.half;
            m_opacity[i] = profile.curve.opacity;
            m_column[i] = float(i % lanesABand);
            m_widest = std::max(m_widest, profile.curve.half);
            m_first = std::min(m_first, profile.firstStep);
            m_end = std::max(m_end, profile.endStep);
        }
    }

    void multiply(const BandPlane &plane)
    {
        const int end = std::min(plane.firstStep + plane.steps, m_end);
        for (int step = std::max(plane.firstStep, m_first); step < end; ++step)
            if (m_curves->stepWeights[step] > 0)
                multiplyStep(step, plane);
    }

private:
    void multiplyStep(int step, const BandPlane &plane)
    {
        const FloatTag d;
        const BandCurve &curve = m_curves->curve;
        const CurvePiece piece(curve, step);
        const double shift = curve.rise * curve.shares[step];
        const auto wholeShift = std::ptrdiff_t(std::floor(shift));
        const Floats half = hn::Mul(hn::Load(d, m_half), hn::Set(d, piece.stretch));
        const Floats rise = hn::Set(d, piece.rise);
        const Floats inverse = hn::Set(d, 0.5F / piece.rise);
        const Floats opacity = hn::Mul(hn::Load(d, m_opacity), hn::Set(d, m_curves->stepWeights[step]));
        const Floats middle = hn::Add(hn::Load(d, m_part), hn::Set(d, float(shift - double(wholeShift))));
        const Floats low = hn::Sub(middle, hn::MulAdd(rise, hn::Set(d, 0.5F), half));
        const Floats lowest = hn::Floor(low);
        hn::Store(hn::ConvertTo(IntTag(), lowest), IntTag(), m_lane);
        Floats from = hn::Sub(hn::Load(d, m_column), hn::Sub(low, lowest));
        float *row = plane.values + (step - plane.firstStep) * plane.stride;
        const int lanes = int(2 * m_widest * piece.stretch + piece.rise) + 2;
        for (int begin = 0; begin < lanes; begin += lanesABand) {
            const Floats cover = coverOf(d, from, hn::Add(half, half), rise, inverse);
            hn::Store(hn::NegMulAdd(cover, opacity, hn::Set(d, 1.0F)), d, m_shining);
            from = hn::Add(from, hn::Set(d, float(lanesABand)));
            for (int band = 0; band < m_count; ++band) {
                const std::ptrdiff_t lane = m_whole[band] + wholeShift + m_lane[band * lanesABand] + begin;
                if (lane <= -lanesABand || lane >= plane.lanes)
                    continue;
                const hn::CappedTag<float, lanesABand> few;
                for (int i = 0; i < lanesABand; i += int(hn::Lanes(few)))
                    hn::StoreU(
                        hn::Mul(hn::LoadU(few, row + lane + i), hn::LoadU(few, m_shining + band * lanesABand + i)), few,
                        row + lane + i);
            }
        }
    }

    const BandProfile *m_curves;
    int m_count;
    int m_first = 1 << 30;
    int m_end = 0;
    float m_widest = 0;
    std::ptrdiff_t m_whole[bandPadding / lanesABand]; ///< lane in which a band begins
    HWY_ALIGN float m_part[bandPadding];              ///< where within it
    HWY_ALIGN float m_half[bandPadding];
    HWY_ALIGN float m_opacity[bandPadding];
    HWY_ALIGN float m_column[bandPadding];
    HWY_ALIGN std::int32_t m_lane[bandPadding];
    HWY_ALIGN float m_shining[bandPadding];
};

bool areParallel(const BandProfile &a, const BandProfile &b)
{
    return a.curve.rise == b.curve.rise && a.curve.shares == b.curve.shares && a.stepWeights == b.stepWeights;
}

void multiplyCurves(const BandProfile *curves, std::size_t count, const BandPlane &plane)
{
    const int width = int(hn::Lanes(FloatTag()));
    for (std::size_t i = 0; i < count;) {
        std::size_t end = i + 1;
        while (end < count && curves[i].curve.pieces == 1 && (end - i) < std::size_t(width / lanesABand) &&
               areParallel(curves[i], curves[end]))
            ++end;
        if (end - i > 1)
            CurveGroup(curves + i, int(end - i), width).multiply(plane);
        else
            multiplyCurve(curves[i], plane);
        i = end;
    }
}

void addLogs(const BandPlane &shining, float sign, const BandPlane &plane)
{
    const FloatTag d;
    const int width = int(hn::Lanes(d));
    const Floats one = hn::Set(d, 1.0F);
    const Floats least = hn::Set(d, 1e-30F);
    const Floats factor = hn::Set(d, sign);
    for (int step = 0; step < plane.steps; ++step) {
        const float *from = shining.values + step * shining.stride;
        float *to = plane.values + step * plane.stride;
        for (int lane = 0; lane < plane.lanes; lane += width) {
            const Floats part = hn::LoadU(d, from + lane);
            if (!hn::AllTrue(d, hn::Eq(part, one)))
                hn::StoreU(hn::NegMulAdd(hn::Log(d, hn::Max(part, least)), factor, hn::LoadU(d, to + lane)), d,
                           to + lane);
        }
    }
}

void addProfiles(const BandProfile *profiles, std::size_t count, float sign, const BandPlane &plane)
{
    for (std::size_t i = 0; i < count; ++i)
        if (profiles[i].length >= longProfile)
            addLongProfile(profiles[i], sign, plane);
        else
            withFewLanes(profiles[i].length, [&](auto d) HWY_ATTR { addProfile(d, profiles[i], sign, plane); });
}

template <class D>
HWY_INLINE void mixProfile(D d, const BandProfile &profile, const BandPlane &blue, float *const (&planes)[3])
{
    const auto width = std::ptrdiff_t(hn::Lanes(d));
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

void mixCurve(const BandProfile &profile, const BandPlane &blue, float *const (&planes)[3])
{
    forEachSection(profile, blue, [&](int step, const CurveSection &section) {
        withFewLanes(section.lanes, [&](auto d) HWY_ATTR {
            const std::ptrdiff_t offset = step * blue.stride + section.lane;
            for (int lane = 0; lane < section.lanes; lane += int(hn::Lanes(d))) {
                const auto opacity = sectionAt(d, profile.curve, section, lane);
                for (int channel = 0; channel < 3; ++channel) {
                    float *to = planes[channel] + offset + lane;
                    const auto below = hn::LoadU(d, to);
                    hn::StoreU(hn::MulAdd(hn::Sub(hn::Set(d, profile.color[channel]), below), opacity, below), d, to);
                }
            }
        });
    });
}

void mixProfiles(const BandProfile *profiles, std::size_t count, const BandPlane &blue, const BandPlane &green,
                 const BandPlane &red)
{
    float *const planes[3] = {blue.values, green.values, red.values};
    for (std::size_t i = 0; i < count; ++i)
        if (!profiles[i].values)
            mixCurve(profiles[i], blue, planes);
        else
            withFewLanes(profiles[i].length, [&](auto d) HWY_ATTR { mixProfile(d, profiles[i], blue, planes); });
}

} // namespace HWY_NAMESPACE
} // namespace regard
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace regard {

HWY_EXPORT(addSection);
HWY_EXPORT(addProfiles);
HWY_EXPORT(multiplyCurves);
HWY_EXPORT(addLogs);
HWY_EXPORT(mixProfiles);

void addSection(float *values, std::ptrdiff_t stride, int phaseBits, int lanes, const BandSection &section)
{
    HWY_DYNAMIC_DISPATCH(addSection)(values, stride, phaseBits, lanes, section);
}

void addProfiles(const BandProfile *profiles, std::size_t count, float sign, const BandPlane &plane)
{
    HWY_DYNAMIC_DISPATCH(addProfiles)(profiles, count, sign, plane);
}

void multiplyCurves(const BandProfile *curves, std::size_t count, const BandPlane &plane)
{
    HWY_DYNAMIC_DISPATCH(multiplyCurves)(curves, count, plane);
}

void addLogs(const BandPlane &shining, float sign, const BandPlane &plane)
{
    HWY_DYNAMIC_DISPATCH(addLogs)(shining, sign, plane);
}

void mixProfiles(const BandProfile *profiles, std::size_t count, const BandPlane &blue, const BandPlane &green,
                 const BandPlane &red)
{
    HWY_DYNAMIC_DISPATCH(mixProfiles)(profiles, count, blue, green, red);
}

} // namespace regard
#endif
