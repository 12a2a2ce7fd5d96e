#pragma once

#include <vector>

#include <QPolygonF>
#include <QString>

#include "draw/figure.h"

namespace regard {

struct DrawnText {
    double size = 0; ///< of the type, in CSS pixels
    QString text;
    QPolygonF place{}; ///< four corners around its letters, from the height of capitals to below the line
};

/// The texts that a figure draws, in their order.
std::vector<DrawnText> drawnTexts(const Figure &figure);
/// The texts that a figure draws by paintTexts().
std::vector<DrawnText> paintedTexts(const Figure &figure);

/// The smallest of them; its size is 0 where no text is drawn.
DrawnText smallestText(const Figure &figure);

} // namespace regard
