#include "views/weights/panel/matrix_selector.h"

#include <algorithm>
#include <utility>

#include <QButtonGroup>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "controls/spoken_name.h"
#include "document/matrices/matrix_label.h"
#include "document/matrices/matrix_names.h"
#include "views/weights/panel/matrix_chip.h"

namespace regard {

namespace {

constexpr int matrixSelectorChipGap = 2;

QString fullName(const std::string &name)
{
    if (name == embeddingMatrix)
        return MatrixSelector::tr("E: one row a token; together with its position it is the token's row of X");
    if (name == targetEmbeddingMatrix)
        return MatrixSelector::tr(
            "E target: one row a token of the target; together with its position it is the token's row of X");
    if (name == "token_type")
        return MatrixSelector::tr("token_type: one row is added to each token, by the sentence of a pair it stands in");
    return QString::fromStdString(name);
}

/// `W` of "W_Q"; a name without an index is its own group.
QString groupOf(const QString &label)
{
    return label.startsWith(u"W_") || label.startsWith(u"U_") || label.startsWith(u"b_") ? label.left(1) : label;
}

} // namespace

MatrixSelector::MatrixSelector(AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_switch(new QFrame(this)), m_chips(new QButtonGroup(this)),
      m_row(new QHBoxLayout(m_switch)), m_more(new QToolButton(m_switch))
{
    auto *all = new QHBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_switch);
    all->addStretch(1);
    m_switch->setObjectName(QStringLiteral("segments"));
    m_row->setContentsMargins(2, 2, 2, 2);
    m_row->setSpacing(matrixSelectorChipGap);
    m_row->addWidget(m_more);
    m_more->setText(QStringLiteral("▾"));
    m_more->setFocusPolicy(Qt::StrongFocus);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(new QMenu(m_more));
    nameButton(m_more, tr("More matrices"));
    m_more->setToolTip(tr("The matrices that have no room in this row"));
    connect(m_more->menu(), &QMenu::aboutToShow, this, &MatrixSelector::fillMore);
    connect(m_chips, &QButtonGroup::idClicked, this, [this](int id) { emit chosen(m_names[std::size_t(id)]); });
}

void MatrixSelector::setNames(std::vector<std::string> names, QWidget *next)
{
    const bool hadFocus = hasFocusedChip();
    const std::vector<MatrixChip *> old = std::exchange(m_inRow, {});
    m_names = std::move(names);
    QStringList letters;
    for (const std::string &name : m_names)
        if (const QString letter = groupOf(matrixLabel(name)); !letters.contains(letter))
            letters.append(letter);
    for (MatrixChip *chip : old) {
        m_chips->removeButton(chip);
        m_row->removeWidget(chip);
    }
    for (const QString &letter : letters)
        for (std::size_t i = 0; i < m_names.size(); ++i)
            if (const QString label = matrixLabel(m_names[i]); groupOf(label) == letter) {
                auto *chip = new MatrixChip(label, fullName(m_names[i]), m_theme, m_switch);
                if (!m_inRow.empty())
                    setTabOrder(m_inRow.back(), chip);
                m_chips->addButton(chip, int(i));
                m_row->insertWidget(int(m_inRow.size()), chip);
                m_inRow.push_back(chip);
            }
    fit();
    if (!m_inRow.empty()) {
        setTabOrder(m_inRow.back(), m_more);
        setTabOrder(m_more, next);
    }
    // Before the old ones are deleted: the focus would pass to what follows.
    if (hadFocus && !m_inRow.empty())
        m_inRow.front()->setFocus();
    for (MatrixChip *chip : old) {
        chip->setParent(nullptr);
        chip->deleteLater();
    }
}

QSize MatrixSelector::minimumSizeHint() const
{
    return {2 * m_more->sizeHint().width(), m_switch->minimumSizeHint().height()};
}

/// As many as have room, the chosen one in any case.
void MatrixSelector::fit()
{
    const QMargins margins = m_row->contentsMargins();
    const auto widthOf = [this](const QWidget *button) { return button->sizeHint().width() + m_row->spacing(); };
    int all = margins.left() + margins.right();
    for (const MatrixChip *chip : m_inRow)
        all += widthOf(chip);
    const bool isWhole = all <= width() || m_inRow.empty();
    int room = width() - margins.left() - margins.right() - widthOf(m_more);
    for (const MatrixChip *chip : m_inRow)
        room -= chip->isChecked() ? widthOf(chip) : 0;
    bool isFull = false;
    for (MatrixChip *chip : m_inRow) {
        if (!chip->isChecked() && !isFull) {
            room -= widthOf(chip);
            isFull = room < 0;
        }
        chip->setVisible(isWhole || chip->isChecked() || !isFull);
    }
    m_more->setVisible(!isWhole);
}

void MatrixSelector::fillMore()
{
    m_more->menu()->clear();
    for (MatrixChip *chip : m_inRow)
        if (chip->isHidden())
            m_more->menu()->addAction(chip->label(), this,
                                      [this, id = m_chips->id(chip)] { emit chosen(m_names[std::size_t(id)]); });
}

void MatrixSelector::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void MatrixSelector::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

void MatrixSelector::choose(std::size_t place)
{
    const bool hadFocus = hasFocusedChip();
    chip(place)->setChecked(true);
    fit();
    if (hadFocus)
        chip(place)->setFocus();
}

void MatrixSelector::mark(const std::function<bool(const std::string &)> &isMarked)
{
    for (std::size_t i = 0; i < m_names.size(); ++i)
        chip(i)->setMarked(isMarked(m_names[i]));
}

MatrixChip *MatrixSelector::chip(std::size_t place) const
{
    return static_cast<MatrixChip *>(m_chips->button(int(place)));
}

bool MatrixSelector::hasFocusedChip() const
{
    const QList<QAbstractButton *> chips = m_chips->buttons();
    return std::any_of(chips.begin(), chips.end(), [](const QAbstractButton *chip) { return chip->hasFocus(); });
}

} // namespace regard
