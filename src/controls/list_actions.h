#pragma once

#include <functional>

#include <QObject>

#include "draw/listed_figure.h"

class QAbstractItemView;
class QWidget;

namespace regard {

/// "Copy list" (Ctrl+C) and "Export list…" of a list: keys wherever the focus is in it, and its context menu. A child
/// of the widget.
class ListActions : public QObject {
    Q_OBJECT
public:
    using Table = std::function<ListTable()>;

    /// `table` gives what the list shows now; without rows there is nothing to copy.
    ListActions(QWidget *list, Table table);

    void copy() const;
    /// Asks for a file, and writes the table as CSV.
    void exportCsv() const;

private:
    QWidget *m_list;
    Table m_table;
};

/// Gives a view its list actions.
void addListActions(QAbstractItemView *view, const QString &above = {});

/// What a view's model shows, closed branches too: a row for each item without children, with the texts of the items
/// above it first, under the heading `above`.
ListTable tableOf(const QAbstractItemView &view, const QString &above = {});

/// RFC 4180, headings first; atomic. Throws FileError.
void writeListCsv(const QString &path, const ListTable &table);

} // namespace regard
