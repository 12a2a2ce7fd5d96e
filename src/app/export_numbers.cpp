#include "app/export_numbers.h"

#include "io/file_error.h"
#include "io/trace_file.h"
#include "widgets/figure_data.h"

namespace regard {

namespace {

void writeCsv(const QString &path, const Model &model, const SharedTrace &trace, const Selection &selection)
{
    const Selection shown = withinTrace(selection, model, *trace);
    if (!blockInView(model, *trace, shown))
        throw FileError(path.toStdString(), "cannot be written: the model has no attention whose matrix a table holds");
    writeMatrixCsv(path, queriesOf(*trace, shown.attention).tokens, keysOf(*trace, shown.attention).tokens,
                   *stageMatrix(model, trace, shown));
}

} // namespace

void writeNumbers(const QString &path, NumbersFormat format, const Model &model, const SharedTrace &trace,
                  const Selection &selection, const std::string &further)
{
    switch (format) {
    case NumbersFormat::Json:
        writeExtendedTraceJson(path, model, *trace, further);
        return;
    case NumbersFormat::Safetensors:
        writeTraceSafetensors(path, model, *trace);
        return;
    case NumbersFormat::Csv:
        writeCsv(path, model, trace, selection);
        return;
    }
}

} // namespace regard
