#include "app/info_command.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include <QFile>

#include "engine/attention_place.h"
#include "engine/message.h"
#include "engine/output_layer.h"
#include "engine/stack.h"
#include "engine/weight_shapes.h"
#include "io/file_error.h"
#include "io/intervention_keys.h"
#include "io/lesson.h"
#include "io/model_keys.h"

namespace regard {

namespace {

void print(const std::string &key, const std::string &value)
{
    std::printf("%s = %s\n", key.c_str(), value.c_str());
}

std::string oneLine(std::string text)
{
    for (char &c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = ' ';
    }
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

/// The weights for both stacks (`position`) that some stack of the model falls back on, and those on which none does.
std::map<std::string, bool> fallbacksInUse(const Model &model, const std::vector<WeightShape> &shapes)
{
    std::map<std::string, bool> inUse;
    for (const WeightShape &shape : shapes)
        if (shape.active && !shape.fallback.empty())
            inUse[shape.fallback] |= !model.given.contains(shape.name);
    return inUse;
}

/// What a lesson says of itself; reading it has checked every page.
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

} // namespace

double parameterCount(const Model &model, int positions, int vocabulary)
{
    double count = 0;
    const std::vector<WeightShape> shapes = weightShapes(model.config);
    const std::map<std::string, bool> fallbacks = fallbacksInUse(model, shapes);
    for (const WeightShape &shape : shapes) {
        const SharedMatrix given = model.given.find(shape.name);
        const auto fallback = fallbacks.find(shape.name);
        const bool isPassedOver = fallback != fallbacks.end() && !fallback->second;
        if (!shape.active || isPassedOver || (!given && !shape.fallback.empty()))
            continue;
        if (given)
            count += double(given->size());
        else if (shape.role == WeightRole::PositionTable)
            count += double(positions) * shape.columns;
        else
            count += double(shape.rows) * (shape.columns > 0 ? shape.columns : vocabulary);
    }
    return count;
}

int runInfo(const ModelOptions &options)
{
    const QString path = QFile::decodeName(QByteArray::fromStdString(options.file));
    if (!options.file.empty() && isLessonFile(path))
        return runLessonInfo(readLesson(path), options);
    const Project project = openProject(options);
    const Model &model = project.model;
    const Input input = inputOf(project);
    const bool decodes = hasStack(model.config, Stack::Decoder);
    const int vocabulary = decodes ? int(vocabularyOf(model, input).size()) : 0;
    if (!project.title.empty())
        print("title", oneLine(project.title));
    if (!project.note.empty())
        print("note", oneLine(project.note));
    print("tokenizer", tokenizerName(project.tokenizer));
    print("token_count", std::to_string(input.tokens.size()));
    print("tokens", joined(input.tokens));
    print("target_token_count", std::to_string(input.target.size()));
    print("target_tokens", joined(input.target));
    print("vocabulary_size", std::to_string(vocabulary));
    print("blocks", joined(blockNames(model.config)));
    if (const std::string off = offText(model.interventions, model.config); !off.empty())
        print("off", off);
    if (const std::string bent = temperatureText(model.interventions, model.config); !bent.empty())
        print("temperature", bent);
    if (!project.snapshots.empty())
        print("snapshots", std::to_string(project.snapshots.size()));
    const int positions = int(std::max(input.tokens.size(), input.target.size()));
    print("parameters", std::to_string(static_cast<long long>(parameterCount(model, positions, vocabulary))));
    for (const std::string &key : modelKeys())
        print(key, modelKeyValue(model.config, key));
    return 0;
}

} // namespace regard
