#pragma once

#include <memory>

#include <QBuffer>
#include <QSizeF>
#include <QString>
#include <QStringList>

#include "draw/export_figure.h"
#include "draw/film_writer.h"
#include "draw/pdf_pages.h"
#include "draw/theme.h"
#include "io/base/atomic_file.h"
#include "io/base/atomic_file_set.h"
#include "views/steps/walk_source.h"

namespace regard {

/// How the pages of a walk are written.
struct WalkFormat {
    PictureFormat format = PictureFormat::Pdf;
    QSizeF size = {960, 720}; ///< of each page, CSS pixels
    int dpi = 96;             ///< of a PNG
    Theme theme = Theme::light();
    PictureOrigin origin; ///< what each file says of itself
    FilmPace pace{};      ///< of a film
};

/// Writes a walk page by page: one PDF, one film, or numbered SVG or PNG files. No file appears before commit(), and a
/// writer destroyed before it leaves nothing behind. Throws FileError, naming the file.
class WalkWriter {
public:
    WalkWriter(WalkSheets pages, const WalkFormat &format, const QString &path);

    /// The files of a walk to `path`: itself for PDF and WebP, else NAME-001.svg and so on, with as many digits as are
    /// needed.
    static QStringList paths(const QString &path, PictureFormat format, int pages);

    int count() const { return m_pages.count; }
    int written() const { return m_written; }
    void writeNext();
    /// Publishes the files; all pages must be written.
    void commit();

private:
    WalkSheets m_pages;
    WalkFormat m_format;
    QString m_path;
    std::unique_ptr<AtomicFile> m_file; ///< of a PDF or a film
    QBuffer m_pdfBytes;                 ///< outlives its pages
    std::unique_ptr<PdfPages> m_pdf;
    std::unique_ptr<FilmWriter> m_film;
    std::unique_ptr<AtomicFileSet> m_files; ///< of the numbered pictures
    int m_written = 0;
};

} // namespace regard
