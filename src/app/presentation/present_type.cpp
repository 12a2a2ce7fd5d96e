#include "app/presentation/present_type.h"

#include <algorithm>
#include <cmath>

namespace regard {

namespace {

constexpr double digitShare = 0.729; // of DejaVu's type size, the height of its digits

} // namespace

double readableScale(int screenHeight)
{
    return std::max(1.0, std::ceil(100 * screenHeight * leastDigit / (digitShare * pictureNumber)) / 100);
}

} // namespace regard
