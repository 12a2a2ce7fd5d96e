#include "app/window/first_head.h"

#include <QPushButton>
#include <QStatusBar>

#include "app/files/project_files.h"
#include "document/document.h"
#include "document/look/selection_rules.h"

namespace regard {

namespace {

constexpr int typingPauseMs = 500;

} // namespace

FirstHead::FirstHead(Document *document, ProjectFiles *files, QStatusBar *bar)
    : QObject(bar), m_document(document), m_button(new QPushButton(bar))
{
    m_button->setObjectName(QStringLiteral("link"));
    m_button->setProperty("firstHead", true);
    bar->addPermanentWidget(m_button);
    m_button->hide();
    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPauseMs);
    connect(m_button, &QPushButton::clicked, this, &FirstHead::showAll);
    connect(&m_pause, &QTimer::timeout, this, &FirstHead::choose);
    connect(document, &Document::loaded, this, [this] {
        m_waits = false;
        m_chosen.reset();
        m_pause.stop();
        followSelection();
    });
    connect(files, &ProjectFiles::openedModel, this, [this] {
        m_waits = true;
        look();
    });
    connect(document, &Document::resultChanged, this, &FirstHead::look);
    connect(&document->look(), &Look::selectionChanged, this, &FirstHead::followSelection);
}

void FirstHead::look()
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
    m_chosen = picture;
    m_document->look().setSelection(picture->selection);
    followSelection();
}

void FirstHead::showAll()
{
    Selection selection = m_document->look().selection();
    selection.heads = allHeads(m_document->matrices().model()->config, selection.attention);
    m_document->look().setSelection(selection);
}

void FirstHead::followSelection()
{
    const Selection &now = m_document->look().selection();
    const bool isShown = m_chosen && now.attention == m_chosen->selection.attention &&
                         now.layer == m_chosen->selection.layer && now.heads == m_chosen->selection.heads &&
                         now.summary == Summary::None;
    m_button->setVisible(isShown);
    if (!isShown)
        return;
    const QString how = firstPictureText(*m_chosen);
    m_button->setText(tr("layer %1 · head %2: the sharpest · show all heads")
                          .arg(m_chosen->selection.layer + 1)
                          .arg(m_chosen->selection.head + 1));
    m_button->setToolTip(tr("Shown first: %1. Shows all heads of this layer").arg(how));
    m_button->setAccessibleName(m_button->text());
    m_button->setAccessibleDescription(how);
}

} // namespace regard
