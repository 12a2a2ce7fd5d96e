#include "io/tokenizer/language_choice.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "engine/base/message.h"
#include "io/base/nearest_name.h"
#include "text/language_name.h"

namespace regard {

namespace {

constexpr std::size_t longestTyped = 64;
constexpr std::size_t mostNear = 4;

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

/// How far a code, or the language's English name, is from what was typed; 0 where it begins so.
std::size_t farness(const std::string &typed, const std::string &code)
{
    std::size_t least = longestTyped;
    for (const std::string &name : {lowered(code), lowered(languageName(code, "en"))})
        least = std::min(least, name.starts_with(typed) ? 0 : nameDistance(typed, name));
    return least;
}

} // namespace

std::string languageFault(const TrainedTokenizer *tokenizer, const std::string &code)
{
    const std::vector<std::string> codes = tokenizer ? tokenizer->languages().codes : std::vector<std::string>();
    if (codes.empty())
        return Message::tr("that needs a model whose tokenizer marks sentences with languages");
    if (std::find(codes.begin(), codes.end(), code) != codes.end())
        return {};
    std::vector<std::pair<std::size_t, std::string>> near;
    if (code.size() <= longestTyped)
        for (const std::string &known : codes)
            near.emplace_back(farness(lowered(code), known), known);
    std::stable_sort(near.begin(), near.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    if (!near.empty() && near.front().first == 0)
        std::erase_if(near, [](const auto &language) { return language.first > 0; });
    std::vector<std::string> named;
    for (std::size_t i = 0; i < std::min(mostNear, near.size()); ++i) {
        const std::string name = languageName(near[i].second, "en");
        named.push_back(name.empty() ? near[i].second : near[i].second + " (" + name + ")");
    }
    return named.empty()
               ? Message::tr("this tokenizer knows %1 languages, but not \"%2\"", {std::to_string(codes.size()), code})
               : Message::tr("this tokenizer knows %1 languages, but not \"%2\"; near it: %3",
                             {std::to_string(codes.size()), code, commaList(named)});
}

} // namespace regard
