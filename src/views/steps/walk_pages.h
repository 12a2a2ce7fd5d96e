#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QSizeF>
#include <QString>

#include "draw/figure.h"
#include "draw/theme.h"
#include "views/steps/step_walk.h"

namespace regard {

/// The pages of a walk as exported: one frame each, below a line that names the pair and the place in the walk. Pages
/// are made on request; they stay the same when the document changes.
class WalkPages {
public:
    /// `model` is the trace's own. `dimensions` are names of the d_model columns, or empty.
    WalkPages(std::shared_ptr<const Model> model, SharedTrace trace, Selection selection,
              std::vector<std::string> dimensions, const StepView &view, WalkScope scope, HiddenTokens hidden = {});

    /// Returns the pages for the token in focus or for every token.
    WalkPages withScope(WalkScope scope) const;
    WalkScope scope() const { return m_scope; }
    /// The state's name, which the pages' titles end with; empty: the present one.
    void setState(const QString &name) { m_state = name; }

    /// 0 where there is neither an attention nor a chain of cells.
    int count() const { return int(m_frames.size()); }
    const std::vector<WalkFrame> &frames() const { return m_frames; }
    /// A page from 0, of that size in CSS pixels whatever the frame needs. Throws PictureError (too small).
    std::unique_ptr<Figure> page(int index, QSizeF size, const Theme &theme) const;

private:
    std::shared_ptr<const Model> m_model;
    SharedTrace m_trace;
    Selection m_selection;
    std::vector<std::string> m_dimensions;
    StepView m_view;
    WalkScope m_scope;
    HiddenTokens m_hidden;
    QString m_state{};
    std::vector<WalkFrame> m_frames;
};

} // namespace regard
