#pragma once

#include <vector>

#include <QObject>
#include <QPointer>

class QWidget;

namespace regard {

/// The keyboard belongs to a picture where nothing else was given it: when the window opens, and where Qt passes the
/// focus of a widget that goes to a button, which the next key would then press.
class PictureFocus : public QObject {
    Q_OBJECT
public:
    /// Takes the first of the pictures that is shown. They are in the window, which owns this.
    PictureFocus(QWidget *window, const std::vector<QWidget *> &pictures);

private:
    void follow(const QWidget *before, QWidget *now) const;
    void take() const;

    QWidget *m_window;
    std::vector<QPointer<QWidget>> m_pictures;
};

} // namespace regard
