#include "document/put_back.h"

#include <exception>
#include <initializer_list>
#include <utility>

#include "document/work/background_work.h"
#include "document/work/fault.h"

namespace regard {

namespace {

/// Whoever throws again must not keep the others from hearing of it.
template <typename Tell>
void attempt(const Document &document, const Tell &tell)
{
    guarded(&document, "putting the document back", tell);
}

} // namespace

Document::PutBack::PutBack(Document &document, Extent extent)
    : m_document(document), m_extent(extent), m_exceptions(std::uncaught_exceptions()),
      m_wasModified(document.isModified()), m_path(document.m_path), m_inputError(document.m_inputError),
      m_title(document.m_title), m_note(document.m_note), m_checkpoint(document.m_checkpoint),
      m_sentences(document.m_sentences.state()), m_matrices(document.m_matrices.state()),
      m_snapshots(document.m_snapshots.state()), m_result(document.m_result), m_resultInput(document.m_resultInput),
      m_resultSource(document.m_resultSource), m_resultTarget(document.m_resultTarget),
      m_selection(document.m_selection), m_followed(document.m_followed), m_stepView(document.m_stepView),
      m_tokenView(document.m_tokenView), m_cell(document.m_cell), m_pinned(document.m_pinned),
      m_comparison(document.m_comparison), m_flipped(document.m_flipped), m_pinnedSelection(document.m_pinnedSelection)
{
}

Document::PutBack::~PutBack()
{
    if (std::uncaught_exceptions() <= m_exceptions) {
        ++m_document.m_changesMade;
        return;
    }
    if (!m_matrices.model)
        return; // the first load
    attempt(m_document, [this] { putBack(); });
    tellAll();
}

void Document::PutBack::putBack()
{
    Document &document = m_document;
    document.m_path = m_path;
    document.m_title = std::move(m_title);
    document.m_note = std::move(m_note);
    document.m_checkpoint = std::move(m_checkpoint);
    document.m_sentences.putBack(std::move(m_sentences));
    document.m_matrices.putBack(std::move(m_matrices));
    document.m_snapshots.putBack(std::move(m_snapshots));
    document.m_result = std::move(m_result);
    document.m_resultInput = std::move(m_resultInput);
    document.m_resultSource = std::move(m_resultSource);
    document.m_resultTarget = std::move(m_resultTarget);
    document.m_selection = std::move(m_selection);
    document.m_followed = std::move(m_followed);
    document.m_stepView = m_stepView;
    document.m_tokenView = m_tokenView;
    document.m_cell = m_cell;
    document.m_pinned = std::move(m_pinned);
    document.m_comparison = m_comparison;
    document.m_flipped = m_flipped;
    document.m_pinnedSelection = std::move(m_pinnedSelection);
    document.m_toldShown.reset(); // whoever heard of what is gone must hear of this
    if (m_wasModified && !document.isModified())
        document.m_undo.resetClean(); // its steps are gone, what they changed is not
}

void Document::PutBack::tellAll()
{
    Document &document = m_document;
    const auto tell = [&document](std::initializer_list<void (Document::*)()> news) {
        for (const auto changed : news)
            attempt(document, [&] { emit(document.*changed)(); });
    };
    // A pass that runs is of what is gone. Another begins where the result was of something else before.
    document.m_compute->cancel();
    ++document.m_generation;
    attempt(document, [&] { document.setBusy(false); });
    attempt(document, [&] { document.setInputError(m_inputError); });
    if (m_extent == Extent::Whole)
        tell({&Document::pathChanged, &Document::loaded, &Document::pinnedChanged, &Document::stepViewChanged,
              &Document::tokenViewChanged, &Document::comparedChanged});
    attempt(document, [&] { emit document.m_matrices.modelChanged(); });
    attempt(document, [&] { emit document.m_sentences.targetChanged(); });
    attempt(document, [&] { emit document.m_sentences.sourceChanged(); });
    attempt(document, [&] { emit document.m_snapshots.snapshotsChanged(); });
    tell({&Document::selectionChanged, &Document::cellChanged, &Document::resultChanged});
    attempt(document, [&] { document.recompute(); });
    attempt(document, [&] { document.tellShown(); });
}

} // namespace regard
