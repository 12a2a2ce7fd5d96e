#include "cli/export/export_view.h"

#include <algorithm>

#include "cli/base/model_options.h"
#include "views/why/why_maker.h"

namespace regard {

Selection pairOf(Selection selection)
{
    selection.query = std::max(0, selection.query);
    selection.key = std::max(0, selection.key);
    return selection;
}

Selection pairFor(const View &view, const ShownState &tokens)
{
    return view.id == ViewId::Why ? withWhyPair(tokens) : pairOf(tokens.selection);
}

std::vector<std::string> viewWords()
{
    std::vector<std::string> words;
    for (const View &view : views())
        if (view.word)
            words.emplace_back(view.word);
    return words;
}

const View &viewNamed(const std::string &word)
{
    for (const View &view : views())
        if (view.word && view.word == word)
            return view;
    throw UsageError("--view takes no \"" + word + "\"");
}

} // namespace regard
