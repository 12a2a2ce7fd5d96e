#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/message.h"

namespace regard {

/// `2 × 3`; a tensor without dimensions is `a single number`.
inline std::string shapeText(const std::vector<std::uint64_t> &shape)
{
    if (shape.empty())
        return Message::tr("a single number");
    std::string text;
    for (const std::uint64_t size : shape)
        text += (text.empty() ? "" : " × ") + std::to_string(size);
    return text;
}

} // namespace regard
