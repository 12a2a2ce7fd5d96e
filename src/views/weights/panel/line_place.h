#pragma once

#include <QHBoxLayout>
#include <QWidget>

namespace regard {

/// A button and a line of text right of it. It wants as much as most lines take, whatever the present one says, so that
/// nothing moves from cell to cell.
class LinePlace : public QWidget {
public:
    LinePlace(QWidget *button, QWidget *line, QWidget *parent) : QWidget(parent)
    {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        auto *row = new QHBoxLayout(this);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(6);
        row->addWidget(button);
        row->addWidget(line, 1);
    }

    QSize sizeHint() const override
    {
        constexpr int letters = 44; // "Moves only “writing”: Shuan +4, is −4 per unit"
        return {letters * fontMetrics().averageCharWidth(), layout()->sizeHint().height()};
    }
};

} // namespace regard
