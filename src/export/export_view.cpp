#include "export/export_view.h"

#include <algorithm>

#include "export/model_options.h"
#include "views/steps/step_subject.h"
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
    if (view.id == ViewId::Why)
        return withWhyPair(tokens);
    Selection pair = pairOf(tokens.selection);
    if (view.id == ViewId::Steps && isChainAlone(pair, tokens.model().config))
        pair.state = tokenInChain(pair, *tokens.trace(), tokens.model().config);
    return pair;
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
