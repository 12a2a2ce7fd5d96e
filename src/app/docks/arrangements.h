#pragma once

#include <array>
#include <optional>
#include <vector>

#include <QSize>
#include <QString>
#include <Qt>

#include "io/lesson/panel_word.h"

namespace regard {

constexpr int aroundPictures = 50; ///< wide: margins, gaps and the strip at the right

/// How the window's space is divided among its panels.
enum class Arrangement {
    Explore, ///< links and heatmap large
    Edit,    ///< weights large beside the links
    Read     ///< steps large beside the links
};

/// Where a panel opens, unless a person moves it.
enum class DockPlace {
    Left,
    RightAbove,
    RightBelow,
    Below, ///< right below the pictures
    Bottom ///< below that
};

/// What of a lesson's page has its space: the pictures, or, where the type is large, all panels alike.
enum class PageSpace { ToPictures, ToAll };

/// One panel's seat beside the pictures.
struct Seat {
    PanelId panel;
    DockPlace place;
    double share;                    ///< of the window's width, at the bottom of its height
    int least;                       ///< pixels
    int most;                        ///< pixels
    std::array<QSize, 3> openFrom{}; ///< for each arrangement, the least window in which it is open from the start
};

/// A row for each panel but links and heatmap, in the order in which they give way: the last folds first. In Explore,
/// links, heatmap and the reason below them keep half of the window or more.
const std::vector<Seat> &seats();
/// Null where the panel has none.
const Seat *seatOf(PanelId panel);

Qt::DockWidgetArea areaOf(DockPlace place);
DockPlace placeIn(const Seat &seat, Arrangement arrangement);
bool isOpenIn(const Seat &seat, Arrangement arrangement, QSize window);
/// The width, or at the bottom the height, in a window of that size.
int extentIn(const Seat &seat, Arrangement arrangement, QSize window);
/// Whether the heatmap is beside the links.
bool hasHeatmap(Arrangement arrangement, QSize window);
/// Whether pictures beside panels of that width together keep half of the window, below its bars and a note.
bool leavesHalf(QSize window, int sides);
/// Whether two panels have room above each other at the right.
bool isHighForTwo(QSize window);

/// As the settings keep it.
QString arrangementWord(Arrangement arrangement);
Arrangement arrangementOfWord(const QString &word); ///< Explore where there is none

} // namespace regard
