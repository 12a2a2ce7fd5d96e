#pragma once

#include <QString>

#include "engine/model/model.h"

namespace regard {

/// What is done from outside to one state and not just so to the other, for captions: "head 1.1 off, cross.2.3 T =
/// 0.5", named as `--off` names heads. Empty where there is nothing.
QString ownInterventions(const Model &model, const Model &other);

} // namespace regard
