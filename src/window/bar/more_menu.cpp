#include "window/bar/more_menu.h"

#include <algorithm>

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOptionFrame>
#include <QStyleOptionMenuItem>

#include "views/base/panel_title.h"

namespace regard {

namespace {

struct MoreText {
    Q_DECLARE_TR_FUNCTIONS(MoreMenu)
};

QFont boldOf(QFont font)
{
    font.setBold(true);
    return font;
}

/// The gap between the edge of a row and its text, and between name and sentence.
int moreGap(const QWidget *menu)
{
    return menu->fontMetrics().height();
}

} // namespace

std::vector<MoreRow> moreRows()
{
    return {
        {PanelId::Sentence, MoreText::tr("shades each word by the weight it gets"), 0},
        {PanelId::Summaries, MoreText::tr("all heads in one matrix: mean, rollout, entropy"), 0},
        {PanelId::Find, MoreText::tr("ranks all heads by a question you ask"), 0},
        {PanelId::Block, MoreText::tr("the layer as textbooks draw it, box by box"), 1},
        {PanelId::Output, MoreText::tr("the next word’s probabilities; generates"), 1},
        {PanelId::Lens, MoreText::tr("what the model would say after each layer"), 1},
        {PanelId::Circuits, MoreText::tr("what a head does with words alone: QK, OV"), 1},
        {PanelId::Unrolled, MoreText::tr("a recurrent network, step by step"), 1},
        {PanelId::Path, MoreText::tr("how many steps lie between two words"), 1},
        {PanelId::ScoreParts, MoreText::tr("why here rather than there, through all layers"), 1},
        {PanelId::LogitParts, MoreText::tr("which parts push the next word"), 1},
        {PanelId::Patch, MoreText::tr("what the pinned state’s numbers do here"), 1},
        {PanelId::Model, MoreText::tr("layers, heads, sizes, score, mask"), 2},
        {PanelId::Ablation, MoreText::tr("a head or part, and what that does"), 2},
        {PanelId::Changes, MoreText::tr("every edited cell; takes it back"), 2},
        {PanelId::Snapshots, MoreText::tr("numbered states to go back to"), 2},
    };
}

MoreMenu::MoreMenu(QWidget *parent) : QMenu(parent)
{
    setObjectName(QStringLiteral("moreMenu"));
    setAccessibleName(tr("More panels"));
    int group = 0;
    for (const MoreRow &row : moreRows()) {
        if (row.group != group)
            addSeparator();
        group = row.group;
        QAction *action = addAction(tr("%1: %2").arg(panelTitle(row.panel), row.sentence)); // as it is spoken
        action->setData(panelTitle(row.panel));
        action->setStatusTip(row.sentence);
        action->setObjectName(QString::fromStdString(panelWord(row.panel)));
        connect(action, &QAction::triggered, this,
                [this, panel = row.panel] { emit panelAsked(panel, m_isShiftDown); });
    }
    addSeparator();
    m_hint = addAction(tr("Enter: beside the pictures · Shift+Enter: in its own window"));
    m_hint->setEnabled(false);
    connect(this, &QMenu::aboutToShow, this, [this] { m_typed.clear(); });
    measure();
}

/// Names are bold and wider than the menu expects.
void MoreMenu::measure()
{
    const QFontMetrics bold(boldOf(font()));
    m_names = 0;
    int sentences = 0;
    for (const MoreRow &row : moreRows()) {
        m_names = std::max(m_names, bold.horizontalAdvance(panelTitle(row.panel)));
        sentences = std::max(sentences, fontMetrics().horizontalAdvance(row.sentence));
    }
    const int gap = moreGap(this);
    setMinimumWidth(std::max(m_names + gap + sentences, fontMetrics().horizontalAdvance(m_hint->text())) + 3 * gap);
}

bool MoreMenu::event(QEvent *event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::Polish)
        measure();
    return QMenu::event(event);
}

void MoreMenu::keyPressEvent(QKeyEvent *event)
{
    m_isShiftDown = event->modifiers().testFlag(Qt::ShiftModifier);
    const QString text = event->text();
    const bool isLetter = !text.isEmpty() && text.front().isLetter() &&
                          !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (isLetter && (goTo(m_typed + text) || goTo(text)))
        return;
    if (!isLetter)
        m_typed.clear();
    QMenu::keyPressEvent(event);
}

/// Chooses the next row whose name begins so, also the present one while its name is being spelt.
bool MoreMenu::goTo(const QString &beginning)
{
    const QList<QAction *> rows = actions();
    const auto present = int(rows.indexOf(activeAction()));
    const int first = beginning.size() > 1 ? present : present + 1;
    for (int i = 0; i < rows.size(); ++i) {
        QAction *row = rows[(std::max(first, 0) + i) % rows.size()];
        if (!row->isEnabled() || row->isSeparator() ||
            !row->data().toString().startsWith(beginning, Qt::CaseInsensitive))
            continue;
        m_typed = beginning;
        setActiveAction(row);
        return true;
    }
    return false;
}

void MoreMenu::mouseReleaseEvent(QMouseEvent *event)
{
    m_isShiftDown = event->modifiers().testFlag(Qt::ShiftModifier);
    QMenu::mouseReleaseEvent(event);
}

/// The names bold, the sentences in a column of their own.
void MoreMenu::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QStyleOptionMenuItem ground;
    ground.initFrom(this);
    ground.state = QStyle::State_None;
    style()->drawPrimitive(QStyle::PE_PanelMenu, &ground, &painter, this);
    QStyleOptionFrame frame;
    frame.initFrom(this);
    frame.lineWidth = style()->pixelMetric(QStyle::PM_MenuPanelWidth, nullptr, this);
    style()->drawPrimitive(QStyle::PE_FrameMenu, &frame, &painter, this);
    // The menu's own palette has what its style sheet makes of the text's colour.
    const QColor text = QGuiApplication::palette().color(QPalette::Text);
    const QColor muted = QGuiApplication::palette().color(QPalette::PlaceholderText);
    const int gap = moreGap(this);
    for (QAction *action : actions()) {
        QStyleOptionMenuItem row;
        initStyleOption(&row, action);
        row.rect = actionGeometry(action);
        row.text.clear();
        style()->drawControl(QStyle::CE_MenuItem, &row, &painter, this);
        QRect place = row.rect.adjusted(gap, 0, 0, 0);
        painter.setPen(muted);
        if (action == m_hint)
            painter.drawText(place, Qt::AlignVCenter, m_hint->text());
        if (action == m_hint || action->isSeparator())
            continue;
        painter.drawText(place.adjusted(m_names + gap, 0, 0, 0), Qt::AlignVCenter, action->statusTip());
        painter.setPen(text);
        painter.setFont(boldOf(font()));
        painter.drawText(place, Qt::AlignVCenter, action->data().toString());
        painter.setFont(font());
    }
}

} // namespace regard
