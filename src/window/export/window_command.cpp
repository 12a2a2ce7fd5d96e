#include "window/export/window_command.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <QFileInfo>

#include "cli/arguments.h"
#include "document/document.h"
#include "draw/picture_error.h"
#include "engine/base/message.h"
#include "export/export_pass.h"
#include "export/export_usage.h"
#include "io/attention/attention_file.h"
#include "io/checkpoint/model_folder.h"
#include "io/project/attention_extent.h"
#include "io/project/examples.h"
#include "io/project/project_attention.h"
#include "io/project/project_file.h"
#include "io/project/words.h"
#include "views/base/moved_scale.h"
#include "views/steps/step_subject.h"
#include "views/table/view_table.h"
#include "window/base/language.h"

namespace regard {

namespace {

/// What a command begins with, and the words for it.
struct Start {
    Project project;
    std::vector<std::string> words;
};

std::optional<Start> startOf(const Document &document, const Project &now)
{
    const auto &checkpoint = document.checkpoint();
    if (document.attention() && document.path().isEmpty()) {
        Start start{attentionProject(document.attention(), document.sentence()),
                    {QFileInfo(document.attention()->path).fileName().toStdString()}};
        if (document.sentence() > 0)
            start.words.push_back("--sentence=" + std::to_string(document.sentence() + 1));
        return start;
    }
    if (const QString path = document.path(); !path.isEmpty()) {
        const std::string name = QFileInfo(path).fileName().toStdString();
        if (!checkpoint && !document.attention())
            return Start{readProject(path), {name}};
        // The checkpoint is not read a second time.
        return document.isModified() ? std::nullopt : std::optional<Start>({now, {name}});
    }
    if (checkpoint)
        return Start{checkpointProject(checkpoint), {modelName(checkpoint->folder).toStdString()}};
    for (const ExampleEntry &example : examples())
        if (example.title == now.title)
            return Start{readExample(example.name), {"--example=" + example.name}};
    return Start{defaultProject(), {}};
}

bool areEqual(const Weight &a, const Weight &b)
{
    return a == b || (a.rows() == b.rows() && a.cols() == b.cols() && *a.matrix() == *b.matrix());
}

/// Both map names to matrices.
template <typename Map>
bool areEqual(const Map &a, const Map &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto &one, const auto &other) {
        return one.first == other.first && areEqual(Weight(one.second), Weight(other.second));
    });
}

/// Whether both read the same with the same numbers.
bool computeTheSame(const Project &a, const Project &b)
{
    return a.source == b.source && a.target == b.target && a.tokenizer == b.tokenizer && a.dimensions == b.dimensions &&
           a.maskedSource == b.maskedSource && a.maskedTarget == b.maskedTarget && a.model.config == b.model.config &&
           a.model.vocabulary == b.model.vocabulary && a.model.interventions == b.model.interventions &&
           areEqual(a.model.given.all(), b.model.given.all()) && areEqual(a.model.embedding, b.model.embedding);
}

