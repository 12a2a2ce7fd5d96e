#pragma once

#include <array>
#include <map>
#include <optional>

#include <QRect>
#include <QString>

#include "window/base/settings.h"
#include "window/regions/stand.h"

namespace regard {

/// What a user has made of the window's regions. A small model for teaching and a checkpoint are remembered apart.
struct RegionState {
    enum Kind { Toy, Checkpoint };
    Mode mode = Mode::Explore;
    std::array<std::map<Mode, ModeChoice>, 2> choices; ///< by kind; a mode without one is as usual
    std::map<PanelId, QRect> windows;                  ///< panels in windows of their own, and where those are

    bool operator==(const RegionState &) const = default;

    const ModeChoice &choice(Kind kind) const; ///< in the present mode
    ModeChoice &choice(Kind kind);

    /// The text that the settings and recovery files keep.
    QString toText() const;
    /// Reads such a text; returns nothing where it has another form.
    static std::optional<RegionState> fromText(const QString &text);
};

/// The regions that come nearest to what version 1.0 had.
RegionState fromDocks(const DockSettings &docks);

} // namespace regard
