#include "widgets/training/training_panel.h"

#include <QAction>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/text/panel_title.h"
#include "widgets/training/training_answer.h"
#include "widgets/training/training_details.h"
#include "widgets/training/training_row.h"
#include "widgets/training/training_runs.h"

namespace regard {

TrainingPanel::TrainingPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Training), parent), m_row(new TrainingRow(document, theme, this)),
      m_runs(new TrainingRuns(document, theme, this)), m_answer(new TrainingAnswer(document, theme, this)),
      m_details(new TrainingDetails(document, theme, this))
{
    content()->addWidget(m_row);
    content()->addWidget(m_runs, 2);
    content()->addWidget(m_answer, 1);
    content()->addWidget(m_details, 1);
    m_runs->hide();
    m_details->hide();
    connect(m_runs, &TrainingRuns::severalChanged, m_runs, &QWidget::setVisible);
    connect(m_runs, &TrainingRuns::refused, m_answer, &TrainingAnswer::showRefusal);
    connect(m_row->optionsAction(), &QAction::toggled, m_details, &QWidget::setVisible);
    connect(m_row->lengthsAction(), &QAction::toggled, m_answer, &TrainingAnswer::setByLength);
    connect(m_row->lengthsAction(), &QAction::toggled, m_details, &TrainingDetails::setByLength);
    connect(m_row, &TrainingRow::refused, m_answer, &TrainingAnswer::showRefusal);
    connect(m_details, &TrainingDetails::refused, m_answer, &TrainingAnswer::showRefusal);
    connect(m_row, &TrainingRow::ownFileAsked, this, &TrainingPanel::ownFileAsked);
    connect(m_answer, &TrainingAnswer::ownFileAsked, this, &TrainingPanel::ownFileAsked);
    connect(m_row, &TrainingRow::tableAsked, this, &TrainingPanel::tableAsked);
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
