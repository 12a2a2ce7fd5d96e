#pragma once

#include <stdexcept>
#include <string>

namespace regard {

/// What every error of Regard derives from; what() is one sentence for the user.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Sizes that do not belong together. The message names the matrix and both sizes.
struct ShapeError : Error {
    using Error::Error;
};

/// A value of the model's configuration that is out of range or not supported.
struct ConfigError : Error {
    using Error::Error;
};

/// A number that cannot be computed with: not finite. The message names the matrix, row and column from 1.
struct ValueError : Error {
    using Error::Error;
};

/// A sentence that the model cannot read: empty, longer than its table of positions or than memory allows, masked
/// where it has no token, or with numbers that leave float32.
struct InputError : Error {
    using Error::Error;
};

} // namespace regard
