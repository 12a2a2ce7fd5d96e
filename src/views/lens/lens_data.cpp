#include "views/lens/lens_data.h"

#include <algorithm>

#include <QCoreApplication>

#include "engine/pass/output_layer.h"
#include "views/base/token_focus.h"
#include "views/base/token_marks.h"
#include "views/output/output_data.h"

namespace regard {

namespace {

struct LensText {
    Q_DECLARE_TR_FUNCTIONS(LensData)
};

Attention selfOfLens(const ModelConfig &config)
{
    return lensStack(config) == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
}

std::optional<int> spelled(const Trace &trace, const std::string &word)
{
    const auto found = std::find(trace.vocabulary.begin(), trace.vocabulary.end(), word);
    return found == trace.vocabulary.end() ? std::nullopt : std::optional(int(found - trace.vocabulary.begin()));
}

} // namespace

QString noLensText(const Model &model, const Checkpoint *checkpoint)
{
    if (const QString none = noOutputText(model, checkpoint); !none.isEmpty())
        return none;
    return hasLens(model) ? QString()
                          : LensText::tr("The lens reads what layers hand on between them, but a recurrent stack's "
                                         "cells hand their states from word to word.");
}

std::optional<int> lensWord(const Trace &trace, const Checkpoint *checkpoint, const std::string &word)
{
    if (checkpoint) {
        const TrainedTokenizer &tokenizer = *checkpoint->tokenizer;
        const bool isOfTarget = trace.architecture == Architecture::EncoderDecoder;
        const std::string within = word.starts_with(' ') ? word : " " + word;
        Tokens pieces = isOfTarget ? tokenizer.encodeTarget(within) : tokenizer.encode(within);
        std::erase_if(pieces.tokens, [](const Token &token) { return token.isAdded; });
        if (pieces.tokens.size() == 1)
            if (const std::optional<int> known = spelled(trace, pieces.tokens.front().text))
                return known;
    }
    return spelled(trace, word);
}

QString noLensWordText(const QString &word)
{
    return LensText::tr("“%1” is no single word or piece of this vocabulary.").arg(word);
}

QString lensPlaceName(int place)
{
    return place == 0 ? LensText::tr("embedding") : LensText::tr("layer %1").arg(place);
}

int lensPlaceOf(const Selection &selection, const ModelConfig &config)
{
    if (stackOf(selection.attention) != lensStack(config))
        return -1;
    return selection.part == Part::Input ? 0 : selection.layer + 1;
}

Selection withLensCell(Selection selection, const ModelConfig &config, int token, int place, bool pins)
{
    const Attention self = selfOfLens(config);
    if (stackOf(selection.attention) != stackOf(self)) {
        selection = cleared(selection); // tokens of the other sentence
        selection.attention = self;
    }
    selection.layer = std::max(0, place - 1);
    selection.part = place == 0 ? Part::Input : Part::Attention;
    return pins ? pinned(selection, TokenSide::Query, token, false) : focusedOn(selection, TokenSide::Query, token);
}

SharedLens lensAnswerOf(const ShownState &state, const Checkpoint *checkpoint, const LensOptions &options)
{
    const int chosen = options.word.empty() ? -1 : lensWord(*state.trace(), checkpoint, options.word).value_or(-1);
    if (!options.run)
        return std::make_shared<const LensAnswer>(
            LensAnswer{state.result, chosen, *lensOf(state.model(), *state.trace(), chosen)});
    return options.isWhole ? options.run->wholeOf(state.result, chosen) : options.run->of(state.result, chosen);
}

LensData lensData(const LensAnswer &answer)
{
    const Model &model = *answer.result.model;
    const Trace &trace = *answer.result.trace;
    const SideTrace &side = queriesOf(trace, selfOfLens(model.config));
    const auto name = [&](int word) { return wordName(model, trace.vocabulary[std::size_t(word)]); };
    LensData data;
    data.tokens = tokenNames(labelsOf(side));
    data.masked = maskedTokens(side);
    for (int place = 0; place < answer.lens.places; ++place)
        data.places.append(place == 0 ? lensPlaceName(0) : QString::number(place));
    for (const LensCell &cell : answer.lens.cells)
        data.cells.push_back({cell.best < 0 ? QString() : name(cell.best), cell.probability, cell.chosen, cell.rank});
    if (answer.chosen >= 0)
        data.chosen = name(answer.chosen);
    data.title = data.chosen.isEmpty()
                     ? LensText::tr("Lens · the most likely word after each layer")
                     : LensText::tr("Lens · after each layer, rank and probability of “%1”").arg(data.chosen);
    if (isOutputRandom(model))
        data.title += LensText::tr(" · random weights");
    return data;
}

LensData withLensFocus(LensData data, const Selection &selection, const ModelConfig &config)
{
    data.place = lensPlaceOf(selection, config);
    const bool asks = data.place >= 0 && selection.query < int(data.tokens.size());
    data.query = asks ? selection.query : -1;
    return data;
}

} // namespace regard
