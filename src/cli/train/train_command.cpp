#include "cli/train/train_command.h"

#include <chrono>
#include <cstdio>
#include <set>
#include <vector>

#include <QFile>
#include <QFileInfo>

#include "cli/base/progress_line.h"
#include "cli/base/interruption.h"
#include "cli/train/train_start.h"
#include "export/export_writing.h"
#include "io/base/file_error.h"
#include "io/base/number_text.h"
#include "io/project/project_file.h"
#include "io/project/training_log.h"
#include "training/run/run.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

/// Held-out sentences of a point of the curve, and of what is said in the end.
constexpr int curveSentences = 64;
constexpr int finalSentences = 500;
/// Points of the curve in a run.
constexpr int curvePoints = 50;

struct TrainOutputs {
    QString project; ///< empty: none
    QString log;     ///< empty: none
};

TrainOutputs trainOutputs(const std::vector<std::string> &names)
{
    TrainOutputs outputs;
    for (const std::string &name : names) {
        const QString path = QFile::decodeName(QByteArray::fromStdString(name));
        const QString suffix = QFileInfo(path).suffix().toLower();
        if (suffix != QLatin1String("regard") && suffix != QLatin1String("csv"))
            throw UsageError("-o " + path.toStdString() + ": the name must end in .regard or .csv");
        QString &place = suffix == QLatin1String("csv") ? outputs.log : outputs.project;
        if (!place.isEmpty())
            throw UsageError("-o " + path.toStdString() + ": one ." + suffix.toStdString() + " is written, not two");
        place = path;
    }
    return outputs;
}

void printTraining(const std::string &key, const std::string &value)
{
    std::printf("%s = %s\n", key.c_str(), value.c_str());
}

std::string rounded(double number, int digits)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, number);
    return text;
}

/// What the progress line says: how far, how well and how fast.
class TrainProgress {
public:
    TrainProgress(long long first, long long last) : m_first(first), m_last(last) {}

    void show(const StepReport &report, const HeldOutCurve &heldOut)
    {
        using namespace std::chrono;
        const auto now = steady_clock::now();
        if (!m_line.isShown() || now - m_shown < milliseconds(100))
            return;
        m_shown = now;
        const double seconds = duration<double>(now - m_begin).count();
        const double speed = double(report.step - m_first) / seconds;
        const double accuracy = heldOut.accuracy.empty() ? 0 : heldOut.accuracy.back();
        m_line.show("step " + std::to_string(report.step) + " of " + std::to_string(m_last) + ", loss " +
                    rounded(report.loss, 4) + ", held-out accuracy " + rounded(accuracy, 3) + ", " +
                    rounded(speed, speed < 10 ? 1 : 0) + " steps/s, " +
                    rounded(double(m_last - report.step) / speed, 0) + " s left");
    }

private:
    ProgressLine m_line;
    long long m_first;
    long long m_last;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_shown{};
};

void measure(Run &run, HeldOutCurve &curve)
{
    if (curve.steps.empty() || curve.steps.back() < run.state().step)
        curve.add(run.state().step, run.evaluate(curveSentences), run.task());
}

/// Takes the steps, or as many as there are before Ctrl+C or before numbers are no longer finite.
void train(Run &run, int steps, TrainingRecord &record)
{
    const Interruption interruption;
    const int pause = std::max(1, steps / curvePoints);
    TrainProgress progress(record.step, record.step + steps);
    measure(run, record.heldOut);
    for (int taken = 1; taken <= steps && !Interruption::isAsked(); ++taken) {
        const std::optional<StepReport> report = run.step();
        if (!report)
            break;
        record.curve.push_back(*report);
        if (taken % pause == 0)
            measure(run, record.heldOut);
        progress.show(*report, record.heldOut);
    }
    record = record.upTo(run.state().step);
    measure(run, record.heldOut);
}

/// Returns what the model knows of each length, where the task asks for that. Of a model that the task offers, the
/// record keeps it in the place of what was known before.
std::vector<LengthAccuracy> measureLengths(Run &run, TrainingRecord &record)
{
    std::vector<LengthAccuracy> lengths = run.accuracyByLength(finalSentences);
    const TaskVariant *variant = variantOf(run.task(), run.model().config);
    if (lengths.empty() || !variant)
        return lengths;
    std::erase_if(record.models, [&](const ModelLengths &known) { return known.model == variant->name; });
    record.models.push_back({variant->name, record.step, lengths});
    return lengths;
}

void writeTrained(const TrainOutputs &outputs, TrainStart &start, const Run &run)
{
    if (!outputs.project.isEmpty()) {
        start.project.model = run.model();
        start.project.task = std::make_shared<const TrainingRecord>(start.record);
        writeProject(outputs.project, start.project);
    }
    if (!outputs.log.isEmpty())
        writeTrainingLog(outputs.log, start.record);
}

void printResult(Run &run, const TrainingRecord &record, const std::vector<LengthAccuracy> &lengths)
{
    printTraining("step", std::to_string(record.step));
    if (!record.curve.empty())
        printTraining("loss", numberText(record.curve.back().loss));
    const Evaluation evaluation = run.evaluate(finalSentences);
    printTraining("held_out_sentences", std::to_string(finalSentences));
    printTraining("held_out_loss", numberText(evaluation.loss));
    printTraining("held_out_accuracy", numberText(evaluation.accuracy));
    for (std::size_t i = 0; i < evaluation.measures.size(); ++i)
        printTraining(run.task().measures[i].name, numberText(evaluation.measures[i]));
    for (const LengthAccuracy &each : lengths) {
        const std::string at = std::to_string(each.length);
        printTraining("accuracy_at_" + at, numberText(each.accuracy));
        printTraining("token_accuracy_at_" + at, numberText(each.tokenAccuracy));
    }
}

/// Quotes a name for a shell.
std::string quotedName(const QString &path)
{
    QString text = path;
    text.replace(QLatin1Char('\''), QLatin1String("'\\''"));
    return (QLatin1Char('\'') + text + QLatin1Char('\'')).toStdString();
}

} // namespace

int runTrain(const TrainOptions &options)
{
    const TrainOutputs outputs = trainOutputs(options.outputs);
    TrainStart start = trainStart(options);
    for (const QString &path : {outputs.project, outputs.log})
        if (!path.isEmpty())
            probe(path);
    Run run(start.task, start.project.model, start.record.options);
    run.setState({run.state().weights, {}, start.record.step});
    printTraining("task", start.task.name);
    if (const std::optional<TaskFile> &file = start.task.file) {
        printTraining("lines", std::to_string(file->lines));
        printTraining("sentences", std::to_string(file->sentences));
        printTraining("vocabulary_size", std::to_string(start.task.vocabulary.tokens.size()));
    }
    printTraining("from_step", std::to_string(start.record.step));
    if (start.record.step > 0)
        printTraining("optimiser", "its moments are not kept in files, so they begin anew");
    if (const std::string fixed = reasonForFixedParts(start.project.model); !fixed.empty())
        printTraining("not_trained", fixed);
    std::fflush(stdout);
    const long long last = start.record.step + start.steps;
    train(run, start.steps, start.record);
    const std::vector<LengthAccuracy> lengths = measureLengths(run, start.record);
    writeTrained(outputs, start, run);
    printResult(run, start.record, lengths);
    if (run.divergence())
        throw FileError(options.model.subject(), run.divergence()->text());
    if (start.record.step < last && !outputs.project.isEmpty())
        printTraining("go_on", "regard train " + quotedName(outputs.project) + " -o " + quotedName(outputs.project));
    return 0;
}

} // namespace regard
