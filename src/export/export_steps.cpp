#include "export/export_steps.h"

#include <algorithm>
#include <string>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "io/project/words.h"

namespace regard {

const char *StepOptions::given() const
{
    return step           ? "--step"
           : matrixForm   ? "--form"
           : columns      ? "--convention"
           : handDecimals ? "--by-hand"
           : digits       ? "--digits"
           : walk         ? "--walk"
                          : nullptr;
}

StepView StepOptions::applied(StepView stored) const
{
    if (step) {
        stored.kind = *step;
        stored.showsAll = false;
    }
    stored.matrixForm = matrixForm.value_or(stored.matrixForm);
    stored.columns = columns.value_or(stored.columns);
    stored.handDecimals = handDecimals.value_or(stored.handDecimals);
    stored.digits = digits.value_or(stored.digits);
    return stored;
}

void checkStep(StepKind kind, const Model &model, const SharedTrace &trace, const Selection &selection)
{
    std::string words;
    for (const WalkFrame &frame : walkFrames(model, trace, selection, WalkScope::Token)) {
        if (frame.kind == kind)
            return;
        words += (words.empty() ? "" : ", ") + wordOf(frame.kind);
    }
    throw ConfigError(Message::tr("this model has no step \"%1\": its steps are %2", {wordOf(kind), words}));
}

} // namespace regard
