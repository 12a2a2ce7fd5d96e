#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model/model.h"

namespace regard {

/// A document's model, and what a change of it can restore.
struct MatricesState {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Model> opened; ///< a checkpoint's where there is one
    std::shared_ptr<const Model> pinned; ///< null: nothing is pinned
    std::vector<std::string> names;      ///< of the d_model numbers, as they were given
    std::vector<std::string> dimensions; ///< those, as many as the model has
};

} // namespace regard
