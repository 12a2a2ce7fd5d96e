#include "app/export_numbers.h"

#include "engine/errors.h"
#include "io/common_mask.h"
#include "io/file_error.h"
#include "io/trace_comparison_file.h"
#include "io/trace_file.h"
#include "widgets/change_text.h"
#include "widgets/shown_matrix.h"

namespace regard {

namespace {

void writeCsv(const QString &path, const Numbers &numbers)
{
    const Trace &trace = *numbers.trace;
    const Selection shown = withinTrace(numbers.selection, numbers.model, trace);
    if (!blockInView(numbers.model, trace, shown))
        throw FileError(path.toStdString(), "cannot be written: the model has no attention whose matrix a table holds");
    const TraceComparison *comparison = numbers.comparison.get();
    if (comparison)
        checkTable(*comparison, numbers.selection);
    Matrix matrix = *stageMatrix(numbers.model, numbers.trace, shown, nullptr, comparison); // n × m
    if (comparison && (shown.stage == Stage::Weights || shown.summary != Summary::None))
        clearForbidden(matrix, *comparison, shown.attention, shown.summary != Summary::Rollout);
    writeMatrixCsv(path, queriesOf(trace, shown.attention).tokens, keysOf(trace, shown.attention).tokens, matrix);
}

} // namespace

void checkTable(const TraceComparison &comparison, const Selection &selection)
{
    const Selection shown = withinTrace(selection, comparison.model(), *comparison.now());
    if (const QString text = newHeadText(comparison, shown); !text.isEmpty())
        throw ConfigError(text.toStdString());
}

void writeNumbers(const QString &path, NumbersFormat format, const Numbers &numbers)
{
    const TraceComparison *comparison = numbers.comparison.get();
    const std::string name = numbers.comparisonName.toStdString();
    switch (format) {
    case NumbersFormat::Json:
        if (comparison)
            writeComparisonJson(path, *comparison, name, numbers.further, numbers.furtherPinned);
        else
            writeExtendedTraceJson(path, numbers.model, *numbers.trace, numbers.further);
        return;
    case NumbersFormat::Safetensors:
        if (comparison)
            writeComparisonSafetensors(path, *comparison, name);
        else
            writeTraceSafetensors(path, numbers.model, *numbers.trace);
        return;
    case NumbersFormat::Csv:
        writeCsv(path, numbers);
        return;
    }
}

} // namespace regard
