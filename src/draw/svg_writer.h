#pragma once

#include <memory>

#include <QSvgGenerator>

#include "draw/picture_origin.h"

class QIODevice;

namespace regard {

/// A device that is painted on as on Qt's generator and writes the very same file, but piece by piece: the generator
/// alone keeps all of its text in UTF-16 until the end, where it copies it twice.
class SvgWriter : public QSvgGenerator {
public:
    /// The device is open for writing and outlives this. `size` in CSS pixels.
    SvgWriter(QIODevice *device, QSizeF size, const PictureOrigin &origin);
    ~SvgWriter() override;

protected:
    QPaintEngine *paintEngine() const override;

private:
    std::unique_ptr<QPaintEngine> m_engine;
};

} // namespace regard
