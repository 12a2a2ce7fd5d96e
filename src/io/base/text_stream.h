#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/matrix.h"
#include "io/base/atomic_file.h"

namespace regard {

/// Collects small pieces of text into large writes.
class TextStream {
public:
    /// `file` outlives this. flush() writes the last piece.
    explicit TextStream(AtomicFile &file) : m_file(file) {}

    TextStream &operator<<(std::string_view text);
    void flush();

private:
    AtomicFile &m_file;
    std::string m_pending;
};

/// A float in the fewest digits that read back as the same float32; "null" where it is not finite.
std::string floatText(float value);

/// The matrix as a JSON list of rows, a row a line; what is not finite is null.
void writeMatrix(TextStream &out, const Matrix &matrix);
/// Writes the matrix as a member of an object: `"key": [[…]]`.
void writeEntry(TextStream &out, std::string_view key, const Matrix &matrix);
/// The first row alone: `[…]`.
void writeRow(TextStream &out, const Matrix &matrix);

/// Writes tokens as a JSON list.
std::string tokenList(const std::vector<std::string> &tokens);

} // namespace regard
