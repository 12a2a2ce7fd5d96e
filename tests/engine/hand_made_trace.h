#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/attention_place.h"
#include "engine/pass/trace.h"

namespace regard {

inline SideTrace side(std::vector<std::string> tokens)
{
    SideTrace trace;
    trace.tokens = std::move(tokens);
    return trace;
}

inline Matrix matrix(std::initializer_list<std::initializer_list<float>> rows)
{
    Matrix result(Eigen::Index(rows.size()), Eigen::Index(rows.begin()->size()));
    Eigen::Index i = 0;
    for (const auto &row : rows) {
        Eigen::Index j = 0;
        for (const float value : row)
            result(i, j++) = value;
        ++i;
    }
    return result;
}

/// One layer of an encoder whose heads have these weights.
inline Trace traceOf(const std::vector<Matrix> &heads, const std::vector<std::string> &tokens)
{
    auto block = std::make_shared<BlockTrace>();
    block->name = blockName(Attention::Encoder, 0);
    for (const Matrix &weights : heads) {
        HeadTrace head;
        head.weights = weights;
        block->heads.push_back(head);
    }
    Trace trace;
    trace.source = side(tokens);
    trace.blocks.push_back(block);
    return trace;
}

} // namespace regard
