#pragma once

#include <QString>

namespace regard {

/// NAME-001.svg of NAME.svg for the first of `count` files, with as many digits as the last needs, at least three.
QString numberedPath(const QString &path, int number, int count);

} // namespace regard
