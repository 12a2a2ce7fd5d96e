#pragma once

#include <vector>

#include <QRectF>

#include "draw/theme.h"
#include "views/play/play_data.h"

class QPainter;

namespace regard {

/// The scenes as a row: a name above each, and below it a line that fills while the scene lasts.
class PlayTrack {
public:
    PlayTrack(const PlayData &data, const QRectF &box, double type);

    static double heightFor(double type) { return 2.6 * type; }

    void paint(QPainter &painter, const Theme &theme, double seconds, bool hasHandle) const;
    /// The time at a place, and the place of a time.
    double secondsAt(double x) const;
    double placeOf(double seconds) const;

private:
    struct Part {
        QString name;
        double left;
        double right;
        double start; ///< seconds
        double end;
    };
    QRectF m_box;
    double m_type;
    std::vector<Part> m_parts;
};

} // namespace regard
