#pragma once

#include <cstddef>

#include "views/links/band_plane.h"

// Between the planes of the band rasteriser and the image, in the vector instructions that the processor has.

namespace regard {

/// Where a plane's pixels are in an opaque image of 32 bits a pixel, in bytes from its first pixel. One of the two
/// is 4.
struct BandPixels {
    unsigned char *bits;
    std::ptrdiff_t step;
    std::ptrdiff_t lane;
};

/// Mixes a colour into the image where the plane says how much of what is there shines through, exp(−value).
void paintPlane(const BandPlane &plane, const float (&color)[3], const BandPixels &pixels);

void readPixels(const BandPixels &pixels, const BandPlane &blue, const BandPlane &green, const BandPlane &red);
void writePixels(const BandPlane &blue, const BandPlane &green, const BandPlane &red, const BandPixels &pixels);

} // namespace regard
