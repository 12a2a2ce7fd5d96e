#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "action.h"
#include "dice.h"

namespace regard::monkey {

class World;

/// A kind of action: a row of the one table.
struct Kind {
    const char *word;
    double weight; ///< how often, compared with the others
    /// What to do it to, of what there is now; nothing: it cannot be done now.
    std::optional<QString> (*choose)(World &world, Dice &dice);
    /// Does it, as far as there is such a target.
    void (*act)(World &world, const QString &target, Dice &dice);
};

std::vector<Kind> mouseKinds();
std::vector<Kind> keyKinds();
std::vector<Kind> menuKinds();
std::vector<Kind> fileKinds();
std::vector<Kind> windowKinds();
std::vector<Kind> modelKinds();
std::vector<Kind> panelKinds();

const std::vector<Kind> &allKinds();

/// One that can be done now, rather one that was done less.
Action nextAction(World &world, Dice &dice);
/// A kind that there is no longer does nothing.
void act(World &world, const Action &action);

} // namespace regard::monkey
