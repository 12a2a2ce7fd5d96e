#include "draw/listed_figure.h"

#include <cmath>

#include <QLocale>

namespace regard {

QString listedNumber(double number)
{
    return std::isfinite(number) ? QString::number(number, 'g', QLocale::FloatingPointShortest) : QString();
}

QString tabbedText(const ListTable &table)
{
    QString text;
    const auto add = [&text](const QStringList &cells) {
        for (int i = 0; i < int(cells.size()); ++i)
            text += (i == 0 ? QString() : QStringLiteral("\t")) + cells[i].simplified();
        text += u'\n';
    };
    add(table.headings);
    for (const QStringList &row : table.rows)
        add(row);
    return text;
}

} // namespace regard
