#include "draw/pdf_pages.h"

#include <QIODevice>
#include <QPageLayout>
#include <QPageSize>

namespace regard {

namespace {

constexpr double pdfPagesCssDpi = 96;
constexpr int resolution = 1200; // of the page's own units

QPageLayout pageOf(const Figure &figure)
{
    return QPageLayout(QPageSize(figure.size() / pdfPagesCssDpi, QPageSize::Inch, QString(), QPageSize::ExactMatch),
                       QPageLayout::Portrait, QMarginsF());
}

/// Passes on what is written; of the file's first object, which says the date, only when it is whole and without that.
class Undated : public QIODevice {
public:
    explicit Undated(QIODevice *device) : m_device(device) { open(QIODevice::WriteOnly); }
    bool isSequential() const override { return true; }

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *data, qint64 size) override
    {
        if (m_isPast)
            return m_device->write(data, size);
        m_head.append(data, qsizetype(size));
        if (!m_head.contains("endobj"))
            return size;
        m_isPast = true;
        const qsizetype begin = m_head.indexOf("/CreationDate");
        const qsizetype end = m_head.indexOf('\n', begin);
        for (qsizetype i = begin; begin >= 0 && i < end; ++i) // what follows stays in its place
            m_head[i] = ' ';
        return m_device->write(m_head) == m_head.size() ? size : -1;
    }

private:
    QIODevice *m_device;
    QByteArray m_head;
    bool m_isPast = false;
};

} // namespace

PdfPages::PdfPages(QIODevice *device, const PictureOrigin &origin)
    : m_undated(std::make_unique<Undated>(device)), m_writer(m_undated.get())
{
    m_writer.setResolution(resolution);
    m_writer.setTitle(origin.title);
    m_writer.setCreator(origin.program);
    if (const QByteArray xmp = origin.xmp(); !xmp.isEmpty())
        m_writer.setDocumentXmpMetadata(xmp);
}

PdfPages::~PdfPages() = default;

void PdfPages::add(const Figure &figure)
{
    m_writer.setPageLayout(pageOf(figure));
    if (m_painter.isActive())
        m_writer.newPage();
    else
        m_painter.begin(&m_writer);
    m_painter.save();
    m_painter.setRenderHint(QPainter::LosslessImageRendering);
    m_painter.scale(resolution / pdfPagesCssDpi, resolution / pdfPagesCssDpi);
    figure.paint(m_painter);
    m_painter.restore();
}

void PdfPages::finish()
{
    m_painter.end();
}

} // namespace regard
