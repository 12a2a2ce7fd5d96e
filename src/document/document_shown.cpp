#include "document/document.h"

#include <algorithm>
#include <utility>

#include "document/look/grouped_selection.h"
#include "document/sentence/side.h"
#include "document/sentence/token_grouping.h"

namespace regard {

void Document::setTokenView(const TokenView &view)
{
    if (view == m_tokenView)
        return;
    changeAll([&] {
        m_tokenView = view;
        emit tokenViewChanged();
        if (view.hidesSpecial && compared() == Compared::Pinned)
            setUngroupedSelection(visible(shown().tokens.asked, Compared::Pinned));
        adoptSelection(visible(m_selection, Compared::Now));
    });
}

/// With nothing in focus that the token view hides, in the tokens of a state.
Selection Document::visible(Selection selection, Compared state) const
{
    if (!m_tokenView.hidesSpecial)
        return selection;
    const auto hidden = [&](Side side) {
        return hiddenTokens(state == Compared::Pinned ? m_pinned->tokens(side) : m_sentences.tokens(side), m_tokenView);
    };
    const ModelConfig &config = state == Compared::Pinned ? m_pinned->result.model->config : model()->config;
    const Attention attention = selection.attention;
    return visibleSelection(std::move(selection), hidden(queriesSide(config, attention)),
                            hidden(keysSide(config, attention)));
}

void Document::keepResultTokens()
{
    m_resultSource = std::make_shared<const Tokens>(m_sentences.tokens(Side::Source));
    m_resultTarget = std::make_shared<const Tokens>(m_sentences.tokens(Side::Target));
}

ShownInput Document::shownInput() const
{
    return {
        {m_result, m_resultSource, m_resultTarget}, m_pinned, compared(), m_tokenView, m_selection, m_pinnedSelection};
}

const Shown &Document::shown() const
{
    ShownInput input = shownInput();
    if (!m_shown || m_shown->input != input)
        m_shown = std::make_shared<const Shown>(shownOf(std::move(input), m_shown.get()));
    return *m_shown;
}

void Document::tellShown()
{
    if (m_isChanging)
        return;
    shown();
    if (std::exchange(m_toldShown, m_shown) != m_shown)
        emit shownChanged();
}

void Document::setShownSelection(Selection selection)
{
    const SharedTrace trace = shown().attention.result.trace;
    if (trace && trace->grouping)
        selection = ungroupedSelection(std::move(selection), shown().tokens.asked, *trace->grouping);
    setUngroupedSelection(std::move(selection));
}

} // namespace regard
