#include "widgets/list_keys.h"

#include <algorithm>

#include <QtCore/qnamespace.h>

namespace regard {

std::optional<int> rowReached(int key, int row, int rows)
{
    switch (key) {
    case Qt::Key_Up:
        return std::max(row - 1, 0);
    case Qt::Key_Down:
        return std::min(row + 1, rows - 1);
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return rows - 1;
    default:
        return std::nullopt;
    }
}

bool isChoosingKey(int key)
{
    return key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
}

} // namespace regard
