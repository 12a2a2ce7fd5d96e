#include "app/window/top_row.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include "document/document.h"
#include "ui_main_window.h"
#include "widgets/editing/sentence_bar.h"
#include "widgets/parts/spoken_name.h"

namespace regard {

namespace {

constexpr int fieldLetters = 32; ///< that the sentence shows at least, while a button can give way

/// "Open (Ctrl+O)" with the sentence that the status line has for it, where there is one.
QString tipOf(const QAction *action)
{
    const QString what = action->statusTip().isEmpty() ? action->toolTip() : action->statusTip();
    return action->shortcut().isEmpty() ? what : QStringLiteral("%1 (%2)").arg(what, action->shortcut().toString());
}

} // namespace

/// Lays out the buttons and lets them give way. Its own smallest width is that without any of them.
class TopRow::Row : public QWidget {
public:
    Row(SentenceBar *sentence, QWidget *parent)
        : QWidget(parent), m_sentence(sentence), m_grid(new QGridLayout(this)),
          m_more(new QPushButton(QStringLiteral("⋯"), this)), m_moreMenu(new QMenu(m_more))
    {
        m_grid->setContentsMargins(0, 2, 0, 2);
        m_grid->setVerticalSpacing(0);
        m_grid->setColumnStretch(1, 1);
        m_before = addGroup(0);
        m_grid->addWidget(sentence, 0, 1, Qt::AlignTop);
        m_after = addGroup(2);
        m_grid->addWidget(sentence->errorLine(), 1, 0, 1, 3); // below the buttons too, which it must not push away
        auto *below = new QWidget(this);
        m_below = new QVBoxLayout(below);
        m_below->setContentsMargins(0, 0, 0, 0);
        m_grid->addWidget(below, 2, 0, 1, 3);
        m_more->setObjectName(QStringLiteral("topMore"));
        m_more->setMenu(m_moreMenu);
        m_more->setProperty("menu", true);
        m_more->hide();
    }

    void addBefore(QPushButton *button) { m_before->addWidget(button, 0, Qt::AlignTop); }
    void addAfter(QPushButton *button) { m_after->addWidget(button, 0, Qt::AlignTop); }
    void setBelow(QWidget *line) { m_below->addWidget(line); }
    /// The buttons in the order in which they give way, each with what "⋯" then has for it.
    void setOrder(std::vector<std::pair<QPushButton *, QAction *>> order) { m_order = std::move(order); }
    QPushButton *more() const { return m_more; }

    QSize minimumSizeHint() const override
    {
        return {m_sentence->minimumSizeHint().width() + 2 * m_more->sizeHint().width(),
                QWidget::minimumSizeHint().height()};
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QWidget::resizeEvent(event);
        fold();
    }
    bool event(QEvent *event) override
    {
        // Another text, font or style of a button, or a second sentence, needs another width.
        if (event->type() == QEvent::LayoutRequest)
            fold();
        return QWidget::event(event);
    }

private:
    /// Buttons that are hidden together while the sentence alone is shown.
    QHBoxLayout *addGroup(int column)
    {
        auto *group = new QWidget(this);
        auto *buttons = new QHBoxLayout(group);
        buttons->setContentsMargins(0, 0, 0, 0);
        m_grid->addWidget(group, 0, column, Qt::AlignTop);
        return buttons;
    }

    void fold()
    {
        const int spacing = m_before->spacing();
        const int letters = fieldLetters * m_sentence->fontMetrics().horizontalAdvance(QLatin1Char('e'));
        const int beside = m_sentence->sizeHint().width() - m_sentence->field()->sizeHint().width();
        int left = width() - std::max(m_sentence->minimumSizeHint().width(), beside + letters);
        for (const auto &[button, action] : m_order)
            left -= button->sizeHint().width() + spacing;
        std::size_t folded = 0;
        for (; left < 0 && folded < m_order.size(); ++folded) {
            if (folded == 0)
                left -= m_more->sizeHint().width() + spacing;
            left += m_order[folded].first->sizeHint().width() + spacing;
        }
        if (folded == m_folded)
            return;
        m_folded = folded;
        m_moreMenu->clear();
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            m_order[i].first->setVisible(i >= folded);
            if (i < folded)
                m_moreMenu->addAction(m_order[i].second);
        }
        m_more->setVisible(folded > 0);
    }

