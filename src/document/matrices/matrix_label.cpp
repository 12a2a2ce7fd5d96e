#include "document/matrices/matrix_label.h"

#include <string>
#include <utility>

#include <QCoreApplication>

#include "document/matrices/matrix_names.h"

namespace regard {

namespace {

struct MatrixLabelText {
    Q_DECLARE_TR_FUNCTIONS(MatrixLabel)
};

/// `encoder.0.backward.w_r` is "W_r", `….b_uc` "b_uc". Empty for a weight that belongs to no recurrent stack.
QString recurrentLabel(const QString &name)
{
    if (name.startsWith(QLatin1StringView("decoder.first_state.")))
        return name.endsWith(u'w')                        ? QStringLiteral("W_first")
               : name.endsWith(u'b')                      ? QStringLiteral("b_first")
               : name.endsWith(QLatin1StringView(".w_c")) ? QStringLiteral("W_first_c")
                                                          : QStringLiteral("b_first_c");
    if (name.startsWith(QLatin1StringView("decoder.combine.")))
        return name.endsWith(u'w') ? QStringLiteral("W_sc") : QStringLiteral("b_sc");
    const QStringList parts = name.split(u'.');
    if (parts.size() != 4 || (parts[2] != QLatin1StringView("forward") && parts[2] != QLatin1StringView("backward")))
        return {};
    const QString letter = parts[3].left(1);
    return (letter == QLatin1StringView("b") ? letter : letter.toUpper()) + parts[3].mid(1);
}

} // namespace

QString matrixLabel(const std::string &name)
{
    if (const QString label = recurrentLabel(QString::fromStdString(name)); !label.isEmpty())
        return label;
    if (name == "output.w")
        return QStringLiteral("W_out");
    if (name == "output.b")
        return QStringLiteral("b_out");
    if (name == "output.transform.w")
        return QStringLiteral("W_T");
    if (name == "output.transform.b")
        return QStringLiteral("b_T");
    if (name == "output.projection.w")
        return QStringLiteral("W_D");
    if (name == "embedding_projection.w")
        return QStringLiteral("W_E");
    if (name == "embedding_projection.b")
        return QStringLiteral("b_E");
    if (name == "token_type")
        return MatrixLabelText::tr("types");
    if (name == embeddingMatrix)
        return QStringLiteral("E");
    if (name == targetEmbeddingMatrix)
        return MatrixLabelText::tr("E target");
    for (const auto &[part, letter] : {std::pair{".q_norm.", u'q'}, {".k_norm.", u'k'}})
        if (name.find(part) != std::string::npos)
            return (name.ends_with(".gain") ? MatrixLabelText::tr("gain of %1") : MatrixLabelText::tr("bias of %1"))
                .arg(letter);
    if (name.ends_with(".gain"))
        return MatrixLabelText::tr("gain");
    if (name.ends_with(".bias"))
        return MatrixLabelText::tr("bias");
    const auto dot = name.rfind('.');
    const QString part = QString::fromStdString(dot == std::string::npos ? name : name.substr(dot + 1));
    if (part == QLatin1StringView("position"))
        return QStringLiteral("P");
    if (part == QLatin1StringView("w_a"))
        return QStringLiteral("w_a");
    if (part == QLatin1StringView("w_g"))
        return QStringLiteral("W_g");
    if (part == QLatin1StringView("sinks"))
        return MatrixLabelText::tr("sinks");
    if (part.size() == 3 && part[1] == u'_')
        return (part[0] == u'w' ? QStringLiteral("W") : part.left(1)) + u'_' + part.mid(2).toUpper();
    return part;
}

QString chainLabel(const CellPlace &place)
{
    const QString arrow = place.direction == Direction::Forward ? QStringLiteral("→") : QStringLiteral("←");
    return (place.stack == Stack::Encoder ? MatrixLabelText::tr("encoder %1 %2") : MatrixLabelText::tr("decoder %1 %2"))
        .arg(place.layer + 1)
        .arg(arrow);
}

QString cellLabel(const std::string &name, int row, int column)
{
    return QStringLiteral("%1 [%2, %3]").arg(matrixLabel(name)).arg(row).arg(column);
}

QString sizeLabel(const Matrix &matrix)
{
    return QStringLiteral("%1 × %2").arg(matrix.rows()).arg(matrix.cols());
}

QString sizeLabel(const Weight &weight)
{
    return QStringLiteral("%1 × %2").arg(weight.rows()).arg(weight.cols());
}

} // namespace regard
