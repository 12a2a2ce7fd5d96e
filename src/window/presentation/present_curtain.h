#pragma once

#include <QWidget>

namespace regard {

/// A black screen over the whole window.
class PresentCurtain : public QWidget {
    Q_OBJECT
public:
    explicit PresentCurtain(QWidget *window);

    void fall();
    void rise() { hide(); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
};

} // namespace regard