    SentenceBar *m_sentence;
    QGridLayout *m_grid;
    QHBoxLayout *m_before;
    QHBoxLayout *m_after;
    QVBoxLayout *m_below;
    QPushButton *m_more;
    QMenu *m_moreMenu;
    std::vector<std::pair<QPushButton *, QAction *>> m_order;
    std::size_t m_folded = 0;
};

TopRow::TopRow(Document *document, SentenceBar *sentence, QAction *undo, QAction *redo, Ui::MainWindow *ui,
               QWidget *parent)
    : QToolBar(tr("Top row"), parent), m_document(document), m_row(new Row(sentence, this))
{
    setObjectName(QStringLiteral("top_row"));
    setMovable(false);
    toggleViewAction()->setVisible(false); // the row holds the sentence; nothing would bring it back
    QPushButton *open = forAction(ui->actionOpen, "topOpen", tr("Open…"));
    QPushButton *save = forAction(ui->actionSave, "topSave", tr("Save"));
    QPushButton *back = forAction(undo, "topUndo", QStringLiteral("↶"), tr("Undo"));
    QPushButton *forth = forAction(redo, "topRedo", QStringLiteral("↷"), tr("Redo"));
    QPushButton *examples =
        forMenu(ui->menuExamples, "topExamples", tr("Examples"), tr("Opens one of the bundled examples"));
    QPushButton *lessons =
        forMenu(ui->menuLessons, "topLessons", tr("Lessons"), tr("Opens one of the bundled lessons"));
    QPushButton *compare = newCompare(ui->actionPin, ui->actionUnpin);
    QPushButton *present = forAction(ui->actionPresent, "topPresent", tr("Present"));
    QPushButton *picture = forAction(ui->actionExportFigure, "primary", tr("Export…"));
    m_row->more()->setToolTip(tr("Buttons that do not fit this row"));
    nameButton(m_row->more(), tr("More"));
    for (QPushButton *button : {open, save, back, forth})
        m_row->addBefore(button);
    for (QPushButton *button : {examples, lessons, compare, present, m_row->more(), picture})
        m_row->addAfter(button);
    m_row->setOrder({{save, ui->actionSave},
                     {open, ui->actionOpen},
                     {forth, redo},
                     {back, undo},
                     {examples, ui->menuExamples->menuAction()},
                     {picture, ui->actionExportFigure},
                     {present, ui->actionPresent},
                     {compare, ui->actionPin},
                     {lessons, ui->menuLessons->menuAction()}});
    addWidget(m_row);
}

void TopRow::setBelow(QWidget *line)
{
    m_row->setBelow(line);
}

QPushButton *TopRow::newButton(const char *name, const QString &text, const QString &toolTip)
{
    auto *button = new QPushButton(text, m_row);
    button->setObjectName(QString::fromLatin1(name));
    button->setToolTip(toolTip);
    nameButton(button, text);
    return button;
}

QPushButton *TopRow::forAction(QAction *action, const char *name, const QString &text, const QString &spoken)
{
    QPushButton *button = newButton(name, text, tipOf(action));
    if (!spoken.isEmpty())
        nameButton(button, spoken);
    button->setEnabled(action->isEnabled());
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::enabledChanged, button, &QPushButton::setEnabled);
    connect(action, &QAction::changed, button, [action, button] { button->setToolTip(tipOf(action)); });
    return button;
}

QPushButton *TopRow::forMenu(QMenu *menu, const char *name, const QString &text, const QString &toolTip)
{
    QPushButton *button = newButton(name, text, toolTip);
    button->setMenu(menu);
    button->setProperty("menu", true); // keeps space for the arrow
    return button;
}

/// Down while there is a pinned state, whoever pinned it.
QPushButton *TopRow::newCompare(QAction *pin, QAction *unpin)
{
    QPushButton *button = newButton("topCompare", tr("Compare"), {});
    button->setCheckable(true);
    const auto follow = [this, button, pin, unpin] {
        const bool isPinned = m_document->comparison().pinned() != nullptr;
        button->setChecked(isPinned);
        button->setEnabled(isPinned || pin->isEnabled());
        button->setToolTip(isPinned ? tipOf(unpin)
                                    : tr("Pins the present state: what changes from now on is compared with it (%1)")
                                          .arg(pin->shortcut().toString()));
    };
    connect(button, &QPushButton::clicked, this, [this, pin, unpin, follow] {
        (m_document->comparison().pinned() ? unpin : pin)->trigger();
        follow();
    });
    connect(m_document, &Document::shownChanged, button, follow);
    connect(pin, &QAction::enabledChanged, button, follow);
    follow();
    return button;
}

} // namespace regard
