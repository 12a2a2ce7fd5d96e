#pragma once

#include <functional>
#include <memory>
#include <utility>

#include <QSizeF>
#include <QString>

#include "draw/figure.h"
#include "draw/theme.h"
#include "views/base/panel_title.h"
#include "views/table/view_table.h"

class QWidget;

namespace regard {

/// A panel's picture, for export.
struct FigureChoice {
    PanelId id;
    QString name;
    std::function<QString()> remedy; ///< what to do where there is no picture: "Type a sentence first."
    QWidget *panel;
    /// Null where there is no result.
    std::function<std::unique_ptr<Figure>(QSizeF size, const Theme &theme, const LookChanges &changes)> make;
    std::function<QSizeF()> size;                                        ///< on screen, CSS pixels
    const View *compared = nullptr;                                      ///< null: the panel compares nothing
    std::function<ViewOptions()> options = [] { return ViewOptions(); }; ///< for either state
    LookChanges changes{};                                               ///< of the picture that is exported
};

/// The choice for a panel class with figure() and figureSize().
template <typename PanelType>
FigureChoice figureChoice(PanelId id, std::function<QString()> remedy, PanelType *panel)
{
    FigureChoice choice{id,
                        panelTitle(id),
                        std::move(remedy),
                        panel,
                        [panel](QSizeF size, const Theme &theme, const LookChanges &changes) {
                            if constexpr (requires { panel->figure(size, theme, changes); })
                                return panel->figure(size, theme, changes);
                            else
                                return panel->figure(size, theme);
                        },
                        [panel] { return panel->figureSize(); }};
    for (const View &view : views())
        if (view.panel == id && view.compares)
            choice.compared = &view;
    if constexpr (requires { panel->viewOptions(); })
        choice.options = [panel] { return panel->viewOptions(); };
    return choice;
}

} // namespace regard
