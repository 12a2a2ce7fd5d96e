#pragma once

#include "document/sentence/sentences.h"
#include "engine/model/model.h"

namespace regard {

class Matrices;

/// The links that sentences, masks and the model's own mask still allow. A row whose weights can no longer sum to 1
/// goes as a whole.
SideLinks possibleLinks(const Model &model, SideLinks links, const Tokens &source, const Tokens &target,
                        const SideMasks &masks);

/// Keeps the links that are set or cut in the model with the words of the sentences.
class SentenceLinks : public Sentences::Links {
public:
    SentenceLinks(Matrices &matrices, Sentences &sentences);

    SideLinks present() const override;
    SideLinks after(const Tokens &source, const Tokens &target, const SideMasks &masks) const override;
    void replace(const SideLinks &links) override;

private:
    Matrices &m_matrices;
    Sentences &m_sentences;
};

} // namespace regard
