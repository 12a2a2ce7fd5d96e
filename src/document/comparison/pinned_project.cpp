#include "document/comparison/pinned_project.h"

#include "engine/pass/forward.h"
#include "io/project/project.h"
#include "io/project/project_attention.h"

namespace regard {

std::shared_ptr<const PinnedState> pinnedStateOf(const Project &project, const QString &name)
{
    const Input input = inputOf(project);
    if (input.tokens.empty())
        return nullptr;
    const auto model = std::make_shared<const Model>(project.model);
    return std::make_shared<const PinnedState>(
        PinnedState{{model, project.attention ? attentionTrace(project) : forward(*model, input)},
                    sourceTokens(project),
                    targetTokens(project),
                    name,
                    std::make_shared<const Project>(project)});
}

} // namespace regard
