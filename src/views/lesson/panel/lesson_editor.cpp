#include "views/lesson/panel/lesson_editor.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "document/document.h"
#include "engine/base/errors.h"
#include "io/base/file_error.h"
#include "io/lesson/lesson_caption.h"

namespace regard {

namespace {

constexpr int lessonEditorLeastWidth = 220;

/// Why a page's texts cannot be read; empty where they can.
QString problemOf(const LessonPage &page)
{
    try {
        for (const LessonText &text : {page.text, page.caption, page.attempt})
            for (const auto &[language, words] : text.texts)
                lessonPieces(words);
        for (const auto &[language, words] : page.caption.texts)
            if (const std::string problem = captionProblem(page, words); !problem.empty())
                return QString::fromStdString(problem);
    } catch (const Error &error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

/// The application's style sheet removes the frame from scroll areas.
void frame(QPlainTextEdit *field)
{
    field->setStyleSheet(QStringLiteral(
        "QPlainTextEdit { background: palette(base); border: 1px solid palette(mid); border-radius: 5px; }"
        "QPlainTextEdit:focus { border: 2px solid palette(highlight); }"));
}

} // namespace

LessonEditor::LessonEditor(Document *document, QWidget *parent)
    : Panel(tr("Record lesson"), parent), m_document(document), m_title(new QLineEdit(this)),
      m_pages(new QListWidget(this)), m_marks(new QCheckBox(tr("Mark what is in focus"), this)),
      m_pageTitle(new QLineEdit(this)), m_text(new QPlainTextEdit(this)), m_caption(new QPlainTextEdit(this)),
      m_mode(new QComboBox(this)), m_control(new QComboBox(this)), m_try(new QPlainTextEdit(this)),
      m_problem(new QLabel(this))
{
    setMinimumWidth(lessonEditorLeastWidth);
    addHeading();
    addPages();
    addWords();
    auto *save = button(tr("Save lesson…"), tr("Writes the lesson to a file"), [this] { emit saveAsked(); });
    save->setObjectName(QStringLiteral("primary"));
    content()->addWidget(save);
    connect(m_pages, &QListWidget::currentRowChanged, this, &LessonEditor::showPage);
    connect(m_pages, &QListWidget::itemActivated, this, &LessonEditor::showState);
    showPage();
}

void LessonEditor::addHeading()
{
    auto *close = new QToolButton(this);
    close->setText(QStringLiteral("×"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close lesson"));
    close->setAccessibleName(tr("Close lesson"));
    connect(close, &QToolButton::clicked, this, &LessonEditor::closeAsked);
    titleRow()->addWidget(close);
    m_title->setObjectName(QStringLiteral("lessonTitle"));
    m_title->setPlaceholderText(tr("Title of the lesson"));
    m_title->setAccessibleName(tr("Title of the lesson"));
    connect(m_title, &QLineEdit::textEdited, this, [this](const QString &title) {
        m_lesson.title.setText(m_language, title.toStdString());
        touch();
        showProblem();
    });
    content()->addWidget(m_title);
}

void LessonEditor::addPages()
{
    m_pages->setAccessibleName(tr("Pages"));
    m_pages->setToolTip(tr("Double click a page to see its state"));
    m_pages->setMinimumHeight(80);
    m_marks->setChecked(true);
    m_marks->setToolTip(tr("A captured page marks the cell that the weights show and the tokens in focus"));
    auto *buttons = new QGridLayout;
    buttons->setSpacing(6);
    buttons->addWidget(button(tr("Add page"), tr("Captures what the window shows"), [this] { addPage(); }), 0, 0, 1, 2);
    m_replace = button(tr("Replace state"), tr("The page takes over what the window shows now; its text stays"),
                       [this] { replaceState(); });
    m_up = button(tr("Up"), tr("Moves the page up"), [this] { movePage(-1); });
    m_down = button(tr("Down"), tr("Moves the page down"), [this] { movePage(1); });
    m_remove = button(tr("Remove"), tr("Takes the page out of the lesson"), [this] { removePage(); });
    buttons->addWidget(m_replace, 0, 2);
    buttons->addWidget(m_up, 1, 0);
    buttons->addWidget(m_down, 1, 1);
    buttons->addWidget(m_remove, 1, 2);
    content()->addWidget(m_pages, 1);
    content()->addWidget(m_marks);
    content()->addLayout(buttons);
}

void LessonEditor::addWords()
{
    m_pageTitle->setObjectName(QStringLiteral("pageTitle"));
    m_pageTitle->setPlaceholderText(tr("Title of the page"));
    m_pageTitle->setAccessibleName(tr("Title of the page"));
    m_text->setObjectName(QStringLiteral("pageText"));
    m_text->setPlaceholderText(tr("Text. Values in braces insert numbers: {weight 1 2}"));
    m_text->setAccessibleName(tr("Text of the page"));
    m_text->setTabChangesFocus(true);
    m_try->setObjectName(QStringLiteral("pageTry"));
    m_try->setPlaceholderText(tr("Something to try (optional)"));
    m_try->setAccessibleName(tr("Something to try"));
    m_try->setTabChangesFocus(true);
    m_try->setMaximumHeight(5 * fontMetrics().lineSpacing());
    m_caption->setObjectName(QStringLiteral("pageCaption"));
    m_caption->setPlaceholderText(tr("Caption under the pictures (optional)"));
    m_caption->setToolTip(tr("Stands under the pictures when the page is presented: at most %1 words or %2 Chinese "
                             "characters. Without it, the first sentences of the text.")
                              .arg(mostCaptionWords)
                              .arg(mostCaptionCharacters));
    m_caption->setAccessibleName(tr("Caption of the page"));
    m_caption->setAccessibleDescription(m_caption->toolTip());
    m_caption->setTabChangesFocus(true);
    m_caption->setMaximumHeight(5 * fontMetrics().lineSpacing());
    for (QPlainTextEdit *field : {m_text, m_caption, m_try}) {
        frame(field);
        field->setMinimumHeight(3 * fontMetrics().lineSpacing());
    }
    m_problem->setObjectName(QStringLiteral("error"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    content()->addWidget(m_pageTitle);
    content()->addWidget(m_text, 2);
    content()->addWidget(m_caption);
    content()->addWidget(m_try);
    addChoices();
    content()->addWidget(m_problem);
    connect(m_pageTitle, &QLineEdit::textEdited, this, [this](const QString &title) {
        change(&LessonPage::title, title);
        if (QListWidgetItem *item = m_pages->currentItem())
            item->setText(rowText(row()));
    });
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] { change(&LessonPage::text, m_text->toPlainText()); });
    connect(m_caption, &QPlainTextEdit::textChanged, this,
            [this] { change(&LessonPage::caption, m_caption->toPlainText()); });
    connect(m_try, &QPlainTextEdit::textChanged, this, [this] { change(&LessonPage::attempt, m_try->toPlainText()); });
}

void LessonEditor::addChoices()
{
    m_mode->setObjectName(QStringLiteral("pageMode"));
    m_mode->setAccessibleName(tr("Mode of the page"));
    m_mode->setToolTip(tr("The mode that the window takes on this page"));
    m_mode->addItems({tr("Mode of the panels"), tr("Explore"), tr("Explain"), tr("Edit"), tr("Train")});
    m_control->setObjectName(QStringLiteral("pageControl"));
    m_control->setAccessibleName(tr("Control under the text"));
    m_control->setToolTip(tr("The control that is needed for what there is to try"));
    m_control->addItems({tr("No control"), tr("Sentence"), tr("Generate"), tr("Cell"), tr("Score"), tr("Heads"),
                         tr("d_k"), tr("Encoder mask"), tr("Decoder mask"), tr("Position"), tr("Initialisation"),
                         tr("Deviation"), tr("Seed")});
    auto *choices = new QHBoxLayout;
    choices->setSpacing(6);
    for (QComboBox *choice : {m_mode, m_control}) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(6);
        choices->addWidget(choice, 1);
        connect(choice, &QComboBox::activated, this, &LessonEditor::choose);
    }
    content()->addLayout(choices);
}

QPushButton *LessonEditor::button(const QString &text, const QString &tip, const std::function<void()> &run)
{
    auto *made = new QPushButton(text, this);
    made->setToolTip(tip);
    made->setAccessibleDescription(tip);
    connect(made, &QPushButton::clicked, this, run);
    return made;
}

void LessonEditor::open(Lesson lesson, int page)
{
    m_lesson = std::move(lesson);
    m_isOpen = true;
    m_isModified = false;
    m_title->setText(words(m_lesson.title));
    listPages(page);
}

void LessonEditor::close()
{
    m_isOpen = false;
    m_isModified = false;
    m_lesson = {};
    emit changed();
    listPages(-1);
}

void LessonEditor::touch()
{
    m_isModified = true;
    emit changed();
}

void LessonEditor::setSaved()
{
    m_isModified = false;
    emit changed();
}

QString LessonEditor::problem() const
{
    if (m_lesson.title.isEmpty())
        return tr("Give the lesson a title first.");
    if (m_lesson.pages.empty())
        return tr("Add at least one page first.");
    try {
        // The text is read as any lesson is: it may refer to tokens that the page does not have.
        parseLesson(lessonJson(m_lesson), m_lesson.title.text(m_language), {});
    } catch (const FileError &error) {
        return QString::fromStdString(error.reason);
    } catch (const Error &error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

LessonPage LessonEditor::captured() const
{
    LessonPage page;
    page.text.texts = {{std::string(), std::string()}};
    page.project = m_document->project();
    if (m_seenPanels)
        page.panels = m_seenPanels();
    if (m_marks->isChecked()) {
        if (!m_document->look().cell().matrix.empty())
            page.cells.push_back(m_document->look().cell());
        const Selection &selection = m_document->look().selection();
        if (selection.query >= 0 || selection.key >= 0)
            page.pairs.push_back({selection.query, selection.key});
    }
    return page;
}

void LessonEditor::addPage()
{
    LessonPage page = captured();
    if (m_lesson.pages.empty())
        m_lesson.project = page.project;
    const int at = m_lesson.pages.empty() ? 0 : row() + 1;
    m_lesson.pages.insert(m_lesson.pages.begin() + at, std::move(page));
    followChange(at + 1);
    touch();
    listPages(at);
    m_pageTitle->setFocus();
}

void LessonEditor::replaceState()
{
    LessonPage *page = pageInHand();
    if (!page)
        return;
    LessonPage state = captured();
    page->project = std::move(state.project);
    page->panels = std::move(state.panels);
    page->cells = std::move(state.cells);
    page->pairs = std::move(state.pairs);
    followChange(row());
    followChange(row() + 1);
    touch();
    showPage();
}

void LessonEditor::removePage()
{
    if (!pageInHand())
        return;
    const int at = row();
    m_lesson.pages.erase(m_lesson.pages.begin() + at);
    followChange(at);
    touch();
    listPages(std::min(at, int(m_lesson.pages.size()) - 1));
}

void LessonEditor::movePage(int by)
{
    const int from = row();
    const int to = from + by;
    if (!pageInHand() || to < 0 || to >= int(m_lesson.pages.size()))
        return;
    std::swap(m_lesson.pages[std::size_t(from)], m_lesson.pages[std::size_t(to)]);
    for (const int page : {std::min(from, to), std::max(from, to), std::max(from, to) + 1})
        followChange(page);
    touch();
    listPages(to);
}

/// A page that continued another one before it gets the state that it showed as its own.
void LessonEditor::followChange(int page)
{
    for (auto at = std::size_t(page); at < m_lesson.pages.size() && m_lesson.pages[at].keeps; ++at) {
        m_lesson.pages[at].keeps = false;
        m_lesson.pages[at].setsView = true;
    }
}

int LessonEditor::row() const
{
    return m_pages->currentRow();
}

LessonPage *LessonEditor::pageInHand()
{
    const int page = row();
    return page >= 0 && page < int(m_lesson.pages.size()) ? &m_lesson.pages[std::size_t(page)] : nullptr;
}

void LessonEditor::listPages(int row)
{
    const QSignalBlocker quiet(m_pages);
    m_pages->clear();
    for (int page = 0; page < int(m_lesson.pages.size()); ++page)
        m_pages->addItem(rowText(page));
    m_pages->setCurrentRow(row);
    showPage();
}

QString LessonEditor::rowText(int page) const
{
    const QString title = words(m_lesson.pages[std::size_t(page)].title);
    return title.isEmpty() ? tr("Page %1").arg(page + 1) : title;
}

void LessonEditor::showPage()
{
    const LessonPage *page = pageInHand();
    m_isFilling = true;
    m_pageTitle->setText(page ? words(page->title) : QString());
    m_text->setPlainText(page ? words(page->text) : QString());
    m_caption->setPlainText(page ? words(page->caption) : QString());
    m_try->setPlainText(page ? words(page->attempt) : QString());
    m_mode->setCurrentIndex(page && page->mode ? 1 + int(*page->mode) : 0);
    m_control->setCurrentIndex(page && page->control ? 1 + int(*page->control) : 0);
    m_isFilling = false;
    for (QWidget *field :
         {static_cast<QWidget *>(m_pageTitle), static_cast<QWidget *>(m_text), static_cast<QWidget *>(m_try),
          static_cast<QWidget *>(m_caption), static_cast<QWidget *>(m_mode), static_cast<QWidget *>(m_control),
          static_cast<QWidget *>(m_replace), static_cast<QWidget *>(m_remove)})
        field->setEnabled(page);
    const int count = int(m_lesson.pages.size());
    m_up->setEnabled(page && row() > 0);
    m_down->setEnabled(page && row() + 1 < count);
    setCaption(page ? tr("page %1 of %2").arg(row() + 1).arg(count) : tr("no pages yet"));
    showProblem();
}

/// Checked while typing; whether the page has the tokens is checked when the lesson is saved.
void LessonEditor::showProblem()
{
    const LessonPage *page = pageInHand();
    const QString problem = page ? problemOf(*page) : QString();
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void LessonEditor::showState()
{
    if (const LessonPage *page = pageInHand())
        m_document->restore(page->project, tr("Page %1 of “%2”").arg(row() + 1).arg(words(m_lesson.title)));
}

/// Takes over the mode and the control.
void LessonEditor::choose()
{
    LessonPage *page = pageInHand();
    if (!page)
        return;
    const int mode = m_mode->currentIndex();
    const int control = m_control->currentIndex();
    page->mode = mode > 0 ? std::optional(LessonMode(mode - 1)) : std::nullopt;
    page->control = control > 0 ? std::optional(LessonControl(control - 1)) : std::nullopt;
    touch();
}

void LessonEditor::change(LessonText LessonPage::*member, const QString &words)
{
    LessonPage *page = pageInHand();
    if (m_isFilling || !page)
        return;
    (page->*member).setText(m_language, words.toStdString());
    touch();
    showProblem();
}

QString LessonEditor::words(const LessonText &text) const
{
    return QString::fromStdString(text.text(m_language));
}

} // namespace regard
