#pragma once

#include "engine/base/errors.h"
#include "engine/model/config_rules.h"
#include "engine/model/model.h"
#include "engine/pass/forward.h"
#include "message_of.h"

namespace regard {

/// Why a pass refuses the sentences; empty where it computes them.
inline QString inputErrorOf(const Model &model, const Input &input)
{
    return messageOf<InputError>([&] { forward(model, input); });
}

/// Why there is no such model; empty where there is.
inline QString configErrorOf(const ModelConfig &config)
{
    return messageOf<ConfigError>([&] { validate(config); });
}

} // namespace regard
