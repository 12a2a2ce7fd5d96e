#pragma once

#include <QScrollArea>

namespace regard {

/// A scroll area whose size hints follow what is in it: a change there is a change of its own, of which the layout
/// around it is told.
class ContentArea : public QScrollArea {
    Q_OBJECT
public:
    using QScrollArea::QScrollArea;

protected:
    bool event(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
};

} // namespace regard
