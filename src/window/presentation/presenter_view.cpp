#include "window/presentation/presenter_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QScreen>
#include <QScrollArea>

#include "controls/app_theme.h"
#include "controls/spoken_name.h"
#include "document/document.h"
#include "io/lesson/lesson_numbers.h"
#include "views/lesson/panel/lesson_html.h"
#include "views/lesson/panel/lesson_player.h"
#include "views/lesson/panel/lesson_value_text.h"
#include "window/base/settings.h"
#include "window/files/lesson_desk.h"
#include "window/presentation/present_controls.h"
#include "window/presentation/present_stage.h"
#include "window/regions/panel_set.h"
#include "window/regions/regions.h"

namespace regard {

namespace {

constexpr int ownType = 17; // the stage's type is of another screen

QString htmlOf(LessonPlayer *player, const LessonText &text, const Theme &theme)
{
    QString html;
    for (const LessonBlock &block : lessonBlocks(
             player->words(text).toStdString(), [player](const LessonValue &value) { return player->valueText(value); },
             theme))
        html += block.html;
    return html;
}

} // namespace

/// What the stage would show, made smaller.
class PresenterView::Next : public QWidget {
public:
    using QWidget::QWidget;

    /// An empty page: nothing.
    void set(PresentedPage page, const PresentedScreen &screen, QSizeF size, const Theme &theme)
    {
        m_page = std::move(page);
        m_screen = screen;
        m_size = size;
        m_theme = theme;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        if (m_page.panels().empty())
            return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const double scale = std::min(width() / m_size.width(), height() / m_size.height());
        painter.scale(scale, scale);
        painter.fillRect(QRectF(QPointF(), m_size), m_theme.panel);
        m_page.paint(painter, m_screen, m_theme);
    }

private:
    PresentedPage m_page;
    PresentedScreen m_screen;
    QSizeF m_size;
    Theme m_theme;
};

PresenterView::PresenterView(const PresentParts &parts, const PresentStage *stage, const QElapsedTimer *since)
    : m_parts(parts), m_stage(stage), m_controls(new PresentControls(this, true)), m_clock(new QLabel(this)),
      m_screens(new QComboBox(this)), m_text(new QLabel(this)), m_nextTitle(new QLabel(this)), m_next(new Next(this)),
      m_since(since)
{
    setObjectName(QStringLiteral("presenterView"));
    setStyleSheet(QStringLiteral("QWidget { font-size: %1px; } QToolButton, QComboBox { padding: 4px 10px; }")
                      .arg(qRound(ownType * parts.settings->type)));
    m_screens->setAccessibleName(tr("Screen of the presentation"));
    m_clock->setObjectName(QStringLiteral("presenterClock"));
    m_text->setObjectName(QStringLiteral("presenterText"));
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignTop);
    m_text->setContentsMargins(16, 16, 16, 16);
    m_nextTitle->setObjectName(QStringLiteral("presenterNext"));
    m_nextTitle->setWordWrap(true);
    m_next->setObjectName(QStringLiteral("presenterPicture"));
    m_next->setAccessibleName(tr("What comes next"));
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setAccessibleName(tr("Text of the page"));
    scroll->setWidget(m_text);
    auto *top = new QHBoxLayout;
    top->addWidget(m_controls);
    top->addStretch(1);
    top->addWidget(m_screens);
    top->addWidget(m_clock);
    auto *next = new QVBoxLayout;
    next->addWidget(m_nextTitle);
    next->addWidget(m_next, 1);
    auto *halves = new QHBoxLayout;
    halves->addWidget(scroll, 1);
    halves->addLayout(next, 1);
    auto *all = new QVBoxLayout(this);
    all->addLayout(top);
    all->addLayout(halves, 1);
    m_seconds.setInterval(1000);
    connect(&m_seconds, &QTimer::timeout, this, &PresenterView::showClock);
    connect(parts.lessons->player(), &LessonPlayer::lessonChanged, this, [this] { m_nextPage = -1; });
    connect(m_screens, &QComboBox::activated, this,
            [this] { emit screenAsked(m_screens->currentData().value<QScreen *>()); });
}

PresenterView::~PresenterView() = default;

void PresenterView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_seconds.start();
    showClock();
}

void PresenterView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_seconds.stop();
}

