#pragma once

#include <memory>

#include <QByteArray>
#include <QImage>

#include "draw/picture_origin.h"

struct WebPAnimEncoder;

namespace regard {

inline constexpr int largestFilmSide = 16383; ///< pixels, of WebP

/// How a film runs.
struct FilmPace {
    double seconds = 1.2; ///< that each frame stays
    int loops = 0;        ///< how often it runs; 0: for ever

    bool operator==(const FilmPace &) const = default;
};

/// A moving picture, as animated WebP without loss; of a single frame a still one. It keeps what is written, and of the
/// frames one at a time.
class FilmWriter {
public:
    /// Makes frames of that size; empty: as large as the first frame.
    explicit FilmWriter(FilmPace pace, QSize size = {});
    ~FilmWriter();

    /// A smaller frame is drawn at the top left, on the colour of its first pixel. Throws PictureError: too large, or
    /// not enough memory.
    void add(const QImage &frame);
    /// The file's bytes; the same frames give the same ones. Needs a frame; nothing can be added after it.
    QByteArray finish(const PictureOrigin &origin);

private:
    struct Free {
        void operator()(WebPAnimEncoder *encoder) const;
    };

    FilmPace m_pace;
    std::unique_ptr<WebPAnimEncoder, Free> m_encoder;
    QSize m_size;
    int m_frames = 0;
};

} // namespace regard
