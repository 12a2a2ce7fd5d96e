#include "views/sentence_bar/panel/language_dialog.h"

#include <algorithm>

#include <QApplication>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "text/language_name.h"

namespace regard {

LanguageDialog::LanguageDialog(const QString &title, const std::vector<std::string> &codes, const std::string &chosen,
                               QWidget *parent)
    : QDialog(parent), m_chosen(chosen), m_search(new QLineEdit(this)), m_list(new QListWidget(this))
{
    setWindowTitle(title);
    m_search->setObjectName(QStringLiteral("languageSearch"));
    m_search->setPlaceholderText(tr("Search names and codes"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("languages"));
    m_list->setAccessibleName(title);
    for (const std::string &code : codes)
        (new QListWidgetItem(languageLabel(code), m_list))->setData(Qt::UserRole, QString::fromStdString(code));
    m_list->sortItems();
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(Qt::UserRole).toString().toStdString() == chosen)
            m_list->setCurrentRow(row);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false); // Enter belongs to the list
    auto *all = new QVBoxLayout(this);
    all->addWidget(m_search);
    all->addWidget(m_list, 1);
    all->addWidget(buttons);
    resize(40 * fontMetrics().averageCharWidth(), 24 * fontMetrics().lineSpacing());
    if (QListWidgetItem *item = m_list->currentItem())
        m_list->scrollToItem(item, QAbstractItemView::PositionAtCenter);
    connect(m_search, &QLineEdit::textChanged, this, &LanguageDialog::search);
    connect(m_search, &QLineEdit::returnPressed, this, &LanguageDialog::take);
    connect(m_list, &QListWidget::itemClicked, this, &LanguageDialog::take);
    connect(m_list, &QListWidget::itemActivated, this, &LanguageDialog::take);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

/// The list's keys work while something is typed.
bool LanguageDialog::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_search && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(object, event);
}

/// Hides what does not have the typed text, and makes the first of the rest current.
void LanguageDialog::search()
{
    const QString text = m_search->text().trimmed();
    int first = -1;
    for (int row = 0; row < m_list->count(); ++row) {
        const bool isFound = m_list->item(row)->text().contains(text, Qt::CaseInsensitive);
        m_list->item(row)->setHidden(!isFound);
        if (isFound && first < 0)
            first = row;
    }
    if (!m_list->currentItem() || m_list->currentItem()->isHidden())
        m_list->setCurrentRow(first);
}

void LanguageDialog::take()
{
    const QListWidgetItem *item = m_list->currentItem();
    if (!item || item->isHidden())
        return;
    m_chosen = item->data(Qt::UserRole).toString().toStdString();
    accept();
}

QString languageLabel(const std::string &code)
{
    //: The code of the language that names of languages are shown in: "en", "zh".
    const std::string name = languageName(code, LanguageDialog::tr("en").toStdString());
    const QString shown = QString::fromStdString(code);
    return name.empty() ? shown : LanguageDialog::tr("%1 (%2)").arg(QString::fromStdString(name), shown);
}

} // namespace regard
