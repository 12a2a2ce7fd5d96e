#include "document/document.h"

#include <algorithm>
#include <utility>

#include "document/put_back.h"
#include "document/sentence/mask_command.h"
#include "document/sentence/sentence_command.h"
#include "document/sentence/token_positions.h"
#include "engine/base/errors.h"
#include "engine/pass/output_layer.h"
#include "io/tokenizer/plain_text.h"

namespace regard {

QString Document::source() const
{
    return plainText(m_project.source);
}

Tokenizer Document::tokenizer() const
{
    return m_project.tokenizer;
}

QString Document::target() const
{
    return plainText(m_project.target);
}

QString Document::text(Side side) const
{
    return side == Side::Source ? source() : target();
}

const std::vector<int> &Document::masked(Side side) const
{
    return sentence(side).masked;
}

TokenList Document::vocabulary() const
{
    return m_model->vocabulary.tokens.empty() ? vocabularyOf(*m_model, presentInput()) : m_model->vocabulary.tokens;
}

bool Document::takesPair() const
{
    return regard::takesPair(m_project);
}

bool Document::readsPair() const
{
    return regard::readsPair(m_project);
}

void Document::setSource(const QString &text)
{
    setText(Side::Source, text, TextEdit::between(source(), text));
}

void Document::setTarget(const QString &text)
{
    setText(Side::Target, text, TextEdit::between(target(), text));
}

void Document::setText(Side side, const QString &text, const TextEdit &edit)
{
    // Compared as it will be kept: half of a surrogate pair does not survive UTF-8.
    if (text.toStdString() == storedText(side))
        return;
    const QString step = side == Side::Source ? tr("Edit sentence")
                         : takesPair()        ? tr("Edit second sentence")
                                              : tr("Edit target");
    push(std::make_unique<SentenceCommand>(this, step, side, text, tokenizer(), edit));
}

void Document::setTokenizer(Tokenizer tokenizer)
{
    if (tokenizer == m_project.tokenizer || (tokenizer == Tokenizer::Checkpoint && !m_project.checkpoint))
        return;
    push(
        std::make_unique<SentenceCommand>(this, tr("Change tokenizer"), Side::Source, source(), tokenizer, TextEdit()));
}

void Document::setMasked(Side side, int position, bool masked)
{
    const Sentence &present = sentence(side);
    if (position < 0 || position >= static_cast<int>(present.tokens.tokens.size()))
        return;
    std::vector<int> after = present.masked;
    std::erase(after, position);
    if (masked)
        after.insert(std::upper_bound(after.begin(), after.end(), position), position);
    if (after == present.masked)
        return;
    const Token &token = present.tokens.tokens[static_cast<std::size_t>(position)];
    const QString shown = plainText(token.label.empty() ? token.text : token.label);
    push(std::make_unique<MaskCommand>(this, masked ? tr("Mask “%1”").arg(shown) : tr("Unmask “%1”").arg(shown), side,
                                       after));
}

void Document::appendToken(const std::string &token)
{
    const Side side = sideOf(m_model->config, Stack::Decoder);
    const QString before = text(side);
    const bool isTrained = m_project.tokenizer == Tokenizer::Checkpoint && m_project.checkpoint;
    QString word = plainText(token);
    QString after;
    if (isTrained) {
        const TrainedTokenizer &tokenizer = *m_project.checkpoint->tokenizer;
        const std::string added = tokenizer.appended(token);
        word = plainText(tokenizer.label(token));
        // A text holds whole characters; half of one would be read back as something else.
        if (plainText(added).toStdString() != added)
            throw InputError(
                tr("“%1” is only a part of a character, so the text cannot go on with it.").arg(word).toStdString());
        after = before + plainText(added);
    } else {
        const bool touches = before.isEmpty() || before.back().isSpace();
        after = before + (touches ? QString() : QStringLiteral(" ")) + word;
    }
    TextEdit edit = TextEdit::between(before, after);
    edit.isTyping = false;
    push(std::make_unique<SentenceCommand>(this, tr("Generate “%1”").arg(word), side, after, tokenizer(), edit));
}

/// The masked positions of both sentences, each with its word in what the sentences would become.
SideMasks Document::masksAfter(Side side, const QString &text, Tokenizer tokenizer) const
{
    if (m_source.masked.empty() && m_target.masked.empty())
        return {};
    Project after;
    after.source = m_project.source;
    after.target = m_project.target;
    (side == Side::Source ? after.source : after.target) = text.toStdString();
    after.tokenizer = tokenizer;
    after.checkpoint = m_project.checkpoint;
    after.model.config = m_model->config;
    const auto moved = [](const Sentence &before, const Tokens &tokens) {
        std::vector<int> masked = TokenPositions(before.tokens, tokens).after(before.masked);
        std::sort(masked.begin(), masked.end()); // words may have moved past each other
        masked.erase(std::unique(masked.begin(), masked.end()), masked.end());
        return masked;
    };
    return {moved(m_source, sourceTokens(after)), moved(m_target, targetTokens(after))};
}

void Document::applySentence(Side side, const QString &text, Tokenizer tokenizer, const SideMasks &masks,
                             qsizetype changeEnd)
{
    const PutBack putBack(*this);
    const bool otherTokenizer = tokenizer != m_project.tokenizer;
    const bool readPair = readsPair();
    storedText(side) = text.toStdString();
    sentence(side).changeEnd = changeEnd;
    m_project.maskedSource = masks.source;
    m_project.maskedTarget = masks.target;
    m_project.tokenizer = tokenizer;
    // A pair stands in the source as a whole.
    const bool changesSource = side == Side::Source || otherTokenizer || readPair || readsPair();
    const bool changesTarget = side == Side::Target || otherTokenizer;
    Selection selection = m_selection;
    if (changesSource)
        selection = readAnew(Side::Source, std::move(selection));
    if (changesTarget)
        selection = readAnew(Side::Target, std::move(selection));
    if (changesTarget)
        emit targetChanged();
    if (changesSource)
        emit sourceChanged();
    sentenceChanged(std::move(selection));
}

void Document::applyMasked(Side side, const std::vector<int> &masked)
{
    const PutBack putBack(*this);
    storedMask(side) = masked;
    sentence(side).masked = masked;
    if (side == Side::Source)
        emit sourceChanged();
    else
        emit targetChanged();
    sentenceChanged(m_selection);
}

/// Tokens of what one side reads now. The tokens in focus and pinned go with their words.
Selection Document::readAnew(Side side, Selection selection)
{
    const Tokens before = std::exchange(sentence(side).tokens, {});
    readTokens(side);
    const ModelConfig &config = m_model->config;
    const FollowedTokens::Change change{queriesSide(config, selection.attention) == side,
                                        keysSide(config, selection.attention) == side};
    return m_followed.after(std::move(selection), change, before, sentence(side).tokens);
}

void Document::sentenceChanged(Selection selection)
{
    adoptSelection(visible(clampedSelection(std::move(selection), m_model->config, tokenCounts()), Compared::Now));
    setCell(m_cell);
    recompute();
}

void Document::readTokens(Side side)
{
    Sentence &read = sentence(side);
    read.tokens = side == Side::Source ? sourceTokens(m_project) : targetTokens(m_project);
    read.masked = storedMask(side);
    const int count = static_cast<int>(read.tokens.tokens.size());
    std::erase_if(read.masked, [count](int position) { return position < 0 || position >= count; });
    read.rows.reset();
    m_positions.clear();
    m_output.clear();
}

TokenCounts Document::tokenCounts() const
{
    return {static_cast<int>(m_source.tokens.tokens.size()), static_cast<int>(m_target.tokens.tokens.size())};
}

Input Document::presentInput() const
{
    Input input = inputOf(m_model->config, m_source.tokens, m_target.tokens);
    input.masked = m_source.masked;
    if (readsTarget(m_model->config))
        input.maskedTarget = m_target.masked;
    return input;
}

} // namespace regard
