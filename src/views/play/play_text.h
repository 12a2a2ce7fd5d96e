#pragma once

#include <vector>

#include <QColor>
#include <QRectF>
#include <QString>

#include "draw/theme.h"
#include "views/play/play_data.h"

class QPainter;

namespace regard {

/// A piece of a sentence in one look.
struct PlayRun {
    QString text;
    bool isBold = false;
    bool isResult = false; ///< a number that comes out
    bool isMuted = false;
    bool isRaised = false;
    bool isLowered = false;
};

using PlayLine = std::vector<PlayRun>;

/// What is said at a moment: what happens, then what comes of it, then what else there is to say.
std::vector<PlayLine> playLines(const PlayData &data, const PlayMoment &moment);

/// playLines() as text, line by line.
QString plainText(const std::vector<PlayLine> &lines);

/// "How “it” comes to look at “cat”".
QString playTitle(const PlayData &data);
/// "q meets k", with an index after "_".
QString sceneName(const PlayData &data, PlayScene scene);
/// "13 of 20 s".
QString clockText(const PlayData &data, double seconds);

/// A share of 1 with so many digits after the point; what they cannot tell from 0 or from 1 is "<.01" or ">.99".
QString shareText(double share, int digits);
/// A share within a sentence: two digits, or as many as tell it from 0 and from 1, at most four.
QString shareInText(double share);
/// "286.2", "1.07×10¹³".
QString exponentialText(double value);

/// Draws lines below each other, broken where they are too long; returns where they end. Without a painter it measures.
double drawPlayLines(QPainter *painter, const QRectF &box, const std::vector<PlayLine> &lines, double type,
                     const Theme &theme);

} // namespace regard