std::string numberText(double number)
{
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

/// The words for what a view shows, where they differ from what the command line does without them.
class Words {
public:
    Words(const Document &document, const View &view, const ViewOptions &options, const std::vector<std::string> &looks,
          const Start &start)
        : m_document(document), m_view(view), m_options(options), m_looks(looks), m_start(start), m_words(start.words)
    {
    }

    std::vector<std::string> all()
    {
        addSentences();
        add(m_view.id != ViewId::Links, "--view", m_view.word);
        if (m_view.id == ViewId::Path)
            addPath();
        else
            addSelection();
        addParts();
        addTokens();
        if (m_view.id == ViewId::Steps)
            addSteps();
        if (m_view.id == ViewId::Circuits) {
            const CircuitOptions &circuits = m_options.circuits;
            add(circuits.circuit == Circuit::Ov, "--circuit", "ov");
            add(circuits.circuit == Circuit::Q, "--circuit", "q-composition");
            add(circuits.circuit == Circuit::K, "--circuit", "k-composition");
            add(circuits.circuit == Circuit::V, "--circuit", "v-composition");
            add(!circuits.words.empty() && !isComposition(circuits.circuit), "--also", circuits.words);
            add(circuits.distance != 0 && circuits.circuit == Circuit::Qk, "--distance",
                std::to_string(circuits.distance));
        }
        if (m_view.id == ViewId::Lens)
            add(!m_options.lens.word.empty(), "--word", m_options.lens.word);
        if (m_view.id == ViewId::Play && m_options.playAt)
            add(true, "--time", numberText(*m_options.playAt));
        addLooks();
        return m_words;
    }

private:
    void add(bool differs, const char *option, const std::string &value)
    {
        if (differs)
            m_words.push_back(std::string(option) + "=" + value);
    }
    void add(bool isOn, const char *flag)
    {
        if (isOn)
            m_words.emplace_back(flag);
    }

    void addSentences()
    {
        const Project now = m_document.project();
        add(now.source != m_start.project.source, "--source", now.source);
        add(now.target != m_start.project.target, "--target", now.target);
        add(now.sourceLanguage != m_start.project.sourceLanguage, "--source-language", now.sourceLanguage);
        add(now.targetLanguage != m_start.project.targetLanguage, "--target-language", now.targetLanguage);
    }

    void addSelection()
    {
        const Selection &selection = m_document.look().selection();
        const ModelConfig &config = m_document.matrices().model()->config;
        const std::vector<Attention> attentions = attentionsOf(config);
        if (m_view.id == ViewId::Steps && addChain(selection, config))
            return;
        if (attentions.empty())
            return;
        add(selection.attention != attentions.front(), "--block", wordOf(selection.attention));
        // Without marks the map of heads would show that layer alone.
        const bool isPlainMap = m_view.id == ViewId::Heads && says("--marks=off");
        add(selection.layer > 0 && !isPlainMap, "--layer", std::to_string(selection.layer + 1));
        addHeads(selection, headsOf(config, selection.attention));
        addTokensInFocus(selection);
        add(selection.summary != Summary::None, "--summary", wordOf(selection.summary));
        add(m_view.id == ViewId::Heatmap && selection.stage != Stage::Weights, "--stage", wordOf(selection.stage));
    }

    /// The chain whose stages are shown, where it is not the one that is shown without a word. True where there is no
    /// pair beside it.
    bool addChain(const Selection &selection, const ModelConfig &config)
    {
        const std::optional<CellPlace> chain = chainInSteps(selection, config);
        const bool isAlone = isChainAlone(selection, config);
        Selection unsaid;
        unsaid.attention = selection.attention;
        if (!chain || (!isAlone && chain == chainInSteps(unsaid, config)))
            return false;
        add(!isAlone || !attentionsOf(config).empty() || chain->stack != sourceStack(config), "--block",
            stackName(chain->stack));
        add(chain->layer > 0, "--layer", std::to_string(chain->layer + 1));
        add(chain->direction == Direction::Backward, "--direction", "backward");
        if (isAlone) {
            add(selection.state >= 0, "--query", std::to_string(selection.state + 1));
        } else {
            addHeads(selection, headsOf(config, selection.attention));
            addTokensInFocus(selection);
        }
        return true;
    }

    void addTokensInFocus(const Selection &selection)
    {
        add(selection.query >= 0, "--query", std::to_string(selection.query + 1));
        add(selection.key >= 0, "--key", std::to_string(selection.key + 1));
    }

    void addPath()
    {
        const ModelConfig &config = m_document.matrices().model()->config;
        const std::optional<PathPlace> place = pathPlaceOf(m_document.look().selection(), config);
        if (!place)
            return;
        if (const auto &chain = place->chain) {
            add(chain->stack != sourceStack(config), "--block", stackName(chain->stack));
            add(chain->layer > 0, "--layer", std::to_string(chain->layer + 1));
            add(chain->direction == Direction::Backward, "--direction", "backward");
        } else {
            const bool isFirst = place == pathPlaces(config).front();
            add(!isFirst, "--block", wordOf(place->attention));
        }
        const PathWords &words = m_options.path.words;
        add(words.to >= 0, "--query", std::to_string(words.to + 1));
        add(words.from >= 0, "--key", std::to_string(words.from + 1));
    }

    /// What the parts are compared with, where it is not what the command line takes without a word.
    void addParts()
    {
        const bool isPatch = m_view.id == ViewId::Patch;
        const PartsQuestion &asked = isPatch ? m_options.patch.words : m_options.parts;
        add(isPatch && m_options.patch.kind != PatchOptions().kind, "--what", wordOf(m_options.patch.kind));
        if (m_view.id == ViewId::ScoreParts && asked.reference != ScoreReference::Mean)
            add(true, "--beyond",
                asked.reference == ScoreReference::Nothing ? "nothing" : std::to_string(asked.otherKey + 1));
        if (m_view.id != ViewId::LogitParts && !isPatch)
            return;
        if (asked.word)
            add(true, "--word", *asked.word);
        if (asked.rather != LogitReference::Second)
            add(true, "--over", asked.rather == LogitReference::Nothing ? "nothing" : asked.otherWord);
    }

    void addHeads(const Selection &selection, int count)
    {
        if (m_view.showsOneHead || selection.heads.empty()) {
            add(selection.head > 0, "--head", std::to_string(selection.head + 1));
            return;
        }
        std::string heads;
        for (const int head : selection.heads)
            heads += (heads.empty() ? "" : ",") + std::to_string(head + 1);
        const bool areAll = int(selection.heads.size()) == count;
        add(!(areAll && m_view.showsAllHeads), "--head", areAll ? "all" : heads);
    }

    void addTokens()
    {
        const TokenView &tokens = m_document.look().tokenView();
        if (m_view.groupsTokens) {
            add(tokens.words, "--words");
            add(tokens.hidesSpecial, "--no-special");
            add(tokens.hidesSpecial && tokens.renormalises, "--renormalise");
        }
        if (m_view.showsMoved) {
            const SharedTrace &shown = m_document.shown().attention.trace();
            add(shown && movesByValue(*shown), "--by-value");
            add(tokens.withoutSink, "--without-sink");
        }
        add(m_view.filtersPairs && tokens.pairs != PairFilter::All, "--pairs", pairWords[std::size_t(tokens.pairs)]);
    }

    void addSteps()
    {
        const StepView &now = m_document.look().stepView();
        const StepView &start = m_start.project.view.steps;
        const auto number = [](int value) { return value < 0 ? std::string("off") : std::to_string(value); };
        if (m_options.step)
            add(true, "--step", wordOf(*m_options.step));
        add(now.matrixForm != start.matrixForm, "--form", now.matrixForm ? "matrix" : "rows");
        add(now.columns != start.columns, "--convention", now.columns ? "columns" : "rows");
        add(now.handDecimals != start.handDecimals, "--by-hand", number(now.handDecimals));
        add(now.digits != start.digits, "--digits", number(now.digits));
    }

    /// Whether the dialog says it.
    bool says(const std::string &option) const
    {
        return std::any_of(m_looks.begin(), m_looks.end(),
                           [&](const std::string &word) { return word == option || word.starts_with(option + "="); });
    }

    void addLooks()
    {
        const LinkOptions &links = m_options.links;
        if (m_view.id == ViewId::Links) {
            add(links.floor != LinkOptions().floor && !says("--floor"), "--floor", numberText(links.floor));
            add(links.curved && !says("--links"), "--links", "curved");
        }
        const bool hasMarks =
            m_view.id == ViewId::Heads || m_view.id == ViewId::Entropy || m_view.id == ViewId::Similarity;
        add(hasMarks && !says("--marks"), "--marks", "on"); // as seen
        const bool hasFaint = m_document.checkpoint() || m_document.look().tokenView().withoutSink;
        add(links.faintSpecial && hasFaint, "--faint-special");
        if (m_options.scale)
            add(!says("--scale"), "--scale", wordOf(*m_options.scale));
        m_words.insert(m_words.end(), m_looks.begin(), m_looks.end());
    }

    const Document &m_document;
    const View &m_view;
    const ViewOptions &m_options;
    const std::vector<std::string> &m_looks;
    const Start &m_start;
    std::vector<std::string> m_words;
};

/// Whether the command's picture is the window's, pixel for pixel, and of the same numbers.
bool makes(const ExportOptions &options, const Start &start, const Document &document, const Figure &picture)
{
    Project project = configured(start.project, options.model);
    if (!computeTheSame(project, document.project()))
        return false;
    project.view.steps = options.steps.applied(project.view.steps);
    const std::vector<Output> outputs = outputsOf(options.outputs);
    checkUsage(options, outputs);
    const Pass pass = computePass(options, outputs, project, nullptr, &document.result());
    constexpr double mostPixels = 2048; // a side, however large the picture
    const double side = std::max(picture.size().width(), picture.size().height());
    const int dpi = std::max(1, int(WindowPicture::defaultDpi * std::min(1.0, mostPixels / side)));
    return pass.figure->size() == picture.size() && figureImage(*pass.figure, dpi) == figureImage(picture, dpi);
}

} // namespace

