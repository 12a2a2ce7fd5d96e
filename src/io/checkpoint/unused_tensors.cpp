#include "io/checkpoint/unused_tensors.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "engine/base/message.h"
#include "engine/model/stack.h"

namespace regard {

namespace {

constexpr std::array endings{".weight", ".bias", ".gamma", ".beta"};

/// The position of the layer's number in a rule's tensor; npos: none.
std::size_t layerMark(const TensorRule &rule)
{
    return std::string_view(rule.tensor).find('*');
}

/// The layer in a tensor's name that matches the rule; nothing where it does not match.
std::optional<int> tensorLayerOf(std::string_view name, const TensorRule &rule)
{
    const std::string_view pattern = rule.tensor;
    const std::size_t mark = layerMark(rule);
    if (mark == std::string_view::npos || !name.starts_with(pattern.substr(0, mark)))
        return std::nullopt;
    const std::string_view rest = name.substr(mark);
    int layer = 0;
    const auto end = std::from_chars(rest.data(), rest.data() + rest.size(), layer);
    if (end.ec != std::errc() || layer < 0)
        return std::nullopt;
    std::string_view after(end.ptr, rest.data() + rest.size());
    if (!after.starts_with(pattern.substr(mark + 1)))
        return std::nullopt;
    after.remove_prefix(pattern.size() - mark - 1);
    const bool isTensor = std::find(endings.begin(), endings.end(), after) != endings.end();
    return isTensor ? std::optional(layer) : std::nullopt;
}

bool isBeneathLayers(std::string_view name, const Family &family)
{
    return std::any_of(family.tensors.begin(), family.tensors.end(), [&](const TensorRule &rule) {
        const std::size_t mark = layerMark(rule);
        return mark != std::string_view::npos && name.starts_with(std::string_view(rule.tensor).substr(0, mark));
    });
}

/// Whether it belongs to a layer beyond those of config.json.
bool isOfALaterLayer(std::string_view name, const Family &family, const ModelConfig &config)
{
    return std::any_of(family.tensors.begin(), family.tensors.end(), [&](const TensorRule &rule) {
        const std::optional<int> layer = tensorLayerOf(name, rule);
        const Stack stack = std::string_view(rule.weight).starts_with("encoder.") ? Stack::Encoder : Stack::Decoder;
        return layer && *layer >= layersOf(config, stack);
    });
}

bool isBuffer(std::string_view name, const Family &family)
{
    return std::any_of(family.buffers.begin(), family.buffers.end(),
                       [&](const char *buffer) { return name == buffer || name.ends_with(std::string(".") + buffer); });
}

} // namespace

std::vector<std::string> unusedTensors(const Family &family, const ModelConfig &config, const FolderTensors &tensors,
                                       const std::set<const StoredTensor *> &used)
{
    std::vector<std::string> unused;
    for (const StoredTensor *tensor : tensors.all()) {
        std::string_view name = tensor->name;
        if (used.contains(tensor) || isBuffer(name, family))
            continue;
        if (!isBeneathLayers(name, family) && name.starts_with(family.prefix))
            name.remove_prefix(family.prefix.size());
        if (isBeneathLayers(name, family) && !isOfALaterLayer(name, family, config))
            tensor->fail(Message::tr("stands in a layer, but the %1 model of its config.json has no such tensor; what "
                                     "is computed with it is not computed here",
                                     {family.name}));
        unused.push_back(tensor->storedName());
    }
    return unused;
}

} // namespace regard
