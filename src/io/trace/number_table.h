#pragma once

#include <string>
#include <variant>
#include <vector>

#include <QString>

namespace regard {

/// A table with named columns, one row for each thing that was measured.
struct NumberTable {
    /// A text, a whole number, or one that reads back as the same double; NaN is an empty cell, and null in JSON.
    using Cell = std::variant<std::string, int, double>;

    std::string name; ///< of the member in a JSON file: "entropy"
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows; ///< each as long as `columns`
};

/// RFC 4180, the columns' names first; atomic. Throws FileError.
void writeTableCsv(const QString &path, const NumberTable &table);

/// `"entropy": [{"layer": 1, …}, …]`, an object a row.
std::string tableMember(const NumberTable &table);

} // namespace regard
