#pragma once

#include <vector>

#include <QObject>
#include <QString>

#include "document/sentence/side.h"
#include "document/steps/undo_steps.h"
#include "engine/pass/forward.h"
#include "io/project/attention_extent.h"
#include "text/sentence_texts.h"
#include "text/tokenizer.h"

namespace regard {

struct SentenceEnd;
struct TextEdit;

/// The two sentences of a document, their tokens, and which of these are masked out.
///
/// A typed text stays, whether or not the model can read it.
class Sentences : public QObject {
    Q_OBJECT
public:
    /// A sentence that was split anew.
    struct Reading {
        Side side;
        Tokens before;
    };

    /// A listener that depends on the sentences.
    class Follower {
    public:
        virtual ~Follower() = default;
        virtual void tokensChanged(Side side) = 0; ///< before all other listeners
        /// Reports changed texts, tokens or masked tokens, after all other listeners.
        virtual void sentencesChanged(const std::vector<Reading> &readings) = 0;
    };

    /// The links that are set or cut, which are the model's.
    class Links {
    public:
        virtual ~Links() = default;
        virtual SideLinks present() const = 0;
        /// With their words, without those that sentences and masks no longer allow.
        virtual SideLinks after(const Tokens &source, const Tokens &target, const SideMasks &masks) const = 0;
        virtual void replace(const SideLinks &links) = 0; ///< after tokensChanged(), before all other listeners
    };

    /// The state that a change can restore.
    struct State {
        struct Sentence {
            Tokens tokens;
            std::vector<int> masked; ///< those of the stored ones that the present text has
            qsizetype changeEnd = 0;
        };

        SentenceTexts texts;
        SideMasks stored; ///< masked tokens as they were given
        bool readsTarget = false;
        Sentence source;
        Sentence target;
    };

    Sentences(UndoSteps *steps, Follower *follower) : m_steps(steps), m_follower(follower) {}

    QString source() const { return text(Side::Source); }
    QString target() const { return text(Side::Target); }
    QString text(Side side) const;
    Tokenizer tokenizer() const { return m_state.texts.tokenizer; }
    const SentenceTexts &texts() const { return m_state.texts; }
    /// The code of the language that marks a side; empty: none does.
    std::string language(Side side) const;
    /// The end of a text's last change, in UTF-16 units: a caret belongs there after undo and redo.
    qsizetype changeEnd(Side side) const { return sentence(side).changeEnd; }
    /// The tokens of the present text. The target is tokenised even while the model reads none.
    const Tokens &tokens(Side side = Side::Source) const { return sentence(side).tokens; }
    const std::vector<int> &masked(Side side) const { return sentence(side).masked; } ///< sorted
    /// Whether the target would be, or is, the second sentence of a pair: tokens(Side::Source) then hold both.
    bool takesPair() const { return regard::takesPair(m_state.texts); }
    bool readsPair() const { return regard::readsPair(m_state.texts); }
    /// What such a model reads of them.
    Input input(const ModelConfig &config) const;

    // Changes, each an undo command
    void setSource(const QString &text); ///< uninterrupted typing merges into one step
    void setTarget(const QString &text); ///< uninterrupted typing merges into one step
    /// Takes a text of which the caller knows the stretch that was replaced: two texts alone do not always tell.
    void setText(Side side, const QString &text, const TextEdit &edit);
    /// Marks a side with another language, by its code; nothing where the tokenizer does not have it. A target whose
    /// language nobody chose has the source's, unless the tokenizer's files name one.
    void setLanguage(Side side, const std::string &code);
    void setTokenizer(Tokenizer tokenizer); ///< nothing where a checkpoint's is asked for and there is none
    /// Masks a token out as padding, or unmasks it; nothing where the position does not exist.
    void setMasked(Side side, int position, bool masked);
    /// Masks or unmasks several tokens at once, those of a word.
    void setMasked(Side side, const std::vector<int> &positions, bool masked);
    /// Feeds a generated token back: appended to the text that the decoder reads, before the tokens that a tokenizer
    /// adds to it.
    void appendToken(const std::string &token);

    // The document alone calls these; they make no undo step.
    void read(SentenceTexts texts, SideMasks masks, bool readsTarget); ///< emits nothing
    /// Tells what the model reads now. Returns the sentences that it reads differently.
    std::vector<Reading> setReader(bool readsTarget, bool canPair);
    void keepLinks(Links *links) { m_links = links; } ///< that a change of the text moves; null: none
    const State &state() const { return m_state; }
    void putBack(State state) { m_state = std::move(state); } ///< emits nothing

signals:
    void sourceChanged(); ///< text, tokenizer, tokens or masked tokens
    void targetChanged(); ///< text, tokenizer, tokens or masked tokens

private:
    using Sentence = State::Sentence;

    void push(const QString &step, Side side, const QString &text, Tokenizer tokenizer, const TextEdit &edit);
    void pushMasked(const QString &step, Side side, std::vector<int> masked);
    void apply(Side side, const SentenceEnd &end, qsizetype changeEnd);
    void applyLanguages(const std::string &source, const std::string &target);
    void applyMasked(Side side, const std::vector<int> &masked, const SideLinks &links);
    SideLinks links() const { return m_links ? m_links->present() : SideLinks(); }
    SentenceEnd endAfter(Side side, const QString &text, Tokenizer tokenizer) const;
    void readTokens(Side side);
    Reading readAnew(Side side);
    const Sentence &sentence(Side side) const { return side == Side::Source ? m_state.source : m_state.target; }
    Sentence &sentence(Side side) { return side == Side::Source ? m_state.source : m_state.target; }

    UndoSteps *m_steps;
    Follower *m_follower;
    Links *m_links = nullptr;
    State m_state;
};

} // namespace regard
