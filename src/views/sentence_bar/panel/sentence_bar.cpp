#include "views/sentence_bar/panel/sentence_bar.h"

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QFontInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QRegularExpression>
#include <QShortcut>
#include <QSignalBlocker>
#include <QToolButton>
#include <QToolTip>

#include "controls/faulty_field.h"
#include "document/document.h"
#include "io/attention/attention_file.h"
#include "ui_sentence_bar.h"
#include "views/sentence_bar/panel/sentence_menu.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

constexpr int narrowestSentence = 240; ///< with type of 14 pixels

/// Tokens of one of the two sentences of a pair, with those that the tokenizer puts around and between them.
int tokensOf(const Tokens &tokens, int sentence)
{
    return int(std::count_if(tokens.tokens.begin(), tokens.tokens.end(),
                             [sentence](const Token &token) { return token.sentence == sentence; }));
}

/// How many links are set or cut, and rows patched; of a patched pattern its weights.
qsizetype setByHand(const Interventions &interventions)
{
    qsizetype count = qsizetype(interventions.cuts.size());
    for (const auto &[head, weights] : interventions.weights)
        count += qsizetype(weights.size());
    for (const auto &[place, rows] : interventions.patches)
        for (const auto &[token, row] : rows)
            count += std::max<qsizetype>(1, qsizetype(row.keys.size()));
    return count;
}

} // namespace

SentenceBar::SentenceBar(Document *document, AppTheme *, QWidget *parent)
    : QWidget(parent), m_document(document), m_ui(std::make_unique<Ui::SentenceBar>()), m_note(new QToolButton),
      m_count(new QToolButton), m_targetCount(new QLabel), m_lists(new QHBoxLayout)
{
    m_ui->setupUi(this);
    setFocusProxy(m_ui->field);
    buildEnds();
    buildSentenceList();
    buildStepList();
    m_ui->error->setObjectName(u"error"_s); // the style sheet knows it by this name
    for (const Side side : {Side::Source, Side::Target}) {
        fieldOf(side)->setUndoGroup(document->undoGroup());
        connect(fieldOf(side), &SentenceField::edited, this, [this, side] { takeText(side); });
    }
    connect(document, &Document::loaded, this, [this] {
        followModel();
        readSentence(Side::Source);
        readSentence(Side::Target);
    });
    connect(&document->matrices(), &Matrices::modelChanged, this, &SentenceBar::followModel);
    connect(&document->sentences(), &Sentences::sourceChanged, this, [this] { readSentence(Side::Source); });
    connect(&document->sentences(), &Sentences::targetChanged, this, [this] { readSentence(Side::Target); });
    connect(document, &Document::inputErrorChanged, this, &SentenceBar::showError);
    followModel();
    readSentence(Side::Source);
    readSentence(Side::Target);
    showError(document->inputError());
}

SentenceBar::~SentenceBar() = default;

/// What stands inside the fields.
void SentenceBar::buildEnds()
{
    m_note->setObjectName(u"sentenceNote"_s);
    m_note->setText(u"ⓘ"_s);
    m_note->setAccessibleName(tr("About this sentence"));
    m_note->setFocusPolicy(Qt::StrongFocus);
    m_note->hide();
    connect(m_note, &QToolButton::clicked, this, [this] {
        QToolTip::showText(m_note->mapToGlobal(QPoint(0, m_note->height())), m_note->toolTip(), m_note);
    });
    m_count->setObjectName(u"tokenCount"_s);
    m_count->setFocusPolicy(Qt::StrongFocus);
    m_count->setMenu(new SentenceMenu(m_document, m_count));
    m_count->setPopupMode(QToolButton::InstantPopup);
    m_count->setToolTip(tr("How many tokens the sentence is split into, how it is split, and how they are shown"));
    m_targetCount->setObjectName(u"muted"_s); // the style sheet knows it by this name
    m_targetCount->setContentsMargins(0, 0, 8, 0);
    m_ui->field->addAtEnd(m_note);
    m_ui->field->addAtEnd(m_count);
    m_ui->targetField->addAtEnd(m_targetCount);
    m_lists->addStretch();
    m_ui->rows->addLayout(m_lists, 2, 1);
    setTabOrder(m_ui->field, m_ui->targetField);
    setTabOrder(m_ui->targetField, m_note);
    setTabOrder(m_note, m_count);
}

