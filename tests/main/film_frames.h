#pragma once

#include <vector>

#include <QByteArray>
#include <QImage>
#include <webp/demux.h>

/// What libwebp's own decoder says of a film.
struct FilmFrames {
    std::vector<QImage> images; ///< ARGB, as they are seen
    std::vector<int> ends;      ///< ms from the beginning at which each gives way to the next
    int loops = -1;             ///< 0: for ever

    explicit FilmFrames(const QByteArray &film)
    {
        const WebPData data{reinterpret_cast<const uint8_t *>(film.constData()), std::size_t(film.size())};
        WebPAnimDecoderOptions options;
        WebPAnimDecoderOptionsInit(&options);
        options.color_mode = MODE_BGRA;
        WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, &options);
        WebPAnimInfo info;
        if (!decoder || !WebPAnimDecoderGetInfo(decoder, &info))
            return;
        loops = int(info.loop_count);
        uint8_t *pixels = nullptr;
        int end = 0;
        while (WebPAnimDecoderHasMoreFrames(decoder) && WebPAnimDecoderGetNext(decoder, &pixels, &end)) {
            images.push_back(
                QImage(pixels, int(info.canvas_width), int(info.canvas_height), QImage::Format_ARGB32).copy());
            ends.push_back(end);
        }
        WebPAnimDecoderDelete(decoder);
    }
};
