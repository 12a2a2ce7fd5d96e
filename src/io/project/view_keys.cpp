#include "io/project/view_keys.h"

#include <limits>
#include <optional>
#include <vector>

#include "engine/base/message.h"
#include "engine/model/stack.h"
#include "engine/model/weight_shapes.h"
#include "io/base/json_text.h"
#include "io/base/key_reader.h"
#include "io/base/nearest_name.h"
#include "io/project/words.h"

namespace regard {

namespace {

/// The most rows and columns that a matrix can have.
struct Extent {
    int rows = 0;
    int columns = 0;
};

/// X and tables, whose rows follow the sentence, may have any number of rows. Nothing where the model has no such
/// matrix.
std::optional<Extent> extentOf(const std::string &matrix, const ModelConfig &config)
{
    const auto most = [](int count) { return count > 0 ? count : std::numeric_limits<int>::max(); };
    if (matrix == "X" || (matrix == "X target" && config.architecture == Architecture::EncoderDecoder))
        return Extent{most(0), config.dModel};
    const std::optional<WeightShape> shape = weightShape(config, matrix);
    if (!shape)
        return std::nullopt;
    return Extent{most(shape->rows), most(shape->columns)};
}

std::string joined(const std::vector<std::string> &entries)
{
    return entries.empty() ? std::string() : "{ " + commaList(entries) + " }";
}

} // namespace

StepView readStepView(const JsonValue &given, const std::string &key, const std::string &name)
{
    const KeyReader reader(given, key, name, {"step", "all", "form", "convention", "by_hand", "digits"});
    StepView view;
    if (const auto word = reader.text("step")) {
        const std::optional<StepKind> kind = valueOf<StepKind>(*word);
        if (!kind)
            reader.fail(Message::tr("%1 is \"%2\", which is no step%3",
                                    {key + ".step", *word, nearestNameHint(*word, wordsOf<StepKind>())}));
        view.kind = *kind;
    }
    view.showsAll = reader.flag("all");
    view.matrixForm = reader.second("form", "rows", "matrix");
    view.columns = reader.second("convention", "rows", "columns");
    view.handDecimals = reader.whole("by_hand", 1, mostHandDecimals).value_or(-1);
    view.digits = reader.whole("digits", 0, mostStepDigits).value_or(-1);
    return view;
}

std::string stepViewText(const StepView &view)
{
    const StepView usual;
    std::vector<std::string> entries;
    if (view.kind != usual.kind)
        entries.push_back("\"step\": " + jsonString(wordOf(view.kind)));
    if (view.showsAll)
        entries.emplace_back("\"all\": true");
    if (view.matrixForm)
        entries.emplace_back("\"form\": \"matrix\"");
    if (view.columns)
        entries.emplace_back("\"convention\": \"columns\"");
    if (view.handDecimals > 0)
        entries.push_back("\"by_hand\": " + std::to_string(view.handDecimals));
    if (view.digits >= 0)
        entries.push_back("\"digits\": " + std::to_string(view.digits));
    return joined(entries);
}

TokenView readTokenView(const JsonValue &given, const std::string &key, const std::string &name)
{
    const KeyReader reader(given, key, name, {"words", "special", "renormalised", "by_value", "without_sink", "pairs"});
    TokenView view;
    view.words = reader.flag("words");
    view.hidesSpecial = given.find("special") && !reader.flag("special");
    view.renormalises = reader.flag("renormalised");
    view.byValue = reader.flag("by_value");
    view.withoutSink = reader.flag("without_sink");
    if (const auto word = reader.text("pairs")) {
        const std::optional<PairFilter> pairs = valueOf<PairFilter>(*word);
        if (!pairs)
            reader.fail(Message::tr("%1 is \"%2\", but takes one of %3",
                                    {key + ".pairs", *word, commaList(wordsOf<PairFilter>())}));
        view.pairs = *pairs;
    }
    return view;
}

std::string tokenViewText(const TokenView &view)
{
    std::vector<std::string> entries;
    if (view.words)
        entries.emplace_back("\"words\": true");
    if (view.hidesSpecial)
        entries.emplace_back("\"special\": false");
    if (view.renormalises)
        entries.emplace_back("\"renormalised\": true");
    if (view.byValue)
        entries.emplace_back("\"by_value\": true");
    if (view.withoutSink)
        entries.emplace_back("\"without_sink\": true");
    if (view.pairs != PairFilter::All)
        entries.push_back("\"pairs\": " + jsonString(wordOf(view.pairs)));
    return joined(entries);
}

CellRef readCellRef(const JsonValue &given, const std::string &key, const std::string &name, const ModelConfig &config)
{
    const KeyReader reader(given, key, name, {"matrix", "row", "column"});
    CellRef cell;
    const auto matrix = reader.text("matrix");
    if (!matrix)
        reader.fail(Message::tr("%1 is missing", {key + ".matrix"}));
    cell.matrix = *matrix;
    const std::optional<Extent> extent = extentOf(*matrix, config);
    if (!extent)
        reader.fail(Message::tr("%1 is \"%2\", which the model does not have", {key + ".matrix", *matrix}));
    cell.row = reader.whole("row", 1, extent->rows).value_or(0) - 1;
    cell.column = reader.whole("column", 1, extent->columns).value_or(0) - 1;
    return cell;
}

std::string cellRefText(const CellRef &cell, const ModelConfig &config)
{
    const std::optional<Extent> extent = cell.matrix.empty() ? std::nullopt : extentOf(cell.matrix, config);
    if (!extent || cell.row >= extent->rows || cell.column >= extent->columns)
        return {};
    std::vector<std::string> entries{"\"matrix\": " + jsonString(cell.matrix)};
    if (cell.row >= 0)
        entries.push_back("\"row\": " + std::to_string(cell.row + 1));
    if (cell.column >= 0)
        entries.push_back("\"column\": " + std::to_string(cell.column + 1));
    return joined(entries);
}

} // namespace regard
