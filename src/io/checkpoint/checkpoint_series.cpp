#include "io/checkpoint/checkpoint_series.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include "io/checkpoint/checkpoint.h"

namespace regard {

namespace {

struct NumberedName {
    QString start;  ///< "pythia-step"; null: none
    QString number; ///< digits without leading zeros
};

NumberedName numberedName(const QString &name)
{
    static const QRegularExpression form(
        QStringLiteral("^(.*(?:steps?|checkpoint|ckpt|epoch|iter|iteration)[-_]?)0*([0-9]+)$"),
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = form.match(name);
    return match.hasMatch() ? NumberedName{match.captured(1), match.captured(2)} : NumberedName();
}

} // namespace

QStringList checkpointSeries(const QString &folder)
{
    const QFileInfo own(QDir::cleanPath(QFileInfo(folder).absoluteFilePath()));
    const NumberedName name = numberedName(own.fileName());
    if (name.start.isNull())
        return {};
    std::vector<std::pair<QString, QString>> found; // number, folder
    for (const QFileInfo &beside : own.dir().entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const NumberedName other = numberedName(beside.fileName());
        if (other.start == name.start && isCheckpointFolder(beside.absoluteFilePath()))
            found.emplace_back(other.number, beside.absoluteFilePath());
    }
    std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) {
        return a.first.size() != b.first.size() ? a.first.size() < b.first.size() : a < b;
    });
    QStringList folders;
    for (const auto &[number, path] : found)
        folders.append(path);
    return folders.size() > 1 ? folders : QStringList();
}

} // namespace regard