void SentenceBar::setNote(const QString &note)
{
    // A tool tip is plain text, which does not wrap: each sentence has a line.
    static const QRegularExpression end(u"([.!?]) |(。)(?!$)"_s);
    m_note->setToolTip(QString(note).replace(end, u"\\1\\2\n"_s));
    m_note->setAccessibleDescription(note);
    m_note->setVisible(!note.isEmpty());
}

QSize SentenceBar::minimumSizeHint() const
{
    return {narrowestSentence * std::max(14, QFontInfo(m_count->font()).pixelSize()) / 14,
            QWidget::minimumSizeHint().height()};
}

void SentenceBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showLabels();
}

/// Shows labels in front of two fields, where there is room.
void SentenceBar::showLabels()
{
    const int labels = std::max(m_ui->fieldLabel->sizeHint().width(), m_ui->targetLabel->sizeHint().width());
    const bool shows = !m_ui->targetField->isHidden() && width() >= minimumSizeHint().width() + labels;
    m_ui->fieldLabel->setVisible(shows);
    m_ui->targetLabel->setVisible(shows);
}

QComboBox *SentenceBar::newList(const QString &name)
{
    auto *list = new QComboBox(this);
    list->setObjectName(name);
    list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    constexpr int letters = 16;
    list->setMinimumContentsLength(letters);
    list->hide();
    m_lists->insertWidget(m_lists->count() - 1, list);
    return list;
}

/// Builds the list of a file of attention with several sentences.
void SentenceBar::buildSentenceList()
{
    m_sentences = newList(u"sentenceList"_s);
    m_sentences->setAccessibleName(tr("Sentence of the file"));
    m_sentences->setToolTip(tr("Which sentence of the file of attention is shown; Alt+Page Up and Alt+Page Down step "
                               "through them"));
    connect(m_sentences, &QComboBox::activated, this, [this](int index) { m_document->showSentence(index); });
    for (const auto &[key, step] : {std::pair(Qt::Key_PageUp, -1), std::pair(Qt::Key_PageDown, 1)}) {
        auto *shortcut = new QShortcut(QKeySequence(Qt::ALT | key), this);
        shortcut->setContext(Qt::WindowShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, step = step] { stepBy(step); });
    }
}

void SentenceBar::buildStepList()
{
    m_steps = newList(u"stepList"_s);
    m_steps->setAccessibleName(tr("Step of the training"));
    m_steps->setToolTip(tr("Which folder of this model's training is shown; Alt+Page Up and Alt+Page Down step through "
                           "them"));
    connect(m_steps, &QComboBox::activated, this, &SentenceBar::stepAsked);
}

void SentenceBar::stepBy(int step)
{
    if (!m_steps->isHidden()) {
        const int next = m_steps->currentIndex() + step;
        if (next >= 0 && next < m_steps->count())
            emit stepAsked(next);
        return;
    }
    m_document->showSentence(m_document->sentence() + step);
}

void SentenceBar::setSteps(const QStringList &names, int current)
{
    const QSignalBlocker blocker(m_steps);
    m_steps->clear();
    m_steps->addItems(names);
    m_steps->setCurrentIndex(current);
    m_steps->setVisible(!names.isEmpty());
}

