#pragma once

#include <QString>

#include "engine/model/model.h"

namespace regard {

/// The interventions on one state that the other does not have alike, for captions: "head 1.1 off, cross.2.3 T = 0.5",
/// named as `--off` names heads. Empty where there are none.
QString ownInterventions(const Model &model, const Model &other);

} // namespace regard
