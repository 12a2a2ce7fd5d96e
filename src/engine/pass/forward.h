#pragma once

#include "engine/model/input.h"
#include "engine/model/model.h"
#include "engine/pass/pass_options.h"
#include "engine/pass/trace.h"

namespace regard {

/// Runs the model. Null where it was cancelled.
/// Throws InputError: a sentence without a token, one longer than the given positions or than memory allows, numbers
/// that leave float32, a vocabulary that does not fit a given output.w. Throws what a table's requireUnchanged(),
/// read() and keep() throw.
SharedTrace forward(const Model &model, const Input &input, const PassOptions &options = {});

/// A head's scores, computed again from the trace's q and k for the view that shows them.
/// block and head count from 0; throws ShapeError where there is none.
HeadScores headScores(const Model &model, const Trace &trace, int block, int head);

/// About how many multiplications forward() takes with the same arguments, to decide on which thread it runs. Parts
/// that are reused cost nothing.
double passCost(const Model &model, const Input &input, const PassOptions &options = {});

} // namespace regard
