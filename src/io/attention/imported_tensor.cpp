#include "io/attention/imported_tensor.h"

#include <utility>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/quoted_name.h"
#include "io/base/shape_text.h"

namespace regard {

namespace {

/// Numbers of one matrix: 1 GB of float32.
constexpr std::uint64_t importedTensorMostNumbers = 250'000'000;
constexpr std::uint64_t mostMatrices = 1'000'000;

} // namespace

ImportedTensor::ImportedTensor(std::string name, StoredTensor stored)
    : m_name(std::move(name)), m_file(stored.file->path().toStdString()), m_shape(stored.shape), m_kind(stored.kind()),
      m_source(std::move(stored))
{
    const std::string shape = shapeText(m_shape);
    if (m_shape.size() == 4 && m_shape.front() == 1)
        fail(Message::tr("is %1; leave out its first dimension, so that it is one sentence's of a batch", {shape}));
    if (m_shape.size() != 2 && m_shape.size() != 3)
        fail(Message::tr("is %1, but the tensors of a trace have two or three dimensions", {shape}));
    const std::uint64_t matrices = m_shape.size() == 3 ? m_shape.front() : 1;
    const std::uint64_t rows = m_shape[m_shape.size() - 2];
    const std::uint64_t columns = m_shape.back();
    if (matrices > mostMatrices || rows > importedTensorMostNumbers || columns > importedTensorMostNumbers ||
        rows * columns > importedTensorMostNumbers)
        fail(Message::tr("is %1, but one matrix may have %2 numbers at most",
                         {shape, std::to_string(importedTensorMostNumbers)}));
    m_count = int(matrices);
    m_rows = Eigen::Index(rows);
    m_columns = Eigen::Index(columns);
}

ImportedTensor::ImportedTensor(std::string name, std::string file, std::vector<Matrix> matrices, bool isOfHeads)
    : m_name(std::move(name)), m_file(std::move(file)), m_count(int(matrices.size()))
{
    if (!matrices.empty()) {
        m_rows = matrices.front().rows();
        m_columns = matrices.front().cols();
    }
    m_shape = {std::uint64_t(m_rows), std::uint64_t(m_columns)};
    if (isOfHeads)
        m_shape.insert(m_shape.begin(), std::uint64_t(m_count));
    m_source = std::move(matrices);
}

Matrix ImportedTensor::read(int index) const
{
    if (const auto *matrices = std::get_if<std::vector<Matrix>>(&m_source))
        return matrices->at(std::size_t(index));
    const auto &stored = std::get<StoredTensor>(m_source);
    const std::size_t count = std::size_t(m_rows) * std::size_t(m_columns);
    const std::size_t bytes = count * bytesPerNumber(m_kind);
    const std::uint64_t first = std::uint64_t(index) * bytes;
    Matrix matrix(m_rows, m_columns);
    if (m_kind == NumberKind::Float32) { // read in place
        stored.read(first, {reinterpret_cast<char *>(matrix.data()), bytes});
        return matrix;
    }
    std::vector<char> buffer(bytes);
    stored.read(first, buffer);
    readNumbers(m_kind, buffer.data(), count, matrix.data());
    return matrix;
}

std::string ImportedTensor::described() const
{
    const auto *stored = std::get_if<StoredTensor>(&m_source);
    return Message::tr("the tensor %1", {quotedName(stored ? stored->name : m_name)});
}

void ImportedTensor::fail(const std::string &reason) const
{
    throw FileError(m_file, described() + " " + reason);
}

} // namespace regard
