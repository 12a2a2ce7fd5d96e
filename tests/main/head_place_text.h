#pragma once

#include <QTest>

#include "views/heads/head_place.h"

namespace QTest {

/// What a comparison that fails says of a place: attention, layer and head.
template <>
inline char *toString(const regard::HeadPlace &place)
{
    return toString(QStringLiteral("%1 %2 %3").arg(int(place.attention)).arg(place.layer).arg(place.head));
}

} // namespace QTest
