#pragma once

#include <vector>

#include <QString>

#include "document/shown/shown.h"
#include "views/why/why_strip.h"

namespace regard {

/// What changed for one query of the head in view.
struct WhyChange {
    QString heading; ///< "“it” now looks at “rug” instead of “cat”"
    WhyStrip strip;  ///< "rug 0.00 → 0.97 +0.97", the keys that moved most, and what else moved
};

/// "“it” now looks at “rug”"; "“it” still looks at “cat”" where the key is the same.
QString looksAtText(const QString &query, const QString &key, bool isSame);

/// Explains a difference by the query in focus, else by the one whose weights moved most, or that of the key in focus
/// most. There must be a difference of a head that both states have.
WhyChange whyChange(const ShownState &tokens);

} // namespace regard
