#include "widgets/sentence_panel.h"

#include <algorithm>

#include <QKeyEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include "widgets/figure_view.h"
#include "widgets/token_focus.h"
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
    connect(m_view, &FigureView::left, this, [this] {
        QToolTip::hideText();
        m_document->setSelection(unfocused(m_document->selection()));
    });
    connect(document, &Document::loaded, this, &SentencePanel::refresh);
    connect(document, &Document::resultChanged, this, &SentencePanel::refresh);
    connect(document, &Document::selectionChanged, this, &SentencePanel::refresh);
    connect(theme, &AppTheme::changed, this, &SentencePanel::refresh);
    refresh();
}

void SentencePanel::refresh()
{
    const SharedTrace trace = m_document->result().trace;
    if (trace && !trace->blocks.empty()) {
        const Selection within = withinTrace(m_document->selection(), *trace);
        if (within.query >= 0) {
            const QString word = tokenName(trace->tokens[static_cast<std::size_t>(within.query)]);
            setCaption(tr("“%1” looks at").arg(word));
        } else {
            setCaption(tr("mean of what each word receives"));
        }
        m_view->setMessage({});
        m_view->canvas()->setAccessibleDescription(caption() + QStringLiteral(" · ") +
                                                   viewTitle(*trace, within.layer, within.heads));
    } else {
        setCaption({});
        const bool isComing = !m_document->tokens().tokens.empty();
        m_view->setMessage(isComing ? QString() : tr("Type a sentence to see it shaded by attention."));
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
        sentenceData(*result.model, result.trace, m_document->selection(), m_document->tokens()), size, theme);
}

QSizeF SentencePanel::figureSize() const
{
    return m_view->figureSize();
}

const SentenceFigure *SentencePanel::shown() const
{
    return static_cast<const SentenceFigure *>(m_view->figure());
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
    if (selection.pinnedQueries.size() != 1 || selection.heads.empty()) {
        m_document->setSelection(focusedOn(selection, TokenSide::Query, hit->token));
        return;
    }
    const int query = selection.pinnedQueries.front();
    m_document->setSelection(focusedOnPair(selection, query, hit->token));
    const Result &result = m_document->result();
    const Selection within = withinTrace(selection, *result.trace);
    if (hit->headRow < 0 || hit->headRow >= static_cast<int>(within.heads.size()) ||
        query >= static_cast<int>(result.trace->tokens.size()))
        return;
    const int head = within.heads[static_cast<std::size_t>(hit->headRow)];
    const float weight = (*sharedWeights(*result.trace, within.layer, head))(query, hit->token);
    const auto &tokens = result.trace->tokens;
    QToolTip::showText(globalPosition.toPoint(),
                       tr("%1 → %2, weight %3, head %4")
                           .arg(tokenName(tokens[static_cast<std::size_t>(query)]),
                                tokenName(tokens[static_cast<std::size_t>(hit->token)]), valueText(weight))
                           .arg(head + 1),
                       m_view->canvas());
}

void SentencePanel::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    const Selection selection = m_document->selection();
    if (hit)
        m_document->setSelection(
            pinned(selection, TokenSide::Query, hit->token, modifiers.testFlag(Qt::ShiftModifier)));
    else
        m_document->setSelection(cleared(selection));
}

void SentencePanel::keyPressed(QKeyEvent *event)
{
    const SharedTrace trace = m_document->result().trace;
    if (!shown() || !trace || trace->tokens.empty())
        return;
    const Selection selection = m_document->selection();
    const int last = static_cast<int>(trace->tokens.size()) - 1;
    const int token = std::min(selection.query, last);
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
            m_document->setSelection(
                pinned(selection, TokenSide::Query, token, event->modifiers().testFlag(Qt::ShiftModifier)));
        return;
    default:
        return;
    }
    event->accept();
    m_document->setSelection(focusedOn(selection, TokenSide::Query, next));
    if (!selection.heads.empty())
        m_view->scrollTo(shown()->tokenRect(0, next));
}

} // namespace regard
