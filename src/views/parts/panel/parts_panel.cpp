#include "views/parts/panel/parts_panel.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/label_place.h"
#include "controls/list_keys.h"

namespace regard {

PartsPanel::PartsPanel(ViewId view, Document *document, AppTheme *theme, PartsRun::Make make, QWidget *parent)
    : ViewPanel(view, document, theme, parent), m_run(new PartsRun(std::move(make), this))
{
    content()->addWidget(this->view(), 1);
    content()->addWidget(new LabelPlace(noteLabel(), this));
    connect(m_run, &PartsRun::progressed, this, &PartsPanel::refresh);
}

std::unique_ptr<Figure> PartsPanel::made(QSizeF space, const Theme &theme)
{
    if (!m_data || !m_data->whyNone.isEmpty())
        return nullptr;
    Theme own = theme;
    own.parts.inWindow = false; // its map has a legend
    return std::make_unique<PartsFigure>(*m_data, space, own, m_current);
}

void PartsPanel::stateChanged(const ShownState &before)
{
    if (!(before.result == state().result && before.selection == state().selection))
        say({});
    refresh();
}

void PartsPanel::showState()
{
    QString message;
    if (document()->sentences().tokens().tokens.empty())
        message = tr("Type a sentence first.");
    else if (!document()->inputError().isEmpty())
        message = document()->inputError();
    else if (state().trace())
        message = whyNone(state());
    m_data.reset();
    if (message.isEmpty() && state().trace()) {
        showChoices(state());
        m_data = m_run->of(state(), m_question);
        if (m_data)
            message = m_data->whyNone;
    }
    view()->setMessage(message);
    view()->refresh();
    view()->canvas()->setAccessibleDescription(m_data ? m_data->sentences.join(u' ') : QString());
    setCaption(m_run->isBusy() ? tr("computing…") : m_run->problem());
}

const PartsFigure *PartsPanel::shown() const
{
    return static_cast<const PartsFigure *>(view()->figure());
}

void PartsPanel::click(QPointF point)
{
    if (const auto hit = shown() ? shown()->hit(point) : std::nullopt) {
        m_current.reset();
        chooseRow(*hit);
    }
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
    view()->canvas()->setCursor(part ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!hit)
        return QToolTip::hideText();
    const bool isHead = part && part->kind == PartKind::Head;
    QToolTip::showText(globalPosition, shown()->text(*hit) + (isHead ? u'\n' + headTip() : QString()),
                       view()->canvas());
}

void PartsPanel::keyPressed(QKeyEvent *event)
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
    view()->refresh();
    if (shown())
        bringIntoView(view(), shown()->rowRect(at));
}

ViewOptions PartsPanel::viewOptions() const
{
    ViewOptions options;
    options.parts = m_question;
    return options;
}

ViewOptions PartsPanel::completeOptions() const
{
    ViewOptions options = viewOptions();
    if (state().trace() && whyNone(state()).isEmpty())
        options.madeParts = m_run->wholeOf(state(), m_question);
    return options;
}

void PartsPanel::resetChoices()
{
    m_question = {};
    m_current.reset();
    say({});
}

void PartsPanel::stop()
{
    m_run->stop();
}

} // namespace regard
