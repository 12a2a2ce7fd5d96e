#pragma once

#include <functional>

#include <QList>

#include "action.h"

namespace regard::monkey {

/// The fewest of the actions, in order, with which it still fails, as far as trying finds them (Zeller and Hildebrandt
/// 2002, ddmin). `fails` tries some; `mayGoOn` ends the search early.
QList<Action> shrunk(QList<Action> actions, const std::function<bool(const QList<Action> &)> &fails,
                     const std::function<bool()> &mayGoOn);

} // namespace regard::monkey
