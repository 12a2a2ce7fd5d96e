#pragma once

#include <QString>

#include "document/shown/shown.h"

namespace regard {

/// What there is to write.
struct PageSubject {
    const ShownState &state;
    QString title{};
    QString comparisonName{};       ///< which states are compared
    bool beginsWithHeatmap = false; ///< else with links
};

/// Throws ConfigError where a page has nothing to show: the model has no attention.
void checkPage(const ShownState &state);

/// Writes one HTML file that shows the weights of every head, of a difference those of both states, in any browser and
/// without a network. Weights are fixed-point numbers of 16 bits: resources/guide/formats.md describes them. Atomic;
/// throws FileError, and ConfigError as checkPage().
void writePage(const QString &path, const PageSubject &subject);

} // namespace regard
