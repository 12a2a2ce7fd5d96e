#include "document/means/mean_over.h"

#include <map>
#include <utility>
#include <vector>

#include <QByteArray>
#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include "document/sentence/input_check.h"
#include "document/sentence/sentence_list.h"
#include "document/sentence/side.h"
#include "document/sentence/token_kinds.h"
#include "engine/base/message.h"
#include "engine/model/sentence_means.h"
#include "engine/pass/forward.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/project/means_file.h"
#include "io/project/model_hash.h"

namespace regard {

namespace {

/// The tokens of one sentence, and which of them are special.
struct KnownTokens {
    const std::vector<std::string> &texts;
    std::vector<TokenKind> kinds;
};

class OutputSum {
public:
    void add(const Matrix &output, const KnownTokens &tokens)
    {
        for (std::size_t i = 0; i < tokens.texts.size(); ++i) {
            Sum &sum = tokens.kinds[i].isSpecial ? m_special[tokens.texts[i]] : m_ordinary;
            if (sum.count++ == 0)
                sum.rows = Eigen::RowVectorXd::Zero(output.cols());
            sum.rows += output.row(Eigen::Index(i)).cast<double>();
        }
    }

    bool hasOrdinary() const { return m_ordinary.count > 0; }

    OutputMean mean() const
    {
        OutputMean mean{m_ordinary.mean(), {}};
        for (const auto &[token, sum] : m_special)
            mean.special[token] = sum.mean();
        return mean;
    }

private:
    struct Sum {
        Eigen::RowVectorXd rows; ///< in double: the sentences may be many
        int count = 0;

        Matrix mean() const { return (rows / count).cast<float>(); }
    };

    Sum m_ordinary;
    std::map<std::string, Sum> m_special;
};

const Matrix &outputOf(const Trace &trace, const ModelConfig &config, const HeadRef &head)
{
    return trace.blocks[std::size_t(blockIndex(config, head.attention, head.layer))]
        ->heads[std::size_t(head.head)]
        .output;
}

const Matrix &outputOf(const Trace &trace, const ModelConfig &config, const Sublayer &sublayer)
{
    if (sublayer.kind != SublayerKind::FeedForward)
        return trace.blocks[std::size_t(blockIndex(config, attentionOf(sublayer), sublayer.layer))]->output;
    const auto &layers = sublayer.stack == Stack::Encoder ? trace.encoderFeedForward : trace.decoderFeedForward;
    return layers[std::size_t(sublayer.layer)]->output;
}

/// Sums outputs of parts, each by its name.
class MeanSums {
public:
    /// Sums what MeanOver replaces and `known` lacks.
    MeanSums(const Interventions &interventions, const SentenceMeans &known)
    {
        for (const auto &[head, replacement] : interventions.heads)
            if (replacement == Replacement::MeanOver && !known.heads.contains(head))
                m_heads[head];
        for (const auto &[sublayer, replacement] : interventions.sublayers)
            if (replacement == Replacement::MeanOver && !known.sublayers.contains(sublayer))
                m_sublayers[sublayer];
    }

    bool isEmpty() const { return m_heads.empty() && m_sublayers.empty(); }

    void add(const Trace &trace, const Project &project)
    {
        const ModelConfig &config = project.model.config;
        const KnownTokens source{trace.source.tokens, tokenKinds(trace.source.tokens, sourceTokens(project))};
        const KnownTokens target{trace.target.tokens, tokenKinds(trace.target.tokens, targetTokens(project))};
        const auto tokensOf = [&](Stack stack) -> const KnownTokens & {
            return sideOf(config, stack) == Side::Target ? target : source;
        };
        for (auto &[head, sum] : m_heads)
            sum.add(outputOf(trace, config, head), tokensOf(stackOf(head.attention)));
        for (auto &[sublayer, sum] : m_sublayers)
            sum.add(outputOf(trace, config, sublayer), tokensOf(sublayer.stack));
    }

    /// False where a part has had no ordinary token.
    bool addTo(SentenceMeans &means) const
    {
        bool isWhole = true;
        for (const auto &[head, sum] : m_heads)
            if ((isWhole = isWhole && sum.hasOrdinary()))
                means.heads[head] = sum.mean();
        for (const auto &[sublayer, sum] : m_sublayers)
            if ((isWhole = isWhole && sum.hasOrdinary()))
                means.sublayers[sublayer] = sum.mean();
        return isWhole;
    }

private:
    std::map<HeadRef, OutputSum> m_heads;
    std::map<Sublayer, OutputSum> m_sublayers;
};

/// The project as it reads the line. Throws ConfigError.
Project reading(Project project, const ListedSentence &sentence)
{
    project = withSentence(std::move(project), sentence);
    if (readsTarget(project.model.config) && inputOf(project).target.empty())
        throw ConfigError(Message::tr("this model reads a target too; write it after a tab"));
    if (const QString problem =
            inputProblem(project.model, inputOf(project), readsPair(project), {project.source, project.target});
        !problem.isEmpty())
        throw ConfigError(problem.toStdString());
    return project;
}

/// False where it was cancelled.
bool sum(const MeanOver &over, const Project &project, const std::vector<ListedSentence> &sentences, MeanSums &sums)
{
    int done = 0;
    for (const ListedSentence &sentence : sentences) {
        if (over.progress)
            over.progress(done++, int(sentences.size()));
        try {
            const Project own = reading(project, sentence);
            PassOptions options;
            options.cancelled = over.cancelled;
            const SharedTrace trace = forward(own.model, inputOf(own), options);
            if (!trace)
                return false;
            sums.add(*trace, own);
        } catch (const FileError &) {
            throw;
        } catch (const Error &error) {
            throw FileError(listName(over.file),
                            Message::tr("line %1: %2", {std::to_string(sentence.line), error.what()}));
        }
    }
    return true;
}

} // namespace

Interventions withMeans(Interventions interventions, const MeanOver &over)
{
    Project project = over.project;
    project.model.interventions = {};
    project.target.clear();
    project.maskedSource.clear();
    project.maskedTarget.clear();
    const QString path = QFile::decodeName(QByteArray::fromStdString(over.file));
    const std::string text = fileBytes(path, Message::tr("a list of sentences"));
    SentenceMeans means;
    means.file = QFileInfo(path).absoluteFilePath().toStdString();
    means.sentencesHash =
        "blake2b:" + QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Blake2b_256)
                         .toHex()
                         .toStdString();
    means.modelHash = modelHash(project);
    if (interventions.means && interventions.means->sentencesHash == means.sentencesHash &&
        interventions.means->modelHash == means.modelHash) {
        means.heads = interventions.means->heads;
        means.sublayers = interventions.means->sublayers;
    }
    addKeptMeans(over.kept, project.model.config, means);
    MeanSums sums(interventions, means);
    if (!sums.isEmpty()) {
        const std::vector<ListedSentence> sentences = sentencesOf(text);
        if (sentences.empty())
            throw FileError(listName(over.file), Message::tr("holds no sentence; write one a line"));
        if (!sum(over, project, sentences, sums)) {
            interventions.means = {};
            return interventions;
        }
        if (!sums.addTo(means))
            throw FileError(listName(over.file),
                            Message::tr("has no ordinary token, but special tokens alone, whose means are their own"));
        keepMeans(over.kept, project.model.config, means);
    }
    interventions.means = meansOf(std::move(means), project);
    return existingInterventions(std::move(interventions), over.project.model.config);
}

QString meansName(const Interventions &interventions)
{
    return interventions.means ? QFileInfo(QString::fromStdString(interventions.means->file)).fileName() : QString();
}

} // namespace regard
