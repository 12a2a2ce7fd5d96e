#include "app/presentation/present_stage.h"

#include <algorithm>
#include <map>
#include <utility>

#include <QEvent>
#include <QLabel>
#include <QMainWindow>

#include "app/base/settings.h"
#include "app/files/lesson_desk.h"
#include "app/regions/panel_set.h"
#include "app/regions/regions.h"
#include "document/document.h"
#include "widgets/lessons/lesson_player.h"
#include "widgets/panels/why_panel.h"
#include "widgets/parts/app_theme.h"
#include "widgets/parts/panel.h"

namespace regard {

namespace {

constexpr int usualType = 14; // pixels of a picture's names at type × 1

} // namespace

PresentStage::PresentStage(const PresentParts &parts, QObject *parent)
    : QObject(parent), m_parts(parts), m_caption(new QLabel(parts.panels->regions())), m_number(new QLabel(m_caption))
{
    m_caption->setObjectName(QStringLiteral("presentCaption"));
    m_caption->setWordWrap(true);
    m_caption->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_number->setObjectName(QStringLiteral("presentNumber"));
    m_caption->hide();
    parts.panels->regions()->installEventFilter(this);
    connect(parts.document, &Document::shownChanged, this, [this] {
        if (m_isIn && m_caption->text() != captionText())
            layOut();
    });
}

/// Those that the page or the mode has on its stage, and the weights or the curve that it is about.
std::vector<PanelId> PresentStage::pictures() const
{
    const Regions *regions = m_parts.panels->regions();
    const Stand &stand = regions->stand();
    std::vector<PanelId> shown;
    if (m_parts.lessons->player()->isOpen() && !stand.needsPair)
        shown = stand.pictures;
    else
        for (const PanelId picture : stand.pictures)
            if (regions->isOpen(picture))
                shown.push_back(picture);
    for (const PanelId panel : stand.inspector)
        if (panel == PanelId::Weights || panel == PanelId::Training)
            shown.push_back(panel);
    if (shown.empty())
        shown = stand.pictures;
    constexpr std::size_t most = 2;
    if (shown.size() > most)
        shown.resize(most);
    return shown;
}

QString PresentStage::captionText() const
{
    const LessonPlayer *player = m_parts.lessons->player();
    if (player->isOpen()) {
        const QString title = player->words(player->currentPage().title).toHtmlEscaped();
        return QStringLiteral("<b>%1.</b>").arg(title);
    }
    return m_parts.panels->why->question().toHtmlEscaped();
}

void PresentStage::enter()
{
    m_isIn = true;
    m_screen = 0;
}

void PresentStage::leave()
{
    m_isIn = false;
    m_caption->hide();
    setBare({});
    m_parts.theme->setScale(m_parts.settings->type);
    m_parts.panels->regions()->endPresented();
}

void PresentStage::setScreen(int screen)
{
    m_screen = screen;
    layOut();
}

void PresentStage::setBare(const std::vector<PanelId> &panels)
{
    for (const PanelId id : std::exchange(m_bare, panels))
        if (std::find(panels.begin(), panels.end(), id) == panels.end())
            if (auto *panel = qobject_cast<Panel *>(m_parts.panels->panel(id)))
                panel->setBare(false);
    for (const PanelId id : panels)
        if (auto *panel = qobject_cast<Panel *>(m_parts.panels->panel(id)))
            panel->setBare(id != PanelId::Weights && id != PanelId::Training);
}

void PresentStage::layOut()
{
    if (!m_isIn)
        return;
    Regions *regions = m_parts.panels->regions();
    const QRect whole = regions->rect();
    const double h = whole.height() * m_parts.settings->presentType;
    const int type = std::max(1, qRound(h / 36));
    const QString text = captionText();
    QFont font = m_caption->font();
    font.setPixelSize(type);
    m_caption->setFont(font);
    m_caption->setText(text);
    const int pad = type;
    m_caption->setContentsMargins(pad, pad / 2, pad, pad / 2);
    const int height = text.isEmpty() ? 0 : std::min(m_caption->heightForWidth(whole.width()), qRound(h / 4));
    m_caption->setGeometry(0, whole.height() - height, whole.width(), height);
    m_caption->setVisible(height > 0);
    m_caption->raise();
    m_parts.theme->setScale(double(type) / usualType);
    const std::vector<PanelId> shown = pictures();
    setBare(shown);
    const int gap = pad;
    const QRect rest(gap, gap, whole.width() - 2 * gap, whole.height() - height - 2 * gap);
    std::map<PanelId, QRect> places;
    const int width = (rest.width() - gap * int(shown.size() - 1)) / int(shown.size());
    for (std::size_t i = 0; i < shown.size(); ++i)
        places[shown[i]] = QRect(rest.left() + int(i) * (width + gap), rest.top(), width, rest.height());
    regions->present(places);
}

bool PresentStage::eventFilter(QObject *watched, QEvent *event)
{
    if (m_isIn && watched == m_parts.panels->regions() && event->type() == QEvent::Resize)
        layOut();
    return false;
}

} // namespace regard
