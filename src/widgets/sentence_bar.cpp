#include "widgets/sentence_bar.h"

#include <algorithm>

#include <QRegularExpression>
#include <QSignalBlocker>

#include "document/document.h"
#include "ui_sentence_bar.h"
#include "widgets/app_theme.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

SentenceBar::SentenceBar(Document *document, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_theme(theme), m_ui(std::make_unique<Ui::SentenceBar>())
{
    m_ui->setupUi(this);
    setFocusProxy(m_ui->field);
    // The style sheet knows these by name.
    m_ui->tokenCount->setObjectName(u"muted"_s);
    m_ui->targetCount->setObjectName(u"muted"_s);
    m_ui->error->setObjectName(u"error"_s);
    for (const Side side : {Side::Source, Side::Target}) {
        fieldOf(side)->setUndoStack(document->undoStack());
        connect(fieldOf(side), &QLineEdit::textEdited, this, [this, side] { takeText(side); });
    }
    connect(m_ui->tokenizer, &QComboBox::activated, this,
            [this](int index) { m_document->setTokenizer(index == 0 ? Tokenizer::Words : Tokenizer::Whitespace); });
    connect(document, &Document::loaded, this, [this] {
        followModel();
        readSentence(Side::Source);
        readSentence(Side::Target);
    });
    connect(document, &Document::modelChanged, this, &SentenceBar::followModel);
    connect(document, &Document::sourceChanged, this, [this] { readSentence(Side::Source); });
    connect(document, &Document::targetChanged, this, [this] { readSentence(Side::Target); });
    connect(document, &Document::inputErrorChanged, this, &SentenceBar::showError);
    connect(theme, &AppTheme::changed, this, [this] { showError(m_document->inputError()); });
    followModel();
    readSentence(Side::Source);
    readSentence(Side::Target);
    showError(document->inputError());
}

SentenceBar::~SentenceBar() = default;

QLineEdit *SentenceBar::field() const
{
    return m_ui->field;
}

QLineEdit *SentenceBar::targetField() const
{
    return m_ui->targetField;
}

SentenceField *SentenceBar::fieldOf(Side side) const
{
    return side == Side::Source ? m_ui->field : m_ui->targetField;
}

void SentenceBar::focusSource()
{
    m_ui->field->setFocus(Qt::ShortcutFocusReason);
    m_ui->field->selectAll();
}

void SentenceBar::focusTarget()
{
    SentenceField *field = fieldOf(m_ui->targetField->isHidden() ? Side::Source : Side::Target);
    field->setFocus(Qt::ShortcutFocusReason);
    field->selectAll();
}

void SentenceBar::followModel()
{
    const ModelConfig &config = m_document->model()->config;
    const bool both = readsTarget(config);
    if (!both && m_ui->targetField->hasFocus())
        m_ui->field->setFocus(Qt::OtherFocusReason); // the keyboard stays in the bar
    for (QWidget *part : {static_cast<QWidget *>(m_ui->fieldLabel), static_cast<QWidget *>(m_ui->targetLabel),
                          static_cast<QWidget *>(m_ui->targetField), static_cast<QWidget *>(m_ui->targetCount)})
        part->setVisible(both);
    m_ui->field->setAccessibleName(both ? tr("Source") : tr("Sentence"));
    m_ui->field->setPlaceholderText(both ? tr("Type what the encoder reads")
                                    : config.architecture == Architecture::Decoder
                                        ? tr("Type a sentence: the decoder reads it")
                                        : tr("Type a sentence"));
    showError(m_document->inputError());
}

void SentenceBar::takeText(Side side)
{
    static const QRegularExpression lineBreak(u"\\r\\n|[\\n\\r\\t\\x{2028}\\x{2029}]"_s);
    QLineEdit *field = fieldOf(side);
    QString text = field->text();
    if (text.contains(lineBreak)) {
        const QString before = text.left(field->cursorPosition()).replace(lineBreak, u" "_s);
        text.replace(lineBreak, u" "_s);
        field->setText(text);
        field->setCursorPosition(static_cast<int>(before.size()));
    }
    m_typing = true;
    if (side == Side::Source)
        m_document->setSource(text);
    else
        m_document->setTarget(text);
    m_typing = false;
}

void SentenceBar::readSentence(Side side)
{
    QLineEdit *field = fieldOf(side);
    const QString text = m_document->text(side);
    // Setting the text again would move the cursor and end what an input method is composing.
    if (!m_typing && field->text() != text) {
        const int cursor = field->cursorPosition();
        field->setText(text);
        field->setCursorPosition(std::min(cursor, static_cast<int>(text.size())));
    }
    const QSignalBlocker blocker(m_ui->tokenizer);
    m_ui->tokenizer->setCurrentIndex(m_document->tokenizer() == Tokenizer::Words ? 0 : 1);
    const int tokens = static_cast<int>(m_document->tokens(side).tokens.size());
    QLabel *count = side == Side::Source ? m_ui->tokenCount : m_ui->targetCount;
    count->setText(tokens == 1 ? tr("1 token") : tr("%L1 tokens").arg(tokens));
}

Side SentenceBar::faultySide() const
{
    const std::size_t source = m_document->tokens(Side::Source).tokens.size();
    const std::size_t target = m_document->tokens(Side::Target).tokens.size();
    const bool isTarget = source > 0 && (target == 0 || target > source);
    return isTarget && readsTarget(m_document->model()->config) ? Side::Target : Side::Source;
}

void SentenceBar::showError(const QString &sentence)
{
    m_ui->error->setText(sentence);
    m_ui->error->setVisible(!sentence.isEmpty());
    for (const Side side : {Side::Source, Side::Target}) {
        const bool faulty = !sentence.isEmpty() && side == faultySide();
        const QString sheet =
            faulty ? u"QLineEdit { border: 2px solid %1; padding: 2px 6px; }"_s.arg(m_theme->theme().error.name())
                   : QString();
        // Every edit of a weight comes by here, and setting a sheet is slow even where it is the same.
        if (fieldOf(side)->styleSheet() != sheet)
            fieldOf(side)->setStyleSheet(sheet);
    }
}

} // namespace regard
