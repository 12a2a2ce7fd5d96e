#include "widgets/sentence_panel.h"

#include <algorithm>

#include <QKeyEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include "widgets/figure_view.h"
#include "widgets/plain_tool_tip.h"
#include "widgets/token_menu.h"
#include "widgets/token_names.h"
#include "widgets/value_text.h"

namespace regard {

SentencePanel::SentencePanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(tr("Sentence"), parent), m_document(document), m_theme(theme), m_view(new FigureView(theme, this))
{
    m_view->canvas()->setAccessibleName(tr("The sentence, shaded by attention"));
    m_view->setMaker([this](QSizeF space) { return figure(space); });
    content()->addWidget(m_view, 1);
    showBusySignOf(document);
    connect(m_view, &FigureView::hovered, this, &SentencePanel::pointAt);
    connect(m_view, &FigureView::clicked, this, &SentencePanel::click);
    connect(m_view, &FigureView::keyPressed, this, &SentencePanel::keyPressed);
    connect(m_view, &FigureView::menuAsked, this, [this](QPointF point, QPoint globalPosition) {
        if (const auto hit = shown() ? shown()->hit(point) : std::nullopt)
            showTokenMenu(m_document, textSide(), hit->token, globalPosition, this);
    });
    connect(m_view, &FigureView::left, this, [this] {
        QToolTip::hideText();
        m_document->setSelection(unfocused(m_document->selection()));
    });
    connect(document, &Document::loaded, this, &SentencePanel::refresh);
    connect(document, &Document::inputErrorChanged, this, [this] {
        if (!m_document->result().trace)
            refresh();
    });
    connect(document, &Document::resultChanged, this, &SentencePanel::refresh);
    connect(document, &Document::selectionChanged, this, &SentencePanel::refresh);
    connect(theme, &AppTheme::changed, this, &SentencePanel::refresh);
    refresh();
}

void SentencePanel::refresh()
{
    const SharedTrace trace = m_document->result().trace;
    if (trace && !trace->blocks.empty()) {
        const Model &model = *m_document->result().model;
        const Selection within = withinTrace(m_document->selection(), model, *trace);
        m_view->canvas()->setAccessibleDescription(
            sentenceData(model, trace, m_document->selection(),
                         m_document->tokens(keysSide(model.config, within.attention)))
                .title);
        m_view->setMessage({});
    } else {
        const bool isComing = !m_document->tokens().tokens.empty();
        m_view->setMessage(isComing ? m_document->inputError() : tr("Type a sentence to see it shaded by attention."));
    }
    m_view->refresh();
}

std::unique_ptr<Figure> SentencePanel::figure(QSizeF size) const
{
    return figure(size, m_theme->theme());
}

std::unique_ptr<Figure> SentencePanel::figure(QSizeF size, const Theme &theme) const
{
    const Result &result = m_document->result();
    if (!result.trace || result.trace->blocks.empty())
        return nullptr;
    return std::make_unique<SentenceFigure>(
        sentenceData(*result.model, result.trace, m_document->selection(),
                     m_document->tokens(keysSide(result.model->config, m_document->selection().attention))),
        size, theme);
}

QSizeF SentencePanel::figureSize() const
{
    return m_view->figureSize();
}

const SentenceFigure *SentencePanel::shown() const
{
    return static_cast<const SentenceFigure *>(m_view->figure());
}

TokenSide SentencePanel::textSide() const
{
    return m_document->selection().attention == Attention::Cross ? TokenSide::Key : TokenSide::Query;
}

void SentencePanel::pointAt(QPointF point, QPointF globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    const Selection selection = m_document->selection();
    if (!hit) {
        QToolTip::hideText();
        m_document->setSelection(unfocused(selection));
        return;
    }
    // With a word pinned, pointing at another asks how much the pinned one looks at it.
    if (selection.pinnedQueries.size() != 1 || (selection.heads.empty() && selection.summary == Summary::None)) {
        m_document->setSelection(focusedOn(selection, textSide(), hit->token));
        return;
    }
    const int query = selection.pinnedQueries.front();
    m_document->setSelection(focusedOnPair(selection, query, hit->token));
    const Result &result = m_document->result();
    const Selection within = withinTrace(selection, *result.model, *result.trace);
    const std::vector<ShownMatrix> shownHeads = shownMatrices(*result.model, result.trace, within);
    const auto &queries = queriesOf(*result.trace, within.attention).tokens;
    if (hit->headRow < 0 || hit->headRow >= static_cast<int>(shownHeads.size()) ||
        query >= static_cast<int>(queries.size()))
        return;
    const ShownMatrix &head = shownHeads[static_cast<std::size_t>(hit->headRow)];
    const auto &keys = keysOf(*result.trace, within.attention).tokens;
    QToolTip::showText(globalPosition.toPoint(),
                       plainToolTip(tr("%1 → %2, weight %3, %4")
                                        .arg(tokenName(queries[static_cast<std::size_t>(query)]),
                                             tokenName(keys[static_cast<std::size_t>(hit->token)]),
                                             valueText((*head.weights)(query, hit->token)), head.name)),
                       m_view->canvas());
}

void SentencePanel::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    const Selection selection = m_document->selection();
    if (hit)
        m_document->setSelection(pinned(selection, textSide(), hit->token, modifiers.testFlag(Qt::ShiftModifier)));
    else
        m_document->setSelection(cleared(selection));
}

void SentencePanel::keyPressed(QKeyEvent *event)
{
    const SharedTrace trace = m_document->result().trace;
    if (!shown() || !trace)
        return;
    const Selection selection = m_document->selection();
    const TokenSide side = textSide();
    const int last = static_cast<int>(keysOf(*trace, selection.attention).tokens.size()) - 1;
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
        m_document->setSelection(cleared(selection));
        return;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        event->accept();
        if (token >= 0)
            m_document->setSelection(pinned(selection, side, token, event->modifiers().testFlag(Qt::ShiftModifier)));
        return;
    case Qt::Key_M:
        event->accept();
        if (token >= 0)
            toggleMask(m_document, side, token);
        return;
    default:
        return;
    }
    event->accept();
    m_document->setSelection(focusedOn(selection, side, next));
    if (!selection.heads.empty() || selection.summary != Summary::None)
        m_view->scrollTo(shown()->tokenRect(0, next));
}

} // namespace regard
