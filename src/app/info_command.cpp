#include "app/info_command.h"

#include <cstdio>

#include "engine/weight_shapes.h"
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

} // namespace

double parameterCount(const Model &model, int tokens)
{
    double count = 0;
    for (const WeightShape &shape : weightShapes(model.config)) {
        if (!shape.active)
            continue;
        int rows = shape.rows;
        if (shape.role == WeightRole::PositionTable) {
            const SharedMatrix given = model.given.find(shape.name);
            rows = given ? int(given->rows()) : tokens;
        }
        count += double(rows) * shape.columns;
    }
    return count;
}

int runInfo(const ModelOptions &options)
{
    const Project project = openProject(options);
    const Input input = inputOf(project);
    std::string tokens;
    for (const std::string &token : input.tokens)
        tokens += (tokens.empty() ? "" : " ") + token;
    if (!project.title.empty())
        print("title", oneLine(project.title));
    if (!project.note.empty())
        print("note", oneLine(project.note));
    print("tokenizer", tokenizerName(project.tokenizer));
    print("token_count", std::to_string(input.tokens.size()));
    print("tokens", tokens);
    print("parameters",
          std::to_string(static_cast<long long>(parameterCount(project.model, int(input.tokens.size())))));
    for (const std::string &key : modelKeys())
        print(key, modelKeyValue(project.model.config, key));
    return 0;
}

} // namespace regard
