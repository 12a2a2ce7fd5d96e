#include "views/ablation/panel/ablation_panel.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSlider>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "views/ablation/ablation_edits.h"
#include "views/ablation/ablation_whole.h"
#include "views/ablation/panel/ablation_controls.h"
#include "views/ablation/panel/ablation_cut.h"
#include "views/ablation/panel/ablation_effect_page.h"
#include "views/ablation/panel/ablation_list.h"
#include "views/ablation/panel/ablation_temperature.h"
#include "views/ablation/panel/importance_page.h"
#include "views/base/panel_title.h"
#include "views/base/view_title.h"

namespace regard {

AblationPanel::AblationPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Ablation), parent), m_document(document), m_theme(theme),
      m_whole(new AblationWhole(document, this)), m_tabs(new QTabWidget(this)), m_controls(nullptr),
      m_effectLine(nullptr), m_temperature(nullptr), m_cut(nullptr), m_effect(nullptr), m_importance(nullptr),
      m_list(nullptr)
{
    buildTabs();
    content()->addWidget(m_tabs, 1);
    showBusySignOf(document);
    connect(document, &Document::loaded, this, &AblationPanel::refresh);
    connect(&document->matrices(), &Matrices::modelChanged, this, &AblationPanel::refresh);
    connect(&document->look(), &Look::selectionChanged, this, &AblationPanel::refresh);
    connect(theme, &AppTheme::changed, this, &AblationPanel::refresh);
    connect(m_importance, &ImportancePage::importanceChanged, this, &AblationPanel::importanceChanged);
    connect(m_effect, &AblationEffectPage::shownChanged, this, &AblationPanel::showEffectLine);
    connect(m_tabs, &QTabWidget::currentChanged, this, &AblationPanel::watchEffect);
    refresh();
    showEffectLine();
}

QWidget *AblationPanel::buildSwitches()
{
    auto *scroll = new QScrollArea(m_tabs);
    auto *page = new QWidget(scroll);
    m_controls = new AblationControls(m_document, page);
    m_effectLine = new QLabel(page);
    m_effectLine->setObjectName(QStringLiteral("effectLine"));
    m_effectLine->setWordWrap(true);
    m_effectLine->setTextFormat(Qt::PlainText);
    m_effectLine->setAccessibleName(tr("Effect of what is switched off"));
    m_temperature = new AblationTemperature(m_document, page);
    m_cut = new AblationCut(m_document, page);
    auto *all = new QVBoxLayout(page);
    all->setContentsMargins(0, 6, 4, 0);
    all->setSpacing(6);
    all->addWidget(m_controls);
    all->addWidget(m_effectLine);
    all->addWidget(m_temperature);
    all->addWidget(m_cut);
    all->addStretch(1);
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    return scroll;
}

void AblationPanel::buildTabs()
{
    m_tabs->addTab(buildSwitches(), tr("Switch"));
    m_effect = new AblationEffectPage(m_document, m_whole, m_theme, m_tabs);
    m_importance = new ImportancePage(m_document, m_theme, m_tabs);
    m_list = new AblationList(m_document, m_theme, m_tabs);
    m_tabs->addTab(m_effect, tr("Effect"));
    m_tabs->addTab(m_importance, tr("Importance"));
    m_tabs->addTab(m_list, QString());
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    m_tabs->tabBar()->setExpanding(false);
    m_tabs->tabBar()->setUsesScrollButtons(false);
    m_tabs->tabBar()->setElideMode(Qt::ElideRight);
    m_tabs->tabBar()->setObjectName(QStringLiteral("narrowTabs")); // all four are side by side
    m_tabs->setTabToolTip(Switches, tr("Switches for the selected head and its layer, and the head's temperature"));
    m_tabs->setTabToolTip(Effect, tr("What switching off does to each token and to the next word"));
    m_tabs->setTabToolTip(Importance, tr("Which head matters most"));
}

void AblationPanel::refresh()
{
    if (!isSeen(this))
        return; // it is read again when it becomes visible
    const Selection &selection = m_document->look().selection();
    const Interventions &interventions = m_document->matrices().model()->interventions;
    const auto temperatures = interventions.temperatures.size();
    const auto off = ablationEntries(interventions).size() - temperatures;
    m_tabs->setTabText(Off, off == 0 && temperatures == 0 ? tr("Off")
                            : temperatures == 0           ? tr("Off (%1)").arg(off)
                            : off == 0                    ? tr("T (%1)").arg(temperatures)
                                                          : tr("Off %1 · T %2").arg(off).arg(temperatures));
    m_tabs->setTabToolTip(Off, off == 0 && temperatures == 0
                                   ? tr("What is switched off or set by hand, and temperatures, now")
                                   : tr("What is changed now: switched off, set by hand or cut: %1; temperatures: %2")
                                         .arg(off)
                                         .arg(temperatures));
    m_tabs->setMinimumWidth(m_tabs->tabBar()->sizeHint().width()); // their words stay whole in large type too
    setCaption(layerTitle(m_document->matrices().model()->config, selection.attention, selection.layer));
}

bool AblationPanel::isRunning() const
{
    return m_importance->isRunning();
}

std::unique_ptr<Figure> AblationPanel::figure(QSizeF size, const Theme &theme) const
{
    switch (m_tabs->currentIndex()) {
    case Switches:
    case Effect:
        return m_effect->figure(size, theme);
    case Importance:
        return m_importance->figure(size, theme);
    default:
        return nullptr;
    }
}

QSizeF AblationPanel::figureSize() const
{
    const FigureView *view = m_tabs->currentIndex() == Importance ? m_importance->view() : m_effect->view();
    // A picture that was never in view has no size of its own yet.
    return isSeen(view) ? view->figureSize() : QSizeF(m_tabs->currentWidget()->size()) / m_theme->scale();
}

void AblationPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    refresh();
    watchEffect();
}

void AblationPanel::hideEvent(QHideEvent *event)
{
    Panel::hideEvent(event);
    watchEffect();
}

void AblationPanel::watchEffect()
{
    m_effect->setWatched(isSeen(this) && (m_tabs->currentIndex() == Switches || m_tabs->currentIndex() == Effect));
}

void AblationPanel::showEffectLine()
{
    const auto &shown = m_effect->shown();
    m_effectLine->setText(shown ? tr("%1: %2").arg(shown->list.title, shown->summary) : QString());
    m_effectLine->setVisible(shown.has_value());
}

} // namespace regard
