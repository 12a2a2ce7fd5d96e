#pragma once

#include <optional>

#include <QString>

#include "document/look/selection.h"
#include "document/shown/shown.h"

namespace regard {

/// What a model without a project shows first: of all layers the sharpest head (engine/analysis/sharpest_head.h) alone,
/// with its strongest link in focus. An encoder with a decoder shows how the decoder looks at the encoder's words.
struct FirstPicture {
    Selection selection;
    bool isPlain = true; ///< the head is neither diagonal nor resting
};

/// `selection` otherwise stays as it is. Nothing where there is too little to choose by: fewer than three words, or no
/// attention.
std::optional<FirstPicture> firstPicture(const ReadResult &read, Selection selection);

/// "layer 5 · head 3: the sharpest head that is neither diagonal nor on the first token or a separator"
QString firstPictureText(const FirstPicture &picture);

} // namespace regard
