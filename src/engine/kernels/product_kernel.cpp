#include "engine/kernels/product_kernel.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

// Vectors whose length is known only at run time cannot be kept in an array.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/product_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/kernels/vector_functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace regard {
namespace HWY_NAMESPACE {

// A tile of c stays in registers while its sums grow: rows × vectors, with registers left for b's vectors.
#if (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3) || HWY_ARCH_ARM_A64 // the better ones have the lower numbers
constexpr int mostVectors = 3;
constexpr std::size_t group = 8;
#else
constexpr int mostVectors = 2;
constexpr std::size_t group = 6;
#endif

/// Rows of b processed at a time: as many as stay in the nearer caches, fewer where few rows of a reuse them.
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

/// Rows of b that will be read next, to be prefetched meanwhile; in bytes.
struct Ahead {
    const char *from = nullptr;
    std::size_t rows = 0;
    std::size_t stride = 0;
    std::size_t vector = 0; ///< as many as a vector of its numbers has
};

/// The places where a tile's sums begin and where they go: for each vector that of its first row, and the distance of
/// rows.
template <int Vectors>
struct TileEnds {
    const float *from = nullptr; ///< null: 0
    std::size_t fromStride = 0;
    float *to[Vectors];
    std::size_t toStride = 0;
};

using NarrowVector = hn::Vec<hn::Rebind<std::uint16_t, FullVector>>;

template <NarrowKind Kind>
HWY_INLINE hn::Vec<FullVector> widenVector(NarrowVector numbers)
{
    const FullVector d;
    if constexpr (Kind == NarrowKind::BFloat16)
        return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(hn::RebindToUnsigned<FullVector>(), numbers)));
    else
        return hn::PromoteTo(d, hn::BitCast(hn::Rebind<hwy::float16_t, FullVector>(), numbers));
}

/// A number of b as it is kept; growTile() reads it as float32.
template <NarrowKind Kind>
struct NarrowNumber {
    std::uint16_t bits;
};

HWY_INLINE hn::Vec<FullVector> loadVector(const float *from)
{
    return hn::LoadU(FullVector(), from);
}

template <NarrowKind Kind>
HWY_INLINE hn::Vec<FullVector> loadVector(const NarrowNumber<Kind> *from)
{
    const hn::Rebind<std::uint16_t, FullVector> narrow;
    return widenVector<Kind>(hn::LoadU(narrow, &from->bits));
}

/// `Rows` rows of c grow by `inner` rows of b. b's rows are bStride apart; they are copied to `packed`, side by side,
/// where it is given. False where a sum is not finite.
template <int Rows, int Vectors, bool Packs, typename Number>
HWY_INLINE bool growTile(const float *a, std::size_t aStride, const Number *b, std::size_t bStride, std::size_t inner,
                         const TileEnds<Vectors> &ends, float *HWY_RESTRICT packed, const Ahead &ahead)
{
    const FullVector d;
    using V = hn::Vec<FullVector>;
    const std::size_t lanes = hn::Lanes(d);
    V sums[Rows][Vectors];
    HWY_UNROLL(8)
    for (int i = 0; i < Rows; ++i)
        HWY_UNROLL(8)
    for (int j = 0; j < Vectors; ++j)
        sums[i][j] = ends.from ? hn::LoadU(d, ends.from + std::size_t(i) * ends.fromStride + std::size_t(j) * lanes)
                               : hn::Zero(d);
    const char *next = ahead.from;
    for (std::size_t p = 0; p < inner; ++p, b += bStride) {
        V row[Vectors];
        HWY_UNROLL(8)
        for (int j = 0; j < Vectors; ++j)
            row[j] = loadVector(b + std::size_t(j) * lanes);
        if (p < ahead.rows) {
            HWY_UNROLL(8)
            for (int j = 0; j < Vectors; ++j)
                __builtin_prefetch(next + std::size_t(j) * ahead.vector, 0, 2); // to the second-level cache
            __builtin_prefetch(next + Vectors * ahead.vector - 1, 0, 2); // where the first starts no line of the cache
            next += ahead.stride;
        }
        if constexpr (Packs) {
            HWY_UNROLL(8)
            for (int j = 0; j < Vectors; ++j, packed += lanes)
                hn::StoreU(row[j], d, packed);
        }
        HWY_UNROLL(8)
        for (int i = 0; i < Rows; ++i) {
            const V factor = hn::Set(d, a[std::size_t(i) * aStride + p]);
            HWY_UNROLL(8)
            for (int j = 0; j < Vectors; ++j)
                sums[i][j] = hn::MulAdd(factor, row[j], sums[i][j]);
        }
    }
    V check[2] = {hn::Zero(d), hn::Zero(d)}; // 0, or NaN
    HWY_UNROLL(8)
    for (int i = 0; i < Rows; ++i)
        HWY_UNROLL(8)
    for (int j = 0; j < Vectors; ++j) {
        hn::StoreU(sums[i][j], d, ends.to[j] + std::size_t(i) * ends.toStride);
        check[i % 2] = hn::MulAdd(sums[i][j], hn::Zero(d), check[i % 2]);
    }
    return hn::AllTrue(d, hn::Eq(hn::Add(check[0], check[1]), hn::Zero(d)));
}

