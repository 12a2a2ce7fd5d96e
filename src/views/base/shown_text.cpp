#include "views/base/shown_text.h"

#include <algorithm>
#include <vector>

#include <QCoreApplication>

#include "document/document.h"
#include "engine/model/recurrent.h"
#include "views/base/change_text.h"

namespace regard {

namespace {

struct ShownText {
    Q_DECLARE_TR_FUNCTIONS(ShownState)
};

} // namespace

QString stateName(const ShownState &state)
{
    switch (state.compared) {
    case Compared::Now:
        return {};
    case Compared::Pinned:
        return state.pinnedName;
    case Compared::Difference:
        break;
    }
    return ShownText::tr("now − pinned");
}

QString titledWithState(const ShownState &state, const QString &title)
{
    return state.compared == Compared::Pinned && !state.pinnedName.isEmpty()
               ? title + QStringLiteral(" · ") + state.pinnedName
               : title;
}

QString missingHeadText(const ShownState &state)
{
    return state.comparison && state.compared != Compared::Now ? newHeadText(*state.comparison, state.asked)
                                                               : QString();
}

QString missingHeadsText(const ShownState &state)
{
    if (!state.comparison || state.compared == Compared::Now)
        return {};
    Selection one = state.asked;
    const std::vector<int> &heads = state.asked.heads;
    const auto wasThere = [&](int head) { return !state.comparison->isNew({one.attention, one.layer, head}); };
    if (one.summary == Summary::None && std::any_of(heads.begin(), heads.end(), wasThere))
        return {};
    if (one.summary == Summary::None && !heads.empty() && !std::binary_search(heads.begin(), heads.end(), one.head))
        one.head = heads.front();
    // The picture shows nothing of any head if none is on, except for a layer that is new.
    if (one.summary == Summary::None && heads.empty())
        one.head = 0;
    return newHeadText(*state.comparison, one);
}

QString patchedText(const ShownState &state)
{
    const TraceComparison *difference = state.difference();
    const bool isPatched = !state.model().interventions.patches.empty() ||
                           (difference && !difference->modelBefore().interventions.patches.empty());
    return isPatched
               ? ShownText::tr("Some rows come from another pass, and how they came about is not known here. Take "
                               "the patches away in Switch off to see the stages.")
               : QString();
}

QString noAttentionText(const Result &result)
{
    if (!result.model || !result.trace || !result.trace->blocks.empty())
        return {};
    const ModelConfig &config = result.model->config;
    if (hasFirstState(config))
        return ShownText::tr(
            "This model has no attention: its decoder knows the sentence only through its first state. "
            "Model, “Attends to the encoder”, adds an attention.");
    if (isRecurrent(config, sourceStack(config)))
        return ShownText::tr(
            "This model has no attention: its layers are recurrent cells. Open Unrolled to see them step by step.");
    return ShownText::tr("This model has no attention.");
}

QString whyNoAttention(const Document &document)
{
    return document.inputError().isEmpty() ? noAttentionText(document.result()) : document.inputError();
}

} // namespace regard
