#include "controls/compare_strip.h"

#include <algorithm>
#include <array>

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include "controls/chip.h"
#include "controls/elided_label.h"
#include "controls/flow_layout.h"
#include "controls/spoken_name.h"
#include "draw/notation.h"
#include "views/base/change_text.h"
#include "views/why/cell_try.h"

namespace regard {

namespace {

constexpr int compareStripGap = 14;
constexpr int longestName = 24;     ///< of what is pinned
constexpr int smallestChange = 140; // of the line of words; narrower, it has a line of its own

bool sharesToken(const TokenAlignment &alignment)
{
    return std::any_of(alignment.before.begin(), alignment.before.end(), [](int position) { return position >= 0; });
}

} // namespace

/// Shows the longest of several wordings that fits.
class CompareStrip::ChangeLabel : public ElidedLabel {
public:
    explicit ChangeLabel(QWidget *parent) : ElidedLabel(parent) {}

    /// Where they begin with a cell, "Now: W_Q [pronoun, 0] …", its matrix is drawn with the index below the line.
    void setWordings(const QStringList &wordings, bool beginWithCell)
    {
        m_wordings = wordings;
        m_beginWithCell = beginWithCell;
        setText(wordings.front());
        setAccessibleName(wordings.front());
        setToolTip(wordings.front());
        update();
    }
    const QString &fitting() const
    {
        const auto fits = [this](const QString &wording) {
            return fontMetrics().horizontalAdvance(wording) <= contentsRect().width();
        };
        const auto found = std::find_if(m_wordings.begin(), m_wordings.end(), fits);
        return found == m_wordings.end() ? m_wordings.back() : *found;
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        QRect space = contentsRect();
        QString text = fontMetrics().elidedText(fitting(), Qt::ElideRight, space.width());
        if (const qsizetype cell = m_beginWithCell ? text.indexOf(QLatin1String(" [")) : -1; cell > 0) {
            const QString matrix = text.left(cell);
            drawNotation(painter, space, Qt::AlignLeft, matrix, font(), palette().color(foregroundRole()));
            painter.setFont(font()); // that of the index was the last
            space.setLeft(space.left() + int(notationWidth(matrix, font())));
            text.remove(0, cell);
        }
        style()->drawItemText(&painter, space, int(alignment()), palette(), isEnabled(), text, foregroundRole());
    }

private:
    QStringList m_wordings{QString()};
    bool m_beginWithCell = false;
};

CompareStrip::CompareStrip(Document *document, AppTheme *theme, QWidget *parent)
    : QFrame(parent), m_document(document), m_chips(new QButtonGroup(this)), m_before(new QLabel(this)),
      m_change(new ChangeLabel(this)), m_more(new QToolButton(this))
{
    setObjectName(QStringLiteral("panel"));
    setAccessibleName(tr("Comparison with the pinned state"));
    auto *row = new FlowLayout(this, compareStripGap);
    row->setContentsMargins(18, 6, 12, 6);
    row->addWidget(newChips());
    row->addWidget(newChange());
    auto *pin = new QPushButton(tr("Pin now"), this);
    pin->setObjectName(QStringLiteral("pinButton"));
    pin->setProperty("link", true);
    nameButton(pin, tr("Pin the present state anew"));
    pin->setToolTip(tr("Compare with the present state from now on (F8)"));
    row->addWidget(pin);
    m_more->setText(QStringLiteral("⋯"));
    m_more->setProperty("flat", true);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setFocusPolicy(Qt::StrongFocus);
    m_more->setMenu(new QMenu(m_more));
    nameButton(m_more, tr("More of the comparison"));
    m_more->setToolTip(tr("What else to compare with, and the end of the comparison"));
    row->addWidget(m_more);
    connect(pin, &QPushButton::clicked, &document->comparison(), qOverload<>(&Comparison::pin));
    connect(document, &Document::shownChanged, this, &CompareStrip::follow);
    connect(theme, &AppTheme::changed, this, &CompareStrip::updateGeometry);
    m_seen = document->shown().input;
    readDocument();
}

QWidget *CompareStrip::newChips()
{
    struct Chip {
        Compared compared;
        QString text;
        QString name;
        QString toolTip;
    };
    const std::array<Chip, 3> chips{{
        {Compared::Pinned, tr("Pinned"), tr("Show the pinned state"), {}}, // names the pinned state
        {Compared::Now, tr("Now"), tr("Show the present state"),
         tr("The present state (Ctrl+D: the next of the three)")},
        {Compared::Difference, tr("Difference"), tr("Show what changed: now minus pinned"),
         tr("What changed: now − pinned (Ctrl+D: the next of the three)")},
    }};
    auto *group = new QFrame(this); // stays together where the row breaks
    group->setObjectName(QStringLiteral("segments"));
    auto *row = new QHBoxLayout(group);
    row->setContentsMargins(2, 2, 2, 2);
    row->setSpacing(2);
    for (const Chip &chip : chips) {
        QToolButton *button = newSwitchChip(chip.text, chip.name, chip.toolTip, group);
        m_chips->addButton(button, int(chip.compared));
        row->addWidget(button);
    }
    connect(m_chips, &QButtonGroup::idClicked, this, [this](int id) {
        m_document->comparison().choose(static_cast<Compared>(id));
        readDocument();
    });
    return group;
}

QWidget *CompareStrip::newChange()
{
    m_before->setTextFormat(Qt::PlainText);
    m_before->setObjectName(QStringLiteral("comparedBefore"));
    m_change->setTextFormat(Qt::PlainText);
    m_change->setMinimumWidth(smallestChange);
    auto *hint = new ElidedLabel(this, ElidedLabel::Cut::Vanishes);
    hint->setObjectName(QStringLiteral("muted"));
    hint->setText(tr("hold F9 for Pinned"));
    hint->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *change = new QWidget(this);
    change->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto *row = new QHBoxLayout(change);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(compareStripGap);
    row->addWidget(m_before);
    row->addWidget(m_change, 3);
    row->addWidget(hint, 1);
    return change;
}

QToolButton *CompareStrip::chip(Compared compared) const
{
    return qobject_cast<QToolButton *>(m_chips->button(int(compared)));
}

QString CompareStrip::changeText() const
{
    return m_change->text();
}

QString CompareStrip::shownChangeText() const
{
    return m_change->fitting();
}

QMenu *CompareStrip::menu() const
{
    return m_more->menu();
}

/// Pointing at tokens changes nothing here.
void CompareStrip::follow()
{
    const ShownInput &shown = m_document->shown().input;
    const ShownInput before = std::exchange(m_seen, shown);
    if (!before.showsSame(shown) || before.selection.attention != shown.selection.attention)
        readDocument();
}

void CompareStrip::readDocument()
{
    const auto &pinned = m_document->comparison().pinned();
    const auto comparison = m_document->shown().attention.comparison;
    setVisible(pinned != nullptr);
    chip(m_document->comparison().compared())->setChecked(true);
    if (!pinned || !comparison)
        return;
    chip(Compared::Pinned)
        ->setToolTip(
            tr("What is pinned: %1 (Ctrl+D: the next of the three; hold F9: for as long as that)").arg(pinned->name));
    m_before->setVisible(pinned->name != Comparison::tr("pinned", "state")); // else the chip says it
    m_before->setText(tr("Pinned: %1")
                          .arg(pinned->name.size() <= longestName
                                   ? pinned->name
                                   : pinned->name.left(longestName - 1) + QChar(0x2026)));
    m_before->setToolTip(pinned->name);
    QStringList texts = changeTexts(*comparison);
    const QString cell = changedCell(*comparison);
    if (!cell.isEmpty())
        texts = {cell + QStringLiteral(" · ") + texts.front(), cell};
    m_change->setWordings(texts, !cell.isEmpty());
}

/// Where one cell and nothing else changed.
QString CompareStrip::changedCell(const TraceComparison &comparison) const
{
    const PinnedState &pinned = *m_document->comparison().pinned();
    const Sentences &sentences = m_document->sentences();
    const auto isSame = [&](Side side) {
        return std::ranges::equal(pinned.tokens(side).tokens, sentences.tokens(side).tokens, {}, &Token::text,
                                  &Token::text);
    };
    // All numbers of two models out of files would have to be read.
    if (m_document->checkpoint() || m_document->training().isRunning() || !isSame(Side::Source) ||
        !isSame(Side::Target) || !interventionChangeText(comparison).isEmpty())
        return {};
    const std::vector<MatrixChanges> changes = m_document->matrices().compared().changes();
    if (changes.size() != 1 || changes.front().cells.size() != 1 || changes.front().newCells > 0)
        return {};
    const CellChange &cell = changes.front().cells.front();
    return tr("Now: %1 = %2 (pinned: %3)")
        .arg(cellName(*m_document, {changes.front().matrix, cell.row, cell.column}), cellValue(cell.now),
             cellValue(cell.before));
}

QStringList CompareStrip::changeTexts(const TraceComparison &comparison) const
{
    const Attention attention = m_document->look().selection().attention;
    if (comparison.isTooLarge())
        return {tr("The files are too large to search all heads for what changed most: each is compared when it is "
                   "looked at"),
                tr("Each head is compared when it is looked at")};
    const QString change = largestChangeText(comparison);
    QString done = interventionChangeText(comparison);
    // A difference of the weights that a switched off head still has would hide that it is switched off.
    if (m_document->comparison().compared() == Compared::Difference && !done.isEmpty()) {
        done = change.isEmpty() ? tr("No attention weight differs · %1").arg(done) : done;
        const QString where = tr("%1 · what it does: “Effect” in “Switch off”").arg(done);
        return change.isEmpty() ? QStringList{where, done}
                                : QStringList{tr("%1 · largest change: %2").arg(where, change), where, done};
    }
    if (!change.isEmpty())
        return QStringList{tr("Largest change: %1").arg(change), change} + shortChangeTexts(comparison);
    const QString other = otherChangeText(comparison);
    if (done.isEmpty() && (!sharesToken(comparison.queries(attention)) || !sharesToken(comparison.keys(attention))))
        return {tr("The sentence shares no word with the pinned one")};
    if (other.isEmpty())
        return {tr("No attention weight differs from the pinned state")};
    return {tr("No attention weight differs · %1").arg(other), other};
}

} // namespace regard