/// The text of a file is not typed.
void SentenceBar::followKind()
{
    const auto &file = m_document->attention();
    for (const Side side : {Side::Source, Side::Target})
        fieldOf(side)->setReadOnly(file != nullptr);
    m_sentences->setVisible(file && file->sentences.size() > 1);
    if (!file)
        return;
    m_ui->field->setToolTip(tr("The sentence of the file of attention: another one needs the model's folder"));
    QStringList names;
    for (std::size_t i = 0; i < file->sentences.size(); ++i) {
        const AttentionSentence &sentence = file->sentences[i];
        const QString name =
            QString::fromStdString(sentence.title.empty() ? sentence.tokens->source.normalized : sentence.title);
        names.append(QString::number(i + 1) + u" · "_s + name.left(60));
    }
    const QSignalBlocker blocker(m_sentences);
    m_sentences->clear();
    m_sentences->addItems(names);
    m_sentences->setCurrentIndex(m_document->sentence());
}

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

QWidget *SentenceBar::errorLine() const
{
    return m_ui->error;
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
    m_lost.clear();
    const ModelConfig &config = m_document->matrices().model()->config;
    const bool isPair = m_document->sentences().takesPair();
    const bool both = readsTarget(config) || isPair;
    if (!both && m_ui->targetField->hasFocus())
        m_ui->field->setFocus(Qt::OtherFocusReason); // the keyboard stays in the bar
    m_ui->targetField->setVisible(both);
    m_ui->fieldLabel->setText(isPair ? tr("Sentence") : tr("Source"));
    m_ui->field->setAccessibleName(both && !isPair ? tr("Source") : tr("Sentence"));
    m_ui->field->setPlaceholderText(both && !isPair ? tr("Type what the encoder reads")
                                    : config.architecture == Architecture::Decoder
                                        ? tr("Type a sentence: the decoder reads it")
                                        : tr("Type a sentence"));
    nameTarget(isPair);
    showMaskHint();
    showLabels();
    followKind();
    showCounts();
    showError(m_document->inputError());
}

void SentenceBar::nameTarget(bool isPair)
{
    m_ui->targetLabel->setText(isPair ? tr("Second sentence") : tr("Target"));
    m_ui->targetField->setAccessibleName(m_ui->targetLabel->text());
    m_ui->targetField->setPlaceholderText(isPair ? tr("Leave this empty, or type the second sentence of a pair")
                                          : m_document->checkpoint() ? tr("Type what the decoder reads")
                                                                     : tr("Type what the decoder reads, such as <s>"));
    m_ui->targetField->setToolTip(isPair ? tr("The second sentence of a pair, such as a question's answer; empty: the "
                                              "model reads the first alone")
                                         : tr("What the decoder reads, exactly as written: a sentence for teaching "
                                              "begins with its own start token"));
    m_targetCount->setAccessibleName(isPair ? tr("Number of tokens of the second sentence")
                                            : tr("Number of target tokens"));
    m_targetCount->setToolTip(isPair ? tr("Tokens that the second sentence is split into")
                                     : tr("Tokens that the target is split into"));
}

/// Says how the mask token is spelled where the model guesses words.
void SentenceBar::showMaskHint()
{
    const QString usual = tr("Type or paste a sentence: tokens, links and heatmap follow");
    const auto &checkpoint = m_document->checkpoint();
    const QString mask = checkpoint && m_document->matrices().model()->config.maskedLanguageModel
                             ? QString::fromStdString(checkpoint->tokenizer->maskToken())
                             : QString();
    m_ui->field->setToolTip(mask.isEmpty() ? usual
                                           : tr("Type or paste a sentence: tokens, links and heatmap follow; %1 stands "
                                                "for a word that the model is to guess")
                                                 .arg(mask));
}

