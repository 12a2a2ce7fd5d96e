#pragma once

#include <memory>
#include <numeric>

#include "document/sentence/side.h"
#include "document/shown/shown.h"
#include "engine/pass/forward.h"
#include "io/project/project.h"

namespace regard {

/// A project as a window shows it with all heads of its first layer on.
inline Shown shownExample(const Project &project, std::shared_ptr<const PinnedState> pinned = nullptr)
{
    const auto model = std::make_shared<const Model>(project.model);
    ShownInput input{{{model, forward(*model, inputOf(project))},
                      std::make_shared<const Tokens>(sourceTokens(project)),
                      std::make_shared<const Tokens>(targetTokens(project))}};
    input.pinned = std::move(pinned);
    input.selection.attention = attentionsOf(model->config).front();
    input.selection.heads.resize(std::size_t(headsOf(model->config, input.selection.attention)));
    std::iota(input.selection.heads.begin(), input.selection.heads.end(), 0);
    return shownOf(std::move(input));
}

} // namespace regard
