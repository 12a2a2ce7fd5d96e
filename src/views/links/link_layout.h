#pragma once

#include <vector>

#include <QRectF>
#include <QString>

#include "draw/broken_title.h"
#include "draw/picture_parts.h"

namespace regard {

struct LinkData;

/// One picture of links inside a figure: the overlay, or one of the small multiples.
struct LinkPanel {
    QRectF area;
    std::vector<int> heads; ///< indices into LinkData::heads
    QString title;
    double start = 0; ///< where the first token begins, along the tokens

    // Across, from the queries to the keys.
    double queryLabel = 0; ///< outer end of a query's cell
    double queryStripe = 0;
    double queryEdge = 0; ///< where links leave
    double keyEdge = 0;   ///< where links arrive
    double keyStripe = 0;
    double keyLabel = 0;
    double keyEnd = 0; ///< outer end of a key's cell
};

/// The layout of a link picture, in CSS pixels. "Along" runs from token to token, "across" from queries to keys: y and
/// x, or x and y where the tokens are side by side.
struct LinkLayout {
    static constexpr double slant = 60;         ///< degrees, of labels that do not fit level
    static constexpr double smallestPitch = 14; ///< where every label reads
    static constexpr double largestPitch = 64;

    bool horizontal = false;
    bool slanted = false; ///< horizontal labels that do not fit level
    double lean = slant;  ///< of these, degrees: on a page 90 where they fit no other way
    QSizeF size;
    double pitch = 0;  ///< from one token to the next
    int labelStep = 1; ///< tokens per label; more than 1 where they are packed closely
    double fontSize = 13;
    bool hasAxes = true;   ///< names of queries and keys above them
    double numberSize = 0; ///< of the numbers beside the keys, across
    double queryNumberSize = 0;
    double bandWidth = 14; ///< of weight 1
    double fullBand = 14;  ///< of what is drawn as weight 1: the same, but by value
    double rowsTop = 0;    ///< where rows may begin and end, of one picture with its tokens one above the other
    double rowsBottom = 0;
    BrokenTitle title;
    double titleHeight = 0;
    QRectF legend;
    int headsARow = 1;        ///< of the legend's colour key
    double keySize = 0;       ///< of that key with what is below it, or of the line in its place
    double headKeyWidth = 34; ///< of a head in it
    double headKeyHeight = 20;
    double samplesHeight = 42;  ///< of the legend's samples of widths, with their numbers
    double filteredHeight = 0;  ///< of its line about links between the other sentences of a pair; 0 without a filter
    double newHeight = 0;       ///< of its line about tokens that are new; 0 where none is
    double goneHeight = 0;      ///< of its line about tokens that are gone
    double offHeight = 0;       ///< of its line about heads that are switched off
    double namesHeight = 0;     ///< of its line about names that are left out on a page
    double strongestHeight = 0; ///< of its line about the one head that each link shows
    bool narrowLegend = false;
    std::vector<LinkPanel> panels;

    static LinkLayout of(const LinkData &data, QSizeF size, const PictureParts &parts = {});
    /// The height at which all tokens read well, in a picture that is only asked to have a width.
    static double naturalHeight(const LinkData &data, double width, const PictureParts &parts = {});

    /// Whether the tokens are closer together than their labels could be.
    bool isPacked() const { return pitch < smallestPitch; }
    QPointF point(double along, double across) const;
    QRectF rect(double along, double across, double alongSize, double acrossSize) const;
    double center(const LinkPanel &panel, int token) const { return panel.start + (token + 0.5) * pitch; }
    /// The area in which a panel's links may be: beside its tokens, and a little beyond them. A steep one, which is
    /// high where it leaves, would otherwise cross title and legend, and the pictures of other heads.
    QRectF linkRect(const LinkPanel &panel, int tokens) const;
    /// A token's cell: its label with the space for its bar.
    QRectF queryCell(const LinkPanel &panel, int token) const;
    QRectF keyCell(const LinkPanel &panel, int token) const;
    double leanRadians() const;
    /// The longest slanted label.
    double slantedRoom(const LinkPanel &panel) const;
};

} // namespace regard
