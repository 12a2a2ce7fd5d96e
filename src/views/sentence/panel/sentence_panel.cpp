#include "views/sentence/panel/sentence_panel.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/list_keys.h"
#include "controls/token_menu.h"
#include "controls/weight_field.h"
#include "views/base/change_text.h"
#include "views/base/moved_scale.h"
#include "views/base/panel_title.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/token_names.h"
#include "views/base/value_text.h"
#include "views/table/view_table.h"

namespace regard {

namespace {

bool hasSentencePicture(const ShownState &state)
{
    return state.hasResult() && missingHeadsText(state).isEmpty();
}

} // namespace

SentencePanel::SentencePanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Sentence), parent), m_document(document), m_theme(theme),
      m_view(new FigureView(theme, this))
{
    m_view->canvas()->setAccessibleName(tr("The sentence, shaded by attention"));
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        if (!hasSentencePicture(m_document->shown().attention))
            return nullptr;
        return std::make_unique<SentenceFigure>(sentenceData(), space, m_theme->theme());
    });
    content()->addWidget(m_view, 1);
    showBusySignOf(document);
    connect(m_view, &FigureView::hovered, this, &SentencePanel::pointAt);
    connect(m_view, &FigureView::clicked, this, &SentencePanel::click);
    connect(m_view, &FigureView::keyPressed, this, &SentencePanel::keyPressed);
    connect(m_view, &FigureView::menuAsked, this, [this](QPointF point, QPoint globalPosition) {
        if (const auto hit = shown() ? shown()->hit(point) : std::nullopt)
            showTokenMenu(m_document, textSide(), presentTokens(m_document->shown(), textSide(), hit->token),
                          globalPosition, this);
    });
    connect(m_view, &FigureView::left, this, [this] {
        QToolTip::hideText();
        m_document->setShownSelection(unfocused(m_document->shown().attention.asked));
    });
    connect(document, &Document::inputErrorChanged, this, [this] {
        if (!m_document->result().trace)
            refresh();
    });
    connect(document, &Document::shownChanged, this, &SentencePanel::followShown);
    connect(theme, &AppTheme::changed, this, &SentencePanel::refresh);
    // A token that another view brings into focus scrolls into this one; under the mouse nothing moves.
    connect(document, &Document::shownChanged, this, [this, before = -1]() mutable {
        const Selection selection = m_document->shown().attention.asked;
        const int token = textSide() == TokenSide::Query ? selection.query : selection.key;
        const bool isNew = token != std::exchange(before, token) && token >= 0;
        const SentenceFigure *figure = isNew && isSeen(this) ? shown() : nullptr;
        if (figure && token < figure->tokenCount() && !m_view->canvas()->underMouse())
            m_view->scrollTo(figure->tokenRect(0, token));
    });
    refresh();
}

/// This picture does not depend on the stage of a head's weights.
void SentencePanel::followShown()
{
    const ShownInput before = std::exchange(m_seen, m_document->shown().input);
    if (!m_seen.differsInStageAlone(before))
        refresh();
}

void SentencePanel::refresh()
{
    m_seen = m_document->shown().input;
    m_data.forget();
    const ShownState state = m_document->shown().attention;
    setCaption(stateName(state));
    if (hasSentencePicture(state)) {
        m_view->canvas()->setAccessibleDescription(sentenceData().title);
        m_view->setMessage({});
    } else {
        const bool isComing = !m_document->sentences().tokens().tokens.empty();
        const QString message = state.hasResult() ? missingHeadsText(state)
                                : isComing        ? whyNoAttention(*m_document)
                                                  : tr("Type a sentence to see it shaded by attention.");
        m_view->setMessage(message);
        m_view->canvas()->setAccessibleDescription(message);
    }
    m_view->refresh();
}

const SentenceData &SentencePanel::sentenceData() const
{
    return m_data.of(m_document->shown(), [this] { return regard::sentenceData(m_document->shown().attention); });
}

std::unique_ptr<Figure> SentencePanel::figure(QSizeF size, const Theme &theme) const
{
    return shownFigure(ViewId::Sentence, *m_document, {}, size, theme);
}

QSizeF SentencePanel::figureSize() const
{
    return m_view->figureSize();
}

const SentenceFigure *SentencePanel::shown() const
{
    return hasSentencePicture(m_document->shown().attention) ? static_cast<const SentenceFigure *>(m_view->figure())
                                                             : nullptr;
}

