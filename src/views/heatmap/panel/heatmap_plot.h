#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <QPointF>
#include <QStringList>
#include <QWidget>

#include "views/heatmap/heatmap_figure.h"

class QCPColorMap;
class QCustomPlot;

namespace regard {

class FadingLook;

/// A heatmap on screen: QCPColorMap paints the cells exactly where a HeatmapFigure has them, everything around comes
/// from the figure itself. Shows a window of cells onto long sentences.
class HeatmapPlot : public QWidget {
    Q_OBJECT
public:
    explicit HeatmapPlot(QWidget *parent);

    /// Where only the focus differs from what is shown, only crosshair and labels are painted again. Another head fades
    /// in over the one before.
    void setContent(HeatmapData content, const Theme &theme);
    void clearContent(const QString &message, const Theme &theme);
    /// Lines of the note beside a cell, the first one bold; none hides it.
    void setNote(std::optional<std::pair<int, int>> cell, const QStringList &lines);
    /// The figure is laid out for that much less space and enlarged by the same factor; at first 1.
    void setScale(double scale);
    /// As HeatmapFigure::setRows().
    void setRows(std::optional<SharedRows> rows);
    /// Paints over everything but the note, in the figure's coordinates: additions for presenting.
    void setCover(std::function<void(QPainter &)> paint);
    void repaintCover() { replotOverlay(); }
    /// Cells (query, key) that are outlined; −1: the whole column, the whole row.
    void setLit(std::vector<std::pair<int, int>> cells);
    const std::vector<std::pair<int, int>> &lit() const { return m_lit; }
    QStringList noteLines() const { return m_noteLines; }

    const HeatmapFigure *figure() const { return m_figure.get(); }
    /// The figure's own size, CSS pixels, or what it would be.
    QSizeF figureSize() const { return QSizeF(size()) / m_scale; }
    QCPColorMap *colorMap() const { return m_map; }
    QCustomPlot *plot() const { return m_plot; }

    /// Visible rows and columns, inclusive, from 0.
    std::pair<int, int> visibleQueries() const { return m_queries; }
    std::pair<int, int> visibleKeys() const { return m_keys; }
    bool isZoomed() const;
    /// A factor above 1 shows fewer cells, larger; the cell stays in place as far as possible.
    void zoom(double factor, std::pair<int, int> around);
    void showAll();
    /// Moves the window to start at these cells, as far as there are cells.
    void scrollTo(int firstQuery, int firstKey);
    void makeVisible(int query, int key);

signals:
    void windowChanged();
    void rebuilt(); ///< another figure, or none
    void cellHovered(int query, int key);
    void left();
    void cellClicked(int query, int key);
    void emptinessClicked();
    void menuAsked(int key, QPoint globalPosition); ///< a right click on a key's column
    /// A receiver that uses the key accepts the event.
    void keyPressed(QKeyEvent *event);

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void rebuild();
    void replotOverlay();
    void fitAxes();
    void fillMap();
    void paintOverCells(QPainter &painter) const;
    void paintOverlay(QPainter &painter) const;
    void paintNote(QPainter &painter) const;
    std::optional<std::pair<int, int>> cellAt(QPointF point) const;
    int queryCount() const { return int(m_content.queries.size()); }
    int keyCount() const { return int(m_content.keys.size()); }

    HeatmapData m_content;
    Theme m_theme;
    double m_scale = 1;
    std::function<void(QPainter &)> m_cover;
    QString m_message;
    std::unique_ptr<HeatmapFigure> m_figure;
    std::optional<SharedRows> m_rows;
    QCustomPlot *m_plot; ///< as large as this; passes mouse and keys on
    QCPColorMap *m_map;
    FadingLook *m_former;
    std::shared_ptr<const Matrix> m_filled; ///< the map's present content, with the window and theme it was filled for
    std::pair<int, int> m_filledQueries{0, -1};
    std::pair<int, int> m_filledKeys{0, -1};
    bool m_filledDark = false;
    ColorRange m_filledRange;
    std::pair<int, int> m_queries{0, -1};
    std::pair<int, int> m_keys{0, -1};
    std::optional<std::pair<int, int>> m_noteCell;
    QStringList m_noteLines;
    std::vector<std::pair<int, int>> m_lit;
    std::optional<QPointF> m_pressed;
    std::pair<int, int> m_pressedAt{0, 0}; ///< first query and key in view at the mouse press
    bool m_dragging = false;
    bool m_overlayWaits = false; ///< its repainting is scheduled
    bool m_showsFocus = false;
};

} // namespace regard
