#include "views/base/randomness_text.h"

#include <algorithm>

#include <QCoreApplication>

#include "document/document.h"
#include "views/base/token_marks.h"

namespace regard {

namespace {

struct RandomnessText {
    Q_DECLARE_TR_FUNCTIONS(Randomness)
};

bool hasRandomWords(const Document &document, Attention attention)
{
    const Result &result = document.result();
    const auto areAny = [&](const SideTrace &side) {
        const std::vector<bool> random = randomTokens(*result.model, side);
        return std::find(random.begin(), random.end(), true) != random.end();
    };
    return result.trace && (areAny(queriesOf(*result.trace, attention)) || areAny(keysOf(*result.trace, attention)));
}

} // namespace

QString randomnessText(const Document &document)
{
    if (!document.hasModel())
        return {};
    const Selection &selection = document.look().selection();
    switch (document.matrices().randomness(selection)) {
    case Matrices::Randomness::None:
        return hasRandomWords(document, selection.attention)
                   ? RandomnessText::tr("underlined words mean nothing: their rows are random")
                   : QString();
    case Matrices::Randomness::Some:
        return RandomnessText::tr("partly random weights: arithmetic, not meaning");
    default:
        return RandomnessText::tr("random weights: arithmetic, not meaning");
    }
}

} // namespace regard
