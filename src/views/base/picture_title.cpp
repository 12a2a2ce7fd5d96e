#include "views/base/picture_title.h"

#include "engine/analysis/trace_comparison.h"
#include "views/base/head_switch.h"
#include "views/base/imported_faults.h"
#include "views/base/moved_scale.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

/// Appends the interventions on what is in view, so that an exported picture says them.
QString withDone(const QString &title, const Model &model, const Selection &within)
{
    const QString done = doneText(model, within);
    return done.isEmpty() ? title : title + QStringLiteral(" · ") + done;
}

/// Appends how tokens are shown, and what the numbers are: it stands first, since a narrow caption drops what is last.
QString withTokens(const QString &title, const Trace &trace, const Selection &within, bool isDifference,
                   const PairParts &pair)
{
    return titledWith(titledWith(title, groupingText(trace, within, isDifference)), pair.text());
}

/// Appends what is wrong with a file's rows; of a comparison with those of either state.
QString withFaults(const QString &title, const Trace &trace, const Model &model, const Selection &within,
                   const TraceComparison *comparison)
{
    QString fault = importedFaultText(trace, model, within);
    if (fault.isEmpty() && comparison)
        fault = importedFaultText(*comparison->before(), comparison->modelBefore(), within);
    return titledWith(title, fault);
}

} // namespace

QString headTitleOf(const Model &model, const Trace &trace, const Selection &within, const TraceComparison *comparison,
                    const PairParts &pair)
{
    Selection one = within;
    one.heads = {within.head};
    const QString title = withFaults(
        withDone(withTokens(headTitle(model, within, movesByValue(trace)), trace, one, comparison != nullptr, pair),
                 model, one),
        trace, model, one, comparison);
    return comparison ? differenceTitle(title) : title;
}

QString viewTitleOf(const Model &model, const Trace &trace, Selection within, const TraceComparison *comparison,
                    const PairParts &pair)
{
    if (comparison)
        std::erase_if(within.heads, [&](int head) {
            return comparison->isNew({within.attention, within.layer, head});
        });
    const QString title = withFaults(
        withDone(withTokens(viewTitle(model, within, movesByValue(trace)), trace, within, comparison != nullptr, pair),
                 model, within),
        trace, model, within, comparison);
    return comparison ? differenceTitle(title) : title;
}

} // namespace regard
