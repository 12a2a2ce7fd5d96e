#include "views/links/band_profiles.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "engine/kernels/in_parallel.h"
#include "views/links/link_curve.h"

namespace regard {

namespace {

constexpr std::size_t bandsABatch = 1024; // of those that are mixed in order
constexpr double leastRise = 1e-3;
constexpr double leastRest = 1.0 / 4096; // what shines through an opaque band: its logarithm must be finite
/// Lanes of a shared profile that are added in the time that it takes to reach a profile of its own.
constexpr double wayInLanes = 96;
constexpr double lane32 = 4294967296.0; // 2^32: a lane in a profile's fixed-point numbers

/// Curved bands that share profiles: the bands that change a pixel by `most` at most, of the way to their colour.
struct CurvedSharing {
    double most;
    int phaseBits;
    double classesAUnit;
};
constexpr std::array<CurvedSharing, 3> curvedSharings{{{0.004, 2, 3}, {0.012, 2, 4}, {0.03, 3, 4}}};

/// Places on curves that share profiles are rounded to a phase, so that a band that has not moved is where it belongs.
double halfPhase(int phaseBits)
{
    return 0.5 / (1 << phaseBits);
}

double coverageOf(double width, double steepness)
{
    return std::min(1.0, width / std::max(1.0, steepness));
}

} // namespace

BandProfiles::BandProfiles(BandLayer layer, Sum sum, int steps, int lanes, double faintest)
    : m_layer(std::move(layer)), m_sum(sum), m_lanes(lanes), m_faintest(faintest)
{
    m_firstStep = std::clamp(int(std::floor(m_layer.firstStep)), 0, steps);
    m_endStep = std::clamp(int(std::ceil(m_layer.lastStep)), m_firstStep, steps);
    if (!(m_layer.lastStep - m_layer.firstStep > 1e-6))
        m_layer.bands.clear();
    weighSteps(steps);
    if (isCurved())
        followCurve();
    if (m_sum == Sum::Logs)
        sortByDistance();
    cutIntoBatches();
}

void BandProfiles::weighSteps(int steps)
{
    const double run = m_layer.lastStep - m_layer.firstStep;
    for (const BandLayer::Paint &paint : m_layer.paints) {
        std::vector<float> weights(std::size_t(steps), 0.0F);
        for (int dash = 0; dash < std::max(1, paint.dashes); ++dash) {
            const auto [begin, end] = dashSpan(paint.dashes, dash);
            const double from = m_layer.firstStep + begin * run;
            const double to = m_layer.firstStep + end * run;
            for (int step = std::max(m_firstStep, int(std::floor(from)));
                 step < std::min(m_endStep, int(std::ceil(to))); ++step)
                weights[std::size_t(step)] += float(std::min(double(step + 1), to) - std::max(double(step), from));
        }
        const double opacity = std::min(qAlpha(paint.color) / 255.0, 1 - leastRest);
        for (float &weight : weights) {
            weight = std::clamp(weight, 0.0F, 1.0F);
            // A step covered in part gets its logarithm as a fraction of the whole step's. Curved bands take the
            // logarithm after the weight, or are too faint for a difference.
            if (m_sum == Sum::Logs && !isCurved() && weight > 0 && weight < 1)
                weight = float(std::log1p(-opacity * double(weight)) / std::log1p(-opacity));
        }
        m_stepWeights.push_back(std::move(weights));
    }
}

void BandProfiles::followCurve()
{
    const double run = m_layer.lastStep - m_layer.firstStep;
    if (m_stepWeights.empty() || !(run > 0))
        return;
    double rise = 0;
    for (const BandLayer::Band &band : m_layer.bands)
        rise = std::max(rise, std::abs(band.to - band.from) * m_layer.pitch);
    // A chord over a share t of the way is up to t² · 6/8 of the rise beside the curve.
    constexpr double beside = 0.05; // lanes
    constexpr double mostPieces = 256;
    m_pieces = int(std::clamp(std::ceil(std::sqrt(rise * 0.75 / beside) / run), 1.0, mostPieces));
    m_shares.assign(m_stepWeights.front().size() * std::size_t(m_pieces), 0);
    m_moves.assign(m_shares.size(), 0);
    for (int step = m_firstStep; step < m_endStep; ++step) {
        const double begin = std::clamp((step - m_layer.firstStep) / run, 0.0, 1.0);
        const double end = std::clamp((step + 1 - m_layer.firstStep) / run, 0.0, 1.0);
        for (int piece = 0; piece < m_pieces; ++piece) {
            const double from = begin + (end - begin) * piece / m_pieces;
            const double to = begin + (end - begin) * (piece + 1) / m_pieces;
            const std::size_t at = std::size_t(step) * std::size_t(m_pieces) + std::size_t(piece);
            m_shares[at] = meanCurveShare(from, to);
            m_moves[at] = float(curveShare(to) - curveShare(from));
        }
    }
}

/// Sorts by counting, because there are hundreds of thousands of bands but hundreds of distances.
void BandProfiles::sortByDistance()
{
    if (m_layer.bands.empty())
        return;
    const auto distance = [](const BandLayer::Band &band) { return band.to - band.from; };
    const auto [low, high] = std::minmax_element(
        m_layer.bands.begin(), m_layer.bands.end(),
        [&](const BandLayer::Band &a, const BandLayer::Band &b) { return distance(a) < distance(b); });
    const int least = distance(*low);
    std::vector<std::size_t> begins(std::size_t(distance(*high) - least) + 2, 0);
    for (const BandLayer::Band &band : m_layer.bands)
        ++begins[std::size_t(distance(band) - least) + 1];
    for (std::size_t i = 1; i < begins.size(); ++i)
        begins[i] += begins[i - 1];
    std::vector<BandLayer::Band> sorted(m_layer.bands.size());
    for (const BandLayer::Band &band : m_layer.bands)
        sorted[begins[std::size_t(distance(band) - least)]++] = band;
    m_layer.bands = std::move(sorted);
}

void BandProfiles::cutIntoBatches()
{
    const std::vector<BandLayer::Band> &bands = m_layer.bands;
    const auto distance = [&](std::size_t band) { return bands[band].to - bands[band].from; };
    for (std::size_t begin = 0; begin < bands.size();) {
        std::size_t end = begin + 1;
        while (end < bands.size() &&
               (m_sum == Sum::Logs ? distance(end) == distance(begin) : end - begin < bandsABatch))
            ++end;
        m_batches.push_back({begin, end, 0, std::vector<std::array<Sharing, sharings>>(m_layer.paints.size())});
        begin = end;
    }
    m_kinds.assign(bands.size(), LeftOut);
    inParallel(int(m_batches.size()), [this](int i) { sortOut(m_batches[std::size_t(i)]); });
}

void BandProfiles::Sharing::add(const Sharing &other)
{
    if (other.count == 0)
        return;
    low = count == 0 ? other.low : std::min(low, other.low);
    high = count == 0 ? other.high : std::max(high, other.high);
    lanes += other.lanes;
    count += other.count;
}

/// Decides how each band is worked out, and counts the cost.
void BandProfiles::sortOut(Batch &batch)
{
    for (std::size_t i = batch.begin; i < batch.end; ++i) {
        const BandLayer::Band &band = m_layer.bands[i];
        const Slant slant = slantOf(band);
        if (isLeftOut(band, slant))
            continue;
        m_kinds[i] = kindOf(band, slant);
        if (m_kinds[i] == Alone)
            continue;
        const double start = laneAtStart(band, slant);
        const double reach = reachOf(band, slant);
        batch.shared[std::size_t(band.paint)][std::size_t(m_kinds[i] - Shared)].add(
            {1, start - reach, start + reach, 2 * reach + wayInLanes});
    }
    settle(batch);
    for (const std::array<Sharing, sharings> &ofPaint : batch.shared)
        for (std::size_t bits = 0; bits < ofPaint.size(); ++bits)
            if (ofPaint[bits].count > 0)
                batch.size += sharedRoom(ofPaint[bits], bits).size() *
                              classesOf(slantOf(m_layer.bands[batch.begin]), bits).size();
    for (std::size_t i = batch.begin; i < batch.end; ++i)
        if (m_kinds[i] == Alone && !isCurved())
            batch.size += ownRoom(m_layer.bands[i], slantOf(m_layer.bands[i])).size();
}

/// A curved band that has to be placed finely is worked out in each step instead.
BandProfiles::Kind BandProfiles::kindOf(const BandLayer::Band &band, const Slant &slant) const
{
    if (m_sum == Sum::Opacities)
        return Alone;
    if (!isCurved())
        return Kind(Shared + phaseBitsOf(band, slant) - fewestPhaseBits);
    if (m_pieces > 1)
        return Alone;
    const double most = opacityOf(band) * coverageOf(double(band.width), 1);
    for (int sharing = 0; sharing < sharings; ++sharing)
        if (m_layer.course == BandLayer::Course::Curved && most <= curvedSharings[std::size_t(sharing)].most)
            return Kind(Shared + sharing);
    return Alone;
}

/// A step's values are those of a band whose slope differs by as little as the sharing's bands can bear. Up to a slope
/// of 1 they change in proportion to it, beyond to its logarithm.
std::vector<BandProfiles::SlopeClass> BandProfiles::classesOf(const Slant &slant, std::size_t sharing) const
{
    if (!isCurved())
        return {{slant.steepness, {{{m_firstStep, m_endStep}, {m_endStep, m_endStep}}}}};
    const double classesAUnit = curvedSharings[sharing].classesAUnit;
    const double run = m_layer.lastStep - m_layer.firstStep;
    const auto steepnessAt = [](double unit) { return unit < 1 ? unit : std::exp(unit - 1); };
    // The steps on the way out and on the way in from which, and up to which, it is steeper.
    const auto stepsFrom = [&](double steepness) {
        const double way = (1 - std::sqrt(std::max(0.0, 1 - steepness / slant.steepness))) / 2;
        const auto stepOf = [&](double at) {
            return std::clamp(int(std::lround(m_layer.firstStep + at * run)), m_firstStep, m_endStep);
        };
        return std::pair(stepOf(way), stepOf(1 - way));
    };
    std::vector<SlopeClass> classes;
    const double mostUnits = slant.steepness < 1 ? slant.steepness : 1 + std::log(slant.steepness);
    std::pair<int, int> outer(m_firstStep, m_endStep);
    for (double unit = 0; unit < mostUnits; unit += 1 / classesAUnit) {
        const double next = std::min(unit + 1 / classesAUnit, mostUnits);
        std::pair<int, int> inner = stepsFrom(steepnessAt(next));
        if (next >= mostUnits)
            inner.second = inner.first; // the middle, whose rounding leaves out no step
        classes.push_back(
            {steepnessAt((unit + next) / 2), {{{outer.first, inner.first}, {inner.second, outer.second}}}});
        outer = inner;
    }
    return classes;
}

/// Whether bands take less time to be worked out at more phases than a profile of their own takes to be added.
bool BandProfiles::isSoonWorkedOut(const Sharing &sharing) const
{
    const double lanesABand = isCurved() ? 12000 : 2400; // that are added meanwhile
    return double(sharing.count) * lanesABand < (sharing.high - sharing.low) * (m_endStep - m_firstStep);
}

/// Bands that are few and far apart would share a profile that is mostly empty: they join those with more phases, or in
/// the end none.
void BandProfiles::settle(Batch &batch)
{
    std::vector<std::array<Kind, sharings>> kinds(batch.shared.size());
    for (std::size_t paint = 0; paint < batch.shared.size(); ++paint) {
        std::array<Sharing, sharings> &ofPaint = batch.shared[paint];
        std::array<Kind, sharings> &kindOf = kinds[paint];
        for (std::size_t bits = 0; bits < ofPaint.size(); ++bits) {
            kindOf[bits] = Kind(Shared + bits);
            const bool isLast = bits + 1 == ofPaint.size();
            const bool joins = !isLast && ofPaint[bits + 1].count > 0 && isSoonWorkedOut(ofPaint[bits]);
            if (ofPaint[bits].isWorthwhile() && !joins)
                continue;
            const Kind next = isLast ? Alone : Kind(Shared + bits + 1);
            if (!isLast)
                ofPaint[bits + 1].add(ofPaint[bits]);
            ofPaint[bits] = {};
            for (std::size_t fewer = 0; fewer <= bits; ++fewer)
                if (kindOf[fewer] == Shared + bits)
                    kindOf[fewer] = next;
        }
    }
    for (std::size_t i = batch.begin; i < batch.end; ++i)
        if (m_kinds[i] >= Shared)
            m_kinds[i] = kinds[std::size_t(m_layer.bands[i].paint)][std::size_t(m_kinds[i] - Shared)];
}

BandProfiles::Slant BandProfiles::slantOf(const BandLayer::Band &band) const
{
    const double slope = (band.to - band.from) * m_layer.pitch / (m_layer.lastStep - m_layer.firstStep);
    const double steepest = std::max(leastRise, std::abs(slope) * curveSlope(0.5));
    if (isCurved())
        return {slope, steepest, m_layer.course == BandLayer::Course::CurvedLine ? std::hypot(1.0, steepest) : 1};
    return {slope, std::max(leastRise, std::abs(slope)), std::sqrt(1 + slope * slope)};
}

double BandProfiles::opacityOf(const BandLayer::Band &band) const
{
    return qAlpha(m_layer.paints[std::size_t(band.paint)].color) / 255.0;
}

/// Returns where the band's centre would be in the middle of step 0; of a curve where it begins.
double BandProfiles::laneAtStart(const BandLayer::Band &band, const Slant &slant) const
{
    if (isCurved())
        return m_layer.start + band.from * m_layer.pitch;
    return m_layer.start + band.from * m_layer.pitch + slant.slope * (0.5 - m_layer.firstStep);
}

/// How far from its centre it begins and ends within a step.
double BandProfiles::reachOf(const BandLayer::Band &band, const Slant &slant) const
{
    return double(band.width) * slant.widening / 2 + slant.steepness / 2;
}

bool BandProfiles::isLeftOut(const BandLayer::Band &band, const Slant &slant) const
{
    const double width = double(band.width) * slant.widening;
    // A curve is level where it begins and ends.
    if (!(width > 0) || opacityOf(band) * coverageOf(width, isCurved() ? 1 : slant.steepness) < m_faintest)
        return true;
    const double reach = reachOf(band, slant) + 1;
    const double start = laneAtStart(band, slant);
    const double first = isCurved() ? start : start + slant.slope * m_firstStep;
    const double last = start + slant.slope * (isCurved() ? m_layer.lastStep - m_layer.firstStep : double(m_endStep));
    return std::max(first, last) + reach < 0 || std::min(first, last) - reach > m_lanes;
}

/// A band between two phases is off by half a phase at most: by a level of its edge. A level band has no phase but the
/// first.
int BandProfiles::phaseBitsOf(const BandLayer::Band &band, const Slant &slant) const
{
    if (band.from == band.to || isCurved())
        return fewestPhaseBits;
    constexpr double allowed = 0.004; // of the way from what is below to the colour
    const double width = double(band.width) * slant.widening;
    const double changeALane = opacityOf(band) * coverageOf(width, slant.steepness) / std::max(1.0, slant.steepness);
    int bits = fewestPhaseBits;
    while (bits < mostPhaseBits && changeALane > allowed * 2 * (1 << bits))
        ++bits;
    return bits;
}

std::ptrdiff_t BandProfiles::Room::stride() const
{
    const int rounded = (length + bandPadding - 1) / bandPadding * bandPadding;
    return rounded + lead();
}

/// Zeros before the first row, and after each.
int BandProfiles::Room::lead() const
{
    return length >= longProfile ? bandPadding : 0;
}

std::size_t BandProfiles::Room::size() const
{
    return std::size_t(lead()) + (std::size_t(stride()) << phaseBits);
}

/// Takes the room from the floats at `at` on, and returns its first row; what follows is left to others.
float *BandProfiles::Room::takenFrom(float *&at) const
{
    return std::exchange(at, at + size()) + lead();
}

BandProfiles::Room BandProfiles::roomFor(double low, double high, int phaseBits)
{
    const double first = std::floor(low - double(bandPhaseLead));
    return {first, int(std::ceil(high - first)) + 1, phaseBits};
}

BandProfiles::Room BandProfiles::sharedRoom(const Sharing &sharing, std::size_t bits) const
{
    return roomFor(sharing.low, sharing.high,
                   isCurved() ? curvedSharings[bits].phaseBits : fewestPhaseBits + int(bits));
}

BandProfiles::Room BandProfiles::ownRoom(const BandLayer::Band &band, const Slant &slant) const
{
    const double start = laneAtStart(band, slant);
    const double reach = reachOf(band, slant);
    return roomFor(start - reach, start + reach, phaseBitsOf(band, slant));
}

void BandProfiles::workOut(const BandLayer::Band &band, const Slant &slant, double steepness, const Room &room,
                           float *values) const
{
    // Places are counted from a lane nearby, where floats are fine.
    const double lead = isCurved() ? double(bandPhaseLead) - halfPhase(room.phaseBits) : 0;
    const double middle = laneAtStart(band, slant) + lead - room.low;
    const double reach = double(band.width) * slant.widening / 2 + steepness / 2;
    const int from = std::max(0, int(std::floor(middle - reach - double(bandPhaseLead))));
    const int lanes = std::min(room.length, int(std::ceil(middle + reach)) + 1) - from;
    addSection(values + from, room.stride(), room.phaseBits, lanes,
               {float(middle - from), float(double(band.width) * slant.widening / 2), float(steepness),
                float(std::min(opacityOf(band), 1 - leastRest)), m_sum == Sum::Logs,
                isCurved() ? room.phaseBits : phaseBitsOf(band, slant)});
}

BandProfile BandProfiles::profileOf(const BandLayer::Band &band, const Slant &slant, const Room &room,
                                    const float *values, std::pair<int, int> steps) const
{
    const QRgb color = m_layer.paints[std::size_t(band.paint)].color;
    BandProfile profile{values,
                        room.stride(),
                        room.length,
                        room.phaseBits,
                        std::int64_t(std::llround((room.low + double(bandPhaseLead)) * lane32)),
                        std::int64_t(std::llround(slant.slope * lane32)),
                        steps.first,
                        steps.second,
                        m_stepWeights[std::size_t(band.paint)].data(),
                        {float(qBlue(color)), float(qGreen(color)), float(qRed(color))}};
    if (isCurved()) {
        profile.slope = 0;
        profile.start = std::llround((room.low + halfPhase(room.phaseBits)) * lane32);
        profile.curve = {m_shares.data(), m_moves.data(), slant.slope * (m_layer.lastStep - m_layer.firstStep),
                         m_pieces};
    }
    return profile;
}

/// A curved band without values of its own.
BandProfile BandProfiles::curveOf(const BandLayer::Band &band, const Slant &slant) const
{
    const double start = laneAtStart(band, slant) - halfPhase(0); // which profileOf() adds
    BandProfile profile = profileOf(band, slant, {start, 0, 0}, nullptr, curveStepsInView(band, slant));
    profile.curve.half = float(double(band.width) / 2);
    profile.curve.opacity = float(std::min(opacityOf(band), 1 - leastRest));
    profile.curve.isLine = m_layer.course == BandLayer::Course::CurvedLine;
    return profile;
}

/// At least those in which some of a curve lies within the image's lanes.
std::pair<int, int> BandProfiles::curveStepsInView(const BandLayer::Band &band, const Slant &slant) const
{
    const double start = laneAtStart(band, slant);
    const double reach = reachOf(band, slant) + 1;
    const double rise = slant.slope * (m_layer.lastStep - m_layer.firstStep);
    if (std::abs(rise) < leastRise)
        return {m_firstStep, m_endStep};
    const double above = (-reach - start) / rise;
    const double below = (m_lanes + reach - start) / rise;
    const auto shares = m_shares.begin();
    const auto stepFrom = [&](double share) { // the first whose middle is there or beyond
        const auto found = std::lower_bound(shares + std::ptrdiff_t(m_firstStep) * m_pieces,
                                            shares + std::ptrdiff_t(m_endStep) * m_pieces, share);
        return int((found - shares) / m_pieces);
    };
    const int first = std::max(m_firstStep, stepFrom(std::min(above, below)) - 1);
    return {first, std::clamp(stepFrom(std::max(above, below)) + 1, first, m_endStep)};
}

/// At least those in which some of the row of values lies within the image's lanes.
std::pair<int, int> BandProfiles::stepsInView(const Slant &slant, const Room &room) const
{
    if (std::abs(slant.slope) < leastRise)
        return {m_firstStep, m_endStep};
    const double above = (-room.length - 1 - room.low) / slant.slope;
    const double below = (m_lanes + 1 - room.low) / slant.slope;
    const double first = std::clamp(std::floor(std::min(above, below)), double(m_firstStep), double(m_endStep));
    const double end = std::clamp(std::ceil(std::max(above, below)) + 1, double(m_firstStep), double(m_endStep));
    return {int(first), int(end)};
}

BandBatch BandProfiles::batch(std::size_t index) const
{
    const Batch &batch = m_batches[index];
    BandBatch made;
    made.values.assign(batch.size + bandPadding, 0.0F);
    float *at = made.values.data();
    struct SharedRow {
        Room room;
        double steepness;
        float *values;
    };
    std::vector<std::array<std::vector<SharedRow>, sharings>> shared(batch.shared.size()); // one row a class
    for (std::size_t paint = 0; paint < batch.shared.size(); ++paint) {
        for (std::size_t bits = 0; bits < sharings; ++bits) {
            const Sharing &sharing = batch.shared[paint][bits];
            if (sharing.count == 0)
                continue;
            const Room room = sharedRoom(sharing, bits);
            BandLayer::Band band = m_layer.bands[batch.begin];
            band.paint = int(paint);
            const Slant slant = slantOf(band);
            for (const SlopeClass &one : classesOf(slant, bits)) {
                float *values = room.takenFrom(at);
                shared[paint][bits].push_back({room, one.steepness, values});
                if (!isCurved())
                    made.profiles.push_back(profileOf(band, slant, room, values, stepsInView(slant, room)));
                for (const std::pair<int, int> &steps : one.steps)
                    if (isCurved() && steps.first < steps.second)
                        made.profiles.push_back(profileOf(band, slant, room, values, steps));
            }
        }
    }
    for (std::size_t i = batch.begin; i < batch.end; ++i) {
        const BandLayer::Band &band = m_layer.bands[i];
        const Slant slant = slantOf(band);
        if (m_kinds[i] >= Shared) {
            for (const SharedRow &row : shared[std::size_t(band.paint)][std::size_t(m_kinds[i] - Shared)])
                workOut(band, slant, row.steepness, row.room, row.values);
        } else if (m_kinds[i] == Alone && isCurved()) {
            made.curves.push_back(curveOf(band, slant));
        } else if (m_kinds[i] == Alone) {
            const Room room = ownRoom(band, slant);
            float *values = room.takenFrom(at);
            made.profiles.push_back(profileOf(band, slant, room, values, stepsInView(slant, room)));
            workOut(band, slant, slant.steepness, room, values);
        }
    }
    // Those of about the same width are added side by side.
    if (m_sum == Sum::Logs)
        std::sort(made.curves.begin(), made.curves.end(),
                  [](const BandProfile &a, const BandProfile &b) { return a.curve.half > b.curve.half; });
    return made;
}

} // namespace regard
