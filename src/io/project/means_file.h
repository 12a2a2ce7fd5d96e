#pragma once

#include <string>

#include <QString>

#include "engine/model/sentence_means.h"
#include "io/project/project.h"

namespace regard {

// Means over sentences are kept in a file of their own, so that they need not be computed again. It is never more than
// that: whatever cannot be read in it or written to it is computed anew, and nothing is said.

/// `NAME.means` beside a project's file; without one `regard.means` in its checkpoint's folder; else empty.
QString meansPath(const QString &projectPath, const Project &project);

/// Adds to the means what the file keeps of other parts, for the same sentences and the same model.
void addKeptMeans(const QString &path, const ModelConfig &config, SentenceMeans &means);

/// Writes the means to the file, beside the last ones for other sentences and models.
void keepMeans(const QString &path, const ModelConfig &config, SentenceMeans means);

} // namespace regard
