#include "views/training/panel/training_runs.h"

#include <algorithm>

#include <QGridLayout>

#include "controls/app_theme.h"
#include "document/document.h"
#include "views/training/panel/run_card.h"

namespace regard {

namespace {

constexpr int runsGap = 8;
constexpr int leastCard = 280; ///< wide

} // namespace

TrainingRuns::TrainingRuns(Document *document, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_theme(theme), m_results(document), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(runsGap);
    const Training &training = document->training();
    connect(&training, &Training::stateChanged, this, &TrainingRuns::followCount);
    connect(&training, &Training::advanced, this, &TrainingRuns::followCount);
    connect(document, &Document::loaded, this, &TrainingRuns::followCount);
    connect(document, &Document::shownChanged, this, &TrainingRuns::refresh);
    connect(&m_results, &BesideResults::changed, this, &TrainingRuns::refresh);
    followCount();
}

/// A card for each model; none where there is one alone.
void TrainingRuns::followCount()
{
    const std::size_t beside = m_document->training().state().beside.size();
    const std::size_t wanted = beside > 0 ? beside + 1 : 0;
    if (wanted == m_cards.size()) {
        refresh();
        return;
    }
    const bool wasSeveral = !m_cards.empty();
    while (m_cards.size() > wanted) {
        m_cards.back()->hide();
        m_cards.back()->deleteLater();
        m_cards.pop_back();
    }
    while (m_cards.size() < wanted) {
        m_cards.push_back(new RunCard(m_document, m_theme, &m_results, m_cards.size(), this));
        connect(m_cards.back(), &RunCard::refused, this, &TrainingRuns::refused);
        m_cards.back()->show();
    }
    m_columns = 0; // they are placed anew
    placeCards();
    refresh();
    if (wasSeveral != (wanted > 0))
        emit severalChanged(wanted > 0);
}

/// Places as many cards beside each other as there is room for.
void TrainingRuns::placeCards()
{
    const int room = std::max(1, int(width() / (leastCard * m_theme->scale())));
    const int columns = std::clamp(room, 1, std::max(1, int(m_cards.size())));
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        m_grid->addWidget(m_cards[i], int(i) / columns, int(i) % columns);
    for (int column = 0; column < m_grid->columnCount(); ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void TrainingRuns::refresh()
{
    if (!isVisible())
        return;
    for (RunCard *card : m_cards)
        card->refresh();
}

void TrainingRuns::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_results.setWanted(true);
    refresh();
}

void TrainingRuns::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_results.setWanted(false);
}

void TrainingRuns::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeCards();
}

} // namespace regard
