#include "document/sentence/sentence_command.h"

#include <algorithm>
#include <utility>

namespace regard {

namespace {

constexpr qint64 pause = 1500;   // ms; a longer pause ends the step
constexpr qsizetype oneKey = 8;  // UTF-16 units that one key or one choice of an input method writes
constexpr qsizetype oneGone = 2; // UTF-16 units that one press of Backspace deletes

} // namespace

TextEdit TextEdit::between(const QString &before, const QString &after)
{
    const qsizetype shorter = std::min(before.size(), after.size());
    qsizetype front = 0;
    while (front < shorter && before[front] == after[front])
        ++front;
    qsizetype back = 0;
    while (back < shorter - front && before[before.size() - 1 - back] == after[after.size() - 1 - back])
        ++back;
    const qsizetype removed = before.size() - front - back;
    const qsizetype inserted = after.size() - front - back;
    return {front, removed, inserted, inserted > 0 ? inserted <= oneKey : removed <= oneGone};
}

SentenceCommand::SentenceCommand(const QString &text, Side side, SentenceEnd before, SentenceEnd after,
                                 const TextEdit &edit, Apply apply, const UndoSteps *steps)
    : QUndoCommand(text), m_side(side), m_before(std::move(before)), m_after(std::move(after)), m_edit(edit),
      m_apply(std::move(apply)), m_steps(steps), m_began(steps->now()), m_ended(m_began)
{
}

void SentenceCommand::undo()
{
    m_apply(m_before, m_edit.at + m_edit.removed);
}

void SentenceCommand::redo()
{
    m_apply(m_after, m_edit.at + m_edit.inserted);
    m_ended = m_steps->now();
}

bool SentenceCommand::mergeWith(const QUndoCommand *other)
{
    const auto *later = static_cast<const SentenceCommand *>(other);
    const TextEdit &next = later->m_edit;
    if (!m_edit.isTyping || !next.isTyping || later->m_side != m_side || later->m_began - m_ended > pause)
        return false;
    const bool typesOn = next.removed == 0 && m_edit.inserted > 0 && next.at == m_edit.at + m_edit.inserted;
    const bool deletesOn =
        next.inserted == 0 && m_edit.inserted == 0 && (next.at == m_edit.at || next.at + next.removed == m_edit.at);
    if (!typesOn && !deletesOn)
        return false;
    if (typesOn) {
        m_edit.inserted += next.inserted;
    } else {
        m_edit.at = next.at;
        m_edit.removed += next.removed;
    }
    m_after.text = later->m_after.text;
    m_after.masks = later->m_after.masks;
    m_after.links = later->m_after.links;
    m_ended = later->m_ended;
    setObsolete(m_after.text == m_before.text && m_after.masks.source == m_before.masks.source &&
                m_after.masks.target == m_before.masks.target &&
                m_after.links == m_before.links); // the same text typed over itself
    return true;
}

} // namespace regard
