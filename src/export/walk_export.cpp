#include "export/walk_export.h"

#include <utility>

#include "export/numbered_path.h"
#include "io/base/file_error.h"

namespace regard {

QStringList WalkWriter::paths(const QString &path, PictureFormat format, int pages)
{
    if (format == PictureFormat::Pdf || format == PictureFormat::Webp)
        return {path};
    QStringList all;
    for (int page = 1; page <= pages; ++page)
        all.append(numberedPath(path, page, pages));
    return all;
}

WalkWriter::WalkWriter(WalkSheets pages, const WalkFormat &format, const QString &path)
    : m_pages(std::move(pages)), m_format(format), m_path(path)
{
    if (m_format.format == PictureFormat::Pdf) {
        m_file = std::make_unique<AtomicFile>(path);
        m_pdfBytes.open(QIODevice::WriteOnly);
        m_pdf = std::make_unique<PdfPages>(&m_pdfBytes, m_format.origin);
    } else if (m_format.format == PictureFormat::Webp) {
        m_file = std::make_unique<AtomicFile>(path);
        m_film = std::make_unique<FilmWriter>(m_format.pace);
    } else {
        m_files = std::make_unique<AtomicFileSet>(paths(path, m_format.format, count()));
    }
}

void WalkWriter::writeNext()
{
    try {
        const std::unique_ptr<Figure> page = m_pages.page(m_written, m_format.size, m_format.theme);
        if (m_pdf) {
            m_pdf->add(*page);
        } else if (m_film) {
            m_film->add(figureImage(*page, m_format.dpi));
        } else {
            const QByteArray bytes = figureBytes(*page, m_format.format, m_format.dpi, m_format.origin);
            m_files->write(std::string_view(bytes.constData(), std::size_t(bytes.size())));
        }
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(m_path.toStdString(), error.what());
    }
    ++m_written;
}

void WalkWriter::commit()
{
    if (m_pdf) {
        m_pdf->finish();
        m_file->write(m_pdfBytes.data());
        m_file->commit();
    } else if (m_film) {
        m_file->write(m_film->finish(m_format.origin));
        m_file->commit();
    } else {
        m_files->commit();
    }
}

} // namespace regard
