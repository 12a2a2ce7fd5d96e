#include "engine/model/model_weights.h"

#include <atomic>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"

namespace regard {

namespace {

[[noreturn]] void throwMissing(const std::string &name)
{
    throw ShapeError(Message::tr("the model has no weight %1", {name}));
}

} // namespace

bool ModelWeights::contains(const std::string &name) const
{
    return m_matrices.contains(name);
}

const Matrix &ModelWeights::at(const std::string &name) const
{
    const auto found = m_matrices.find(name);
    if (found == m_matrices.end())
        throwMissing(name);
    return *found->second;
}

SharedMatrix ModelWeights::find(const std::string &name) const
{
    const auto found = m_matrices.find(name);
    return found == m_matrices.end() ? nullptr : found->second;
}

void ModelWeights::set(const std::string &name, SharedMatrix matrix)
{
    m_matrices[name] = std::move(matrix);
}

void ModelWeights::set(const std::string &name, Matrix matrix)
{
    m_matrices[name] = std::make_shared<Matrix>(std::move(matrix));
}

void ModelWeights::remove(const std::string &name)
{
    m_matrices.erase(name);
}

Matrix &ModelWeights::edit(const std::string &name)
{
    const auto found = m_matrices.find(name);
    if (found == m_matrices.end())
        throwMissing(name);
    if (found->second.use_count() != 1)
        found->second = std::make_shared<Matrix>(*found->second);
    // use_count() reads without ordering; another thread's reads before it let go must come before our writes.
    std::atomic_thread_fence(std::memory_order_acquire);
    return const_cast<Matrix &>(*found->second);
}

} // namespace regard
