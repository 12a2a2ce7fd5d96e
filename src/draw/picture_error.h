#pragma once

#include "engine/base/errors.h"

namespace regard {

/// A picture that cannot be made: too large or too small, or a font that is missing.
struct PictureError : Error {
    using Error::Error;
};

} // namespace regard
