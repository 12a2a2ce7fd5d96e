#include "views/base/grid_cells.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "views/base/picture_title.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

struct GridText {
    Q_DECLARE_TR_FUNCTIONS(FigureData)
};

bool hasSeveralLayers(const Grid &grid)
{
    return std::any_of(grid.cells.begin(), grid.cells.end(),
                       [&](const GridCell &cell) { return cell.layer != grid.cells.front().layer; });
}

std::vector<int> gridHeads(const Grid &grid)
{
    std::vector<int> heads;
    for (const GridCell &cell : grid.cells)
        heads.push_back(cell.head);
    std::sort(heads.begin(), heads.end());
    heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
    return heads;
}

QString layersTitle(const ModelConfig &config, Attention attention, const Grid &grid)
{
    QStringList numbers;
    for (const GridCell &cell : grid.cells)
        if (const QString number = QString::number(cell.layer + 1); !numbers.contains(number))
            numbers.append(number);
    const QString list = numbers.join(QStringLiteral(", "));
    if (config.architecture == Architecture::Encoder)
        return GridText::tr("layers %1").arg(list);
    switch (attention) {
    case Attention::Encoder:
        return GridText::tr("encoder layers %1").arg(list);
    case Attention::Decoder:
        return GridText::tr("decoder layers %1").arg(list);
    case Attention::Cross:
        break;
    }
    return GridText::tr("cross layers %1").arg(list);
}

} // namespace

ShownState ofCell(const ShownState &state, const GridCell &cell)
{
    Selection selection = state.selection;
    selection.layer = cell.layer;
    selection.head = cell.head;
    selection.heads = {cell.head};
    return state.with(std::move(selection));
}

QStringList gridNames(const ShownState &state, const Grid &grid)
{
    const bool hasLayers = hasSeveralLayers(grid);
    const bool hasHeads = gridHeads(grid).size() > 1;
    QStringList names;
    for (const GridCell &cell : grid.cells) {
        const QString name = hasLayers && hasHeads ? QStringLiteral("%1.%2").arg(cell.layer + 1).arg(cell.head + 1)
                             : hasLayers ? layerTitle(state.model().config, state.selection.attention, cell.layer)
                                         : GridText::tr("head %1").arg(cell.head + 1);
        const QString done = doneText(state.model(), ofCell(state, cell).selection);
        names.append(done.isEmpty() ? name : name + QStringLiteral(", ") + done);
    }
    return names;
}

QString gridTitle(const ShownState &state, const Grid &grid)
{
    Selection within = state.selection;
    within.layer = grid.cells.front().layer;
    within.heads = gridHeads(grid);
    Model plain = state.model(); // what is done to a head stands beside its own name
    plain.interventions = {};
    QString title = viewTitleOf(plain, *state.trace(), within, state.difference(), pairParts(state));
    if (hasSeveralLayers(grid)) {
        const QString first = layerTitle(plain.config, within.attention, within.layer);
        title.replace(title.indexOf(first), first.size(), layersTitle(plain.config, within.attention, grid));
        if (within.heads.size() > 1)
            title += QStringLiteral(" · ") + GridText::tr("each: layer.head");
    }
    return titledWithState(state, title);
}

} // namespace regard
