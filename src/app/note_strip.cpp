#include "app/note_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "app/example_texts.h"
#include "document/document.h"

namespace regard {

NoteStrip::NoteStrip(Document *document, QWidget *parent)
    : QFrame(parent), m_document(document), m_note(new QLabel(this)), m_random(new QLabel(this))
{
    setAccessibleName(tr("About this project"));
    auto *dismiss = new QToolButton(this);
    dismiss->setText(QStringLiteral("×"));
    dismiss->setAutoRaise(true);
    dismiss->setToolTip(tr("Hide the note"));
    dismiss->setAccessibleName(tr("Hide the note"));
    m_dismiss = dismiss;
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_random->setObjectName(QStringLiteral("panelCaption"));
    m_random->setWordWrap(true);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_note);
    texts->addWidget(m_random);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 2, 4, 4);
    row->addLayout(texts, 1);
    row->addWidget(dismiss, 0, Qt::AlignTop);
    connect(dismiss, &QToolButton::clicked, this, [this] {
        m_dismissed = true;
        readDocument();
    });
    connect(document, &Document::loaded, this, [this] {
        m_dismissed = false;
        readDocument();
    });
    connect(document, &Document::modelChanged, this, &NoteStrip::readDocument);
    connect(document, &Document::selectionChanged, this, &NoteStrip::readDocument);
    readDocument();
}

void NoteStrip::setQuiet(bool quiet)
{
    m_quiet = quiet;
    readDocument();
}

void NoteStrip::readDocument()
{
    const QString note = exampleText(m_document->note());
    const bool showsNote = !note.isEmpty() && !m_dismissed && !m_quiet;
    const Document::Randomness randomness = m_document->randomness();
    const bool isRandom = randomness != Document::Randomness::None;
    m_random->setText(randomness == Document::Randomness::Some
                          ? tr("A part of the weights is random: what they show is arithmetic, not meaning.")
                          : tr("Random weights: the picture shows arithmetic, not meaning."));
    if (m_note->text() != note)
        m_note->setText(note);
    m_note->setVisible(showsNote);
    m_dismiss->setVisible(showsNote);
    m_random->setVisible(isRandom);
    setVisible(showsNote || isRandom);
}

} // namespace regard
