#include "window/first_head.h"

#include "document/document.h"
#include "document/look/selection_rules.h"
#include "window/files/project_files.h"

namespace regard {

namespace {

constexpr int typingPauseMs = 500;

} // namespace

FirstHead::FirstHead(Document *document, ProjectFiles *files) : QObject(files), m_document(document)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &FirstHead::choose);
    connect(document, &Document::loaded, this, [this] {
        m_waits = false;
        m_pause.stop();
    });
    connect(files, &ProjectFiles::openedModel, this, [this] {
        m_waits = true;
        chooseWhenUsable();
    });
    connect(document, &Document::resultChanged, this, &FirstHead::chooseWhenUsable);
}

void FirstHead::chooseWhenUsable()
{
    if (!m_waits)
        return;
    if (m_document->isModified())
        m_pause.start();
    else
        choose();
}

bool FirstHead::isUntouched() const
{
    const ModelConfig &config = m_document->matrices().model()->config;
    const Selection &selection = m_document->look().selection();
    return selection.layer == 0 && selection.head == 0 && selection.summary == Summary::None &&
           selection.heads == allHeads(config, selection.attention) && selection.pinnedQueries.empty() &&
           selection.pinnedKeys.empty();
}

void FirstHead::choose()
{
    const Shown &shown = m_document->shown();
    if (!m_waits || shown.input.now.result.model != m_document->matrices().model())
        return;
    if (!isUntouched()) {
        m_waits = false;
        return;
    }
    if (!m_document->hasModel()) { // its heads are read when they are looked at
        m_waits = false;
        return;
    }
    const std::optional<FirstPicture> picture = firstPicture(shown.input.now, m_document->look().selection());
    if (!picture)
        return;
    m_waits = false;
    // Another attention drops the focus on tokens: they may be of another sentence.
    Selection head = picture->selection;
    head.query = head.key = -1;
    head.pinnedQueries.clear();
    head.pinnedKeys.clear();
    m_document->look().setSelection(head);
    m_document->look().setSelection(picture->selection);
    emit chosen(tr("Layer %1 · head %2, shown first: %3")
                    .arg(picture->selection.layer + 1)
                    .arg(picture->selection.head + 1)
                    .arg(firstPictureText(*picture)));
}

} // namespace regard
