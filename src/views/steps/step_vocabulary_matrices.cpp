#include "views/steps/step_vocabulary_matrices.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QCoreApplication>

#include "engine/analysis/next_token.h"
#include "engine/kernels/activate.h"
#include "engine/kernels/product.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/output_layer.h"
#include "views/steps/step_pieces.h"

namespace regard {

namespace {

constexpr Eigen::Index mostNumbers = 1 << 20; // of an output layer and its logits that are shown whole

struct StepVocabularyMatricesText {
    Q_DECLARE_TR_FUNCTIONS(StepMatrices)
};

class VocabularyMatrices {
public:
    explicit VocabularyMatrices(const StepPass &context)
        : m_context(context), m_model(context.model), m_trace(context.trace), m_words(int(m_trace.vocabulary.size())),
          m_stream(readOutStream(m_trace)), m_pieces(context)
    {
    }

    std::vector<StepLine> lines() const
    {
        std::vector<StepLine> lines;
        if (transformsOutput(m_model.config))
            addTransform(lines);
        if (narrowsOutput(m_model.config))
            lines.push_back(m_pieces.product(
                stream(), m_pieces.weight(QStringLiteral("W_D"), "output.projection.w", -1), std::nullopt, input()));
        const bool isWhole = (m_stream.rows() + m_stream.cols()) * Eigen::Index(m_words) <= mostNumbers;
        for (StepLine &line : isWhole ? wholeLines() : wordLines())
            lines.push_back(std::move(line));
        return lines;
    }

private:
    /// What the output layer multiplies, by its name.
    QString inputName() const { return changesInput() ? QStringLiteral("y") : StepVocabularyMatricesText::tr("x"); }

    bool changesInput() const { return transformsOutput(m_model.config) || narrowsOutput(m_model.config); }

    /// Returns the stream before any transform.
    StepPiece stream() const
    {
        StepSourceList normed;
        if (hasFinalNorm(m_model.config, m_context.stack))
            normed = normSources(m_model, stackName(m_context.stack) + ".final_norm");
        return m_pieces.asking(StepVocabularyMatricesText::tr("x"), m_stream, StepRole::Plain, -1, std::move(normed));
    }

    StepPiece input() const
    {
        if (!changesInput())
            return stream();
        const StepSourceList sources = m_model.config.maskedLanguageModel ? normSources(m_model, "output.norm")
                                       : narrowsOutput(m_model.config)
                                           ? StepSourceList{columnsSource("output.projection.w")}
                                           : transformSources();
        return m_pieces.asking(inputName(), outputInput(m_model, m_stream), StepRole::Plain, -1, sources);
    }

    static StepSourceList transformSources()
    {
        return {columnsSource("output.transform.w"), alongRow("output.transform.b", 0)};
    }

    /// activation of x · W_T + b_T = activated; norm of activated = y. Without a norm the first is y.
    void addTransform(std::vector<StepLine> &lines) const
    {
        Matrix activated = product(m_stream, m_model.weights.weight("output.transform.w")); // n × d_model
        activated.rowwise() += m_model.weights.at("output.transform.b").row(0);
        activate(activated, m_model.config.activationOfOutput());
        const bool isNormed = m_model.config.maskedLanguageModel;
        const StepPiece piece = m_pieces.asking(isNormed ? StepVocabularyMatricesText::tr("activated") : inputName(),
                                                std::move(activated), StepRole::Plain, -1, transformSources());
        lines.push_back(m_pieces.product(stream(), m_pieces.weight(QStringLiteral("W_T"), "output.transform.w", -1),
                                         m_pieces.weight(QStringLiteral("b_T"), "output.transform.b", -1), piece));
        lines.back().insert(lines.back().begin(), stepSign(StepVocabularyMatricesText::tr("activation of")));
        if (isNormed)
            lines.push_back(
                {stepSign(StepVocabularyMatricesText::tr("norm of")), piece, stepSign(QStringLiteral("=")), input()});
    }

    /// … = logits, where the model divides or caps them before.
    StepLine divided(StepLine line) const
    {
        if (m_model.config.logitsDivisor != 1)
            line.insert(line.end() - 2,
                        stepSign(StepVocabularyMatricesText::tr("all ÷ %1").arg(m_model.config.logitsDivisor)));
        if (m_model.config.logitsCap > 0)
            line.insert(line.end() - 2,
                        stepSign(StepVocabularyMatricesText::tr("soft cap %1").arg(m_model.config.logitsCap)));
        return line;
    }

