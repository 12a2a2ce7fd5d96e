#include "window/note_strip.h"

#include <algorithm>
#include <string>
#include <vector>

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "document/document.h"
#include "io/checkpoint/checkpoint.h"
#include "views/output/output_data.h"

namespace regard {

namespace {

/// What a user should know about a folder before trusting the picture; empty: nothing.
QString folderNote(const Checkpoint &checkpoint)
{
    constexpr std::size_t most = 6;
    QStringList sentences;
    if (const std::vector<std::string> &keys = checkpoint.unknownKeys; !keys.empty()) {
        QStringList names;
        for (std::size_t i = 0; i < std::min(most, keys.size()); ++i)
            names.append(QString::fromStdString(keys[i]).left(40));
        if (keys.size() > most)
            names.append(QStringLiteral("…"));
        sentences << NoteStrip::tr("Not known here: %1. These keys of config.json are not read.")
                         .arg(names.join(QStringLiteral(", ")));
    }
    if (!checkpoint.removedPrefix.empty())
        sentences << NoteStrip::tr("The names of all tensors begin with “%1”; the model is read without it.")
                         .arg(QString::fromStdString(checkpoint.removedPrefix).left(80));
    if (checkpoint.headFault.isAny())
        sentences << noOutputText(checkpoint.model, &checkpoint);
    if (checkpoint.hasOwnCode)
        sentences << NoteStrip::tr("config.json names code of its own for this model (auto_map), which is not run.");
    return sentences.join(QLatin1Char(' '));
}

} // namespace

NoteStrip::NoteStrip(Document *document, QWidget *parent)
    : QFrame(parent), m_document(document), m_folder(new QLabel(this))
{
    setAccessibleName(tr("About this project"));
    auto *dismiss = new QToolButton(this);
    dismiss->setText(QStringLiteral("×"));
    dismiss->setAutoRaise(true);
    dismiss->setToolTip(tr("Hide the note"));
    dismiss->setAccessibleName(tr("Hide the note"));
    m_folder->setObjectName(QStringLiteral("folderNote"));
    m_folder->setWordWrap(true);
    m_folder->setTextFormat(Qt::PlainText);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_folder);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 2, 4, 4);
    row->addLayout(texts, 1);
    row->addWidget(dismiss, 0, Qt::AlignTop);
    connect(dismiss, &QToolButton::clicked, this, [this] {
        m_dismissed = true;
        readDocument();
    });
    connect(document, &Document::loaded, this, [this] {
        m_dismissed = m_dismissed && m_document->hasAside(); // what was set aside comes back as it was
        readDocument();
    });
    connect(&document->matrices(), &Matrices::modelChanged, this, &NoteStrip::readDocument);
    readDocument();
}

void NoteStrip::setQuiet(bool quiet)
{
    m_quiet = quiet;
    readDocument();
}

void NoteStrip::readDocument()
{
    const QString folder = m_document->checkpoint() ? folderNote(*m_document->checkpoint()) : QString();
    const bool showsFolder = !folder.isEmpty() && !m_dismissed && !m_quiet;
    if (m_folder->text() != folder)
        m_folder->setText(folder);
    m_folder->setVisible(showsFolder);
    setVisible(showsFolder);
}

} // namespace regard
