#include "app/model_options.h"

#include <algorithm>

#include <QFile>
#include <QFileInfo>

#include "io/examples.h"
#include "io/file_error.h"
#include "io/model_keys.h"

namespace regard {

namespace {

/// Whether the text is of the key's kind at all; whether the model can take the value is seen when it is set.
bool isOfKind(const std::string &key, const std::string &value)
{
    const QString text = QString::fromStdString(value);
    bool isNumber = false;
    switch (modelKeyKind(key)) {
    case ModelKeyKind::Flag:
        return value == "true" || value == "false";
    case ModelKeyKind::Whole:
        // Digits beyond 64 bits are a number all the same, one that is out of range.
        return !text.isEmpty() && std::all_of(text.begin() + (text.startsWith(QLatin1Char('-')) ? 1 : 0), text.end(),
                                              [](QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); });
    case ModelKeyKind::Number:
        text.toDouble(&isNumber);
        return isNumber;
    case ModelKeyKind::Word: {
        ModelConfig scratch;
        try {
            setModelKey(scratch, key, value);
            return true;
        } catch (const ConfigError &) {
            return false;
        }
    }
    }
    return false;
}

std::string validUtf8(const std::string &bytes)
{
    return QString::fromUtf8(bytes.data(), qsizetype(bytes.size())).toStdString();
}

Project readStart(const ModelOptions &options)
{
    if (!options.example.empty())
        return readExample(options.example);
    if (options.file.empty())
        return defaultProject();
    const QString path = QFile::decodeName(QByteArray::fromStdString(options.file));
    if (QFileInfo(path).isDir())
        throw FileError(options.subject(), "is a folder; this version reads project files (.regard)");
    return readProject(path);
}

} // namespace

std::string ModelOptions::subject() const
{
    if (!file.empty())
        return validUtf8(file);
    return example.empty() ? "default model" : validUtf8(example);
}

std::pair<std::string, std::string> parseSetting(const std::string &text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError("--set takes KEY=VALUE, not \"" + validUtf8(text) + "\"");
    const std::string key = validUtf8(text.substr(0, equals));
    const std::string value = validUtf8(text.substr(equals + 1));
    const std::vector<std::string> &keys = modelKeys();
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
        throw UsageError("--set: the model has no key \"" + key + "\"");
    if (!isOfKind(key, value))
        throw UsageError("--set " + key + " takes " + modelKeyTakes(key) + ", not \"" + value + "\"");
    return {key, value};
}

Project openProject(const ModelOptions &options)
{
    Project project = readStart(options);
    try {
        if (options.target)
            throw ConfigError("this model has no decoder, so --target has nothing to set");
        if (options.source)
            project.source = validUtf8(*options.source);
        ModelConfig config = project.model.config;
        for (const auto &[key, value] : options.settings)
            setModelKey(config, key, value);
        if (!(config == project.model.config)) {
            project.model = reconfigured(project.model, config);
            if (int(project.dimensions.size()) != config.dModel)
                project.dimensions.clear();
        }
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(options.subject(), error.what());
    }
    return project;
}

} // namespace regard
