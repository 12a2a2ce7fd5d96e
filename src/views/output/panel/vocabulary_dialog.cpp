#include "views/output/panel/vocabulary_dialog.h"

#include <map>

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

#include "document/document.h"
#include "engine/base/errors.h"
#include "views/base/token_names.h"

namespace regard {

namespace {

QStringList wordsOf(const QString &text)
{
    static const QRegularExpression space(QStringLiteral("\\s+"), QRegularExpression::UseUnicodePropertiesOption);
    return text.split(space, Qt::SkipEmptyParts);
}

} // namespace

VocabularyDialog::VocabularyDialog(Document *document, QWidget *parent)
    : QDialog(parent), m_document(document), m_before(document->matrices().vocabulary()),
      m_beforeText(tokenNames(m_before).join(QLatin1Char('\n'))), m_tokens(new QPlainTextEdit(m_beforeText, this)),
      m_end(new QLineEdit(tokenName(document->matrices().model()->vocabulary.end), this)),
      m_fromSentences(new QCheckBox(tr("From the &sentences"), this)), m_count(new QLabel(this)),
      m_error(new QLabel(this))
{
    m_fromSentences->setObjectName(QStringLiteral("fromSentences"));
    setWindowTitle(tr("Vocabulary"));
    m_fromSentences->setToolTip(tr("The distinct tokens of both sentences, and the end token"));
    m_tokens->setAccessibleName(tr("Words of the vocabulary"));
    m_tokens->setToolTip(tr("Separated by white space or line breaks"));
    m_tokens->setTabChangesFocus(true);
    m_tokens->setStyleSheet(
        QStringLiteral("QPlainTextEdit { background: palette(base); border: 1px solid palette(mid); "
                       "border-radius: 5px; }"
                       "QPlainTextEdit:focus { border: 2px solid palette(link); }"
                       "QPlainTextEdit:disabled { color: palette(dark); }"));
    m_end->setAccessibleName(tr("End token"));
    m_end->setToolTip(tr("Generating stops after this token"));
    m_count->setObjectName(QStringLiteral("muted"));
    m_error->setObjectName(QStringLiteral("error"));
    m_error->setWordWrap(true);
    m_error->hide();
    auto *endRow = new QFormLayout;
    endRow->addRow(tr("&End token"), m_end);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto *take = new QPushButton(tr("OK"), buttons);
    take->setObjectName(QStringLiteral("primary"));
    take->setDefault(true);
    buttons->addButton(take, QDialogButtonBox::AcceptRole);
    auto *all = new QVBoxLayout(this);
    all->addWidget(m_fromSentences);
    all->addWidget(m_tokens, 1);
    all->addWidget(m_count);
    all->addLayout(endRow);
    all->addWidget(m_error);
    all->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &VocabularyDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &VocabularyDialog::reject);
    connect(m_fromSentences, &QCheckBox::toggled, m_tokens, &QWidget::setDisabled);
    connect(m_tokens, &QPlainTextEdit::textChanged, this, &VocabularyDialog::showCount);
    // A refusal disappears as soon as anything is typed or chosen.
    connect(m_tokens, &QPlainTextEdit::textChanged, m_error, &QWidget::hide);
    connect(m_end, &QLineEdit::textEdited, m_error, &QWidget::hide);
    connect(m_fromSentences, &QCheckBox::toggled, m_error, &QWidget::hide);
    m_fromSentences->setChecked(document->matrices().model()->vocabulary.tokens.empty());
    showCount();
    resize(360, 420);
}

QString VocabularyDialog::error() const
{
    return m_error->text();
}

void VocabularyDialog::showCount()
{
    const auto count = writtenTokens().size();
    m_count->setText(count == 1 ? tr("1 word") : tr("%L1 words").arg(count));
}

std::vector<std::string> VocabularyDialog::writtenTokens() const
{
    const QString text = m_tokens->toPlainText();
    if (text == m_beforeText)
        return m_before;
    // A token that was there may hold white space, or be it: on a line of its own it stays.
    std::map<QString, std::string> known;
    for (const std::string &token : m_before)
        known.emplace(tokenName(token), token);
    std::vector<std::string> tokens;
    for (const QString &line : text.split(QLatin1Char('\n'))) {
        if (const auto found = known.find(line); found != known.end()) {
            tokens.push_back(found->second);
            continue;
        }
        for (const QString &word : wordsOf(line))
            tokens.push_back(word.toStdString());
    }
    return tokens;
}

void VocabularyDialog::apply()
{
    Vocabulary vocabulary{{}, {}, m_document->matrices().model()->vocabulary.mask};
    const QStringList end = wordsOf(m_end->text());
    if (end.size() != 1)
        throw ValueError(tr("The end token is one word, such as </s>.").toStdString());
    vocabulary.end = end.front().toStdString();
    if (!m_fromSentences->isChecked()) {
        vocabulary.tokens = writtenTokens();
        if (vocabulary.tokens.empty())
            throw ValueError(tr("Write at least one word, or choose “From the sentences”.").toStdString());
    }
    m_document->matrices().setVocabulary(vocabulary);
}

void VocabularyDialog::accept()
{
    try {
        apply();
        QDialog::accept();
    } catch (const Error &error) {
        m_error->setText(QString::fromUtf8(error.what()));
        m_error->show();
    }
}

} // namespace regard
