#pragma once

#include "document/sentence/sentences.h"

namespace regard {

class Matrices;

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
