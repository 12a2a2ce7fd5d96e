#pragma once

#include <vector>

class QWidget;

namespace regard {

/// Walks the keyboard's focus from panel to panel, over those that are seen.
class PanelCycle {
public:
    /// `target` is the widget of the panel that takes the focus.
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
