#include "export/export_outputs.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include <QFile>
#include <QFileInfo>

#include "export/model_options.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

Output outputOf(const std::string &text)
{
    const QString path = QFile::decodeName(QByteArray::fromStdString(text));
    const QString suffix = QFileInfo(path).suffix().toLower();
    const QLatin1String pictures[] = {QLatin1String("png"), QLatin1String("svg"), QLatin1String("pdf"),
                                      QLatin1String("webp")};
    const QLatin1String numbers[] = {QLatin1String("json"), QLatin1String("csv"), QLatin1String("safetensors"),
                                     QLatin1String("html")};
    for (int i = 0; i < 4; ++i)
        if (suffix == pictures[i])
            return {path, OutputKind::Picture, PictureFormat(i), {}};
    for (int i = 0; i < 4; ++i)
        if (suffix == numbers[i])
            return {path, OutputKind::Numbers, {}, NumbersFormat(i)};
    if (suffix == QLatin1String("regard"))
        return {path, OutputKind::Project, {}, {}};
    throw UsageError("-o " + path.toStdString() +
                     ": the name must end in .png, .svg, .pdf, .webp, .json, .csv, .safetensors, .html or .regard");
}

} // namespace

std::vector<Output> outputsOf(const std::vector<std::string> &names)
{
    std::vector<Output> outputs;
    std::set<QString> seen;
    for (const std::string &name : names) {
        const Output output = outputOf(name);
        if (!seen.insert(QFileInfo(output.path).absoluteFilePath()).second)
            throw UsageError("-o " + output.path.toStdString() + " is given twice");
        outputs.push_back(output);
    }
    return outputs;
}

StandardOutput::StandardOutput(std::vector<Output> &outputs)
{
    for (Output &output : outputs) {
        if (!output.isStandardOutput())
            continue;
        m_folder = std::make_unique<QTemporaryDir>();
        if (!m_folder->isValid())
            throw FileError("standard output",
                            "needs a folder for what is on its way: " + m_folder->errorString().toStdString());
        m_file = m_folder->filePath(QFileInfo(output.path).fileName());
        output.relay = m_file;
    }
}

void StandardOutput::pass() const
{
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly))
        throw FileError("standard output", "cannot be written: " + file.errorString().toStdString());
    while (!file.atEnd()) {
        const QByteArray piece = file.read(1 << 20);
        if (piece.isEmpty() ||
            std::fwrite(piece.constData(), 1, std::size_t(piece.size()), stdout) != std::size_t(piece.size()))
            throw FileError("standard output", "cannot be written");
    }
}

bool has(const std::vector<Output> &outputs, OutputKind kind)
{
    return std::any_of(outputs.begin(), outputs.end(), [&](const Output &output) { return output.kind == kind; });
}

bool has(const std::vector<Output> &outputs, NumbersFormat format)
{
    return std::any_of(outputs.begin(), outputs.end(), [&](const Output &output) {
        return output.kind == OutputKind::Numbers && output.numbers == format;
    });
}

bool writesSeparatePictures(const std::vector<Output> &outputs)
{
    return std::any_of(outputs.begin(), outputs.end(), [](const Output &output) {
        return output.kind == OutputKind::Picture && output.picture != PictureFormat::Pdf &&
               output.picture != PictureFormat::Webp;
    });
}

} // namespace regard
