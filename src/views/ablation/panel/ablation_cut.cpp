#include "views/ablation/panel/ablation_cut.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include "controls/label_place.h"
#include "engine/model/attention_place.h"
#include "views/base/set_attention.h"
#include "views/base/shown_tokens.h"

namespace regard {

AblationCut::AblationCut(Document *document, QWidget *parent)
    : QWidget(parent), m_document(document), m_link(new QLabel(this)), m_first(new QSpinBox(this)),
      m_last(new QSpinBox(this)), m_allHeads(new QCheckBox(tr("all heads"), this)),
      m_button(new QPushButton(tr("&Cut"), this))
{
    m_link->setObjectName(QStringLiteral("muted"));
    m_link->setTextFormat(Qt::PlainText);
    m_link->setWordWrap(true);
    m_first->setAccessibleName(tr("First layer that is cut"));
    m_last->setAccessibleName(tr("Last layer that is cut"));
    m_allHeads->setChecked(true);
    m_allHeads->setToolTip(tr("In every head of these layers; else in the head in view alone"));
    m_button->setToolTip(tr("The link gets no weight in these layers, as if the mask forbade it"));
    auto *layers = new QLabel(tr("la&yers"), this);
    layers->setBuddy(m_first);
    auto *line = new QHBoxLayout;
    line->setSpacing(6);
    line->addWidget(layers);
    line->addWidget(m_first);
    line->addWidget(new QLabel(QStringLiteral("–"), this));
    line->addWidget(m_last);
    line->addStretch(1);
    auto *below = new QHBoxLayout; // so that a narrow panel has room for it
    below->setSpacing(6);
    below->addWidget(m_allHeads);
    below->addStretch(1);
    below->addWidget(m_button);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(2);
    all->addWidget(new LabelPlace(m_link, this));
    all->addLayout(line);
    all->addLayout(below);
    connect(m_first, &QSpinBox::valueChanged, this, [this](int layer) {
        if (m_last->value() < layer)
            m_last->setValue(layer);
    });
    connect(m_last, &QSpinBox::valueChanged, this, [this](int layer) {
        if (m_first->value() > layer)
            m_first->setValue(layer);
    });
    connect(m_button, &QPushButton::clicked, this, &AblationCut::cut);
    connect(document, &Document::loaded, this, &AblationCut::refresh);
    connect(document, &Document::shownChanged, this, &AblationCut::refresh);
    connect(&document->matrices(), &Matrices::modelChanged, this, &AblationCut::refresh);
    refresh();
}

/// Every pair of pieces where words are merged.
std::vector<LinkRef> AblationCut::links() const
{
    const Shown &shown = m_document->shown();
    const Selection &selection = shown.attention.asked;
    std::vector<LinkRef> links;
    for (const int query : presentTokens(shown, TokenSide::Query, selection.query))
        for (const int key : presentTokens(shown, TokenSide::Key, selection.key))
            links.push_back({query, key});
    return links;
}

void AblationCut::refresh()
{
    const ModelConfig &config = m_document->matrices().model()->config;
    const Attention attention = m_document->look().selection().attention;
    const int layers = layersOf(config, attention);
    const std::vector<LinkRef> pairs = links();
    if (layers != m_layers || attention != m_attention) {
        m_layers = layers;
        m_attention = attention;
        for (QSpinBox *box : {m_first, m_last}) {
            const QSignalBlocker quiet(box);
            box->setRange(1, std::max(1, layers));
            box->setValue(box == m_first ? 1 : layers);
        }
    }
    setEnabled(layers > 0 && m_document->hasModel());
    m_button->setEnabled(!pairs.empty());
    m_link->setText(pairs.empty() ? tr("Cut a link: click a word and what it looks at")
                                  : tr("Cut %1").arg(linkName(*m_document, attention, pairs.front())));
}

void AblationCut::cut()
{
    const Selection &selection = m_document->look().selection();
    Interventions next = m_document->matrices().model()->interventions;
    const std::vector<LinkRef> pairs = links();
    for (const LinkRef &link : pairs)
        next.cuts.insert({selection.attention, m_first->value() - 1, m_last->value() - 1,
                          m_allHeads->isChecked() ? std::vector<int>() : std::vector<int>{selection.head}, link});
    m_document->matrices().setInterventions(
        next, tr("cut %1").arg(linkName(*m_document, selection.attention, pairs.front())));
}

} // namespace regard
