#pragma once

#include <string>
#include <vector>

#include <QString>

#include "cli/export/export_numbers.h"
#include "figures/file/export_figure.h"

namespace regard {

enum class OutputKind { Picture, Numbers, Project };

/// A file that is asked for.
struct Output {
    QString path;
    OutputKind kind = OutputKind::Picture;
    PictureFormat picture = PictureFormat::Png;  ///< of a picture
    NumbersFormat numbers = NumbersFormat::Json; ///< of numbers
};

/// What each -o asks for, by its suffix. Throws UsageError for an unknown suffix and for a file that is given twice.
std::vector<Output> outputsOf(const std::vector<std::string> &names);

bool has(const std::vector<Output> &outputs, OutputKind kind);
bool has(const std::vector<Output> &outputs, NumbersFormat format);
/// Whether a walk would be several files.
bool writesSeparatePictures(const std::vector<Output> &outputs);

} // namespace regard
