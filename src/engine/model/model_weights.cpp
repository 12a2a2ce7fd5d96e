#include "engine/model/model_weights.h"

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
    return m_weights.contains(name);
}

const Weight &ModelWeights::weight(const std::string &name) const
{
    const auto found = m_weights.find(name);
    if (found == m_weights.end())
        throwMissing(name);
    return found->second;
}

const Matrix &ModelWeights::at(const std::string &name) const
{
    return *weight(name);
}

Weight ModelWeights::find(const std::string &name) const
{
    const auto found = m_weights.find(name);
    return found == m_weights.end() ? Weight() : found->second;
}

void ModelWeights::set(const std::string &name, Weight weight)
{
    m_weights[name] = std::move(weight);
}

void ModelWeights::set(const std::string &name, Matrix matrix)
{
    m_weights[name] = std::make_shared<Matrix>(std::move(matrix));
}

void ModelWeights::remove(const std::string &name)
{
    m_weights.erase(name);
}

Matrix &ModelWeights::edit(const std::string &name)
{
    const auto found = m_weights.find(name);
    if (found == m_weights.end())
        throwMissing(name);
    return found->second.edit();
}

} // namespace regard
