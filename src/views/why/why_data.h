#pragma once

#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

namespace regard {

// Why one query looks at one key: the parts of their score, and the scores of the other keys. Plain data.

/// A part of one component of q or k.
struct WhyTerm {
    QString name;      ///< of what is read: "pronoun", "bias", "q₀[1] × cos φ"
    double input = 1;  ///< what is read of it
    QString cell{};    ///< the weight that it is multiplied by, "W_Q[pronoun, 0]"; empty: none
    double weight = 0; ///< its number
    double value = 0;  ///< what it gives: input × weight where there is one
};

/// What one component of q or k was made of: its largest parts, and all others in one.
struct WhySide {
    std::vector<WhyTerm> terms;
    int others = 0; ///< 0: they are none, or nothing but zeros
    double othersSum = 0;
};

/// What one component of q and k adds to the score: q × k, w_a × tanh(q + k), or (q W_g) × k.
struct WhyPart {
    int component = 0; ///< from the head's first; its columns in the whole q and k:
    int qColumn = 0;
    int kColumn = 0;
    double q = 0;
    double k = 0;
    double additive = 0; ///< its number of w_a
    double value = 0;
    WhySide ofQuery{};
    WhySide ofKey{};
};

/// Another key and its score.
struct WhyKey {
    QString name;
    int key = 0;
    double score = 0;
};

/// What makes the weight of the scores.
enum class WhyWeight { Softmax, Uniform, Masked, ByHand };

/// What the pinned state has in their place.
struct WhyBefore {
    double score = 0;
    double weight = 0;
};

struct WhyData {
    QString title;     ///< "Why does “it” look at “cat”?"
    QString statement; ///< "“it” looks at “cat”"
    QString place;     ///< "layer 1 · head 1"
    int query = 0;
    int key = 0;
    bool isAdditive = false;
    bool isGeneral = false;     ///< q stands for q W_g
    std::vector<WhyPart> parts; ///< three at most, none of them 0, the largest first
    int others = 0;             ///< components beside them
    double othersSum = 0;
    bool othersAreZero = true; ///< each of them

    double score = 0;
    QString scale; ///< `÷ √8`, what makes the scaled score of the score; empty: nothing does
    double scaled = 0;
    double temperature = 1;
    double tempered = 0; ///< scaled ÷ temperature
    WhyWeight made = WhyWeight::Softmax;
    std::optional<double> sink{}; ///< what joins the softmax without a key; nothing: nothing does
    double weight = 0;

    std::vector<WhyKey> keys{}; ///< that stand out: the highest score of the others, the lowest
    int restKeys = 0;           ///< that are allowed beside them
    double restLow = 0;
    double restHigh = 0;
    int maskedKeys = 0;
    QStringList notes{};
    int warnings = 0; ///< the first of them: why the numbers are not used as they stand

    bool isDifference = false;
    std::optional<WhyBefore> before{}; ///< of a difference; nothing: the pinned state has no such pair
    int digits = -1;                   ///< after the point; −1: as many as each number needs
};

/// Returns the data with no more than `count` parts named: the smallest join the others.
WhyData withFewerParts(WhyData data, int count);

} // namespace regard
