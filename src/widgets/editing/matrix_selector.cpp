#include "widgets/editing/matrix_selector.h"

#include <algorithm>

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>

#include "document/matrices/matrix_label.h"
#include "document/matrices/matrix_names.h"
#include "widgets/parts/flow_layout.h"
#include "widgets/parts/matrix_chip.h"

namespace regard {

namespace {

constexpr int matrixSelectorChipGap = 2;
constexpr int groupGap = 8;

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

/// `W` of "W_Q"; empty of a name that stands for itself.
QString groupOf(const QString &label)
{
    return label.startsWith(u"W_") || label.startsWith(u"U_") || label.startsWith(u"b_") ? label.left(1) : QString();
}

} // namespace

MatrixSelector::MatrixSelector(AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_chips(new QButtonGroup(this))
{
    setLayout(new FlowLayout(nullptr, groupGap));
    connect(m_chips, &QButtonGroup::idClicked, this, [this](int id) { emit chosen(m_names[std::size_t(id)]); });
}

void MatrixSelector::setNames(std::vector<std::string> names, QWidget *next)
{
    const bool hadFocus = hasFocusedChip();
    const std::vector<QWidget *> old = std::move(m_groups);
    for (QAbstractButton *button : m_chips->buttons())
        m_chips->removeButton(button);
    for (QWidget *group : old)
        layout()->removeWidget(group);
    m_groups.clear();
    m_names = std::move(names);
    std::vector<QString> letters;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        const QString label = matrixLabel(m_names[i]);
        const QString letter = groupOf(label);
        const auto same = letter.isEmpty() ? letters.end() : std::find(letters.begin(), letters.end(), letter);
        const auto place = std::size_t(same - letters.begin());
        if (same == letters.end()) {
            letters.push_back(letter);
            auto *group = new QWidget(this);
            auto *row = new QHBoxLayout(group);
            row->setContentsMargins({});
            row->setSpacing(matrixSelectorChipGap);
            if (!letter.isEmpty()) {
                auto *heading = new QLabel(letter, group);
                heading->setObjectName(QStringLiteral("muted"));
                row->addWidget(heading);
                row->addSpacing(matrixSelectorChipGap);
            }
            m_groups.push_back(group);
        }
        auto *chip = new MatrixChip(label, letter.isEmpty() ? label : label.mid(2), fullName(m_names[i]), m_theme,
                                    m_groups[place]);
        m_chips->addButton(chip, int(i));
        m_groups[place]->layout()->addWidget(chip);
    }
    QWidget *before = nullptr;
    for (QWidget *group : m_groups) {
        layout()->addWidget(group);
        group->show(); // the layout does so a moment later, and only a visible chip takes the focus
        for (MatrixChip *chip : group->findChildren<MatrixChip *>()) {
            if (before != nullptr)
                setTabOrder(before, chip);
            before = chip;
        }
    }
    if (before != nullptr)
        setTabOrder(before, next);
    // Before the old ones are deleted: the focus would pass to what follows.
    if (hadFocus && before != nullptr)
        before->setFocus();
    for (QWidget *group : old) {
        group->hide();
        group->deleteLater();
    }
}

void MatrixSelector::choose(std::size_t place)
{
    const bool hadFocus = hasFocusedChip();
    chip(place)->setChecked(true);
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
