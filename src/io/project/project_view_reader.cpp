#include "io/project/project_reader.h"

#include <algorithm>

#include "engine/base/message.h"
#include "io/base/key_reader.h"
#include "io/project/attention_extent.h"
#include "io/project/view_keys.h"
#include "io/project/words.h"

namespace regard {

/// The block and summary of a view, to which its other numbers refer.
StoredView ProjectReader::readViewedBlock(const KeyReader &given, const ModelConfig &config)
{
    StoredView view;
    view.block = readWord<Attention>(given, "block");
    if (view.block && viewedAttention(view, config) != *view.block)
        given.fail(Message::tr("%1 is \"%2\", but the model has no such attention",
                               {given.placeOf("block"), wordOf(*view.block)}));
    view.summary = readWord<Summary>(given, "summary").value_or(view.summary);
    if (view.summary == Summary::Rollout && viewedAttention(view, config) == Attention::Cross)
        given.fail(Message::tr("%1 is \"%2\", which the block \"%3\" does not have",
                               {given.placeOf("summary"), wordOf(view.summary), wordOf(Attention::Cross)}));
    return view;
}

StoredView ProjectReader::readView(const ModelConfig &config, const Input &input) const
{
    const JsonValue *found = m_root.find("view");
    if (!found)
        return {};
    const KeyReader given(
        object(*found, "view"), "view", m_name,
        {"block", "summary", "layer", "head", "heads", "query", "key", "stage", "steps", "cell", "tokens", "scale"});
    StoredView view = readViewedBlock(given, config);
    const AttentionExtent extent = extentOf(config, viewedAttention(view, config), countsOf(input));
    view.layer = std::max(0, given.counted("layer", extent.layers));
    view.head = std::max(0, given.counted("head", extent.heads));
    if (const JsonValue *heads = given.find("heads")) {
        view.heads = positions(*heads, given.placeOf("heads"), 1, extent.heads);
        std::for_each(view.heads.begin(), view.heads.end(), [](int &head) { --head; });
    }
    view.query = given.counted("query", extent.queries);
    view.key = given.counted("key", extent.keys);
    view.stage = readWord<Stage>(given, "stage").value_or(view.stage);
    view.scale = readWord<ColorScale>(given, "scale").value_or(view.scale);
    if (const JsonValue *steps = given.find("steps"))
        view.steps = readStepView(*steps, given.placeOf("steps"), m_name);
    if (const JsonValue *tokens = given.find("tokens"))
        view.tokens = readTokenView(*tokens, given.placeOf("tokens"), m_name);
    if (const JsonValue *cell = given.find("cell"))
        view.cell = readCellRef(*cell, given.placeOf("cell"), m_name, config);
    return view;
}

} // namespace regard
