#pragma once

#include <optional>
#include <vector>

#include <QObject>
#include <QPolygonF>

#include "controls/flash.h"
#include "controls/flash_moves.h"
#include "document/document.h"

class QPainter;

namespace regard {

class AppTheme;
class PanelSet;

/// While it is on: after the edit of one cell the weights that changed most in the attention in view flash, as links
/// and as cells of the heatmap.
class PresentFlash : public QObject {
    Q_OBJECT
public:
    PresentFlash(Document *document, AppTheme *theme, PanelSet *panels, QObject *parent);

    void setOn(bool on);
    Flash *flash() const { return m_flash; }
    /// The flashing weights, farthest moved first; empty before the first edit.
    const std::vector<MovedWeight> &links() const { return m_links; }
    const std::vector<MovedWeight> &cells() const { return m_cells; }
    const std::optional<EditedCell> &cell() const { return m_cell; }

    // Paints over the pictures, in their coordinates.
    void paintLinks(QPainter &painter) const;
    void paintCells(QPainter &painter) const;

private:
    void follow();
    bool begin(const Result &before);
    void compare(const Result &before, const Result &now);
    void repaint() const;

    Document *m_document;
    AppTheme *m_theme;
    PanelSet *m_panels;
    Flash *m_flash;
    bool m_isOn = false;
    Result m_last; ///< the result before the next one
    Result m_base; ///< the result at the start of a drag, as long as it flashes
    std::optional<EditedCell> m_cell;
    std::vector<MovedWeight> m_links;
    std::vector<MovedWeight> m_cells;
    mutable std::optional<std::vector<QPolygonF>> m_outlines; ///< of the links on screen
};

} // namespace regard
