#pragma once

#include <QWidget>

#include "views/parts/parts_data.h"

class QComboBox;

namespace regard {

/// Two fields: the word whose logit is asked for, and what it is compared with. The likeliest words are offered; any
/// other can be typed.
class LogitWords : public QWidget {
    Q_OBJECT
public:
    explicit LogitWords(QWidget *parent);

    /// Shows what is asked of a state with an output layer, and says which chosen word its vocabulary lacks.
    void show(const ShownState &state, const PartsQuestion &question);

    /// A word that is being typed no longer counts: show() may replace it.
    void dropTyped();

    QComboBox *wordBox() const { return m_word; }
    QComboBox *ratherBox() const { return m_rather; }

signals:
    /// Another word was chosen.
    void chosen(const PartsQuestion &question);
    /// A sentence about a word that is typed or was chosen; empty: nothing is wrong with it.
    void said(const QString &sentence);

private:
    void chooseWord();
    void chooseRather();
    /// A box's word as the vocabulary spells it; nothing: there is no such word, which is said.
    std::optional<std::string> typed(QComboBox *box);
    void sayUnknown(const QString &word);

    QComboBox *m_word;
    QComboBox *m_rather;
    SharedTrace m_trace;
    PartsQuestion m_question;
};

} // namespace regard
