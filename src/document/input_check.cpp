#include "document/input_check.h"

#include <QCoreApplication>

#include "engine/errors.h"
#include "engine/weight_shapes.h"

namespace regard {

namespace {

QString text(const char *source)
{
    return QCoreApplication::translate("Document", source);
}

QString gigabytes(double bytes)
{
    return QString::number(bytes / 1e9, 'f', 1);
}

} // namespace

QString inputProblem(const Model &model, const Input &input)
{
    const auto tokens = static_cast<qlonglong>(input.tokens.size());
    if (tokens == 0)
        return text(QT_TRANSLATE_NOOP("Document", "Type a sentence: there is no word to attend to yet."));
    if (tokens > maximumTokens)
        return text(QT_TRANSLATE_NOOP("Document", "The sentence has %1 tokens; Regard shows up to %2. Shorten it."))
            .arg(tokens)
            .arg(maximumTokens);

    const ModelConfig &config = model.config;
    const SharedMatrix table = model.given.find("position");
    const bool readsTable = config.position == Position::Learned || config.position == Position::OneHot;
    if (readsTable && table && tokens > table->rows())
        return text(QT_TRANSLATE_NOOP("Document", "The sentence has %1 tokens, but the position table P has %2 rows. "
                                                  "Shorten the sentence, or revert P."))
            .arg(tokens)
            .arg(static_cast<qlonglong>(table->rows()));

    const double matrices = static_cast<double>(config.encoderLayers) * config.heads;
    const double bytes = matrices * static_cast<double>(tokens) * static_cast<double>(tokens) * sizeof(float);
    if (bytes > maximumMatrixBytes)
        return text(QT_TRANSLATE_NOOP("Document", "%1 layers × %2 heads × %3 × %3 attention weights need %4 GB; Regard "
                                                  "takes up to %5 GB. Shorten the sentence, or take fewer heads or "
                                                  "layers."))
            .arg(config.encoderLayers)
            .arg(config.heads)
            .arg(tokens)
            .arg(gigabytes(bytes), gigabytes(maximumMatrixBytes));
    return {};
}

void checkModelSize(const ModelConfig &config)
{
    validate(config);
    double bytes = 0;
    for (const WeightShape &shape : weightShapes(config))
        if (shape.active)
            bytes += static_cast<double>(shape.rows) * shape.columns * sizeof(float);
    if (bytes > maximumMatrixBytes)
        throw ConfigError(text(QT_TRANSLATE_NOOP("Document", "Weights of these sizes need %1 GB; Regard takes up to "
                                                             "%2 GB. Make d_model, heads or layers smaller."))
                              .arg(gigabytes(bytes), gigabytes(maximumMatrixBytes))
                              .toStdString());
}

} // namespace regard
