#include "window/regions/region_rects.h"

#include <algorithm>
#include <cmath>

namespace regard {

namespace {

constexpr double togetherMore = 0.05; ///< of the window, which stage and inspector keep beyond the stage alone
constexpr int leastStageWidth = 300;  ///< at type × 1
constexpr double leastPictureShare = 0.25;
constexpr double largestNarrow = 1.4; ///< type up to which the narrowest inspector grows

int scaled(int pixels, double type)
{
    return int(std::lround(pixels * type));
}

qint64 areaOf(QSize size)
{
    return qint64(std::max(0, size.width())) * std::max(0, size.height());
}

double shareOf(const RegionNeeds &needs, bool hasInspector)
{
    return needs.stageShare + (hasInspector ? togetherMore : 0);
}

/// The tallest strip that leaves the stage, with what stands beside it, its share of the window; one line where it
/// would be too low.
int stripHeight(const RegionNeeds &needs, QSize stage, qint64 inspectors)
{
    const double kept = shareOf(needs, inspectors > 0) * double(areaOf(needs.window)) - double(inspectors);
    // The rows over the stage come when asked for, and count as the stage's.
    const int room = stage.height() + needs.rows - needs.ownRow - regionGap - int(std::ceil(kept / stage.width()));
    const int line = std::min(needs.strip, scaled(lowStrip, needs.type));
    return room >= needs.leastStrip ? std::min(room, needs.strip) : room >= line ? line : 0;
}

} // namespace

RegionRects regionRects(const RegionNeeds &needs)
{
    RegionRects rects;
    QRect left = needs.area;
    if (needs.heads > 0) {
        // They have the margin of the window too.
        rects.heads = QRect(left.left() - regionGap, left.top(), needs.heads, left.height());
        left.setLeft(left.left() + needs.heads);
    }
    QRect right;
    if (needs.inspectors > 0) {
        // Large type needs width, but no more than half.
        const int least = std::min(scaled(narrowInspector, std::min(needs.type, largestNarrow)),
                                   std::max(narrowInspector, (left.width() - regionGap) / 2));
        const int most = std::max(least, left.width() - scaled(leastStageWidth, needs.type) - regionGap);
        int width = std::min(std::clamp(needs.inspectorWidth, least, scaled(wideInspector, needs.type)), most);
        // Where nobody chose its width, it gets narrow before the second picture goes.
        if (const int beside = left.width() - regionGap - scaled(pairFrom, std::max(1.0, needs.type));
            needs.pictures > 1 && needs.isInspectorFlexible && beside >= least)
            width = std::min(width, beside);
        right = QRect(left.right() + 1 - width, left.top(), width, left.height());
        left.setRight(right.left() - regionGap - 1);
        if (needs.inspectors == 1) {
            rects.inspectors = {right};
        } else {
            const int upper = int(std::lround((right.height() - regionGap) * needs.inspectorShare));
            rects.inspectors = {QRect(right.topLeft(), QSize(width, upper)),
                                right.adjusted(0, upper + regionGap, 0, 0)};
        }
    }
    qint64 inspectors = 0;
    for (const QRect &inspector : rects.inspectors)
        inspectors += areaOf(inspector.size());
    const int ownRow = needs.ownRow > 0 ? needs.ownRow + regionGap : 0;
    const qint64 kept = areaOf(QSize(left.width(), left.height() - ownRow)) + inspectors;
    if (needs.heads > 0 && double(kept) < shareOf(needs, needs.inspectors > 0) * double(areaOf(needs.window))) {
        RegionNeeds others = needs;
        others.heads = 0;
        return regionRects(others);
    }
    if (needs.rows > 0) {
        rects.rows = QRect(left.topLeft(), QSize(left.width(), needs.rows));
        left.setTop(left.top() + needs.rows + regionGap);
    }
    if (const int strip = needs.strip > 0 ? stripHeight(needs, left.size(), inspectors) : 0) {
        rects.strip = QRect(left.left(), left.bottom() + 1 - strip, left.width(), strip);
        left.setBottom(rects.strip.top() - regionGap - 1);
    }
    const bool isPair =
        needs.pictures > 1 && (needs.needsPair || left.width() >= scaled(pairFrom, std::max(1.0, needs.type)));
    if (!isPair) {
        rects.pictures = {left};
        return rects;
    }
    const double share = std::clamp(needs.split, leastPictureShare, 1 - leastPictureShare);
    const int first = int(std::lround((left.width() - regionGap) * share));
    rects.pictures = {QRect(left.topLeft(), QSize(first, left.height())), left.adjusted(first + regionGap, 0, 0, 0)};
    return rects;
}

} // namespace regard
