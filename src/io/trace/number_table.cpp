#include "io/trace/number_table.h"

#include <charconv>
#include <cmath>

#include "io/base/atomic_file.h"
#include "io/base/csv_text.h"
#include "io/base/json_text.h"
#include "io/base/text_stream.h"

namespace regard {

namespace {

std::string doubleText(double value)
{
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    return std::string(text, end);
}

/// `absent` stands where there is no number.
std::string cellText(const NumberTable::Cell &cell, std::string (*quoted)(const std::string &), const char *absent)
{
    if (const auto *text = std::get_if<std::string>(&cell))
        return quoted(*text);
    if (const auto *number = std::get_if<int>(&cell))
        return std::to_string(*number);
    const double value = std::get<double>(cell);
    return std::isfinite(value) ? doubleText(value) : absent;
}

} // namespace

void writeTableCsv(const QString &path, const NumberTable &table)
{
    AtomicFile file(path);
    TextStream out(file);
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        out << (i == 0 ? "" : ",") << csvCell(table.columns[i]);
    out << "\r\n";
    for (const std::vector<NumberTable::Cell> &row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            out << (i == 0 ? "" : ",") << cellText(row[i], csvCell, "");
        out << "\r\n";
    }
    out.flush();
    file.commit();
}

std::string tableMember(const NumberTable &table)
{
    std::string text = jsonString(table.name) + ": [";
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        text += row == 0 ? "{" : ",\n{";
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            text += (i == 0 ? "" : ", ") + jsonString(table.columns[i]) + ": " +
                    cellText(table.rows[row][i], jsonString, "null");
        text += "}";
    }
    return text + "]";
}

} // namespace regard
