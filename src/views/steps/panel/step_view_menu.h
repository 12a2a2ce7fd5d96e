#pragma once

#include <QMenu>

#include "io/project/stored_view.h"

class QAction;
class QActionGroup;

namespace regard {

class Document;

/// How the steps write their numbers: the convention of rows or columns, "by hand", digits.
class StepViewMenu : public QMenu {
    Q_OBJECT
public:
    StepViewMenu(Document *document, QWidget *parent);

    QAction *columnsAction() const { return m_columns; }
    /// −1: exact.
    QAction *handAction(int decimals) const;
    /// −1: as many as needed.
    QAction *digitsAction(int digits) const;
    /// Rounds by hand with one decimal, or is exact again.
    void toggleHand();

private:
    QActionGroup *addChoices(const QString &heading, int StepView::*member);
    QAction *addChoice(QActionGroup *group, const QString &text, int value);
    QAction *choice(const QActionGroup *group, int value) const;
    void showView();

    Document *m_document;
    QAction *m_columns = nullptr;
    QActionGroup *m_hand = nullptr;
    QActionGroup *m_digits = nullptr;
};

} // namespace regard
