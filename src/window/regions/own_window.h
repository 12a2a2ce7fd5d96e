#pragma once

#include <QWidget>

namespace regard {

/// A window of its own for one panel. It closes with the main window, whose shortcuts work in it, too.
class OwnWindow : public QWidget {
    Q_OBJECT
public:
    OwnWindow(QWidget *panel, const QString &title, QWidget *mainWindow);
    QWidget *panel() const { return m_panel; }

signals:
    void closing(); ///< by the user; the panel is still in it

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    QWidget *m_panel;
};

} // namespace regard
