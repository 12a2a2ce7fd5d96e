#include "export/export_numbers.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/base/errors.h"
#include "export/export_page.h"
#include "io/attention/attention_file.h"
#include "io/base/file_error.h"
#include "io/trace/common_mask.h"
#include "io/trace/imported_trace_file.h"
#include "io/trace/trace_comparison_file.h"
#include "io/trace/trace_file.h"
#include "io/trace/trace_notes.h"
#include "views/base/change_text.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_tokens.h"

namespace regard {

namespace {

struct Table {
    std::vector<std::string> queries;
    std::vector<std::string> keys;
    Matrix matrix;
};

/// Positions from 0 of the tokens of a sentence of a pair; all where `sentence` is −1.
std::vector<Eigen::Index> positionsIn(const std::vector<bool> &second, int sentence, std::size_t count)
{
    std::vector<Eigen::Index> positions;
    for (std::size_t i = 0; i < count; ++i)
        if (sentence < 0 || second.at(i) == (sentence == 1))
            positions.push_back(Eigen::Index(i));
    return positions;
}

/// What a filter lets through of a table.
Table passing(Table table, const PairParts &pair)
{
    if (!pair.isFiltered())
        return table;
    const auto rows = positionsIn(pair.secondQueries, pair.from, table.queries.size());
    const auto columns = positionsIn(pair.secondKeys, pair.to, table.keys.size());
    Table left;
    for (const Eigen::Index row : rows)
        left.queries.push_back(table.queries[std::size_t(row)]);
    for (const Eigen::Index column : columns)
        left.keys.push_back(table.keys[std::size_t(column)]);
    left.matrix = table.matrix(rows, columns);
    return left;
}

/// Adds to each name that stands more than once its position from 1: "the_1", "the_5".
std::vector<std::string> unique(const std::vector<std::string> &names)
{
    std::map<std::string, int> counts;
    for (const std::string &name : names)
        ++counts[name];
    std::set<std::string> taken;
    for (const auto &[name, count] : counts)
        if (count == 1)
            taken.insert(name);
    std::vector<std::string> different;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string name = names[i];
        if (counts[name] > 1) {
            name += "_" + std::to_string(i + 1);
            while (!taken.insert(name).second)
                name += "_";
        }
        different.push_back(name);
    }
    return different;
}

void writeCsv(const QString &path, const ShownState &state, bool uniqueNames)
{
    const Model &model = state.model();
    const SharedTrace &trace = state.trace();
    const Selection &shown = state.selection;
    if (!blockInView(model, *trace, shown))
        throw FileError(path.toStdString(), "cannot be written: the model has no attention whose matrix a table holds");
    checkTable(state);
    const TraceComparison *comparison = state.difference();
    Matrix matrix = *stageMatrix(model, trace, shown, nullptr, comparison); // n × m
    if (comparison && (shown.stage == Stage::Weights || shown.summary != Summary::None))
        clearForbidden(matrix, *comparison, {shown.attention, shown.layer}, shown.summary != Summary::Rollout);
    Table table =
        passing({queriesOf(*trace, shown.attention).tokens, keysOf(*trace, shown.attention).tokens, std::move(matrix)},
                pairParts(state));
    if (uniqueNames) {
        table.queries = unique(table.queries);
        table.keys = unique(table.keys);
    }
    writeMatrixCsv(path, table.queries, table.keys, table.matrix);
}

/// The sentence whose numbers a file of attention holds; null where they were computed, or are of groups of its tokens.
const AttentionSentence *importedSentence(const Numbers &numbers)
{
    const Project &project = numbers.project;
    const Trace &trace = *numbers.state.trace();
    if (!project.attention || trace.grouping)
        return nullptr;
    return &project.attention->sentences.at(std::size_t(project.sentence));
}

/// What a JSON file holds after the trace.
std::string further(const Numbers &numbers, const std::vector<MetadataEntry> &notes)
{
    const std::string said = notesMembers(notes);
    return said + (said.empty() || numbers.further.empty() ? "" : ",\n") + numbers.further;
}

} // namespace

void checkTable(const ShownState &state)
{
    if (!state.difference())
        return;
    if (const QString text = newHeadText(*state.difference(), state.selection); !text.isEmpty())
        throw ConfigError(text.toStdString());
}

void writeNumbers(const QString &path, NumbersFormat format, const Numbers &numbers)
{
    const TraceComparison *comparison = numbers.state.difference();
    const Model &model = numbers.state.model();
    const Trace &trace = *numbers.state.trace();
    const std::string name = numbers.comparisonName.toStdString();
    std::vector<MetadataEntry> notes =
        traceNotes(numbers.project.title, model.config, trace, *numbers.state.source, *numbers.state.target);
    const Project &project = numbers.project;
    if (project.attention && project.attention->sentences.at(std::size_t(project.sentence)).hasAveragedHeads)
        notes.push_back({"heads_averaged", "true"});
    const AttentionSentence *given = importedSentence(numbers);
    switch (format) {
    case NumbersFormat::Json:
        if (comparison)
            writeComparisonJson(path, *comparison, name, further(numbers, notes), numbers.furtherPinned, numbers.parts);
        else if (given)
            writeImportedJson(path, model, trace, *given, numbers.parts, further(numbers, notes));
        else
            writeExtendedTraceJson(path, model, trace, further(numbers, notes), numbers.parts);
        return;
    case NumbersFormat::Safetensors:
        if (comparison)
            writeComparisonSafetensors(path, *comparison, name, numbers.parts, notes);
        else if (given)
            writeImportedSafetensors(path, model, trace, *given, numbers.parts, notes);
        else
            writeTraceSafetensors(path, model, trace, numbers.parts, notes);
        return;
    case NumbersFormat::Csv:
        if (numbers.table)
            writeTableCsv(path, *numbers.table);
        else
            writeCsv(path, numbers.state, numbers.uniqueNames);
        return;
    case NumbersFormat::Page:
        writePage(path, {numbers.state, QString::fromStdString(numbers.project.title), numbers.comparisonName,
                         numbers.beginsWithHeatmap});
        return;
    }
}

} // namespace regard
