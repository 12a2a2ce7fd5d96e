#include "app/presentation/present_stage.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <QEvent>
#include <QMainWindow>
#include <QPainter>

#include "app/base/settings.h"
#include "app/files/lesson_desk.h"
#include "app/regions/panel_set.h"
#include "app/regions/regions.h"
#include "document/document.h"
#include "views/present/presented_panel.h"
#include "widgets/lessons/lesson_player.h"
#include "widgets/panels/link_panel.h"
#include "widgets/panels/why_panel.h"
#include "widgets/parts/app_theme.h"
#include "widgets/parts/panel.h"

namespace regard {

namespace {

constexpr int restMs = 300;

/// A panel that has no picture, such as a table: it takes what place there is.
class AnyPlace : public PresentedPicture {
public:
    bool fits(QSizeF, double, Names) const override { return true; }
};

} // namespace

/// Something painted that stands where it is put.
class PresentStage::Still : public QWidget {
public:
    using Paint = std::function<void(QPainter &, QSizeF)>;

    Still(const QString &name, QWidget *parent) : QWidget(parent)
    {
        setObjectName(name);
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }
    void show(const QRect &place, Paint paint)
    {
        m_paint = std::move(paint);
        setGeometry(place);
        update();
        QWidget::show();
        raise();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (m_paint)
            m_paint(painter, size());
    }

private:
    Paint m_paint;
};

PresentStage::PresentStage(const PresentParts &parts, QObject *parent)
    : QObject(parent), m_parts(parts), m_foot(new Still(QStringLiteral("presentCaption"), parts.panels->regions()))
{
    parts.panels->regions()->installEventFilter(this);
    // What changes is seen at once where it stands; whether it still fits is looked at once it rests.
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMs);
    connect(&m_rest, &QTimer::timeout, this, &PresentStage::layOut);
    connect(parts.document, &Document::shownChanged, this, &PresentStage::follow);
}

/// Those that the page names, or that the mode has on its stage, and the weights or the curve that it is about.
std::vector<PanelId> PresentStage::pictures() const
{
    const Regions *regions = m_parts.panels->regions();
    const Stand &stand = regions->stand();
    const LessonPlayer *player = m_parts.lessons->player();
    std::vector<PanelId> shown;
    if (player->isOpen() && !player->currentPage().panels.empty()) {
        for (const PanelId panel : player->currentPage().panels)
            if (isPresented(panel))
                shown.push_back(panel);
    } else {
        shown = seenPictures(stand.pictures, std::nullopt, stand.isPair);
        for (const PanelId panel : stand.inspector)
            if (panel == PanelId::Weights)
                shown.push_back(panel);
        if (stand.strip == PanelId::Training)
            shown.push_back(PanelId::Training);
    }
    return shown.empty() ? stand.pictures : shown;
}

/// Whether the panel itself is shown, to be pointed at and edited. Of a page's other pictures a still is enough.
bool PresentStage::isLive(PanelId panel) const
{
    if (panel == PanelId::Links || panel == PanelId::Heatmap)
        return true;
    return !m_parts.lessons->player()->isOpen() &&
           (panel == PanelId::Steps || panel == PanelId::Weights || panel == PanelId::Training);
}

std::vector<CaptionRun> PresentStage::captionRunsNow() const
{
    LessonPlayer *player = m_parts.lessons->player();
    if (!player->isOpen()) {
        const QString question = m_parts.panels->why->question();
        const QString calculation = m_parts.panels->why->calculation();
        if (question.isEmpty())
            return {};
        return {{question + QLatin1Char(' '), true}, {calculation}};
    }
    std::vector<CaptionRun> runs;
    if (const QString title = player->words(player->currentPage().title); !title.isEmpty())
        runs.push_back({title + QStringLiteral(". "), true});
    for (CaptionRun &run : captionRuns(player->caption())) {
        run.isBold |= std::exchange(run.isItalic, false); // what is emphasised is read from the last row
        runs.push_back(std::move(run));
    }
    return runs;
}

void PresentStage::enter()
{
    m_isIn = true;
    m_screen = 0;
    m_factor = 1;
}

void PresentStage::leave()
{
    m_isIn = false;
    m_foot->hide();
    for (const auto &[panel, still] : m_stills)
        still->hide();
    setBare({});
    m_parts.theme->setScale(m_parts.settings->type);
    m_parts.panels->regions()->endPresented();
}

void PresentStage::setScreen(int screen)
{
    m_screen = screen;
    show();
}