void PresenterView::showClock()
{
    const qint64 seconds = m_since->elapsed() / 1000;
    m_clock->setText(QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0')));
    m_clock->setAccessibleName(tr("Since the beginning: %1").arg(m_clock->text()));
}

void PresenterView::offer(const QList<QScreen *> &screens, const QScreen *filled)
{
    m_screens->clear();
    for (QScreen *screen : screens) {
        m_screens->addItem(
            QStringLiteral("%1 · %2 × %3").arg(screen->name()).arg(screen->size().width()).arg(screen->size().height()),
            QVariant::fromValue(screen));
        if (screen == filled)
            m_screens->setCurrentIndex(m_screens->count() - 1);
    }
    m_screens->setVisible(screens.size() > 1);
}

void PresenterView::follow(const QString &snapshot)
{
    showText();
    showNext(snapshot);
}

void PresenterView::showText()
{
    LessonPlayer *player = m_parts.lessons->player();
    const Theme &theme = m_parts.theme->theme();
    QString text = QStringLiteral("<h3>%1</h3>");
    if (player->isOpen())
        text = text.arg(player->pageTitle(player->page()).toHtmlEscaped()) +
               htmlOf(player, player->currentPage().text, theme) + htmlOf(player, player->currentPage().attempt, theme);
    else
        text = text.arg(m_stage->page().captionText().toHtmlEscaped());
    if (text != m_text->text())
        m_text->setText(text);
}

/// The next screen of the same page, else the next page, else the next snapshot.
void PresenterView::showNext(const QString &snapshot)
{
    const LessonPlayer *player = m_parts.lessons->player();
    const Theme &theme = m_parts.theme->theme();
    if (const int screen = m_stage->screen() + 1; screen < m_stage->screens()) {
        m_nextPage = -1;
        m_nextTitle->setText(tr("Next: more of this page"));
        m_next->set(m_stage->page(), m_stage->arrangement()[std::size_t(screen)], m_parts.panels->regions()->size(),
                    theme);
        return;
    }
    if (player->isOpen() && player->hasNext()) {
        m_nextTitle->setText(tr("Next: %1").arg(player->pageTitle(player->page() + 1)));
        readNextPage();
        return;
    }
    m_nextPage = -1;
    m_nextTitle->setText(player->isOpen()     ? tr("This is the last page")
                         : snapshot.isEmpty() ? QString()
                                              : tr("Next: %1").arg(snapshot));
    m_next->set({}, {}, {}, theme);
}

void PresenterView::readNextPage()
{
    const LessonPlayer *player = m_parts.lessons->player();
    const int number = player->page() + 1;
    const LessonPage &page = player->lesson().pages[std::size_t(number)];
    if (!m_nextState) {
        m_nextState = std::make_unique<Document>();
        connect(m_nextState.get(), &Document::shownChanged, this, &PresenterView::takeNextPage);
    }
    const Result now = m_parts.document->result();
    const auto shown =
        std::tuple(m_parts.settings->presentType, m_parts.panels->regions()->size(), m_parts.theme->theme().dark);
    if (m_nextPage == number && m_nextShown == shown && (!page.keeps || m_nextFrom == now))
        return;
    m_nextShown = shown;
    if (m_nextPage != number || page.keeps) {
        m_nextPage = number;
        m_nextFrom = now;
        Project project = page.keeps ? m_parts.document->project() : shownProject(page);
        if (page.keeps && page.setsView)
            project.view = page.project.view;
        m_nextState->load(project, {});
        Highlight named{page.cells, {}};
        for (const LessonPair &pair : page.pairs)
            named.pairs.push_back({pair.query, pair.key});
        m_nextState->look().setMarked(named);
    }
    takeNextPage();
}

void PresenterView::takeNextPage()
{
    LessonPlayer *player = m_parts.lessons->player();
    const Theme &theme = m_parts.theme->theme();
    if (m_nextPage < 0 || !player->isOpen() || m_nextPage != player->page() + 1)
        return;
    const Result &result = m_nextState->result();
    if (m_nextState->isBusy() || !result.trace)
        return m_next->set({}, {}, {}, theme);
    const LessonPage &page = player->lesson().pages[std::size_t(m_nextPage)];
    const int decimals = std::max(1, page.project.view.steps.handDecimals);
    LessonNumbers numbers(*result.model, *result.trace, page.project.view, decimals);
    const QString caption =
        lessonCaption(page, player->language().toStdString(), [&numbers, decimals](const LessonValue &value) {
            return lessonValueText(value, numbers.answer(value), decimals);
        });
    PresentedPage next(titledCaption(player->words(page.title), caption),
                       QStringLiteral("%1 / %2").arg(m_nextPage + 1).arg(player->lesson().pages.size()));
    for (const PanelId panel : PresentStage::picturesOf(page))
        next.add(panel, presentedPanel(panel, *m_nextState, presentedOptions(*m_nextState), theme));
    const QSizeF size = m_parts.panels->regions()->size();
    double factor = m_parts.settings->presentType;
    const std::vector<PresentedScreen> screens = next.screens(size, factor);
    m_next->set(std::move(next), screens.empty() ? PresentedScreen() : screens.front(), size, theme);
}

} // namespace regard
