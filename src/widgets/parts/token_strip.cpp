#include "widgets/parts/token_strip.h"

#include <array>

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include "document/sentence/token_grouping.h"
#include "views/data/special_share.h"
#include "widgets/parts/chip.h"
#include "widgets/parts/elided_label.h"
#include "widgets/parts/flow_layout.h"

namespace regard {

namespace {

constexpr int tokenStripGap = 6;
constexpr int smallestNote = 150; // narrower, it has a line of its own

enum Unit { Pieces, Words };

/// A row of chips that stays together where the line wraps.
QHBoxLayout *rowIn(QWidget *group)
{
    auto *row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(3);
    return row;
}

} // namespace

TokenStrip::TokenStrip(Document *document, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_units(new QButtonGroup(this)),
      m_special(newSwitchChip(
          tr("Special tokens"), tr("Show special tokens"),
          tr("Tokens that the tokenizer puts around and between sentences, such as [CLS], [SEP] and </s>. "
             "Hidden, what they take of each row is left out and counted"),
          this)),
      m_renormalise(
          newSwitchChip(tr("Renormalise"), tr("Divide what hidden tokens leave of each row by its sum"),
                        tr("Without special tokens rows sum to less than 1: divides each by what is left of it. "
                           "Pictures say so"),
                        this)),
      m_filters(new QButtonGroup(this)), m_filter(newFilter()), m_note(new ElidedLabel(this))
{
    setAccessibleName(tr("How tokens are shown"));
    m_note->setObjectName(QStringLiteral("muted"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setMinimumWidth(smallestNote);
    m_note->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto *row = new FlowLayout(this, tokenStripGap);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(newUnits());
    m_special->setObjectName(QStringLiteral("specialChip"));
    m_renormalise->setObjectName(QStringLiteral("renormaliseChip"));
    row->addWidget(m_special);
    row->addWidget(m_renormalise);
    row->addWidget(m_filter);
    row->addWidget(m_note);
    connect(m_special, &QToolButton::clicked, this,
            [this](bool on) { change([](TokenView &view, bool shows) { view.hidesSpecial = !shows; }, on); });
    connect(m_renormalise, &QToolButton::clicked, this,
            [this](bool on) { change([](TokenView &view, bool divides) { view.renormalises = divides; }, on); });
    connect(document, &Document::loaded, this, &TokenStrip::readDocument);
    connect(&document->look(), &Look::tokenViewChanged, this, &TokenStrip::readDocument);
    connect(&document->sentences(), &Sentences::sourceChanged, this, &TokenStrip::readDocument);
    connect(&document->sentences(), &Sentences::targetChanged, this, &TokenStrip::readDocument);
    connect(&document->matrices(), &Matrices::modelChanged, this, &TokenStrip::readDocument);
    connect(document, &Document::shownChanged, this, &TokenStrip::readNote);
    connect(theme, &AppTheme::changed, this, &TokenStrip::updateGeometry);
    readDocument();
    readNote();
}

QWidget *TokenStrip::newUnits()
{
    auto *group = new QWidget(this);
    QHBoxLayout *row = rowIn(group);
    QToolButton *pieces = newSwitchChip(tr("Pieces"), tr("Show pieces of words, as the tokenizer has them"),
                                        tr("Each token by itself, as the tokenizer cuts the sentence"), group);
    QToolButton *words =
        newSwitchChip(tr("Words"), tr("Show pieces of a word as one"),
                      tr("Pieces of a word as one: the sum over its keys, the mean over its queries, so that "
                         "rows still sum to 1 (Clark et al. 2019)"),
                      group);
    m_units->addButton(pieces, Pieces);
    m_units->addButton(words, Words);
    row->addWidget(pieces);
    row->addWidget(words);
    connect(m_units, &QButtonGroup::idClicked, this,
            [this](int id) { change([](TokenView &view, bool merges) { view.words = merges; }, id == Words); });
    return group;
}

QWidget *TokenStrip::newFilter()
{
    struct Chip {
        PairFilter filter;
        QString text;
        QString name;
        QString toolTip;
    };
    const std::array<Chip, 5> chips{{
        {PairFilter::All, tr("All"), tr("Show attention within and between both sentences"),
         tr("Attention within and between both sentences: A is the first, B the second; a separator belongs to the "
            "sentence that it ends")},
        {PairFilter::AToA, tr("A→A"), tr("Show attention from the first sentence to the first alone"),
         tr("What the first sentence looks at in itself")},
        {PairFilter::AToB, tr("A→B"), tr("Show attention from the first sentence to the second alone"),
         tr("What the first sentence looks at in the second")},
        {PairFilter::BToA, tr("B→A"), tr("Show attention from the second sentence to the first alone"),
         tr("What the second sentence looks at in the first")},
        {PairFilter::BToB, tr("B→B"), tr("Show attention from the second sentence to the second alone"),
         tr("What the second sentence looks at in itself")},
    }};
    auto *group = new QWidget(this);
    QHBoxLayout *row = rowIn(group);
    for (const Chip &each : chips) {
        QToolButton *chip = newSwitchChip(each.text, each.name, each.toolTip, group);
        m_filters->addButton(chip, int(each.filter));
        row->addWidget(chip);
    }
    connect(m_filters, &QButtonGroup::idClicked, this, [this](int id) {
        TokenView view = m_document->look().tokenView();
        view.pairs = static_cast<PairFilter>(id);
        m_document->look().setTokenView(view);
    });
    return group;
}

void TokenStrip::change(void (*set)(TokenView &view, bool on), bool on)
{
    TokenView view = m_document->look().tokenView();
    set(view, on);
    m_document->look().setTokenView(view);
}

QToolButton *TokenStrip::piecesChip() const
{
    return qobject_cast<QToolButton *>(m_units->button(Pieces));
}

QToolButton *TokenStrip::wordsChip() const
{
    return qobject_cast<QToolButton *>(m_units->button(Words));
}

QToolButton *TokenStrip::pairChip(PairFilter filter) const
{
    return qobject_cast<QToolButton *>(m_filters->button(int(filter)));
}

QString TokenStrip::noteText() const
{
    return m_note->text();
}

void TokenStrip::readDocument()
{
    setVisible(!m_document->hasModel() ||
               (m_document->checkpoint() && m_document->sentences().tokenizer() == Tokenizer::Checkpoint));
    const TokenView &view = m_document->look().tokenView();
    (view.words ? wordsChip() : piecesChip())->setChecked(true);
    const bool hasSpecial = hasSpecialTokens(m_document->sentences().tokens(Side::Source)) ||
                            (readsTarget(m_document->matrices().model()->config) &&
                             hasSpecialTokens(m_document->sentences().tokens(Side::Target)));
    m_special->setVisible(hasSpecial);
    m_special->setChecked(!view.hidesSpecial);
    m_renormalise->setVisible(hasSpecial && view.hidesSpecial);
    m_renormalise->setChecked(view.renormalises);
    m_filter->setVisible(isPair(m_document->sentences().tokens(Side::Source)));
    pairChip(view.pairs)->setChecked(true);
}

void TokenStrip::readNote()
{
    const QString note = specialShareText(m_document->shown().tokens, m_document->look().tokenView());
    m_note->setText(note);
    m_note->setAccessibleName(note);
    m_note->setToolTip(note.isEmpty() ? QString()
                                      : tr("The share of attention that goes to special tokens, the mean "
                                           "over the queries that are shown"));
    m_note->setVisible(!note.isEmpty());
}

} // namespace regard
