#pragma once

namespace regard {

/// How far along the words a curved link has come at a share of its way across, each 0 … 1: s(t) = 3t² − 2t³. It leaves
/// and arrives at right angles to the lines of words, and is one cubic Bézier curve with its inner points at a third
/// and two thirds of the way.
constexpr double curveShare(double way)
{
    return way * way * (3 - 2 * way);
}

/// The derivative of curveShare(), at most 1.5.
constexpr double curveSlope(double way)
{
    return 6 * way * (1 - way);
}

/// The mean of curveShare() between two ways.
constexpr double meanCurveShare(double from, double to)
{
    // The integral of s is t³ − t⁴/2, here divided by (to − from).
    const double squares = from * from + to * to;
    return squares + from * to - (from + to) * squares / 2;
}

} // namespace regard
