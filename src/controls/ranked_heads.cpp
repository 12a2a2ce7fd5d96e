#include "controls/ranked_heads.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QToolTip>

#include "controls/list_keys.h"
#include "views/ablation/ablation_edits.h"
#include "views/summaries/summary_data.h"

namespace regard {

namespace {

constexpr int rankedHeadsLowestView = 60;

} // namespace

RankedHeads::RankedHeads(Document *document, AppTheme *theme, QWidget *parent)
    : FigureView(theme, parent), m_document(document), m_seen(selectedHead(document->look().selection()))
{
    setMinimumHeight(rankedHeadsLowestView);
    setMaker([this, theme](QSizeF space) -> std::unique_ptr<Figure> {
        if (!hasList())
            return nullptr;
        BarListData shown = list();
        if (space.height() < roomForListTitle)
            shown.title.clear();
        return std::make_unique<BarListFigure>(std::move(shown), space, theme->theme());
    });
    connect(&document->look(), &Look::selectionChanged, this, &RankedHeads::followSelection);
    connect(this, &FigureView::hovered, this, &RankedHeads::pointAt);
    connect(this, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(this, &FigureView::clicked, this, [this](QPointF point, Qt::KeyboardModifiers modifiers) {
        const auto *shown = static_cast<const BarListFigure *>(figure());
        if (const auto row = shown ? shown->hit(point) : std::nullopt) {
            m_row = *row;
            choose(*row, modifiers);
        }
    });
    connect(this, &FigureView::keyPressed, this, &RankedHeads::pressKey);
}

void RankedHeads::setHeads(std::vector<HeadRef> heads, const ModelConfig &config)
{
    m_heads = std::move(heads);
    m_namesAttention = attentionsOf(config).size() > 1;
}

/// "1.2", or "cross 1.2" where there are several attentions.
QString RankedHeads::label(const HeadRef &head) const
{
    const QString place = QStringLiteral("%1.%2").arg(head.layer + 1).arg(head.head + 1);
    return m_namesAttention ? tr("%1 %2").arg(attentionTitle(head.attention), place) : place;
}

BarListData RankedHeads::list() const
{
    BarListData list = m_list();
    for (std::size_t i = 0; i < m_heads.size(); ++i) {
        list.rows[i].label = label(m_heads[i]);
        list.rows[i].head = m_heads[i].head;
    }
    list.labelHeader = tr("layer.head");
    list.selected = selectedRow();
    list.current = m_row;
    return list;
}

bool RankedHeads::hasList() const
{
    return !m_heads.empty() && m_document->shown().attention.hasResult();
}

std::unique_ptr<Figure> RankedHeads::figureFor(QSizeF size, const Theme &theme) const
{
    return hasList() ? std::make_unique<BarListFigure>(list(), size, theme) : nullptr;
}

int RankedHeads::selectedRow() const
{
    const auto found = std::find(m_heads.begin(), m_heads.end(), selectedHead(m_document->look().selection()));
    return found == m_heads.end() ? -1 : int(found - m_heads.begin());
}

/// A head chosen elsewhere moves the cursor too.
void RankedHeads::followSelection()
{
    const HeadRef head = selectedHead(m_document->look().selection());
    if (head == std::exchange(m_seen, head))
        return;
    m_row = -1;
    refresh();
}

void RankedHeads::choose(int row, Qt::KeyboardModifiers modifiers)
{
    if (row < 0 || row >= int(m_heads.size()))
        return;
    const HeadRef head = m_heads[std::size_t(row)];
    const ModelConfig &config = m_document->matrices().model()->config; // the list may be for an earlier model
    if (head.layer < layersOf(config, head.attention) && head.head < headsOf(config, head.attention))
        m_document->look().setSelection(
            goingTo(m_document->look().selection(), head, modifiers.testFlag(Qt::ControlModifier)));
    refresh();
}

void RankedHeads::pointAt(QPointF point, QPoint globalPosition)
{
    if (const std::optional<int> row = pointedRow(this, point, int(m_heads.size())))
        QToolTip::showText(globalPosition, m_tip(*row), canvas());
    else if (!showHeadingTip(this, point, globalPosition))
        QToolTip::hideText();
}

void RankedHeads::pressKey(QKeyEvent *event)
{
    if (m_heads.empty())
        return;
    const int row = m_row >= 0 ? m_row : selectedRow();
    if (const auto reached = rowReached(event->key(), row, int(m_heads.size()))) {
        m_row = *reached;
        showRow(this, m_row);
    } else if (isChoosingKey(event->key())) {
        choose(row, event->modifiers());
    } else {
        return;
    }
    event->accept();
}

} // namespace regard
