#include "views/parts/panel/logit_words.h"

#include <algorithm>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>

#include "controls/faulty_field.h"
#include "engine/pass/output_layer.h"
#include "views/output/output_data.h"

namespace regard {

namespace {

/// The words that a box offers; any other can be typed.
constexpr int offeredWords = 10;

std::vector<int> likeliestColumns(const Model &model, const Trace &trace, int position)
{
    const Matrix logits = logitsRows(model, trace, position, 1);
    std::vector<int> words(static_cast<std::size_t>(logits.cols()));
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = int(i);
    const auto count = std::min<std::ptrdiff_t>(offeredWords, std::ptrdiff_t(words.size()));
    std::partial_sort(words.begin(), words.begin() + count, words.end(),
                      [&](int a, int b) { return logits(0, a) > logits(0, b); });
    words.resize(std::size_t(count));
    return words;
}

} // namespace

LogitWords::LogitWords(QWidget *parent) : QWidget(parent), m_word(new QComboBox(this)), m_rather(new QComboBox(this))
{
    m_word->setAccessibleName(tr("Word whose logit is explained"));
    m_word->setToolTip(tr("Choose or type a word of the vocabulary"));
    m_rather->setAccessibleName(tr("Word that it is compared with"));
    m_rather->setToolTip(tr("The logit beyond that of another word: only the difference decides between the two"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    for (QComboBox *box : {m_word, m_rather}) {
        box->setEditable(true);
        box->setInsertPolicy(QComboBox::NoInsert);
        box->setMinimumWidth(70);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        row->addWidget(box, 1);
    }
    const auto listen = [this](QComboBox *box, void (LogitWords::*choose)()) {
        connect(box, &QComboBox::activated, this, choose);
        connect(box->lineEdit(), &QLineEdit::returnPressed, this, choose);
    };
    listen(m_word, &LogitWords::chooseWord);
    listen(m_rather, &LogitWords::chooseRather);
}

void LogitWords::show(const ShownState &state, const PartsQuestion &question)
{
    m_trace = state.trace();
    m_question = question;
    const Checkpoint *checkpoint = question.checkpoint.get();
    const LogitQuestion asked = logitQuestion(state, question);
    QStringList words;
    const auto name = [&](int word) {
        return wordName(checkpoint, std::string(state.trace()->vocabulary[std::size_t(word)]));
    };
    for (const int word : likeliestColumns(state.model(), *state.trace(), asked.position))
        words << name(word);
    const auto fill = [&](QComboBox *box, QStringList entries, const QString &text) {
        if (box->lineEdit()->hasFocus() && box->lineEdit()->isModified())
            return; // a word is being typed
        setFaulty(box, false);
        const QSignalBlocker blocker(box);
        box->clear();
        box->addItems(entries + words);
        box->setEditText(text);
    };
    fill(m_word, {tr("likeliest word")}, name(asked.word));
    fill(m_rather, {tr("beyond the next likeliest"), tr("alone")}, asked.other ? name(*asked.other) : tr("alone"));
    const TokenList &vocabulary = state.trace()->vocabulary;
    const auto sayIfGone = [&](const std::string &word) {
        if (std::find(vocabulary.begin(), vocabulary.end(), word) == vocabulary.end())
            sayUnknown(wordName(checkpoint, word));
    };
    if (question.rather == LogitReference::Word)
        sayIfGone(question.otherWord);
    if (question.word)
        sayIfGone(*question.word);
}

void LogitWords::dropTyped()
{
    m_word->lineEdit()->setModified(false);
    m_rather->lineEdit()->setModified(false);
}

void LogitWords::sayUnknown(const QString &word)
{
    emit said(tr("The vocabulary has no word “%1”.").arg(word));
}

std::optional<std::string> LogitWords::typed(QComboBox *box)
{
    box->lineEdit()->setModified(false);
    const QString text = box->currentText();
    const int word = m_trace ? wordSpelled(*m_trace, m_question.checkpoint.get(), text) : -1;
    setFaulty(box, word < 0);
    if (word < 0)
        sayUnknown(text);
    else
        emit said({});
    return word < 0 ? std::nullopt : std::optional<std::string>(m_trace->vocabulary[std::size_t(word)]);
}

void LogitWords::chooseWord()
{
    if (m_word->currentText() == m_word->itemText(0)) {
        m_word->lineEdit()->setModified(false);
        m_question.word.reset();
        emit said({});
    } else if (const auto word = typed(m_word)) {
        m_question.word = word;
    } else {
        return;
    }
    emit chosen(m_question);
}

void LogitWords::chooseRather()
{
    const QString text = m_rather->currentText();
    if (text == m_rather->itemText(0) || text == m_rather->itemText(1)) {
        m_rather->lineEdit()->setModified(false);
        m_question.rather = text == m_rather->itemText(0) ? LogitReference::Second : LogitReference::Nothing;
        emit said({});
    } else if (const auto word = typed(m_rather)) {
        m_question.rather = LogitReference::Word;
        m_question.otherWord = *word;
    } else {
        return;
    }
    emit chosen(m_question);
}

} // namespace regard
