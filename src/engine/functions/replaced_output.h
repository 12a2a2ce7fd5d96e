#pragma once

#include <vector>

#include "engine/base/matrix.h"
#include "engine/model/interventions.h"

namespace regard {

/// Puts what a replacement says in the place of an output, whose rows are tokens: zeros, or in each row the mean of
/// those rows that are not masked (zeros where all are). masked are positions from 0. Does nothing where it is null,
/// nor with Uniform, which changes weights instead. Being linear, it does the same to the derivative of an output. With
/// MeanOver too it puts zeros, which a constant has for a derivative: putSentenceMeans() puts the numbers.
void replaceOutput(Matrix &output, const Replacement *replacement, const std::vector<int> &masked);

} // namespace regard
