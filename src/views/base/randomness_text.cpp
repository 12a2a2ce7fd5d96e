#include "views/base/randomness_text.h"

#include <QCoreApplication>

#include "document/document.h"

namespace regard {

namespace {

struct RandomnessText {
    Q_DECLARE_TR_FUNCTIONS(Randomness)
};

} // namespace

QString randomnessText(const Document &document)
{
    if (!document.hasModel())
        return {};
    switch (document.matrices().randomness(document.look().selection())) {
    case Matrices::Randomness::None:
        return {};
    case Matrices::Randomness::Some:
        return RandomnessText::tr("partly random weights: arithmetic, not meaning");
    default:
        return RandomnessText::tr("random weights: arithmetic, not meaning");
    }
}

} // namespace regard