/// A range of b's columns, as wide as a tile, and as many of its rows as are processed at a time.
struct Panel {
    std::size_t column = 0;
    std::size_t columns = 0; ///< at most the tile's
    std::size_t firstRow = 0;
    std::size_t rows = 0;
};

/// As many whole vectors.
template <NarrowKind Kind>
void widenVectors(const void *numbers, std::size_t vectors, float *HWY_RESTRICT to)
{
    const FullVector d;
    const std::size_t lanes = hn::Lanes(d);
    const auto *from = static_cast<const NarrowNumber<Kind> *>(numbers);
    for (std::size_t i = 0; i < vectors; ++i)
        hn::StoreU(loadVector(from + i * lanes), d, to + i * lanes);
}

/// `count` numbers; those that are float32 already are copied.
void widenNumbers(const KeptNumbers &b, std::size_t count, float *HWY_RESTRICT to)
{
    if (!b.narrow) {
        std::memcpy(to, b.first, count * sizeof(float));
        return;
    }
    const std::size_t lanes = hn::Lanes(FullVector());
    const std::size_t vectors = count / lanes;
    if (*b.narrow == NarrowKind::BFloat16)
        widenVectors<NarrowKind::BFloat16>(b.first, vectors, to);
    else
        widenVectors<NarrowKind::Float16>(b.first, vectors, to);
    widen(*b.narrow, b.at(vectors * lanes), count - vectors * lanes, to + vectors * lanes);
}

/// b's panel side by side as float32, zeros where it has fewer columns than the tile.
void packPanel(const ProductParts &parts, const Panel &panel, std::size_t width, float *HWY_RESTRICT packed)
{
    KeptNumbers b = parts.b;
    if (parts.isTransposed) {
        HWY_ALIGN float row[longSlab];
        b += panel.column * parts.bStride + panel.firstRow;
        for (std::size_t j = 0; j < panel.columns; ++j, b += parts.bStride) {
            const float *from = static_cast<const float *>(b.first);
            if (b.narrow) {
                widenNumbers(b, panel.rows, row);
                from = row;
            }
            for (std::size_t p = 0; p < panel.rows; ++p)
                packed[p * width + j] = from[p];
        }
    } else {
        b += panel.firstRow * parts.bStride + panel.column;
        for (std::size_t p = 0; p < panel.rows; ++p, b += parts.bStride)
            widenNumbers(b, panel.columns, packed + p * width);
    }
    if (panel.columns < width)
        for (std::size_t p = 0; p < panel.rows; ++p)
            std::fill(packed + p * width + panel.columns, packed + (p + 1) * width, 0.0F);
}

/// Returns where a number of c is finally stored.
float *placeOf(const ProductParts &parts, std::size_t row, std::size_t column)
{
    const ProductSlices &slices = parts.slices;
    if (!slices.starts)
        return parts.c + row * parts.cStride + column;
    column += slices.column;
    return slices.starts[column / slices.width] + (slices.row + row) * slices.width + column % slices.width;
}

/// Sums of `Rows` rows of a and one panel. False where one of a finished product is not finite.
template <int Rows, int Vectors, typename Number>
HWY_INLINE bool growRows(const ProductParts &parts, const Panel &panel, std::size_t row, const Number *b,
                         std::size_t bStride, float *packed, const Ahead &ahead)
{
    const std::size_t lanes = hn::Lanes(FullVector());
    const std::size_t width = Vectors * lanes;
    const float *a = parts.a + row * parts.aStride + panel.firstRow;
    float *c = parts.c + row * parts.cStride + panel.column;
    const bool isFirst = panel.firstRow == 0;
    const bool isLast = panel.firstRow + panel.rows == parts.inner;
    const bool goesToSlices = isLast && parts.slices.starts;
    const bool isAligned = (parts.slices.column + panel.column) % lanes == 0 && parts.slices.width % lanes == 0;
    TileEnds<Vectors> ends;
    if (panel.columns == width && (!goesToSlices || isAligned)) {
        if (!isFirst)
            ends.from = c;
        else if (parts.bias)
            ends.from = parts.bias + panel.column;
        ends.fromStride = isFirst ? 0 : parts.cStride;
        for (std::size_t j = 0; j < Vectors; ++j)
            ends.to[j] = goesToSlices ? placeOf(parts, row, panel.column + j * lanes) : c + j * lanes;
        ends.toStride = goesToSlices ? parts.slices.width : parts.cStride;
        const bool isFinite =
            packed ? growTile<Rows, Vectors, true>(a, parts.aStride, b, bStride, panel.rows, ends, packed, ahead)
                   : growTile<Rows, Vectors, false>(a, parts.aStride, b, bStride, panel.rows, ends, nullptr, ahead);
        return isFinite || !isLast;
    }
    // The tile does not fit into c or the slices as it is, and is computed beside them.
    HWY_ALIGN float tile[Rows * mostVectors * HWY_MAX_BYTES / sizeof(float)];
    std::memset(tile, 0, sizeof(tile));
    for (std::size_t i = 0; i < Rows; ++i)
        if (!isFirst)
            std::memcpy(tile + i * width, c + i * parts.cStride, panel.columns * sizeof(float));
        else if (parts.bias)
            std::memcpy(tile + i * width, parts.bias + panel.column, panel.columns * sizeof(float));
    ends.from = tile;
    for (std::size_t j = 0; j < Vectors; ++j)
        ends.to[j] = tile + j * lanes;
    ends.fromStride = ends.toStride = width;
    const bool isFinite =
        packed ? growTile<Rows, Vectors, true>(a, parts.aStride, b, bStride, panel.rows, ends, packed, ahead)
               : growTile<Rows, Vectors, false>(a, parts.aStride, b, bStride, panel.rows, ends, nullptr, ahead);
    for (std::size_t i = 0; i < Rows; ++i) {
        if (!goesToSlices)
            std::memcpy(c + i * parts.cStride, tile + i * width, panel.columns * sizeof(float));
        for (std::size_t j = 0; goesToSlices && j < panel.columns; ++j)
            *placeOf(parts, row + i, panel.column + j) = tile[i * width + j];
    }
    return isFinite || !isLast;
}

