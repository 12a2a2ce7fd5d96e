#pragma once

#include <string>
#include <vector>

#include "document/look/selection.h"
#include "views/table/view_table.h"

namespace regard {

/// The pair that the steps follow: token 1 and key 1 where nothing is in focus.
Selection pairOf(Selection selection);

/// The pair that a view explains.
Selection pairFor(const View &view, const ShownState &tokens);

/// Every word that `--view` takes, the default first.
std::vector<std::string> viewWords();

/// Throws UsageError for another word.
const View &viewNamed(const std::string &word);

} // namespace regard
