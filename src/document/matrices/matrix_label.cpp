#include "document/matrices/matrix_label.h"

#include <QCoreApplication>

#include "document/matrices/matrix_names.h"

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(MatrixLabel)
};

} // namespace

QString matrixLabel(const std::string &name)
{
    if (name == "output.w")
        return QStringLiteral("W out");
    if (name == "output.b")
        return QStringLiteral("b out");
    if (name == "output.transform.w")
        return QStringLiteral("W T");
    if (name == "output.transform.b")
        return QStringLiteral("b T");
    if (name == "token_type")
        return Text::tr("types");
    if (name == embeddingMatrix)
        return QStringLiteral("E");
    if (name == targetEmbeddingMatrix)
        return Text::tr("E target");
    if (name.ends_with(".gain"))
        return Text::tr("gain");
    if (name.ends_with(".bias"))
        return Text::tr("bias");
    const auto dot = name.rfind('.');
    const QString part = QString::fromStdString(dot == std::string::npos ? name : name.substr(dot + 1));
    if (part == QLatin1StringView("position"))
        return QStringLiteral("P");
    if (part == QLatin1StringView("w_a"))
        return QStringLiteral("w a");
    if (part.size() == 3 && part[1] == u'_')
        return (part[0] == u'w' ? QStringLiteral("W") : part.left(1)) + u' ' + part.mid(2).toUpper();
    return part;
}

QString cellLabel(const std::string &name, int row, int column)
{
    return QStringLiteral("%1 [%2, %3]").arg(matrixLabel(name)).arg(row).arg(column);
}

QString sizeLabel(const Matrix &matrix)
{
    return QStringLiteral("%1 × %2").arg(matrix.rows()).arg(matrix.cols());
}

} // namespace regard
