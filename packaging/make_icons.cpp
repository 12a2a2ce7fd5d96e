// make_icons FOLDER SVG…: each drawing in the sizes that desktops ask for, as FOLDER/48x48/NAME.png.
#include <cstdio>

#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

namespace {

bool write(const QString &folder, QSvgRenderer &drawing, const QString &name, int size)
{
    const QString place = folder + QStringLiteral("/%1x%1").arg(size);
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    drawing.render(&painter);
    painter.end();
    return QDir().mkpath(place) && image.save(place + u'/' + name + QStringLiteral(".png"));
}

} // namespace

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; ++i) {
        const QFileInfo file(QString::fromLocal8Bit(argv[i]));
        QSvgRenderer drawing(file.filePath());
        for (const int size : {16, 22, 24, 32, 48, 64, 96, 128, 256, 512}) {
            if (drawing.isValid() && write(QString::fromLocal8Bit(argv[1]), drawing, file.completeBaseName(), size))
                continue;
            std::fprintf(stderr, "make_icons: %s cannot be drawn in %d pixels\n", argv[i], size);
            return 1;
        }
    }
    return 0;
}
