#include "views/base/special_share.h"

#include <QCoreApplication>

#include "document/sentence/token_grouping.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_tokens.h"

namespace regard {

namespace {

struct SpecialShareText {
    Q_DECLARE_TR_FUNCTIONS(SpecialShare)
};

} // namespace

QString specialShareText(const ShownState &shown, TokenView view)
{
    const Result &result = shown.result;
    if (!shown.hasResult())
        return {};
    const Tokens &source = shown.tokens(Side::Source);
    const Tokens &target = shown.tokens(Side::Target);
    const Trace &trace = *result.trace;
    Selection within = shown.selection;
    const bool keysAreTarget = &keysOf(trace, within.attention) == &trace.target;
    if (!hasSpecialTokens(keysAreTarget ? target : source) || source.tokens.size() != trace.source.tokens.size() ||
        (!trace.target.tokens.empty() && target.tokens.size() != trace.target.tokens.size()))
        return {};
    if (within.heads.empty())
        within.heads = {within.head};
    view.hidesSpecial = true;
    const std::optional<double> share =
        hiddenShare(result.trace, tokenGroups(source, view),
                    trace.target.tokens.empty() ? TokenGroups() : tokenGroups(target, view), within);
    if (!share)
        return {};
    const QString taken = shareText(*share);
    if (within.summary == Summary::Rollout)
        return SpecialShareText::tr("special tokens took %1 of the rollout").arg(taken);
    const auto heads =
        within.summary == Summary::None ? int(within.heads.size()) : headsOf(result.model->config, within.attention);
    if (heads > 1)
        return SpecialShareText::tr("special tokens took %1 of the attention of %2 heads, on average")
            .arg(taken)
            .arg(heads);
    return SpecialShareText::tr("special tokens took %1 of the attention of head %2")
        .arg(taken)
        .arg(within.heads.front() + 1);
}

} // namespace regard
