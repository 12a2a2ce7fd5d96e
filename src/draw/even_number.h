#pragma once

#include <QString>

namespace regard {

// The functions below write numbers of one picture, all with the same digits after the point.

/// How many digits: so that the largest magnitude shows `significant` ones, at most `most` after the point.
int evenDigits(double largest, int significant, int most);

/// "0.998"; 0 alone is "0", and what the digits cannot tell from it "<0.001" or ">−0.001". `isSigned` puts a + before
/// numbers above 0.
QString evenNumber(double value, int digits, bool isSigned = false);

/// A weight in few letters, as at the ticks of a colour bar: two significant digits, "<0.0001" below.
QString tickNumber(double weight);

/// In few digits that are never rounded to 0 or to 1: "0.97", "0.003", "<0.001", ">0.999"; "—" where there is none.
QString shortWeight(double weight);

} // namespace regard
