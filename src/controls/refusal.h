#pragma once

#include <functional>

#include <QString>

#include "engine/base/errors.h"

namespace regard {

/// Why something is refused, in the language that is set when it is asked for; empty: it no longer is. It outlives the
/// window, which goes with its language, and so refers to the document alone.
using Refusal = std::function<QString()>;

/// Repeats a change that throws, so that it is refused again, in the language of now.
template <typename Change>
Refusal refusalOf(Change change)
{
    return [change] {
        try {
            change();
        } catch (const Error &error) {
            return QString::fromUtf8(error.what());
        }
        return QString();
    };
}

} // namespace regard
