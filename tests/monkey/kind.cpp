#include "kind.h"

#include <algorithm>
#include <utility>

#include "answers.h"
#include "world.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

const std::vector<Kind> &allKinds()
{
    static const std::vector<Kind> kinds = [] {
        std::vector<Kind> all;
        for (const auto &some :
             {mouseKinds(), keyKinds(), menuKinds(), fileKinds(), windowKinds(), modelKinds(), panelKinds()})
            all.insert(all.end(), some.begin(), some.end());
        return all;
    }();
    return kinds;
}

Action nextAction(World &world, Dice &dice)
{
    const std::vector<Kind> &kinds = allKinds();
    // What waits for an answer mostly gets one.
    if (Answers::inFront() && !dice.oneIn(5))
        return {u"answer"_s, {}, dice.number()};
    double sum = 0;
    for (const Kind &kind : kinds)
        sum += kind.weight;
    for (;;) {
        double place = dice.part() * sum;
        const auto kind = std::find_if(kinds.begin(), std::prev(kinds.end()),
                                       [&](const Kind &each) { return (place -= each.weight) < 0; });
        const std::uint32_t seed = dice.number();
        if (const std::optional<QString> target = kind->choose(world, dice)) {
            world.reach().add(u"kind:"_s + QString::fromLatin1(kind->word));
            return {QString::fromLatin1(kind->word), *target, seed};
        }
    }
}

void act(World &world, const Action &action)
{
    Dice dice(action.seed);
    for (const Kind &kind : allKinds())
        if (action.kind == QLatin1StringView(kind.word))
            kind.act(world, action.target, dice);
}

} // namespace regard::monkey
