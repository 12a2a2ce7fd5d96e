#include "views/steps/step_entry.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "engine/model/positions.h"
#include "engine/pass/input_side.h"
#include "engine/pass/sublayer_trace.h"

namespace regard {

namespace {

struct StepEntryText {
    Q_DECLARE_TR_FUNCTIONS(StepMaker)
};

class EmbedStep {
public:
    explicit EmbedStep(const StepPass &context)
        : m_context(context), m_sources(context.entry), m_side(context.side), m_row(context.query),
          m_token(stepRow(m_side.embedded, m_row)),
          m_component(context.component(StepDetail::Entry, stepRow(m_side.input, m_row)))
    {
    }

    Step make()
    {
        const bool columns = m_context.choice.columns;
        m_step = {StepKind::Embed, StepEntryText::tr("embed"),
                  (columns ? StepEntryText::tr("How “%1” becomes its column of X")
                           : StepEntryText::tr("How “%1” becomes its row of X"))
                      .arg(m_context.queryName())};
        m_step.strips.push_back(strip(StepEntryText::tr("token"), m_token, m_sources.token(m_row)));
        m_component = std::min(m_component, int(m_token.size()) - 1); // of a row that is projected
        StepTerm token{{stepAt(m_token, m_component, StepRole::Plain, m_sources.token(m_row))}, {}};
        token.cell = {m_sources.embedding(), m_row, m_component};
        begin(std::move(token));
        if (embeddingFactor(m_context.config) != 1)
            scale();
        if (m_context.config.tokenDropout)
            drop();
        widen();
        addPosition();
        addType();
        finishSum();
        norm();
        project();
        m_step.strips.push_back(strip(StepEntryText::tr("X"), stepRow(m_side.input, m_row), m_sources.entry(m_row)));
        return std::move(m_step);
    }

private:
    StepStrip strip(const QString &name, StepRow values, StepSourceList list) const
    {
        return m_context.modelStrip(name, std::move(values), m_component, std::move(list));
    }

    /// The equation of what is added to the token, which starts with it.
    void begin(StepTerm token)
    {
        m_sum = m_token;
        const bool isLast = !m_context.config.embeddingNorm && !m_context.config.projectsLast();
        m_equation = {componentName(isLast ? StepEntryText::tr("X") : StepEntryText::tr("sum"), m_component),
                      StepOperation::SumOfProducts,
                      {std::move(token)},
                      {}};
    }

    /// Cells of the token's row, the position's and the type's, before any norm.
    StepSourceList sumSources() const { return m_sources.added(m_row); }

    void add(const StepRow &more)
    {
        for (std::size_t i = 0; i < m_sum.size(); ++i)
            m_sum[i] = double(float(m_sum[i]) + float(more[i]));
    }

    void scale()
    {
        const int dModel = m_context.config.dModel;
        const bool isByRoot = m_context.config.embeddingScale && m_context.config.embeddingMultiplier == 1;
        const float factor = embeddingFactor(m_context.config);
        m_equation.terms.front().numbers.push_back(isByRoot ? StepNumber{double(dModel), StepRole::Plain, true}
                                                            : StepNumber{double(factor)});
        const Matrix scaled = m_side.embedded.row(m_row) * factor;
        m_sum = stepRow(scaled, 0);
        m_step.strips.push_back(
            strip(isByRoot ? StepEntryText::tr("× √%1").arg(dModel) : QStringLiteral("× %1").arg(double(factor)), m_sum,
                  m_sources.token(m_row)));
        m_step.strips.back().general = StepEntryText::tr("scaled");
        if (!isByRoot) {
            m_step.notes.push_back(
                StepEntryText::tr("Embeddings are multiplied by %1, which the model has for that").arg(double(factor)));
            return;
        }
        m_step.notes.push_back((m_context.choice.columns
                                    ? StepEntryText::tr("The token's column is scaled by √d_model = √%1")
                                    : StepEntryText::tr("The token's row is scaled by √d_model = √%1"))
                                   .arg(dModel));
    }

    /// ESM's factor, the same for all tokens but masks, whose rows are 0.
    void drop()
    {
        Matrix rows = Matrix::Ones(Eigen::Index(m_side.tokens.size()), 1);
        dropMasks(m_context.model, m_side.tokens, rows);
        const float factor = rows(m_row, 0);
        m_equation.terms.front().numbers.push_back({double(factor)});
        for (double &value : m_sum)
            value = double(float(value) * factor);
        m_step.strips.push_back(
            strip(StepEntryText::tr("× %1").arg(m_context.number(double(factor))), m_sum, m_sources.token(m_row)));
        m_step.strips.back().general = StepEntryText::tr("scaled");
        m_step.notes.push_back(StepEntryText::tr("The model was trained with 12% of the rows at 0: rows are multiplied "
                                                 "by 0.88 ÷ (1 − the share of mask tokens), and those of masks are 0"));
    }

