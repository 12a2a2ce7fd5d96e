#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "document/document.h"

namespace regard {

/// Where its scope ends by an exception, thrown by the change that is made or by whoever is told of it, the document
/// becomes as it was when the scope began, and everybody is told that.
class Document::PutBack {
public:
    PutBack(Document &document, Extent extent);
    ~PutBack();
    PutBack(const PutBack &) = delete;
    PutBack &operator=(const PutBack &) = delete;

private:
    void putBack();
    void tellAll();

    Document &m_document;
    Extent m_extent;
    int m_exceptions; ///< that were under way
    bool m_wasModified;
    QString m_path;
    QString m_inputError;
    std::string m_title;
    std::string m_note;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    Sentences::State m_sentences;
    Matrices::State m_matrices;
    Snapshots::State m_snapshots;
    Result m_result;
    Input m_resultInput;
    std::shared_ptr<const Tokens> m_resultSource;
    std::shared_ptr<const Tokens> m_resultTarget;
    Selection m_selection;
    FollowedTokens m_followed;
    StepView m_stepView;
    TokenView m_tokenView;
    CellRef m_cell;
    std::shared_ptr<const PinnedState> m_pinned;
    Compared m_comparison;
    bool m_flipped;
    std::optional<Selection> m_pinnedSelection;
};

} // namespace regard