void SentenceBar::takeText(Side side)
{
    static const QRegularExpression lineBreak(u"\\r\\n|[\\n\\r\\t\\x{2028}\\x{2029}]"_s);
    SentenceField *field = fieldOf(side);
    QString text = field->text();
    if (text.contains(lineBreak)) {
        const QString before = text.left(field->cursorPosition()).replace(lineBreak, u" "_s);
        text.replace(lineBreak, u" "_s);
        field->setText(text);
        field->setCursorPosition(int(before.size()));
    }
    const qsizetype set = setByHand(m_document->matrices().model()->interventions);
    m_typing = true;
    try {
        m_document->sentences().setText(side, text, field->editSince(m_document->sentences().text(side)));
    } catch (...) {
        m_typing = false;
        readSentence(side); // the document's, unchanged
        throw;
    }
    m_typing = false;
    const qsizetype lost = set - setByHand(m_document->matrices().model()->interventions);
    if (lost > 0)
        m_lost = tr("%n weight(s), link(s) or patched row(s) went with their words; Undo brings them back.", nullptr,
                    int(lost));
    showError(m_document->inputError());
}

void SentenceBar::readSentence(Side side)
{
    QLineEdit *field = fieldOf(side);
    const QString text = m_document->sentences().text(side);
    // Setting the text again would move the cursor and end what an input method is composing.
    if (!m_typing && field->text() != text) {
        field->setText(text);
        // A user who is not writing sees how the sentence begins.
        field->setCursorPosition(field->hasFocus() ? int(m_document->sentences().changeEnd(side)) : 0);
    }
    // Another tokenizer may read pairs where the last one did not.
    const Tokenizer before = std::exchange(m_tokenizer, m_document->sentences().tokenizer());
    const bool hasSecond = readsTarget(m_document->matrices().model()->config) || m_document->sentences().takesPair();
    if (before != m_tokenizer || hasSecond == m_ui->targetField->isHidden())
        followModel();
    else
        showCounts();
}

/// "11 words", after the tokenizer.
QString SentenceBar::countText(int tokens) const
{
    switch (m_document->hasModel() ? m_document->sentences().tokenizer() : Tokenizer::Checkpoint) {
    case Tokenizer::Words:
    case Tokenizer::Whitespace:
        return tokens == 1 ? tr("1 word") : tr("%L1 words").arg(tokens);
    case Tokenizer::Characters:
        return tokens == 1 ? tr("1 character") : tr("%L1 characters").arg(tokens);
    case Tokenizer::Checkpoint:
        break;
    }
    return tokens == 1 ? tr("1 token") : tr("%L1 tokens").arg(tokens);
}

void SentenceBar::showCounts()
{
    const Tokens &source = m_document->sentences().tokens(Side::Source);
    const bool isPair = m_document->sentences().readsPair();
    const QString count = countText(isPair ? tokensOf(source, 0) : int(source.tokens.size()));
    m_count->setText(count + u" ▾"_s);
    m_count->setAccessibleName(count);
    if (m_document->sentences().takesPair() && !isPair)
        m_targetCount->clear();
    else
        m_targetCount->setText(
            countText(isPair ? tokensOf(source, 1) : int(m_document->sentences().tokens(Side::Target).tokens.size())));
}

Side SentenceBar::faultySide() const
{
    const Tokens &pair = m_document->sentences().tokens(Side::Source);
    if (m_document->sentences().readsPair())
        return tokensOf(pair, 1) > tokensOf(pair, 0) && tokensOf(pair, 0) > 0 ? Side::Target : Side::Source;
    const std::size_t source = m_document->sentences().tokens(Side::Source).tokens.size();
    const std::size_t target = m_document->sentences().tokens(Side::Target).tokens.size();
    const bool isTarget = source > 0 && (target == 0 || target > source);
    return isTarget && readsTarget(m_document->matrices().model()->config) ? Side::Target : Side::Source;
}

void SentenceBar::showError(const QString &error)
{
    const QString sentence = error.isEmpty() ? m_lost : error;
    m_ui->error->setText(sentence);
    m_ui->error->setToolTip(sentence); // where the window is too narrow for all of it
    m_ui->error->setAccessibleDescription(sentence);
    m_ui->error->setVisible(!sentence.isEmpty());
    for (const Side side : {Side::Source, Side::Target})
        setFaulty(fieldOf(side), !error.isEmpty() && side == faultySide());
}

} // namespace regard
