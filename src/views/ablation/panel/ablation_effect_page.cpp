#include "views/ablation/panel/ablation_effect_page.h"

#include <algorithm>
#include <utility>

#include <QButtonGroup>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/chip.h"
#include "controls/figure_view.h"
#include "controls/flow_layout.h"
#include "controls/label_place.h"
#include "controls/list_keys.h"
#include "controls/ranked_heads.h"
#include "document/work/background_work.h"
#include "engine/analysis/head_importance.h"
#include "views/ablation/ablation_edits.h"
#include "views/ablation/ablation_whole.h"
#include "views/base/shown_text.h"
#include "views/base/token_focus.h"
#include "views/output/output_data.h"

namespace regard {

namespace {

constexpr EffectView effectViews[] = {EffectView::Sublayer, EffectView::Stack, EffectView::Words,
                                      EffectView::Variation};
constexpr int ablationEffectPageChipGap = 2;
constexpr int pictureHeight = 60;

} // namespace

AblationEffectPage::AblationEffectPage(Document *document, AblationWhole *whole, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_whole(whole), m_theme(theme), m_chipRow(new QWidget(this)),
      m_summary(new QLabel(this)), m_view(new FigureView(theme, this)), m_work(new BackgroundWork(this))
{
    buildChips();
    m_summary->setObjectName(QStringLiteral("muted"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_view->setMinimumHeight(pictureHeight);
    m_view->canvas()->setAccessibleName(tr("Effect of what is switched off"));
    m_view->setMaker(
        [this](QSizeF space) { return listOf(space, m_theme->theme(), space.height() >= roomForListTitle); });
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 4, 0, 0);
    all->setSpacing(2);
    all->addWidget(m_chipRow);
    all->addWidget(new LabelPlace(m_summary, this));
    all->addWidget(m_view, 1);
    connect(whole, &AblationWhole::changed, this, &AblationEffectPage::refresh);
    connect(document, &Document::resultChanged, this, &AblationEffectPage::refresh);
    connect(&document->look(), &Look::selectionChanged, this, &AblationEffectPage::followSelection);
    connect(theme, &AppTheme::changed, m_view, &FigureView::refresh);
    connect(m_view, &FigureView::hovered, this, &AblationEffectPage::pointAt);
    connect(m_view, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(m_view, &FigureView::clicked, this, &AblationEffectPage::click);
    connect(m_view, &FigureView::keyPressed, this, &AblationEffectPage::keyPressed);
    refresh();
}

void AblationEffectPage::buildChips()
{
    auto *flow = new FlowLayout(m_chipRow, ablationEffectPageChipGap);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    m_chipRow->setSizePolicy(policy);
    // All four are side by side in a narrow panel.
    m_chipRow->setStyleSheet(
        QStringLiteral("QToolButton { padding: 2px 4px; } QToolButton:focus { padding: 1px 3px; }"));
    auto *group = new QButtonGroup(this);
    const auto add = [&](EffectView view, const QString &text, const QString &tip) {
        QToolButton *chip = newSwitchChip(text, tip, tip, m_chipRow);
        group->addButton(chip);
        flow->addWidget(chip);
        m_chips[std::size_t(view)] = chip;
    };
    add(EffectView::Sublayer, tr("block"),
        tr("Each token's change of the output of the selected attention or feed-forward, before residual and norm"));
    add(EffectView::Stack, tr("stack"), tr("Each token's change of the stack's output"));
    add(EffectView::Words, tr("next word"),
        tr("The words whose probability to come next changes most, after the selected token"));
    add(EffectView::Variation, tr("all tokens"),
        tr("Total variation of the next-word probabilities after each token: ½ Σ |now − whole|"));
    chip(EffectView::Sublayer)->setChecked(true);
    connect(group, &QButtonGroup::buttonClicked, this, &AblationEffectPage::refresh);
}

EffectView AblationEffectPage::effectView() const
{
    for (const EffectView view : effectViews)
        if (chip(view)->isChecked() && (!m_whole->now().trace || hasView(*m_whole->now().trace, view)))
            return view;
    return EffectView::Stack;
}

QString AblationEffectPage::emptyMessage() const
{
    if (!m_whole->error().isEmpty())
        return tr("The whole model cannot be computed: %1").arg(m_whole->error());
    if (m_whole->isBusy() || m_work->isRunning())
        return tr("computing…");
    if (!m_problem.isEmpty())
        return m_problem;
    if (const QString none = noAttentionText(m_document->result()); !none.isEmpty())
        return none;
    if (m_document->matrices().model()->interventions.isEmpty())
        return tr("Nothing is switched off. Switch a head off to see what it does to each token.");
    return {};
}

void AblationEffectPage::refresh()
{
    const SharedTrace &trace = m_document->result().trace;
    for (const EffectView view : effectViews) {
        const bool has = trace && hasView(*trace, view);
        chip(view)->setVisible(has);
        if (trace && !has && chip(view)->isChecked())
            chip(EffectView::Stack)->setChecked(true);
    }
    if (m_isWatched)
        showEffect();
}

void AblationEffectPage::setWatched(bool watched)
{
    if (watched == m_isWatched)
        return;
    m_isWatched = watched;
    m_whole->setWanted(watched);
    refresh();
}

std::optional<AblationEffectPage::Question> AblationEffectPage::question() const
{
    const Result &now = m_whole->now();
    if (!m_whole->whole().trace || now.trace->blocks.empty())
        return std::nullopt;
    const Selection within = existingSelection(m_document->look().selection(), now);
    return Question{now.trace,    m_whole->whole().trace,
                    effectView(), sublayerInView(now.model->config, within),
                    within.head,  effectView() == EffectView::Words ? wordPosition(*now.trace, within) : -1};
}

/// Pointing at tokens changes the selection with every move of the mouse, but on this page only the filled line.
void AblationEffectPage::followSelection()
{
    if (!m_isWatched)
        return;
    if (question() != m_asked || (!m_data && !m_work->isRunning())) {
        showEffect();
        return;
    }
    if (!m_data)
        return;
    const int selected =
        selectedRow(m_whole->now(), existingSelection(m_document->look().selection(), m_whole->now()), effectView());
    if (selected == m_data->list.selected)
        return;
    m_data->list.selected = selected;
    m_view->refresh();
}

void AblationEffectPage::showEffect()
{
    m_work->cancel();
    m_problem.clear();
    m_asked = question();
    if (!m_asked)
        return adopt({});
    const auto compute = [now = m_whole->now(), whole = m_whole->whole(),
                          within = existingSelection(m_document->look().selection(), m_whole->now()),
                          view = m_asked->view, checkpoint = m_document->checkpoint()] {
        return ablationEffectData(now, whole, within, view, checkpoint.get());
    };
    if (!isSlow(m_whole->now(), m_asked->view))
        return adopt(compute());
    const auto answer = std::make_shared<std::optional<AblationEffectData>>();
    m_work->start([compute, answer](const BackgroundWork::Piece &) { *answer = compute(); },
                  [this, answer](const QString &problem) {
                      m_problem = problem;
                      adopt(std::move(*answer));
                      followSelection(); // it may have changed meanwhile
                  });
    adopt({});
}

void AblationEffectPage::adopt(std::optional<AblationEffectData> effect)
{
    m_data = std::move(effect);
    m_summary->setText(m_data ? m_data->summary : QString());
    m_summary->setVisible(m_data.has_value());
    m_chipRow->setVisible(m_asked.has_value());
    m_view->canvas()->setAccessibleDescription(
        m_data ? QStringList{m_data->list.title, m_data->summary, m_data->list.valueTip}.join(u'\n') : emptyMessage());
    m_view->setMessage(emptyMessage());
    m_view->refresh();
    emit shownChanged();
}

std::unique_ptr<Figure> AblationEffectPage::figure(QSizeF size, const Theme &theme) const
{
    return listOf(size, theme, true);
}

std::unique_ptr<Figure> AblationEffectPage::listOf(QSizeF size, const Theme &theme, bool hasTitle) const
{
    if (!m_data)
        return nullptr;
    BarListData list = fittedList(*m_data, size.width());
    if (!hasTitle)
        list.title.clear();
    return std::make_unique<BarListFigure>(std::move(list), size, theme);
}

void AblationEffectPage::pointAt(QPointF point, QPoint globalPosition)
{
    const auto *list = static_cast<const BarListFigure *>(m_view->figure());
    const auto row = list ? list->hit(point) : std::nullopt;
    const bool isToken = row && effectView() != EffectView::Words;
    m_view->canvas()->setCursor(isToken ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (row && m_data && *row < int(m_data->notes.size()))
        QToolTip::showText(globalPosition, m_data->notes[std::size_t(*row)], m_view->canvas());
    else if (!showHeadingTip(m_view, point, globalPosition))
        QToolTip::hideText();
}

/// The selection, with its query in the sentence of the picture's tokens.
Selection AblationEffectPage::asking() const
{
    const EffectView view = effectView();
    const bool isOfWords = view == EffectView::Words || view == EffectView::Variation;
    return isOfWords ? askingFromOutput(m_document->matrices().model()->config, m_document->look().selection())
                     : m_document->look().selection();
}

void AblationEffectPage::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const auto *list = static_cast<const BarListFigure *>(m_view->figure());
    const auto row = list ? list->hit(point) : std::nullopt;
    if (row && effectView() != EffectView::Words)
        m_document->look().setSelection(
            pinned(asking(), TokenSide::Query, *row, modifiers.testFlag(Qt::ShiftModifier)));
}

void AblationEffectPage::moveTo(int token)
{
    m_document->look().setSelection(focusedOn(asking(), TokenSide::Query, token));
    const auto *list = static_cast<const BarListFigure *>(m_view->figure());
    if (list && effectView() != EffectView::Words)
        m_view->scrollTo(list->rowRect(token));
}

void AblationEffectPage::keyPressed(QKeyEvent *event)
{
    if (!m_data)
        return;
    const Selection selection = asking();
    const Trace &trace = *m_whole->now().trace;
    const int tokens = int(sentenceOf(trace, stackOf(selection.attention)).tokens.size());
    const int token = effectView() == EffectView::Words ? wordPosition(trace, selection) : selection.query;
    event->accept();
    switch (event->key()) {
    case Qt::Key_Up:
        return moveTo(std::max(0, token < 0 ? tokens - 1 : token - 1));
    case Qt::Key_Down:
        return moveTo(std::min(tokens - 1, token + 1));
    case Qt::Key_Home:
        return moveTo(0);
    case Qt::Key_End:
        return moveTo(tokens - 1);
    case Qt::Key_Escape:
        return m_document->look().setSelection(cleared(m_document->look().selection()));
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (token >= 0)
            m_document->look().setSelection(
                pinned(selection, TokenSide::Query, token, event->modifiers().testFlag(Qt::ShiftModifier)));
        return;
    default:
        event->ignore();
    }
}

} // namespace regard
