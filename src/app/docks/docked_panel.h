#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

class QDockWidget;

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
    void follow();

    // A QDockWidget and a Panel until they are destroyed, which takes the focus from them.
    QPointer<QWidget> m_dock;
    QPointer<QWidget> m_panel;
};

} // namespace regard
