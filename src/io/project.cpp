#include "io/project.h"

#include <algorithm>
#include <utility>

#include "engine/message.h"
#include "io/atomic_file.h"
#include "io/file_bytes.h"
#include "io/file_error.h"

namespace regard {

namespace {

std::vector<std::string> tokenTexts(const std::string &text, Tokenizer tokenizer)
{
    std::vector<std::string> texts;
    for (Token &token : tokenize(text, tokenizer).tokens) {
        texts.push_back(std::move(token.text));
    }
    return texts;
}

} // namespace

Project readProject(const QString &path)
{
    return parseProject(fileBytes(path, Message::tr("a project")), path.toStdString());
}

void writeProject(const QString &path, const Project &project)
{
    std::string json;
    try {
        json = projectJson(project);
    } catch (const Error &error) {
        throw FileError(path.toStdString(), Message::tr("cannot be written: %1", {error.what()}));
    }
    AtomicFile file(path);
    file.write(json);
    file.commit();
}

Project defaultProject()
{
    Project project;
    project.model = buildModel(ModelConfig(), {}, {});
    return project;
}

std::vector<int> fittingPositions(const std::vector<int> &positions, std::size_t count)
{
    std::vector<int> fitting;
    for (const int position : positions) {
        const bool known = std::find(fitting.begin(), fitting.end(), position) != fitting.end();
        if (position >= 0 && static_cast<std::size_t>(position) < count && !known) {
            fitting.push_back(position);
        }
    }
    return fitting;
}

Input inputOf(const Project &project)
{
    Input input;
    input.tokens = tokenTexts(project.source, project.tokenizer);
    input.masked = fittingPositions(project.maskedSource, input.tokens.size());
    if (project.model.config.architecture == Architecture::EncoderDecoder) {
        input.target = tokenTexts(project.target, project.tokenizer);
        input.maskedTarget = fittingPositions(project.maskedTarget, input.target.size());
    }
    return input;
}

} // namespace regard
