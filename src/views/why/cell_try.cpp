#include "views/why/cell_try.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "document/document.h"
#include "document/matrices/dimension_names.h"
#include "document/matrices/matrix_label.h"
#include "draw/notation.h"
#include "engine/analysis/cell_derivative.h"
#include "engine/analysis/sharpest_head.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/sublayer_trace.h"
#include "views/find/find_ranking.h"

namespace regard {

namespace {

constexpr double weak = 0.2;       ///< a link below is made stronger, any other weaker
constexpr double enough = 0.25;    ///< that the weight changes by, for a sign alone to be turned
constexpr double wantedOdds = 2;   ///< logarithm of the odds that a link has afterwards, or has not: 0.88
constexpr std::size_t columns = 3; ///< whose effect is computed exactly

/// The head in view and the link of it.
struct Link {
    const HeadTrace *head = nullptr;
    AttentionLink pair;
};

std::optional<AttentionLink> linkOf(const Document &document, const Matrix &weights)
{
    const Selection &selection = document.look().selection();
    const ModelConfig &config = document.matrices().model()->config;
    const Trace &trace = *document.result().trace;
    const auto kindsOf = [&](const SideTrace &side, Side which) {
        return tokenKinds(side.tokens, document.sentences().tokens(which));
    };
    const std::vector<TokenKind> queryKinds =
        kindsOf(queriesOf(trace, selection.attention), queriesSide(config, selection.attention));
    const std::vector<TokenKind> keyKinds =
        kindsOf(keysOf(trace, selection.attention), keysSide(config, selection.attention));
    const bool hasQuery = selection.query >= 0 && selection.query < weights.rows();
    if (hasQuery && selection.key >= 0 && selection.key < weights.cols())
        return AttentionLink{selection.query, selection.key};
    const bool isCross = selection.attention == Attention::Cross;
    if (hasQuery) {
        Matrix alone = Matrix::Zero(weights.rows(), weights.cols());
        alone.row(selection.query) = weights.row(selection.query);
        if (const auto found = strongestLink(alone, queryKinds, keyKinds, isCross))
            return found;
    }
    return strongestLink(weights, queryKinds, keyKinds, isCross);
}

std::optional<Link> linkIn(const Document &document, const std::optional<AttentionLink> &given)
{
    const Result &result = document.result();
    if (!result.trace || result.model != document.matrices().model())
        return std::nullopt;
    if (!reasonForNoDerivative(result.model->interventions).empty())
        return std::nullopt;
    const Selection &selection = document.look().selection();
    const int block = blockIndex(result.model->config, selection.attention, selection.layer);
    if (block < 0 || selection.head >= int(result.trace->blocks[std::size_t(block)]->heads.size()))
        return std::nullopt;
    const HeadTrace &head = result.trace->blocks[std::size_t(block)]->heads[std::size_t(selection.head)];
    const bool isThere = given && given->query < head.weights.rows() && given->key < head.weights.cols();
    const auto pair = isThere ? given : linkOf(document, head.weights);
    return pair ? std::optional<Link>({&head, *pair}) : std::nullopt;
}

float rounded(double value)
{
    return QString::number(value, 'g', 2).toFloat();
}

/// How a cell moves the scaled scores of the query, per unit that it grows.
std::vector<double> slopesOf(const Document &document, const CellRef &cell, int query)
{
    const Selection &selection = document.look().selection();
    const Result &result = document.result();
    const auto derivative = headDerivative(*result.model, *result.trace, {cell.matrix, cell.row, cell.column},
                                           {selection.attention, selection.layer}, selection.head);
    const auto row = derivative->scaled.row(query);
    return {row.begin(), row.end()};
}

/// The weight of the key after the scores moved by `by` times the slopes. Keys without weight get none.
double weightAfter(const Matrix &weights, const AttentionLink &pair, const std::vector<double> &slopes, double by)
{
    double most = 0;
    for (std::size_t key = 0; key < slopes.size(); ++key)
        most = std::max(most, std::abs(by * slopes[key]));
    double sum = 0;
    for (std::size_t key = 0; key < slopes.size(); ++key)
        sum += double(weights(pair.query, Eigen::Index(key))) * std::exp(by * slopes[key] - most);
    const double its = double(weights(pair.query, pair.key)) * std::exp(by * slopes[std::size_t(pair.key)] - most);
    return sum > 0 ? its / sum : 0;
}

/// How fast the logarithm of the link's odds grows.
double oddsSlope(const Matrix &weights, const AttentionLink &pair, const std::vector<double> &slopes)
{
    double others = 0;
    double sum = 0;
    for (std::size_t key = 0; key < slopes.size(); ++key)
        if (int(key) != pair.key) {
            others += double(weights(pair.query, Eigen::Index(key)));
            sum += double(weights(pair.query, Eigen::Index(key))) * slopes[key];
        }
    return others > 0 ? slopes[std::size_t(pair.key)] - sum / others : 0;
}

/// What a cell must become for the link to be weak where it is strong, and strong where it is weak.
struct Found {
    CellTry change;
    double effect = 0; ///< on the weight
};

Found movedCell(const Document &document, const Link &link, const CellRef &cell, float value)
{
    const Matrix &weights = link.head->weights;
    const double weight = std::clamp(double(weights(link.pair.query, link.pair.key)), 1e-7, 1 - 1e-7);
    const std::vector<double> slopes = slopesOf(document, cell, link.pair.query);
    const double slope = oddsSlope(weights, link.pair, slopes);
    if (!(std::abs(slope) > 0))
        return {};
    const double odds = std::log(weight / (1 - weight));
    const double by = (weight < weak ? wantedOdds - odds : -wantedOdds - odds) / slope;
    Found best;
    for (const double far : {1.0, 2.0, 4.0}) { // other keys move as well
        const float after = rounded(double(value) + far * by);
        const double effect = std::abs(weightAfter(weights, link.pair, slopes, double(after) - double(value)) - weight);
        if (effect > best.effect && std::isfinite(after))
            best = {{cell, value, after, link.pair.query, link.pair.key}, effect};
        if (best.effect >= enough)
            break;
    }
    return best;
}

/// The cells of one head's W_Q, or W_g.
struct HeadCells {
    std::string name;
    Weight w;
    Eigen::Index first; ///< the head's first column
    Eigen::Index dKey;
    Eigen::RowVectorXf input; ///< what the query's row of Q, or of Q W_g, is made of
};

/// The cell that adds most to the link's score, turned.
Found turnedCell(const Document &document, const Link &link, const HeadCells &cells)
{
    CellRef most;
    float largest = 0;
    for (Eigen::Index row = 0; row < cells.w.rows(); ++row)
        for (Eigen::Index column = 0; column < cells.dKey; ++column) {
            const float part =
                cells.input(row) * cells.w(row, cells.first + column) * link.head->k(link.pair.key, column);
            if (part > largest) {
                largest = part;
                most = {cells.name, int(row), int(cells.first + column)};
            }
        }
    if (most.matrix.empty())
        return {};
    const float value = cells.w(most.row, most.column);
    const std::vector<double> slopes = slopesOf(document, most, link.pair.query);
    const double after = weightAfter(link.head->weights, link.pair, slopes, -2 * double(value));
    return {{most, value, -value, link.pair.query, link.pair.key},
            std::abs(after - double(link.head->weights(link.pair.query, link.pair.key)))};
}

/// The head's columns by how much more the link's key has there than the other keys of the query.
std::vector<Eigen::Index> leverColumns(const Link &link)
{
    const Matrix &keys = link.head->k;
    const Eigen::RowVectorXf others =
        link.head->weights.row(link.pair.query) * keys; // the link's own share shortens all alike
    const Eigen::RowVectorXf lever = (keys.row(link.pair.key) - others).cwiseAbs();
    const Eigen::RowVectorXf even = (keys.row(link.pair.key) - keys.colwise().mean()).cwiseAbs();
    std::vector<Eigen::Index> order(std::size_t(keys.cols()));
    std::iota(order.begin(), order.end(), 0);
    const Eigen::RowVectorXf &by = lever.maxCoeff() > 1e-3F ? lever : even; // of a weight of 1 nothing is left
    std::stable_sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) { return by(a) > by(b); });
    order.resize(std::min(order.size(), columns));
    return order;
}

