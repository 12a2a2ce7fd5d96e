#pragma once

#include <QDockWidget>
#include <QObject>
#include <QPointer>
#include <QWidget>

namespace regard {

class Panel;

/// Tells the panel of a dock whether the dock is behind another one's tab. To Qt such a dock is visible, at a place
/// outside the window, so that its panel would be updated with every change.
class DockedPanel : public QObject {
public:
    /// Belongs to the dock.
    DockedPanel(QDockWidget *dock, Panel *panel);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool sharesPlace() const;
    void follow();

    QPointer<QDockWidget> m_dock; ///< null while it is destroyed, which takes the focus from it too
    QPointer<QWidget> m_panel;    ///< a Panel until it is destroyed, which takes the focus from it
};

} // namespace regard
