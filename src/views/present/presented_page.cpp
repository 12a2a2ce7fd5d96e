#include "views/present/presented_page.h"

#include <algorithm>
#include <utility>

#include <QPainter>

namespace regard {

namespace {

constexpr double factorStep = 0.1;

} // namespace

std::vector<CaptionRun> titledCaption(const QString &title, const QString &caption)
{
    std::vector<CaptionRun> runs;
    if (!title.isEmpty()) {
        const QChar last = title.back();
        addNotation(runs,
                    title + (last.isPunct()                       ? QStringLiteral(" ")
                             : last.script() == QChar::Script_Han ? QString(QChar(0x3002))
                                                                  : QStringLiteral(". ")),
                    {.text = {}, .isBold = true});
    }
    for (CaptionRun &run : captionRuns(caption)) {
        run.isBold |= std::exchange(run.isItalic, false);
        runs.push_back(std::move(run));
    }
    return runs;
}

bool PresentedPanelItself::fits(QSizeF size, double type, Names) const
{
    const QSizeF room = size * laidOutType / type;
    return m_rooms.empty() || std::any_of(m_rooms.begin(), m_rooms.end(), [room](const QSizeF &least) {
               return least.width() <= room.width() && least.height() <= room.height();
           });
}

void PresentedPage::add(PanelId panel, std::shared_ptr<PresentedPicture> picture)
{
    m_panels.push_back(panel);
    m_pictures.push_back(std::move(picture));
}

std::shared_ptr<const PresentedFigure> PresentedPage::figure(std::size_t index) const
{
    return std::dynamic_pointer_cast<const PresentedFigure>(m_pictures[index]);
}

PageRequest PresentedPage::request(QSizeF screen, double factor) const
{
    PageRequest request{screen, {}, {}, factor};
    for (const auto &picture : m_pictures)
        request.pictures.push_back(picture.get());
    if (!m_caption->isEmpty())
        request.captionHeight = [caption = m_caption](double width, double type, int part, int parts) {
            return caption->height(width, type, part, parts);
        };
    return request;
}

std::vector<PresentedScreen> PresentedPage::screens(QSizeF screen, double &factor) const
{
    for (double tried = factor; tried >= smallestTypeFactor - factorStep / 2; tried -= factorStep)
        if (auto screens = presentedScreens(request(screen, tried))) {
            factor = tried;
            return std::move(*screens);
        }
    std::vector<PresentedScreen> screens;
    for (std::size_t i = 0; i < m_pictures.size(); ++i)
        screens.push_back({{{i, QRectF(QPointF(), screen)}}, leastPresentedType(screen.height())});
    factor = 0;
    return screens;
}

void PresentedPage::paintCaption(QPainter &painter, const PresentedScreen &screen, const QRectF &band,
                                 const Theme &theme) const
{
    painter.fillRect(band, theme.control);
    m_caption->paint(painter, band, screen.captionType, theme, screen.captionPart, screen.captionParts);
}

void PresentedPage::paint(QPainter &painter, const PresentedScreen &screen, const Theme &theme) const
{
    for (const PresentedScreen::Picture &picture : screen.pictures) {
        const auto own = figure(picture.index);
        const auto made = own ? own->figure(picture.place.size(), screen.type) : nullptr;
        if (!made)
            continue;
        painter.save();
        painter.translate(picture.place.topLeft());
        made->paint(painter);
        painter.restore();
    }
    if (!screen.caption.isEmpty())
        paintCaption(painter, screen, screen.caption, theme);
}

} // namespace regard
