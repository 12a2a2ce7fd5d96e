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
/// Qt rounds a page's width to whole points: the true one stands in its place.
class Mended : public QIODevice {
public:
    explicit Mended(QIODevice *device) : m_device(device) { open(QIODevice::WriteOnly); }
    bool isSequential() const override { return true; }
    /// The next page's width in points.
    void addWidth(double points) { m_widths.append(points); }

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *data, qint64 size) override
    {
        if (m_isPast)
            return m_device->write(withTrueWidth(QByteArray(data, qsizetype(size))));
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
    QByteArray withTrueWidth(QByteArray text)
    {
        constexpr QByteArrayView box = "/MediaBox [0 0 ";
        const qsizetype begin = text.indexOf(box) + box.size();
        if (begin < box.size() || m_widths.isEmpty())
            return text;
        const qsizetype length = text.indexOf(' ', begin) - begin;
        const QByteArray width = QByteArray::number(m_widths.takeFirst(), 'f', 6);
        return width.size() == length ? text.replace(begin, length, width) : text; // what follows stays in its place
    }

    QIODevice *m_device;
    QByteArray m_head;
    bool m_isPast = false;
    QList<double> m_widths;
};

} // namespace

PdfPages::PdfPages(QIODevice *device, const PictureOrigin &origin)
    : m_mended(std::make_unique<Mended>(device)), m_writer(m_mended.get())
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
    static_cast<Mended &>(*m_mended).addWidth(figure.size().width() * 72 / pdfPagesCssDpi);
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
