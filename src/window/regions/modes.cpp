#include "window/regions/modes.h"

#include <QCoreApplication>

namespace regard {

namespace {

struct ModeText {
    Q_DECLARE_TR_FUNCTIONS(Mode)
};

} // namespace

QString modeName(Mode mode)
{
    switch (mode) {
    case Mode::Explore:
        return ModeText::tr("Explore");
    case Mode::Explain:
        return ModeText::tr("Explain");
    case Mode::Edit:
        return ModeText::tr("Edit");
    case Mode::Train:
        break;
    }
    return ModeText::tr("Train");
}

const std::vector<ModeRow> &modeRows()
{
    static const std::vector<ModeRow> rows{
        {Mode::Explore, {PanelId::Links, PanelId::Heatmap}, true, PanelId::Why, std::nullopt},
        {Mode::Explain, {PanelId::Steps}, false, std::nullopt, std::nullopt},
        {Mode::Edit, {PanelId::Links, PanelId::Heatmap}, false, PanelId::Why, PanelId::Weights},
        {Mode::Train, {PanelId::Links, PanelId::Heatmap}, true, PanelId::Training, std::nullopt},
    };
    return rows;
}

const ModeRow &rowOf(Mode mode)
{
    return modeRows()[std::size_t(mode)];
}

Mode modeOfWord(const QString &word)
{
    for (const ModeRow &row : modeRows())
        if (word == QLatin1String(spelling(row.mode)))
            return row.mode;
    return Mode::Explore;
}

} // namespace regard
