#pragma once

#include <optional>

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace regard {

/// What settings of version 1.0 say of the window.
struct DockSettings {
    QString arrangement; ///< explore, edit or read
    QStringList open;    ///< panels, by their words
    bool showsLinks = true;
    bool showsHeatmap = true;

    bool operator==(const DockSettings &) const = default;
};

/// What Regard remembers between starts. Read and written in settings.cpp alone.
struct Settings {
    QString theme = QStringLiteral("system");    ///< system, light, dark
    QString language = QStringLiteral("system"); ///< system, or a language's code (window/base/language.h)
    QString motion = QStringLiteral("system");   ///< system, reduced, full
    QStringList recentFiles;                     ///< newest first, at most 10
    QStringList agreedPlaces;                    ///< window/files/outside_consent.h; newest first, at most 200
    QByteArray geometry;
    QString regions;    ///< window/regions/region_state.h; empty: never kept
    DockSettings docks; ///< of version 1.0, while there are no regions
    double linkFloor = 0.04;
    bool linksCurved = true;
    std::optional<bool> linksHorizontal; ///< nothing: as the sentence's script suggests
    double trainingSpeed = 10;           ///< steps a second at most; 0: as many as there can be
    bool keepModelWidth = false;         ///< "d_k = d_model / heads"
    bool showsCellEffect = false;        ///< all of a weight's cell's effect, below its table
    double type = 1;                     ///< of the window: times the system's type size
    double presentType = 1;              ///< of presenting: times the type size that a screen needs
    QString exportFolder;                ///< where the last figure or table was saved
    QStringList exportLooks;             ///< of the last figure: its format, and options of `regard export`

    bool operator==(const Settings &) const = default;

    /// The user's own. A file that holds what Regard never writes counts as none, and is put aside by write().
    static Settings read();
    void write() const;
    /// The settings of an ini file.
    ///@{
    static Settings read(const QString &path);
    void write(const QString &path) const;
    ///@}
};

inline constexpr int mostRecentFiles = 10;
inline constexpr int mostAgreedPlaces = 200;
inline constexpr double smallestType = 0.6;
inline constexpr double largestType = 2.5;

} // namespace regard
