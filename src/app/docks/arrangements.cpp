#include "app/docks/arrangements.h"

#include <algorithm>
#include <cmath>

namespace regard {

namespace {

constexpr QSize always(0, 0);
constexpr QSize never(1 << 24, 1 << 24); // larger than any window
constexpr int highForTwo = 860;
constexpr int barsAndNote = 174; // high, with the gaps

/// The panel that an arrangement makes large, at the right.
struct Large {
    Arrangement arrangement;
    const char *word;
    std::optional<PanelId> panel;
    double share;    ///< of the window's width
    int heatmapFrom; ///< the least width in which the heatmap is beside the links
};

const std::array<Large, 3> &arrangements()
{
    static const std::array<Large, 3> rows{{{Arrangement::Explore, "explore", std::nullopt, 0, 0},
                                            {Arrangement::Edit, "edit", PanelId::Weights, 0.42, 1700},
                                            {Arrangement::Read, "read", PanelId::Steps, 0.56, 1900}}};
    return rows;
}

const Large &rowOf(Arrangement arrangement)
{
    return arrangements()[std::size_t(arrangement)];
}

bool isLarge(const Seat &seat, Arrangement arrangement)
{
    return rowOf(arrangement).panel == seat.panel;
}

} // namespace

const std::vector<Seat> &seats()
{
    static const std::vector<Seat> rows{
        // panel, place, share, least, most, open in Explore, Edit, Read
        {PanelId::Heads, DockPlace::Left, 0.09, 120, 220, {always, QSize(1200, 0), QSize(1600, 0)}},
        {PanelId::Why, DockPlace::Below, 0.13, 96, 150, {QSize(0, 640), QSize(0, 640), never}},
        {PanelId::Weights, DockPlace::RightBelow, 0.21, 268, 320, {QSize(1200, 0), always, never}},
        {PanelId::Model, DockPlace::RightAbove, 0.21, 300, 320, {QSize(1400, highForTwo), never, never}},
        {PanelId::Steps, DockPlace::Bottom, 0.4, 220, 480, {never, never, always}},
        {PanelId::Block, DockPlace::RightAbove, 0.21, 268, 320, {never, never, never}},
        {PanelId::Sentence, DockPlace::Bottom, 0.27, 150, 320, {never, never, never}},
        {PanelId::Output, DockPlace::Bottom, 0.36, 200, 440, {never, never, never}},
        {PanelId::Ablation, DockPlace::RightAbove, 0.21, 268, 320, {never, never, never}},
        {PanelId::Find, DockPlace::RightAbove, 0.21, 268, 320, {never, never, never}},
        {PanelId::Training, DockPlace::RightAbove, 0.21, 268, 320, {never, never, never}},
        {PanelId::Unrolled, DockPlace::Bottom, 0.4, 220, 480, {never, never, never}},
        {PanelId::Path, DockPlace::RightBelow, 0.21, 268, 320, {never, never, never}},
        {PanelId::Summaries, DockPlace::RightBelow, 0.21, 268, 320, {never, never, never}},
        {PanelId::Changes, DockPlace::RightBelow, 0.21, 268, 320, {never, never, never}},
        {PanelId::Snapshots, DockPlace::Bottom, 0.27, 150, 320, {never, never, never}},
    };
    return rows;
}

const Seat *seatOf(PanelId panel)
{
    const auto found =
        std::find_if(seats().begin(), seats().end(), [panel](const Seat &seat) { return seat.panel == panel; });
    return found == seats().end() ? nullptr : &*found;
}

Qt::DockWidgetArea areaOf(DockPlace place)
{
    switch (place) {
    case DockPlace::Left:
        return Qt::LeftDockWidgetArea;
    case DockPlace::RightAbove:
    case DockPlace::RightBelow:
        return Qt::RightDockWidgetArea;
    case DockPlace::Below:
    case DockPlace::Bottom:
        break;
    }
    return Qt::BottomDockWidgetArea;
}

DockPlace placeIn(const Seat &seat, Arrangement arrangement)
{
    return isLarge(seat, arrangement) ? DockPlace::RightBelow : seat.place;
}

bool isOpenIn(const Seat &seat, Arrangement arrangement, QSize window)
{
    const QSize from = seat.openFrom[std::size_t(arrangement)];
    return window.width() >= from.width() && window.height() >= from.height();
}

int extentIn(const Seat &seat, Arrangement arrangement, QSize window)
{
    if (isLarge(seat, arrangement))
        return int(std::lround(rowOf(arrangement).share * window.width()));
    const int whole = areaOf(seat.place) == Qt::BottomDockWidgetArea ? window.height() : window.width();
    return std::clamp(int(std::lround(seat.share * whole)), seat.least, seat.most);
}

bool hasHeatmap(Arrangement arrangement, QSize window)
{
    return window.width() >= rowOf(arrangement).heatmapFrom;
}

bool leavesHalf(QSize window, int sides)
{
    const QSize pictures(window.width() - aroundPictures - sides, window.height() - barsAndNote);
    return 2 * pictures.width() * pictures.height() >= window.width() * window.height();
}

bool isHighForTwo(QSize window)
{
    return window.height() >= highForTwo;
}

QString arrangementWord(Arrangement arrangement)
{
    return QString::fromLatin1(rowOf(arrangement).word);
}

Arrangement arrangementOfWord(const QString &word)
{
    for (const Large &row : arrangements())
        if (word == QLatin1String(row.word))
            return row.arrangement;
    return Arrangement::Explore;
}

} // namespace regard
