#pragma once

#include <vector>

#include <QRectF>
#include <QSizeF>
#include <QStringList>

#include "views/play/play_data.h"

namespace regard {

/// What stands above and below the play itself, CSS pixels; 0: nothing.
struct PlayHeights {
    double title = 0;
    double track = 0;
    double text = 0;

    double sum() const { return title + track + text; }
};

/// The texts of the columns, the longest of which has to fit.
struct PlayTexts {
    QStringList names;
    QStringList scores;
    QStringList scaled;
    QStringList weights;
};

/// The places of everything in a picture of the play, CSS pixels. A column that is missing is null.
struct PlayLayout {
    double type = 16;
    QRectF title;
    QRectF track;
    QRectF text;
    QRectF headings;     ///< over the rows, two lines high
    QRectF card;         ///< of the token that asks, with what it takes home
    double cardBase = 0; ///< its height without that
    std::vector<QRectF> rows;
    QRectF names; ///< the columns are as high as all rows
    QRectF cells;
    QRectF score;
    QRectF scaled;
    QRectF bar;
    QRectF weight;
    QRectF softmax; ///< around the last two, with their heading
    double bandLeft = 0;
    double bandRight = 0;
    QSizeF size;

    double pitch() const { return rows.empty() ? 0 : rows.front().height(); }
};

/// The type in a space, beside whose height the extras take so many lines of it.
double playType(QSizeF space, double extraLines);
/// How many keys get a row of their own in that height; fewer than there are: and one row for the others.
int playRows(int keys, double height, double type);

PlayLayout playLayout(const PlayData &shown, QSizeF size, double type, const PlayHeights &heights,
                      const PlayTexts &texts);

} // namespace regard
