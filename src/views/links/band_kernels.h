#pragma once

#include <cstddef>
#include <cstdint>

#include "views/links/band_plane.h"

// The inner loops of the band rasteriser, in the vector instructions that the processor has. Lengths in device pixels;
// steps and lanes as in band_raster.h.

namespace regard {

/// Bits of the fewest phases that a profile has.
constexpr int fewestPhaseBits = 2;
/// Half of the widest phase, in lanes. Phases begin this much before a whole lane: a band that has not moved is where
/// it belongs, and phases of more bits divide those of fewer, so that a band has the same place in a profile of either.
constexpr float bandPhaseLead = 0.5F / (1 << fewestPhaseBits);
/// Lanes from which a profile is added from whole paddings of the plane on.
constexpr int longProfile = 64;

/// A curved band, which is as steep in each step as its curve is there: its section is worked out where it is added.
struct BandCurve {
    const double *shares; ///< where its middle is in each piece of each step, as a share of the rise; from step 0 on
    const float *moves;   ///< how much of the rise lies in each piece
    double rise;          ///< from its beginning to its end, in lanes
    int pieces = 1;       ///< that a step is cut into, in each of which it is straight
    float half = 0;       ///< half of its thickness along the lanes, or across it where `isLine`
    float opacity = 0;    ///< 0 … 1
    bool isLine = false;
};

/// One band, or several parallel ones, as every step shows it: a row of values along the lanes that moves from step to
/// step. It is kept at `phases` fractions of a lane, so that it can lie between two: in phase p the middle of the row's
/// move lies (p + ½) / phases − bandPhaseLead lanes beyond a whole one.
struct BandProfile {
    const float *values; ///< null: what `curve` says. phases × stride; what follows a row's length are zeros, of a long
                         ///< profile as many as bandPadding at least, and before the first row too
    std::ptrdiff_t stride; ///< a multiple of bandPadding, not less than the length
    int length;            ///< lanes
    int phaseBits;         ///< phases = 2^phaseBits
    std::int64_t start; ///< the lane of values[0] at step 0, a whole one, plus half a phase of the widest, of a curve
                        ///< half a phase of its own, times 2^32
    std::int64_t slope; ///< what it moves a step
    int firstStep;      ///< the steps in which it may be in view
    int endStep;        ///< one past the last of them
    const float *stepWeights; ///< how much of it each step has; beginning with step 0
    float color[3];           ///< blue, green, red, 0 … 255; only for mixProfiles()
    BandCurve curve{};        ///< where it has a rise, `start` is where the curve begins, and `slope` 0
};

/// A band's cross section in one step, in which its edges are straight.
struct BandSection {
    float middle;  ///< lane of its centre, counted from the lane that values begin with
    float half;    ///< half of its thickness, along the lanes
    float rise;    ///< of its edges within the step, above 0
    float opacity; ///< 0 … 1, below 1 where `isLog`
    bool isLog;    ///< adds −log(1 − opacity · coverage), else opacity · coverage
    int phaseBits; ///< of the phases at which it is placed, at most those of the profile
};

/// Adds a section to a profile's rows of values, `stride` apart, at the phase of each. `lanes` is rounded up to
/// bandPadding.
void addSection(float *values, std::ptrdiff_t stride, int phaseBits, int lanes, const BandSection &section);

/// Adds `sign` times each profile, which has values, to the plane.
void addProfiles(const BandProfile *profiles, std::size_t count, float sign, const BandPlane &plane);

/// Multiplies a plane by what shines through each of some curved bands, profiles without values: for many bands that
/// takes half of the time of adding logarithms.
void multiplyCurves(const BandProfile *curves, std::size_t count, const BandPlane &plane);
/// Adds `sign` times −log of what shines through.
void addLogs(const BandPlane &shining, float sign, const BandPlane &plane);

/// Mixes each profile's colour, in order, into three planes of channels: blue, green, red, 0 … 255.
void mixProfiles(const BandProfile *profiles, std::size_t count, const BandPlane &blue, const BandPlane &green,
                 const BandPlane &red);

} // namespace regard
