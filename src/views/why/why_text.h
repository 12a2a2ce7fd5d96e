#pragma once

#include <vector>

#include <QString>

#include "views/steps/step_data.h"
#include "views/why/why_data.h"

namespace regard {

/// A piece of a phrase in one colour.
struct WhyRun {
    enum class Look { Plain, Muted, Result, Gained, Lost };
    QString text;
    StepRole role = StepRole::Plain;
    Look look = Look::Plain;
    bool isToken = false; ///< no notation: "_" is a letter
};

/// Words and numbers that stay on one line where they fit.
struct WhyPhrase {
    std::vector<WhyRun> runs;
    int column = -1;     ///< of the table of parts, whose first column starts a line; −1: follows the phrase before
    bool starts = false; ///< a line
};

/// All phrases in order. What made q and k is said of the first `explained` parts.
std::vector<WhyPhrase> whyPhrases(const WhyData &data, int explained);

/// whyPhrases() as lines of text.
QString whyText(const WhyData &data);

/// A name as short as a line of a picture bears; in full where it is not long.
QString shortName(const QString &name);

} // namespace regard
