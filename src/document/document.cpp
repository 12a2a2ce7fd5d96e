#include "document/document.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>

#include "document/compute_thread.h"
#include "document/input_check.h"
#include "document/model_command.h"
#include "document/selection_rules.h"
#include "document/source_command.h"
#include "engine/errors.h"

namespace regard {

namespace {

/// Multiplications that fit into a display frame beside the painting; longer passes run on the compute thread.
constexpr double synchronousCost = 3e6;

} // namespace

Document::Document(QObject *parent)
    : QObject(parent), m_compute(std::make_unique<ComputeThread>([this] {
          QMetaObject::invokeMethod(
              this, [this] { deliverFinished(); }, Qt::QueuedConnection);
      }))
{
    load(defaultProject(), QString());
}

Document::~Document()
{
    // The thread calls back into this object, and the undo stack's last signals must not.
    m_compute.reset();
    m_undo.disconnect();
}

void Document::load(Project project, const QString &path)
{
    m_undo.clear();
    m_project = std::move(project);
    m_model = std::make_shared<Model>(std::exchange(m_project.model, Model()));
    m_opened = m_model;
    m_path = path;
    m_result = {};
    m_firstChangedBlock = 0;
    m_positions.reset();
    m_originals.clear();
    m_originalRows.clear();
    readTokens();
    m_selection = selectionOf(m_project.view, m_model->config, tokenCount());
    emit pathChanged();
    emit loaded();
    recompute();
}

Project Document::project() const
{
    Project project = m_project;
    project.model = *m_model;
    project.dimensions = dimensions();
    project.maskedSource = m_maskedSource;
    project.view = storedView(m_selection, m_model->config);
    return project;
}

void Document::save(const QString &path)
{
    writeProject(path, project());
    m_undo.setClean();
    if (path != m_path) {
        m_path = path;
        emit pathChanged();
    }
}

QString Document::title() const
{
    if (!m_project.title.empty())
        return QString::fromStdString(m_project.title);
    return QFileInfo(m_path).completeBaseName();
}

QString Document::note() const
{
    return QString::fromStdString(m_project.note);
}

const std::vector<std::string> &Document::dimensions() const
{
    static const std::vector<std::string> unnamed;
    return static_cast<int>(m_project.dimensions.size()) == m_model->config.dModel ? m_project.dimensions : unnamed;
}

bool Document::isModified() const
{
    return !m_undo.isClean();
}

QString Document::source() const
{
    return QString::fromStdString(m_project.source);
}

Tokenizer Document::tokenizer() const
{
    return m_project.tokenizer;
}

const std::vector<int> &Document::maskedSource() const
{
    return m_maskedSource;
}

void Document::setSource(const QString &text)
{
    // Compared as it will be kept: half of a surrogate pair does not survive UTF-8.
    if (text.toStdString() != m_project.source)
        m_undo.push(new SourceCommand(this, text, tokenizer(), true));
}

void Document::setTokenizer(Tokenizer tokenizer)
{
    if (tokenizer != m_project.tokenizer)
        m_undo.push(new SourceCommand(this, source(), tokenizer, false));
}

void Document::setConfig(const ModelConfig &config, const QString &text, HeadSplit split, int mergeKey)
{
    if (config == m_model->config)
        return;
    checkModelSize(config);
    // Within one merged step sizes follow from where the step began: heads that a drag takes away and brings back
    // come back with their weights.
    std::shared_ptr<const Model> base = m_model;
    const auto *top =
        dynamic_cast<const ModelCommand *>(m_undo.index() > 0 ? m_undo.command(m_undo.index() - 1) : nullptr);
    if (mergeKey >= 0 && top && top->mergeKey() == mergeKey && !m_undo.isClean())
        base = top->before();
    const auto after =
        base->config == config ? base : std::make_shared<const Model>(reconfigured(*base, config, split));
    m_undo.push(new ModelCommand(this, text, after, 0, mergeKey));
}

void Document::setSelection(Selection selection)
{
    adoptSelection(clampedSelection(std::move(selection), m_model->config, tokenCount()));
}

void Document::adoptSelection(Selection selection)
{
    if (selection == m_selection)
        return;
    m_selection = std::move(selection);
    emit selectionChanged();
}

void Document::applySource(const QString &source, Tokenizer tokenizer)
{
    m_project.source = source.toStdString();
    m_project.tokenizer = tokenizer;
    const Input before = presentInput();
    readTokens();
    if (presentInput() != before)
        m_firstChangedBlock = 0;
    emit sourceChanged();
    adoptSelection(clampedSelection(m_selection, m_model->config, tokenCount()));
    recompute();
}

void Document::applyModel(std::shared_ptr<const Model> model, int firstChangedBlock)
{
    const std::shared_ptr<const Model> before = std::exchange(m_model, std::move(model));
    m_firstChangedBlock = std::min(m_firstChangedBlock, firstChangedBlock);
    const bool otherConfig = m_model->config != before->config;
    if (otherConfig || m_model->embedding != before->embedding)
        m_rows.reset();
    if (otherConfig || m_model->given.find("position") != before->given.find("position"))
        m_positions.reset();
    if (otherConfig) {
        m_originals.clear();
        m_originalRows.clear();
    }
    emit modelChanged();
    adoptSelection(carriedOver(m_selection, before->config.heads, m_model->config, tokenCount()));
    recompute();
}

void Document::readTokens()
{
    m_tokens = tokenize(m_project.source, m_project.tokenizer);
    m_maskedSource = m_project.maskedSource;
    std::erase_if(m_maskedSource, [this](int position) { return position < 0 || position >= tokenCount(); });
    m_rows.reset();
    m_positions.reset();
}

Input Document::presentInput() const
{
    Input input;
    input.tokens.reserve(m_tokens.tokens.size());
    for (const Token &token : m_tokens.tokens)
        input.tokens.push_back(token.text);
    input.masked = m_maskedSource;
    return input;
}

void Document::recompute()
{
    if (m_firstChangedBlock == nothingChanged)
        return;
    PassRequest request{m_model, presentInput(), nullptr, m_firstChangedBlock, ++m_generation};
    const QString problem = inputProblem(*m_model, request.input);
    if (!problem.isEmpty()) {
        m_compute->cancel();
        setBusy(false);
        setInputError(problem);
        return;
    }
    if (m_firstChangedBlock > 0)
        request.previous = m_result.trace;
    const int layers = std::max(1, m_model->config.encoderLayers);
    const double cost = passCost(m_model->config, tokenCount()) * std::max(0, layers - m_firstChangedBlock) / layers;
    if (cost <= synchronousCost) {
        m_compute->cancel();
        finish(runPass(request));
        return;
    }
    m_compute->submit(std::move(request));
    setInputError(QString());
    setBusy(true);
}

void Document::deliverFinished()
{
    if (const auto outcome = m_compute->take())
        finish(*outcome);
}

void Document::finish(const PassOutcome &outcome)
{
    if (outcome.generation != m_generation)
        return;
    if (outcome.trace) {
        m_result = {outcome.model, outcome.trace};
        m_firstChangedBlock = nothingChanged;
    }
    setBusy(false);
    setInputError(QString::fromStdString(outcome.error));
    if (outcome.trace)
        emit resultChanged();
}

void Document::setBusy(bool busy)
{
    if (busy == m_busy)
        return;
    m_busy = busy;
    emit busyChanged(busy);
}

void Document::setInputError(const QString &sentence)
{
    if (sentence == m_inputError)
        return;
    m_inputError = sentence;
    emit inputErrorChanged(sentence);
}

void Document::waitForResult()
{
    while (m_busy) {
        m_compute->waitUntilIdle();
        deliverFinished();
    }
}

} // namespace regard
