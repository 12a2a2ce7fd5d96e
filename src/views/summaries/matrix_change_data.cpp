#include "views/summaries/matrix_change_data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <QCoreApplication>

namespace regard {

namespace {

struct MatrixChangeDataText {
    Q_DECLARE_TR_FUNCTIONS(MatrixChangeData)
};

struct Place {
    bool isEncoder = true;
    int layer = 0; ///< from 0
    QString matrix;
};

/// "encoder.0.self.w_q"; nothing for a weight that belongs to no layer.
std::optional<Place> placeOf(const std::string &name)
{
    const QStringList parts = QString::fromStdString(name).split(QLatin1Char('.'));
    bool isNumber = false;
    const int layer = parts.size() > 2 ? parts[1].toInt(&isNumber) : 0;
    if (!isNumber)
        return std::nullopt;
    return Place{parts[0] == QLatin1String("encoder"), layer, parts.mid(2).join(QLatin1Char('.'))};
}

bool hasWeights(const ShownState &state)
{
    const TraceComparison &comparison = *state.comparison;
    return !comparison.now()->isImported && !comparison.before()->isImported;
}

/// Whether any matrix of a layer can be compared with one of its own size.
bool shareMatrix(const Model &now, const Model &before)
{
    const auto &all = now.weights.all();
    return std::any_of(all.begin(), all.end(), [&](const auto &weight) {
        const Weight then = placeOf(weight.first) ? before.weights.find(weight.first) : Weight();
        return then && then.rows() == weight.second.rows() && then.cols() == weight.second.cols();
    });
}

} // namespace

MatrixChangeGrid matrixChangeGrid(const std::vector<MatrixChange> &changes)
{
    std::map<std::pair<bool, int>, std::map<QString, int>> layers; // decoders behind encoders
    MatrixChangeGrid grid;
    for (int i = 0; i < int(changes.size()); ++i) {
        const std::optional<Place> place = placeOf(changes[std::size_t(i)].name);
        if (!place)
            continue;
        layers[{!place->isEncoder, place->layer}][place->matrix] = i;
        if (!grid.matrices.contains(place->matrix))
            grid.matrices.append(place->matrix);
    }
    const bool hasBoth = !layers.empty() && layers.begin()->first.first != layers.rbegin()->first.first;
    for (const auto &[layer, matrices] : layers) {
        const QString number = QString::number(layer.second + 1);
        grid.layers.append(!hasBoth      ? MatrixChangeDataText::tr("layer %1").arg(number)
                           : layer.first ? MatrixChangeDataText::tr("decoder %1").arg(number)
                                         : MatrixChangeDataText::tr("encoder %1").arg(number));
        std::vector<int> row;
        for (const QString &matrix : grid.matrices) {
            const auto found = matrices.find(matrix);
            row.push_back(found == matrices.end() ? -1 : found->second);
        }
        grid.changes.push_back(std::move(row));
    }
    return grid;
}

HeatmapData matrixChangeData(const std::vector<MatrixChange> &changes, const MatrixChangeOptions &options)
{
    constexpr float none = -std::numeric_limits<float>::infinity();
    const MatrixChangeGrid grid = matrixChangeGrid(changes);
    Matrix norms = Matrix::Constant(grid.layers.size(), grid.matrices.size(), none);
    for (int layer = 0; layer < norms.rows(); ++layer)
        for (int matrix = 0; matrix < norms.cols(); ++matrix) {
            const int index = grid.at(layer, matrix);
            if (index < 0)
                continue;
            const MatrixChange &change = changes[std::size_t(index)];
            const double norm = options.isRelative ? change.relative() : change.difference;
            if (std::isfinite(norm))
                norms(layer, matrix) = float(norm);
        }
    HeatmapData data;
    data.queries = grid.layers;
    data.keys = grid.matrices;
    data.values = std::make_shared<const Matrix>(std::move(norms));
    data.isWeights = false;
    data.query = options.row;
    data.key = options.column;
    data.title = options.isRelative
                     ? MatrixChangeDataText::tr("‖now − pinned‖ ÷ ‖pinned‖ of each matrix, Frobenius norms")
                     : MatrixChangeDataText::tr("‖now − pinned‖ of each matrix, Frobenius norm");
    data.valueLabel = options.isRelative ? MatrixChangeDataText::tr("relative") : MatrixChangeDataText::tr("norm");
    data.queryLabel = MatrixChangeDataText::tr("layer");
    data.keyLabel = MatrixChangeDataText::tr("matrix");
    if (options.evenNumbers)
        data.scale = ColorScale::Stretched;
    return data;
}

QString noMatrixChangeText(const ShownState &state)
{
    if (!state.comparison)
        return MatrixChangeDataText::tr(
            "Nothing is pinned: pin another state, a file or a model's folder to see how far each matrix "
            "moved.");
    if (!hasWeights(state))
        return MatrixChangeDataText::tr("A file of attention has no weights that could have moved.");
    if (!shareMatrix(state.comparison->model(), state.comparison->modelBefore()))
        return MatrixChangeDataText::tr(
            "No matrix of a layer has the size of the pinned one's: both must be of one shape.");
    return {};
}

std::unique_ptr<Figure> matrixChangeViewFigure(const ShownState &state, const MatrixChangeOptions &options, QSizeF size,
                                               const Theme &theme)
{
    if (!noMatrixChangeText(state).isEmpty())
        return nullptr;
    const auto changes = options.changes ? options.changes
                                         : std::make_shared<const std::vector<MatrixChange>>(matrixChanges(
                                               state.comparison->model(), state.comparison->modelBefore()));
    HeatmapData data = matrixChangeData(*changes, options);
    const float most = data.values->maxCoeff(); // −∞ where no cell has a number
    auto figure = std::make_unique<HeatmapFigure>(std::move(data), size, theme);
    figure->setRange({0, most > 0 ? double(most) : 1, false});
    return figure;
}

} // namespace regard
