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
    enum class Extent {
        Edit, ///< text, masked tokens, model, snapshots
        Whole ///< what load() and applyState() change
    };

    explicit PutBack(Document &document, Extent extent = Extent::Edit);
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
    Project m_project;
    std::shared_ptr<const Model> m_model;
    std::shared_ptr<const Model> m_opened;
    std::vector<std::string> m_dimensions;
    Sentence m_source;
    Sentence m_target;
    Result m_result;
    Input m_resultInput;
    Tokens m_resultSource;
    Tokens m_resultTarget;
    Selection m_selection;
    FollowedTokens m_followed;
    StepView m_stepView;
    TokenView m_tokenView;
    CellRef m_cell;
    std::shared_ptr<const PinnedState> m_pinned;
    Compared m_comparison;
    bool m_flipped;
    std::optional<Selection> m_pinnedSelection;
    std::shared_ptr<const Project> m_recalled;
};

} // namespace regard
