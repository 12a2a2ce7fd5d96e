#pragma once

#include <memory>

#include <QPainter>
#include <QPdfWriter>
#include <QString>

#include "figures/base/figure.h"

class QIODevice;

namespace regard {

/// A PDF of one or more pages, each as large as its figure; text stays text.
class PdfPages {
public:
    /// The device is open for writing and outlives this. `title` is the document's.
    PdfPages(QIODevice *device, const QString &title);
    ~PdfPages();

    void add(const Figure &figure);
    /// Writes what is left; needs at least one page. Nothing can be added after it.
    void finish();

private:
    QPdfWriter m_writer;
    QPainter m_painter;
};

} // namespace regard
