#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "engine/model/input.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// How a pass changes where one more head is replaced.
struct HeadImportance {
    HeadRef head;
    /// ‖with − without‖ ÷ ‖with‖ of the last stack's output, averaged over its tokens that are not masked out; tokens
    /// whose output is zeros are left out.
    double output = 0;
    /// Total variation of the probabilities that the output layer gives, 0 … 1, averaged over its tokens that are not
    /// masked out; 0 without an output layer.
    double nextToken = 0;
};

struct ImportanceRule {
    Replacement replacement = Replacement::Zero;
    std::function<void(int done, int all)> progress{}; ///< called after each head; may be empty
    const std::atomic<bool> *cancelled = nullptr;
};

/// Every head of every attention, in the order of computation.
std::vector<HeadRef> allHeads(const ModelConfig &config);

/// The sentence that a stack reads.
const SideTrace &sentenceOf(const Trace &trace, Stack stack);

/// The input of the pass that made a trace.
Input inputOf(const Trace &trace);

/// How much each head matters to a sentence: the model as it is, including what is switched off, against the same with
/// that head replaced as well. `trace` is the model's own; passes reuse what it has before the head. In the order of
/// allHeads(). Nothing where it was cancelled. Throws what forward() throws. Michel et al. 2019, section 3.2, with the
/// change of the output in place of that of a score.
std::optional<std::vector<HeadImportance>> headImportance(const Model &model, const Trace &trace,
                                                          const ImportanceRule &rule);

} // namespace regard
