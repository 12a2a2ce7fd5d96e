#pragma once

#include <memory>

#include "engine/model/model.h"

namespace regard {

/// The model that undo steps change.
class StepModel {
public:
    virtual ~StepModel() = default;
    virtual const Model &stepModel() const = 0;
    virtual void apply(std::shared_ptr<const Model> model) = 0;
};

} // namespace regard
