#pragma once

#include <QWidget>

namespace regard {

/// A ring around the pointer, over the whole window, for an audience to follow.
class PresentRing : public QWidget {
    Q_OBJECT
public:
    explicit PresentRing(QWidget *window);
    void setOn(bool on);
    bool isOn() const { return !isHidden(); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void follow();
};

} // namespace regard
