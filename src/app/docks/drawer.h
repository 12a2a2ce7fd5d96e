#pragma once

#include <QPushButton>
#include <QWidget>

class QBoxLayout;
class QDockWidget;

namespace regard {

/// A strip at an edge of the window with a button for each dock that opens there: it opens the dock, brings it to the
/// front, or folds it.
class Drawer : public QWidget {
    Q_OBJECT
public:
    /// Upright strips turn their buttons' words.
    Drawer(Qt::Orientation orientation, const QString &name, QWidget *parent);

    void add(QDockWidget *dock);
    /// The first button.
    QWidget *first() const;

private:
    Qt::Orientation m_orientation;
    QBoxLayout *m_row;
};

} // namespace regard
