#include "cli/export/export_selection.h"

#include <algorithm>
#include <vector>

#include "cli/export/export_view.h"
#include "io/project/attention_extent.h"

namespace regard {

namespace {

/// The number counted from 0, or an error that names the option and both numbers.
int within(const char *option, int number, int count, const char *what)
{
    if (number < 1 || number > count)
        throw ConfigError("--" + std::string(option) + " " + std::to_string(number) + " is not there: " + what + " " +
                          std::to_string(count));
    return number - 1;
}

std::vector<int> headsOf(const ExportOptions &options, int count)
{
    std::vector<int> heads;
    for (const int head : options.heads)
        heads.push_back(within("head", head, count, "the number of heads is"));
    std::sort(heads.begin(), heads.end());
    if (wantsAllHeads(options))
        for (int head = 0; head < count; ++head)
            heads.push_back(head);
    return heads.empty() ? std::vector<int>{0} : heads;
}

} // namespace

Selection selectionOf(const ExportOptions &options, const ModelConfig &config, const Input &input)
{
    Selection selection;
    selection.attention = attentionNamed(options.block, config);
    const AttentionExtent extent = extentOf(config, selection.attention, countsOf(input));
    selection.layer = within("layer", options.layer, extent.layers, "the number of layers is");
    selection.heads = headsOf(options, extent.heads);
    selection.head = selection.heads.front();
    if (options.query)
        selection.query = within("query", *options.query, extent.queries, "the number of query tokens is");
    if (options.key)
        selection.key = within("key", *options.key, extent.keys, "the number of key tokens is");
    selection.stage = options.stage;
    selection.summary = options.summary;
    if (selection.summary == Summary::Rollout && selection.attention == Attention::Cross)
        throw ConfigError("--summary rollout goes through the layers of self-attention: the block \"cross\" has none");
    return selection;
}

bool wantsAllHeads(const ExportOptions &options)
{
    return options.allHeads || (options.heads.empty() && viewNamed(options.view).showsAllHeads);
}

bool saysWhatIsSeen(const ExportOptions &options)
{
    const ExportOptions left;
    return options.block != left.block || options.summary != left.summary || options.layer != left.layer ||
           options.allHeads || !options.heads.empty() || options.query || options.key || options.stage != left.stage;
}

} // namespace regard
