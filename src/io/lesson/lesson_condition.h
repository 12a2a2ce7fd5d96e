#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/base/json_value.h"
#include "io/lesson/lesson_numbers.h"
#include "io/lesson/lesson_value.h"
#include "io/project/project.h"

namespace regard {

/// Entries of a view that a condition asks for; the others do not matter.
struct LessonViewPart {
    std::vector<std::string> keys; ///< `query`, `steps.step` …
    StoredView view;
};

/// Something that must hold for an attempt to be done. Exactly one of its kinds is set.
struct LessonCondition {
    std::optional<LessonValue> value; ///< a single number
    double atLeast = -std::numeric_limits<double>::infinity();
    double atMost = std::numeric_limits<double>::infinity();
    std::vector<std::pair<std::string, std::string>> model{}; ///< keys and values as modelKeyValue() spells them
    std::optional<LessonViewPart> view{};
    std::optional<std::string> source{}; ///< white space at its ends does not count
    std::optional<std::string> target{};
    JsonValue given{}; ///< as the file has it
};

/// Reads one condition. `key` is its place (`pages[2].done[1]`). Throws FileError(name, …).
LessonCondition readLessonCondition(const JsonValue &given, const std::string &key, const std::string &name);

/// What a condition is checked against.
struct LessonState {
    const ModelConfig &config;
    const StoredView &view;
    const std::string &source;
    const std::string &target;
};

/// Whether it holds. False for a value that the state does not have.
bool holds(const LessonCondition &condition, const LessonState &state, LessonNumbers &numbers);

} // namespace regard