ExportOptions snapshotFilm(const Document &document, PanelId panel, const ViewOptions &options,
                           const std::vector<std::string> &looks)
{
    const Start start{document.project(), {}};
    for (const View &view : views()) {
        if (view.panel != panel || !view.word)
            continue;
        std::vector<std::string> words = Words(document, view, options, looks, start).all();
        words.emplace_back("--film=snapshots");
        return exportOptionsOf(words);
    }
    throw PictureError(Message::tr("this figure has no film; choose another one"));
}

QStringList windowCommand(const Document &document, const WindowPicture &picture)
{
    if (interfaceLanguage() != QLatin1String("en") || document.isBusy() || !document.inputError().isEmpty())
        return {};
    for (const View &view : views()) {
        if (view.panel != picture.panel || !view.word)
            continue;
        try {
            const std::optional<Start> start = startOf(document, document.project());
            if (!start)
                return {};
            const ExportOptions options =
                exportOptionsOf(Words(document, view, picture.options, picture.looks, *start).all());
            if (!makes(options, *start, document, picture.figure))
                continue;
            QStringList command;
            for (const std::string &word : options.command)
                command.append(QString::fromStdString(word));
            return command;
        } catch (const std::exception &) { // the command line cannot say it: another view of the panel may be seen
        }
    }
    return {};
}

} // namespace regard