    std::vector<StepLine> wholeLines() const
    {
        const Matrix all = logitsRows(m_model, m_trace, 0, int(m_stream.rows())); // n × vocabulary
        const Matrix probabilities = nextTokenProbabilities(all, 1, 0);
        const int word = m_context.choice.component < 0 ? largestOf(stepRow(probabilities, m_context.query))
                                                        : m_context.component(stepRow(all, m_context.query));
        const QStringList names = stepWordNames(m_model, m_trace.vocabulary, m_context.choice);
        StepSourceList sources{alongRow("output.b", 0)};
        StepSourceList cells;
        if (!m_model.config.tiedOutput) {
            sources.insert(sources.begin(), columnsSource("output.w"));
            cells.push_back(cellsSource("output.w"));
        }
        StepPiece logits =
            m_pieces.asking(StepVocabularyMatricesText::tr("logits"), all, StepRole::Plain, word, sources);
        StepPiece chances = m_pieces.asking(StepVocabularyMatricesText::tr("probabilities"), probabilities,
                                            StepRole::Plain, word, sources);
        logits.matrix.columns = chances.matrix.columns = names;
        StepPiece weight = m_model.weights.contains("output.w")
                               ? m_pieces.weight(QStringLiteral("W"), "output.w", word)
                               : m_pieces.matrix(QStringLiteral("W"), outputWeights(m_model, m_trace.vocabulary),
                                                 StepRole::Plain, std::move(cells));
        weight.matrix.column = word;
        weight.matrix.columns = names;
        std::optional<StepPiece> bias;
        if (const Matrix given = outputBias(m_model, m_words); given.size() > 0) {
            bias = m_pieces.matrix(QStringLiteral("b"), given, StepRole::Plain, {cellsSource("output.b")});
            bias->matrix.column = word;
            bias->matrix.columns = names;
        }
        return {
            divided(m_pieces.product(input(), std::move(weight), std::move(bias), logits)),
            {stepSign(StepVocabularyMatricesText::tr("softmax of")), logits, stepSign(QStringLiteral("=")), chances}};
    }

    /// The query's row for the words that have a bar.
    std::vector<StepLine> wordLines() const
    {
        const Matrix all = logitsRows(m_model, m_trace, m_context.query, 1); // 1 × vocabulary
        const Matrix chances = nextTokenProbabilities(all, 1, 0);
        const Matrix biases = outputBias(m_model, m_words);
        const std::vector<int> &words = m_context.extract().words;
        const auto count = Eigen::Index(words.size());
        Matrix weight(outputWidthOf(m_model.config), count);
        Matrix bias(1, count);
        Matrix logits(1, count);
        Matrix shares(1, count);
        std::vector<std::string> spelled;
        for (Eigen::Index i = 0; i < count; ++i) {
            const int word = words[std::size_t(i)];
            weight.col(i) = outputColumn(m_model, m_trace.vocabulary, word).col(0);
            bias(0, i) = biases.size() > 0 ? biases(0, word) : 0.0F;
            logits(0, i) = all(0, word);
            shares(0, i) = chances(0, word);
            spelled.push_back(m_trace.vocabulary[std::size_t(word)]);
        }
        const QStringList names = stepWordNames(m_model, spelled, m_context.choice);
        const auto row = [&](const QString &name, Matrix values) {
            StepPiece piece = m_pieces.matrix(name, std::move(values));
            piece.matrix.row = 0;
            piece.matrix.rows = {m_context.queryName()};
            return piece;
        };
        const auto ofWords = [&](StepPiece piece) {
            piece.matrix.columns = names;
            return piece;
        };
        const StepPiece shown = ofWords(row(StepVocabularyMatricesText::tr("logits"), std::move(logits)));
        std::optional<StepPiece> added;
        if (biases.size() > 0)
            added = ofWords(m_pieces.matrix(QStringLiteral("b"), std::move(bias)));
        const Matrix x = outputInput(m_model, m_stream.row(m_context.query)); // 1 × d_model
        return {divided(m_pieces.product(row(inputName(), x),
                                         ofWords(m_pieces.matrix(QStringLiteral("W"), std::move(weight))),
                                         std::move(added), shown)),
                {shown, stepSign(StepVocabularyMatricesText::tr("softmax over all %1 tokens:").arg(m_words)),
                 ofWords(row(StepVocabularyMatricesText::tr("probabilities"), std::move(shares)))}};
    }

    const StepPass &m_context;
    const Model &m_model;
    const Trace &m_trace;
    int m_words;
    const Matrix &m_stream; ///< the stack's output, n × d_model
    StepPieces m_pieces;
};

} // namespace

std::vector<StepLine> outputLines(const StepPass &context)
{
    return VocabularyMatrices(context).lines();
}

} // namespace regard
