#pragma once

#include <vector>

class QWidget;

namespace regard {

/// Moves the keyboard's focus from panel to panel, over the visible ones.
class PanelCycle {
public:
    /// `target` takes the focus, or the first widget of the panel after it that can.
    void add(QWidget *panel, QWidget *target);
    void next() const { step(1); }
    void previous() const { step(-1); }

private:
    void step(int direction) const;

    struct Stop {
        QWidget *panel;
        QWidget *target;
    };
    std::vector<Stop> m_stops;
};

} // namespace regard
