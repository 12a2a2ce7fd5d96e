#include "controls/list_actions.h"

#include <algorithm>
#include <string>

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMessageBox>

#include "engine/base/errors.h"
#include "io/base/atomic_file.h"
#include "io/base/csv_text.h"

namespace regard {

namespace {

/// What a cell shows, a number as programs read it: with the minus sign of a keyboard.
QString cellTextOf(const QModelIndex &index)
{
    QString text = index.data(Qt::DisplayRole).toString();
    if (text.isEmpty() && index.column() == 0)
        text = index.data(Qt::AccessibleTextRole).toString(); // a widget shows it
    bool isNumber = false;
    const QString plain = QString(text).replace(u'−', u'-');
    plain.toDouble(&isNumber);
    return isNumber ? plain : text;
}

void addRows(const QAbstractItemModel &model, const QModelIndex &parent, const QStringList &above, ListTable &table)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex first = model.index(row, 0, parent);
        if (model.rowCount(first) > 0) {
            addRows(model, first, above + QStringList{cellTextOf(first)}, table);
            continue;
        }
        QStringList cells = above;
        for (int column = 0; column < model.columnCount(parent); ++column)
            cells.append(cellTextOf(model.index(row, column, parent)));
        table.rows.push_back(std::move(cells));
    }
}

} // namespace

ListActions::ListActions(QWidget *list, Table table) : QObject(list), m_list(list), m_table(std::move(table))
{
    auto *copyList = new QAction(tr("&Copy list"), this);
    copyList->setShortcut(QKeySequence::Copy);
    copyList->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    auto *writeList = new QAction(tr("&Export list as CSV…"), this);
    connect(copyList, &QAction::triggered, this, &ListActions::copy);
    connect(writeList, &QAction::triggered, this, &ListActions::exportCsv);
    list->addActions({copyList, writeList});
}

void ListActions::copy() const
{
    if (const ListTable table = m_table(); !table.rows.empty())
        QGuiApplication::clipboard()->setText(tabbedText(table));
}

void ListActions::exportCsv() const
{
    const ListTable table = m_table();
    if (table.rows.empty())
        return;
    QFileDialog dialog(m_list->window(), tr("Export list"), QDir::homePath(),
                       tr("Table, CSV") + QStringLiteral(" (*.csv)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("csv"));
    dialog.selectFile(QStringLiteral("list.csv"));
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return;
    try {
        writeListCsv(dialog.selectedFiles().first(), table);
    } catch (const Error &error) {
        QMessageBox message(QMessageBox::Warning, tr("Export list"), QString::fromUtf8(error.what()), QMessageBox::Ok,
                            m_list->window());
        message.setTextFormat(Qt::PlainText);
        message.exec();
    }
}

ListTable tableOf(const QAbstractItemView &view, const QString &above)
{
    const QAbstractItemModel &model = *view.model();
    ListTable table;
    addRows(model, {}, {}, table);
    std::size_t most = 0;
    for (const QStringList &row : table.rows)
        most = std::max(most, std::size_t(row.size()));
    for (int column = 0; column < model.columnCount(); ++column)
        table.headings.append(model.headerData(column, Qt::Horizontal).toString());
    if (table.headings == QStringList{QStringLiteral("1")}) // a list without headings
        table.headings = {view.accessibleName()};
    while (std::size_t(table.headings.size()) < most)
        table.headings.prepend(above);
    return table;
}

void addListActions(QAbstractItemView *view, const QString &above)
{
    new ListActions(view, [view, above] { return tableOf(*view, above); });
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void writeListCsv(const QString &path, const ListTable &table)
{
    std::string text;
    const auto add = [&text](const QStringList &cells) {
        for (int i = 0; i < int(cells.size()); ++i)
            text += (i == 0 ? "" : ",") + csvCell(cells[i].toStdString());
        text += "\r\n";
    };
    add(table.headings);
    for (const QStringList &row : table.rows)
        add(row);
    AtomicFile file(path);
    file.write(text);
    file.commit();
}

} // namespace regard
