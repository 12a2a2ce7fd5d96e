#include "views/block/head_count.h"

#include "engine/model/config_rules.h"
#include "engine/model/stack.h"
#include "views/model/stack_values.h"

namespace regard {

namespace {

constexpr int mostHeadCount = 64;

bool isPossible(const ModelConfig &config)
{
    try {
        validate(config);
        return true;
    } catch (const ConfigError &) {
        return false;
    }
}

} // namespace

std::optional<HeadCount> nextHeadCount(const Model &model, Attention attention, int direction)
{
    const ModelConfig &config = model.config;
    const Stack stack = stackOf(attention);
    const int present = headsOf(config, stack);
    for (int heads = present + direction; heads >= 1 && heads <= mostHeadCount; heads += direction) {
        HeadCount count{heads, config};
        setHeadsOf(count.config, stack, heads);
        if (isPossible(count.config))
            return count;
        const int columns = present * config.dKey;
        if (config.dKey == config.dValue && columns % heads == 0 && attentionsOf(config).size() == 1) {
            count.split = HeadSplit::KeepColumns;
            count.config.dKey = count.config.dValue = columns / heads;
            if (isPossible(count.config))
                return count;
        }
    }
    return std::nullopt;
}

} // namespace regard
