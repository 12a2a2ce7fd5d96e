#include "document/work/pass_error_text.h"

#include <QCoreApplication>

#include "document/look/layer_title.h"
#include "document/matrices/matrix_label.h"
#include "engine/model/sublayer.h"
#include "engine/pass/pass_error.h"

namespace regard {

namespace {

struct PassErrorText {
    Q_DECLARE_TR_FUNCTIONS(Document)
};

/// "layer 1", for a feed-forward "the feed-forward of layer 1".
QString placeOf(const Sublayer &sublayer, const ModelConfig &config)
{
    if (sublayer.kind != SublayerKind::FeedForward)
        return layerTitle(config, attentionOf(sublayer), sublayer.layer);
    const Attention own = sublayer.stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
    return PassErrorText::tr("the feed-forward of %1").arg(layerTitle(config, own, sublayer.layer));
}

QString subjectOf(const Overflow &overflow, const ModelConfig &config)
{
    const QString place = placeOf(overflow.sublayer, config);
    const bool isAttention = overflow.sublayer.kind != SublayerKind::FeedForward;
    switch (overflow.quantity) {
    case Quantity::Queries:
        return PassErrorText::tr("The queries of %1").arg(place);
    case Quantity::Keys:
        return PassErrorText::tr("The keys of %1").arg(place);
    case Quantity::Values:
        return PassErrorText::tr("The values of %1").arg(place);
    case Quantity::Outputs:
        return isAttention ? PassErrorText::tr("The outputs of the attention of %1").arg(place)
                           : PassErrorText::tr("The outputs of %1").arg(place);
    case Quantity::Sums:
        return isAttention ? PassErrorText::tr("The sums after the attention of %1").arg(place)
                           : PassErrorText::tr("The sums after %1").arg(place);
    case Quantity::Hidden:
        return PassErrorText::tr("The hidden numbers of %1").arg(place);
    case Quantity::States:
        return PassErrorText::tr("The states of %1").arg(place);
    case Quantity::FinalNorm:
        return overflow.sublayer.stack == Stack::Encoder ? PassErrorText::tr("The outputs of the encoder’s final norm")
                                                         : PassErrorText::tr("The outputs of the decoder’s final norm");
    case Quantity::Logits:
        break;
    }
    return PassErrorText::tr("The logits");
}

} // namespace

QString passErrorText(const Overflow &overflow, const ModelConfig &config)
{
    return PassErrorText::tr(
               "%1 are too large for float32. Make the weights or the rows of X smaller, or undo the last change "
               "with Ctrl+Z.")
        .arg(subjectOf(overflow, config));
}

QString passErrorText(const OtherVocabulary &other)
{
    return PassErrorText::tr(
               "“%1” has a column for each of %L2 words, but the sentences make %L3. Choose the %L2 words with "
               "“Vocabulary…” in Output, or type sentences that make as many.")
        .arg(matrixLabel(other.weight))
        .arg(other.columns)
        .arg(other.words);
}

} // namespace regard
