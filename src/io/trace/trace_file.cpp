#include "io/trace/trace_file.h"

#include <cmath>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "io/base/atomic_file.h"
#include "io/base/csv_text.h"
#include "io/trace/trace_json.h"
#include "io/trace/trace_tensors.h"

namespace regard {

void writeTraceJson(const QString &path, const Model &model, const Trace &trace)
{
    writeExtendedTraceJson(path, model, trace, {});
}

void writeExtendedTraceJson(const QString &path, const Model &model, const Trace &trace, const std::string &further,
                            const TraceParts &parts)
{
    AtomicFile file(path);
    TextStream out(file);
    const auto end = [&](TextStream &last) {
        if (!further.empty())
            last << ",\n" << further;
    };
    writeTraceObject(out, model, trace, end, parts);
    out << "\n";
    out.flush();
    file.commit();
}

void writeTraceSafetensors(const QString &path, const Model &model, const Trace &trace, const TraceParts &parts,
                           const std::vector<MetadataEntry> &notes)
{
    std::vector<MetadataEntry> metadata = traceMetadata(model, trace);
    metadata.insert(metadata.end(), notes.begin(), notes.end());
    writeSafetensors(path, metadata, traceTensors(model, trace, {}, parts));
}

void writeMatrixCsv(const QString &path, const std::vector<std::string> &queries, const std::vector<std::string> &keys,
                    const Matrix &matrix)
{
    if (Eigen::Index(queries.size()) != matrix.rows() || Eigen::Index(keys.size()) != matrix.cols()) {
        throw ShapeError(Message::tr("the matrix is %1 × %2, but there are %3 queries and %4 keys",
                                     {std::to_string(matrix.rows()), std::to_string(matrix.cols()),
                                      std::to_string(queries.size()), std::to_string(keys.size())}));
    }
    AtomicFile file(path);
    TextStream out(file);
    for (const std::string &key : keys)
        out << "," << csvCell(key);
    out << "\r\n";
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
        out << csvCell(queries[std::size_t(row)]);
        for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
            const float value = matrix(row, column);
            out << "," << (std::isfinite(value) ? floatText(value) : std::string());
        }
        out << "\r\n";
    }
    out.flush();
    file.commit();
}

} // namespace regard