    /// The projection of a narrow token, to which the rest is added.
    void widen()
    {
        if (!m_context.config.projectsFirst())
            return;
        const QString name = embeddingFactor(m_context.config) != 1 || m_context.config.tokenDropout
                                 ? StepEntryText::tr("scaled")
                                 : StepEntryText::tr("token");
        if (m_equation.terms.front().numbers.size() > 1) {
            m_equation.name = componentName(name, m_component);
            m_equation.formula = StepEntryText::tr("token");
            m_equation.result = stepAt(m_sum, m_component, StepRole::Plain, m_sources.token(m_row));
            m_step.equations.push_back(m_equation);
        }
        const StepRow narrow = m_sum;
        m_token = stepRow(entrySteps(m_context.model, m_context.trace, m_context.stack).widened, m_row);
        addProjection(StepEntryText::tr("widened"), name, narrow, m_token, m_sources.widened(m_row));
        m_step.strips.push_back(strip(StepEntryText::tr("widened"), m_token, m_sources.widened(m_row)));
        begin({{stepAt(m_token, m_component, StepRole::Plain, m_sources.widened(m_row))}, {}});
    }

    /// from · W_E (+ b_E) of the component in focus.
    void addProjection(const QString &name, const QString &from, const StepRow &narrow, const StepRow &wide,
                       const StepSourceList &sources)
    {
        m_component = m_context.component(StepDetail::Entry, wide);
        const char *weight = "embedding_projection.w";
        const bool hasBias = m_context.config.projectsLast();
        m_step.equations.push_back(productEquation(
            componentName(name, m_component), {narrow},
            {stepColumn(m_context.model.weights.weight(weight), m_component),
             StepRole::Plain,
             {alongColumn(weight, m_component)},
             true},
            stepAt(wide, m_component, StepRole::Plain, sources),
            m_context.productText(from, QStringLiteral("W_E"), hasBias ? QStringLiteral("b_E") : QString())));
        if (hasBias)
            m_step.equations.back().terms.push_back(biasTerm(m_context.model, "embedding_projection.b", m_component));
        m_step.notes.push_back(
            StepEntryText::tr("Rows of %1 numbers are projected to the %2 of the layers, which saves "
                              "weights")
                .arg(m_context.config.embeddingSize)
                .arg(m_context.config.dModel));
    }

    void addPosition()
    {
        if (m_side.positions.size() == 0) {
            m_step.notes.push_back(m_context.config.position == Position::Rotary
                                       ? StepEntryText::tr("No position is added here: positions rotate q and k")
                                   : m_sources.types().empty()
                                       ? StepEntryText::tr("Nothing is added: the model has no positions")
                                       : StepEntryText::tr("The model has no positions"));
            return;
        }
        const StepRow position = stepRow(m_side.positions, m_row);
        const StepRow before = m_sum;
        add(position);
        if (m_context.config.position == Position::OneHot)
            appendOneHot(before);
        StepTerm term{{stepAt(position, m_component, StepRole::Plain, m_sources.position(m_row))}, {}};
        const int place = m_sources.positionOf(m_row);
        if (!m_sources.positions().empty() && place >= 0)
            term.cell = {m_sources.positions(), place, m_component};
        m_equation.terms.push_back(std::move(term));
        m_step.strips.push_back(
            strip(place < 0 ? StepEntryText::tr("the padding’s position") : StepEntryText::tr("position %1").arg(place),
                  position, m_sources.position(m_row)));
        m_step.strips.back().general = StepEntryText::tr("position");
    }

    void addType()
    {
        if (m_sources.types().empty())
            return;
        const int type = m_sources.typeOf(m_row);
        const StepRow row = stepRow(m_context.model.weights.at(m_sources.types()), type);
        add(row);
        StepTerm term{{stepAt(row, m_component, StepRole::Plain, m_sources.type(m_row))}, {}};
        term.cell = {m_sources.types(), type, m_component};
        m_equation.terms.push_back(std::move(term));
        m_step.strips.push_back(strip(StepEntryText::tr("type %1").arg(type), row, m_sources.type(m_row)));
        m_step.strips.back().general = StepEntryText::tr("type");
        m_step.notes.push_back(
            StepEntryText::tr("Type %1 of %2: which sentence of a pair the token stands in, counted from 0")
                .arg(type)
                .arg(m_context.config.tokenTypes));
    }

    /// The equation of the sum, whose terms are all there now.
    void finishSum()
    {
        QStringList parts{m_context.config.projectsFirst() ? StepEntryText::tr("widened") : StepEntryText::tr("token")};
        if (m_side.positions.size() > 0)
            parts << StepEntryText::tr("position");
        if (!m_sources.types().empty())
            parts << StepEntryText::tr("type");
        m_equation.formula = parts.join(QStringLiteral(" + "));
        m_equation.result = stepAt(m_sum, m_component, StepRole::Plain, sumSources());
        m_step.equations.push_back(m_equation);
    }

