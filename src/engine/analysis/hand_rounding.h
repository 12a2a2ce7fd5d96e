#pragma once

#include <vector>

namespace regard {

/// Weights as people round them on paper: to a number of decimals, keeping their sum.
///
/// The weights are finite and not negative; a row of attention adds up to 1, or to 0 where every key is masked.
/// hasRest: what they leave of 1, as a sink takes it, is rounded with them, as one more weight at the end that is not
/// returned. Every weight is cut after the last decimal, and the missing units go to the largest remainders, one each,
/// of equal ones to the earlier: 0.0634 0.4683 0.4683 becomes 0.0 0.5 0.5. So no weight moves by a whole unit, and a
/// larger weight never becomes the smaller one. Each result is the double nearest to its decimal number. decimals is 0
/// … 9; throws ValueError beyond, or where a weight is negative or not finite. This is Hamilton's method (largest
/// remainder), known from the seats of parliaments.
std::vector<double> roundedToSum(std::vector<double> weights, int decimals, bool hasRest = false);

} // namespace regard
