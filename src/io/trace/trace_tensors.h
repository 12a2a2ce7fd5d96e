#pragma once

#include <functional>
#include <string>
#include <vector>

#include <QString>

#include "engine/base/matrix.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"
#include "io/trace/trace_parts.h"

namespace regard {

/// One tensor of a safetensors file: its size, and a function that makes its numbers, one matrix after the other as
/// each is written.
struct Tensor {
    std::string name;
    std::vector<Eigen::Index> shape;
    int matrices = 1;
    std::function<Matrix(int)> matrix;

    std::size_t bytes() const;
};

/// An entry of a safetensors file's metadata, whose values are texts.
struct MetadataEntry {
    std::string key;
    std::string value;
};

/// Every matrix of a trace, in the order of its JSON, `prefix` before each name. `model` is the trace's own; both must
/// outlive the tensors.
std::vector<Tensor> traceTensors(const Model &model, const Trace &trace, const std::string &prefix = {},
                                 const TraceParts &parts = {});
/// The trace's token lists, what is switched off, the temperatures and the vocabulary, where there is any, as JSON.
std::vector<MetadataEntry> traceMetadata(const Model &model, const Trace &trace, const std::string &prefix = {});

/// Atomic; throws FileError.
void writeSafetensors(const QString &path, const std::vector<MetadataEntry> &metadata,
                      const std::vector<Tensor> &tensors);

} // namespace regard
