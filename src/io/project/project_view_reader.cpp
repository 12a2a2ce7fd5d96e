#include "io/project/project_reader.h"

#include <algorithm>

#include "engine/base/message.h"
#include "io/base/nearest_name.h"
#include "io/project/attention_extent.h"
#include "io/project/view_keys.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

} // namespace

/// A text that must be one of a few words.
std::string ProjectReader::word(const JsonValue &value, const std::string &key,
                                const std::vector<std::string> &words) const
{
    if (value.kind != Kind::Text || std::find(words.begin(), words.end(), value.text) == words.end()) {
        std::string listed;
        for (const std::string &known : words) {
            listed += (listed.empty() ? "" : ", ") + known;
        }
        fail(Message::tr("%1 must be one of %2, not %3", {key, listed, value.described()}));
    }
    return value.text;
}

/// The block and summary of a view, which say what its other numbers count.
StoredView ProjectReader::readViewedBlock(const JsonValue &given, const ModelConfig &config) const
{
    StoredView view;
    if (const JsonValue *block = given.find("block")) {
        view.block = word(*block, "view.block", {"encoder", "decoder", "cross"});
        if (blockWord(viewedAttention(view, config)) != view.block) {
            fail(Message::tr("%1 is \"%2\", but the model has no such attention", {"view.block", view.block}));
        }
    }
    if (const JsonValue *summary = given.find("summary")) {
        view.summary = word(*summary, "view.summary", {"mean", "maximum", "rollout"});
        if (view.summary == "rollout" && viewedAttention(view, config) == Attention::Cross) {
            fail(Message::tr("%1 is \"%2\", which the block \"%3\" does not have",
                             {"view.summary", "rollout", "cross"}));
        }
    }
    return view;
}

StoredView ProjectReader::readView(const ModelConfig &config, const Input &input) const
{
    const JsonValue *found = m_root.find("view");
    if (!found) {
        return {};
    }
    const JsonValue &given = object(*found, "view");
    StoredView view = readViewedBlock(given, config);
    const AttentionExtent extent = extentOf(config, viewedAttention(view, config), countsOf(input));
    for (std::size_t i = 0; i < given.keys.size(); ++i) {
        const std::string &key = given.keys[i];
        const JsonValue &value = given.items[i];
        const std::string name = "view." + key;
        if (key == "block" || key == "summary") {
            continue; // read before
        }
        if (key == "layer") {
            view.layer = counted(value, name, extent.layers);
        } else if (key == "head") {
            view.head = counted(value, name, extent.heads);
        } else if (key == "heads") {
            view.heads = positions(value, name, 1, extent.heads);
            std::for_each(view.heads.begin(), view.heads.end(), [](int &head) { --head; });
        } else if (key == "query") {
            view.query = counted(value, name, extent.queries);
        } else if (key == "key") {
            view.key = counted(value, name, extent.keys);
        } else if (key == "stage") {
            view.stage = word(value, name, {"scores", "scaled", "masked", "weights"});
        } else if (key == "steps") {
            view.steps = readStepView(value, name, m_name);
        } else if (key == "tokens") {
            view.tokens = readTokenView(value, name, m_name);
        } else if (key == "cell") {
            view.cell = readCellRef(value, name, m_name, config);
        } else {
            fail(Message::tr("unknown key \"%1\" in %2%3",
                             {key, "view",
                              nearestNameHint(key, {"block", "summary", "layer", "head", "heads", "query", "key",
                                                    "stage", "steps", "cell", "tokens"})}));
        }
    }
    return view;
}

} // namespace regard
