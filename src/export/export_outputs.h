#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QString>
#include <QTemporaryDir>

#include "draw/export_figure.h"
#include "export/export_numbers.h"

namespace regard {

enum class OutputKind { Picture, Numbers, Project };

/// What `-` becomes in `-.csv`, because the parser takes that for an option.
inline constexpr const char *standardOutputStem = "/dev/stdout.";

/// A file that is asked for.
struct Output {
    QString path; ///< as it was given
    OutputKind kind = OutputKind::Picture;
    PictureFormat picture = PictureFormat::Png;  ///< of a picture
    NumbersFormat numbers = NumbersFormat::Json; ///< of numbers
    QString relay{};                             ///< of standard output: the file that is written first

    bool isStandardOutput() const { return path.startsWith(QLatin1String(standardOutputStem)); }
    QString place() const { return relay.isEmpty() ? path : relay; }
};

/// What each -o asks for, by its suffix. Throws UsageError for an unknown suffix and for a file that is given twice.
std::vector<Output> outputsOf(const std::vector<std::string> &names);

/// Standard output for one of the outputs: it is written to a file of its own before, so that nothing comes where
/// something fails.
class StandardOutput {
public:
    /// Gives the output its file. Throws FileError where there is no place for one.
    explicit StandardOutput(std::vector<Output> &outputs);
    bool isWanted() const { return !m_file.isEmpty(); }
    /// Copies what was written. Throws FileError.
    void pass() const;

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file; ///< empty: no output is
};

bool has(const std::vector<Output> &outputs, OutputKind kind);
bool has(const std::vector<Output> &outputs, NumbersFormat format);
/// Whether a walk would be several files.
bool writesSeparatePictures(const std::vector<Output> &outputs);

} // namespace regard
