#include "views/training/panel/run_card.h"

#include <cmath>
#include <functional>
#include <memory>

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "controls/spoken_name.h"
#include "document/document.h"
#include "engine/base/errors.h"
#include "views/heatmap/shown_heatmap.h"
#include "views/training/beside_results.h"
#include "views/training/training_data.h"

namespace regard {

namespace {

constexpr int runCardGap = 8;
constexpr int leastHeatmap = 180;

void setDotColor(QLabel *label, const QColor &color)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
}

} // namespace

RunCard::RunCard(Document *document, AppTheme *theme, const BesideResults *results, std::size_t run, QWidget *parent)
    : QFrame(parent), m_document(document), m_theme(theme), m_results(results), m_run(run),
      m_dot(new QLabel(QStringLiteral("●"), this)), m_title(new QLabel(this)), m_place(new QLabel(this)),
      m_right(new QLabel(this)), m_more(new QToolButton(this)), m_heatmap(new FigureView(theme, this))
{
    setObjectName(QStringLiteral("panel"));
    m_place->setObjectName(QStringLiteral("muted"));
    m_place->setWordWrap(true);
    m_title->setWordWrap(true);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_right->setFont(bold);
    auto *heading = new QHBoxLayout;
    heading->setSpacing(runCardGap);
    heading->addWidget(m_dot);
    heading->addWidget(m_title, 1);
    heading->addWidget(m_place, 1);
    heading->addWidget(m_right);
    heading->addWidget(m_more);
    auto *lines = new QVBoxLayout(this);
    lines->setContentsMargins(runCardGap, runCardGap, runCardGap, runCardGap);
    lines->addLayout(heading);
    lines->addWidget(m_heatmap, 1);

    m_more->setText(QStringLiteral("⋯"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setToolTip(tr("What to do with this model"));
    auto *menu = new QMenu(m_more);
    m_more->setMenu(menu);
    m_more->setVisible(run > 0);
    const auto attempt = [this](const std::function<void(Training &)> &change) {
        emit refused({});
        try {
            change(m_document->training());
        } catch (const Error &error) {
            emit refused(QString::fromUtf8(error.what()));
        }
    };
    // The card may be gone once the change is made.
    if (run > 0) {
        m_take = menu->addAction(
            tr("&Make it the present model"), this,
            [attempt, run] { attempt([run](Training &training) { training.takeBeside(run - 1); }); },
            Qt::QueuedConnection);
        m_remove = menu->addAction(
            tr("&Remove it"), this,
            [attempt, run] { attempt([run](Training &training) { training.removeBeside(run - 1); }); },
            Qt::QueuedConnection);
    }
    m_heatmap->setMaker([this](QSizeF space) { return figure(space); });
    connect(theme, &AppTheme::changed, this, [this] {
        applyLooks();
        m_heatmap->refresh();
    });
    applyLooks();
    refresh();
}

void RunCard::applyLooks()
{
    setDotColor(m_dot, m_theme->theme().head(int(m_run)));
    m_heatmap->setMinimumHeight(int(std::ceil(leastHeatmap * m_theme->scale())));
}

void RunCard::refresh()
{
    const TrainingState &state = m_document->training().state();
    if (m_run > state.beside.size())
        return; // it goes in a moment
    const QStringList titles = runTitles(state, m_document->matrices().model()->config);
    const QString &title = titles[qsizetype(m_run)];
    m_title->setText(title);
    nameButton(m_more, tr("More of %1").arg(title));
    m_heatmap->canvas()->setAccessibleName(tr("Heatmap of %1").arg(title));
    const TrainingCurve &curve = m_run == 0 ? *state.curve : *state.beside[m_run - 1].curve;
    const long long step = m_run == 0 ? state.step : state.beside[m_run - 1].step;
    const std::vector<double> &right = curve.heldOut.accuracy;
    QString text = right.empty() ? QString() : tr("%1 % right").arg(std::lround(100 * right.back()));
    if (step != m_document->training().frontStep())
        text = tr("step %L1").arg(step) + (text.isEmpty() ? text : QStringLiteral(" · ") + text);
    m_right->setText(text);
    m_heatmap->refresh();
}

std::unique_ptr<Figure> RunCard::figure(QSizeF space)
{
    const ShownState state = m_run == 0 ? m_document->shown().as(Compared::Now).tokens : m_results->state(m_run - 1);
    if (!state.hasResult()) {
        m_place->clear();
        m_heatmap->setMessage(state.trace() ? tr("This model has no attention.") : QString());
        return nullptr;
    }
    HeatmapData data = heatmapData(state);
    m_place->setText(data.title);
    data.title.clear();
    return std::make_unique<HeatmapFigure>(std::move(data), space, m_theme->theme());
}

} // namespace regard
