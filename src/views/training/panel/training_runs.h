#pragma once

#include <vector>

#include <QWidget>

#include "views/training/beside_results.h"

class QGridLayout;

namespace regard {

class AppTheme;
class RunCard;

/// The models that learn beside each other: a card each, with a heatmap that follows. Empty where there is one alone.
class TrainingRuns : public QWidget {
    Q_OBJECT
public:
    TrainingRuns(Document *document, AppTheme *theme, QWidget *parent);

    const std::vector<RunCard *> &cards() const { return m_cards; }
    BesideResults *results() { return &m_results; }

    void refresh();

signals:
    /// Why something that was asked for here is refused; empty: nothing is.
    void refused(const QString &sentence);
    /// There are several models now, or no longer.
    void severalChanged(bool isSeveral);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void followCount();
    void placeCards();

    Document *m_document;
    AppTheme *m_theme;
    BesideResults m_results;
    QGridLayout *m_grid;
    std::vector<RunCard *> m_cards;
    int m_columns = 0;
};

} // namespace regard