Found bestInQueries(const Document &document, const Link &link, const HeadCells &cells)
{
    Found best = turnedCell(document, link, cells);
    if (best.effect >= enough)
        return best;
    Eigen::Index row = 0;
    cells.input.cwiseAbs().maxCoeff(&row);
    for (const Eigen::Index column : leverColumns(link)) {
        const CellRef cell{cells.name, int(row), int(cells.first + column)};
        const Found found = movedCell(document, link, cell, cells.w(row, cells.first + column));
        if (found.effect > best.effect)
            best = found;
    }
    return best;
}

/// The best cell to change for additive scores, which are sums of products with w_a instead of W_Q.
Found bestInScoreWeights(const Document &document, const Link &link, const std::string &name)
{
    const Weight w = document.matrices().matrix(name);
    const int head = document.look().selection().head;
    Found best;
    for (int column = 0; w && head < w.rows() && column < w.cols(); ++column) {
        const Found found = movedCell(document, link, {name, head, column}, w(head, column));
        if (found.effect > best.effect)
            best = found;
    }
    return best;
}

} // namespace

std::optional<CellTry> cellTry(const Document &document, const std::optional<AttentionLink> &given)
{
    const std::optional<Link> link = document.hasModel() ? linkIn(document, given) : std::nullopt;
    if (!link)
        return std::nullopt;
    const Selection &selection = document.look().selection();
    const Result &result = document.result();
    const auto nameOf = [&](const char *weight) { return blockWeight(selection.attention, selection.layer, weight); };
    Found best;
    if (hasScoreRow(result.model->config.score)) {
        best = bestInScoreWeights(document, *link, nameOf("w_a"));
    } else if (const Weight general = document.matrices().matrix(nameOf("w_g"))) {
        const Eigen::Index dKey = link->head->k.cols();
        if ((selection.head + 1) * dKey > general.cols())
            return std::nullopt;
        best =
            bestInQueries(document, *link,
                          {nameOf("w_g"), general, selection.head * dKey, dKey, link->head->q.row(link->pair.query)});
    } else if (const Weight w = document.matrices().matrix(nameOf("w_q"))) {
        const Eigen::Index dKey = link->head->k.cols();
        const Matrix input = attentionSteps(*result.model, *result.trace, selection.attention, selection.layer).input;
        if (w.rows() != input.cols() || (selection.head + 1) * dKey > w.cols())
            return std::nullopt;
        best = bestInQueries(document, *link,
                             {nameOf("w_q"), w, selection.head * dKey, dKey, input.row(link->pair.query)});
    }
    return best.effect > 0 ? std::optional<CellTry>(best.change) : std::nullopt;
}

bool isCellTryQuick(const Document &document)
{
    constexpr std::size_t mostNumbers = 1U << 16U;
    return document.sentences().tokens().tokens.size() * std::size_t(document.matrices().model()->config.dModel) <=
           mostNumbers;
}

QString cellName(const Document &document, const CellRef &cell)
{
    const std::vector<std::string> &names = document.matrices().dimensions();
    const Weight matrix = document.matrices().matrix(cell.matrix);
    const bool isNamed = matrix && matrix.rows() == Eigen::Index(names.size());
    const QString row = isNamed ? dimensionName(names[std::size_t(cell.row)]) : QString::number(cell.row);
    return QStringLiteral("%1 [%2, %3]").arg(matrixLabel(cell.matrix), row, QString::number(cell.column));
}

QString cellNameHtml(const QString &name)
{
    const auto place = std::max(qsizetype(0), name.indexOf(QStringLiteral(" [")));
    return notationHtml(name.left(place)) + name.mid(place).toHtmlEscaped();
}

QString cellValue(float value)
{
    return QString::number(double(value), 'g', 4).replace(QLatin1Char('-'), QChar(0x2212));
}

} // namespace regard
