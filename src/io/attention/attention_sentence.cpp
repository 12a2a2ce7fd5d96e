#include "io/attention/attention_sentence.h"

#include <algorithm>

namespace regard {

std::shared_ptr<const ImportedTensor> AttentionSentence::find(const std::string &name) const
{
    const auto found =
        std::find_if(tensors.begin(), tensors.end(), [&](const auto &tensor) { return tensor->name() == name; });
    return found == tensors.end() ? nullptr : *found;
}

} // namespace regard
