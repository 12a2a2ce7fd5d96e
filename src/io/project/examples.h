#pragma once

#include <string>
#include <vector>

#include "io/project/project.h"

namespace regard {

struct ExampleEntry {
    std::string name; ///< file stem: `three-inputs`
    std::string title;
};

/// The bundled examples, the one of the first start first.
const std::vector<ExampleEntry> &examples();

/// Its name, without a look at the others; empty where the program was built without it.
std::string firstExample();

/// Throws FileError that lists the names where there is none of that name.
Project readExample(const std::string &name);
/// The text of the example's file. Throws as readExample().
std::string exampleJson(const std::string &name);

} // namespace regard
