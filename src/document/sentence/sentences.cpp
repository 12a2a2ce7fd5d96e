#include "document/sentence/sentences.h"

#include <algorithm>
#include <utility>

#include "document/sentence/sentence_command.h"
#include "document/sentence/token_grouping.h"
#include "document/sentence/token_positions.h"
#include "document/steps/change_command.h"
#include "engine/base/errors.h"
#include "io/project/project.h"
#include "io/tokenizer/plain_text.h"

namespace regard {

QString Sentences::text(Side side) const
{
    return plainText(side == Side::Source ? m_state.texts.source : m_state.texts.target);
}

Input Sentences::input(const ModelConfig &config) const
{
    Input input = inputOf(config, m_state.source.tokens, m_state.target.tokens);
    input.masked = m_state.source.masked;
    if (regard::readsTarget(config))
        input.maskedTarget = m_state.target.masked;
    return input;
}

void Sentences::setSource(const QString &text)
{
    setText(Side::Source, text, TextEdit::between(source(), text));
}

void Sentences::setTarget(const QString &text)
{
    setText(Side::Target, text, TextEdit::between(target(), text));
}

void Sentences::setText(Side side, const QString &text, const TextEdit &edit)
{
    // Compared as it will be kept: half of a surrogate pair does not survive UTF-8.
    if (text.toStdString() == (side == Side::Source ? m_state.texts.source : m_state.texts.target))
        return;
    const QString step = side == Side::Source ? tr("Edit sentence")
                         : takesPair()        ? tr("Edit second sentence")
                                              : tr("Edit target");
    push(step, side, text, tokenizer(), edit);
}

void Sentences::setTokenizer(Tokenizer tokenizer)
{
    if (tokenizer == m_state.texts.tokenizer || (tokenizer == Tokenizer::Checkpoint && !m_state.texts.trained))
        return;
    push(tr("Change tokenizer"), Side::Source, source(), tokenizer, TextEdit());
}

std::string Sentences::language(Side side) const
{
    return side == Side::Source ? sourceLanguage(m_state.texts) : targetLanguage(m_state.texts);
}

void Sentences::setLanguage(Side side, const std::string &code)
{
    const SentenceTexts &texts = m_state.texts;
    const std::vector<std::string> known =
        texts.trained ? texts.trained->languages().codes : std::vector<std::string>();
    if (code == language(side) || std::find(known.begin(), known.end(), code) == known.end())
        return;
    const bool isSource = side == Side::Source;
    m_steps->push(std::make_unique<ChangeCommand>(
        isSource ? tr("Change source language") : tr("Change target language"),
        [this, source = isSource ? code : texts.sourceLanguage, target = isSource ? texts.targetLanguage : code] {
            applyLanguages(source, target);
        },
        [this, source = texts.sourceLanguage, target = texts.targetLanguage] { applyLanguages(source, target); }));
}

void Sentences::setMasked(Side side, int position, bool masked)
{
    const Sentence &present = sentence(side);
    if (position < 0 || position >= int(present.tokens.tokens.size()))
        return;
    std::vector<int> after = present.masked;
    std::erase(after, position);
    if (masked)
        after.insert(std::upper_bound(after.begin(), after.end(), position), position);
    if (after == present.masked)
        return;
    const Token &token = present.tokens.tokens[std::size_t(position)];
    const QString shown = plainText(token.label.empty() ? token.text : token.label);
    pushMasked(masked ? tr("Mask “%1”").arg(shown) : tr("Unmask “%1”").arg(shown), side, std::move(after));
}

void Sentences::appendToken(const std::string &token)
{
    const Side side = m_state.readsTarget ? Side::Target : Side::Source;
    const QString before = text(side);
    QString word = plainText(token);
    QString after;
    if (tokenizer() == Tokenizer::Checkpoint && m_state.texts.trained) {
        const TrainedTokenizer &tokenizer = *m_state.texts.trained;
        const std::string added = tokenizer.appended(token);
        word = plainText(tokenizer.label(token));
        // A text holds whole characters; half of one would be read back as something else.
        if (plainText(added).toStdString() != added)
            throw InputError(
                tr("“%1” is only a part of a character, so the text cannot go on with it.").arg(word).toStdString());
        after = before + plainText(added);
    } else {
        const bool touches = before.isEmpty() || before.back().isSpace() || tokenizer() == Tokenizer::Characters;
        after = before + (touches ? QString() : QStringLiteral(" ")) + word;
    }
    TextEdit edit = TextEdit::between(before, after);
    edit.isTyping = false;
    push(tr("Generate “%1”").arg(word), side, after, tokenizer(), edit);
}

void Sentences::setMasked(Side side, const std::vector<int> &positions, bool masked)
{
    if (positions.size() < 2)
        return setMasked(side, positions.empty() ? -1 : positions.front(), masked);
    const Sentence &present = sentence(side);
    std::vector<int> after = present.masked;
    for (const int position : positions) {
        std::erase(after, position);
        if (masked && position >= 0 && position < int(present.tokens.tokens.size()))
            after.push_back(position);
    }
    std::sort(after.begin(), after.end());
    if (after == present.masked)
        return;
    TokenView words;
    words.words = true;
    const TokenGroups groups = tokenGroups(present.tokens, words);
    const int group = groups.groupOf(positions.front());
    const QString word = group < 0 ? QString() : QString::fromStdString(groups.groups[std::size_t(group)].label);
    pushMasked(masked ? tr("Mask “%1”").arg(word) : tr("Unmask “%1”").arg(word), side, std::move(after));
}

/// Masked tokens and links stay with their words in the sentences after the change.
SentenceEnd Sentences::endAfter(Side side, const QString &text, Tokenizer tokenizer) const
{
    SentenceEnd end{text, tokenizer, {}, {}};
    const bool hasMasks = !m_state.source.masked.empty() || !m_state.target.masked.empty();
    const bool hasLinks = !links().isEmpty();
    if (!hasMasks && !hasLinks)
        return end;
    SentenceTexts after = m_state.texts;
    (side == Side::Source ? after.source : after.target) = text.toStdString();
    after.tokenizer = tokenizer;
    const Tokens source = sourceTokens(after);
    const Tokens target = targetTokens(after);
    const auto moved = [](const Sentence &before, const Tokens &tokens) {
        std::vector<int> masked = TokenPositions(before.tokens, tokens).after(before.masked);
        std::sort(masked.begin(), masked.end()); // words may have moved past each other
        masked.erase(std::unique(masked.begin(), masked.end()), masked.end());
        return masked;
    };
    if (hasMasks)
        end.masks = {moved(m_state.source, source), moved(m_state.target, target)};
    if (hasLinks)
        end.links = m_links->after(source, target, end.masks);
    return end;
}

void Sentences::push(const QString &step, Side side, const QString &text, Tokenizer tokenizer, const TextEdit &edit)
{
    const SideMasks present{m_state.source.masked, m_state.target.masked};
    m_steps->push(std::make_unique<SentenceCommand>(
        step, side, SentenceEnd{this->text(side), m_state.texts.tokenizer, present, links()},
        endAfter(side, text, tokenizer), edit,
        [this, side](const SentenceEnd &end, qsizetype changeEnd) { apply(side, end, changeEnd); }, m_steps));
}

void Sentences::pushMasked(const QString &step, Side side, std::vector<int> masked)
{
    SideMasks masks{m_state.source.masked, m_state.target.masked};
    (side == Side::Source ? masks.source : masks.target) = masked;
    const SideLinks before = links();
    const SideLinks after =
        before.isEmpty() ? before : m_links->after(tokens(Side::Source), tokens(Side::Target), masks);
    m_steps->push(std::make_unique<ChangeCommand>(
        step, [this, side, masked = std::move(masked), after] { applyMasked(side, masked, after); },
        [this, side, masked = sentence(side).masked, before] { applyMasked(side, masked, before); }));
}

void Sentences::apply(Side side, const SentenceEnd &end, qsizetype changeEnd)
{
    m_steps->change([&] {
        SentenceTexts &texts = m_state.texts;
        const bool otherTokenizer = end.tokenizer != texts.tokenizer;
        const bool readPair = readsPair();
        (side == Side::Source ? texts.source : texts.target) = end.text.toStdString();
        texts.tokenizer = end.tokenizer;
        m_state.stored = end.masks;
        sentence(side).changeEnd = changeEnd;
        // The source holds the whole pair.
        const bool changesSource = side == Side::Source || otherTokenizer || readPair || readsPair();
        const bool changesTarget = side == Side::Target || otherTokenizer;
        std::vector<Reading> readings;
        if (changesSource)
            readings.push_back(readAnew(Side::Source));
        if (changesTarget)
            readings.push_back(readAnew(Side::Target));
        if (m_links)
            m_links->replace(end.links);
        if (changesTarget)
            emit targetChanged();
        if (changesSource)
            emit sourceChanged();
        m_follower->sentencesChanged(readings);
    });
}

/// A language is one token, whichever it is, so that masks stay where they are.
void Sentences::applyLanguages(const std::string &source, const std::string &target)
{
    m_steps->change([&] {
        m_state.texts.sourceLanguage = source;
        m_state.texts.targetLanguage = target;
        const std::vector<Reading> readings{readAnew(Side::Source), readAnew(Side::Target)};
        emit targetChanged();
        emit sourceChanged();
        m_follower->sentencesChanged(readings);
    });
}

void Sentences::applyMasked(Side side, const std::vector<int> &masked, const SideLinks &links)
{
    m_steps->change([&] {
        (side == Side::Source ? m_state.stored.source : m_state.stored.target) = masked;
        sentence(side).masked = masked;
        if (m_links)
            m_links->replace(links);
        if (side == Side::Source)
            emit sourceChanged();
        else
            emit targetChanged();
        m_follower->sentencesChanged({});
    });
}

void Sentences::read(SentenceTexts texts, SideMasks masks, bool readsTarget)
{
    m_state = {std::move(texts), std::move(masks), readsTarget, {}, {}};
    for (const Side side : {Side::Source, Side::Target}) {
        readTokens(side);
        sentence(side).changeEnd = text(side).size();
    }
}

std::vector<Sentences::Reading> Sentences::setReader(bool readsTarget, bool canPair)
{
    const bool readPair = readsPair();
    m_state.readsTarget = readsTarget;
    m_state.texts.canPair = canPair;
    if (readsPair() == readPair)
        return {};
    std::vector<Reading> readings{readAnew(Side::Source)};
    emit sourceChanged();
    return readings;
}

Sentences::Reading Sentences::readAnew(Side side)
{
    Reading reading{side, std::exchange(sentence(side).tokens, {})};
    readTokens(side);
    return reading;
}

void Sentences::readTokens(Side side)
{
    Sentence &read = sentence(side);
    read.tokens = side == Side::Source ? sourceTokens(m_state.texts) : targetTokens(m_state.texts);
    read.masked = side == Side::Source ? m_state.stored.source : m_state.stored.target;
    const int count = int(read.tokens.tokens.size());
    std::erase_if(read.masked, [count](int position) { return position < 0 || position >= count; });
    m_follower->tokensChanged(side);
}

} // namespace regard
