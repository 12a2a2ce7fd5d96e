#pragma once

#include <string>

namespace regard {

/// Why a model is read without its output layer.
struct HeadFault {
    enum class Kind {
        None,    ///< it has one, or promises none
        Missing, ///< a tensor is not in the files
        Size,    ///< a tensor has another size than the model
        Numbers, ///< a tensor holds numbers that are not read
    };

    Kind kind = Kind::None;
    std::string tensor{}; ///< its name
    std::string given{};  ///< `249`, `I8`
    std::string needed{}; ///< `254`

    bool isAny() const { return kind != Kind::None; }
    bool operator==(const HeadFault &) const = default;
};

/// A clause in the user's language: `the files have no tensor lm_head.weight`; empty where there is none.
std::string headFaultText(const HeadFault &fault);

} // namespace regard
