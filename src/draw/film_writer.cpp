#include "draw/film_writer.h"

#include <cmath>
#include <string>

#include <QPainter>
#include <webp/encode.h>
#include <webp/mux.h>

#include "draw/picture_error.h"
#include "engine/base/message.h"

namespace regard {

namespace {

constexpr int effort = 3; // of 0 … 6: more makes files of few colours hardly smaller

PictureError noMemory()
{
    return PictureError(Message::tr("there is not enough memory for a film of this size; choose a smaller one"));
}

/// One picture of the encoder, freed in any case.
struct Picture : WebPPicture {
    Picture()
    {
        if (!WebPPictureInit(this))
            throw noMemory();
    }
    ~Picture() { WebPPictureFree(this); }
    Picture(const Picture &) = delete;
    Picture &operator=(const Picture &) = delete;
};

QByteArray withXmp(const WebPData &film, const QByteArray &xmp)
{
    const std::unique_ptr<WebPMux, void (*)(WebPMux *)> mux(WebPMuxCreate(&film, 1), WebPMuxDelete);
    const WebPData packet{reinterpret_cast<const uint8_t *>(xmp.constData()), std::size_t(xmp.size())};
    WebPData all{};
    if (!mux || WebPMuxSetChunk(mux.get(), "XMP ", &packet, 1) != WEBP_MUX_OK ||
        WebPMuxAssemble(mux.get(), &all) != WEBP_MUX_OK)
        throw noMemory();
    const QByteArray bytes(reinterpret_cast<const char *>(all.bytes), qsizetype(all.size));
    WebPDataClear(&all);
    return bytes;
}

} // namespace

void FilmWriter::Free::operator()(WebPAnimEncoder *encoder) const
{
    WebPAnimEncoderDelete(encoder);
}

FilmWriter::FilmWriter(FilmPace pace, QSize size) : m_pace(pace), m_size(size) {}

FilmWriter::~FilmWriter() = default;

void FilmWriter::add(const QImage &frame)
{
    if (!m_encoder) {
        if (m_size.isEmpty())
            m_size = frame.size();
        if (m_size.width() > largestFilmSide || m_size.height() > largestFilmSide)
            throw PictureError(Message::tr(
                "the film would be %1 × %2 pixels, but a side may have 1 to %3; choose a "
                "smaller size or resolution",
                {std::to_string(m_size.width()), std::to_string(m_size.height()), std::to_string(largestFilmSide)}));
        WebPAnimEncoderOptions options;
        if (!WebPAnimEncoderOptionsInit(&options))
            throw noMemory();
        options.anim_params.loop_count = m_pace.loops;
        m_encoder.reset(WebPAnimEncoderNew(m_size.width(), m_size.height(), &options));
    }
    QImage pixels(m_size, QImage::Format_ARGB32);
    if (pixels.isNull() || !m_encoder)
        throw noMemory();
    pixels.fill(QColor::fromRgba(frame.pixel(0, 0)));
    QPainter painter(&pixels);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.drawImage(QPoint(), frame);
    painter.end();
    WebPConfig config;
    Picture picture;
    if (!WebPConfigInit(&config) || !WebPConfigLosslessPreset(&config, effort))
        throw noMemory();
    config.exact = 1;
    picture.use_argb = 1;
    picture.width = m_size.width();
    picture.height = m_size.height();
    if (!WebPPictureAlloc(&picture))
        throw noMemory();
    for (int y = 0; y < m_size.height(); ++y) {
        const auto *line = reinterpret_cast<const QRgb *>(pixels.constScanLine(y));
        std::copy(line, line + m_size.width(), picture.argb + std::ptrdiff_t(y) * picture.argb_stride);
    }
    const int time = int(std::lround(m_pace.seconds * 1000)) * m_frames;
    if (!WebPAnimEncoderAdd(m_encoder.get(), &picture, time, &config))
        throw noMemory();
    ++m_frames;
}

QByteArray FilmWriter::finish(const PictureOrigin &origin)
{
    WebPData film{};
    const int end = int(std::lround(m_pace.seconds * 1000)) * m_frames;
    if (!WebPAnimEncoderAdd(m_encoder.get(), nullptr, end, nullptr) || !WebPAnimEncoderAssemble(m_encoder.get(), &film))
        throw noMemory();
    m_encoder.reset();
    const std::unique_ptr<WebPData, void (*)(WebPData *)> freed(&film, WebPDataClear);
    const QByteArray xmp = origin.xmp();
    return xmp.isEmpty() ? QByteArray(reinterpret_cast<const char *>(film.bytes), qsizetype(film.size))
                         : withXmp(film, xmp);
}

} // namespace regard
