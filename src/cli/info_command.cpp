#include "cli/info_command.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include <QFile>

#include "engine/base/available_memory.h"
#include "engine/base/message.h"
#include "engine/model/attention_place.h"
#include "engine/model/stack.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/trace.h"
#include "io/attention/attention_file.h"
#include "io/base/config_file.h"
#include "io/base/file_error.h"
#include "io/base/nearest_name.h"
#include "io/base/number_text.h"
#include "io/lesson/lesson.h"
#include "io/project/intervention_keys.h"
#include "io/project/model_keys.h"
#include "io/project/task_keys.h"
#include "io/project/training_keys.h"
#include "io/project/words.h"
#include "training/run/training_record.h"

namespace regard {

namespace {

void print(const std::string &key, const std::string &value)
{
    std::printf("%s = %s\n", key.c_str(), value.c_str());
}

std::string oneLine(std::string text)
{
    for (char &c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = ' ';
    return text;
}

std::string joined(const std::vector<std::string> &words)
{
    std::string line;
    for (const std::string &word : words)
        line += (line.empty() ? "" : " ") + word;
    return line;
}

/// The attention blocks in the order of computation.
std::vector<std::string> blockNames(const ModelConfig &config)
{
    std::map<int, std::string> names;
    for (const Attention attention : attentionsOf(config))
        for (int layer = 0; layer < layersOf(config, attention); ++layer)
            names[blockIndex(config, attention, layer)] = blockName(attention, layer);
    std::vector<std::string> inOrder;
    for (const auto &[index, name] : names)
        inOrder.push_back(name);
    return inOrder;
}

/// The weights for both stacks (`position`), and whether some stack of the model falls back on them.
std::map<std::string, bool> fallbacksInUse(const Model &model, const std::vector<WeightShape> &shapes)
{
    std::map<std::string, bool> inUse;
    for (const WeightShape &shape : shapes)
        if (shape.active && !shape.fallback.empty())
            inUse[shape.fallback] |= !model.given.contains(shape.name);
    return inUse;
}

/// The title and pages of a lesson; every page was checked when it was read.
int runLessonInfo(const Lesson &lesson, const ModelOptions &options)
{
    if (options.source || options.target || !options.settings.empty())
        throw FileError(options.subject(),
                        Message::tr("is a lesson, whose pages have sentences and models of their own; --source, "
                                    "--target and --set change none of them"));
    print("title", oneLine(lesson.title.text("en")));
    if (!lesson.summary.isEmpty())
        print("summary", oneLine(lesson.summary.text("en")));
    print("pages", std::to_string(lesson.pages.size()));
    for (std::size_t i = 0; i < lesson.pages.size(); ++i)
        print("page " + std::to_string(i + 1), oneLine(lesson.pages[i].title.text("en")));
    return 0;
}

/// The other matrices that the file has for some head of every attention: "scores masked".
std::string stagesOf(const AttentionSentence &sentence)
{
    std::vector<std::string> words;
    for (const char *word : {"q", "k", "v", "scores", "scaled", "masked", "head_output"}) {
        const auto isOne = [word](const auto &tensor) { return tensor->name().ends_with(std::string(".") + word); };
        if (std::any_of(sentence.tensors.begin(), sentence.tensors.end(), isOne))
            words.emplace_back(word);
    }
    return joined(words);
}

std::string dtypeOf(const AttentionSentence &sentence)
{
    std::vector<std::string> kinds;
    for (const auto &tensor : sentence.tensors)
        if (const std::string kind = numberKindName(tensor->kind());
            std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
            kinds.push_back(kind);
    return joined(kinds);
}

/// What a file of attention holds; rows are checked where they are shown.
int runAttentionInfo(const Project &project)
{
    const AttentionFile &file = *project.attention;
    const AttentionSentence &sentence = file.sentences.at(std::size_t(project.sentence));
    const ModelConfig &config = project.model.config;
    const Input input = inputOf(project);
    if (!project.title.empty())
        print("title", oneLine(project.title));
    if (!project.note.empty())
        print("note", oneLine(project.note));
    print("format", file.format);
    print("dtype", dtypeOf(sentence));
    print("file_size", bytesText(double(file.state.bytes)));
    print("sentences", std::to_string(file.sentences.size()));
    if (file.sentences.size() > 1) {
        print("sentence", std::to_string(project.sentence + 1));
        print("prefix", oneLine(sentence.prefix));
    }
    print("token_count", std::to_string(input.tokens.size()));
    print("tokens", oneLine(joined(input.tokens)));
    print("target_token_count", std::to_string(input.target.size()));
    print("target_tokens", oneLine(joined(input.target)));
    print("blocks", joined(blockNames(config)));
    for (const Attention attention : attentionsOf(config))
        print("heads_" + wordOf(attention), std::to_string(headsOf(config, attention)));
    if (sentence.hasAveragedHeads)
        print("heads_averaged", "true");
    if (const std::string stages = stagesOf(sentence); !stages.empty())
        print("beside_weights", stages);
    if (!sentence.grouped.empty())
        print("grouped", oneLine(sentence.grouped));
    for (const auto &[key, text] : interventionTexts(project.model))
        print(key, text);
    if (!file.unknownKeys.empty())
        print("not_known_here", oneLine(commaList(file.unknownKeys)));
    if (!project.snapshots.empty())
        print("snapshots", std::to_string(project.snapshots.size()));
    return 0;
}

/// The longest sentence of up to that many tokens that the model reads.
int tokensUpTo(const ModelConfig &config, int tokens)
{
    return config.maximumTokens > 0 ? std::min(config.maximumTokens, tokens) : tokens;
}

void printTraceMemory(const std::string &key, const Model &model, int source, int target)
{
    const int vocabulary = hasOutputLayer(model.config) ? int(outputWords(model).size()) : 0;
    print(key, bytesText(traceBytes(model.config, source, target, vocabulary)));
}

/// What the trained model is, and the memory to open it: weights that stay in the file are not counted.
void printCheckpoint(const Checkpoint &checkpoint)
{
    double bytes = 0;
    for (const auto &[name, weight] : checkpoint.model.given.all())
        bytes += double(weight.bytes());
    print("opens", "yes"); // what does not has thrown
    print("family", checkpoint.family);
    print("model_type", checkpoint.modelType);
    print("dtype", checkpoint.dtype);
    print("weights_file", checkpoint.weightsFile);
    print("file_size", bytesText(double(checkpoint.fileBytes)));
    print("weights_memory", bytesText(bytes));
    if (!checkpoint.unknownKeys.empty())
        print("not_known_here", oneLine(commaList(checkpoint.unknownKeys)));
    if (!checkpoint.unusedTensors.empty())
        print("unused_tensors", oneLine(commaList(checkpoint.unusedTensors)));
    if (!checkpoint.removedPrefix.empty())
        print("removed_prefix", oneLine(checkpoint.removedPrefix));
    if (checkpoint.headFault.isAny())
        print("output_layer", "none, because " + oneLine(headFaultText(checkpoint.headFault)));
    if (checkpoint.hasOwnCode)
        print("auto_map", "names code of the folder's own, which is not run");
}

/// What the weights learned, and how far they are.
void printTask(const TrainingRecord &record, const QString &project)
{
    print("task", record.task);
    if (!record.data.empty())
        print("task_data", oneLine(dataBeside(record.data, project)));
    print("task_step", std::to_string(record.step));
    if (!record.curve.empty())
        print("task_loss", numberText(record.curve.back().loss));
    if (!record.heldOut.steps.empty()) {
        print("task_held_out_loss", numberText(record.heldOut.loss.back()));
        print("task_held_out_accuracy", numberText(record.heldOut.accuracy.back()));
        for (const auto &[name, numbers] : record.heldOut.measures)
            print("task_" + oneLine(name), numberText(numbers.back()));
    }
    print("task_seed", std::to_string(record.options.seed));
    for (const std::string &key : trainingKeys())
        print("task_" + key, trainingKeyValue(record.options, key));
    if (!record.options.adam.locked.empty())
        print("task_locked", commaList({record.options.adam.locked.begin(), record.options.adam.locked.end()}));
}

/// Prints the memory of traces for the sentence, where there is one, and for common sentence lengths.
void printTraceMemories(const Model &model, const Input &input)
{
    if (!input.tokens.empty())
        printTraceMemory("trace_memory", model, int(input.tokens.size()), int(input.target.size()));
    int last = 0;
    for (const int tokens : {128, 512}) {
        const int read = tokensUpTo(model.config, tokens);
        if (read != last)
            printTraceMemory("trace_memory_" + std::to_string(read), model, read, read);
        last = read;
    }
}

} // namespace

double parameterCount(const Model &model, int positions, int vocabulary)
{
    double count = 0;
    const std::vector<WeightShape> shapes = weightShapes(model.config);
    const std::map<std::string, bool> fallbacks = fallbacksInUse(model, shapes);
    for (const WeightShape &shape : shapes) {
        const Weight given = model.given.find(shape.name);
        const auto fallback = fallbacks.find(shape.name);
        const bool isPassedOver = fallback != fallbacks.end() && !fallback->second;
        if (!shape.active || isPassedOver || (!given && !shape.fallback.empty()))
            continue;
        const bool isTables = model.table && shape.name == "output.w";
        if (given)
            count += double(given.size());
        else if (isTables || (model.table && shape.name == "output.b"))
            continue; // counted with the table; a checkpoint without this bias has none
        else if (shape.role == WeightRole::PositionTable)
            count += double(positions) * shape.columns;
        else
            count += double(shape.rows) * (shape.columns > 0 ? shape.columns : vocabulary);
    }
    const auto size = [](const RowTable &table) { return double(table.rows()) * table.columns(); };
    if (model.table)
        count += size(*model.table->embedding);
    if (model.table && model.table->output && !model.table->isTied() && !model.given.contains("output.w"))
        count += size(*model.table->output);
    return count;
}

int runInfo(const ModelOptions &options)
{
    const QString path = QFile::decodeName(QByteArray::fromStdString(options.file));
    if (!options.file.empty() && isLessonFile(path))
        return runLessonInfo(readLesson(path), options);
    const Project project = openProject(options);
    if (project.attention)
        return runAttentionInfo(project);
    const Model &model = project.model;
    const Input input = inputOf(project);
    const Checkpoint *checkpoint = project.checkpoint.get();
    const int vocabulary = checkpoint                     ? int(model.vocabulary.tokens.size())
                           : hasOutputLayer(model.config) ? int(vocabularyOf(model, input).size())
                                                          : 0;
    if (!project.title.empty())
        print("title", oneLine(project.title));
    if (!project.note.empty())
        print("note", oneLine(project.note));
    if (checkpoint)
        printCheckpoint(*checkpoint);
    const bool isTrained = checkpoint && project.tokenizer == Tokenizer::Checkpoint;
    print("tokenizer", isTrained ? checkpoint->tokenizer->kind() : wordOf(project.tokenizer));
    if (const SentenceTexts texts = textsOf(project); !sourceLanguage(texts).empty()) {
        print("source_language", sourceLanguage(texts));
        print("target_language", targetLanguage(texts));
        print("languages", joined(texts.trained->languages().codes));
    }
    print("token_count", std::to_string(input.tokens.size()));
    print("tokens", joined(input.tokens));
    print("target_token_count", std::to_string(input.target.size()));
    print("target_tokens", joined(input.target));
    print("vocabulary_size", std::to_string(vocabulary));
    print("blocks", joined(blockNames(model.config)));
    for (const auto &[key, text] : interventionTexts(model))
        print(key, text);
    if (project.task)
        printTask(*project.task, path);
    if (!project.snapshots.empty())
        print("snapshots", std::to_string(project.snapshots.size()));
    const int positions = int(std::max(input.tokens.size(), input.target.size()));
    const double parameters =
        checkpoint ? double(checkpoint->parameters) : parameterCount(model, positions, vocabulary);
    print("parameters", std::to_string(static_cast<long long>(parameters)));
    if (checkpoint)
        printTraceMemories(model, input);
    ModelConfig config = model.config;
    config.tiedOutput = isTied(model); // a checkpoint's files say it
    for (const std::string &key : modelKeys())
        print(key, modelKeyValue(config, key));
    return 0;
}

} // namespace regard
