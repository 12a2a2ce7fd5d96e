#include "cli/base/model_rows.h"

namespace regard {

namespace {

using ModelRows = std::vector<OptionRow<ModelOptions>>;

/// Reads a name, of which an empty one is refused with that sentence.
auto setName(std::string ModelOptions::*name, const char *refusal)
{
    return [=](const CLI::Option &given, ModelOptions &options) {
        options.*name = given.as<std::string>();
        if ((options.*name).empty())
            throw UsageError(refusal);
    };
}

} // namespace

const ModelRows &startRows()
{
    using Kind = OptionValue::Kind;
    static const ModelRows rows{
        {"FILE",
         "A project, a checkpoint's folder or a file of attention",
         {},
         setName(&ModelOptions::file, "the file's name is empty")},
        {"--example",
         "Start from a bundled example",
         {},
         setName(&ModelOptions::example, "--example takes a name; regard examples lists them")},
        {"--set",
         "A key of the model, as often as wanted",
         {Kind::Repeated, "KEY=VALUE"},
         [](const CLI::Option &given, ModelOptions &options) {
             for (const auto &setting : given.as<std::vector<std::string>>())
                 options.settings.push_back(parseSetting(setting));
         }},
        {"--source-language",
         "The source's language, of a translator whose tokenizer marks it",
         {Kind::Text, "CODE"},
         setName(&ModelOptions::sourceLanguage, "--source-language takes a code, such as de_DE")},
        {"--target-language",
         "The language of what the decoder reads, else the source's",
         {Kind::Text, "CODE"},
         setName(&ModelOptions::targetLanguage, "--target-language takes a code, such as fr_XX")}};
    return rows;
}

const ModelRows &modelRows()
{
    using Kind = OptionValue::Kind;
    static const ModelRows rows = [] {
        ModelRows all = startRows();
        all.push_back({"--source", "The sentence", {Kind::Text, "TEXT"}, set(&ModelOptions::source)});
        all.push_back({"--target",
                       "What a decoder beside an encoder reads, or the second sentence of a pair",
                       {Kind::Text, "TEXT"},
                       set(&ModelOptions::target)});
        all.push_back({"--sentence",
                       "Which sentence of a file of attention, counted from 1",
                       {Kind::Whole},
                       set(&ModelOptions::sentence)});
        return all;
    }();
    return rows;
}

} // namespace regard
