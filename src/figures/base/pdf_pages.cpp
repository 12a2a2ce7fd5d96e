#include "figures/base/pdf_pages.h"

#include <QPageLayout>
#include <QPageSize>

namespace regard {

namespace {

constexpr double cssDpi = 96;
constexpr int resolution = 1200; // of the page's own units

QPageLayout pageOf(const Figure &figure)
{
    return QPageLayout(QPageSize(figure.size() / cssDpi, QPageSize::Inch, QString(), QPageSize::ExactMatch),
                       QPageLayout::Portrait, QMarginsF());
}

} // namespace

PdfPages::PdfPages(QIODevice *device, const QString &title) : m_writer(device)
{
    m_writer.setResolution(resolution);
    m_writer.setTitle(title);
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
    m_painter.scale(resolution / cssDpi, resolution / cssDpi);
    figure.paint(m_painter);
    m_painter.restore();
}

void PdfPages::finish()
{
    m_painter.end();
}

} // namespace regard