TokenSide SentencePanel::textSide() const
{
    return m_document->shown().attention.asked.attention == Attention::Cross ? TokenSide::Key : TokenSide::Query;
}

void SentencePanel::pointAt(QPointF point, QPointF globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    const Selection selection = m_document->shown().attention.asked;
    if (!hit) {
        QToolTip::hideText();
        m_document->setShownSelection(unfocused(selection));
        return;
    }
    // Pointing at another word than the pinned one shows how much the pinned one attends to it.
    if (selection.pinnedQueries.size() != 1 || (selection.heads.empty() && selection.summary == Summary::None)) {
        m_document->setShownSelection(focusedOn(selection, textSide(), hit->token));
        return;
    }
    const int query = selection.pinnedQueries.front();
    m_document->setShownSelection(focusedOnPair(selection, query, hit->token));
    const QString text = pairText(m_document->shown().attention, query, *hit);
    if (!text.isEmpty())
        QToolTip::showText(globalPosition.toPoint(), text, m_view->canvas());
}

QString SentencePanel::pairText(const ShownState &state, int query, const SentenceHit &hit) const
{
    Selection within = state.selection;
    const SharedTrace &trace = state.result.trace;
    const Model &model = *state.result.model;
    const std::vector<ShownMatrix> shownHeads = shownMatrices(model, trace, within, state.difference());
    const auto &queries = labelsOf(queriesOf(*trace, within.attention));
    if (hit.headRow < 0 || hit.headRow >= int(shownHeads.size()) || query >= int(queries.size()))
        return {};
    const ShownMatrix &head = shownHeads[std::size_t(hit.headRow)];
    const QString from = tokenName(queries[std::size_t(query)]);
    const QString to = tokenName(labelsOf(keysOf(*trace, within.attention))[std::size_t(hit.token)]);
    if (const TraceComparison *comparison = state.difference()) {
        within.head = std::max(head.index, 0);
        const float now = (*shownMatrix(model, trace, within).weights)(query, hit.token);
        return tr("%1 → %2: %3, %4")
            .arg(from, to, changeText(weightBefore(*comparison, within, query, hit.token), now), head.name);
    }
    return (movesByValue(*trace) ? tr("%1 → %2, by value %3, %4") : tr("%1 → %2, weight %3, %4"))
        .arg(from, to, valueText((*head.weights)(query, hit.token)), head.name);
}

void SentencePanel::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    const Selection selection = m_document->shown().attention.asked;
    if (hit)
        m_document->setShownSelection(pinned(selection, textSide(), hit->token, modifiers.testFlag(Qt::ShiftModifier)));
    else
        m_document->setShownSelection(cleared(selection));
}

void SentencePanel::keyPressed(QKeyEvent *event)
{
    const SharedTrace trace = m_document->shown().attention.result.trace;
    if (!shown() || !trace)
        return;
    const Selection selection = m_document->shown().attention.asked;
    const TokenSide side = textSide();
    const int last = int(keysOf(*trace, selection.attention).tokens.size()) - 1;
    const int token = std::min(side == TokenSide::Query ? selection.query : selection.key, last);
    int next = token;
    switch (event->key()) {
    case Qt::Key_Left:
        next = std::max(0, token - 1);
        break;
    case Qt::Key_Right:
        next = std::min(last, token + 1);
        break;
    case Qt::Key_Home:
        next = 0;
        break;
    case Qt::Key_End:
        next = last;
        break;
    case Qt::Key_Escape:
        event->accept();
        m_document->setShownSelection(cleared(selection));
        return;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        event->accept();
        if (token >= 0)
            m_document->setShownSelection(
                pinned(selection, side, token, event->modifiers().testFlag(Qt::ShiftModifier)));
        return;
    case Qt::Key_F2:
        event->accept();
        return askForWeight(m_document, m_view->toGlobal(shown()->tokenRect(0, std::max(0, token)).bottomLeft()),
                            m_view->canvas());
    case Qt::Key_M:
        event->accept();
        if (token >= 0 && !bringIntoView(m_view, shown()->tokenRect(0, token)))
            toggleMask(m_document, side, presentTokens(m_document->shown(), side, token));
        return;
    default:
        return;
    }
    event->accept();
    m_document->setShownSelection(focusedOn(selection, side, next));
    if (!selection.heads.empty() || selection.summary != Summary::None)
        m_view->scrollTo(shown()->tokenRect(0, next));
}

} // namespace regard
