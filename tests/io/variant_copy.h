#pragma once

#include <memory>

#include <QFileInfo>

#include "checkpoint_copy.h"
#include "expected_file.h"

namespace regard {

inline QString variantPath(const QString &name)
{
    return QStringLiteral(REGARD_TEST_DATA "/checkpoint_variants/%1.safetensors").arg(name);
}

/// The folder that a file of tests/data/checkpoint_variants is about: with other keys or more tensors, or with a whole
/// model in the place of its own.
inline std::unique_ptr<CheckpointCopy> variantCopy(const ExpectedFile &file)
{
    auto copy = std::make_unique<CheckpointCopy>(file.at(0)[QStringLiteral("folder")].toString());
    const QJsonObject changed = file.at(0)[QStringLiteral("config")].toObject();
    if (file.at(0)[QStringLiteral("whole")].toBool()) {
        copy->setWholeConfig(changed);
        copy->tensors.clear();
    }
    for (const QString &key : changed.keys())
        copy->setConfig(key, changed[key]);
    for (const QString &name : file.given()) {
        const auto [shape, bytes] = file.givenTensor(name);
        copy->tensors[name] = {QStringLiteral("F32"), shape, bytes};
    }
    copy->writeTensors();
    return copy;
}

/// A folder of a family: one of the small checkpoints, or a variant of that name; further families stand beside them.
inline std::unique_ptr<CheckpointCopy> familyCopy(const QString &family)
{
    if (QFileInfo::exists(QStringLiteral(REGARD_TEST_DATA "/families/") + family))
        return std::make_unique<CheckpointCopy>(QStringLiteral("../families/") + family);
    if (QFileInfo::exists(variantPath(family)))
        return variantCopy(ExpectedFile(variantPath(family)));
    return std::make_unique<CheckpointCopy>(family);
}

} // namespace regard
