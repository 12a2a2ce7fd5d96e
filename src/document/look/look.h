#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QObject>

#include "document/look/followed_tokens.h"
#include "document/look/highlight.h"
#include "document/look/selection.h"
#include "document/sentence/sentences.h"
#include "io/project/stored_view.h"

namespace regard {

/// What is looked at, and how: the one selection, how steps and tokens are shown, the cell of a matrix, what lights up.
/// Not on the undo stack, but in the project.
class Look : public QObject {
    Q_OBJECT
public:
    /// What is looked at.
    class Subject {
    public:
        virtual ~Subject() = default;
        virtual const ModelConfig &config() const = 0;
        virtual const Tokens &presentTokens(Side side) const = 0;
        virtual bool hasCell(const CellRef &cell) const = 0;
        /// Reports another selection, after all other listeners.
        virtual void selectionChanges() = 0;
        /// Reports that tokens are shown differently; `tell` emits tokenViewChanged().
        virtual void tokenViewChanges(const std::function<void()> &tell) = 0;
    };

    /// The state that a change can restore.
    struct State {
        Selection selection;
        /// What was chosen in the tokens of the pinned state, as long as `selection` is what followed from it.
        std::optional<Selection> pinnedSelection;
        FollowedTokens followed; ///< the words of what is in focus and pinned there
        StepView steps;
        TokenView tokens;
        CellRef cell;
        ColorScale scale = ColorScale::ZeroToOne;
    };

    explicit Look(Subject *subject) : m_subject(subject) {}

    const Selection &selection() const { return m_state.selection; }
    /// Sets the selection, clamped to what exists; an attention over another sentence drops focus and pins. Emits only
    /// where something changed.
    void setSelection(Selection selection);
    /// How the steps are looked at.
    const StepView &stepView() const { return m_state.steps; }
    void setStepView(const StepView &view);
    /// How weights become colours.
    ColorScale colorScale() const { return m_state.scale; }
    void setColorScale(ColorScale scale);
    const TokenView &tokenView() const { return m_state.tokens; }
    void setTokenView(const TokenView &view);
    /// The cell of a matrix that the weights show, whole rows and columns excluded; matrix empty: none.
    const CellRef &cell() const { return m_state.cell; }
    /// Chooses a cell; none where the model has no such cell now.
    void setCell(const CellRef &cell);
    /// What lights up: what is pointed at, else what was marked with setMarked().
    const Highlight &highlight() const { return m_pointed.isEmpty() ? m_marked : m_pointed; }
    void setPointed(const Highlight &highlight); ///< while the mouse is there
    void setMarked(const Highlight &highlight);  ///< a lesson's, until the next page

    // For the document
    /// A selection in the tokens of the pinned state, what was shown there before, and what follows from it for the
    /// present tokens.
    void setPinnedSelection(Selection pinned, const Selection &before, Selection present);
    void dropPinnedSelection() { m_state.pinnedSelection.reset(); } ///< emits nothing
    void read(const StoredView &view);                              ///< emits nothing
    StoredView stored() const;
    /// The tokens in focus and pinned go with their words.
    void followSentences(const std::vector<Sentences::Reading> &readings);
    void followModel(const ModelConfig &before, const std::vector<Sentences::Reading> &readings);
    /// Moves the focus away from tokens that the token view hides.
    Selection visible(Selection selection, const ModelConfig &config, const Tokens &source, const Tokens &target) const;
    void dropHidden();
    const State &state() const { return m_state; }
    void putBack(State state) { m_state = std::move(state); } ///< emits nothing

signals:
    void selectionChanged();
    void stepViewChanged();
    void colorScaleChanged();
    void tokenViewChanged();
    void cellChanged();
    void highlightChanged();

private:
    void adopt(Selection selection);
    Selection visible(Selection selection) const;
    Selection followed(const std::vector<Sentences::Reading> &readings);
    TokenCounts tokenCounts() const;
    CellRef existing(const CellRef &cell) const;
    void setHighlight(Highlight &of, const Highlight &highlight);

    Subject *m_subject;
    State m_state;
    Highlight m_pointed;
    Highlight m_marked;
};

} // namespace regard
