#pragma once

#include <QObject>

#include "controls/app_theme.h"
#include "document/document.h"

class QGridLayout;

namespace regard {

class HeatmapPlot;
class Minimap;

/// Minimaps of the rows and columns of a zoomed heatmap: its place in a long sentence.
class HeatmapMinimap : public QObject {
    Q_OBJECT
public:
    /// Puts them into the grid, right of and below its cells (0, 0) to (1, 1).
    HeatmapMinimap(Document *document, HeatmapPlot *plot, AppTheme *theme, QGridLayout *grid, QWidget *parent);

    Minimap *queries() const { return m_queries; }
    Minimap *keys() const { return m_keys; }

private:
    void follow();

    Document *m_document;
    HeatmapPlot *m_plot;
    Minimap *m_queries;
    Minimap *m_keys;
};

} // namespace regard
