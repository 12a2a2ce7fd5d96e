#pragma once

#include <memory>

#include <QPaintDevice>
#include <QSizeF>

#include "draw/picture_origin.h"

class QIODevice;

namespace regard {

class SvgEngine;

/// A device whose paintings become an SVG file that people and programs can go on with: groups with names
/// (FigureGroup), a class for each style of lines and texts, coordinates of the page, nothing beyond it.
class SvgWriter : public QPaintDevice {
public:
    /// The device is open for writing and outlives this; the file is written when the painter ends. `size` in CSS
    /// pixels.
    SvgWriter(QIODevice *device, QSizeF size, const PictureOrigin &origin);
    ~SvgWriter() override;

    QPaintEngine *paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSizeF m_size;
    std::unique_ptr<SvgEngine> m_engine;
};

} // namespace regard
