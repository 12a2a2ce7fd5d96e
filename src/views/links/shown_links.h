#pragma once

#include "document/shown/shown.h"
#include "views/links/link_figure.h"

namespace regard {

/// The link view's own settings beside the selection.
struct LinkOptions {
    double floor = 0.04; ///< links below are hidden and counted
    bool horizontal = false;
    bool multiples = false;    ///< one small picture a head instead of the overlay
    bool curved = false;       ///< links run along curves; LinkData::curved
    bool strongest = false;    ///< of several heads each pair's strongest; LinkData::strongest
    bool faintSpecial = false; ///< tokens that a trained tokenizer added are faint; LinkData::faintKeys

    bool operator==(const LinkOptions &) const = default;
};

/// The links of what is shown, which needs a result. A difference gives signed ones in the present tokens, without the
/// heads that the pinned state lacks.
LinkData linkData(const ShownState &state, const LinkOptions &options);

} // namespace regard
