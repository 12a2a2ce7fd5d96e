#include "views/model/panel/heads_spin_box.h"

#include <cstdlib>

namespace regard {

void HeadsSpinBox::stepBy(int steps)
{
    if (m_width <= 0) {
        SizeSpinBox::stepBy(steps);
        return;
    }
    const int direction = steps < 0 ? -1 : 1;
    int reached = value();
    for (int left = std::abs(steps); left > 0; --left) {
        int next = reached + direction;
        while (next >= minimum() && next <= maximum() && m_width % next != 0)
            next += direction;
        if (next < minimum() || next > maximum())
            break;
        reached = next;
    }
    setValue(reached);
    selectAll();
}

} // namespace regard
