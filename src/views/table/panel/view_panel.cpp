#include "views/table/panel/view_panel.h"

#include <utility>

#include <QKeyEvent>
#include <QLabel>
#include <QScopedValueRollback>
#include <QToolTip>

#include "controls/figure_view.h"
#include "views/base/panel_title.h"

namespace regard {

ViewPanel::ViewPanel(ViewId view, Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(viewOf(view).panel), parent), m_id(view), m_document(document), m_theme(theme),
      m_view(new FigureView(theme, this)), m_note(new QLabel(this))
{
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setObjectName(QStringLiteral("muted"));
    m_note->hide();
    m_view->canvas()->setAccessibleName(panelTitle(viewOf(view).panel));
    m_view->setMaker([this](QSizeF space) {
        Theme own = m_theme->theme();
        own.parts.inWindow = true;
        own.parts.title = false;
        return made(space, own);
    });
    showBusySignOf(document);
}

void ViewPanel::follow()
{
    connect(m_document, &Document::loaded, this, &ViewPanel::resetQuietly);
    connect(m_document, &Document::shownChanged, this, &ViewPanel::readState);
    connect(m_document, &Document::inputErrorChanged, this, &ViewPanel::readState);
    connect(m_theme, &AppTheme::changed, this, &ViewPanel::refresh);
    connect(m_view, &FigureView::hovered, this, &ViewPanel::pointAt);
    connect(m_view, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(m_view, &FigureView::clicked, this, [this](QPointF point, Qt::KeyboardModifiers) { click(point); });
    connect(m_view, &FigureView::keyPressed, this, &ViewPanel::keyPressed);
    readState();
}

void ViewPanel::readState()
{
    const ShownState before = std::exchange(m_state, m_document->shown().as(Compared::Now).tokens);
    stateChanged(before);
}

void ViewPanel::resetQuietly()
{
    const QScopedValueRollback resetting(m_isResetting, true);
    resetChoices();
}

void ViewPanel::forgetChoices()
{
    resetQuietly();
    refresh();
}

void ViewPanel::refresh()
{
    if (m_isResetting)
        return;
    m_stale = !isSeen(this);
    if (!m_stale)
        showState();
}

void ViewPanel::say(const QString &sentence)
{
    m_note->setText(sentence);
    m_note->setVisible(!sentence.isEmpty());
}

QString ViewPanel::note() const
{
    return m_note->text();
}

std::unique_ptr<Figure> ViewPanel::figure(QSizeF size, const Theme &theme) const
{
    return shownFigure(m_id, *m_document, completeOptions(), size, theme);
}

QSizeF ViewPanel::figureSize() const
{
    return m_view->figureSize();
}

void ViewPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale)
        readState();
}

void ViewPanel::hideEvent(QHideEvent *event)
{
    Panel::hideEvent(event);
    stop();
    m_stale = true;
}

} // namespace regard
