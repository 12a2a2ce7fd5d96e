#pragma once

#include <memory>
#include <string_view>

#include <QSaveFile>
#include <QString>

namespace regard {

/// A file that appears whole or not at all: nothing shows under its name until commit().
class AtomicFile {
public:
    /// Throws FileError with the system's reason.
    explicit AtomicFile(const QString &path);
    void write(std::string_view bytes);
    void commit();
    QIODevice &device() { return m_file; }

private:
    QSaveFile m_file;
};

} // namespace regard
