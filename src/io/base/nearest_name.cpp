#include "io/base/nearest_name.h"

#include <algorithm>
#include <numeric>

#include "engine/base/message.h"

namespace regard {

std::size_t nameDistance(const std::string &a, const std::string &b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, diagonal + 1, replaced});
        }
    }
    return row.back();
}

std::string nearestNameHint(const std::string &mistyped, const std::vector<std::string> &names)
{
    constexpr std::size_t longest = 64;
    if (mistyped.empty() || mistyped.size() > longest)
        return {};
    std::size_t best = mistyped.size() / 3 + 2;
    const std::string *nearest = nullptr;
    for (const std::string &name : names) {
        const std::size_t steps = nameDistance(mistyped, name);
        if (steps < best) {
            best = steps;
            nearest = &name;
        }
    }
    return nearest ? Message::tr(" (did you mean \"%1\"?)", {*nearest}) : std::string();
}

std::string commaList(const std::vector<std::string> &words)
{
    std::string list;
    for (const std::string &word : words)
        list += (list.empty() ? "" : ", ") + word;
    return list;
}

} // namespace regard