/// As many rows as growRows() has templates for.
template <int Vectors, typename Number>
bool growGroup(const ProductParts &parts, const Panel &panel, std::size_t row, std::size_t rows, const Number *b,
               std::size_t bStride, float *packed, const Ahead &ahead)
{
    if (rows == group)
        return growRows<int(group), Vectors>(parts, panel, row, b, bStride, packed, ahead);
    if (rows == 4)
        return growRows<4, Vectors>(parts, panel, row, b, bStride, packed, ahead);
    if (rows == 2)
        return growRows<2, Vectors>(parts, panel, row, b, bStride, packed, ahead);
    return growRows<1, Vectors>(parts, panel, row, b, bStride, packed, ahead);
}

/// Computes all rows of one panel. `next` is the panel that follows.
template <int Vectors>
bool multiplyPanel(const ProductParts &parts, const Panel &panel, const Panel &next, float *packed)
{
    const std::size_t width = Vectors * hn::Lanes(FullVector());
    bool isPacked = parts.isTransposed || panel.columns < width;
    if (isPacked)
        packPanel(parts, panel, width, packed);
    KeptNumbers kept = parts.b; // of the panel, where it is not packed
    kept += panel.firstRow * parts.bStride + panel.column;
    const bool isLast = panel.firstRow + panel.rows == parts.inner;
    bool isFinite = true;
    for (std::size_t row = 0; row < parts.rows;) {
        const std::size_t left = parts.rows - row;
        const std::size_t rows = left >= group ? group : left >= 4 ? 4 : left >= 2 ? 2 : 1;
        Ahead ahead;
        if (!parts.isTransposed && panel.columns == width && next.columns == width) {
            const std::size_t first = next.rows * row / parts.rows;
            const std::size_t bytes = parts.b.bytesEach();
            ahead = {parts.b.at((next.firstRow + first) * parts.bStride + next.column),
                     next.rows * (row + rows) / parts.rows - first, parts.bStride * bytes,
                     hn::Lanes(FullVector()) * bytes};
        }
        // The first rows store the panel side by side as float32, and the others read it so.
        const bool packs = !isPacked && left > rows && (kept.narrow || parts.bStride != width);
        const auto grow = [&](const auto *b, std::size_t stride) {
            isFinite =
                growGroup<Vectors>(parts, panel, row, rows, b, stride, packs ? packed : nullptr, ahead) && isFinite;
        };
        if (isPacked)
            grow(packed, width);
        else if (kept.narrow == NarrowKind::BFloat16)
            grow(static_cast<const NarrowNumber<NarrowKind::BFloat16> *>(kept.first), parts.bStride);
        else if (kept.narrow == NarrowKind::Float16)
            grow(static_cast<const NarrowNumber<NarrowKind::Float16> *>(kept.first), parts.bStride);
        else
            grow(static_cast<const float *>(kept.first), parts.bStride);
        for (std::size_t i = row; isLast && parts.isActivated && i < row + rows; ++i)
            activateNumbers(parts.c + i * parts.cStride + panel.column, panel.columns, parts.activation);
        isPacked = isPacked || packs;
        row += rows;
    }
    return isFinite;
}

/// Vectors of the next panel where `columns` are left: four are split into two and two.
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
    alignas(64) thread_local float packed[packedNumbers];
    return HWY_DYNAMIC_DISPATCH(multiplyAll)(parts, packed);
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
