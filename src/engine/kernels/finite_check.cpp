#include "engine/kernels/finite_check.h"

#include <cstddef>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/kernels/row_kernel.h"

namespace regard {

namespace {

std::string nameOf(Quantity quantity, const std::string &block)
{
    switch (quantity) {
    case Quantity::Queries:
        return Message::tr("the queries of %1", {block});
    case Quantity::Keys:
        return Message::tr("the keys of %1", {block});
    case Quantity::Values:
        return Message::tr("the values of %1", {block});
    case Quantity::Outputs:
        return Message::tr("the outputs of %1", {block});
    case Quantity::Sums:
        return Message::tr("the sums of %1", {block});
    case Quantity::Hidden:
        return Message::tr("the hidden numbers of %1", {block});
    case Quantity::Logits:
        break;
    }
    return Message::tr("the logits of the output layer");
}

} // namespace

void checkFinite(const Matrix &matrix, Quantity quantity, const std::string &block)
{
    checkFinite(areFinite(matrix.data(), static_cast<std::size_t>(matrix.size())), quantity, block);
}

void checkFinite(bool isFinite, Quantity quantity, const std::string &block)
{
    if (!isFinite)
        throw InputError(Message::tr("%1 are too large for float32; make the weights or the embedding smaller",
                                     {nameOf(quantity, block)}));
}

} // namespace regard
