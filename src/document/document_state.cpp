#include "document/document.h"

#include <utility>

#include "document/work/background_work.h"
#include "document/work/fault.h"

namespace regard {

namespace {

/// A listener that throws again must not keep the others from hearing of it.
template <typename Tell>
void attempt(const Document &document, const Tell &tell)
{
    guarded(&document, "putting the document back", tell);
}

} // namespace

/// Everything that a throwing change may have changed.
struct Document::State {
    bool isModified;
    QString path;
    QString inputError;
    std::string title;
    std::string note;
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const AttentionFile> attention;
    int sentence;
    Sentences::State sentences;
    Matrices::State matrices;
    Comparison::State comparison;
    Snapshots::State snapshots;
    Look::State look;
    Training::State training;
    Result result;
    Input resultInput;
    std::shared_ptr<const Tokens> resultSource;
    std::shared_ptr<const Tokens> resultTarget;
};

struct Document::Aside {
    State state;
    std::unique_ptr<QUndoStack> undo;
    std::optional<Selection> selectionAtStart;
};

Document::State Document::stateNow() const
{
    return {isModified(),
            m_path,
            m_inputError,
            m_title,
            m_note,
            m_checkpoint,
            m_attention,
            m_sentence,
            m_sentences.state(),
            m_matrices.state(),
            m_comparison.state(),
            m_snapshots.state(),
            m_look.state(),
            m_training.state(),
            m_result,
            m_resultInput,
            m_resultSource,
            m_resultTarget};
}

std::function<void()> Document::wayBack(Extent extent)
{
    auto state = std::make_shared<State>(stateNow());
    return [this, state = std::move(state), extent] {
        if (!state->matrices.model)
            return; // the first load
        const QString inputError = state->inputError;
        attempt(*this, [&] { putBack(std::move(*state)); });
        tellAll(extent, inputError);
    };
}

void Document::putBack(State state)
{
    m_path = std::move(state.path);
    m_title = std::move(state.title);
    m_note = std::move(state.note);
    m_checkpoint = std::move(state.checkpoint);
    const bool hadModel = hasModel();
    m_attention = std::move(state.attention);
    m_sentence = state.sentence;
    m_sentences.putBack(std::move(state.sentences));
    m_matrices.putBack(std::move(state.matrices));
    m_comparison.putBack(std::move(state.comparison));
    m_snapshots.putBack(std::move(state.snapshots));
    m_look.putBack(std::move(state.look));
    m_training.putBack(std::move(state.training));
    m_result = std::move(state.result);
    m_resultInput = std::move(state.resultInput);
    m_resultSource = std::move(state.resultSource);
    m_resultTarget = std::move(state.resultTarget);
    if (hadModel != hasModel())
        emit kindChanged();
    m_toldShown.reset(); // listeners that heard of the discarded state must hear of this one
    if (state.isModified && !isModified())
        m_undo->resetClean(); // its steps are gone, what they changed is not
}

void Document::tellAll(Extent extent, const QString &inputError)
{
    // A running pass computes the discarded state. Another begins where the result was already outdated before.
    m_compute->cancel();
    ++m_generation;
    attempt(*this, [this] { setBusy(false); });
    attempt(*this, [&] { setInputError(inputError); });
    if (extent == Extent::Whole) {
        attempt(*this, [this] { emit pathChanged(); });
        attempt(*this, [this] { emit loaded(); });
        attempt(*this, [this] { emit m_comparison.pinnedChanged(); });
        attempt(*this, [this] { emit m_look.stepViewChanged(); });
        attempt(*this, [this] { emit m_look.colorScaleChanged(); });
        attempt(*this, [this] { emit m_look.tokenViewChanged(); });
        attempt(*this, [this] { emit m_comparison.comparedChanged(); });
    }
    attempt(*this, [this] { emit m_matrices.modelChanged(); });
    attempt(*this, [this] { emit m_sentences.targetChanged(); });
    attempt(*this, [this] { emit m_sentences.sourceChanged(); });
    attempt(*this, [this] { emit m_snapshots.snapshotsChanged(); });
    attempt(*this, [this] { emit m_look.selectionChanged(); });
    attempt(*this, [this] { emit m_look.cellChanged(); });
    attempt(*this, [this] { emit resultChanged(); });
    attempt(*this, [this] { recompute(); });
    attempt(*this, [this] { tellShown(); });
}

void Document::setAside()
{
    if (m_aside)
        return;
    m_training.pause();
    m_training.closeStretch();
    m_aside = std::make_shared<Aside>(Aside{stateNow(), std::exchange(m_undo, std::make_unique<QUndoStack>()),
                                            std::exchange(m_selectionAtStart, {})});
    m_undoGroup.addStack(m_undo.get());
    m_undoGroup.setActiveStack(m_undo.get());
}

void Document::takeUp()
{
    if (!m_aside)
        return;
    // The steps of the other documents go at the end, when nobody is told of them any more.
    const std::unique_ptr<QUndoStack> others = std::exchange(m_undo, std::move(m_aside->undo));
    m_selectionAtStart.reset();
    m_undoGroup.setActiveStack(m_undo.get());
    const QString inputError = m_aside->state.inputError;
    const Training::State training = m_aside->state.training;
    attempt(*this, [&] { putBack(std::move(m_aside->state)); });
    m_training.read(training);
    tellAll(Extent::Whole, inputError);
    m_selectionAtStart = std::move(m_aside->selectionAtStart);
    m_aside.reset();
}

} // namespace regard
