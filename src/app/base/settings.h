#pragma once

#include <optional>

#include <QByteArray>
#include <QSize>
#include <QString>
#include <QStringList>

namespace regard {

/// What Regard remembers between starts. Read and written in settings.cpp alone.
struct Settings {
    QString theme = QStringLiteral("system");    ///< system, light, dark
    QString language = QStringLiteral("system"); ///< system, or a language's code (app/language.h)
    QString motion = QStringLiteral("system");   ///< system, reduced, full
    QStringList recentFiles;                     ///< newest first, at most 10
    QStringList agreedPlaces;                    ///< app/files/outside_consent.h; newest first, at most 200
    QByteArray geometry;
    QByteArray layout;                               ///< QMainWindow::saveState
    QByteArray centre;                               ///< QSplitter::saveState of links and heatmap
    QString arrangement = QStringLiteral("explore"); ///< app/docks/arrangements.h
    QSize arrangedFor;                               ///< the window's size that it was laid out for
    QStringList arrangedOpen;                        ///< panels that it opened
    bool arrangedByHand = false;                     ///< docks were moved or sized since
    bool showsLinks = true;
    bool showsHeatmap = true;
    double linkFloor = 0.04;
    std::optional<bool> linksHorizontal; ///< nothing: as the sentence's script suggests
    double trainingSpeed = 10;           ///< steps a second at most; 0: as many as there can be
    bool keepModelWidth = false;         ///< "d_k = d_model / heads"
    bool showsCellEffect = true;         ///< the effect of a weight's cell, below its table
    /// The panels shown while presenting: `links`, `heatmap`, `sentence_field` and docks by their ids. The lesson's is
    /// shown only while there is one.
    QStringList presentPanels{QStringLiteral("links"), QStringLiteral("heatmap"), QStringLiteral("lesson")};
    double presentType = 1;  ///< of presenting: times the type size that a screen needs, 1 … 2
    bool spotlight = false;  ///< while presenting
    QStringList doneTries;   ///< of the things to try: cell, sentence, lesson
    QString exportFolder;    ///< where the last figure or table was saved
    QStringList exportLooks; ///< of the last figure: its format, and options of `regard export`

    bool operator==(const Settings &) const = default;

    /// The person's own. A file that holds what Regard never writes counts as none, and is put aside by write().
    static Settings read();
    void write() const;
    /// Those of an ini file.
    ///@{
    static Settings read(const QString &path);
    void write(const QString &path) const;
    ///@}
};

inline constexpr int mostRecentFiles = 10;
inline constexpr int mostAgreedPlaces = 200;
inline constexpr double largestPresentType = 2;

} // namespace regard
