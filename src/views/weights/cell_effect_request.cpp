#include "views/weights/cell_effect_request.h"

#include <new>
#include <utility>

#include "engine/base/errors.h"

namespace regard {

std::optional<CellEffectOutcome> runCellEffect(const CellEffectRequest &request, const std::atomic<bool> *cancelled)
{
    CellEffectOutcome outcome;
    try {
        auto derivative =
            headDerivative(*request.model, *request.trace, request.cell, request.place, request.head, cancelled);
        if (!derivative)
            return std::nullopt;
        outcome.derivative = std::make_shared<const HeadDerivative>(std::move(*derivative));
    } catch (const Error &) {
        // The sentence or the model has just changed; the next result has the cell again, or none will.
    } catch (const std::bad_alloc &) {
        // The weights can still be edited with a sentence that long.
    }
    return outcome;
}

} // namespace regard
