#include "app/tries/cell_try.h"

#include <cmath>

#include "document/document.h"
#include "document/matrices/matrix_label.h"
#include "engine/analysis/sharpest_head.h"
#include "engine/pass/score.h"
#include "engine/pass/sublayer_trace.h"
#include "views/heads/find_ranking.h"

namespace regard {

namespace {

constexpr float wanted = 4;       ///< a score that falls by this takes e⁴ = 55 times less attention
constexpr float enoughTurned = 2; ///< the opposite sign must move the score by this much
constexpr float weak = 0.5F;      ///< a link below is made stronger

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

std::optional<Link> linkIn(const Document &document)
{
    const Result &result = document.result();
    if (!result.trace || result.model != document.matrices().model())
        return std::nullopt;
    const Selection &selection = document.look().selection();
    const int block = blockIndex(result.model->config, selection.attention, selection.layer);
    if (block < 0 || selection.head >= int(result.trace->blocks[std::size_t(block)]->heads.size()))
        return std::nullopt;
    const HeadTrace &head = result.trace->blocks[std::size_t(block)]->heads[std::size_t(selection.head)];
    const auto pair = linkOf(document, head.weights);
    return pair ? std::optional<Link>({&head, *pair}) : std::nullopt;
}

float rounded(float value)
{
    return QString::number(double(value), 'g', 2).toFloat();
}

} // namespace

std::optional<CellTry> cellTry(const Document &document)
{
    const std::optional<Link> link = linkIn(document);
    if (!link)
        return std::nullopt;
    const Selection &selection = document.look().selection();
    const Model &model = *document.result().model;
    const std::string name = blockWeight(selection.attention, selection.layer, "w_q");
    const SharedMatrix w = document.matrices().matrix(name);
    const Matrix input = attentionSteps(model, *document.result().trace, selection.attention, selection.layer).input;
    const Eigen::Index dKey = link->head->k.cols();
    const Eigen::Index first = selection.head * dKey;
    if (!w || w->rows() != input.cols() || first + dKey > w->cols())
        return std::nullopt;
    const float divisor = scoreDivisor(model.config.score, dKey);
    CellTry turned{{name, 0, 0}};
    CellTry moved{{name, 0, 0}};
    float largestPart = 0;
    float largestLever = 0;
    for (Eigen::Index row = 0; row < w->rows(); ++row)
        for (Eigen::Index column = 0; column < dKey; ++column) {
            const float lever = input(link->pair.query, row) * link->head->k(link->pair.key, column) / divisor;
            const float value = (*w)(row, first + column);
            if (lever * value > largestPart) {
                largestPart = lever * value;
                turned = {{name, int(row), int(first + column)}, value, -value};
            }
            if (std::abs(lever) > std::abs(largestLever)) {
                largestLever = lever;
                moved = {{name, int(row), int(first + column)}, value};
            }
        }
    CellTry chosen = turned;
    if (2 * largestPart < enoughTurned) {
        if (!(std::abs(largestLever) > 0))
            return std::nullopt;
        const bool isWeak = link->head->weights(link->pair.query, link->pair.key) < weak;
        chosen = moved;
        chosen.after = rounded(moved.before + (isWeak ? wanted : -wanted) / largestLever);
    }
    chosen.query = link->pair.query;
    chosen.key = link->pair.key;
    return chosen;
}

QString cellName(const Document &document, const CellRef &cell)
{
    const std::vector<std::string> &names = document.matrices().dimensions();
    const QString row =
        cell.row < int(names.size()) ? QString::fromStdString(names[std::size_t(cell.row)]) : QString::number(cell.row);
    return QStringLiteral("%1 [%2, %3]").arg(matrixLabel(cell.matrix), row).arg(cell.column);
}

QString cellValue(float value)
{
    return QString::number(double(value), 'g', 4).replace(QLatin1Char('-'), QChar(0x2212));
}

} // namespace regard
