#include "window/presentation/present_stage.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include <QAccessible>
#include <QEvent>
#include <QLocale>
#include <QMainWindow>
#include <QPainter>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/base/moved_scale.h"
#include "views/circuits/panel/circuits_panel.h"
#include "views/heads/panel/heads_panel.h"
#include "views/lens/panel/lens_panel.h"
#include "views/lesson/panel/lesson_player.h"
#include "views/links/panel/link_panel.h"
#include "views/output/panel/output_panel.h"
#include "views/parts/panel/logit_parts_panel.h"
#include "views/parts/panel/score_parts_panel.h"
#include "views/patch/panel/patch_panel.h"
#include "views/patch/patch_run.h"
#include "views/path/panel/path_panel.h"
#include "views/sentence/panel/sentence_panel.h"
#include "views/steps/panel/steps_panel.h"
#include "views/training/panel/training_answer.h"
#include "views/training/panel/training_panel.h"
#include "views/training/task_answer.h"
#include "views/unrolled/panel/unrolled_panel.h"
#include "views/weights/panel/weights_panel.h"
#include "views/why/cell_try.h"
#include "views/why/panel/why_panel.h"
#include "window/base/settings.h"
#include "window/files/lesson_desk.h"
#include "window/presentation/present_matrix.h"
#include "window/regions/panel_set.h"
#include "window/regions/regions.h"

