#include "widgets/sentence_bar.h"

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
    m_ui->field->setUndoStack(document->undoStack());
    // The style sheet knows these two by name.
    m_ui->tokenCount->setObjectName(u"muted"_s);
    m_ui->error->setObjectName(u"error"_s);
    connect(m_ui->field, &QLineEdit::textEdited, this, &SentenceBar::takeText);
    connect(m_ui->tokenizer, &QComboBox::activated, this,
            [this](int index) { m_document->setTokenizer(index == 0 ? Tokenizer::Words : Tokenizer::Whitespace); });
    connect(document, &Document::loaded, this, &SentenceBar::readDocument);
    connect(document, &Document::sourceChanged, this, &SentenceBar::readDocument);
    connect(document, &Document::inputErrorChanged, this, &SentenceBar::showError);
    connect(theme, &AppTheme::changed, this, [this] { showError(m_document->inputError()); });
    readDocument();
    showError(document->inputError());
}

SentenceBar::~SentenceBar() = default;

QLineEdit *SentenceBar::field() const
{
    return m_ui->field;
}

void SentenceBar::takeText()
{
    static const QRegularExpression lineBreak(u"\\r\\n|[\\n\\r\\t\\x{2028}\\x{2029}]"_s);
    QString text = m_ui->field->text();
    if (text.contains(lineBreak)) {
        const QString before = text.left(m_ui->field->cursorPosition()).replace(lineBreak, u" "_s);
        text.replace(lineBreak, u" "_s);
        m_ui->field->setText(text);
        m_ui->field->setCursorPosition(static_cast<int>(before.size()));
    }
    m_typing = true;
    m_document->setSource(text);
    m_typing = false;
}

void SentenceBar::readDocument()
{
    const QString source = m_document->source();
    // Setting the text again would move the cursor and end what an input method is composing.
    if (!m_typing && m_ui->field->text() != source) {
        const int cursor = m_ui->field->cursorPosition();
        m_ui->field->setText(source);
        m_ui->field->setCursorPosition(std::min(cursor, static_cast<int>(source.size())));
    }
    const QSignalBlocker blocker(m_ui->tokenizer);
    m_ui->tokenizer->setCurrentIndex(m_document->tokenizer() == Tokenizer::Words ? 0 : 1);
    const int tokens = static_cast<int>(m_document->tokens().tokens.size());
    m_ui->tokenCount->setText(tokens == 1 ? tr("1 token") : tr("%L1 tokens").arg(tokens));
}

void SentenceBar::showError(const QString &sentence)
{
    m_ui->error->setText(sentence);
    m_ui->error->setVisible(!sentence.isEmpty());
    m_ui->field->setStyleSheet(sentence.isEmpty() ? QString()
                                                  : u"QLineEdit { border: 2px solid %1; padding: 2px 6px; }"_s.arg(
                                                        m_theme->theme().error.name()));
}

} // namespace regard
