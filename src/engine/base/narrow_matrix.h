#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "engine/base/matrix.h"

namespace regard {

/// Numbers of 16 bits in which files keep weights.
enum class NarrowKind { Float16, BFloat16 };

/// Writes `count` numbers as float32, which holds each of them exactly. `from` may be at any address, little-endian.
/// Returns whether all of them are finite.
bool widen(NarrowKind kind, const void *from, std::size_t count, float *to);

/// Whether all of `count` numbers are finite.
bool allFinite(NarrowKind kind, const std::uint16_t *numbers, std::size_t count);

/// A matrix as a file keeps it, rows contiguous. Never changes once it is shared.
class NarrowMatrix {
public:
    /// Its numbers are to be written before it is shared.
    NarrowMatrix(NarrowKind kind, Eigen::Index rows, Eigen::Index columns);

    NarrowKind kind() const { return m_kind; }
    Eigen::Index rows() const { return m_rows; }
    Eigen::Index cols() const { return m_columns; }
    const std::uint16_t *data() const { return m_numbers.get(); }
    std::uint16_t *data() { return m_numbers.get(); }

    /// All numbers as float32: one matrix for all that hold it at a time, made anew once nobody does. Safe to call from
    /// several threads.
    std::shared_ptr<const Matrix> widened() const;
    /// As widened(), and from then on they stay as long as this does.
    const Matrix &kept() const;
    /// Whether they are in memory now.
    bool isWidened() const;

private:
    std::shared_ptr<const Matrix> madeWide() const;

    NarrowKind m_kind;
    Eigen::Index m_rows;
    Eigen::Index m_columns;
    std::unique_ptr<std::uint16_t[]> m_numbers;
    mutable std::mutex m_mutex; ///< protects the members below
    mutable std::weak_ptr<const Matrix> m_widened;
    mutable std::shared_ptr<const Matrix> m_kept;
};

} // namespace regard
