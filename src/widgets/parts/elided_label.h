#pragma once

#include <QLabel>

namespace regard {

/// A line of text that ends in "…" where its widget is too narrow, and never prevents the widget from getting narrow. A
/// screen reader still reads all of it.
class ElidedLabel : public QLabel {
public:
    explicit ElidedLabel(QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace regard
