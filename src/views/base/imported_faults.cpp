#include "views/base/imported_faults.h"

#include <QCoreApplication>

#include "engine/model/attention_place.h"
#include "views/base/shown_matrix.h"

namespace regard {

namespace {

struct ImportedFaultsText {
    Q_DECLARE_TR_FUNCTIONS(GivenFaults)
};

/// The heads that a matrix in view is made of; none where they were computed.
std::vector<std::shared_ptr<const HeadTrace>> headsInView(const Trace &trace, const Model &model,
                                                          const Selection &within, bool allHeads)
{
    std::vector<std::shared_ptr<const HeadTrace>> heads;
    const std::shared_ptr<const BlockTrace> block = blockInView(model, trace, within);
    if (!trace.isImported || !block)
        return heads;
    if (within.summary != Summary::None) {
        for (std::size_t head = 0; head < block->heads.size(); ++head)
            heads.push_back(block->heads.shared(head));
        return heads;
    }
    for (const int head : allHeads ? within.heads : std::vector<int>{within.head})
        if (head >= 0 && head < int(block->heads.size()))
            heads.push_back(block->heads.shared(std::size_t(head)));
    return heads;
}

} // namespace

QStringList importedFaults(const ShownState &state, bool allHeads)
{
    QStringList faults;
    if (!state.hasResult())
        return faults;
    for (const auto &head : headsInView(*state.trace(), state.model(), state.selection, allHeads))
        if (!head->fault.empty())
            faults.append(QString::fromStdString(head->fault));
    return faults;
}

QString importedFaultText(const Trace &trace, const Model &model, const Selection &within)
{
    bool isAny = false;
    for (const auto &head : headsInView(trace, model, within, true)) {
        if (head->hasEmptyRows)
            return ImportedFaultsText::tr("rows with invalid weights are left empty");
        isAny |= !head->fault.empty();
    }
    return isAny ? ImportedFaultsText::tr("rows do not sum to 1") : QString();
}

bool hasEmptyRows(const ShownState &state)
{
    for (const auto &head : headsInView(*state.trace(), state.model(), state.selection, false))
        if (head->hasEmptyRows)
            return true;
    return false;
}

} // namespace regard
