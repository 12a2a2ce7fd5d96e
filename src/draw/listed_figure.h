#pragma once

#include <vector>

#include <QString>
#include <QStringList>

namespace regard {

/// What a list shows, to be copied or written: every row as long as the headings. Numbers read back as the same double.
struct ListTable {
    QStringList headings;
    std::vector<QStringList> rows;
};

/// A figure that is a list of numbers.
class ListedFigure {
public:
    virtual ~ListedFigure() = default;
    /// Every row, in view or not, with its headings.
    virtual ListTable table() const = 0;

protected:
    ListedFigure() = default;
    ListedFigure(const ListedFigure &) = default;
    ListedFigure &operator=(const ListedFigure &) = default;
};

/// A number of a list's table; empty where it is not known.
QString listedNumber(double number);

/// Lines of cells with tabs between them, headings first, as spreadsheets paste them. Tabs and breaks within a cell
/// become spaces.
QString tabbedText(const ListTable &table);

} // namespace regard