void PresentStage::setBare(const std::vector<PanelId> &panels)
{
    for (const PanelId id : std::exchange(m_bare, panels))
        if (!holds(panels, id))
            if (auto *panel = qobject_cast<Panel *>(m_parts.panels->panel(id)))
                panel->setBare(false);
    for (const PanelId id : panels)
        if (auto *panel = qobject_cast<Panel *>(m_parts.panels->panel(id)))
            panel->setBare(true);
}

void PresentStage::readPage()
{
    const LessonPlayer *player = m_parts.lessons->player();
    m_panels = pictures();
    m_pictures.clear();
    ViewOptions options = presentedOptions(*m_parts.document);
    options.links = m_parts.panels->links->options();
    for (const PanelId panel : m_panels) {
        std::unique_ptr<PresentedPicture> picture =
            presentedPanel(panel, *m_parts.document, options, m_parts.theme->theme());
        m_pictures.push_back(picture ? std::move(picture) : std::make_unique<AnyPlace>());
    }
    const QString corner = player->isOpen()
                               ? QStringLiteral("%1 / %2").arg(player->page() + 1).arg(player->lesson().pages.size())
                               : QString();
    m_caption = std::make_unique<PageCaption>(captionRunsNow(), corner);
}

void PresentStage::follow()
{
    if (!m_isIn)
        return;
    const std::vector<PanelId> before = m_panels;
    readPage();
    if (m_panels != before) {
        layOut();
        return;
    }
    show();
    m_rest.start();
}

bool PresentStage::layOut()
{
    if (!m_isIn)
        return true;
    readPage();
    PageRequest request;
    request.screen = m_parts.panels->regions()->size();
    for (const auto &picture : m_pictures)
        request.pictures.push_back(picture.get());
    if (!m_caption->isEmpty())
        request.captionHeight = [this](double width, double type, int part, int parts) {
            return m_caption->height(width, type, part, parts);
        };
    // Where the type that is asked for has no room, the largest that has it.
    bool isAsFound = true;
    std::optional<std::vector<PresentedScreen>> screens;
    for (double factor = m_parts.settings->presentType; factor >= smallestTypeFactor - 0.01; factor -= 0.1) {
        request.factor = factor;
        screens = presentedScreens(request);
        if (screens) {
            m_factor = factor;
            break;
        }
        isAsFound = false;
    }
    if (!screens) { // a picture that is too large for any type stands alone, as large as the screen
        screens.emplace();
        for (std::size_t i = 0; i < m_pictures.size(); ++i)
            screens->push_back({{{i, QRectF(QPointF(), request.screen)}}, leastPresentedType(request.screen.height())});
    }
    m_screens = std::move(*screens);
    m_screen = std::clamp(m_screen, 0, int(m_screens.size()) - 1);
    show();
    return isAsFound;
}

void PresentStage::show()
{
    const PresentedScreen &screen = m_screens[std::size_t(m_screen)];
    Regions *regions = m_parts.panels->regions();
    m_parts.theme->setScale(screen.type / laidOutType, laidOutType);
    std::map<PanelId, QRect> live;
    std::vector<PanelId> bare;
    for (const auto &[panel, still] : m_stills)
        still->hide();
    for (const PresentedScreen::Picture &picture : screen.pictures) {
        const PanelId panel = m_panels[picture.index];
        const QRect place = picture.place.toRect();
        if (isLive(panel)) {
            live[panel] = place;
            bare.push_back(panel);
            continue;
        }
        Still *&still = m_stills[panel];
        if (!still)
            still = new Still(QStringLiteral("presented_") + QString::fromStdString(panelWord(panel)), regions);
        const auto *figure = dynamic_cast<const PresentedFigure *>(m_pictures[picture.index].get());
        std::shared_ptr<const Figure> made = figure ? figure->figure(picture.place.size(), screen.type) : nullptr;
        still->setAccessibleName(m_parts.panels->panel(panel)->accessibleName());
        still->show(place, [made](QPainter &painter, QSizeF) {
            if (made)
                made->paint(painter);
        });
    }
    setBare(bare);
    regions->present(live);
    const bool hasCaption = !screen.caption.isEmpty();
    m_foot->setVisible(hasCaption);
    if (!hasCaption)
        return;
    const Theme &theme = m_parts.theme->theme();
    m_foot->show(screen.caption.toRect(), [this, theme, screen](QPainter &painter, QSizeF size) {
        painter.fillRect(QRectF(QPointF(), size), theme.control);
        m_caption->paint(painter, QRectF(QPointF(), size), screen.captionType, theme.text, theme.muted,
                         screen.captionPart, screen.captionParts);
    });
}

bool PresentStage::eventFilter(QObject *watched, QEvent *event)
{
    if (m_isIn && watched == m_parts.panels->regions() && event->type() == QEvent::Resize)
        layOut();
    return false;
}

} // namespace regard
