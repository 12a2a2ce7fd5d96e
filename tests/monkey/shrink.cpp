#include "shrink.h"

#include <algorithm>

namespace regard::monkey {

QList<Action> shrunk(QList<Action> actions, const std::function<bool(const QList<Action> &)> &fails,
                     const std::function<bool()> &mayGoOn)
{
    qsizetype parts = 2;
    while (actions.size() > 1 && mayGoOn()) {
        const qsizetype size = (actions.size() + parts - 1) / parts;
        bool isShorter = false;
        // From the end of what comes before the last one, which is mostly needed, backwards.
        for (qsizetype begin = (actions.size() - 1) / size * size; begin >= 0 && mayGoOn(); begin -= size) {
            QList<Action> rest = actions.mid(0, begin) + actions.mid(begin + size);
            if (rest.isEmpty() || !fails(rest))
                continue;
            actions = rest;
            isShorter = true;
        }
        if (size == 1 && !isShorter)
            break;
        parts = std::min(isShorter && size > 1 ? std::max<qsizetype>(parts, 2) : parts * 2, actions.size());
    }
    return actions;
}

} // namespace regard::monkey
