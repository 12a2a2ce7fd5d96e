#pragma once

#include <string>
#include <vector>

#include <QDialog>
#include <QString>

class QLineEdit;
class QListWidget;

namespace regard {

/// A tokenizer's languages with their names, of which one is chosen: a click or Enter takes it, typing searches names
/// and codes.
class LanguageDialog : public QDialog {
    Q_OBJECT
public:
    LanguageDialog(const QString &title, const std::vector<std::string> &codes, const std::string &chosen,
                   QWidget *parent);

    /// The code that was taken, else the one from before.
    const std::string &chosen() const { return m_chosen; }

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void search();
    void take();

    std::string m_chosen;
    QLineEdit *m_search;
    QListWidget *m_list;
};

/// `German (de_DE)`; a code without a name stands for itself.
QString languageLabel(const std::string &code);

} // namespace regard
