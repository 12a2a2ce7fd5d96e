#pragma once

#include <QString>

namespace regard {

/// A difference as pictures write it: "+0.31", "−0.41" (U+2212), and what rounds to nothing without a sign: "0.00".
/// `format` as in QString::number: 'f' with `digits` after the point, 'g' with `digits` in all. NaN is empty.
QString signedText(double value, int digits, char format = 'f');

} // namespace regard
