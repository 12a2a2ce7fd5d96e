#pragma once

#include <QFrame>
#include <QString>

#include "document/look/selection.h"

class QKeyEvent;
class QLabel;
class QLineEdit;

namespace regard {

class Document;

/// A small field where the weight of the link in focus is typed: Enter sets it, nothing typed makes it as computed,
/// Escape closes. What cannot be is said below the number, and the field stays.
class WeightField : public QFrame {
    Q_OBJECT
public:
    WeightField(Document *document, const Selection &link, QWidget *parent);

    QLineEdit *edit() const { return m_edit; }
    QLabel *problem() const { return m_problem; }

private:
    void take();

    Document *m_document;
    Selection m_link;
    QLineEdit *m_edit;
    QLabel *m_problem;
};

/// Opens the field at a point of the screen for the link in focus, or says there that none is. `typed` stands in it.
void askForWeight(Document *document, QPoint globalPosition, QWidget *parent, const QString &typed = {});

/// F2, the key that edits a cell.
bool isWeightKey(const QKeyEvent &event);
/// Whether a number from 0 to 1 may begin with what was typed.
bool beginsWeight(const QKeyEvent &event);

} // namespace regard
