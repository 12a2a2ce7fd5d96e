#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "controls/figure_view.h"
#include "document/document.h"
#include "views/summaries/bar_list_figure.h"

class QKeyEvent;

namespace regard {

/// A list of bars that is lower has no title: rows matter more there, and what stands above it in the panel says
/// much the same.
inline constexpr double roomForListTitle = 150;

/// A ranked list of heads with a number each. A click, or a key, goes to a head; with Ctrl it adds it to the selected
/// ones.
class RankedHeads : public FigureView {
    Q_OBJECT
public:
    RankedHeads(Document *document, AppTheme *theme, QWidget *parent);

    /// The list's content: a row for each of the heads. Marked rows and labels are filled in here.
    void setList(std::function<BarListData()> rows) { m_list = std::move(rows); }
    /// The text of a row's tip.
    void setTip(std::function<QString(int row)> tip) { m_tip = std::move(tip); }
    /// Sets the heads, of a model of that configuration; the next refresh() shows them.
    void setHeads(std::vector<HeadRef> heads, const ModelConfig &config);
    /// The keyboard starts at the selected head again.
    void forgetRow() { m_row = -1; }

    /// Complete, with labels and marks; there must be heads.
    BarListData list() const;
    /// The picture for a space; null where there are no heads. On screen a low list leaves its title out.
    std::unique_ptr<Figure> figureFor(QSizeF size, const Theme &theme) const;

private:
    bool hasList() const;
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
    HeadRef m_seen{}; ///< the selected head in the picture
    int m_row = -1;   ///< the keyboard's row; −1: the selected head
};

} // namespace regard
