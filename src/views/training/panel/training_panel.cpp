#include "views/training/panel/training_panel.h"

#include <utility>

#include <QAction>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "controls/app_theme.h"
#include "views/base/panel_title.h"
#include "views/training/panel/training_answer.h"
#include "views/training/panel/training_details.h"
#include "views/training/panel/training_row.h"
#include "views/training/panel/training_runs.h"

namespace regard {

namespace {

constexpr int roomyRow = 1200; ///< as wide as a window is in which the row has one line with its full names

}

TrainingPanel::TrainingPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Training), parent), m_theme(theme), m_row(new TrainingRow(document, theme, this)),
      m_runs(new TrainingRuns(document, theme, this)), m_answer(new TrainingAnswer(document, theme, this)),
      m_details(new TrainingDetails(document, theme, this))
{
    content()->addWidget(m_row);
    content()->addWidget(m_runs, 2);
    content()->addWidget(m_answer, 1);
    content()->addWidget(m_details, 1);
    m_details->setBare(true);
    m_details->menu()->addAction(tr("Close"), m_row->optionsAction(), &QAction::toggle);
    followParts();
    connect(m_runs, &TrainingRuns::severalChanged, this, &TrainingPanel::followParts);
    const auto refuse = [this](const QString &sentence) { m_answer->showRefusal(sentence); };
    connect(m_runs, &TrainingRuns::refused, this, refuse);
    connect(m_row->optionsAction(), &QAction::toggled, this, &TrainingPanel::followParts);
    connect(m_row->lengthsAction(), &QAction::toggled, m_answer, &TrainingAnswer::setByLength);
    connect(m_row->lengthsAction(), &QAction::toggled, m_details, &TrainingDetails::setByLength);
    connect(m_row, &TrainingRow::refused, this, refuse);
    connect(m_details, &TrainingDetails::refused, m_answer, &TrainingAnswer::showRefusal);
    connect(m_row, &TrainingRow::ownFileAsked, this, &TrainingPanel::ownFileAsked);
    connect(m_answer, &TrainingAnswer::ownFileAsked, this, &TrainingPanel::ownFileAsked);
    connect(m_row, &TrainingRow::tableAsked, this, &TrainingPanel::tableAsked);
}

void TrainingPanel::followParts()
{
    m_runs->setVisible(!m_runs->cards().empty());
    m_details->setVisible(m_row->optionsAction()->isChecked());
    emit stripPartsChanged();
}

Panel::StripParts TrainingPanel::standAsStrip(bool isStrip)
{
    if (std::exchange(m_isStrip, isStrip) != isStrip) {
        setTitleRowShown(!isStrip);
        m_answer->setStrip(isStrip);
        m_details->setBare(!isStrip);
        if (!isStrip) {
            content()->insertWidget(0, m_row);
            content()->insertWidget(1, m_runs, 2);
            content()->addWidget(m_details, 1);
            m_row->show();
            followParts();
        }
    }
    m_row->setCompact(isStrip && window()->width() < qRound(roomyRow * m_theme->scale()));
    if (!isStrip)
        return {};
    return {m_row, m_runs->cards().empty() ? nullptr : m_runs,
            m_row->optionsAction()->isChecked() ? m_details : nullptr};
}

QWidget *TrainingPanel::firstField() const
{
    return m_row->taskButton();
}

ViewOptions TrainingPanel::viewOptions() const
{
    return m_details->viewOptions();
}

QSizeF TrainingPanel::figureSize() const
{
    return m_details->figureSize();
}

std::unique_ptr<Figure> TrainingPanel::figure(QSizeF size, const Theme &theme) const
{
    return m_details->figure(size, theme);
}

} // namespace regard
