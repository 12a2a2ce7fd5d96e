#pragma once

#include <string>

#include "engine/base/errors.h"
#include "engine/model/sublayer.h"

namespace regard {

/// What a matrix of a pass holds, for a message.
enum class Quantity { Queries, Keys, Values, Outputs, Sums, Hidden, States, FinalNorm, Logits };

// Why a sentence cannot be computed where model and sentence are each valid. what() uses the names of files; a caller
// with other names for them rewords it (document/pass_error_text).

/// Numbers of a pass left float32.
struct Overflow : InputError {
    Overflow(Quantity what, const Sublayer &where, const std::string &message)
        : InputError(message), quantity(what), sublayer(where)
    {
    }

    Quantity quantity;
    Sublayer sublayer; ///< of FinalNorm only its stack is meaningful, of Logits nothing
};

/// The output layer was given for another number of words than the sentences make.
struct OtherVocabulary : InputError {
    OtherVocabulary(const std::string &name, int has, int wanted, const std::string &message)
        : InputError(message), weight(name), columns(has), words(wanted)
    {
    }

    std::string weight; ///< `output.w` or `output.b`
    int columns;
    int words;
};

} // namespace regard
