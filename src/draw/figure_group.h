#pragma once

#include <QPainter>

namespace regard {

/// While it lives, what is painted belongs to a part of the figure with a name (`cells`), which an SVG file keeps as a
/// group with an id. Groups nest: an id has the names of all that hold it (`panel-2-cells`). One that begins anew where
/// it ended goes on; later, it is another (`links-head-2.2`). On other devices nothing happens.
class FigureGroup {
public:
    FigureGroup(QPainter &painter, const char *name, int number = 0);
    ~FigureGroup();
    FigureGroup(const FigureGroup &) = delete;
    FigureGroup &operator=(const FigureGroup &) = delete;

private:
    class SvgEngine *m_engine;
};

} // namespace regard
