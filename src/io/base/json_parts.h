#pragma once

#include <string>

#include "io/base/json_value.h"

namespace regard {

/// Values of a JSON file that is to be written.
JsonValue textValue(std::string text);
JsonValue numberValue(double number);
JsonValue flagValue(bool flag);

/// Adds one more key to what is, or becomes, an object.
void add(JsonValue &object, const std::string &key, JsonValue value);

} // namespace regard
