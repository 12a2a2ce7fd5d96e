#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model_config.h"

namespace regard {

enum class WeightRole { Projection, Bias, Gain, PositionTable };

/// A weight's name, size and how it is drawn where nobody gives it. A position table has rows 0: as many as needed.
struct WeightShape {
    std::string name;
    int rows = 0;
    int columns = 0;
    WeightRole role = WeightRole::Projection;
    bool active = true; ///< false: belongs to a part that is switched off; a file may hold it all the same
};

/// Every weight that a file for this model may hold, in the order in which the model applies them.
std::vector<WeightShape> weightShapes(const ModelConfig &config);

/// The one of that name, nothing where the model has none.
std::optional<WeightShape> weightShape(const ModelConfig &config, const std::string &name);

/// `encoder.L.self.` and what follows; layer counts from 0.
std::string encoderWeight(int layer, const char *name);

} // namespace regard
