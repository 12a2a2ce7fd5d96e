#pragma once

#include <vector>

#include <QString>

#include "views/why/why_data.h"
#include "views/why/why_text.h"

namespace regard {

/// A step of a short calculation: a caption and below it what comes out, "÷ √8" and "5.66".
struct WhyColumn {
    std::vector<WhyRun> caption; ///< empty: there is none
    std::vector<WhyRun> value;
};

/// One line of columns; of a calculation with arrows between them.
struct WhyStrip {
    std::vector<WhyColumn> columns;
    bool hasArrows = true;
};

/// The calculation from q and k to the weight. The first way says most: single products, or the largest of many and the
/// rest; the last nothing but the score. `was` is what stood in the weight's place before, written behind it; below 0:
/// nothing.
std::vector<WhyStrip> whyStrips(const WhyData &data, double was = -1);

/// The strip in one line of a text: "q · k = 4 × 4 = 16, ÷ √8 = 5.66, softmax 0.97".
std::vector<WhyRun> whySentence(const WhyStrip &strip);

/// "Other scores: rug −16, nine words 0" where that says all of them, else the place; before it what the calculation
/// leaves out.
QString whyRemark(const WhyData &data, bool ofWords);

/// A small number in a word, "nine"; a larger one in digits.
QString numberWord(int number);

} // namespace regard
