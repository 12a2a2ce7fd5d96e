#include "views/lesson/panel/lesson_drawing.h"

#include <algorithm>

#include <QCoreApplication>

#include "views/lesson/boxes_figure.h"
#include "views/lesson/formula_figure.h"
#include "views/lesson/labelled_matrix_figure.h"

namespace regard {

namespace {

struct Spoken {
    Q_DECLARE_TR_FUNCTIONS(LessonDrawing)
};

FormulaPart::Kind drawingKindOf(LessonFormula::Kind kind)
{
    switch (kind) {
    case LessonFormula::Kind::Row:
        return FormulaPart::Kind::Row;
    case LessonFormula::Kind::Product:
        return FormulaPart::Kind::Product;
    case LessonFormula::Kind::Name:
        return FormulaPart::Kind::Name;
    case LessonFormula::Kind::Operator:
        return FormulaPart::Kind::Operator;
    case LessonFormula::Kind::Sum:
        return FormulaPart::Kind::Sum;
    case LessonFormula::Kind::Fraction:
        return FormulaPart::Kind::Fraction;
    case LessonFormula::Kind::Root:
        return FormulaPart::Kind::Root;
    case LessonFormula::Kind::Group:
        return FormulaPart::Kind::Group;
    case LessonFormula::Kind::Script:
        return FormulaPart::Kind::Script;
    }
    return {};
}

FormulaPart partOf(const LessonFormula &formula)
{
    FormulaPart part{drawingKindOf(formula.kind), QString::fromStdString(formula.text)};
    for (const LessonFormula &inner : formula.parts)
        part.parts.push_back(partOf(inner));
    return part;
}

LessonDrawing formulaDrawing(const std::string &text, const Theme &theme)
{
    return {std::make_shared<FormulaFigure>(partOf(parseLessonFormula(text)), theme),
            Spoken::tr("Formula: %1").arg(QString::fromStdString(text).simplified())};
}

LessonDrawing boxesDrawing(const std::string &text, const Theme &theme)
{
    const LessonBoxes boxes = parseLessonBoxes(text);
    BoxesData data;
    data.rows = boxes.rows;
    QStringList names;
    for (const std::string &name : boxes.names)
        names << QString::fromStdString(name);
    data.names.assign(names.begin(), names.end());
    QStringList arrows;
    for (const LessonBoxes::Arrow &arrow : boxes.arrows) {
        const QString label = QString::fromStdString(arrow.label);
        data.arrows.push_back({arrow.from, arrow.to, label});
        arrows << QStringLiteral("%1 → %2%3")
                      .arg(names[arrow.from], names[arrow.to],
                           label.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(label));
    }
    const QString boxesSpoken = Spoken::tr("Drawing with the boxes %1").arg(names.join(QStringLiteral(", ")));
    return {std::make_shared<BoxesFigure>(std::move(data), theme),
            arrows.isEmpty() ? boxesSpoken
                             : Spoken::tr("%1. Arrows: %2").arg(boxesSpoken, arrows.join(QStringLiteral(", ")))};
}

/// A text with the words of its values; null where one is missing.
QString withValues(const std::string &text, const QStringList &values)
{
    QString whole = QString::fromStdString(text);
    for (qsizetype i = 0; i < values.size(); ++i) {
        const QString place = QString::fromStdString(lessonValuePlace(int(i)));
        if (values[i].isNull() && whole.contains(place))
            return {};
        whole.replace(place, values[i]);
    }
    return whole.isNull() ? QStringLiteral("") : whole;
}

/// A value of several numbers takes as many cells. Nothing where a number is missing.
std::optional<LabelledMatrixData::Row> rowOf(const LessonMatrix::Row &row, const QStringList &values)
{
    LabelledMatrixData::Row filled{withValues(row.name, values), {}};
    bool isWhole = !filled.name.isNull();
    for (const std::string &cell : row.cells) {
        const QString words = withValues(cell, values);
        isWhole = isWhole && !words.isNull();
        for (const QString &word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts))
            filled.cells.push_back(word);
    }
    if (!isWhole)
        return std::nullopt;
    return filled;
}

std::optional<LessonDrawing> matrixDrawing(const std::string &text, const QStringList &values, const Theme &theme)
{
    const LessonMatrix matrix = parseLessonMatrix(text);
    LabelledMatrixData data;
    data.name = withValues(matrix.name, values);
    for (const std::string &column : matrix.columns)
        data.columns.push_back(withValues(column, values));
    QStringList spoken;
    for (const LessonMatrix::Row &row : matrix.rows) {
        std::optional<LabelledMatrixData::Row> filled = rowOf(row, values);
        if (!filled)
            continue;
        const QString numbers = QStringList(filled->cells.begin(), filled->cells.end()).join(QLatin1Char(' '));
        spoken << (filled->name.isEmpty() ? numbers : QStringLiteral("%1: %2").arg(filled->name, numbers));
        data.rows.push_back(std::move(*filled));
    }
    if (data.rows.empty())
        return std::nullopt;
    QString sentence = Spoken::tr("Matrix %1").arg(data.name).trimmed();
    if (!data.columns.empty())
        sentence = Spoken::tr("%1 with the columns %2")
                       .arg(sentence, QStringList(data.columns.begin(), data.columns.end()).join(QStringLiteral(", ")));
    return LessonDrawing{std::make_shared<LabelledMatrixFigure>(std::move(data), theme),
                         QStringLiteral("%1. %2").arg(sentence, spoken.join(QStringLiteral("; ")))};
}

} // namespace

std::optional<LessonDrawing> lessonDrawing(LessonDrawingKind kind, const std::string &text, const QStringList &values,
                                           const Theme &theme)
{
    switch (kind) {
    case LessonDrawingKind::Formula:
        return formulaDrawing(text, theme);
    case LessonDrawingKind::Boxes:
        return boxesDrawing(text, theme);
    case LessonDrawingKind::Numbers:
        return matrixDrawing(text, values, theme);
    }
    return std::nullopt;
}

} // namespace regard