    /// The lecture's way: the token's row with the one-hot vector appended, times the identity above W_P.
    void appendOneHot(const StepRow &token)
    {
        const auto positions = std::size_t(m_side.positions.rows());
        StepRow oneHot(positions, 0.0);
        oneHot[std::size_t(m_row)] = 1;
        StepRow appended = token;
        appended.insert(appended.end(), oneHot.begin(), oneHot.end());
        StepRow column(token.size(), 0.0); // of the identity above W_P
        column[std::size_t(m_component)] = 1;
        const StepRow table = stepColumn(m_side.positions, m_component);
        column.insert(column.end(), table.begin(), table.end());

        QStringList names = m_context.dimensions.mid(0, qsizetype(token.size()));
        for (std::size_t i = std::size_t(names.size()); i < token.size(); ++i)
            names.push_back(QString::number(i));
        for (std::size_t i = 0; i < positions; ++i)
            names.push_back(StepEntryText::tr("p%1").arg(i));
        StepStrip hot = stepStrip(StepEntryText::tr("one-hot %1").arg(m_row), oneHot, StepRole::Plain);
        hot.names = names.mid(qsizetype(token.size()));
        hot.marked = m_row;
        hot.general = StepEntryText::tr("one-hot");
        StepStrip both = stepStrip(StepEntryText::tr("appended"), appended, StepRole::Plain);
        both.names = names;
        both.first = int(token.size());
        both.last = both.first + int(positions) - 1;
        StepRow products = appended;
        for (std::size_t i = 0; i < products.size(); ++i)
            products[i] *= column[i];
        const bool isLong = products.size() > stepMostTerms;
        const auto term = [&](int index) {
            const auto at = std::size_t(index);
            const bool ofToken = at < token.size();
            const bool isWidened = ofToken && m_context.config.projectsFirst();
            const StepSource cell = isWidened ? StepSource()
                                    : ofToken ? StepSource{m_sources.embedding(), m_row, index}
                                              : StepSource{m_sources.positions(), index - both.first, m_component};
            StepTerm made{{{ofToken ? m_token[at] : appended[at]}, {column[at]}},
                          isLong ? names[index] : QString(),
                          -1,
                          -1,
                          cell};
            made.numbers[ofToken ? 0 : 1].sources =
                isWidened ? sourcesAt(m_sources.widened(m_row), index) : StepSourceList{cell};
            if (ofToken && !isWidened && embeddingFactor(m_context.config) != 1)
                made.numbers.insert(made.numbers.begin() + 1, m_equation.terms.front().numbers.back());
            return made;
        };
        const StepSourceList sources = joined(m_sources.widened(m_row), m_sources.position(m_row));
        m_step.equations.push_back(
            sumEquation(m_sources.types().empty() ? m_equation.name
                                                  : componentName(StepEntryText::tr("with position"), m_component),
                        products, term, stepAt(m_sum, m_component, StepRole::Plain, sources),
                        m_context.choice.columns ? StepEntryText::tr("[I, W_P] · [token; one-hot]")
                                                 : StepEntryText::tr("[token, one-hot] · [I; W_P]")));
        m_step.strips.push_back(std::move(hot));
        m_step.strips.push_back(std::move(both));
        m_step.notes.push_back(
            (m_context.choice.columns
                 ? StepEntryText::tr(
                       "The one-hot vector of position %1, appended and multiplied by W_P, picks one column of "
                       "W_P: the same as an added, learned one")
                 : StepEntryText::tr(
                       "The one-hot vector of position %1, appended and multiplied by W_P, picks one row of W_P: "
                       "the same as an added, learned one"))
                .arg(m_row));
    }

    void norm()
    {
        if (!m_context.config.embeddingNorm)
            return;
        m_step.strips.push_back(strip(StepEntryText::tr("sum"), m_sum, sumSources()));
        m_step.notes.push_back(StepEntryText::tr("The embedding norm comes before the first layer"));
        const Stack stack = m_context.stack;
        const bool isLast = !m_context.config.projectsLast();
        m_normed = isLast ? stepRow(m_side.input, m_row)
                          : stepRow(entrySteps(m_context.model, m_context.trace, stack).normed, m_row);
        for (StepEquation &equation :
             normEquations(m_context.model, embeddingNormWeight(m_context.model, stack, "gain"),
                           embeddingNormWeight(m_context.model, stack, "bias"), m_sum, sumSources(),
                           StepEntryText::tr("sum"), m_component, m_normed[std::size_t(m_component)],
                           isLast ? StepEntryText::tr("X") : StepEntryText::tr("normed")))
            m_step.equations.push_back(std::move(equation));
    }

    /// The projection of a row that is narrower than the layers.
    void project()
    {
        if (!m_context.config.projectsLast())
            return;
        const bool isNormed = m_context.config.embeddingNorm;
        if (isNormed)
            m_step.strips.push_back(strip(StepEntryText::tr("normed"), m_normed, {}));
        const QString name = isNormed ? StepEntryText::tr("normed") : StepEntryText::tr("sum");
        addProjection(StepEntryText::tr("X"), name, isNormed ? m_normed : m_sum, stepRow(m_side.input, m_row),
                      m_sources.entry(m_row));
    }

    const StepPass &m_context;
    const EntrySources &m_sources;
    const SideTrace &m_side;
    int m_row;
    StepRow m_token;
    int m_component;
    StepRow m_sum;
    StepRow m_normed;
    StepEquation m_equation;
    Step m_step;
};

} // namespace

Step embedStep(const StepPass &context)
{
    return EmbedStep(context).make();
}

} // namespace regard
