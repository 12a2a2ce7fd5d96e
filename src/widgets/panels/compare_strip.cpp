#include "widgets/panels/compare_strip.h"

#include <algorithm>
#include <array>

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>
#include <QStyle>
#include <QToolButton>

#include "views/text/change_text.h"
#include "widgets/parts/chip.h"
#include "widgets/parts/elided_label.h"
#include "widgets/parts/flow_layout.h"

namespace regard {

namespace {

constexpr int compareStripGap = 6;
constexpr int smallestChange = 180; // of the line of words; narrower, it has a line of its own

bool sharesToken(const TokenAlignment &alignment)
{
    return std::any_of(alignment.before.begin(), alignment.before.end(), [](int position) { return position >= 0; });
}

} // namespace

/// Shows the longest of several wordings that fits.
class CompareStrip::ChangeLabel : public ElidedLabel {
public:
    explicit ChangeLabel(QWidget *parent) : ElidedLabel(parent) {}

    void setWordings(const QStringList &wordings)
    {
        m_wordings = wordings;
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
        const QRect space = contentsRect();
        style()->drawItemText(&painter, space, int(alignment()), palette(), isEnabled(),
                              fontMetrics().elidedText(fitting(), Qt::ElideRight, space.width()), foregroundRole());
    }

private:
    QStringList m_wordings{QString()};
};

CompareStrip::CompareStrip(Document *document, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_chips(new QButtonGroup(this)), m_change(new ChangeLabel(this)),
      m_pin(newChip(tr("Pin anew"), tr("Pin the present state anew"),
                    tr("Compare with the present state from now on (F8)"), this)),
      m_unpin(newChip(tr("Unpin"), tr("Unpin: end the comparison"), tr("End the comparison (Shift+F8)"), this))
{
    setAccessibleName(tr("Comparison with the pinned state"));
    auto *row = new FlowLayout(this, compareStripGap);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(newChips());
    m_pin->setObjectName(QStringLiteral("pinButton"));
    m_unpin->setObjectName(QStringLiteral("unpinButton"));
    row->addWidget(m_pin);
    row->addWidget(m_unpin);
    row->addWidget(newChange());
    connect(m_pin, &QToolButton::clicked, &document->comparison(), qOverload<>(&Comparison::pin));
    connect(m_unpin, &QToolButton::clicked, &document->comparison(), &Comparison::unpin);
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
        {Compared::Now, tr("Now"), tr("Show the present state"),
         tr("The present state (Ctrl+D: the next of the three)")},
        {Compared::Pinned, tr("Pinned"), tr("Show the pinned state"), {}}, // names the pinned state
        {Compared::Difference, tr("Difference"), tr("Show what changed: now minus pinned"),
         tr("What changed: now − pinned (Ctrl+D: the next of the three)")},
    }};
    auto *group = new QWidget(this); // stays together where the row breaks
    auto *row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(3);
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
    m_change->setObjectName(QStringLiteral("muted"));
    m_change->setTextFormat(Qt::PlainText);
    auto *change = new QWidget(this);
    change->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto *row = new QHBoxLayout(change);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_change);
    m_change->setMinimumWidth(smallestChange);
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
    m_change->setWordings(changeTexts(*comparison));
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
