#pragma once

#include <QObject>

namespace regard {

class HeatmapPanel;
class LinksPanel;

/// Keeps the words of the links at the heights of the heatmap's rows while both stand in one window, each with all of
/// its tokens from top to bottom.
class PairedRows : public QObject {
    Q_OBJECT
public:
    PairedRows(LinksPanel *links, HeatmapPanel *heatmap, QObject *parent);

    /// After one of them came, went or moved.
    void align();

private:
    LinksPanel *m_links;
    HeatmapPanel *m_heatmap;
    bool m_isAligning = false;
};

} // namespace regard
