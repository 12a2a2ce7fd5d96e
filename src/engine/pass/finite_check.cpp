#include "engine/pass/finite_check.h"

#include <cstddef>
#include <string>

#include "engine/base/message.h"
#include "engine/kernels/row_kernel.h"
#include "engine/model/stack.h"
#include "engine/model/sublayer.h"

namespace regard {

namespace {

std::string nameOf(Quantity quantity, const Sublayer &sublayer)
{
    switch (quantity) {
    case Quantity::Queries:
        return Message::tr("the queries of %1", {sublayerName(sublayer)});
    case Quantity::Keys:
        return Message::tr("the keys of %1", {sublayerName(sublayer)});
    case Quantity::Values:
        return Message::tr("the values of %1", {sublayerName(sublayer)});
    case Quantity::Outputs:
        return Message::tr("the outputs of %1", {sublayerName(sublayer)});
    case Quantity::Sums:
        return Message::tr("the sums of %1", {sublayerName(sublayer)});
    case Quantity::Hidden:
        return Message::tr("the hidden numbers of %1", {sublayerName(sublayer)});
    case Quantity::States:
        return Message::tr("the states of %1", {stackName(sublayer.stack) + "." + std::to_string(sublayer.layer)});
    case Quantity::FinalNorm:
        return Message::tr("the outputs of %1", {stackName(sublayer.stack) + ".final_norm"});
    case Quantity::Logits:
        break;
    }
    return Message::tr("the logits of the output layer");
}

} // namespace

void checkFinite(const Matrix &matrix, Quantity quantity, const Sublayer &sublayer)
{
    checkFinite(areFinite(matrix.data(), std::size_t(matrix.size())), quantity, sublayer);
}

void checkFinite(bool isFinite, Quantity quantity, const Sublayer &sublayer)
{
    if (!isFinite)
        throw Overflow(quantity, sublayer,
                       Message::tr("%1 are too large for float32; make the weights or the embedding smaller",
                                   {nameOf(quantity, sublayer)}));
}

} // namespace regard
