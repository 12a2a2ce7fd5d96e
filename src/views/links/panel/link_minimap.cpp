#include "views/links/panel/link_minimap.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <QGridLayout>
#include <QScrollBar>

#include "controls/figure_view.h"
#include "controls/minimap.h"
#include "views/links/link_figure.h"

namespace regard {

namespace {

constexpr int linkMinimapGap = 3;

int lastOr(int focus, const std::vector<int> &pinned)
{
    return focus >= 0 || pinned.empty() ? focus : pinned.back();
}

/// The layout along the tokens: where the first begins, and the distance from one to the next.
struct Way {
    double start = 0;
    double pitch = 1;
};

Way wayOf(const LinkFigure &figure)
{
    const auto center = [&](int token) {
        const QPointF middle = figure.tokenRect(LinkHit::Side::Query, token).center();
        return figure.data().horizontal ? middle.x() : middle.y();
    };
    const double pitch = center(1) - center(0);
    return {center(0) - pitch / 2, pitch};
}

/// What the token in focus sends to, or gets from, each token of the other side: with several heads the largest.
std::vector<float> sharesOf(const LinkData &links, int query, int key)
{
    std::vector<float> shares;
    for (const LinkData::Head &head : links.heads) {
        if (!head.weights)
            continue;
        const Matrix &weights = *head.weights;
        const bool ofQuery = query >= 0 && query < weights.rows();
        if (!ofQuery && (key < 0 || key >= weights.cols()))
            continue;
        const Eigen::Index count = ofQuery ? weights.cols() : weights.rows();
        shares.resize(std::max(shares.size(), std::size_t(count)), 0.0F);
        for (Eigen::Index i = 0; i < count; ++i) {
            const float weight = std::abs(ofQuery ? weights(query, i) : weights(i, key)) / float(links.numbers.one);
            float &most = shares[std::size_t(i)];
            most = weight > most ? weight : most; // never NaN
        }
    }
    return shares;
}

} // namespace

LinkMinimap::LinkMinimap(FigureView *view, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_view(view), m_vertical(new Minimap(Qt::Vertical, tr("Tokens in view"), theme, this)),
      m_horizontal(new Minimap(Qt::Horizontal, tr("Tokens in view"), theme, this))
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    grid->setHorizontalSpacing(linkMinimapGap);
    grid->addWidget(view, 0, 0);
    grid->addWidget(m_vertical, 0, 1);
    grid->addWidget(m_horizontal, 1, 0);
    grid->setRowStretch(0, 1);
    grid->setColumnStretch(0, 1);
    connect(view, &FigureView::refreshed, this, &LinkMinimap::follow);
    for (const QScrollBar *bar : {view->verticalScrollBar(), view->horizontalScrollBar()})
        connect(bar, &QScrollBar::valueChanged, this, &LinkMinimap::follow);
    for (Minimap *minimap : {m_vertical, m_horizontal})
        connect(minimap, &Minimap::valueChanged, this, &LinkMinimap::scrollTo);
}

const LinkFigure *LinkMinimap::figure() const
{
    return static_cast<const LinkFigure *>(m_view->figure());
}

void LinkMinimap::follow()
{
    MinimapContent content;
    bool isHorizontal = false;
    if (figure()) {
        const LinkData &links = figure()->data();
        isHorizontal = links.horizontal;
        content.count = int(std::max(links.queries.size(), links.keys.size()));
        const QRectF seen = m_view->partInView();
        const auto [start, pitch] = wayOf(*figure());
        const double from = isHorizontal ? seen.left() : seen.top();
        const double to = isHorizontal ? seen.right() : seen.bottom();
        content.first = std::clamp((from - start) / pitch, 0.0, double(content.count));
        content.end = std::clamp((to - start) / pitch, content.first, double(content.count));
        const int query = lastOr(links.query, links.key < 0 ? links.pinnedQueries : std::vector<int>());
        const int key = lastOr(links.key, links.pinnedKeys);
        content.focus = query >= 0 ? query : key;
        content.shares = sharesOf(links, query, key);
    }
    m_vertical->setContent(isHorizontal ? MinimapContent() : content);
    m_horizontal->setContent(isHorizontal ? content : MinimapContent());
    if (content.isLong())
        showFocus(figure()->data().query, figure()->data().key);
}

/// A token pointed at here is in view, and must stay where it is.
void LinkMinimap::showFocus(int query, int key)
{
    const bool isNewQuery = query != std::exchange(m_query, query) && query >= 0;
    const bool isNewKey = key != std::exchange(m_key, key) && key >= 0;
    if (m_view->canvas()->underMouse() || (!isNewQuery && (!isNewKey || query >= 0)))
        return;
    const LinkData &links = figure()->data();
    const auto side = isNewQuery ? LinkHit::Side::Query : LinkHit::Side::Key;
    const int token = isNewQuery ? query : key;
    if (token < (isNewQuery ? links.queries.size() : links.keys.size()))
        m_view->scrollTo(figure()->tokenRect(side, token));
}

void LinkMinimap::scrollTo(int token)
{
    if (!figure() || figure()->data().queries.isEmpty())
        return;
    const bool isHorizontal = figure()->data().horizontal;
    const auto [start, pitch] = wayOf(*figure());
    const double place = token == 0 ? 0 : start + token * pitch; // the first shows the column names with it
    m_view->scrollToStart(
        QPointF(isHorizontal ? place : m_view->partInView().left(), isHorizontal ? m_view->partInView().top() : place));
}

} // namespace regard
