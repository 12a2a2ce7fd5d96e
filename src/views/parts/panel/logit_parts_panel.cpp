#include "views/parts/panel/logit_parts_panel.h"

#include <algorithm>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

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

LogitPartsPanel::LogitPartsPanel(Document *document, AppTheme *theme, QWidget *parent)
    : PartsPanel(
          ViewId::LogitParts, document, theme,
          [](const ShownState &state, const PartsQuestion &question) { return logitPartsData(state, question); },
          parent),
      m_word(new QComboBox(this)), m_rather(new QComboBox(this))
{
    m_word->setAccessibleName(tr("Word whose logit is explained"));
    m_word->setToolTip(tr("Choose or type a word of the vocabulary"));
    m_rather->setAccessibleName(tr("Word that it is compared with"));
    m_rather->setToolTip(tr("The logit beyond that of another word: only the difference decides between the two"));
    auto *row = new QHBoxLayout;
    for (QComboBox *box : {m_word, m_rather}) {
        box->setEditable(true);
        box->setInsertPolicy(QComboBox::NoInsert);
        box->setMinimumWidth(70);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        row->addWidget(box, 1);
    }
    content()->insertLayout(0, row);
    const auto listen = [this](QComboBox *box, void (LogitPartsPanel::*choose)()) {
        connect(box, &QComboBox::activated, this, choose);
        connect(box->lineEdit(), &QLineEdit::returnPressed, this, choose);
    };
    listen(m_word, &LogitPartsPanel::chooseWord);
    listen(m_rather, &LogitPartsPanel::chooseRather);
    follow();
}

QString LogitPartsPanel::whyNone(const ShownState &state) const
{
    return noLogitPartsText(state, document()->checkpoint().get());
}

void LogitPartsPanel::showChoices(const ShownState &state)
{
    m_question.checkpoint = document()->checkpoint();
    const Checkpoint *checkpoint = m_question.checkpoint.get();
    const LogitQuestion asked = logitQuestion(state, m_question);
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
}

int LogitPartsPanel::typed(QComboBox *box)
{
    box->lineEdit()->setModified(false);
    const QString text = box->currentText();
    const int word = state().trace() ? wordSpelled(*state().trace(), document()->checkpoint().get(), text) : -1;
    setFaulty(box, word < 0);
    say(word < 0 ? tr("The vocabulary has no word “%1”.").arg(text) : QString());
    return word;
}

void LogitPartsPanel::chooseWord()
{
    if (m_word->currentText() == m_word->itemText(0)) {
        m_word->lineEdit()->setModified(false);
        m_question.word.reset();
    } else if (const int word = typed(m_word); word >= 0) {
        m_question.word = word;
    } else {
        return;
    }
    refresh();
}

void LogitPartsPanel::chooseRather()
{
    const QString text = m_rather->currentText();
    if (text == m_rather->itemText(0) || text == m_rather->itemText(1)) {
        m_rather->lineEdit()->setModified(false);
        m_question.rather = text == m_rather->itemText(0) ? LogitReference::Second : LogitReference::Nothing;
    } else if (const int word = typed(m_rather); word >= 0) {
        m_question.rather = LogitReference::Word;
        m_question.otherWord = word;
    } else {
        return;
    }
    refresh();
}

QString LogitPartsPanel::headTip() const
{
    return tr("Click: which word brought it?");
}

void LogitPartsPanel::choose(const StreamPart &part, bool)
{
    if (part.kind != PartKind::Head)
        return;
    m_question.head = part;
    refresh();
}

} // namespace regard
