#include "app/export_numbers.h"

#include "io/trace_file.h"
#include "widgets/figure_data.h"

namespace regard {

void writeNumbers(const QString &path, NumbersFormat format, const Model &model, const Trace &trace,
                  const Selection &selection)
{
    switch (format) {
    case NumbersFormat::Json:
        writeTraceJson(path, model, trace);
        return;
    case NumbersFormat::Safetensors:
        writeTraceSafetensors(path, model, trace);
        return;
    case NumbersFormat::Csv: {
        const Selection shown = withinTrace(selection, trace);
        const auto matrix = stageMatrix(model, trace, shown.layer, shown.head, shown.stage);
        writeMatrixCsv(path, trace.tokens, trace.tokens, *matrix);
        return;
    }
    }
}

} // namespace regard
