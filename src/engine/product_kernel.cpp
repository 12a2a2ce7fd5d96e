#include "engine/product_kernel.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

// Vectors whose length is known only when the program runs cannot stand in an array.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/product_kernel.cpp"
#include <hwy/aligned_allocator.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/vector_functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace regard {
namespace HWY_NAMESPACE {

// A tile of c stays in registers while its sums grow: so many rows by so many vectors, with room for b's vectors.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL || HWY_ARCH_ARM_A64
constexpr int mostVectors = 3;
constexpr std::size_t group = 8;
#else
constexpr int mostVectors = 2;
constexpr std::size_t group = 6;
#endif

/// Rows of b that are worked on at a time: as many as stay in the nearer caches, fewer where few rows of a follow on
/// each other's use of them.
constexpr std::size_t longSlab = 1024;
constexpr std::size_t shortSlab = 256;
constexpr std::size_t manyRows = 48;

std::size_t panelWidth()
{
    return mostVectors * hn::Lanes(FullVector());
}

std::size_t groupRows()
{
    return group;
}

/// Numbers of b that will be read next, to be fetched in the meantime.
struct Ahead {
    const float *from = nullptr;
    std::size_t rows = 0;
    std::size_t stride = 0;
};

/// So many rows of c grow by so many rows of b. b's rows stand bStride apart; they are copied to `packed`, side by
/// side, where that is wanted.
template <int Rows, int Vectors, bool Packs>
HWY_INLINE void growTile(const float *a, std::size_t aStride, const float *b, std::size_t bStride, std::size_t inner,
                         float *HWY_RESTRICT c, std::size_t cStride, bool isFirst, float *HWY_RESTRICT packed,
                         const Ahead &ahead)
{
    const FullVector d;
    using V = hn::Vec<FullVector>;
    const std::size_t lanes = hn::Lanes(d);
    V sums[Rows][Vectors];
    HWY_UNROLL(8)
    for (int i = 0; i < Rows; ++i)
        HWY_UNROLL(8)
    for (int j = 0; j < Vectors; ++j)
        sums[i][j] =
            isFirst ? hn::Zero(d)
                    : hn::LoadU(d, c + static_cast<std::size_t>(i) * cStride + static_cast<std::size_t>(j) * lanes);
    const float *next = ahead.from;
    for (std::size_t p = 0; p < inner; ++p, b += bStride) {
        V row[Vectors];
        HWY_UNROLL(8)
        for (int j = 0; j < Vectors; ++j)
            row[j] = hn::LoadU(d, b + static_cast<std::size_t>(j) * lanes);
        if (p < ahead.rows) {
            HWY_UNROLL(8)
            for (int j = 0; j < Vectors; ++j)
                __builtin_prefetch(next + static_cast<std::size_t>(j) * lanes, 0, 2); // to the second cache
            __builtin_prefetch(next + Vectors * lanes - 1, 0, 2); // where the first does not start a line of the cache
            next += ahead.stride;
        }
        if constexpr (Packs) {
            HWY_UNROLL(8)
            for (int j = 0; j < Vectors; ++j, packed += lanes)
                hn::StoreU(row[j], d, packed);
        }
        HWY_UNROLL(8)
        for (int i = 0; i < Rows; ++i) {
            const V factor = hn::Set(d, a[static_cast<std::size_t>(i) * aStride + p]);
            HWY_UNROLL(8)
            for (int j = 0; j < Vectors; ++j)
                sums[i][j] = hn::MulAdd(factor, row[j], sums[i][j]);
        }
    }
    HWY_UNROLL(8)
    for (int i = 0; i < Rows; ++i)
        HWY_UNROLL(8)
    for (int j = 0; j < Vectors; ++j)
        hn::StoreU(sums[i][j], d, c + static_cast<std::size_t>(i) * cStride + static_cast<std::size_t>(j) * lanes);
}

/// A stretch of b's columns, as wide as a tile, and as many of its rows as are worked on at a time.
struct Panel {
    std::size_t column = 0;
    std::size_t columns = 0; ///< at most the tile's
    std::size_t firstRow = 0;
    std::size_t rows = 0;
};

/// b's panel side by side, zeros where it has fewer columns than the tile.
void packPanel(const ProductParts &parts, const Panel &panel, std::size_t width, float *HWY_RESTRICT packed)
{
    if (parts.isTransposed) {
        for (std::size_t j = 0; j < panel.columns; ++j) {
            const float *from = parts.b + (panel.column + j) * parts.bStride + panel.firstRow;
            for (std::size_t p = 0; p < panel.rows; ++p)
                packed[p * width + j] = from[p];
        }
    } else {
        for (std::size_t p = 0; p < panel.rows; ++p)
            std::memcpy(packed + p * width, parts.b + (panel.firstRow + p) * parts.bStride + panel.column,
                        panel.columns * sizeof(float));
    }
    if (panel.columns < width)
        for (std::size_t p = 0; p < panel.rows; ++p)
            std::fill(packed + p * width + panel.columns, packed + (p + 1) * width, 0.0F);
}

/// Sums of `Rows` rows of a and one panel.
template <int Rows, int Vectors>
HWY_INLINE void growRows(const ProductParts &parts, const Panel &panel, std::size_t row, const float *b,
                         std::size_t bStride, float *packed, const Ahead &ahead)
{
    const std::size_t width = Vectors * hn::Lanes(FullVector());
    const float *a = parts.a + row * parts.aStride + panel.firstRow;
    float *c = parts.c + row * parts.cStride + panel.column;
    const bool isFirst = panel.firstRow == 0;
    if (panel.columns == width) {
        if (packed)
            growTile<Rows, Vectors, true>(a, parts.aStride, b, bStride, panel.rows, c, parts.cStride, isFirst, packed,
                                          ahead);
        else
            growTile<Rows, Vectors, false>(a, parts.aStride, b, bStride, panel.rows, c, parts.cStride, isFirst, nullptr,
                                           ahead);
        return;
    }
    // c ends within the tile, which is therefore computed beside it.
    HWY_ALIGN float tile[Rows * mostVectors * HWY_MAX_BYTES / sizeof(float)];
    std::memset(tile, 0, sizeof(tile));
    if (!isFirst)
        for (std::size_t i = 0; i < Rows; ++i)
            std::memcpy(tile + i * width, c + i * parts.cStride, panel.columns * sizeof(float));
    growTile<Rows, Vectors, false>(a, parts.aStride, b, bStride, panel.rows, tile, width, isFirst, nullptr, {});
    for (std::size_t i = 0; i < Rows; ++i)
        std::memcpy(c + i * parts.cStride, tile + i * width, panel.columns * sizeof(float));
}

/// How sums are finished: by an activation, or not at all.
constexpr int noActivation = -1;

/// Bias, activation and the check of a stretch of finished sums: what is not finite leaves `check` other than 0.
template <int Kind, class D>
HWY_INLINE void finishNumbers(D d, const float *bias, float *c, hn::Vec<D> &check)
{
    auto x = hn::LoadU(d, c);
    if (bias)
        x = hn::Add(x, hn::LoadU(d, bias));
    check = hn::MulAdd(x, hn::Zero(d), check);
    if constexpr (Kind != noActivation)
        x = activated(d, x, static_cast<Activation>(Kind));
    hn::StoreU(x, d, c);
}

template <int Kind>
bool finishRowsBy(const ProductParts &parts, const Panel &panel, std::size_t row, std::size_t rows)
{
    const FullVector d;
    const OneNumber one;
    const std::size_t lanes = hn::Lanes(d);
    const float *bias = parts.bias ? parts.bias + panel.column : nullptr;
    auto check = hn::Zero(d);
    auto checkOne = hn::Zero(one);
    for (std::size_t i = row; i < row + rows; ++i) {
        float *c = parts.c + i * parts.cStride + panel.column;
        std::size_t j = 0;
        for (; j + lanes <= panel.columns; j += lanes)
            finishNumbers<Kind>(d, bias ? bias + j : nullptr, c + j, check);
        for (; j < panel.columns; ++j)
            finishNumbers<Kind>(one, bias ? bias + j : nullptr, c + j, checkOne);
    }
    return hn::AllTrue(d, hn::Eq(check, hn::Zero(d))) && hn::AllTrue(one, hn::Eq(checkOne, hn::Zero(one)));
}

bool finishRows(const ProductParts &parts, const Panel &panel, std::size_t row, std::size_t rows)
{
    switch (parts.isActivated ? static_cast<int>(parts.activation) : noActivation) {
    case static_cast<int>(Activation::Relu):
        return finishRowsBy<static_cast<int>(Activation::Relu)>(parts, panel, row, rows);
    case static_cast<int>(Activation::Gelu):
        return finishRowsBy<static_cast<int>(Activation::Gelu)>(parts, panel, row, rows);
    case static_cast<int>(Activation::GeluTanh):
        return finishRowsBy<static_cast<int>(Activation::GeluTanh)>(parts, panel, row, rows);
    case static_cast<int>(Activation::Silu):
        return finishRowsBy<static_cast<int>(Activation::Silu)>(parts, panel, row, rows);
    default:
        return finishRowsBy<noActivation>(parts, panel, row, rows);
    }
}

/// All rows of one panel. `next` is the panel that follows.
template <int Vectors>
bool multiplyPanel(const ProductParts &parts, const Panel &panel, const Panel &next, float *packed)
{
    const std::size_t width = Vectors * hn::Lanes(FullVector());
    const float *b = parts.b + panel.firstRow * parts.bStride + panel.column;
    std::size_t bStride = parts.bStride;
    const bool isCopied = parts.isTransposed || panel.columns < width;
    if (isCopied) {
        packPanel(parts, panel, width, packed);
        b = packed;
        bStride = width;
    }
    const bool isLast = panel.firstRow + panel.rows == parts.inner;
    bool isFinite = true;
    for (std::size_t row = 0; row < parts.rows;) {
        const std::size_t left = parts.rows - row;
        const std::size_t rows = left >= group ? group : left >= 4 ? 4 : left >= 2 ? 2 : 1;
        // The first rows leave the panel behind side by side, and the others find it so.
        const bool packs = row == 0 && left > rows && bStride != width;
        Ahead ahead;
        if (!parts.isTransposed && !isCopied && next.columns == width) {
            const std::size_t first = next.rows * row / parts.rows;
            ahead = {parts.b + (next.firstRow + first) * parts.bStride + next.column,
                     next.rows * (row + rows) / parts.rows - first, parts.bStride};
        }
        if (rows == group)
            growRows<static_cast<int>(group), Vectors>(parts, panel, row, b, bStride, packs ? packed : nullptr, ahead);
        else if (rows == 4)
            growRows<4, Vectors>(parts, panel, row, b, bStride, packs ? packed : nullptr, ahead);
        else if (rows == 2)
            growRows<2, Vectors>(parts, panel, row, b, bStride, packs ? packed : nullptr, ahead);
        else
            growRows<1, Vectors>(parts, panel, row, b, bStride, packs ? packed : nullptr, ahead);
        if (isLast)
            isFinite = finishRows(parts, panel, row, rows) && isFinite;
        if (packs) {
            b = packed;
            bStride = width;
        }
        row += rows;
    }
    return isFinite;
}

/// Vectors of the next panel where so many columns are left: four are two and two.
std::size_t panelVectors(std::size_t columns)
{
    const std::size_t lanes = hn::Lanes(FullVector());
    const std::size_t vectors = (columns + lanes - 1) / lanes;
    return vectors == 4 ? 2 : std::min<std::size_t>(mostVectors, vectors);
}

Panel panelAt(const ProductParts &parts, std::size_t firstRow, std::size_t rows, std::size_t column)
{
    const std::size_t left = parts.columns - column;
    return {column, std::min(left, panelVectors(left) * hn::Lanes(FullVector())), firstRow, rows};
}

bool multiplyAll(const ProductParts &parts, float *packed)
{
    const std::size_t most = parts.rows < manyRows ? shortSlab : longSlab;
    const std::size_t slabs = std::max<std::size_t>(1, (parts.inner + most - 1) / most);
    bool isFinite = true;
    for (std::size_t slab = 0; slab < slabs; ++slab) {
        const std::size_t first = parts.inner * slab / slabs;
        const std::size_t rows = parts.inner * (slab + 1) / slabs - first;
        for (std::size_t column = 0; column < parts.columns;) {
            const Panel panel = panelAt(parts, first, rows, column);
            column += panel.columns;
            Panel next;
            if (column < parts.columns)
                next = panelAt(parts, first, rows, column);
            else if (slab + 1 < slabs)
                next = panelAt(parts, first + rows, parts.inner * (slab + 2) / slabs - first - rows, 0);
            const std::size_t vectors = panelVectors(panel.columns);
            if (mostVectors == 3 && vectors == 3)
                isFinite = multiplyPanel<mostVectors>(parts, panel, next, packed) && isFinite;
            else if (vectors == 2)
                isFinite = multiplyPanel<2>(parts, panel, next, packed) && isFinite;
            else
                isFinite = multiplyPanel<1>(parts, panel, next, packed) && isFinite;
        }
    }
    return isFinite;
}

} // namespace HWY_NAMESPACE
} // namespace regard
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace regard {

namespace {

/// Rows of b at a time × the widest panel, three vectors of 16.
constexpr std::size_t packedNumbers = 1024 * 3 * 16;

HWY_EXPORT(multiplyAll);
HWY_EXPORT(panelWidth);
HWY_EXPORT(groupRows);

} // namespace

bool multiply(const ProductParts &parts)
{
    if (parts.rows == 0 || parts.columns == 0)
        return true;
    thread_local const hwy::AlignedFreeUniquePtr<float[]> packed = hwy::AllocateAligned<float>(packedNumbers);
    return HWY_DYNAMIC_DISPATCH(multiplyAll)(parts, packed.get());
}

std::size_t productPanel()
{
    return HWY_DYNAMIC_DISPATCH(panelWidth)();
}

std::size_t productGroup()
{
    return HWY_DYNAMIC_DISPATCH(groupRows)();
}

} // namespace regard

#endif
