#include "document/matrices/sentence_links.h"

#include <memory>
#include <utility>

#include "document/matrices/matrices.h"
#include "document/matrices/possible_links.h"
#include "document/sentence/token_positions.h"

namespace regard {

SentenceLinks::SentenceLinks(Matrices &matrices, Sentences &sentences) : m_matrices(matrices), m_sentences(sentences)
{
    sentences.keepLinks(this);
}

SideLinks SentenceLinks::present() const
{
    const std::shared_ptr<const Model> &model = m_matrices.model();
    return model ? SideLinks{model->interventions.weights, model->interventions.cuts, model->interventions.patches}
                 : SideLinks();
}

SideLinks SentenceLinks::after(const Tokens &source, const Tokens &target, const SideMasks &masks) const
{
    const Model &model = *m_matrices.model();
    return possibleLinks(model,
                         movedLinks(present(), model.config, TokenPositions(m_sentences.tokens(Side::Source), source),
                                    TokenPositions(m_sentences.tokens(Side::Target), target)),
                         source, target, masks);
}

void SentenceLinks::replace(const SideLinks &links)
{
    if (present() == links)
        return;
    auto model = std::make_shared<Model>(*m_matrices.model());
    model->interventions.weights = links.weights;
    model->interventions.cuts = links.cuts;
    model->interventions.patches = links.patches;
    m_matrices.showLinks(std::move(model));
}

} // namespace regard
