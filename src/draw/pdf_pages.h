#pragma once

#include <memory>

#include <QPainter>
#include <QPdfWriter>

#include "draw/figure.h"
#include "draw/picture_origin.h"

class QIODevice;

namespace regard {

/// A PDF of one or more pages, each as large as its figure; text stays text.
class PdfPages {
public:
    /// The device is open for writing and outlives this. The file says no date, so that the same pages are the same
    /// bytes.
    PdfPages(QIODevice *device, const PictureOrigin &origin);
    ~PdfPages();

    void add(const Figure &figure);
    /// Writes what is left; needs at least one page. Nothing can be added after it.
    void finish();

private:
    std::unique_ptr<QIODevice> m_mended; ///< before the device; outlives the writer
    QPdfWriter m_writer;
    QPainter m_painter;
};

} // namespace regard