namespace regard {

namespace {

constexpr int restMs = 300;

/// Whether what is open at the right answers a question about the pictures, so that it is presented with them.
bool isBesidePictures(PanelId panel)
{
    return panel == PanelId::Weights || panel == PanelId::Lens || panel == PanelId::Circuits ||
           panel == PanelId::ScoreParts || panel == PanelId::LogitParts || panel == PanelId::Patch;
}

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
    : QObject(parent), m_parts(parts), m_foot(new Still(QStringLiteral("presentCaption"), parts.panels->regions())),
      m_matrix(new PresentMatrix(parts.document, parts.theme, parts.panels->regions()))
{
    m_matrix->setObjectName(QStringLiteral("presented_weights"));
    m_matrix->setAccessibleName(parts.panels->weights->accessibleName());
    m_matrix->hide();
    parts.panels->regions()->installEventFilter(this);
    // What changes is seen at once where it stands; whether it still fits is looked at once it rests.
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMs);
    connect(&m_rest, &QTimer::timeout, this, &PresentStage::layOut);
    connect(parts.document, &Document::shownChanged, this, &PresentStage::follow);
    connect(&parts.document->look(), &Look::stepViewChanged, this, &PresentStage::follow);
    // It is presented as soon as it is computed.
    connect(parts.panels->patch->run(), &PatchRun::progressed, this, &PresentStage::layOut, Qt::QueuedConnection);
    for (const auto signal : {&Look::highlightChanged, &Look::cellChanged})
        connect(&parts.document->look(), signal, this, [this] {
            // The pictures of a page that is being loaded come with what it shows.
            if (!m_isIn || m_screens.empty() || pictures() != m_page.panels())
                return;
            readPage();
            show();
        });
}

std::vector<PanelId> PresentStage::picturesOf(const LessonPage &page)
{
    std::vector<PanelId> pictures;
    std::copy_if(page.panels.begin(), page.panels.end(), std::back_inserter(pictures), isPresented);
    return pictures;
}

/// Returns the pictures that the page names, or that the mode has on its stage with the weights, the curve or the
/// answer that it is about.
std::vector<PanelId> PresentStage::pictures() const
{
    const Stand &stand = m_parts.panels->regions()->stand();
    const LessonPlayer *player = m_parts.lessons->player();
    std::vector<PanelId> shown;
    if (player->isOpen() && !player->currentPage().panels.empty()) {
        shown = picturesOf(player->currentPage());
    } else {
        shown = seenPictures(stand.pictures, std::nullopt, stand.isPair);
        for (const PanelId panel : stand.inspector)
            if (isBesidePictures(panel))
                shown.push_back(panel);
        if (stand.strip == PanelId::Training && hasRun()) // what is learned, and how far
            shown = {shown.empty() ? PanelId::Heatmap : shown.back(), PanelId::Training};
    }
    return shown.empty() ? stand.pictures : shown;
}

/// The view in the panel that shows the presented picture, to be pointed at; null: it is none, or shows its own.
FigureView *PresentStage::liveView(PanelId panel) const
{
    const PanelSet &panels = *m_parts.panels;
    const std::pair<PanelId, FigureView *> views[] = {
        {PanelId::Heads, panels.heads->view()},
        {PanelId::Sentence, panels.sentence->view()},
        {PanelId::Steps, panels.steps->showsPlay() ? nullptr : panels.steps->view()},
        {PanelId::Output, panels.output->view()},
        {PanelId::Lens, panels.lens->view()},
        {PanelId::Circuits, panels.circuits->view()},
        {PanelId::Unrolled, panels.unrolled->view()},
        {PanelId::Path, panels.path->view()},
        {PanelId::ScoreParts, panels.scoreParts->view()},
        {PanelId::LogitParts, panels.logitParts->view()},
        {PanelId::Patch, panels.patch->view()},
    };
    for (const auto &[id, view] : views)
        if (id == panel)
            return view;
    return nullptr;
}

/// The part of a panel that is presented where that is not all: not the buttons that a user trains with.
QWidget *PresentStage::alone(PanelId panel) const
{
    const bool isOneRun = m_parts.document->training().state().beside.empty();
    if (panel == PanelId::Training && isOneRun)
        return m_parts.panels->training->answer();
    return liveView(panel);
}

/// Whether the panel itself is shown. A still is enough for the others.
bool PresentStage::isLive(PanelId panel) const
{
    if (panel == PanelId::Training)
        return !m_parts.lessons->player()->isOpen();
    return panel == PanelId::Links || panel == PanelId::Heatmap || panel == PanelId::Steps || liveView(panel);
}

std::vector<CaptionRun> PresentStage::captionNow() const
{
    LessonPlayer *player = m_parts.lessons->player();
    if (player->isOpen())
        return titledCaption(player->words(player->currentPage().title), player->caption());
    if (m_parts.panels->regions()->stand().strip == PanelId::Training && hasRun())
        return runNow();
    std::vector<CaptionRun> runs;
    const std::vector<PanelId> shown = pictures();
    if (m_parts.panels->steps->showsPlay() && std::find(shown.begin(), shown.end(), PanelId::Steps) != shown.end())
        return runs; // the play has sentences of its own
    for (const WhyRun &run : m_parts.panels->why->sentence()) {
        const CaptionRun look{.text = run.text, .isBold = run.look >= WhyRun::Look::Result, .role = run.role};
        if (run.isToken)
            runs.push_back(look);
        else
            addNotation(runs, run.text, look);
    }
    // The pictures may show other numbers than the weight that the sentence explains.
    const ShownState &state = m_parts.document->shown().attention;
    if (const QString other = state.trace() ? otherNumbersText(*state.trace(), state.selection) : QString();
        !other.isEmpty())
        addNotation(runs, (runs.empty() ? QString() : QStringLiteral("   ")) + tr("Pictures: %1").arg(other), {});
    return runs;
}

bool PresentStage::hasRun() const
{
    const TrainingState &state = m_parts.document->training().state();
    return state.task || state.record;
}

/// What the model answers, and how far the run is.
std::vector<CaptionRun> PresentStage::runNow() const
{
    const TrainingState &state = m_parts.document->training().state();
    const QLocale locale;
    std::vector<CaptionRun> runs;
    if (state.task && state.beside.empty()) // each card of several models has its own answer
        if (const TaskAnswer answer = taskAnswer(*state.task, m_parts.document->result()); !answer.asked.empty())
            runs.push_back({answerHeading(*state.task, answer) + QStringLiteral("   "), true});
    runs.push_back(
        {tr("Step %1").arg(locale.toString(m_parts.document->training().frontStep())) + QStringLiteral("   ")});
    if (!state.curve->steps.empty())
        runs.push_back(
            {tr("Loss %1").arg(locale.toString(state.curve->steps.back().loss, 'g', 3)) + QStringLiteral("   ")});
    if (!state.curve->heldOut.accuracy.empty()) {
        const double share = state.curve->heldOut.accuracy.back();
        const int percent = qRound(100 * share); // all of them where it says 100, none where it says 0
        runs.push_back({tr("Right %1 %").arg(share > 0 && share < 1 ? std::clamp(percent, 1, 99) : percent)});
    }
    return runs;
}

void PresentStage::enter()
{
    m_isIn = true;
    m_screens.clear();
    m_screen = 0;
}

void PresentStage::leave()
{
    m_isIn = false;
    m_foot->hide();
    m_matrix->hide();
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

void PresentStage::setBare(std::map<PanelId, QWidget *> bare)
{
    for (const auto &[id, alone] : std::exchange(m_bare, bare)) {
        if (auto *view = qobject_cast<FigureView *>(alone); view && !(bare.count(id) && bare.at(id) == view))
            view->setPresented(nullptr);
        if (auto *panel = qobject_cast<Panel *>(m_parts.panels->panel(id)); panel && !bare.count(id))
            panel->setBare(false);
    }
    for (const auto &[id, alone] : bare)
        if (auto *panel = qobject_cast<Panel *>(m_parts.panels->panel(id)))
            panel->setBare(true, alone);
    m_parts.panels->training->answer()->setWordless(m_bare.count(PanelId::Training) > 0); // the caption has them
}

void PresentStage::readPage()
{
    const LessonPlayer *player = m_parts.lessons->player();
    const QString corner = player->isOpen()
                               ? QStringLiteral("%1 / %2").arg(player->page() + 1).arg(player->lesson().pages.size())
                               : QString();
    m_page = PresentedPage(captionNow(), corner);
    for (const PanelId panel : pictures())
        m_page.add(panel, pictureOf(panel));
}

/// What the panel is laid out for.
std::shared_ptr<PresentedPicture> PresentStage::pictureOf(PanelId panel) const
{
    using Rooms = std::vector<QSizeF>;
    // The play with its bar and its sentences; and all stages below each other, which take long to lay out for each try
    // and are scrolled as in the window.
    const bool isLong = m_parts.document->look().stepView().showsAll && !m_parts.lessons->player()->isOpen();
    if (panel == PanelId::Steps && (isLong || !liveView(panel)))
        return std::make_shared<PresentedPanelItself>(Rooms{{620, 340}});
    if (panel == PanelId::Training && isLive(panel)) // the curve below the other picture or beside it
        return std::make_shared<PresentedPanelItself>(Rooms{{300, 250}, {560, 150}});
    std::shared_ptr<PresentedPicture> figure = figureOf(panel);
    return figure ? figure : std::make_shared<PresentedPanelItself>(Rooms{});
}

/// With the options of the panels.
std::unique_ptr<PresentedFigure> PresentStage::figureOf(PanelId panel) const
{
    ViewOptions options = presentedOptions(*m_parts.document);
    options.links = m_parts.panels->links->options();
    options.steps = m_parts.panels->steps->viewOptions().steps;
    options.circuits = m_parts.panels->circuits->completeOptions().circuits;
    options.lens = m_parts.panels->lens->completeOptions().lens;
    if (panel == PanelId::ScoreParts)
        options.madeParts = m_parts.panels->scoreParts->completeOptions().madeParts;
    if (panel == PanelId::LogitParts)
        options.madeParts = m_parts.panels->logitParts->completeOptions().madeParts;
    options.patch = m_parts.panels->patch->viewOptions().patch;
    options.path = m_parts.panels->path->viewOptions().path;
    return presentedPanel(panel, *m_parts.document, options, m_parts.theme->theme());
}

void PresentStage::follow()
{
    if (!m_isIn)
        return;
    const std::vector<PanelId> before = m_page.panels();
    readPage();
    if (m_screens.empty() || m_page.panels() != before) {
        layOut();
        return;
    }
    show();
    m_rest.start();
}

/// What is presented of a matrix is around a cell: the one that matters most, where that is found at once.
void PresentStage::chooseCell()
{
    Document *document = m_parts.document;
    const auto cell = isCellTryQuick(*document) ? cellTry(*document) : std::nullopt;
    if (cell)
        document->look().setCell(cell->cell);
    else
        m_parts.panels->weights->chooseFirst();
}

bool PresentStage::layOut()
{
    if (!m_isIn)
        return true;
    if (const std::vector<PanelId> shown = pictures();
        m_parts.document->look().cell().matrix.empty() &&
        std::find(shown.begin(), shown.end(), PanelId::Weights) != shown.end())
        chooseCell();
    readPage();
    m_factor = m_parts.settings->presentType;
    m_screens = m_page.screens(m_parts.panels->regions()->size(), m_factor);
    m_screen = std::clamp(m_screen, 0, int(m_screens.size()) - 1);
    show();
    return m_factor == m_parts.settings->presentType;
}

void PresentStage::showStill(const PresentedScreen::Picture &picture, double type)
{
    const PanelId panel = m_page.panels()[picture.index];
    const auto figure = m_page.figure(picture.index);
    const std::shared_ptr<const Figure> made = figure ? figure->figure(picture.place.size(), type) : nullptr;
    if (panel == PanelId::Weights)
        return m_matrix->showAt(picture.place.toRect(), type, made);
    Still *&still = m_stills[panel];
    if (!still)
        still = new Still(QStringLiteral("presented_") + QString::fromStdString(panelWord(panel)),
                          m_parts.panels->regions());
    still->setAccessibleName(m_parts.panels->panel(panel)->accessibleName());
    still->show(picture.place.toRect(), [made](QPainter &painter, QSizeF) {
        if (made)
            made->paint(painter);
    });
}

void PresentStage::show()
{
    const PresentedScreen &screen = m_screens[std::size_t(m_screen)];
    Regions *regions = m_parts.panels->regions();
    m_parts.theme->setScale(screen.type / laidOutType, laidOutType);
    std::map<PanelId, QRect> live;
    std::map<PanelId, QWidget *> bare;
    const bool hasMatrix = std::any_of(screen.pictures.begin(), screen.pictures.end(), [this](const auto &picture) {
        return m_page.panels()[picture.index] == PanelId::Weights;
    });
    if (!hasMatrix)
        m_matrix->hide();
    for (const auto &[panel, still] : m_stills)
        still->hide();
    for (const PresentedScreen::Picture &picture : screen.pictures) {
        const PanelId panel = m_page.panels()[picture.index];
        if (!isLive(panel)) {
            showStill(picture, screen.type);
            continue;
        }
        live[panel] = picture.place.toRect();
        bare[panel] = alone(panel);
    }
    setBare(bare);
    regions->present(live);
    for (const PresentedScreen::Picture &picture : screen.pictures) {
        const PanelId panel = m_page.panels()[picture.index];
        if (FigureView *view = live.count(panel) ? liveView(panel) : nullptr)
            view->setPresented([this, panel](QSizeF size) { return figureOf(panel)->laidOut(size); });
    }
    const bool hasCaption = !screen.caption.isEmpty();
    m_foot->setVisible(hasCaption);
    if (const QString text = m_page.captionText(); text != m_foot->accessibleName()) {
        m_foot->setAccessibleName(text);
        QAccessibleEvent said(m_foot, QAccessible::Alert);
        QAccessible::updateAccessibility(&said);
    }
    if (hasCaption)
        m_foot->show(screen.caption.toRect(),
                     [page = m_page, theme = m_parts.theme->theme(), screen](QPainter &painter, QSizeF size) {
                         page.paintCaption(painter, screen, QRectF(QPointF(), size), theme);
                     });
    emit changed();
}

QWidget *PresentStage::focus() const
{
    if (m_screens.empty())
        return nullptr;
    for (const PresentedScreen::Picture &picture : m_screens[std::size_t(m_screen)].pictures)
        if (const PanelId panel = m_page.panels()[picture.index]; panel == PanelId::Weights)
            return m_matrix;
        else if (isLive(panel))
            return m_parts.panels->focus(panel);
    return nullptr;
}

bool PresentStage::eventFilter(QObject *watched, QEvent *event)
{
    if (m_isIn && watched == m_parts.panels->regions() && event->type() == QEvent::Resize)
        layOut();
    return false;
}

} // namespace regard
