#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "document/document.h"
#include "figures/bar_list_figure.h"
#include "widgets/parts/figure_view.h"

class QKeyEvent;

namespace regard {

/// A list of heads with a number each, the first one first. A click, or a key, goes to a head; with Ctrl it becomes one
/// of several.
class RankedHeads : public FigureView {
    Q_OBJECT
public:
    RankedHeads(Document *document, AppTheme *theme, QWidget *parent);

    /// What says the list: a row for each of the heads. The marked rows and the labels are not asked for.
    void setList(std::function<BarListData()> rows) { m_list = std::move(rows); }
    /// What a tip says of a row.
    void setTip(std::function<QString(int row)> tip) { m_tip = std::move(tip); }
    /// Of a model of that configuration; shown by the next refresh().
    void setHeads(std::vector<HeadRef> heads, const ModelConfig &config);
    /// The keyboard starts from the selected head again.
    void forgetRow() { m_row = -1; }

    /// Whole, with labels and marks; there must be heads.
    BarListData list() const;
    /// The picture as seen, for a space; null where there are no heads.
    std::unique_ptr<Figure> figureFor(QSizeF size, const Theme &theme) const;

private:
    QString label(const HeadRef &head) const;
    int selectedRow() const;
    void followSelection();
    void choose(int row, Qt::KeyboardModifiers modifiers);
    void pointAt(QPointF point, QPoint globalPosition);
    void pressKey(QKeyEvent *event);

    Document *m_document;
    std::function<BarListData()> m_list;
    std::function<QString(int row)> m_tip;
    std::vector<HeadRef> m_heads;
    bool m_namesAttention = false;
    HeadRef m_seen{}; ///< the selected head as the picture shows it
    int m_row = -1;   ///< where the keyboard is; −1: on the selected head
};

} // namespace regard
