#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QString>

#include "document/look/selection.h"
#include "document/matrices/matrices_state.h"
#include "document/matrices/matrix_comparison.h"
#include "document/matrices/matrix_names.h"
#include "document/matrices/present_matrices.h"
#include "document/matrices/step_model.h"
#include "document/sentence/sentences.h"
#include "document/steps/undo_steps.h"
#include "engine/model/model.h"

namespace regard {

class ModelCommand;

/// The model of a document: its matrices by name, "X" included, what of them changed, and every edit of them; rows and
/// columns count from 0.
///
/// An edit that cannot be made throws Error with a sentence and changes nothing.
class Matrices : public QObject, private StepModel {
    Q_OBJECT
public:
    /// A listener that depends on the model.
    class Follower {
    public:
        virtual ~Follower() = default;
        /// model() differs from `before`; `tell` emits modelChanged().
        virtual void modelChanges(const Model &before, const std::function<void()> &tell) = 0;
    };

    using State = MatricesState;

    Matrices(UndoSteps *steps, Follower *follower, const Sentences &sentences)
        : m_steps(steps), m_follower(follower), m_sentences(sentences), m_present(m_state, sentences)
    {
    }

    const std::shared_ptr<const Model> &model() const { return m_state.model; }
    /// What the output layer chooses from: the model's vocabulary, else the distinct tokens of both sentences and end.
    TokenList vocabulary() const { return m_present.vocabulary(); }
    const std::vector<std::string> &dimensions() const { return m_state.dimensions; } ///< empty where unnamed
    std::vector<std::string> shownDimensions() const;                                 ///< in the window's language
    /// The present values; X is n × d_model, position tables n × d_model rows for the present sentence, `output.w` has
    /// the columns of the present vocabulary.
    /// A null pointer where the model has no such matrix now; X also where a checkpoint does not know a token or its
    /// row cannot be read.
    Weight matrix(const std::string &name) const { return m_present.matrix(name); }
    /// Names of the matrices that a user can edit in the selection's part now: X, the position table, then those of
    /// the part (`encoder.0.self.w_q` …) as full names.
    std::vector<std::string> editableMatrices(const Selection &selection) const
    {
        return m_present.editable(selection);
    }
    /// True for tokens whose row was drawn rather than given: their meaning is chance.
    bool isTokenRandom(const std::string &token) const;
    /// How much of W_Q and W_K of the selected block was drawn rather than given: what the picture shows of it is
    /// arithmetic. Some: the opened file gave a part, and the model has grown since.
    enum class Randomness { None, Some, All };
    Randomness randomness(const Selection &selection) const;

    // Edits, each an undo command
    /// Equal gestures (≥ 0) merge into one undo step: a drag or a turn of the wheel. Throws Error where value is not
    /// finite.
    void editCell(const std::string &name, int row, int column, float value, int gesture = -1);
    /// Throws ShapeError that says both sizes where the block does not fit.
    void editBlock(const std::string &name, int row, int column, const Matrix &values, const QString &text);
    /// Sets the vocabulary; without tokens it is derived from the sentences. A given output.w keeps the columns of the
    /// tokens that stay. Throws ValueError (a token twice).
    void setVocabulary(const Vocabulary &vocabulary);
    /// Throws ConfigError. `text` names the step in the Undo menu, already translated. Equal mergeKeys merge (≥ 0).
    /// Set weights and cut links that the new configuration does not allow go.
    void setConfig(const ModelConfig &config, const QString &text, HeadSplit split = HeadSplit::KeepHeads,
                   int mergeKey = -1);
    /// What is switched off or given a temperature from outside, for heads and sublayers that exist. Equal mergeKeys
    /// merge (≥ 0). Throws ValueError where a temperature is out of range.
    void setInterventions(const Interventions &interventions, const QString &text, int mergeKey = -1);

    /// Replaces the whole model: for undo steps elsewhere that hold models, as those of training do. Listeners hear of
    /// it as of an edit, and a pass follows.
    void showModel(std::shared_ptr<const Model> model);

    const MatrixComparison &compared() const { return m_compared; } ///< what changed
    // These take back the values that cells are compared with, each by an undo command.
    void revertCell(const std::string &name, int row, int column);
    void revertMatrix(const std::string &name);
    void revertChanges(); ///< everything that compared().changes() counts, as one undo step

    // The document alone calls these: they make no undo step and emit nothing.
    void read(Model model, std::vector<std::string> names);
    void setOpened(std::shared_ptr<const Model> opened);
    void setPinned(std::shared_ptr<const Model> pinned);
    void forgetTokens(Side side); ///< a sentence has other tokens
    /// Takes the present model with other set weights and cut links, which follow a sentence that changes: unlike the
    /// others it tells the listeners, but no pass follows by itself.
    void showLinks(std::shared_ptr<const Model> model);
    const State &state() const { return m_state; }
    void putBack(State state);

signals:
    void modelChanged(); ///< configuration or weights; comes before the trace of it

private:
    const Model &stepModel() const override { return *m_state.model; }
    void apply(std::shared_ptr<const Model> model) override { showModel(std::move(model)); }
    void replace(std::shared_ptr<const Model> model);
    void push(const QString &text, const Model &after, int mergeKey = -1);
    const ModelCommand *stepToGoOnWith(int mergeKey) const;

    void nameDimensions();
    void forget();
    /// Writes values already checked; a cell is a block of one. Equal mergeKeys merge (≥ 0).
    void writeBlock(const std::string &name, int row, int column, const Matrix &values, const QString &text,
                    int mergeKey = -1);
    void editSentenceRows(const std::string &name, int row, int column, const Matrix &values, const QString &text);
    void revertOutput(const std::string &name);

    UndoSteps *m_steps;
    Follower *m_follower;
    const Sentences &m_sentences;
    State m_state;
    PresentMatrices m_present;
    MatrixComparison m_compared{m_state, m_present};
};

} // namespace regard
