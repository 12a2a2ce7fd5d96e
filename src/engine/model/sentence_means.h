#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/model/interventions.h"

namespace regard {

struct Model;

/// What a part puts out on average, each 1 × the width of its output.
struct OutputMean {
    Matrix ordinary;                       ///< over the tokens that are not special
    std::map<std::string, Matrix> special; ///< of each special token that the sentences have, by its text

    bool operator==(const OutputMean &) const = default;
};

/// The mean outputs of parts over the sentences of a file, in the model as it was then, with nothing changed from
/// outside: what Replacement::MeanOver puts in place of theirs.
struct SentenceMeans {
    std::string file;          ///< of the sentences, as it was named
    std::string sentencesHash; ///< over the file's bytes, `blake2b:…`
    std::string modelHash;     ///< over the model that they were computed with, and what made tokens of the sentences
    std::map<HeadRef, OutputMean> heads{};
    std::map<Sublayer, OutputMean> sublayers{};
    std::shared_ptr<const Model> of{}; ///< that model; null: another than the one that was read with them
    std::string reading{};             ///< what made tokens of the sentences, where `of` is known
    bool isOfOtherTokens = false;      ///< the present sentence becomes tokens in another way

    bool operator==(const SentenceMeans &other) const; ///< whatever follows `sublayers`, wherever the file
};

/// Whether some part has the mean over sentences in place of its output, of another model than the present one:
/// its configuration or one of its numbers is another, or what makes tokens of a sentence.
bool hasStaleMeans(const Model &model);

/// Puts the mean over sentences in the rows of an output, one a token, of a part where it is to stand; elsewhere does
/// nothing. A special token that the sentences do not have takes the mean of ordinary tokens. Throws InputError where
/// there is none, or of another width.
void putSentenceMeans(Matrix &output, const Interventions &interventions, const HeadRef &head,
                      const std::vector<std::string> &tokens);
void putSentenceMeans(Matrix &output, const Interventions &interventions, const Sublayer &sublayer,
                      const std::vector<std::string> &tokens);

} // namespace regard
