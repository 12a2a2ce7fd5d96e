#include "views/parts/panel/parts_panel.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QLabel>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/label_place.h"
#include "controls/list_keys.h"
#include "views/base/panel_title.h"
#include "views/base/shown_text.h"

namespace regard {

PartsPanel::PartsPanel(ViewId view, Document *document, AppTheme *theme, PartsRun::Make make, QWidget *parent)
    : Panel(panelTitle(viewOf(view).panel), parent), m_id(view), m_document(document), m_theme(theme),
      m_run(new PartsRun(std::move(make), this)), m_view(new FigureView(theme, this)), m_said(new QLabel(this))
{
    m_said->setTextFormat(Qt::PlainText);
    m_said->setWordWrap(true);
    m_said->setObjectName(QStringLiteral("muted"));
    m_said->hide();
    m_view->canvas()->setAccessibleName(panelTitle(viewOf(view).panel));
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        if (!m_data || !m_data->whyNone.isEmpty())
            return nullptr;
        PartsData data = *m_data;
        data.title.clear(); // the panel's own title has it
        return std::make_unique<PartsFigure>(std::move(data), space, m_theme->theme(), m_current);
    });
    content()->addWidget(m_view, 1);
    content()->addWidget(new LabelPlace(m_said, this));
    showBusySignOf(document);
    connect(m_run, &PartsRun::progressed, this, &PartsPanel::refresh);
    connect(document, &Document::shownChanged, this, &PartsPanel::follow);
    connect(document, &Document::inputErrorChanged, this, &PartsPanel::follow);
    connect(theme, &AppTheme::changed, m_view, &FigureView::refresh);
    connect(m_view, &FigureView::hovered, this, &PartsPanel::pointAt);
    connect(m_view, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(m_view, &FigureView::clicked, this, [this](QPointF point, Qt::KeyboardModifiers) {
        if (const auto hit = shown() ? shown()->hit(point) : std::nullopt) {
            m_current.reset();
            chooseRow(*hit);
        }
    });
    connect(m_view, &FigureView::keyPressed, this, &PartsPanel::pressKey);
}

void PartsPanel::follow()
{
    const ShownState before = std::exchange(m_state, m_document->shown().as(Compared::Now).tokens);
    if (!(before.result == m_state.result && before.selection == m_state.selection))
        say({});
    refresh();
}

void PartsPanel::refresh()
{
    m_stale = !isSeen(this);
    if (m_stale)
        return;
    QString message;
    if (!m_state.trace())
        m_state = m_document->shown().as(Compared::Now).tokens;
    if (m_document->sentences().tokens().tokens.empty())
        message = tr("Type a sentence first.");
    else if (!m_document->inputError().isEmpty())
        message = m_document->inputError();
    else if (m_state.trace())
        message = whyNone(m_state);
    m_data.reset();
    if (message.isEmpty() && m_state.trace()) {
        showChoices(m_state);
        m_data = m_run->of(m_state, m_question);
        if (m_data)
            message = m_data->whyNone;
    }
    m_view->setMessage(message);
    m_view->refresh();
    m_view->canvas()->setAccessibleDescription(m_data ? m_data->sentences.join(u' ') : QString());
    setCaption(m_run->isBusy() ? tr("computing…") : m_run->problem());
}

void PartsPanel::say(const QString &sentence)
{
    m_said->setText(sentence);
    m_said->setVisible(!sentence.isEmpty());
}

const PartsFigure *PartsPanel::shown() const
{
    return static_cast<const PartsFigure *>(m_view->figure());
}

void PartsPanel::chooseRow(PartsHit row)
{
    const bool isOfKey = shown()->isOfKey(row);
    if (const auto part = shown()->part(row))
        choose(*part, isOfKey);
}

void PartsPanel::pointAt(QPointF point, QPoint globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    const auto part = hit ? shown()->part(*hit) : std::nullopt;
    m_view->canvas()->setCursor(part ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!hit)
        return QToolTip::hideText();
    const bool isHead = part && part->kind == PartKind::Head;
    QToolTip::showText(globalPosition, shown()->text(*hit) + (isHead ? u'\n' + headTip() : QString()),
                       m_view->canvas());
}

void PartsPanel::pressKey(QKeyEvent *event)
{
    if (!shown() || shown()->lists() == 0)
        return;
    PartsHit at = m_current.value_or(PartsHit{});
    at.list = std::min(at.list, shown()->lists() - 1);
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
        at.list = std::clamp(at.list + (event->key() == Qt::Key_Left ? -1 : 1), 0, shown()->lists() - 1);
    const int rows = shown()->rows(at.list);
    at.row = std::clamp(at.row, 0, std::max(0, rows - 1));
    if (isChoosingKey(event->key())) {
        event->accept();
        return chooseRow(at);
    }
    if (const auto reached = rowReached(event->key(), at.row, rows))
        at.row = *reached;
    else if (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right)
        return event->ignore();
    event->accept();
    m_current = at;
    m_view->refresh();
    if (shown())
        bringIntoView(m_view, shown()->rowRect(at));
}

ViewOptions PartsPanel::viewOptions() const
{
    ViewOptions options;
    options.parts = m_question;
    return options;
}

std::unique_ptr<Figure> PartsPanel::figure(QSizeF size, const Theme &theme) const
{
    return shownFigure(m_id, *m_document, viewOptions(), size, theme);
}

QSizeF PartsPanel::figureSize() const
{
    return m_view->figureSize();
}

void PartsPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale)
        follow();
}

void PartsPanel::hideEvent(QHideEvent *event)
{
    Panel::hideEvent(event);
    m_run->stop();
    m_stale = true;
}

} // namespace regard
