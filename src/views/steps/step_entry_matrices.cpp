#include "views/steps/step_entry_matrices.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "engine/pass/sublayer_trace.h"
#include "views/steps/step_pieces.h"

namespace regard {

namespace {

constexpr Eigen::Index mostAppended = 24; // columns of tokens with their one-hot positions

struct StepEntryMatricesText {
    Q_DECLARE_TR_FUNCTIONS(StepMatrices)
};

class EntryMatrices {
public:
    explicit EntryMatrices(const StepPass &pass)
        : m_pass(pass), m_config(pass.config), m_sources(pass.entry), m_pieces(pass)
    {
    }

    std::vector<StepLine> embed() const
    {
        const EntrySteps steps = entrySteps(m_pass.model, m_pass.trace, m_pass.stack);
        const int last = component(steps.input, m_pass.query);
        const int c = std::min(last, int(steps.added.cols()) - 1); // of rows that are projected last
        const bool projects = m_config.projectsLast();
        const StepSourceList sources = m_sources.added(eachRow);
        const StepPiece sum = m_pieces.asking(m_config.embeddingNorm || projects ? StepEntryMatricesText::tr("sum")
                                                                                 : StepEntryMatricesText::tr("X"),
                                              steps.added, StepRole::Plain, c, sources);
        std::vector<StepLine> lines;
        if (m_config.position == Position::OneHot && steps.positions.cols() + steps.positions.rows() <= mostAppended)
            lines.push_back(appended(steps, c, withPosition(steps, c, sum)));
        StepLine line{m_pieces.asking(StepEntryMatricesText::tr("tokens"), steps.embedded, StepRole::Plain,
                                      std::min(c, int(steps.embedded.cols()) - 1), m_sources.token(eachRow))};
        if (m_config.embeddingScale)
            line.push_back(stepSign(QStringLiteral("× √%1").arg(m_config.dModel)));
        if (m_config.embeddingMultiplier != 1)
            line.push_back(stepSign(QStringLiteral("× %1").arg(m_config.embeddingMultiplier)));
        if (m_config.tokenDropout)
            line.push_back(stepSign(StepEntryMatricesText::tr("× 0.88 ÷ (1 − masks)")));
        if (m_config.projectsFirst()) {
            const StepPiece widened = m_pieces.asking(StepEntryMatricesText::tr("widened"), steps.widened,
                                                      StepRole::Plain, c, m_sources.widened(eachRow));
            line.push_back(stepSign(QStringLiteral("·")));
            line.push_back(m_pieces.weight(QStringLiteral("W_E"), "embedding_projection.w", c));
            line.push_back(stepSign(QStringLiteral("=")));
            line.push_back(widened);
            lines.push_back(std::exchange(line, {widened}));
        }
        if (steps.positions.size() > 0) {
            line.push_back(stepSign(QStringLiteral("+")));
            line.push_back(m_pieces.asking(StepEntryMatricesText::tr("positions"), steps.positions, StepRole::Plain, c,
                                           m_sources.position(eachRow)));
        }
        if (steps.types.size() > 0) {
            line.push_back(stepSign(QStringLiteral("+")));
            line.push_back(m_pieces.asking(StepEntryMatricesText::tr("types"), steps.types, StepRole::Plain, c,
                                           m_sources.type(eachRow)));
        }
        line.push_back(stepSign(QStringLiteral("=")));
        line.push_back(sum);
        lines.push_back(std::move(line));
        if (m_config.embeddingNorm)
            lines.push_back({stepSign(StepEntryMatricesText::tr("norm of")), sum, stepSign(QStringLiteral("=")),
                             projects ? normed(steps, c)
                                      : m_pieces.asking(StepEntryMatricesText::tr("X"), steps.normed, StepRole::Plain,
                                                        c, m_sources.entry(eachRow))});
        if (projects)
            lines.push_back(m_pieces.product(m_config.embeddingNorm ? normed(steps, c) : sum,
                                             m_pieces.weight(QStringLiteral("W_E"), "embedding_projection.w", last),
                                             m_pieces.weight(QStringLiteral("b_E"), "embedding_projection.b", last),
                                             m_pieces.asking(StepEntryMatricesText::tr("X"), steps.input,
                                                             StepRole::Plain, last, m_sources.entry(eachRow))));
        return lines;
    }

private:
    StepPiece normed(const EntrySteps &steps, int column) const
    {
        return m_pieces.asking(StepEntryMatricesText::tr("normed"), steps.normed, StepRole::Plain, column);
    }

    /// The result of the one-hot form: the sum, where nothing else is added.
    StepPiece withPosition(const EntrySteps &steps, int column, const StepPiece &sum) const
    {
        if (steps.types.size() == 0)
            return sum;
        return m_pieces.asking(StepEntryMatricesText::tr("with position"), Matrix(steps.widened + steps.positions),
                               StepRole::Plain, column,
                               joined(m_sources.widened(eachRow), m_sources.position(eachRow)));
    }

    int component(const Matrix &values, int row) const { return m_pass.component(stepRow(values, row)); }

    /// The tokens with their one-hot positions appended, times the identity above W_P.
    StepLine appended(const EntrySteps &steps, int column, const StepPiece &sum) const
    {
        const Eigen::Index n = steps.positions.rows();
        const Eigen::Index width = steps.widened.cols();
        Matrix both(n, width + n);
        both << steps.widened, Matrix::Identity(n, n);
        Matrix table(width + n, width);
        table << Matrix::Identity(width, width), steps.positions;
        const bool columns = m_pass.choice.columns;
        StepPiece rows = m_pieces.asking(columns ? StepEntryMatricesText::tr("[tokens; one-hot]")
                                                 : StepEntryMatricesText::tr("[tokens, one-hot]"),
                                         std::move(both));
        StepPiece right = m_pieces.matrix(
            columns ? StepEntryMatricesText::tr("[I, W_P]") : StepEntryMatricesText::tr("[I; W_P]"), std::move(table));
        right.matrix.column = column;
        return m_pieces.product(std::move(rows), std::move(right), std::nullopt, sum);
    }

    const StepPass &m_pass;
    const ModelConfig &m_config;
    const EntrySources &m_sources;
    StepPieces m_pieces;
};

} // namespace

std::vector<StepLine> embedLines(const StepPass &pass)
{
    return EntryMatrices(pass).embed();
}

} // namespace regard
