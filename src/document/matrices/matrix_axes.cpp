#include "document/matrices/matrix_axes.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/model/recurrent.h"

namespace regard {

namespace {

template <std::size_t count>
bool isOneOf(const std::string &part, const std::array<std::string_view, count> &parts)
{
    return std::find(parts.begin(), parts.end(), part) != parts.end();
}

/// What the cells of a recurrent stack's first layer read of a word.
bool readsWord(const std::string &name)
{
    const bool isOfFirst =
        name.find(".0.forward.") != std::string::npos || name.find(".0.backward.") != std::string::npos;
    return isOfFirst && lastPart(name).starts_with('w');
}

} // namespace

std::string lastPart(const std::string &name)
{
    const auto dot = name.rfind('.');
    return dot == std::string::npos ? name : name.substr(dot + 1);
}

bool readsModelWidth(const std::string &name)
{
    constexpr std::array<std::string_view, 5> parts{"w_q", "w_k", "w_v", "w_1", "w_3"};
    return name == "output.w" || name == "output.transform.w" || name == "output.projection.w" ||
           isOneOf(lastPart(name), parts) || readsWord(name);
}

bool givesModelWidth(const std::string &name)
{
    constexpr std::array<std::string_view, 10> parts{"X",   "X target", "position", "token_type", "w_o",
                                                     "b_o", "w_2",      "b_2",      "gain",       "bias"};
    if (name.find(".q_norm.") != std::string::npos || name.find(".k_norm.") != std::string::npos)
        return false; // as wide as queries or keys
    return name.starts_with("output.transform.") || (isOneOf(lastPart(name), parts) && !isCellWeight(name));
}

} // namespace regard
