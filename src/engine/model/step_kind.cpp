#include "engine/model/step_kind.h"

#include <algorithm>

namespace regard {

const std::vector<std::string> &stepWords()
{
    static const std::vector<std::string> words{"embed", "project", "score",    "scale",        "mask",  "softmax",
                                                "weigh", "join",    "add_norm", "feed_forward", "output"};
    return words;
}

const std::string &stepWord(StepKind kind)
{
    return stepWords().at(static_cast<std::size_t>(kind));
}

std::optional<StepKind> stepNamed(const std::string &word)
{
    const auto found = std::find(stepWords().begin(), stepWords().end(), word);
    if (found == stepWords().end())
        return std::nullopt;
    return static_cast<StepKind>(found - stepWords().begin());
}

} // namespace regard
